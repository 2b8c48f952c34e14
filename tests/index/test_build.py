"""Building the index: whole or not at all, and every broken source is named with its line."""

import sqlite3
from pathlib import Path

import pytest

from deckcheck.errors import DataError
from deckcheck.index import build, import_facts, sources
from deckcheck.index.build import build_index
from deckcheck.index.sources import CHECKOUT, Sources
from smallsources import small_sources, write_list


@pytest.fixture
def texts(tmp_path: Path) -> Sources:
    """Text sources of a few cards and three lists."""
    found = small_sources(tmp_path)
    write_list(found, "tcg", "2004-10-01", "limited:\n  - 55144522  # Pot of Greed\n")
    write_list(found, "tcg", "2005-01-01", "optional: true\nforbidden: [55144522]\n")
    write_list(found, "tcg", "2005-10-01", "limited: [55144522]\nsemi-limited: [26202165]\n")
    return found


def test_an_optional_list_does_not_end_the_time_since(texts: Sources) -> None:
    target = texts.root / "index.sqlite"
    build_index(target, texts)
    db = sqlite3.connect(target)
    query = (
        "SELECT limit_list.day, allowed, since FROM limit_entry JOIN limit_list "
        "ON list = limit_list.key JOIN card ON card = card.key WHERE passcode = ? ORDER BY 1"
    )
    assert db.execute(query, [55144522]).fetchall() == [
        ("2004-10-01", 1, "2004-10-01"),
        ("2005-01-01", 0, "2005-01-01"),
        ("2005-10-01", 1, "2004-10-01"),
    ]
    db.close()


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("deckcheck/data/cards.tsv", "key\tkonami_id", "konami_id\tkey", r"cards.tsv:1: columns"),
        ("deckcheck/data/cards.tsv", "2002-03-08", "2002-03", r"cards.tsv:\d: '2002-03' is not a"),
        ("deckcheck/data/cards.tsv", "89631139\t", "55144522\t", r"cards.tsv:\d: card 55144522 is"),
        ("deckcheck/data/names/de.tsv", "89631139", "8963113", r"de.tsv:\d: no card '8963113'"),
        ("deckcheck/data/names/de.tsv", "\tTopf der Gier\t", "\t", r"de.tsv:\d: 2 fields, 3 col"),
        ("deckcheck/data/other_passcodes.tsv", "\tartwork\t", "\tpicture\t", "is no kind of id"),
        ("deckcheck/data/other_passcodes.tsv", "89631140", "8963114O", "is no passcode"),
        ("deckcheck/data/other_passcodes.tsv", "89631140", "89631139", "is there already"),
        ("deckcheck/data/name_groups.tsv", "\t76812113\t", "\t768\t", "no card '768'"),
        ("banlists/tcg/2004-10-01.yaml", "# Pot of Greed", "# Pot of Gred", r"yaml:2: 55144522 is"),
        ("banlists/tcg/2004-10-01.yaml", "55144522", "5514452", r"yaml:2: no card '5514452'; did"),
        ("banlists/tcg/2004-10-01.yaml", "limited:", "territories: {emea: 2004-10-08}\nlimited:",
         "the earliest day of a territory"),
        ("deckcheck/rulesets/master-rule-2020.yaml", "copies: 3", "copies: x", r"yaml:\d+: 'x' is"),
        ("deckcheck/rulesets/master-rule-2020.yaml", "tcg: 2020", "ocx: 2020",
         "unknown ruleset 'tcg'"),
        ("deckcheck/formats/tcg.yaml", "banlist: tcg", "banlist: xx", "unknown banlist region"),
        ("deckcheck/formats/tcg.yaml", "pool: tcg", "pool: xx", "no releases of the region 'xx'"),
    ],
)  # fmt: skip
def test_a_broken_source_is_named_and_the_old_index_stays(
    texts: Sources, name: str, old: str, new: str, message: str
) -> None:
    target = texts.root / "index.sqlite"
    target.write_text("old")
    path = texts.root / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=message):
        build_index(target, texts)
    assert target.read_text() == "old"
    assert not list(texts.root.glob(".index-*"))


def test_a_list_whose_name_is_no_day(texts: Sources) -> None:
    write_list(texts, "tcg", "May", "limited: [55144522]\n")
    with pytest.raises(DataError, match="the file name is no day in force"):
        build_index(texts.root / "index.sqlite", texts)


def test_without_text_sources_there_is_nothing_to_build(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="the index is built in a checkout"):
        Sources(tmp_path).texts()


def test_the_kind_of_a_member_that_keeps_its_name_occurs() -> None:
    rows = sources.rows(CHECKOUT.data / "name_groups.tsv", sources.GROUP_COLUMNS)
    assert build.ALSO in {row.fields[2] for row in rows}


# --- from published facts to text sources -----------------------------------------------------

CARDS = """\
passcode\tkonami_id\tname_en\tkind\tframe\tsection\tlevel\tattribute\trace\tatk\tdef\ttreated_as\t\
in_tcg\tin_ocg\ttcg_date\tocg_date\ttcg_src\tocg_src\tflags\tscale\tyugipedia_id\tkey
55144522\t4844\tPot of Greed\tspell\tnormal\tmain\t\t\t\t\t\t\t1\t1\t2002-03-08\t1999-05-27\tset\t\
set?\t\t\t505\t55144522
7\t7\tOne: "Two" #3\tmonster\tnormal\tmain\t4\tDARK\tFiend\t1\t1\t\t0\t1\t\t\t\t\t\t\t506\t7
"""


RUSH = """\
passcode\tkonami_id\tname_en\tkind\tframe\tsection\tlevel\tattribute\trace\tatk\tdef\tlegend\t\
release_date\tflags\tyugipedia_id\tkey
160\t\tPot\tspell\tnormal\tmain\t\t\t\t\t\t0\t2024-11-16\t\t12\ty12
160\t11\tPot\tspell\tnormal\tmain\t\t\t\t\t\t1\t\tlegend\t13\t11
"""


FORMATS = """\
format_library:
- name: Trooper (Troop Dup)
  region: tcg
  list_effective: '2007-06-01'
  pool_cutoff: '2009-08-18'
  event: "SJC: A"
  sources: [a site]
  confidence: high
  notes: [one]
- {name: Goat, region: tcg, list_effective: '2005-04-01', pool_cutoff: '2005-08-20', event: SJC,
   sources: [b], confidence: low}
"""


def test_facts_become_text_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = tmp_path / "facts"
    (facts / "cards").mkdir(parents=True)
    (facts / "banlists" / "tcg").mkdir(parents=True)
    cards = facts / "cards"
    (cards / "cards.tsv").write_text(CARDS, encoding="utf-8")
    (cards / "names.tsv").write_text("key\tlang\tname\tunofficial\n7\tde\tEins\t1\n")
    (cards / "artworks.tsv").write_text(
        "passcode\tcanonical\tkind\tname\tsrc\n8\t7\tprerelease\tX (Anime)\tcdb\n"
        "9\t7\ttreated-as\tY\ttext\n10\t7\tprerelease\tX\tcdb\n"
    )
    head = "key\tlang\tname\tkind\tsource\tcertain"
    (cards / "other_names.tsv").write_text(f"{head}\n7\ten\tUno\tformer\tx\t1\n")
    (cards / "ambiguous_names.tsv").write_text(
        f"{head}\twhy\tother_keys\n7\ten\tEin\tnickname\tx\t0\talias\t55144522\n"
    )
    (cards / "rush.tsv").write_text(RUSH)
    (cards / "rush_names.tsv").write_text("key\tlang\tname\tunofficial\n11\ten\tPot\t0\n")
    (cards / "rush_artworks.tsv").write_text(
        "passcode\tcanonical_passcode\tkind\tkonami_id\n161\t160\tartwork\t11\n"
    )
    (cards / "skills.tsv").write_text(
        "passcode\tname_en\tkind\tcharacter\tsection\ttcg_date\tother_passcodes\tygoprodeck_id\t"
        "yugipedia_id\n300\tMy Skill\tskill\tYugi\tnone\t2019-01-24\t301\t301\t99\n"
    )
    (cards / "skill_names.tsv").write_text("key\tlang\tname\tunofficial\ny99\ten\tMy Skill\t0\n")
    (cards / "treated_as.tsv").write_text(
        "passcode\tname_en\tkind\talso\ttarget_passcode\ttarget_name\n7\tX\ttreated-as\t1\t\tZ\n"
    )
    (facts / "banlists" / "tcg" / "2004-10-01.json").write_text(
        '{"region": "tcg", "effective": "2004-10-01", "name": "October 2004 (TCG)", '
        '"source": ["a: b"], "limits": {"7": 1, "4844": 0}, "notes": ["why"], '
        '"nominal": "2004-10-02", "effective_by_territory": {"Americas": "2004-10-01"}}'
    )
    (facts / "formats.yaml").write_text(FORMATS)
    into = Sources(tmp_path)
    monkeypatch.setattr(import_facts, "CHECKOUT", into)
    import_facts.main([str(facts)])
    data = into.data
    assert (data / "cards.tsv").read_text(encoding="utf-8").splitlines()[1:] == [
        "55144522\t4844\tPot of Greed\tspell\tnormal\tmain\t\t\t\t\t\t\t2002-03-08\t1999-05-27?"
        "\tno\t\t505",
        '7\t7\tOne: "Two" #3\tmonster\tnormal\tmain\t4\tDARK\tFiend\t1\t1\t\tno\tyes\tno\t\t506',
    ]
    assert (data / "names" / "de.tsv").read_text() == "key\tname\tunofficial\n7\tEins\t~\n"
    rush = [row.split("\t") for row in (data / "rush_cards.tsv").read_text().splitlines()[1:]]
    assert [(row[0], row[14], row[15]) for row in rush] == [
        ("y12", "2024-11-16", ""), ("160", "yes", "legend"),
    ]  # fmt: skip
    assert (data / "rush_names" / "en.tsv").read_text().splitlines()[1] == "160\tPot\t"
    assert (data / "skill_names" / "en.tsv").read_text().splitlines()[1] == "300\tMy Skill\t"
    assert [row.split("\t")[:3] for row in
            (data / "other_passcodes.tsv").read_text().splitlines()[1:]] == [
        ["8", "7", "unofficial"], ["10", "7", "prerelease"],
    ]  # fmt: skip
    assert (data / "other_names.tsv").read_text().endswith("\n7\ten\tUno\tformer\tx\t1\n")
    assert (data / "ambiguous_names.tsv").read_text().endswith("\talias\t55144522\n")
    assert (data / "name_groups.tsv").read_text().splitlines()[1] == "7\tX\talso-treated-as\t\tZ"
    assert (into.banlists / "tcg" / "2004-10-01.yaml").read_text().splitlines() == [
        "title: October 2004",
        'source: "a: b"',
        "territories: {amer: 2004-10-01}",
        "note:",
        "  - why",
        "  - published under the date 2004-10-02",
        "forbidden:",
        "  - 55144522  # Pot of Greed",
        "limited:",
        '  - 7  # One: "Two" #3',
        "semi-limited: []",
    ]
    assert (into.formats / "trooper.yaml").read_text().splitlines() == [
        'title: "Trooper (Troop Dup) Format"',
        'aliases: ["Trooper (Troop Dup)", "Troop Dup"]',
        "game: ocg-tcg",
        "# the last day whose releases are in the pool (SJC: A)",
        "day: 2009-08-18",
        "banlist: tcg@2007-06-01",
        "ruleset: master-rule-1",
        "pool: tcg",
        "note:",
        '  - "one"',
        '  - "played with a side deck of 0 to 15 today, whatever the rules of its day"',
        "source:",
        '  - "a site"',
        'confidence: "pool cut-off from Format Library; the list is the one in force that day"',
    ]
    goat = (into.formats / "goat.yaml").read_text()
    assert 'aliases: ["april 2005"]\n' in goat
    assert "ruleset: tcg\npool: {whitelist: goat}\n" in goat

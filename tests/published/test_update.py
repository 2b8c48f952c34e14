"""From published files to text sources: what is taken over, and what the gates refuse."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from deckcheck.cards import CardIndex
from deckcheck.errors import DataError, MissingFileError
from deckcheck.index.build import build_index
from deckcheck.index.provenance import read_published
from deckcheck.index.sources import Sources
from deckcheck.model import Day
from deckcheck.published.origins import from_path
from deckcheck.published.update import Outcome, RefusedError, Wish, import_published
from publishing import (
    NEWCOMER,
    POT_OF_GREED,
    SANGAN,
    changed,
    write_json,
    write_regulation,
)
from smallsources import small_sources, write_list

TODAY = Day("2026-11-30")
POT, SNG, NEW = 4844, 4054, 99001


@pytest.fixture
def texts(tmp_path: Path) -> Sources:
    """Text sources of five cards, two of which are published, and two lists."""
    found = small_sources(tmp_path / "texts")
    published = found.data / "published.yaml"
    text = published.read_text(encoding="utf-8")
    published.write_text(text.replace("14276", "2").replace("3147", "0"), encoding="utf-8")
    write_list(found, "tcg", "2026-05-18", "source: x\nforbidden:\n  - 55144522  # Pot of Greed\n")
    write_list(
        found, "genesys", "2026-08-04", "source: x\npoints:\n  55144522: 100\n  26202165: 9\n"
    )
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder to publish in."""
    found = tmp_path / "published"
    found.mkdir()
    return found


def publish(
    texts: Sources, folder: Path, *accept: str, skip: Sequence[str] = (), whole: bool = False
) -> Outcome:
    """Import what is in the folder."""
    wish = Wish(frozenset(accept), frozenset(skip))
    files = from_path(folder, lambda _: None)
    return import_published(texts, files, wish, TODAY, whole=whole)


def refusals(texts: Sources, folder: Path, *accept: str, whole: bool = False) -> list[str]:
    """What is refused, without the paths of files."""
    with pytest.raises(RefusedError) as caught:
        publish(texts, folder, *accept, whole=whole)
    return [f"{refusal.name}: {refusal.reason}" for refusal in caught.value.refused]


def index(texts: Sources) -> sqlite3.Connection:
    """The index compiled from the text sources."""
    target = texts.root / "index.sqlite"
    build_index(target, texts)
    return sqlite3.connect(target)


def rows(texts: Sources, table: str) -> list[list[str]]:
    """The rows of a table."""
    text = (texts.data / f"{table}.tsv").read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()[1:]]


# --- cards ------------------------------------------------------------------------------------


def test_nothing_new_changes_no_table(texts: Sources, folder: Path) -> None:
    before = texts.texts()
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN])
    outcome = publish(texts, folder)
    changes = outcome.cards["cards.json"]
    assert not any(changes)
    after = texts.texts()
    differing = {name for name in after if after[name] != before.get(name)}
    assert differing <= {"deckcheck/data/published.yaml", "deckcheck/data/sources.yaml"}


def test_a_new_card_is_known_by_id_and_names(texts: Sources, folder: Path) -> None:
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, NEWCOMER])
    assert publish(texts, folder).cards["cards.json"].new == ["Newcomer Dragon"]
    db = index(texts)
    cards = CardIndex(db)
    (card,) = cards.by_name("新竜 ドラゴン")
    assert (card.passcode, card.konami_id, card.name) == (99000001, 99001, "Newcomer Dragon")
    assert (card.kind, card.section, card.playable) == ("monster", "extra", True)
    assert (card.released["ocg"].released, card.released["tcg"].released) == (True, False)
    assert [row[0] for row in rows(texts, "cards")] == sorted(
        (row[0] for row in rows(texts, "cards")), key=int
    )
    db.close()


def test_a_card_is_released_and_renamed(texts: Sources, folder: Path) -> None:
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, NEWCOMER])
    publish(texts, folder)
    named = {"en": "Newcomer the Dragon", "fr": "Le Nouveau"}
    out = {"tcg": "Unlimited", "ocg": "Unlimited"}
    later = changed(NEWCOMER, name=named, limit_regulation=out)
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, later])
    changes = publish(texts, folder).cards["cards.json"]
    assert changes.new == []
    assert changes.renamed == [("Newcomer Dragon", "Newcomer the Dragon")]
    assert changes.released == [("Newcomer Dragon", "tcg")]
    db = index(texts)
    for name in ("Newcomer the Dragon", "Newcomer Dragon", "Le Nouveau", "新竜 ドラゴン"):
        assert [card.passcode for card in CardIndex(db).by_name(name)] == [99000001]
    db.close()


def test_a_card_gets_its_passcode(texts: Sources, folder: Path) -> None:
    announced = changed(NEWCOMER, password=None, level=7)
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, announced])
    publish(texts, folder)
    write_list(texts, "tcg", "2026-09-01", 'source: x\nlimited:\n  - "Newcomer Dragon"\n')
    assert rows(texts, "cards")[-1][0] == "k99001"
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, NEWCOMER])
    changes = publish(texts, folder).cards["cards.json"]
    assert changes.given_passcodes == [("Newcomer Dragon", "99000001")]
    db = index(texts)
    known = CardIndex(db).by_passcodes([99000001])
    assert known[99000001].card.name == "Newcomer Dragon"
    level = db.execute("SELECT level FROM card WHERE passcode = 99000001").fetchone()
    assert level == ("8",), "the facts of a card that was only announced are taken over"
    db.close()


def test_a_stand_in_becomes_another_id(texts: Sources, folder: Path) -> None:
    stand_in = changed(NEWCOMER, password=None, fake_password=100200300)
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, stand_in])
    publish(texts, folder)
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, NEWCOMER])
    publish(texts, folder)
    db = index(texts)
    known = CardIndex(db).by_passcodes([99000001, 100200300])
    assert known[99000001].card == known[100200300].card
    assert (known[99000001].id_kind, known[100200300].id_kind) == ("passcode", "prerelease")
    db.close()


def test_a_second_print_with_a_passcode_of_its_own(texts: Sources, folder: Path) -> None:
    second = changed(POT_OF_GREED, password=55144523, yugipedia_page_id=506)
    write_json(folder / "cards.json", [second, POT_OF_GREED, SANGAN])
    changes = publish(texts, folder).cards["cards.json"]
    assert changes.other_ids == [("Pot of Greed", "55144523")]
    assert (changes.new, changes.renamed, changes.at_odds) == ([], [], [])
    db = index(texts)
    known = CardIndex(db).by_passcodes([55144523])[55144523]
    assert (known.card.name, known.id_kind) == ("Pot of Greed", "artwork")
    db.close()


def test_a_second_print_of_a_card_that_gets_its_passcode(texts: Sources, folder: Path) -> None:
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, changed(NEWCOMER, password=None)])
    publish(texts, folder)
    second = changed(NEWCOMER, password=99000002, yugipedia_page_id=5)
    write_json(folder / "cards.json", [POT_OF_GREED, second, SANGAN, NEWCOMER, second])
    publish(texts, folder, "cards.json")
    db = index(texts)
    known = CardIndex(db).by_passcodes([99000001, 99000002])
    assert known[99000001].card == known[99000002].card
    db.close()


def test_a_card_that_counts_as_another(texts: Sources, folder: Path) -> None:
    text = {"en": '(This card\'s name is always treated as "Sangan".)'}
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, changed(NEWCOMER, text=text)])
    publish(texts, folder)
    db = index(texts)
    cards = CardIndex(db)
    (newcomer,), (sangan,) = cards.by_name("Newcomer Dragon"), cards.by_name("Sangan")
    assert newcomer.name_groups == (sangan.key,)
    db.close()
    publish(texts, folder)
    assert [row[0] for row in rows(texts, "name_groups")].count("99000001") == 1


def test_a_page_without_ids_that_is_named_like_a_known_card(texts: Sources, folder: Path) -> None:
    page = changed(POT_OF_GREED, konami_id=None, password=None, yugipedia_page_id=7)
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, page])
    changes = publish(texts, folder).cards["cards.json"]
    assert changes.passed_over == ["Pot of Greed without ids, which is the name of a known card"]
    assert changes.new == []


def test_rush_cards_are_kept_apart(texts: Sources, folder: Path) -> None:
    rush = changed(POT_OF_GREED, konami_id=15000, password=None, yugipedia_page_id=8)
    write_json(folder / "rush.json", [rush])
    publish(texts, folder)
    db = index(texts)
    (ours,) = CardIndex(db).by_name("Pot of Greed")
    (theirs,) = CardIndex(db, game="rush").by_name("Pot of Greed")
    assert (ours.passcode, theirs.passcode, theirs.konami_id) == (55144522, None, 15000)
    db.close()


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ([POT_OF_GREED], "1 cards, 2 before"),
        ([], "0 cards, 2 before"),
        (
            [POT_OF_GREED, changed(SANGAN, monster_type_line="Fiend / Fusion / Effect")],
            "1 cards are at odds: Sangan is a monster of section main here, a monster of "
            "section extra there",
        ),
        (
            [POT_OF_GREED, changed(SANGAN, card_type="Trap", property="Normal")],
            "1 cards are at odds: Sangan is a monster of section main here, a trap of "
            "section main there",
        ),
        (
            [POT_OF_GREED, changed(SANGAN, konami_id=1)],
            "1 cards are at odds: Sangan (26202165) has the Konami id 4054 here, 1 there",
        ),
        (
            [POT_OF_GREED, changed(SANGAN, password=1)],
            "1 cards are at odds: Sangan has the passcode 1 there, 26202165 here",
        ),
        (
            [POT_OF_GREED, SANGAN, changed(NEWCOMER, password=89631140, monster_type_line="X")],
            "1 cards are at odds: Blue-Eyes White Dragon (89631139) has the Konami id 4007 "
            "here, 99001 there",
        ),
    ],
)
def test_gates_of_cards(texts: Sources, folder: Path, cards: list[Any], reason: str) -> None:
    write_json(folder / "cards.json", cards)
    assert refusals(texts, folder) == [f"cards.json: {reason}"]
    assert publish(texts, folder, "cards.json").snapshot


def test_a_file_out_of_shape_cannot_be_accepted(texts: Sources, folder: Path) -> None:
    write_json(folder / "cards.json", [POT_OF_GREED, {"name": {"en": "X"}}])
    (folder / "tcg").mkdir()
    (folder / "tcg" / "current.vector.json").write_text('{"date": "2026-09-01"')
    found = refusals(texts, folder, "cards.json", "tcg@2026-09-01")
    assert len(found) == 2
    assert "card 2 (X): card_type is null, not one of Monster, Spell, Trap" in found[0]
    assert "None: ends or is broken: Expecting" in found[1]
    assert publish(texts, folder, skip=["cards.json", "tcg"]).parts == ()


# --- lists ------------------------------------------------------------------------------------


def test_a_new_list_is_in_force_with_its_source(texts: Sources, folder: Path) -> None:
    write_regulation(folder, "tcg", "2026-05-18", {str(POT): 0})
    write_regulation(folder, "tcg", "2026-09-14", {str(POT): 1, str(SNG): 2})
    assert publish(texts, folder).lists.new == ["tcg@2026-09-14"]
    path = texts.banlists / "tcg" / "2026-09-14.yaml"
    assert path.read_text(encoding="utf-8") == (
        "title: September 2026\n"
        'source: "a file, tcg/2026-09-14.vector.json"\n'
        "forbidden: []\n"
        "limited:\n"
        "  - 55144522  # Pot of Greed\n"
        "semi-limited:\n"
        "  - 26202165  # Sangan\n"
    )
    index(texts).close()
    (part,) = (part for part in read_published(texts).parts if part.name == "tcg")
    assert (part.origin, part.entries) == ("a file, tcg/2026-09-14.vector.json", 2)


def test_a_list_of_cards_that_are_new_with_it(texts: Sources, folder: Path) -> None:
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, NEWCOMER])
    write_regulation(folder, "tcg", "2026-09-14", {str(POT): 0, str(NEW): 1})
    assert publish(texts, folder).lists.new == ["tcg@2026-09-14"]


def test_points(texts: Sources, folder: Path) -> None:
    write_regulation(folder, "genesys", "2026-09-01", {str(POT): 100, str(SNG): 9})
    write_regulation(folder, "genesys", "2026-09-02", {str(POT): 100, str(SNG): 12})
    assert publish(texts, folder).lists.new == ["genesys@2026-09-02"], "unchanged days are no lists"
    db = index(texts)
    query = (
        "SELECT points FROM list_points JOIN limit_list ON list = limit_list.key "
        "WHERE day = '2026-09-02' ORDER BY points"
    )
    assert db.execute(query).fetchall() == [(12,), (100,)]
    db.close()


def test_a_list_that_repeats_the_one_before_says_so(texts: Sources, folder: Path) -> None:
    write_regulation(folder, "tcg", "2026-09-14", {str(POT): 0})
    assert publish(texts, folder).lists.new == ["tcg@2026-09-14"]
    text = (texts.banlists / "tcg" / "2026-09-14.yaml").read_text(encoding="utf-8")
    assert "note: the same cards as the list of 2026-05-18\n" in text


def test_a_card_that_is_given_three_copies_is_free(texts: Sources, folder: Path) -> None:
    write_regulation(folder, "tcg", "2026-09-14", {str(POT): 0, str(SNG): 3})
    publish(texts, folder)
    assert "Sangan" not in (texts.banlists / "tcg" / "2026-09-14.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("region", "day", "numbers", "reason"),
    [
        ("genesys", "2026-08-14", {}, "the list is empty; genesys@2026-08-04 has 2 entries"),
        (
            "genesys", "2026-08-14", {str(POT): 1},
            "1 entries, more than a third fewer; genesys@2026-08-04 has 2 entries",
        ),
        ("tcg", "2026-05-01", {str(POT): 0},
         "is older than tcg@2026-05-18, the list in force here"),
        ("tcg", "2026-05-18", {str(POT): 1, str(SNG): 1}, "differs in 2 cards from the list of "
                                         "that day known here: Pot of Greed, Sangan"),
        ("tcg", "2026-09-14", {str(POT): 0, "123": 1}, "1 of 2 Konami ids are no card: 123"),
        ("tcg", "2028-09-14", {str(POT): 0}, "takes effect more than a year after 2026-11-30"),
    ],
)  # fmt: skip
def test_gates_of_lists(
    texts: Sources, folder: Path, region: str, day: str, numbers: dict[str, int], reason: str
) -> None:
    write_regulation(folder, region, day, numbers)
    before = texts.texts()
    assert refusals(texts, folder) == [f"{region}@{day}: {reason}"]
    assert texts.texts() == before
    assert publish(texts, folder, f"{region}@{day}").unused == ()
    index(texts).close()


def test_an_overruled_list_keeps_what_it_could_not_name(texts: Sources, folder: Path) -> None:
    write_regulation(folder, "tcg", "2026-09-14", {str(POT): 0, "123": 1})
    outcome = publish(texts, folder, "tcg@2026-09-14", "ocg@2026-01-01")
    assert (outcome.lists.new, outcome.unused) == (["tcg@2026-09-14"], ("ocg@2026-01-01",))
    text = (texts.banlists / "tcg" / "2026-09-14.yaml").read_text(encoding="utf-8")
    assert "unresolved: Konami id 123\n" in text


def test_one_bad_list_refuses_all_and_skipping_it_takes_the_rest(
    texts: Sources, folder: Path
) -> None:
    write_regulation(folder, "genesys", "2026-08-14", {})
    write_regulation(folder, "tcg", "2026-09-14", {str(POT): 1})
    assert publish(texts, folder, skip=["genesys"]).lists.new == ["tcg@2026-09-14"]
    assert len(refusals(texts, folder)) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[]", "no limit list"),
        ('{"date": "2026-09", "regulation": {}}', "date: '2026-09' is not a day"),
        ('{"date": "2026-09-01", "regulation": []}', "regulation is no object"),
        ('{"date": "2026-09-01", "regulation": {"x": 1}}', "'x' is no Konami id"),
        ('{"date": "2026-09-01", "regulation": {"4844": "1"}}', '4844 is given "1", not a number'),
        ('{"date": "2026-09-01", "regulation": {"4844": 4}}', "not a number from 0 to 3"),
        ('{"date": "2026-09-01", "regulation": {"4844": true}}', "4844 is given true"),
        ("[" * 100_000, "ends or is broken"),
        ('{"date": "2026-09-01", "regulation": {"1": 1, "1": 2}}', "'1' is there twice"),
    ],
)
def test_a_list_out_of_shape(texts: Sources, folder: Path, text: str, reason: str) -> None:
    path = folder / "tcg" / "current.vector.json"
    path.parent.mkdir()
    path.write_text(text)
    (found,) = refusals(texts, folder, "tcg@2026-09-01")
    assert reason in found


def test_the_snapshot_is_the_day_of_the_cards(texts: Sources, folder: Path) -> None:
    write_regulation(folder, "tcg", "2026-09-14", {str(POT): 0})
    assert publish(texts, folder).snapshot == "2026-08-22"
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN])
    files = [file._replace(day=Day("2026-10-01")) for file in from_path(folder, lambda _: None)]
    assert import_published(texts, files, Wish(), TODAY).snapshot == "2026-10-01"
    files = [file._replace(day=Day("2026-09-01")) for file in files]
    assert import_published(texts, files, Wish(), TODAY).snapshot == "2026-09-01", "said last"
    files = [file._replace(day=Day("2027-10-01")) for file in files]
    assert import_published(texts, files, Wish(), TODAY).snapshot == TODAY
    assert publish(texts, folder).snapshot == TODAY, "files on disk have no day of their own"
    text = (texts.data / "sources.yaml").read_text(encoding="utf-8")
    assert "yaml-yugi\n    gives: cards and names\n    newest: 2026-11-30\n" in text


def test_a_list_between_the_one_in_force_and_one_to_come(texts: Sources, folder: Path) -> None:
    write_regulation(folder, "tcg", "2027-02-01", {str(POT): 0, str(SNG): 1})
    publish(texts, folder, whole=True)
    write_regulation(folder, "tcg", "2026-12-15", {str(POT): 0, str(SNG): 2})
    assert publish(texts, folder, whole=True).lists.new == ["tcg@2026-12-15"]
    index(texts).close()


def test_a_list_to_come_that_is_published_for_another_day(texts: Sources, folder: Path) -> None:
    later = write_regulation(folder, "tcg", "2027-02-01", {str(POT): 0, str(SNG): 1})
    publish(texts, folder, whole=True)
    later.unlink()
    write_regulation(folder, "tcg", "2027-01-15", {str(POT): 0, str(SNG): 1})
    (refused,) = refusals(texts, folder, whole=True)
    assert refused == (
        "tcg@2027-02-01: is known here and still to come, and not published any more"
    )
    (texts.banlists / "tcg" / "2027-01-15.yaml").unlink()
    assert publish(texts, folder).lists.new == ["tcg@2027-01-15"], "a file alone withdraws nothing"
    outcome = publish(texts, folder, "tcg@2027-02-01", whole=True)
    assert (outcome.lists.withdrawn, outcome.unused) == (["tcg@2027-02-01"], ())
    assert not (texts.banlists / "tcg" / "2027-02-01.yaml").exists()
    assert read_published(texts).withdrawn == ("tcg@2027-02-01",)


def test_an_old_list_that_is_accepted_is_taken(texts: Sources, folder: Path) -> None:
    write_regulation(folder, "tcg", "2026-02-02", {str(POT): 1})
    assert publish(texts, folder, "tcg@2026-02-02").lists.new == ["tcg@2026-02-02"]


def test_the_list_in_force_does_not_change_below_one_to_come(texts: Sources, folder: Path) -> None:
    write_regulation(folder, "tcg", "2027-02-01", {str(POT): 0, str(SNG): 1})
    publish(texts, folder, whole=True)
    write_regulation(folder, "tcg", "2026-05-18", {str(POT): 1})
    (refused,) = refusals(texts, folder, whole=True)
    assert "differs in 1 cards from the list of that day known here: Pot of Greed" in refused


def test_a_listed_card_that_cannot_be_named(texts: Sources, folder: Path) -> None:
    rush = changed(POT_OF_GREED, konami_id=15000, password=None, yugipedia_page_id=8)
    write_json(folder / "rush.json", [rush, changed(rush, konami_id=15001, yugipedia_page_id=9)])
    write_regulation(folder, "rush", "2026-10-01", {"15000": 1})
    found = refusals(texts, folder, "rush.json", "rush@2026-10-01")
    assert any("cards without passcodes whose names others have too: Pot of" in r for r in found)


def test_two_files_of_one_day_that_differ(texts: Sources, folder: Path) -> None:
    write_regulation(folder, "tcg", "2026-09-14", {str(POT): 0})
    write_json(folder / "b" / "tcg" / "current.vector.json",
               {"date": "2026-09-14", "regulation": {str(POT): 1}})  # fmt: skip
    (refused,) = refusals(texts, folder)
    assert "says something else of that day than" in refused


# --- names in lists ---------------------------------------------------------------------------


def test_lists_follow_when_their_cards_are_renamed(texts: Sources, folder: Path) -> None:
    write_list(texts, "tcg", "2026-06-01", "source: x\nlimited:\n  - 26202165  # Sangan | why\n")
    swapped = [changed(POT_OF_GREED, name={"en": "Sangan"}),
               changed(SANGAN, name={"en": "Pot of Greed"})]  # fmt: skip
    write_json(folder / "cards.json", swapped)
    publish(texts, folder)
    text = (texts.banlists / "tcg" / "2026-06-01.yaml").read_text(encoding="utf-8")
    assert text.endswith("  - 26202165  # Pot of Greed | why\n")
    index(texts).close()


def test_lists_follow_when_rush_cards_are_renamed(texts: Sources, folder: Path) -> None:
    rush = changed(POT_OF_GREED, konami_id=15000, password=None, yugipedia_page_id=8)
    write_json(folder / "rush.json", [rush])
    publish(texts, folder)
    write_list(texts, "rush", "2026-07-01", 'source: x\nlimited:\n  - "Pot of Greed"  # Pot\n')
    write_json(folder / "rush.json", [changed(rush, name={"en": "Pot of Rush"})])
    publish(texts, folder)
    text = (texts.banlists / "rush" / "2026-07-01.yaml").read_text(encoding="utf-8")
    assert text.endswith('  - "Pot of Rush"  # Pot of Rush\n')
    index(texts).close()


def test_lists_follow_when_a_card_gets_its_passcode(texts: Sources, folder: Path) -> None:
    announced = changed(NEWCOMER, password=None)
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, announced])
    publish(texts, folder)
    path = write_list(texts, "genesys", "2026-09-01", 'points:\n  "Newcomer Dragon": 7\n')
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, NEWCOMER])
    publish(texts, folder)
    assert path.read_text(encoding="utf-8") == "points:\n  99000001: 7  # Newcomer Dragon\n"


# --- what is nonsense -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "moved"),
    [
        (changed(NEWCOMER, konami_id=POT), "Newcomer Dragon has the Konami id or passcode of Pot"),
        (changed(NEWCOMER, konami_id=15184), "Newcomer Dragon has the Konami id 15184, which a"),
        (changed(NEWCOMER, password=160001000), "Newcomer Dragon has the passcode 160001000, whi"),
    ],
)
def test_ids_of_other_cards(tmp_path: Path, folder: Path, more: dict[str, Any], moved: str) -> None:
    texts = small_sources(tmp_path / "more", {"55144522", "26202165", "160001000"})
    write_list(texts, "tcg", "2026-05-18", "source: x\nforbidden:\n  - 55144522\n")
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, more])
    assert any(moved in refused for refused in refusals(texts, folder))


@pytest.mark.parametrize(
    ("password", "at_odds"),
    [
        (160001000, "Newcomer Dragon has the passcode 160001000, which is another card's"),
        (26202165, "Newcomer Dragon has the Konami id or passcode of Sangan"),
    ],
)
def test_an_announced_card_that_gets_the_passcode_of_another(
    tmp_path: Path, folder: Path, password: int, at_odds: str
) -> None:
    texts = small_sources(tmp_path / "more", {"55144522", "26202165", "160001000"})
    write_list(texts, "tcg", "2026-05-18", "source: x\nforbidden:\n  - 55144522\n")
    announced = changed(NEWCOMER, password=None)
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, announced])
    publish(texts, folder, "cards.json")
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, changed(NEWCOMER, password=password)])
    assert any(at_odds in refused for refused in refusals(texts, folder))
    publish(texts, folder, "cards.json")
    index(texts).close()


def test_two_pages_that_get_one_konami_id(texts: Sources, folder: Path) -> None:
    pages = [changed(NEWCOMER, konami_id=None, password=None, yugipedia_page_id=page,
                     name={"en": f"Page {page}"}) for page in (91, 92)]  # fmt: skip
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, *pages])
    publish(texts, folder)
    both = [changed(page, konami_id=99001) for page in pages]
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, *both])
    (refused,) = refusals(texts, folder)
    assert "Page 92" in refused
    publish(texts, folder, "cards.json")
    index(texts).close()


def test_two_new_cards_with_one_konami_id(texts: Sources, folder: Path) -> None:
    twin = changed(NEWCOMER, password=99000002, name={"en": "Other Dragon"}, yugipedia_page_id=1)
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, NEWCOMER, twin])
    (refused,) = refusals(texts, folder)
    assert "Other Dragon has the Konami id or passcode of Newcomer Dragon" in refused


def test_the_same_card_again_and_again_is_one(texts: Sources, folder: Path) -> None:
    write_json(folder / "cards.json", [POT_OF_GREED] * 5)
    assert refusals(texts, folder) == ["cards.json: 1 cards, 2 before"]


def test_a_name_group_is_completed_when_its_base_comes(texts: Sources, folder: Path) -> None:
    text = {"en": '(This card is always treated as "Base Dragon".)'}
    member = changed(NEWCOMER, text=text)
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, member])
    publish(texts, folder)
    base = changed(NEWCOMER, konami_id=99002, password=99000002, name={"en": "Base Dragon"},
                   yugipedia_page_id=2)  # fmt: skip
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, member, base])
    publish(texts, folder)
    db = index(texts)
    cards = CardIndex(db)
    (found,), (of,) = cards.by_name("Newcomer Dragon"), cards.by_name("Base Dragon")
    assert found.name_groups == (of.key,)
    db.close()


def test_many_new_cards_are_sorted_in(texts: Sources, folder: Path) -> None:
    many = [changed(NEWCOMER, konami_id=200_000 + n, password=10_000_000 + n, name={"en": f"C{n}"},
                    yugipedia_page_id=5_000_000 + n) for n in range(3_000, 0, -1)]  # fmt: skip
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, *many])
    assert len(publish(texts, folder).cards["cards.json"].new) == 3_000
    keys = [int(row[0]) for row in rows(texts, "cards")]
    assert keys == sorted(keys)


# --- where files are --------------------------------------------------------------------------


def test_packed_files_and_archives(texts: Sources, folder: Path, tmp_path: Path) -> None:
    import lzma
    import tarfile

    write_regulation(tmp_path / "data", "tcg", "2026-09-14", {str(POT): 1})
    with tarfile.open(folder / "lists.tar.xz", "w:xz") as archive:
        archive.add(tmp_path / "data", "data")
    plain = write_json(tmp_path / "plain.json", [POT_OF_GREED, SANGAN, NEWCOMER])
    (folder / "cards.json.xz").write_bytes(lzma.compress(plain.read_bytes()))
    outcome = publish(texts, folder)
    assert outcome.cards["cards.json"].new == ["Newcomer Dragon"]
    assert outcome.lists.new == ["tcg@2026-09-14"]


@pytest.mark.parametrize("name", ["cards.json.xz", "cards.json.gz", "cards.json.bz2", "x.tar.xz"])
def test_what_cannot_be_unpacked(texts: Sources, folder: Path, name: str) -> None:
    (folder / name).write_bytes(b"no such thing")
    with pytest.raises(DataError, match=f"{name}: cannot be"):
        publish(texts, folder)


def test_a_small_file_that_unpacks_to_a_large_one(
    texts: Sources, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import lzma

    monkeypatch.setattr("deckcheck.published.origins._MOST_BYTES", {"cards.json": 2**20})
    (folder / "cards.json.xz").write_bytes(lzma.compress(b" " * 2**21))
    with pytest.raises(DataError, match="more than the 1,048,576 bytes that are taken"):
        publish(texts, folder)


def test_a_folder_without_published_files(texts: Sources, folder: Path) -> None:
    (folder / "notes.txt").write_text("x")
    with pytest.raises(MissingFileError, match="no published file"):
        publish(texts, folder)
    with pytest.raises(MissingFileError, match="no such file or folder"):
        publish(texts, folder / "none")


def test_a_list_of_no_region_is_passed_over_aloud(texts: Sources, folder: Path) -> None:
    write_regulation(folder, "mars", "2026-09-14", {str(POT): 1})
    write_regulation(folder, "tcg", "2026-09-14", {str(POT): 1})
    said: list[str] = []
    import_published(texts, from_path(folder, said.append), Wish(), TODAY)
    assert len(said) == 1
    assert said[0].endswith("passed over: 'mars' is no region")

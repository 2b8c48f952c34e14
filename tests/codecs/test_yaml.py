"""YAML decks."""

import pytest

from deckcheck import codecs
from deckcheck.errors import ParseError
from deckcheck.model import DeckList
from judging import report


def parse(text: str) -> DeckList:
    return codecs.parse(text.encode(), suffix=".yaml")


def test_every_form_of_an_item() -> None:
    deck = parse(
        "name: Mine\n"
        "format: ocg\n"
        "on: 2005-01-01\n"
        "main:\n"
        "  - 3 Blue-Eyes White Dragon\n"
        "  - Ash Blossom & Joyous Spring: 3\n"
        "  - 89631139\n"
        "  - {card: 雷击, copies: 2}\n"
        "  - 2x Sangan\n"
        "  - Sangan x2\n"
        "  - no\n"
        "  - 05370235\n"
        "  - 2 05370235\n"
        "  - ３ ｘ\n"
        "  - 89631139 x3\n"
        "  - Number 39: Utopia\n"
        "  - 2 Number 39: Utopia\n"
        "  - 3: Sangan\n"
        "  - Sangan: 3x\n"
        "extra: []\n"
        "side:\n"
    )
    assert deck.name == "Mine"
    assert [(d.key, d.value, d.line) for d in deck.directives] == [
        ("format", "ocg", 2), ("on", "2005-01-01", 3),
    ]  # fmt: skip
    readings = [[(r.copies, r.text) for r in entry.readings] for entry in deck.entries]
    assert readings == [
        [(1, "3 Blue-Eyes White Dragon"), (3, "Blue-Eyes White Dragon")],
        [(3, "Ash Blossom & Joyous Spring")],
        [(1, "89631139")],
        [(2, "雷击")],
        [(1, "2x Sangan"), (2, "Sangan")],
        [(1, "Sangan x2"), (2, "Sangan")],
        [(1, "no")],
        [(1, "05370235")],
        [(1, "2 05370235"), (2, "05370235")],
        [(1, "３ ｘ"), (3, "x")],
        [(1, "89631139 x3"), (3, "89631139")],
        [(1, "Number 39: Utopia")],
        [(1, "2 Number 39: Utopia"), (2, "Number 39: Utopia")],
        [(3, "Sangan")],
        [(3, "Sangan")],
    ]
    assert [entry.line for entry in deck.entries] == list(range(5, 20))


TAGS = """\
main:
  - 3 Sangan
  - Morphing Jar #2
tags:
  starters:
    - Sangan
    - 3 05370235
    - Morphing Jar #2
    - Number 39: Utopia
    - {card: 雷击}
  hand traps: [14558127, "A, B"]
  none: []
  left out:
"""


def test_tags_are_sets_of_cards_in_no_section() -> None:
    deck = parse(TAGS)
    assert len(deck.entries) == 2
    said = {tag: [[r.text for r in entry.readings] for entry in entries]
            for tag, entries in deck.tags.items()}  # fmt: skip
    assert said == {
        "starters": [
            ["Sangan"], ["3 05370235", "05370235"], ["Morphing Jar #2", "Morphing Jar"],
            ["Number 39: Utopia"], ["雷击"],
        ],
        "hand traps": [["14558127"], ["A, B"]], "none": [], "left out": [],
    }  # fmt: skip
    assert [entry.line for entry in deck.tags["starters"]] == [6, 7, 8, 9, 10]
    assert {entry.section for entries in deck.tags.values() for entry in entries} == {None}
    assert parse("main: []\n").tags == {}
    assert parse("main: []\ntags:\n").tags == {}


def test_tags_are_read_back_as_they_were_written() -> None:
    deck = parse(TAGS)
    again = parse(codecs.codec("yaml").dump(deck))
    assert [*again.tags] == [*deck.tags]
    for tag, entries in again.tags.items():
        texts = [entry.readings[0].text for entry in entries]
        assert texts == [entry.readings[0].text for entry in deck.tags[tag]]


def test_a_comment_may_ask_for_format_and_day() -> None:
    deck = parse("# deckcheck: format=ocg@2005-01-01\nmain: []\n")
    assert [(d.key, d.value, d.line) for d in deck.directives] == [
        ("format", "ocg", 1), ("on", "2005-01-01", 1),
    ]  # fmt: skip


def test_text_that_is_no_utf_8_says_its_line() -> None:
    with pytest.raises(ParseError, match="line 2: not UTF-8 text"):
        codecs.parse("main: []\nname: Götz\n".encode("latin-1"), suffix=".yaml")


@pytest.mark.parametrize(
    ("item", "passcode", "copies"),
    [
        ("Harpie Lady ×3", 76812113, 3),
        ("3 Morphing Jar #2", 79106360, 3),
        ("Morphing Jar #2", 79106360, 1),
        ("Morphing Jar #2: 3", 79106360, 3),
        ("Morphing Jar #2 x3", 79106360, 3),
        ("3 Morphing Jar # the first one, of course", 33508719, 3),
        ("Sangan  # Kuriboh", 26202165, 1),
        ("89631139  # Blue-Eyes White Dragon", 89631139, 1),
        ("89631139  #2", 89631139, 1),
        ("3 89631139 #2", 89631139, 3),
        ("Dark Magician  # Girl", 46986414, 1),
        ("Harpie Lady  # 3", 76812113, 1),
        ("Luster Dragon  # 2", 11091375, 1),
        ("Sangan  # x3", 26202165, 1),
        ("Sangan #1", 26202165, 1),
        ("3 Morphing Jar #2  # good card", 79106360, 3),
        ("Luster Dragon #2  # x", 17658803, 1),
        ("{card: Morphing Jar, copies: 2} #2", 33508719, 2),
        ("Morphing Jar #2: x3", 79106360, 3),
        ("Morphing Jar #2: 3x", 79106360, 3),
        ("Morphing Jar #2 ×3", 79106360, 3),
        ("Morphing Jar #2 x３", 79106360, 3),
        ("Morphing Jar #2:", 79106360, 1),
        ("3 Morphing Jar #２", 79106360, 3),
        (" Morphing Jar #2", 79106360, 1),
        ("Morphing Jar #2x3", None, 1),
        ("Morphing Jar #2, x3", 79106360, 3),
        ("3 Morphing Jar #2: 2", None, 2),
        ("Morphing Jar # not #2", 33508719, 1),
        ("card: Morphing Jar #2\n    copies: 2", 79106360, 2),
        ("Number 39: Utopia", 84013237, 1),
        ("2 Number 39: Utopia", 84013237, 2),
        ("bls", None, 1),
    ],
)
def test_signs_that_yaml_or_a_count_would_take(
    item: str, passcode: int | None, copies: int
) -> None:
    found = report(f"main:\n  - {item}\n", suffix=".yaml", banlist="none")
    assert found.sizes == {"main": copies, "extra": 0, "side": 0}
    text = f"main:\n  - {item}\n" + (f"  - {{card: {passcode}, copies: 3}}\n" if passcode else "")
    over = [f for f in report(text, suffix=".yaml").findings if f.rule in ("copy-limit", "limit")]
    assert [f.copies for f in over] == ([copies + 3] if passcode else [])


def test_a_comment_behind_several_items_is_no_part_of_any() -> None:
    deck = parse("main: [Morphing Jar, Harpie Lady] #2\n")
    assert [[reading.text for reading in entry.readings] for entry in deck.entries] == [
        ["Morphing Jar"], ["Harpie Lady"],
    ]  # fmt: skip


@pytest.mark.parametrize("text", [" " * 500_000 + "x", "{" * 500_000, "main:\n" + " " * 500_000])
def test_recognising_takes_no_time(text: str) -> None:
    assert codecs.codec("yaml").recognises(text) == text.startswith("main")


def test_text_in_a_scalar_is_no_comment() -> None:
    deck = parse("name: |\n  x\n  # deckcheck: format=ocg\nmain:  # deckcheck: on=2005-01-01\n")
    assert [(d.key, d.value, d.line) for d in deck.directives] == [("on", "2005-01-01", 4)]


def test_only_line_ends_make_lines() -> None:
    deck = parse('name: "a\u2028b\x85c"\nmain:\n  - Sangan\n')
    assert [entry.line for entry in deck.entries] == [3]


def test_a_long_bad_item_takes_no_time() -> None:
    (entry,) = parse(f'main: ["a{" " * 100_000}b"]\n').entries
    assert len(entry.readings) == 1


def test_ids_are_read_as_in_a_ydk() -> None:
    found = report(
        "main: [00000089631139]\nside: [{card: '099999998', copies: 2}, {card: 99999998, "
        "copies: 2}]\n",
        suffix=".yaml",
    )
    unknown = [f for f in found.findings if f.rule in ("unknown-card", "copy-limit")]
    assert [(f.rule, f.copies) for f in unknown] == [("unknown-card", 4), ("copy-limit", 4)]


def test_hundreds_of_unknown_names_take_little_time() -> None:
    names = "".join(f"  - {chr(97 + n % 26)}{n}qqzx{n * 7919}\n" for n in range(900))
    found = report("main:\n" + names, suffix=".yaml")
    assert len([f for f in found.findings if f.rule == "unknown-card"]) == 900


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("main: []\nmian: []\n", 2, "unknown key 'mian' in a deck; did you mean 'main'"),
        ("main: []\nmain: []\n", 2, "duplicate key"),
        ("main: &a [x]\nside: *a\n", 2, "alias"),
        ("main: Sangan\n", 1, "main must be a list"),
        ("main:\n  - [a]\n", 2, "an item of main must be a mapping, not a list"),
        ("main:\n  - {card: a, copeis: 2}\n", 2, "unknown key 'copeis'"),
        ("main:\n  - {card: a, copies: two}\n", 2, "copies must be a whole number"),
        ("main:\n  - @Ignister\n", 2, "needs quotes"),
        ("main: 3 Sangan\n", 1, "lines that begin with '- '"),
        ("main:\n  - a: 0\n", 2, "0 copies"),
        ("main:\n  - Jinzo #7: 0\n", 2, "0 copies"),
        ("main:\n  - 3 Morphing\n    Jar #2\n", 3, "put a name with '#2' in it in quotes"),
        ("main:\n  - Jinzo #7 x0\n", 2, "0 copies"),
        ("main:\n  - Jinzo #7: 2000\n", 2, "2000 copies"),
        ("main:\n  - " + "a" * 400 + "\n", 2, "an item of 400 letters is no card"),
        ("main:\n- a" + "\u0301\u0323" * 200_000, 2, "letters is no card"),
        ("main:\n  - 3000000000 Sangan\n", 2, "3000000000 copies; a line holds 1 to 1000"),
        ("main:\n  -\n", 2, "names no card"),
        ("main:\n  - {}\n", 2, "names no card"),
        ("name: x\n", 1, "none of main, extra, side"),
        ("- a\n", 1, "a deck must be a mapping"),
        ("main: [a\n", 2, "not valid YAML"),
        ("# deckcheck: format=ocg\nformat: tcg\nmain: []\n", 1, "line 2 says format=tcg already"),
        ("main: []\n# deckcheck: fromat=ocg\n", 2, "unknown directive"),
        ("", 1, "none of main, extra, side"),
        ("tags: {a: [Sangan]}\n", 1, "none of main, extra, side"),
        ("main: []\ntags: [a]\n", 2, "tags must be a mapping, not a list"),
        ("main: []\ntags:\n  a: Sangan\n", 3, "the tag a must be a list"),
        ("main: []\ntags:\n  'a, b': []\n", 3, "without @, braces, commas and quotes, not 'a, b'"),
        ("main: []\ntags:\n  '@a': []\n", 3, "without @"),
        ("main: []\ntags:\n  '': []\n", 3, "a tag is a word or some"),
        ("main: []\ntags:\n  a: []\n  A: []\n", 4, "duplicate tag 'A'"),
        ("main: []\ntags:\n  a:\n    - {}\n", 4, "an item of a tag names no card"),
        ("main: []\ntags:\n  a: [900 x, 900 y]\n", 3, "1,800 cards"),
    ],
)
def test_out_of_shape_is_one_error_with_a_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert reason in caught.value.reason
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("written", "passcode"),
    [
        ("Blue-Eyes White Dragon", 89631139),
        ("blue eyes white dragon", 89631139),
        ("青眼の白龍", 89631139),
        ("푸른 눈의 백룡", 89631139),
        ("青眼白龙", 89631139),
        ("Blauäugiger w. Drache", 89631139),
        ("Gravekeeper’s Spy", 24317029),
        ("'Number 39 Utopia'", 84013237),
        ("E HERO Pit Boss", 501000018),
        ("Ｎｏ．３９　希望皇ホープ", 84013237),
        ("A Case for K9", 80181649),
        ("Black Luster Soldier", 5405694),
        ("Harpie Lady 2", 27927359),
        ("7", 67048711),
        ("7 Colored Fish", 23771716),
        ("05370235", 5370235),
        ("483", 483),
    ],
)
def test_names_in_any_language_and_spelling(written: str, passcode: int) -> None:
    found = report(f"main:\n  - {written}: 4\n", suffix=".yaml", banlist="none")
    wanted = [f for f in found.findings if f.rule in ("copy-limit", "not-a-deck-card")]
    assert [member.passcode for finding in wanted for member in finding.members] == [passcode]
    assert not [f for f in found.findings if f.rule == "unknown-card"]


def test_four_lines_of_three_copies_are_twelve() -> None:
    found = report("main:\n" + "  - 3 Sangan\n" * 4, suffix=".yaml")
    (finding,) = [finding for finding in found.findings if finding.rule == "copy-limit"]
    assert (finding.copies, finding.allowed) == (12, 3)
    assert finding.lines == (2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5)


def test_a_number_first_is_a_count_unless_it_is_part_of_the_name() -> None:
    found = report("main: [7 Colored Fish, 3 Sangan, 3 7, 2 483]\n", suffix=".yaml")
    assert found.sizes is not None
    assert found.sizes["main"] == 1 + 3 + 3 + 2

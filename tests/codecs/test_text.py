"""Pasted lists."""

import sqlite3

import pytest

from deckcheck import codecs
from deckcheck.cards import CardIndex
from deckcheck.codecs.headings import WORDS
from deckcheck.errors import ParseError
from deckcheck.model import DeckList
from deckcheck.near import NearNames
from deckcheck.resolve import resolve
from judging import only, report


def parse(text: str) -> DeckList:
    return codecs.parse(text.encode(), suffix=".txt", name="text")


def cards(db: sqlite3.Connection, text: str) -> list[tuple[str, int, str]]:
    """Section, copies and card of each line that is one."""
    index = CardIndex(db)
    deck = resolve(index, NearNames(index), parse(text))
    found: dict[int, tuple[str, int, str]] = {}
    for copy in deck.copies:
        number = found[copy.line][1] if copy.line in found else 0
        name = copy.card.name if copy.card else f"unknown {copy.written}"
        found[copy.line] = (copy.section, number + 1, name)
    return list(found.values())


@pytest.mark.parametrize(
    ("line", "copies", "name"),
    [
        ("Sangan", 1, "Sangan"),
        ("3 Sangan", 3, "Sangan"),
        ("3x Sangan", 3, "Sangan"),
        ("3X Sangan", 3, "Sangan"),
        ("3 x Sangan", 3, "Sangan"),
        ("3×Sangan", 3, "Sangan"),
        ("３ｘ　Sangan", 3, "Sangan"),
        ("Sangan x3", 3, "Sangan"),
        ("Sangan ×3", 3, "Sangan"),
        ("Sangan (x3)", 3, "Sangan"),
        ("Sangan (3)", 3, "Sangan"),
        ("Harpie Lady (2)", 2, "Harpie Lady"),
        ("1000 Sangan", 1, "Sangan"),
        ("Sangan (3x)", 3, "Sangan"),
        ("Sangan (Common) 3", 3, "Sangan"),
        ("Sangan (Ultra Rare) x2 NM", 2, "Sangan"),
        ("Blue-Eyes White Dragon (alt) 3", 3, "Blue-Eyes White Dragon"),
        ("- 3x Sangan", 3, "Sangan"),
        ("* Sangan", 1, "Sangan"),
        ("• 2 Sangan", 2, "Sangan"),
        ("3 26202165", 3, "Sangan"),
        ("26202165", 1, "Sangan"),
        ("２６２０２１６５", 1, "Sangan"),
        ("26202165 3", 3, "Sangan"),
        ("26202165 x3", 3, "Sangan"),
        ("2x 26202165 (Sangan)", 2, "Sangan"),
        ("26202165 Sangan", 1, "Sangan"),
        ("26202165 - Sangan", 1, "Sangan"),
        ("Sangan (Common)", 1, "Sangan"),
        ("2 Sangan [LOB-001] near mint", 2, "Sangan"),
        ("2 Sangan (UR) foil", 2, "Sangan"),
        ("2 Sangan // my favourite", 2, "Sangan"),
        ("2 Sangan # my favourite", 2, "Sangan"),
        ("7 Colored Fish", 1, "7 Colored Fish"),
        ("3 7 Colored Fish", 3, "7 Colored Fish"),
        ("7", 1, "7"),
        ("3 7", 3, "7"),
        ("483", 1, "Parallel Teleport"),
        ("ash_blossom_and_joyous_spring 3 m ne", 3, "Ash Blossom & Joyous Spring"),
        ("ash_blossom_and_joyous_spring", 1, "Ash Blossom & Joyous Spring"),
        ("3 Ash Blossom and Joyous Spring", 3, "Ash Blossom & Joyous Spring"),
        ("Maxx “C”", 1, 'Maxx "C"'),
        ("1 Gravekeeper’s Spy", 1, "Gravekeeper's Spy"),
        ("Black ☆ Magician Girl", 1, "unknown Black ☆ Magician Girl"),
        ("Dark Magician Girl ☆", 1, "Dark Magician Girl"),
        ("Ｓａｎｇａｎ", 1, "Sangan"),
        ("2 Ｎｕｍｂｅｒ　３９：　Ｕｔｏｐｉａ", 2, "Number 39: Utopia"),
        ("Number 39: Utopia", 1, "Number 39: Utopia"),
        ('"A Case for K9"', 1, '"A Case for K9"'),
        ('2 "A Case for K9"', 2, '"A Case for K9"'),
        ("Morphing Jar #2", 1, "Morphing Jar #2"),
        ("2 増殖するＧ", 2, 'Maxx "C"'),
        ("3 灰流丽", 3, "Ash Blossom & Joyous Spring"),
        ("Alpha The Electromagnet Warrior", 1, "Alpha The Electromagnet Warrior"),
        ("α The Electromagnet Warrior", 1, "Alpha The Electromagnet Warrior"),
        ("3 Sangann", 3, "unknown Sangann"),
    ],
)
def test_lines(db: sqlite3.Connection, line: str, copies: int, name: str) -> None:
    assert [found[1:] for found in cards(db, line)] == [(copies, name)]


def test_ids_and_names_in_one_list(db: sqlite3.Connection) -> None:
    found = cards(db, "1 Dark Magician\n89631139\n3 23995346\n")
    assert [copies for _, copies, _ in found] == [1, 1, 3]
    assert found[2] == ("extra", 3, "Blue-Eyes Ultimate Dragon")


@pytest.mark.parametrize(
    ("main", "extra", "side"),
    [
        ("Main Deck", "Extra Deck", "Side Deck"),
        ("Main Deck (2)", "Extra Deck (1):", "Side Deck [1]"),
        ("== MAIN ==", "== EXTRA ==", "== SIDE =="),
        ("**Main Deck: 2**", "# Extra Deck", "## Sideboard"),
        ("[Main]", "[Fusion Deck]", "[Side]"),
        ("#main", "#extra", "!side"),
        ("主卡组", "额外卡组", "副卡组"),
        ("主卡組：2枚", "額外卡組", "副卡組"),
        ("【メインデッキ】", "エクストラデッキ", "サイドデッキ"),
        ("메인 덱", "엑스트라 덱", "사이드 덱"),
        ("Hauptdeck (2 Karten)", "Extra-Deck", "Side-Deck"),
        ("Deck principal", "Deck adicional", "Mazo secundario"),
    ],
)
def test_headings(db: sqlite3.Connection, main: str, extra: str, side: str) -> None:
    text = f"{main}\nSangan\nStardust Dragon\n\n{extra}\nStardust Dragon\n{side}\nRaigeki\n"
    assert [section for section, _, _ in cards(db, text)] == ["main", "main", "extra", "side"]


def test_cards_below_no_section_are_main_or_extra_deck_by_their_kind(
    db: sqlite3.Connection,
) -> None:
    text = "Monsters (2)\nSangan\nStardust Dragon\nSpells\nRaigeki\nSide Deck\nMonsters\nSangan\n"
    assert [section for section, _, _ in cards(db, text)] == ["main", "extra", "main", "side"]
    in_main = "Main Deck\nMonsters\nStardust Dragon\n"
    assert [section for section, _, _ in cards(db, in_main)] == ["main"]


def test_no_card_is_called_like_a_heading(db: sqlite3.Connection) -> None:
    index = CardIndex(db)
    assert len(WORDS) > 80
    assert [word for word in sorted(WORDS) if index.by_name(word)] == []


def test_a_heading_is_held_against_what_stands_below_it() -> None:
    text = "主卡组 (41)\n" + "3 Sangan\n" * 13 + "Raigeki\n副卡组\n2 Stardust Dragon\n"
    first, second = only(report(text, suffix=".txt"), "ambiguous-name")
    assert first.message == "'主卡组' announces 41 cards; 40 stand below it"
    assert "'副卡组' is read as the Side Deck, and only Extra Deck monsters" in second.message
    assert (first.lines, second.lines, second.severity) == ((1,), (16,), "warning")


@pytest.mark.parametrize(
    "text",
    [
        "Main Deck (4)\nMonsters (3)\n3 Sangan\nSpells (1)\nRaigeki\nExtra (1)\nStardust Dragon\n",
        "Main (2)\nSangan\n0 Raigeki\nSide\nStardust Dragon\nSangan\n",
        "Extra\nStardust Dragon\nSide\nStardust Dragon\n",
    ],
)
def test_a_heading_that_fits_is_not_in_doubt(text: str) -> None:
    assert only(report(text, suffix=".txt"), "ambiguous-name") == []


def test_what_is_said_beside_cards() -> None:
    deck = parse(
        "Deck: Blue Eyes\n# deckcheck: format=ocg\n# a remark\n// another\n=====\n3 Sangan"
    )
    assert (deck.name, deck.comments, len(deck.entries)) == ("Blue Eyes", 2, 1)
    assert [(d.key, d.value) for d in deck.directives] == [("format", "ocg")]


@pytest.mark.parametrize(
    ("line", "message", "section"),
    [
        ("Win condition:", "'Win condition:' is no heading that is known here", None),
        ("https://example.org/1", "unsupported deck code or link", None),
        ("0 Sangan", "'0 Sangan': a line holds 1 to 1,000 copies of one card", "main"),
        ("1001x Sangan", "a line holds 1 to 1,000 copies", "main"),
        ("x" * 301, "a line of 301 letters is no card", "main"),
    ],
)
def test_bad_lines_are_problems_with_their_line(
    line: str, message: str, section: str | None
) -> None:
    (problem,) = parse(f"Sangan\n{line}\n").problems
    assert message in problem.message
    assert (problem.line, problem.section) == (2, section)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no card is listed"),
        ("# only a remark\n", "no card is listed"),
        ("600 Sangan\n401 Kuriboh\n", "1,001 cards, more than the 1,000"),
        ("Sangan\n" * 5000, "5,000 cards, more than the 1,000"),
    ],
)
def test_what_is_no_deck_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert reason in caught.value.reason


def test_a_long_line_takes_no_time() -> None:
    for line in (
        "9" * 100_000, "1 " * 50_000, "x (" * 30_000, "[(" * 50_000, "a_" * 50_000,
        "a" * 900_000, "A1b" * 300_000, "://" + "a" * 300_000, "1(" * 400_000,
    ):  # fmt: skip
        assert len(parse(f"Sangan\n{line}").problems) == 1


def test_an_id_beside_a_name_that_is_no_card_is_said() -> None:
    found = report("12345678 Sangan\n5000 Raigeki\n", suffix=".txt")
    messages = [finding.message for finding in only(found, "ambiguous-name")]
    assert messages == [
        "Sangan: 1 copy, read from 'Sangan'; 12345678 beside it is no id that is known",
        "Raigeki: 1 copy, read from 'Raigeki'; 5000 beside it is no id that is known",
    ]


@pytest.mark.parametrize("line", ["3x Sangan [89631139]", "Sangan (89631139)", "89631139 (Sangan)"])
def test_an_id_and_a_name_that_are_two_cards_are_in_doubt(line: str) -> None:
    found = report(f"{line}\n", suffix=".txt")
    assert len(only(found, "ambiguous-name")) == 1


def test_a_title_above_the_first_heading_is_the_name_and_said() -> None:
    deck = parse("Goat Control by Anna\n\nMain Deck\n3 Sangan\n")
    assert (deck.name, len(deck.entries)) == ("Goat Control by Anna", 1)
    assert [doubt.line for doubt in deck.doubts] == [1]
    assert parse("3 Sangan\nExtra Deck\nStardust Dragon\n").name is None


def test_a_line_that_is_no_utf_8_says_so() -> None:
    deck = codecs.parse("Sangan\nクリッター\n".encode("cp932"), suffix=".txt")
    (problem,) = deck.problems
    assert "is not UTF-8 text; save the file as UTF-8" in problem.message
    assert (problem.line, problem.section) == (2, "main")


@pytest.mark.parametrize(
    "line",
    [
        "89631139 Blue-Eyes White Dragon 3", "89631139 Sangan 3", "3 Sangan (MRD), 2 Kuriboh",
        "3 Sangan (2 Kuriboh)", "3 Sangan # 2 Kuriboh", "2 Sangan (1 Main, 1 Side)",
        "Sangan (Side Deck)", "Sangan (MRD) 2 Kuriboh",
    ],
)  # fmt: skip
def test_what_is_dropped_and_may_count_is_said(line: str) -> None:
    found = report(f"{line}\n", suffix=".txt")
    assert {"ambiguous-name", "unknown-card", "parse"} & {f.rule for f in found.findings}


@pytest.mark.parametrize(
    ("line", "copies"),
    [("89631139: 3", 3), ("89631139 - 3", 3), ("89631139 = 3", 3), ("89631139 x3", 3)],
)
def test_copies_behind_a_passcode(db: sqlite3.Connection, line: str, copies: int) -> None:
    assert cards(db, line) == [("main", copies, "Blue-Eyes White Dragon")]


def test_several_passcodes_on_a_line_are_a_problem() -> None:
    (problem,) = parse("Sangan\n89631139 89631139 89631139\n").problems
    assert "of one card" in problem.message


def test_a_heading_announces_what_stands_to_the_next_lead_or_rule() -> None:
    text = "Traps (1)\nMirror Force\nWIN CONDITION:\nKuriboh\n=====\nSangan\n"
    assert only(report(text, suffix=".txt"), "ambiguous-name") == []


def test_a_number_before_a_name_with_an_id_is_one_of_copies() -> None:
    listed = parse("3 Raigeki (12580477)\n7 Colored Fish (23771716)\n")
    first, second = ([(r.copies, r.text) for r in entry.readings] for entry in listed.entries)
    assert (1, "12580477") not in first
    assert {(3, "Raigeki"), (3, "12580477"), (1, "3 Raigeki")} <= set(first)
    # the name comes first, whose number may be a part of it
    assert second.index((1, "7 Colored Fish")) < second.index((7, "Colored Fish"))

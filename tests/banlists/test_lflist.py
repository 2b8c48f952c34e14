"""lflist.conf: every variant that simulators write, and what each engine would misread."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.banlists.content import file_content, list_content
from deckcheck.banlists.dated import RegionLists
from deckcheck.banlists.lflist import (
    LfList,
    dump_lflist,
    is_lflist,
    pick,
    read_lflist,
    resolve_lflist,
)
from deckcheck.cards import CardIndex
from deckcheck.errors import DataError
from deckcheck.text import decode

POT, RAIGEKI, MAGICIAN, ITS_ARTWORK = 55144522, 12580477, 46986414, 46986415


def only(text: str | bytes) -> LfList:
    data = text.encode() if isinstance(text, str) else text
    return pick(read_lflist(decode(data), "x"), "x", None)


@pytest.mark.parametrize(
    "text",
    [
        f"!A\n{POT} 0 --Pot of Greed\n{RAIGEKI} 1\n",
        f"\ufeff!A\n{POT} 0\n{RAIGEKI} 1\n",
        f"#[A]\n!A\n#forbidden\n{POT} 0 -- Pot\n#limited\n{RAIGEKI} 1 -Raigeki",
        f"!A\r\n{POT} 0\r\n{RAIGEKI} 1--Raigeki\r\n",
        f"! A \n0{POT}  0 --x\n{RAIGEKI}\t1\t--y\n",
        f"!A\n--StartDate 1970-01-01\n{POT} 0 --a 2\tb\n{RAIGEKI} 1 #c\n",
    ],
)
def test_variants_of_one_list(text: str) -> None:
    listed = only(text)
    assert listed.name == "A"
    assert [(entry.code, entry.number) for entry in listed.counts] == [(POT, 0), (RAIGEKI, 1)]
    assert not listed.is_whitelist


def test_several_lists_are_picked_by_name() -> None:
    file = read_lflist("!2026.05 TCG\n1 0\n!２０１１．９．１\n2 0\n!Empty\n", "x")
    assert [listed.name for listed in file.lists] == ["2026.05 TCG", "２０１１．９．１", "Empty"]
    assert pick(file, "x", "2026.05 tcg").counts[0].code == 1
    with pytest.raises(DataError, match=r"x has 3 lists; name one as FILE#NAME: '2026\.05 TCG'"):
        pick(file, "x", None)
    with pytest.raises(DataError, match="x has 3 lists"):
        pick(file, "x", "2026.06 TCG")
    with pytest.raises(DataError, match="one begins with a line '!NAME'"):
        pick(read_lflist("#x\n", "x"), "x", None)


@pytest.mark.parametrize("line", ["12345678 --name", "12345678", "12345678 $genesys --name"])
def test_a_missing_count_is_an_error_never_a_ban(line: str) -> None:
    with pytest.raises(DataError, match=r"^x:2: no count behind 12345678"):
        read_lflist(f"!A\n{line}\n", "x")


@pytest.mark.parametrize("line", ["9" * 5000 + " 0", "12345678 " + "9" * 5000, "4294967296 0"])
def test_a_number_without_bounds_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(DataError, match=r"^x:2: "):
        read_lflist(f"!A\n{line}\n", "x")


def test_two_lists_of_one_name_cannot_be_told_apart() -> None:
    with pytest.raises(DataError, match="2 lists are called 'A', on lines 1, 3"):
        pick(read_lflist("!A\n1 0\n!A\n2 0\n", "x"), "x", "A")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("1 0\n!A\n", 1, "before the first list"),
        ("!A\n1  0\n", 2, "several spaces"),
        ("!A\n1\t0\n", 2, "a TAB"),
        ("!A\n 1 0\n", 2, "a space before the code"),
        ("!A\n1 4\n", 2, "count 4 is not -1 to 3"),
        ("!A\n1 -2\n", 2, "count -2 is not -1 to 3"),
        ("!A\nUnlimited\n", 2, "no card line"),
    ],
)
def test_what_an_engine_would_read_otherwise_is_said(text: str, line: int, message: str) -> None:
    (doubt,) = read_lflist(text, "x").doubts
    assert doubt.line == line
    assert message in doubt.message


@pytest.mark.parametrize(
    "text",
    [
        "!A\n$genesys 100\n12345678 $genesys 33 --name\n1 0\n",
        "!A\n1 0\n$genesys\n12345678 33 --name\n",
        "!A\n1 0\n$pointcap 100\n12345678\t33\n",
    ],
)
def test_both_forms_of_points(text: str) -> None:
    listed = only(text)
    assert [(entry.code, entry.number) for entry in listed.points] == [(12345678, 33)]
    assert [(entry.code, entry.number) for entry in listed.counts] == [(1, 0)]


def test_whitelists(db: sqlite3.Connection) -> None:
    listed = only(f"!A\n$whitelist \n{POT} 0\n{RAIGEKI} 3\n{MAGICIAN} -1\n")
    assert listed.is_whitelist
    found = resolve_lflist(CardIndex(db), listed, "x")
    cards = CardIndex(db)
    assert found.limits.whitelist is not None
    assert {cards.card(key).passcode for key in found.limits.whitelist} == {POT, RAIGEKI}
    assert {cards.card(key).passcode: limit.allowed for key, limit in
            found.limits.limits.items()} == {POT: 0, MAGICIAN: 0}  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "allowed", "doubts"),
    [
        ((f"{MAGICIAN} 1", f"{ITS_ARTWORK} 1"), 1, 0),
        ((f"{MAGICIAN} 1", f"{ITS_ARTWORK} 0"), 1, 1),
        ((f"{ITS_ARTWORK} 0", f"{MAGICIAN} 1"), 1, 1),
        ((f"{ITS_ARTWORK} 2",), 2, 0),
        ((f"{MAGICIAN} 1", f"{MAGICIAN} 2"), 2, 1),
        ((f"{MAGICIAN} 1", "999999999 0"), 1, 1),
    ],
)
def test_the_passcode_counts_before_an_artwork_and_the_last_of_two_lines(
    db: sqlite3.Connection, lines: tuple[str, ...], allowed: int, doubts: int
) -> None:
    found = resolve_lflist(CardIndex(db), only("\n".join(("!A", *lines))), "x")
    assert [limit.allowed for limit in found.limits.limits.values()] == [allowed]
    assert len(found.doubts) == doubts


@pytest.mark.parametrize(
    "region", ["tcg", "ocg", "rush", "worlds", "genesys", "ocg-genesys", "goat", "edison", "hat"]
)
def test_read_write_read_gives_the_same_list(db: sqlite3.Connection, region: str) -> None:
    cards = CardIndex(db, game="rush" if region == "rush" else "ocg-tcg")
    lists = RegionLists(db, region)
    for dated in lists.lists[::9]:
        content = list_content(cards, lists, dated)
        text = dump_lflist(cards, content, 100)
        file = read_lflist(text, "x")
        whitelists = [doubt for doubt in file.doubts if "in the pool" in doubt.message]
        assert file.doubts == tuple(whitelists)
        assert bool(whitelists) == (content.whitelist is not None)
        found = resolve_lflist(cards, pick(file, "x", None), "x")
        assert found.doubts == ()
        assert {key: limit.allowed for key, limit in found.limits.limits.items()} == {
            card.key: limit.allowed for card, limit in content.limits
        }
        assert found.limits.points == {card.key: points for card, points in content.points}
        pool = content.whitelist
        assert found.limits.whitelist == (None if pool is None else {card.key for card in pool})


def test_limits_beside_points_survive(db: sqlite3.Connection) -> None:
    cards = CardIndex(db)
    text = f"!L\n$genesys 100\n{POT} 0\n{RAIGEKI} 1\n{MAGICIAN} $genesys 10\n"
    first = resolve_lflist(cards, pick(read_lflist(text, "x"), "x", None), "x").limits
    again = dump_lflist(cards, file_content(cards, first), 100)
    second = resolve_lflist(cards, pick(read_lflist(again, "x"), "x", None), "x").limits
    assert {key: limit.allowed for key, limit in first.limits.items()} == {
        key: limit.allowed for key, limit in second.limits.items()
    }
    assert (len(first.limits), first.points) == (2, second.points)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (f"{POT} 0\n!A\n{RAIGEKI} 1\n", 1, "stands before the first list"),
        (f"--SS05\n!A\n{RAIGEKI} 1\n", 1, "stands before the first list"),
        ("!A\n$genesys 100\n999999999 $genesys 5\n", 3, "no card that is known here"),
        (f"!A\n$genesys 100\n{POT} $genesys 5\n{POT} $genesys 6\n", 4, "6 points here, 5 on line"),
        (f"!A\n{POT} -1\n", 2, "count -1: YGOPro passes the line over"),
        (f"!A\n$WhiteList\n{POT} 3\n", 2, "only $whitelist in small letters"),
    ],
)
def test_what_an_engine_passes_over(
    db: sqlite3.Connection, text: str, line: int, message: str
) -> None:
    assert is_lflist(text)
    file = read_lflist(text, "x")
    doubts = [*file.doubts, *resolve_lflist(CardIndex(db), pick(file, "x", None), "x").doubts]
    assert any(doubt.line == line and message in doubt.message for doubt in doubts)


def test_an_artwork_does_not_change_the_points_of_its_card(db: sqlite3.Connection) -> None:
    text = f"!A\n$genesys 100\n{MAGICIAN} $genesys 10\n{ITS_ARTWORK} $genesys 20\n"
    found = resolve_lflist(CardIndex(db), pick(read_lflist(text, "x"), "x", None), "x")
    assert list(found.limits.points.values()) == [10]


def test_a_cap_before_the_first_list_is_that_of_all() -> None:
    text = f"$pointcap 100\n!A\n{POT} 33\n"
    assert is_lflist(text)
    (listed,) = read_lflist(text, "x").lists
    assert [entry.number for entry in listed.points] == [33]


def test_every_artwork_is_written(db: sqlite3.Connection) -> None:
    cards = CardIndex(db)
    lists = RegionLists(db, "tcg")
    text = dump_lflist(cards, list_content(cards, lists, lists.in_force(lists.newest_day)), 100)
    assert "4280258 0 --Apollousa, Bow of the Goddess\n4280259 0 --Apollousa" in text


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_with_its_line(text: str) -> None:
    try:
        read_lflist(f"!A\n{text}", "x")
    except DataError as error:
        assert str(error).startswith("x:")


@pytest.mark.parametrize(
    ("text", "it_is"),
    [("!A\n", True), ("#[x]\n\n!A\n", True), ("title: x\n", False), ("", False), ("# x\n", False)],
)
def test_told_from_yaml(text: str, it_is: bool) -> None:
    assert is_lflist(text) == it_is

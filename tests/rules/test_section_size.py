"""Sizes by ruleset, as written in the file."""

import pytest

from decktext import times, ydk
from judging import only, report

FUSION = 63519819


def sizes(main: int, extra: int, side: int) -> str:
    """A deck of so many cards, far more than three copies of some."""
    return ydk(times(main, 91152256), times(extra, FUSION), times(side, 28279543), size=0)


def sized(main: int, extra: int, side: int, format_: str, on: str) -> list[tuple[str, str]]:
    found = report(sizes(main, extra, side), format_, on)
    return [(f.severity, f.message) for f in only(found, "section-size")]


def test_sixty_one_of_at_most_sixty() -> None:
    assert report(ydk(size=60)).verdict == "legal"
    ((severity, message),) = sized(61, 0, 0, "tcg", "2026-06-01")
    assert severity == "error"
    assert "61 of at most 60" in message


@pytest.mark.parametrize(
    ("format_", "on", "main", "extra", "side", "expected"),
    [
        # 1999: 40 or more, Fusion Deck without maximum, side 0-10
        ("ocg", "1999-07-08", 75, 20, 10, []),
        ("ocg", "1999-07-08", 39, 0, 11, ["39 of at least 40", "11 of at most 10"]),
        # 2000-04-20: side exactly 15, an empty one is doubtful
        ("ocg", "2000-04-19", 40, 0, 0, []),
        ("ocg", "2000-04-20", 40, 0, 15, []),
        ("ocg", "2000-04-20", 40, 0, 14, ["14 of exactly 15"]),
        ("ocg", "2000-04-20", 40, 0, 16, ["16 of exactly 15"]),
        ("ocg", "2005-01-01", 75, 20, 15, []),
        ("ocg", "2008-03-14", 75, 20, 15, []),
        # 2008-03-15: 40-60, 0-15, 0-15
        ("ocg", "2008-03-15", 61, 16, 16, ["61 of at most 60", "16 of at most 15",
                                           "16 of at most 15"]),
        ("ocg", "2008-03-15", 60, 15, 7, []),
        ("ocg", "2026-07-01", 40, 0, 1, []),
        # TCG: side 0 or 15 first
        ("tcg", "2002-05-07", 75, 20, 0, []),
        ("tcg", "2002-05-07", 40, 0, 15, []),
        ("tcg", "2008-08-12", 40, 0, 7, ["7 of exactly 0 or 15"]),
        ("tcg", "2008-08-13", 61, 16, 16, ["61 of at most 60", "16 of at most 15",
                                           "16 of at most 15"]),
        ("tcg", "2008-08-13", 60, 15, 15, []),
        ("tcg", "2009-10-22", 60, 15, 7, []),
    ],
)  # fmt: skip
def test_sizes_of_the_day(
    format_: str, on: str, main: int, extra: int, side: int, expected: list[str]
) -> None:
    errors = [text for severity, text in sized(main, extra, side, format_, on)
              if severity == "error"]  # fmt: skip
    assert len(errors) == len(expected)
    assert all(part in text for part, text in zip(expected, errors, strict=True))


def test_where_exactly_15_is_asked_an_empty_side_deck_is_a_warning() -> None:
    ((severity, message),) = sized(40, 0, 0, "ocg", "2005-01-01")
    assert severity == "warning"
    assert "single duel" in message


@pytest.mark.parametrize("side", [1, 14])
def test_rulebook_7_warns_of_a_side_deck_that_events_refused(side: int) -> None:
    ((severity, message),) = sized(40, 0, side, "tcg", "2008-08-13")
    assert severity == "warning"
    assert "sanctioned" in message
    assert sized(40, 0, side, "tcg", "2009-10-22") == []


def test_unreadable_passcodes_and_unknown_cards_count() -> None:
    found = report(ydk(["8963113O", 101999999], size=41))
    assert found.sizes == {"main": 41, "extra": 0, "side": 0}


def test_a_file_with_nothing_but_a_header_is_illegal_by_size() -> None:
    found = report("#main\n")
    assert (found.verdict, found.sizes) == ("illegal", {"main": 0, "extra": 0, "side": 0})


def test_the_fusion_deck_has_its_name() -> None:
    found = report(sizes(40, 16, 0), "ocg", "2010-01-01")
    assert only(found, "section-size")[0].message.startswith("Extra Deck: 16 of at most 15")
    assert report(sizes(40, 16, 0), "ocg", "2005-01-01").terms.ruleset.sections["extra"].name == (
        "Fusion Deck"
    )

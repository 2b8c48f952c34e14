"""Rules with little to them: parse, unknown cards, old ids, tokens, stale lists."""

import pytest

from decktext import times, ydk
from judging import only, report, rules_of


def test_bad_lines_are_said_with_their_line_and_prove_nothing() -> None:
    found = report(ydk(["8963113O", "-5", "4294967296", "8963113989631139", "pot"], size=44))
    lines = [(finding.lines, finding.sections) for finding in only(found, "parse")]
    assert lines == [((n,), ("main",)) for n in (2, 3, 4, 5)] + [((6,), ())]
    assert found.verdict == "undecided"
    assert found.sizes == {"main": 43, "extra": 0, "side": 0}


def test_unknown_cards_are_counted_and_named_with_line_and_nearest() -> None:
    found = report(ydk([*times(3, 101006012), 89631193], size=40))
    unknown = only(found, "unknown-card")
    assert [finding.lines for finding in unknown] == [(2, 3, 4), (5,)]
    assert "89631139 Blue-Eyes White Dragon" in unknown[1].message
    assert found.sizes == {"main": 40, "extra": 0, "side": 0}
    assert found.verdict == "undecided"


def test_id_0_in_a_link_is_unknown_with_its_place() -> None:
    found = report("ydke://o6lXBQAAAAA=!!!", suffix=".ydke")
    assert rules_of(found) == ["section-size", "unknown-card"]
    assert "main 2" in only(found, "unknown-card")[0].message
    assert found.sizes == {"main": 2, "extra": 0, "side": 0}
    assert found.verdict == "illegal"


def test_an_unknown_name_gets_near_ones_in_the_language_asked_for() -> None:
    (finding,) = only(report("main: [Drak Magician]", suffix=".yaml"), "unknown-card")
    assert "'Dark Magician'" in finding.message
    (finding,) = only(report("main: [Dunkler Magieer]", suffix=".yaml", lang="de"), "unknown-card")
    assert "'Dunkler Magier'" in finding.message


def test_an_ambiguous_name_shows_its_candidates() -> None:
    (finding,) = only(report("main: [暴风雨]", suffix=".yaml"), "unknown-card")
    assert "45653036 Rain Storm" in finding.message
    assert "94042337 Violent Rain" in finding.message


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        (8805661, "passcode was known"),
        (3784444, "before errata"),
        (504700000, "Goat"),
        (511001311, "anime"),
    ],
)
def test_old_ids_are_warned_of(written: int, kind: str) -> None:
    found = report(ydk([written]))
    (finding,) = only(found, "old-id")
    assert (finding.severity, finding.lines) == ("warning", (2,))
    assert kind in finding.message


def test_an_old_id_of_a_prize_card_gets_no_other_finding() -> None:
    assert rules_of(report(ydk([662853]))) == ["not-a-deck-card"]


def test_another_artwork_is_no_old_id() -> None:
    assert report(ydk([36996508])).findings == ()


@pytest.mark.parametrize("card", [645088, 60087721, 501000000])
def test_tokens_and_prize_cards_are_no_deck_cards(card: int) -> None:
    found = report(ydk([card]))
    assert rules_of(found) == ["not-a-deck-card"]
    assert found.sizes == {"main": 40, "extra": 0, "side": 0}
    assert found.verdict == "illegal"


@pytest.mark.parametrize(
    ("format_", "day", "stale"),
    [
        ("tcg", "2026-09-18", False),
        ("tcg", "2026-09-19", True),
        ("ocg", "2026-11-01", False),
        ("ocg", "2026-11-02", True),
    ],
)
def test_a_list_is_stale_after_four_months(format_: str, day: str, stale: bool) -> None:
    found = report(ydk(), format_, day)
    assert rules_of(found) == ["banlist-stale"] * stale
    assert found.verdict == "legal"


def test_a_named_list_is_never_stale() -> None:
    assert report(ydk(), "tcg", "2030-01-01", banlist="tcg@2026-05-18").findings == ()

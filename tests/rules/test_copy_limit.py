"""Copies of a name, counted by name group over all sections."""

import pytest

from decktext import times, ydk
from judging import only, report, rules_of

HARPIES = (76812113, 27927359, 54415063)
POLYMERIZATION, FUSION_SUBSTITUTE = 24094653, 74335036
DARK_MAGICIAN, ITS_OTHER_ARTWORK = 46986414, 36996508
CYBER_DRAGON, DREI, PROTO = 70095154, 59281922, 26439287
UMI, LEGENDARY_OCEAN = 22702055, 295517
HARPIE_QUEEN = 75064463
GLOW_MOSS, TWINKLE_MOSS = 17732278, 13857930


def test_three_each_of_the_harpies_are_nine_of_one_name() -> None:
    found = report(ydk([card for card in HARPIES for _ in range(3)]))
    (finding,) = found.findings
    assert finding.rule == "copy-limit"
    assert (finding.copies, finding.allowed) == (9, 3)
    assert finding.card is not None
    assert finding.card.name == "Harpie Lady"
    assert [(member.name, member.copies) for member in finding.members] == [
        ("Harpie Lady", 3), ("Harpie Lady 2", 3), ("Harpie Lady 3", 3),
    ]  # fmt: skip
    assert finding.lines == tuple(range(2, 11))
    assert all(member.name in finding.message for member in finding.members)


@pytest.mark.parametrize(
    "cards",
    [
        times(3, POLYMERIZATION) + times(1, FUSION_SUBSTITUTE),
        times(2, DARK_MAGICIAN) + times(2, ITS_OTHER_ARTWORK),
        times(2, UMI) + times(2, LEGENDARY_OCEAN),
        times(4, FUSION_SUBSTITUTE),
        times(4, UMI),
    ],
)
def test_four_of_a_name_are_one_too_many(cards: list[object]) -> None:
    found = report(ydk(cards))
    (finding,) = found.findings
    assert (finding.rule, finding.copies, finding.allowed) == ("copy-limit", 4, 3)
    assert found.verdict == "illegal"


@pytest.mark.parametrize(
    "cards",
    [
        times(3, CYBER_DRAGON) + times(3, DREI),
        times(3, CYBER_DRAGON) + times(3, PROTO),
        times(3, 76812113) + times(3, HARPIE_QUEEN),
        times(1, 76812113) + times(1, 27927359) + times(1, 54415063),
    ],
)
def test_a_name_gained_on_the_field_does_not_count(cards: list[object]) -> None:
    assert report(ydk(cards)).verdict == "legal"


def test_sections_are_counted_together() -> None:
    found = report(ydk(times(2, CYBER_DRAGON), side=times(2, CYBER_DRAGON)))
    (finding,) = found.findings
    assert (finding.copies, finding.sections) == (4, ("main", "side"))


def test_a_card_also_treated_as_another_counts_with_both() -> None:
    both = report(ydk(times(2, GLOW_MOSS), extra=times(2, TWINKLE_MOSS)))
    (finding,) = both.findings
    assert finding.card is not None
    assert (finding.card.passcode, finding.copies) == (GLOW_MOSS, 4)
    assert report(ydk(times(2, GLOW_MOSS), extra=times(1, TWINKLE_MOSS))).verdict == "legal"


def test_four_of_a_card_with_two_names_are_said_once() -> None:
    assert rules_of(report(ydk(extra=times(4, TWINKLE_MOSS)))) == ["copy-limit"]


def test_twelve_copies_are_counted_whole() -> None:
    found = report(ydk(times(12, CYBER_DRAGON)))
    (finding,) = found.findings
    assert finding.copies == 12
    assert len(finding.lines) == 12


def test_while_there_was_a_fusion_deck_it_is_counted_on_its_own() -> None:
    deck = ydk(times(3, GLOW_MOSS), extra=times(3, TWINKLE_MOSS))
    assert only(report(deck, "ocg", "2008-03-14"), "copy-limit") == []
    (finding,) = only(report(deck, "ocg", "2008-03-15"), "copy-limit")
    assert finding.copies == 6


def test_a_misplaced_card_is_counted_where_it_belongs() -> None:
    """Also while there was a Fusion Deck: what stands in the wrong deck is no copy less."""
    fusion, sangan = 63519819, 26202165
    found = report(ydk(extra=times(3, fusion), side=times(1, fusion)), "ocg", "2004-01-01")
    assert [(f.copies, f.sections) for f in only(found, "copy-limit")] == [(4, ("extra", "side"))]
    assert [f.sections for f in only(found, "placement")] == [("side",)]
    found = report(ydk([sangan], extra=[sangan]), "ocg", "2004-01-01")
    (finding,) = only(found, "limit")
    assert (finding.copies, finding.allowed, finding.sections) == (2, 1, ("main", "extra"))


def test_four_of_one_unknown_id_are_too_many_whatever_it_is() -> None:
    found = report(ydk(times(4, 101999999)))
    (finding,) = only(found, "copy-limit")
    assert (finding.card, finding.copies, finding.allowed) == (None, 4, 3)
    assert found.verdict == "illegal"
    assert report(ydk(times(3, 101999999))).verdict == "undecided"


def test_tokens_get_no_other_finding() -> None:
    found = report(ydk(times(4, 645088)))
    assert rules_of(found) == ["not-a-deck-card"]

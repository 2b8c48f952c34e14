"""Which card stands where."""

import pytest

from decktext import ydk
from judging import only, report

FUSION, SYNCHRO, XYZ, LINK = 63519819, 44508094, 84013237, 1861629
RITUAL, PENDULUM, SPELL = 64631466, 16178681, 24094653


@pytest.mark.parametrize("card", [FUSION, SYNCHRO, XYZ, LINK])
def test_extra_deck_monsters_stand_in_extra_or_side(card: int) -> None:
    assert report(ydk(extra=[card], side=[card])).verdict == "legal"
    (finding,) = report(ydk([card])).findings
    assert (finding.rule, finding.sections, finding.lines) == ("placement", ("main",), (2,))
    assert "belongs in the Extra Deck or Side Deck" in finding.message


@pytest.mark.parametrize("card", [RITUAL, PENDULUM, SPELL])
def test_all_else_stands_in_main_or_side(card: int) -> None:
    assert report(ydk([card], side=[card])).verdict == "legal"
    (finding,) = report(ydk(extra=[card])).findings
    assert (finding.rule, finding.sections) == ("placement", ("extra",))


def test_each_misplaced_card_is_said() -> None:
    found = report(ydk([FUSION, LINK, FUSION], extra=[SPELL]))
    assert [(f.card.passcode if f.card else None, f.copies, f.lines) for f in found.findings] == [
        (FUSION, 2, (2, 4)), (LINK, 1, (3,)), (SPELL, 1, (43,)),
    ]  # fmt: skip


def test_while_there_was_a_fusion_deck_its_cards_stood_only_there() -> None:
    side = [SPELL] * 3 + [FUSION] + [1184620] * 3
    found = report(ydk(side=side), "ocg", "2004-01-01")
    (finding,) = only(found, "placement")
    assert finding.card is not None
    assert (finding.card.passcode, finding.sections) == (FUSION, ("side",))
    assert "belongs in the Fusion Deck" in finding.message


def test_repaired_sections_are_judged_as_moved_and_said() -> None:
    found = report(ydk([FUSION, SYNCHRO, FUSION], size=43), repair_sections=True)
    assert found.verdict == "legal"
    assert found.sizes == {"main": 40, "extra": 3, "side": 0}
    assert [(f.rule, f.severity, f.lines) for f in found.findings] == [
        ("placement", "note", (2, 4)), ("placement", "note", (3,)),
    ]  # fmt: skip
    assert found.findings[1].message == (
        "Stardust Dragon: 1 copy moved from Main Deck to Extra Deck"
    )
    as_written = report(ydk([FUSION, SYNCHRO, FUSION], size=43))
    assert as_written.sizes == {"main": 43, "extra": 0, "side": 0}
    fusion_in_side = report(ydk(side=[FUSION]), "ocg", "2004-01-01", repair_sections=True)
    assert fusion_in_side.sizes == {"main": 40, "extra": 1, "side": 0}

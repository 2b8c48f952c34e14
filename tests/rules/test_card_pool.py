"""Which cards are out by the day, and which dates are uncertain."""

import pytest

from decktext import ydk
from judging import only, report, rules_of

BY_MONTH = 242146  # TCG: some day of November 2004
MAYBE_EARLIER = 3629090  # TCG: 2016-08-18, or earlier in a set without a date
UNDATED = 10949074  # TCG: known to be out, no date
NOT_YET = "Cyberse Code Magician"  # TCG: 2026-09-03


@pytest.mark.parametrize(
    ("card", "day", "rules"),
    [
        (BY_MONTH, "2004-10-31", ["card-pool"]),
        (BY_MONTH, "2004-11-01", ["release-date"]),
        (BY_MONTH, "2004-11-30", ["release-date"]),
        (BY_MONTH, "2004-12-01", []),
        (MAYBE_EARLIER, "2016-08-17", ["card-pool", "release-date"]),
        (MAYBE_EARLIER, "2016-08-18", []),
        (UNDATED, "2026-06-01", ["release-date"]),
        (64865, "2026-06-01", ["card-pool"]),
        (64865, "2026-09-03", []),
    ],
)
def test_pool_of_the_day(card: int, day: str, rules: list[str]) -> None:
    found = report(ydk([card]), "tcg", day)
    assert rules_of(found) == rules
    assert found.verdict == ("illegal" if "card-pool" in rules else "legal")


def test_regions_have_their_own_dates() -> None:
    one_for_one = 2295440
    assert only(report(ydk([one_for_one]), "ocg", "2009-02-14"), "card-pool") == []
    (finding,) = only(report(ydk([one_for_one]), "tcg", "2009-02-14"), "card-pool")
    assert "first released in the TCG on 2009-05-12, after 2009-02-14" in finding.message


def test_a_card_never_released_there_says_so() -> None:
    (finding,) = only(report("main:\n  - Thoroughbred Elf\n", suffix=".yaml"), "card-pool")
    assert "not released in the TCG" in finding.message
    assert finding.card is not None
    assert finding.card.passcode is None

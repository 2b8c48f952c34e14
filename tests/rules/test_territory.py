"""Lists that take effect on different days in the Americas and in Europe."""

import pytest

from decktext import ydk
from judging import only, report

BARONNE = ydk(extra=[84815190])


@pytest.mark.parametrize(
    ("territory", "day", "verdict"),
    [
        ("amer", "2024-04-18", "illegal"),
        ("emea", "2024-04-18", "legal"),
        ("EMEA", "2024-04-22", "illegal"),
        ("amer", "2024-04-14", "legal"),
    ],
)
def test_a_named_territory_settles_it(territory: str, day: str, verdict: str) -> None:
    found = report(BARONNE, "tcg", day, territory=territory)
    assert found.verdict == verdict
    assert only(found, "territory") == []


def test_without_one_the_earliest_day_counts_and_the_other_verdict_is_said() -> None:
    found = report(BARONNE, "tcg", "2024-04-18")
    assert found.verdict == "illegal"
    (finding,) = only(found, "territory")
    assert finding.severity == "warning"
    assert "legal in emea" in finding.message


def test_the_warning_names_the_lists_not_the_day() -> None:
    found = report(BARONNE, "tcg", "2026-06-01", banlist="tcg@2024-04-18")
    (finding,) = only(found, "territory")
    assert "where tcg 2024-01-01 is in force; judged by tcg 2024-04-15" in finding.message


def test_nothing_is_said_where_the_verdict_stays() -> None:
    assert only(report(ydk(), "tcg", "2024-04-18"), "territory") == []
    too_many = report(ydk(extra=[84815190], size=61), "tcg", "2024-04-18")
    assert (too_many.verdict, only(too_many, "territory")) == ("illegal", [])
    assert only(report(BARONNE, "tcg", "2024-04-22"), "territory") == []


def test_since_is_the_territorys_own_day() -> None:
    (finding,) = report(BARONNE, "tcg", "2024-04-30", territory="emea").findings
    assert "since 2024-04-22" in finding.message

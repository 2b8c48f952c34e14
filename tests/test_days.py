"""Days and months."""

import pytest

from deckcheck.days import last_of_month, months_later, parse_month
from deckcheck.model import Day


@pytest.mark.parametrize(
    ("day", "months", "later"),
    [
        ("2026-05-18", 4, "2026-09-18"),
        ("2026-10-31", 4, "2027-02-28"),
        ("2023-10-31", 4, "2024-02-29"),
        ("2026-12-01", 1, "2027-01-01"),
        ("2026-08-31", 4, "2026-12-31"),
    ],
)
def test_months_later(day: str, months: int, later: str) -> None:
    assert months_later(Day(day), months) == later


@pytest.mark.parametrize(
    ("month", "last"),
    [("2024-02", "2024-02-29"), ("2026-12", "2026-12-31"), ("9999-12", "9999-12-31")],
)
def test_a_month_has_a_first_and_a_last_day(month: str, last: str) -> None:
    assert parse_month(month) == (f"{month}-01", last)
    assert last_of_month(Day(f"{month}-15")) == last
    assert parse_month(f"{month}-01") is None

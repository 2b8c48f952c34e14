"""Days and months as users write them."""

import re
from datetime import date, timedelta

from deckcheck.errors import DeckcheckError
from deckcheck.model import Day

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_IN_EVERY_MONTH = "28"
_MONTH = re.compile(r"[0-9]{4}-[0-9]{2}")


def parse_day(text: str) -> Day:
    """The day written as YYYY-MM-DD; DeckcheckError for anything else, 2026-02-30 included."""
    try:
        if _DAY.fullmatch(text):
            return Day(date.fromisoformat(text).isoformat())
    except ValueError:
        pass
    raise DeckcheckError(f"{text!r} is not a day; write YYYY-MM-DD")


def parse_day_or_month(text: str) -> tuple[Day, Day]:
    """First and last day of what is written as a day or a month; DeckcheckError for neither."""
    month = parse_month(text)
    if month:
        return month
    try:
        day = parse_day(text)
    except DeckcheckError as error:
        raise DeckcheckError(f"{error} or YYYY-MM") from error
    return day, day


def parse_month(text: str) -> tuple[Day, Day] | None:
    """First and last day of the month written as YYYY-MM; None if the text is not of that form.

    DeckcheckError for a month that is none (2026-13).
    """
    if not _MONTH.fullmatch(text):
        return None
    first = parse_day(f"{text}-01")
    return first, last_of_month(first)


def last_of_month(day: Day) -> Day:
    """The last day of the month that the day lies in."""
    from calendar import monthrange

    _, last = monthrange(int(day[:4]), int(day[5:7]))
    return Day(f"{day[:8]}{last:02}")


def day_before(day: Day) -> Day:
    """The day before."""
    return Day((date.fromisoformat(day) - timedelta(days=1)).isoformat())


def months_later(day: Day, months: int) -> Day:
    """The same day so many months later, or that month's last day where it is shorter."""
    index = int(day[:4]) * 12 + int(day[5:7]) - 1 + months
    later = Day(f"{index // 12:04}-{index % 12 + 1:02}-{day[8:]}")
    return later if later[8:] <= _IN_EVERY_MONTH else min(later, last_of_month(later))

"""Reads the published files of limit lists: a day, and a number for each Konami id.

The shape is that of DawnbrandBots/yaml-yugi-limit-regulation, ``REGION/DATE.vector.json``.
"""

import json
import re
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from deckcheck.days import parse_day
from deckcheck.errors import DataError, DeckcheckError
from deckcheck.model import Day

REGIONS = ("tcg", "ocg", "ocg-ae", "ocg-cn", "master-duel", "rush", "genesys", "ocg-genesys")
"""The regions whose lists are published."""

POINTS = ("genesys", "ocg-genesys")
"""The regions whose lists give points, and are published each day, changed or not."""

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOST_COPIES = 3
_MOST_POINTS = 10_000


class PublishedList(NamedTuple):
    """A list as published: by Konami id copies allowed, or points. ``where``: file or address."""

    region: str
    day: Day
    numbers: dict[str, int]
    where: str

    @property
    def name(self) -> str:
        """The list as commands name it."""
        return f"{self.region}@{self.day}"

    @property
    def has_points(self) -> bool:
        """Whether its numbers are points."""
        return self.region in POINTS


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"{twice[:40]!r} is there twice")
    return found


def read_regulation(where: str, region: str, text: str) -> PublishedList:
    """The list in a file's text; DataError, with the file, for what is out of shape."""
    try:
        found = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{where}: ends or is broken: {error}") from error
    if not isinstance(found, dict) or not {"date", "regulation"} <= found.keys():
        raise DataError(f"{where}: no limit list: an object with date and regulation is expected")
    try:
        day = parse_day(str(found["date"]))
    except DeckcheckError as error:
        raise DataError(f"{where}: date: {error}") from error
    if not isinstance(found["regulation"], dict):
        raise DataError(f"{where}: regulation is no object")
    named = PurePosixPath(where).name.partition(".")[0]
    if _DATE.fullmatch(named) and named != day:
        raise DataError(f"{where}: the file is named after another day than its date, {day}")
    most = _MOST_POINTS if region in POINTS else _MOST_COPIES
    for key, number in found["regulation"].items():
        if not (key.isascii() and key.isdigit()):
            raise DataError(f"{where}: regulation: {key!r} is no Konami id")
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= most:
            raise DataError(
                f"{where}: regulation: {key} is given {json.dumps(number)[:40]}, not a number "
                f"from 0 to {most}"
            )
    return PublishedList(region, day, found["regulation"], where)

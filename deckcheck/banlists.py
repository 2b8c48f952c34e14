"""Dated limit lists: which one is in force on a day, and how the files that hold them are read.

A list in YAML is read by one function, for the index's own lists and for a user's file alike:
``read_list`` gives its lines, ``LimitText.resolve`` the cards.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from deckcheck.cards import CardIndex
from deckcheck.errors import DataError, DeckcheckError, ParseError, UnknownNameError
from deckcheck.model import Card, Day, Limit, LimitList
from deckcheck.near import NearNames, near_passcodes
from deckcheck.passcodes import parse_passcode
from deckcheck.text import lines

if TYPE_CHECKING:
    from deckcheck.yamltext import Node

STATUSES = {"forbidden": 0, "limited": 1, "semi-limited": 2}
"""The headings of a list and the copies each allows."""

_KEYS = (
    "title", "source", *STATUSES,
    "optional", "territories", "date-precision", "scope", "until", "confidence", "note",
)  # fmt: skip


# --- in the index -----------------------------------------------------------------------------


class DatedList(NamedTuple):
    """A list of the index without its entries. ``territories``: first day in force there."""

    key: int
    region: str
    day: Day
    title: str
    sources: tuple[str, ...]
    optional: bool
    territories: Mapping[str, Day]

    def first_day(self, territory: str | None) -> Day:
        """The day it takes effect in the territory; the earliest anywhere, where none is named."""
        return self.territories.get(territory, self.day) if territory else self.day


class RegionLists:
    """The lists of one region, oldest first."""

    def __init__(self, db: sqlite3.Connection, region: str) -> None:
        """UnknownNameError for a region without lists."""
        self._db = db
        self.region = region.casefold()
        self.lists = tuple(_dated_lists(db, self.region))
        if not self.lists:
            raise UnknownNameError("banlist region", region, regions(db))

    @property
    def dated(self) -> list[DatedList]:
        """The lists that take effect by date; optional ones are left out."""
        return [dated for dated in self.lists if not dated.optional]

    @property
    def first_day(self) -> Day:
        """The day from which on some list is in force."""
        return self.dated[0].day

    @property
    def newest_day(self) -> Day:
        """The day the newest list took effect."""
        return self.dated[-1].day

    def territories(self) -> set[str]:
        """The territories for which some list of the region has a day of its own."""
        return {name for dated in self.lists for name in dated.territories}

    def changes(self, first: Day, last: Day) -> list[Day]:
        """The days from first to last, both included, on which a list takes effect somewhere."""
        days = {day for dated in self.dated for day in (dated.day, *dated.territories.values())}
        return sorted(day for day in days if first <= day <= last)

    def in_force(self, day: Day, territory: str | None = None) -> DatedList:
        """The list in force that day; DeckcheckError for a day before the first."""
        reached = [d for d in self.dated if d.first_day(territory) <= day]
        if not reached:
            raise DeckcheckError(
                f"{self.region} has no list before {self.first_day}, so none for {day}; "
                f"use --banlist none to judge without one"
            )
        return reached[-1]

    def of(self, day: Day) -> DatedList | None:
        """The list of exactly that date, optional ones included."""
        return next((dated for dated in self.lists if dated.day == day), None)

    def load(self, dated: DatedList, territory: str | None = None) -> LimitList:
        """The list with its entries."""
        by_day = {other.day: other.first_day(territory) for other in self.lists}
        rows = self._db.execute(
            "SELECT card, allowed, since FROM limit_entry WHERE list = ?", [dated.key]
        )
        limits = {card: Limit(allowed, by_day.get(since)) for card, allowed, since in rows}
        return LimitList(self.region, dated.day, None, dated.title, dated.sources, limits)


def regions(db: sqlite3.Connection) -> list[str]:
    """The regions that have lists."""
    return [region for (region,) in db.execute("SELECT DISTINCT region FROM limit_list ORDER BY 1")]


def territories(db: sqlite3.Connection) -> list[str]:
    """The territories that any region's lists tell apart."""
    rows = db.execute("SELECT DISTINCT territory FROM list_territory ORDER BY 1")
    return [territory for (territory,) in rows]


def _dated_lists(db: sqlite3.Connection, region: str) -> Iterator[DatedList]:
    days: dict[int, dict[str, Day]] = {}
    for key, territory, day in db.execute("SELECT list, territory, day FROM list_territory"):
        days.setdefault(key, {})[territory] = day
    query = (
        "SELECT key, region, day, title, source, optional FROM limit_list WHERE region = ? "
        "ORDER BY day"
    )
    for key, name, day, title, source, optional in db.execute(query, [region]):
        sources = tuple(source.splitlines())
        yield DatedList(key, name, day, title, sources, bool(optional), days.get(key, {}))


# --- in YAML ----------------------------------------------------------------------------------


class LimitLine(NamedTuple):
    """An entry of a list's text: a passcode or name, and the name its comment gives."""

    reference: str
    comment: str | None
    allowed: int
    line: int


class LimitText(NamedTuple):
    """A limit list as its text says it, cards not yet looked up."""

    path: str
    title: str
    sources: tuple[str, ...]
    entries: tuple[LimitLine, ...]
    optional: bool
    territories: Mapping[str, Day]

    def resolve(self, index: CardIndex, *, every_comment_names: bool = False) -> dict[int, Limit]:
        """The limits by card key.

        DataError, with file and line, for an unknown or ambiguous card, a card that stands in
        the list twice, and a passcode whose comment names another card; with
        ``every_comment_names`` also for a passcode whose comment names no card.
        """
        limits: dict[int, Limit] = {}
        for entry in self.entries:
            card = self._card(index, entry)
            if entry.comment and parse_passcode(entry.reference) is not None:
                named = index.by_name(entry.comment)
                if card not in named and (named or every_comment_names):
                    raise self._error(
                        entry, f"{entry.reference} is {card.name}, its comment {entry.comment!r}"
                    )
            if card.key in limits:
                raise self._error(entry, f"{card.name} stands in the list twice")
            limits[card.key] = Limit(entry.allowed, None)
        return limits

    def _card(self, index: CardIndex, entry: LimitLine) -> Card:
        code = parse_passcode(entry.reference)
        if code is not None and (known := index.by_passcodes([code])):
            return known[code].card
        cards = index.by_name(entry.reference)
        if len(cards) == 1:
            return cards[0]
        if cards:
            reason = f"{entry.reference!r} is the name of {len(cards)} cards; give its passcode"
        else:
            reason = f"no card {entry.reference!r}{_hint(index, entry.reference)}"
        raise self._error(entry, reason)

    def _error(self, entry: LimitLine, message: str) -> DataError:
        return DataError(f"{self.path}:{entry.line}: {message}")


def _hint(index: CardIndex, reference: str) -> str:
    code = parse_passcode(reference)
    if code is None:
        near = [card.name for card in NearNames(index).find(reference)]
    else:
        near = [f"{card.passcode} ({card.name})" for card in near_passcodes(index, code)]
    return f"; did you mean {' or '.join(near)}?" if near else ""


def read_list(text: str, path: str) -> LimitText:
    """The list in a YAML text. ``path`` is what errors call it.

    DataError, with file and line, for anything out of shape.
    """
    from deckcheck.yamltext import read

    try:
        return _limit_text(read(text).mapping("a limit list", _KEYS), lines(text), path)
    except ParseError as error:
        raise DataError(f"{path}:{error.line}: {error.reason}") from error


def _limit_text(keys: "Mapping[str, Node]", text: list[str], path: str) -> LimitText:
    if not any(status in keys for status in STATUSES):
        raise ParseError(1, f"no limit list: none of {', '.join(STATUSES)} is there")
    items = [
        (item, allowed)
        for status, allowed in STATUSES.items()
        if status in keys
        for item in keys[status].items(status)
    ]
    on_line = Counter(item.line for item, _ in items)
    entries = tuple(
        LimitLine(
            item.text("an entry").strip(),
            _comment(text[item.line - 1]) if on_line[item.line] == 1 else None,
            allowed,
            item.line,
        )
        for item, allowed in items
    )
    title = keys["title"].text("title") if "title" in keys else path
    sources = keys["source"].texts("source") if "source" in keys else ()
    optional = "optional" in keys and keys["optional"].flag("optional")
    places = keys["territories"].mapping("territories") if "territories" in keys else {}
    territories = {name: node.day(name) for name, node in places.items()}
    return LimitText(path, title, sources, entries, optional, territories)


def _comment(line: str) -> str | None:
    _, sign, comment = line.partition(" #")
    return comment.strip() or None if sign else None


def read_file(index: CardIndex, path: str, text: str) -> LimitList:
    """The limit list of a user's own file, which may name cards by passcode or by name."""
    listed = read_list(text, path)
    return LimitList(None, None, path, listed.title, listed.sources, listed.resolve(index))

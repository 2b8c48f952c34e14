"""The limit lists of the index: which one is in force on a day, and what it allows."""

import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from deckcheck.errors import DeckcheckError, UnknownNameError
from deckcheck.model import Day, Limit, LimitGroup, LimitList


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

    def count(self, dated: DatedList) -> int:
        """How many cards the list says something of; a whitelist is not counted."""
        tables = ("limit_entry", "list_points", "list_group_card")
        counts = (f"(SELECT count(*) FROM {table} WHERE list = :list)" for table in tables)
        query = f"SELECT {' + '.join(counts)}"
        return int(self._db.execute(query, {"list": dated.key}).fetchone()[0])

    def load(self, dated: DatedList, territory: str | None = None) -> LimitList:
        """The list with its entries, whose days are those of the territory."""
        by_day = {other.day: other.first_day(territory) for other in self.lists}
        limits = {
            card: Limit(allowed, by_day.get(since))
            for card, allowed, since in self._rows("limit_entry", "card, allowed, since", dated)
        }
        whitelist = frozenset(card for (card,) in self._rows("list_whitelist", "card", dated))
        return LimitList(
            self.region,
            dated.day,
            None,
            dated.title,
            dated.sources,
            limits,
            dict(self._rows("list_points", "card, points", dated)),
            self._groups(dated),
            dict(self._rows("list_skill", "card, allowed", dated)),
            frozenset(card for (card,) in self._rows("list_skill_only", "card", dated)),
            whitelist or None,
        )

    def _groups(self, dated: DatedList) -> tuple[LimitGroup, ...]:
        grouped: dict[str, set[int]] = {}
        for name, card in self._rows("list_group_card", "name, card", dated):
            grouped.setdefault(name, set()).add(card)
        allowed = dict(self._rows("list_group", "name, allowed", dated)) if grouped else {}
        return tuple(
            LimitGroup(name, allowed[name], frozenset(cards))
            for name, cards in sorted(grouped.items())
        )

    def _rows(self, table: str, columns: str, dated: DatedList) -> list[Any]:
        query = f"SELECT {columns} FROM {table} WHERE list = ?"
        return self._db.execute(query, [dated.key]).fetchall()


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
        "SELECT key, region, day, title, source, optional FROM limit_list "
        "WHERE region = ? ORDER BY day"
    )
    for key, name, day, title, source, optional in db.execute(query, [region]):
        texts = tuple(source.splitlines())
        yield DatedList(key, name, day, title, texts, bool(optional), days.get(key, {}))

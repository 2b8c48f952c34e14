"""What the limit lists allow of a card, region by region, on a day and over time."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from deckcheck import rulesets
from deckcheck.banlists.dated import DatedList, RegionLists, regions
from deckcheck.cards import CardIndex, game_of
from deckcheck.days import day_before
from deckcheck.model import Card, Day


class Interval(NamedTuple):
    """A time in which a region's lists said the same of a card.

    ``allowed`` is in copies. ``points`` is None where the region's lists give none to any card.
    ``first`` is None where no list ever said otherwise before; ``last``, a day that still counts,
    is None where the time goes on. ``why``: what the number of copies comes from, where that is
    not simply a list's entry for the card. ``precision``: month or year, where no more is known
    of ``first``; ``territories`` have first days of their own.
    """

    allowed: int
    points: int | None
    why: tuple[str, ...]
    first: Day | None
    last: Day | None
    precision: str | None
    territories: Mapping[str, Day]

    def holds(self, day: Day) -> bool:
        """Whether the day lies in it."""
        return (self.first or day) <= day <= (self.last or day)


class Status(NamedTuple):
    """What the list in force in a region says of a card; ``effective`` is the list's first day."""

    region: str
    effective: Day
    interval: Interval


class _Said(NamedTuple):
    """What one list says of the card."""

    allowed: int
    points: int | None
    why: tuple[str, ...]


class CardLimits:
    """What every list by date says of one card; optional lists are never in force by date.

    Cards that no deck may have are named by no list: they have no status anywhere. An entry on
    the base of a name group counts for every card of that name.
    """

    def __init__(self, index: CardIndex, card: Card, copies: int) -> None:
        """``copies``: how many of a card may be that no list names."""
        self.copies = copies
        self._lists: dict[str, list[DatedList]] = {}
        self._until: dict[int, Day | None] = {}
        self._precision: dict[int, str | None] = {}
        if card.playable:
            self._lists = _lists_of_game(index.db, index.game)
            self._said = _said(index, card, copies)
            query = (
                "SELECT key, until, precision FROM limit_list "
                "WHERE until IS NOT NULL OR precision IS NOT NULL"
            )
            for key, until, precision in index.db.execute(query):
                self._until[key], self._precision[key] = until, precision

    def history(self) -> dict[str, tuple[Interval, ...]]:
        """The intervals of each region, in their order, lists that are still to come included."""
        return {region: self._intervals(lists) for region, lists in self._lists.items()}

    def on(self, day: Day) -> tuple[Status, ...]:
        """The status in each region that has a list in force that day."""
        found = []
        for region, lists in self._lists.items():
            reached = [dated.day for dated in lists if dated.day <= day]
            holding = [interval for interval in self._intervals(lists) if interval.holds(day)]
            if reached and holding:
                found.append(Status(region, reached[-1], holding[-1]))
        return tuple(found)

    def _intervals(self, lists: Sequence[DatedList]) -> tuple[Interval, ...]:
        found: list[Interval] = []
        for dated, later in zip(lists, [*lists[1:], None], strict=True):
            said = self._said.get(dated.key, _Said(self.copies, None, ()))
            last = self._last(dated, later)
            if found and found[-1][:3] == said and found[-1].last == day_before(dated.day):
                found[-1] = found[-1]._replace(last=last)
                continue
            always = not found and said.allowed == self.copies and not said.points
            found.append(
                Interval(*said, None, last, None, {})
                if always
                else Interval(
                    *said, dated.day, last, self._precision.get(dated.key), dated.territories
                )
            )
        return tuple(found)

    def _last(self, dated: DatedList, later: DatedList | None) -> Day | None:
        """The last day the list is in force."""
        days = [day_before(later.day)] if later else []
        if until := self._until.get(dated.key):
            days.append(until)
        return min(days, default=None)


def card_limits(index: CardIndex, card: Card, today: Day) -> CardLimits:
    """What the lists say of the card; where none names it, today's ruleset limits it."""
    return CardLimits(index, card, rulesets.copies(index.db, today))


def _lists_of_game(db: sqlite3.Connection, game: str) -> dict[str, list[DatedList]]:
    """The lists by date of each region whose lists are about cards of the game."""
    found = {name: RegionLists(db, name).dated for name in regions(db) if game_of(name) == game}
    return {region: lists for region, lists in found.items() if lists}


def _said(index: CardIndex, card: Card, copies: int) -> dict[int, _Said]:
    """By list, what it says of the card; lists that say nothing are left out."""
    allowed: dict[int, int] = {}
    why: dict[int, tuple[str, ...]] = {}

    def cap(key: int, number: int, reason: str | None) -> None:
        if number < allowed.get(key, copies + 1):
            allowed[key] = number
            why[key] = (reason,) if reason else ()

    for key, named, number in _entries(index.db, {card.key, *card.name_groups}):
        cap(key, number, None if named == card.key else f"as {index.card(named).name}")
    for key, group, number in _rows(index.db, "list_group_card", card.key,
                                    "list, name, (SELECT allowed FROM list_group g "
                                    "WHERE g.list = list_group_card.list "
                                    "AND g.name = list_group_card.name)"):  # fmt: skip
        cap(key, number, f"together with the other cards of its group {group}")
    for (key,) in _rows(index.db, "list_skill_only", card.key, "list"):
        cap(key, 0, "only a skill brings it into a deck")
    on_whitelist = {key for (key,) in _rows(index.db, "list_whitelist", card.key, "list")}
    for key in _lists_with(index.db, "list_whitelist") - on_whitelist:
        cap(key, 0, "not in the card pool")
    points = dict.fromkeys(_lists_with(index.db, "list_points"), 0)
    points |= dict(_rows(index.db, "list_points", card.key, "list, points"))
    return {
        key: _Said(allowed.get(key, copies), points.get(key), why.get(key, ()))
        for key in {*allowed, *points}
    }


def _entries(db: sqlite3.Connection, keys: set[int]) -> Iterable[tuple[int, int, int]]:
    marks = ",".join("?" * len(keys))
    query = (
        "SELECT list, card, allowed FROM limit_list CROSS JOIN limit_entry ON list = key "
        f"WHERE card IN ({marks})"
    )
    return db.execute(query, sorted(keys))


def _rows(db: sqlite3.Connection, table: str, card: int, columns: str) -> Iterable[Any]:
    return db.execute(f"SELECT {columns} FROM {table} WHERE card = ?", [card])


def _lists_with(db: sqlite3.Connection, table: str) -> set[int]:
    query = f"SELECT key FROM limit_list WHERE EXISTS (SELECT 1 FROM {table} WHERE list = key)"
    return {key for (key,) in db.execute(query)}

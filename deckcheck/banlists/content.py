"""What a limit list of the index says, card by card, and how two lists differ."""

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from deckcheck.banlists.dated import DatedList
from deckcheck.cards import CardIndex
from deckcheck.model import Card, Limit, LimitList


class ListContent(NamedTuple):
    """A list with its cards, each part in the order of their names.

    ``whitelist`` is None where the list is no card pool. ``skills`` by name: 0, or a group.
    """

    region: str | None
    effective: str | None
    title: str
    sources: tuple[str, ...]
    limits: tuple[tuple[Card, Limit], ...]
    points: tuple[tuple[Card, int], ...]
    groups: tuple["GroupContent", ...]
    whitelist: tuple[Card, ...] | None
    territories: Mapping[str, str]
    notes: tuple[str, ...]

    @property
    def entries(self) -> int:
        """How many cards the list says something of; a whitelist is not counted."""
        grouped = sum(len(group.cards) for group in self.groups)
        return len(self.limits) + len(self.points) + grouped


class GroupContent(NamedTuple):
    """Cards of which so many are allowed together."""

    name: str
    allowed: int
    cards: tuple[Card, ...]


class Change(NamedTuple):
    """What two lists say of a card, in copies allowed or, for ``points``, in points."""

    card: Card
    before: int
    after: int


def list_content(index: CardIndex, dated: DatedList) -> ListContent:
    """What a list of the index says."""
    db = index.db
    limits = {
        card: Limit(allowed, since)
        for card, allowed, since in _rows(db, "limit_entry", "card, allowed, since", dated)
    }
    points = dict(_rows(db, "list_points", "card, points", dated))
    grouped: dict[str, list[int]] = {}
    for name, card in _rows(db, "list_group_card", "name, card", dated):
        grouped.setdefault(name, []).append(card)
    allowed = dict(_rows(db, "list_group", "name, allowed", dated))
    whitelist = [card for (card,) in _rows(db, "list_whitelist", "card", dated)]
    query = "SELECT note, scope, unresolved FROM limit_list WHERE key = ?"
    texts = db.execute(query, [dated.key]).fetchone()
    index.load({*limits, *points, *whitelist, *(c for cards in grouped.values() for c in cards)})
    return ListContent(
        dated.region,
        dated.day,
        dated.title,
        dated.sources,
        tuple((card, limits[card.key]) for card in _named(index, limits)),
        tuple((card, points[card.key]) for card in _named(index, points)),
        tuple(
            GroupContent(name, allowed[name], _named(index, cards))
            for name, cards in sorted(grouped.items())
        ),
        _named(index, whitelist) if whitelist else None,
        dated.territories,
        tuple(line for text in texts if text for line in text.splitlines()),
    )


def file_content(index: CardIndex, listed: LimitList) -> ListContent:
    """What a user's own list says."""
    index.load(listed.limits)
    limits = tuple((card, listed.limits[card.key]) for card in _named(index, listed.limits))
    return ListContent(None, None, listed.title, listed.sources, limits, (), (), None, {}, ())


def changes(before: ListContent, after: ListContent, copies: int) -> list[Change]:
    """The cards of which two lists allow different numbers of copies, strictest now first.

    ``copies``: how many of a card may be that a list does not name.
    """
    old = {card.key: limit.allowed for card, limit in before.limits}
    new = {card.key: limit.allowed for card, limit in after.limits}
    cards = {card.key: card for card, _ in (*before.limits, *after.limits)}
    return _differing(cards, old, new, copies)


def point_changes(before: ListContent, after: ListContent) -> list[Change]:
    """The cards to which two lists give different points; none are 0."""
    old = {card.key: points for card, points in before.points}
    new = {card.key: points for card, points in after.points}
    cards = {card.key: card for card, _ in (*before.points, *after.points)}
    return _differing(cards, old, new, 0)


class GroupChange(NamedTuple):
    """The groups that two lists have a card in, None where they have it in none."""

    card: Card
    before: str | None
    after: str | None


def group_changes(before: ListContent, after: ListContent) -> list[GroupChange]:
    """The cards that two lists have in different groups."""
    old, new = _groups(before), _groups(after)
    cards = {card.key: card for content in (before, after) for group in content.groups
             for card in group.cards}  # fmt: skip
    found = [GroupChange(card, old.get(key), new.get(key)) for key, card in cards.items()]
    differing = [change for change in found if change.before != change.after]
    return sorted(differing, key=lambda c: (c.after or "~", c.before or "~", c.card.name))


def _groups(content: ListContent) -> dict[int, str]:
    return {card.key: group.name for group in content.groups for card in group.cards}


def pool_changes(before: ListContent, after: ListContent) -> tuple[list[Card], list[Card]]:
    """The cards that came into the pool of two lists, and those that left it.

    Nothing where one of them has no pool: then all cards are in it.
    """
    if before.whitelist is None or after.whitelist is None:
        return [], []
    old, new = ({card.key for card in pool} for pool in (before.whitelist, after.whitelist))
    added = [card for card in after.whitelist if card.key not in old]
    return added, [card for card in before.whitelist if card.key not in new]


def _differing(
    cards: Mapping[int, Card], old: Mapping[int, int], new: Mapping[int, int], default: int
) -> list[Change]:
    found = [
        Change(card, old.get(key, default), new.get(key, default)) for key, card in cards.items()
    ]
    differing = [change for change in found if change.before != change.after]
    return sorted(differing, key=lambda c: (c.after, c.before, c.card.name.casefold()))


def _rows(db: sqlite3.Connection, table: str, columns: str, dated: DatedList) -> Iterable[Any]:
    return db.execute(f"SELECT {columns} FROM {table} WHERE list = ?", [dated.key]).fetchall()


def _named(index: CardIndex, keys: Iterable[int]) -> tuple[Card, ...]:
    return tuple(sorted(map(index.card, keys), key=lambda card: (card.name.casefold(), card.key)))

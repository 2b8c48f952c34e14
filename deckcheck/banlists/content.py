"""What a limit list of the index says, card by card, and how two lists differ."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from deckcheck.banlists.dated import DatedList, RegionLists
from deckcheck.cards import SKILL, CardIndex
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
    skills: tuple[tuple[Card, str], ...]
    skill_only: tuple[Card, ...]
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


def list_content(index: CardIndex, lists: RegionLists, dated: DatedList) -> ListContent:
    """What a list of the index says."""
    query = "SELECT note, scope, unresolved FROM limit_list WHERE key = ?"
    texts = index.db.execute(query, [dated.key]).fetchone()
    notes = tuple(line for text in texts if text for line in text.splitlines())
    content = file_content(index, lists.load(dated))
    return content._replace(territories=dated.territories, notes=notes)


def file_content(index: CardIndex, listed: LimitList) -> ListContent:
    """What a list says, card by card; of a user's own one, there is nothing more."""
    pool = listed.whitelist or frozenset()
    grouped = frozenset[int]().union(*(group.cards for group in listed.groups))
    index.load({*listed.limits, *listed.points, *grouped, *listed.skill_only, *pool})
    skills = CardIndex(index.db, index.language, SKILL)
    return ListContent(
        listed.region,
        listed.effective,
        listed.title,
        listed.sources,
        tuple((card, listed.limits[card.key]) for card in _named(index, listed.limits)),
        tuple((card, listed.points[card.key]) for card in _named(index, listed.points)),
        tuple(
            GroupContent(group.name, group.allowed, _named(index, group.cards))
            for group in listed.groups
        ),
        tuple((card, listed.skills[card.key]) for card in _named(skills, listed.skills)),
        _named(index, listed.skill_only),
        None if listed.whitelist is None else _named(index, pool),
        {},
        (),
    )


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


def _named(index: CardIndex, keys: Iterable[int]) -> tuple[Card, ...]:
    return tuple(sorted(map(index.card, keys), key=lambda card: (card.name.casefold(), card.key)))

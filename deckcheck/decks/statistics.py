"""A deck counted: by kinds, attributes, levels and types, and by what its list says of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from deckcheck.catalog.facts import Facts
from deckcheck.decks.listing import CARDS, KINDS, UNKNOWN, Listing, Part, Row
from deckcheck.model import STATUSES, CardRef, LimitList, Points, Section, Terms

Counts = Mapping[str, int]
"""Cards by what they have in common, most first; levels in their order. Empty ones are left out."""


class SectionCounts(NamedTuple):
    """The cards of a section. ``kinds`` has every kind; ``frames`` the words of each kind of card.

    A card counts for each word of its frame. ``levels``, ``ranks`` and ``link_ratings`` are those
    of monsters, and so are ``attributes`` and ``races``.
    """

    section: Section
    name: str
    size: int
    kinds: Counts
    frames: Mapping[str, Counts]
    attributes: Counts
    levels: Counts
    ranks: Counts
    link_ratings: Counts
    races: Counts


class StatusCount(NamedTuple):
    """The cards of a deck of which the list says the same, with their copies over all sections."""

    status: str
    cards: tuple[tuple[CardRef, int], ...]

    @property
    def copies(self) -> int:
        """How many copies there are of all of them."""
        return sum(copies for _, copies in self.cards)


class Statistics(NamedTuple):
    """What is counted of a deck.

    ``statuses``: each that a list may give a card, whether or not the deck has such cards, and the
    groups that it has cards of; None where there is no limit list. ``outside``: the cards that are
    not in the card pool; None where none is judged.
    """

    sections: tuple[SectionCounts, ...]
    statuses: tuple[StatusCount, ...] | None
    outside: StatusCount | None
    points: Points | None


def statistics(found: Listing, terms: Terms, facts: Mapping[int, Facts]) -> Statistics:
    """The counts of a listed deck; ``facts``, by card key, are those of its monsters."""
    rows = [row for part in found.parts for row in part.rows]
    outside = StatusCount("not in the pool", _cards(row for row in rows if row.in_pool is False))
    return Statistics(
        tuple(_section(part, facts) for part in found.parts),
        tuple(_statuses(rows, terms.banlist)) if terms.banlist else None,
        outside if terms.pool else None,
        found.points,
    )


def _section(part: Part, facts: Mapping[int, Facts]) -> SectionCounts:
    monsters = [(row, facts[row.card.key]) for row in part.rows
                if row.card and row.kind == "monster"]  # fmt: skip
    return SectionCounts(
        part.section,
        part.name,
        part.size,
        {kind: part.count(kind) for kind in KINDS},
        {kind: _frames(part.rows, kind) for kind in CARDS},
        _by_size((facts.attribute, row.copies) for row, facts in monsters),
        _levels(monsters, lambda frames: not frames & {"xyz", "link"}),
        _levels(monsters, lambda frames: "xyz" in frames),
        _levels(monsters, lambda frames: "link" in frames),
        _by_size((facts.race, row.copies) for row, facts in monsters),
    )


def _frames(rows: Iterable[Row], kind: str) -> Counts:
    cards = ((row.card, row.copies) for row in rows if row.card and row.kind == kind)
    return _by_size((word, copies) for card, copies in cards for word in card.frame)


def _levels(monsters: Sequence[tuple[Row, Facts]], of_kind: Callable[[set[str]], bool]) -> Counts:
    counts = _by_size(
        (facts.level, row.copies) for row, facts in monsters if of_kind(set(facts.frame.split(",")))
    )
    return dict(sorted(counts.items(), key=lambda count: (len(count[0]), count[0])))


def _by_size(counted: Iterable[tuple[str, int]]) -> Counts:
    """How many there are of each, most first, then in the order of their names."""
    counts: Counter[str] = Counter()
    for what, copies in counted:
        counts[what or UNKNOWN] += copies
    return dict(sorted(counts.items(), key=lambda count: (-count[1], count[0])))


def _statuses(rows: Sequence[Row], banlist: LimitList) -> Iterator[StatusCount]:
    for status in STATUSES:
        yield StatusCount(status, _cards(row for row in rows if row.status == status))
    for group in banlist.groups:
        cards = _cards(row for row in rows if group.name in row.groups)
        if cards:
            yield StatusCount(group.name, cards)


def _cards(rows: Iterable[Row]) -> tuple[tuple[CardRef, int], ...]:
    """The cards of the rows, each once, with its copies."""
    copies: Counter[CardRef] = Counter()
    for row in rows:
        if row.card:
            copies[row.card.ref] += row.copies
    return tuple(copies.items())

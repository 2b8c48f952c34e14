"""How many copies may be, of what: the caps that a ruleset and a limit list put on a deck.

Copies are counted by name group: every card that counts as a name counts for that name's cap. A
list's entry on the base of a name group caps the whole group, an entry on another member caps
that member alone.
"""

from collections.abc import Iterable
from typing import NamedTuple

from deckcheck.model import Card, CardRef, Copy, Deck, Limit, Member, Section, Terms


class Excess(NamedTuple):
    """More copies than a cap allows. ``limit``: the list's entry, None where the ruleset caps.

    ``card`` is the base of the name group, None for an unknown card, which ``copies`` name.
    """

    card: Card | None
    copies: tuple[Copy, ...]
    allowed: int
    limit: Limit | None


def exceeded(deck: Deck, terms: Terms) -> list[Excess]:
    """Every cap the deck exceeds, but for those that a tighter one makes superfluous."""
    found = []
    for sections in terms.ruleset.counted:
        copies = [copy for copy in deck.copies if copy.section in sections]
        over = [*_over_names(deck, copies, terms), *_over_unknown(copies, terms)]
        found += [excess for excess in over if len(over) == 1 or not _is_superfluous(excess, over)]
    return found


def _over_names(deck: Deck, copies: Iterable[Copy], terms: Terms) -> list[Excess]:
    by_name: dict[int, list[Copy]] = {}
    by_card: dict[int, list[Copy]] = {}
    for copy in copies:
        if copy.card and copy.card.playable:
            by_card.setdefault(copy.card.key, []).append(copy)
            for name in copy.card.name_groups:
                by_name.setdefault(name, []).append(copy)
    members = {key: held for key, held in by_card.items() if key not in by_name}
    limits = terms.banlist.limits if terms.banlist else {}
    over = []
    for key, held in by_name.items():
        over += _over(deck.bases[key], held, terms.ruleset.copies, limits.get(key))
    for held in members.values():
        card = held[0].card
        if card and card.key in limits:
            over += _over(card, held, terms.ruleset.copies, limits[card.key])
    return over


def _over_unknown(copies: Iterable[Copy], terms: Terms) -> list[Excess]:
    unknown: dict[str, list[Copy]] = {}
    for copy in copies:
        if not copy.card:
            unknown.setdefault(copy.written.casefold(), []).append(copy)
    return [
        excess
        for held in unknown.values()
        for excess in _over(None, held, terms.ruleset.copies, None)
    ]


def _over(
    card: Card | None, copies: list[Copy], by_ruleset: int, limit: Limit | None
) -> list[Excess]:
    if limit and limit.allowed >= by_ruleset:
        limit = None
    allowed = limit.allowed if limit else by_ruleset
    return [Excess(card, tuple(copies), allowed, limit)] if len(copies) > allowed else []


def _is_superfluous(excess: Excess, over: list[Excess]) -> bool:
    """Whether another cap, no looser, is exceeded by the same copies and perhaps more.

    Of two caps alike in both, the first speaks.
    """
    places = _places(excess)
    for number, other in enumerate(over):
        if other is excess or other.allowed > excess.allowed or not places <= _places(other):
            continue
        if places < _places(other) or other.allowed < excess.allowed:
            return True
        if number < over.index(excess):
            return True
    return False


def _places(excess: Excess) -> set[tuple[Section, int]]:
    return {(copy.section, copy.place) for copy in excess.copies}


# --- how findings name the cards they count ---------------------------------------------------


def card_ref(card: Card) -> CardRef:
    """The card as a report names it."""
    return CardRef(card.passcode, card.konami_id, card.name)


def members(copies: Iterable[Copy]) -> tuple[Member, ...]:
    """The known cards among the copies, each with its number, in the order of the deck."""
    counts: dict[int, tuple[Card, int]] = {}
    for copy in copies:
        if copy.card:
            _, count = counts.get(copy.card.key, (copy.card, 0))
            counts[copy.card.key] = copy.card, count + 1
    return tuple(Member(card.passcode, card.name, count) for card, count in counts.values())


def sections_of(copies: Iterable[Copy]) -> tuple[Section, ...]:
    """The sections that the copies stand in, in the order of the deck."""
    return tuple(dict.fromkeys(copy.section for copy in copies))


def lines_of(copies: Iterable[Copy]) -> tuple[int, ...]:
    """A line for each copy."""
    return tuple(copy.line for copy in copies)

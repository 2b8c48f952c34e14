"""How many copies may be, of what: the caps that a ruleset and a limit list put on a deck.

Copies are counted by name group: every card that counts as a name counts for that name's cap. A
list's entry on the base of a name group caps the whole group, an entry on another member caps
that member alone.
"""

from collections.abc import Sequence
from typing import NamedTuple

from deckcheck.findings import by_card, playable
from deckcheck.model import Card, Copy, Deck, Limit, Section, Terms


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
    over = _over_unknown([copy for copy in deck.copies if not copy.card], terms)
    for kinds in terms.ruleset.counted:
        known = [copy for copy in playable(deck) if copy.card and copy.card.section in kinds]
        over += _over_names(deck, known, terms)
    return _without_superfluous(over)


def _over_names(deck: Deck, copies: Sequence[Copy], terms: Terms) -> list[Excess]:
    by_name: dict[int, list[Copy]] = {}
    for copy in copies:
        for name in copy.card.name_groups if copy.card else ():
            by_name.setdefault(name, []).append(copy)
    limits = terms.banlist.limits if terms.banlist else {}
    over = []
    for key, held in by_name.items():
        over += _over(deck.bases[key], held, terms.ruleset.copies, limits.get(key))
    for card, held in by_card(copies):
        if card.key in limits and card.key not in by_name:
            over += _over(card, held, terms.ruleset.copies, limits[card.key])
    return over


def _over_unknown(copies: Sequence[Copy], terms: Terms) -> list[Excess]:
    unknown: dict[str, list[Copy]] = {}
    for copy in copies:
        unknown.setdefault(copy.written.casefold(), []).append(copy)
    return [
        excess
        for held in unknown.values()
        for excess in _over(None, held, terms.ruleset.copies, None)
    ]


def _over(
    card: Card | None, copies: Sequence[Copy], by_ruleset: int, limit: Limit | None
) -> list[Excess]:
    if limit and limit.allowed >= by_ruleset:
        limit = None
    allowed = limit.allowed if limit else by_ruleset
    return [Excess(card, tuple(copies), allowed, limit)] if len(copies) > allowed else []


def _without_superfluous(over: list[Excess]) -> list[Excess]:
    """Those that no other cap covers: one no looser, exceeded by the same copies and perhaps more.

    Of two caps alike in both, the first stays.
    """
    places = [{(copy.section, copy.place) for copy in excess.copies} for excess in over]
    holding: dict[tuple[Section, int], list[int]] = {}
    for number, held in enumerate(places):
        for place in held:
            holding.setdefault(place, []).append(number)

    def covers(other: int, number: int) -> bool:
        if other == number or over[other].allowed > over[number].allowed:
            return False
        if places[other] == places[number] and over[other].allowed == over[number].allowed:
            return other < number
        return places[number] <= places[other]

    return [
        excess
        for number, excess in enumerate(over)
        if not any(covers(other, number) for other in holding[min(places[number])])
    ]

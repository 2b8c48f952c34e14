"""Which cards a way of playing lets into a deck at all."""

from collections.abc import Iterable
from types import MappingProxyType

from deckcheck.decks.listing import listing
from deckcheck.model import Card, Copy, Deck, Terms


def allowed(cards: Iterable[Card], terms: Terms) -> set[int]:
    """The keys of the cards of which a deck may have a copy, by pool, list, kinds and points."""
    copies = (
        Copy("extra" if card.section == "extra" else "main", 0, 1, card.name, card)
        for card in cards
    )
    shown = listing(Deck("", None, tuple(copies), (), MappingProxyType({})), terms)
    return {
        row.card.key
        for part in shown.parts
        for row in part.rows
        if row.card and row.allowed != 0
        and (terms.cap is None or (row.points or 0) <= terms.cap)
    }  # fmt: skip

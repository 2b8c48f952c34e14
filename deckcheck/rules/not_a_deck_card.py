"""A card that can be in no deck: a token, or a card that may never be used in a duel.

Tokens stand in for monsters that effects make. Cards given to winners of tournaments ("match
winners" and the like) say themselves that they may not be used in a duel. Such a card is counted
in its section and gets no other finding.
"""

from collections.abc import Iterator

from deckcheck.findings import about, by_card
from deckcheck.model import Deck, Finding, Terms

ID = "not-a-deck-card"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:  # noqa: ARG001 - every rule's form
    """A finding for each such card."""
    for card, copies in by_card(deck.copies):
        if not card.playable:
            prize = "a prize card that may not be used in duels"
            what = "a token" if card.kind == "token" else prize
            message = f"{card.name}: {what}, no card of a deck"
            yield about(ID, "error", message, copies, card=card, allowed=0)

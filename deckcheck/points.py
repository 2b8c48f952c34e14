"""The points of a deck in formats that give cards points: copies times points, over all sections.

Points are a card's own, whatever it counts as; a card that the list does not name has none.
"""

from deckcheck.findings import by_card, playable
from deckcheck.model import CardPoints, Deck, Points, Terms


def points_of(deck: Deck, terms: Terms) -> Points | None:
    """The points of the deck and the cards that have some; None where no points count."""
    if terms.cap is None:
        return None
    given = terms.banlist.points if terms.banlist else {}
    held = [
        CardPoints(card.ref, len(copies), given[card.key] * len(copies))
        for card, copies in by_card(playable(deck))
        if given.get(card.key)
    ]
    cards = tuple(sorted(held, key=lambda card: (-card.points, card.card.name)))
    return Points(sum(card.points for card in cards), terms.cap, cards)

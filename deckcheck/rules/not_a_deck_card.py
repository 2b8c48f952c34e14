"""A card that can be in no deck: a token, a skill, or a card that may never be used in a duel.

Tokens stand in for monsters that effects make. Cards given to winners of tournaments ("match
winners" and the like) say themselves that they may not be used in a duel. Skill cards are of Speed
Duel alone. Such a card is counted in its section and gets no other finding.

Example: in the deck

    main: [Sheep Token]

``deckcheck check - -f tcg@2026-06-01`` finds

    error: Sheep Token: a token, no card of a deck
"""

from collections.abc import Iterator

from deckcheck.findings import SKILL_KIND, about, by_card
from deckcheck.model import Card, Deck, Finding, Terms

ID = "not-a-deck-card"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each such card."""
    for card, copies in by_card(deck.copies):
        is_skill = card.kind == SKILL_KIND
        if not card.playable and not (is_skill and terms.ruleset.skills is not None):
            message = f"{card.name}: {_what(card)}, no card of a deck"
            if is_skill:
                message = f"{card.name}: a skill card, which {terms.ruleset.title} does not know"
            yield about(ID, "error", message, copies, card=card, allowed=0)


def _what(card: Card) -> str:
    return "a token" if card.kind == "token" else "a prize card that may not be used in duels"

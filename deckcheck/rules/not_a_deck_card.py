"""A card that can be in no deck: a token, or a card that may never be used in a duel.

Tokens stand in for monsters that effects make. Cards given to winners of tournaments ("match
winners" and the like) say themselves that they may not be used in a duel. Such a card is counted
in its section and gets no other finding.
"""

from collections.abc import Iterator

from deckcheck.caps import card_ref, lines_of, members, sections_of
from deckcheck.model import Copy, Deck, Finding, Terms

ID = "not-a-deck-card"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:  # noqa: ARG001 - every rule's form
    """A finding for each such card."""
    held: dict[int, list[Copy]] = {}
    for copy in deck.copies:
        if copy.card and not copy.card.playable:
            held.setdefault(copy.card.key, []).append(copy)
    for copies in held.values():
        card = copies[0].card
        assert card is not None
        what = "a token" if card.kind == "token" else "a prize card that may not be used in duels"
        yield Finding(
            ID, "error", f"{card.name}: {what}, no card of a deck", card_ref(card),
            members(copies), sections_of(copies), len(copies), 0, lines_of(copies),
        )  # fmt: skip

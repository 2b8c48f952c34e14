"""A card of a kind that the format bars, such as Link and Pendulum Monsters.

A card of several kinds is barred by any of them.

Example: in the deck

    extra: [Decode Talker]

``deckcheck check - -f genesys@2025-10-01`` finds

    error: Decode Talker: a Link Monster, which Genesys does not allow
"""

from collections.abc import Iterator

from deckcheck.findings import about, by_card, playable
from deckcheck.model import Deck, Finding, Terms

ID = "card-kind"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each card of a barred kind."""
    barred = terms.format.barred
    for card, copies in by_card(playable(deck) if barred else ()):
        kinds = [kind for kind in barred if kind in (card.kind, *card.frame)]
        if kinds:
            what = f"{' '.join(kind.title() for kind in kinds)} Monster"
            if card.kind != "monster":
                what = " ".join(kinds)
            message = f"{card.name}: a {what}, which {terms.format.title} does not allow"
            source = terms.format.source_of("barred")
            yield about(ID, "error", message, copies, card=card, allowed=0, source=source)

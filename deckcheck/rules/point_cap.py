"""The cards of a deck have more points together than the format allows.

Each copy in main, extra and side spends its card's points. The cap is the format's or the one that
``--points`` gives; organisers may set any, 0 included.

Example: in the deck

    main: [3 Pot of Greed, 1 Graceful Charity]

``deckcheck check - -f genesys@2025-10-01`` finds

    error: 130 points of at most 100: 3x Pot of Greed 90, 1x Graceful Charity 40
"""

from collections.abc import Iterator

from deckcheck.model import Deck, Finding, Terms
from deckcheck.points import points_of
from deckcheck.text import some

ID = "point-cap"

_SHOWN = 10


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding if the deck is past the cap."""
    points = points_of(deck, terms)
    if not points or points.total <= points.cap:
        return
    held = [f"{card.copies}x {card.card.name} {card.points}" for card in points.cards]
    spending = {card.card for card in points.cards}
    lines = tuple(copy.line for copy in deck.copies if copy.card and copy.card.ref in spending)
    source = terms.banlist.source if terms.banlist else None
    yield Finding(
        ID,
        "error",
        f"{points.total} points of at most {points.cap}: {some(held, _SHOWN)}",
        copies=points.total,
        allowed=points.cap,
        lines=lines,
        source=source,
    )

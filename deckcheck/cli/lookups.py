"""What the commands that look cards up say of cards that were not meant, or may have been."""

from collections.abc import Sequence

from deckcheck.catalog.find import label
from deckcheck.model import Card
from deckcheck.reports.words import printable


def listed(cards: Sequence[Card]) -> str:
    """The cards as a message names them, each with the id to name it by."""
    return ", ".join(printable(label(card)) for card in cards)

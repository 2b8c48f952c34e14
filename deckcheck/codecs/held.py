"""What a codec can hold of a deck; what it cannot is said when a deck is written by it."""

from typing import NamedTuple

from deckcheck.errors import UnheldError
from deckcheck.model import DeckList


class Held(NamedTuple):
    """What a codec can hold beside the passcodes of cards and their order.

    ``names``: cards by name. ``deck_name``. ``directives``: format and day. ``sections``: what
    stands in main and what in extra, whatever kind of card it is. ``tags``: sets of cards by name.
    """

    names: bool
    deck_name: bool
    directives: bool
    sections: bool = True
    tags: bool = False


EVERYTHING = Held(names=True, deck_name=True, directives=True)
PASSCODES = Held(names=False, deck_name=False, directives=False)


def check_sections(deck: DeckList) -> None:
    """UnheldError if the deck leaves to the kinds of its cards what is main and what is extra."""
    for entry in deck.entries:
        if entry.section is None:
            raise UnheldError(entry.line, "main or extra deck by its kind, and no kind is known")

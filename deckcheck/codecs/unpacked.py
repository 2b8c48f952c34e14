"""A bound on what a short text can ask for: a line of YAML or a link may unpack to millions."""

from collections.abc import Iterable

from deckcheck.errors import ParseError
from deckcheck.model import Entry

MOST_CARDS = 1_000
"""Cards that a deck may unpack to, and copies that a line may ask for; no game has as many."""


def bounded(entries: Iterable[Entry], line: int) -> tuple[Entry, ...]:
    """The entries; ParseError, with the number of cards, if they are more than the bound."""
    found = tuple(entries)
    cards = sum(max(reading.copies for reading in entry.readings) for entry in found)
    if cards > MOST_CARDS:
        raise ParseError(line, f"{cards:,} cards, more than the {MOST_CARDS:,} a deck may have")
    return found

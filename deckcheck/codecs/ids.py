"""What the codecs that hold nothing but passcodes have in common."""

from collections.abc import Iterator

from deckcheck.errors import UnheldError
from deckcheck.model import DeckList, Entry, Reading, Section
from deckcheck.passcodes import parse_passcode


def entry(section: Section | None, line: int, passcode: str) -> Entry:
    """The entry of one copy of a passcode, which is no name."""
    return Entry(section, line, (Reading(1, passcode, "passcode"),))


def passcodes(deck: DeckList, section: Section | None) -> Iterator[int]:
    """The passcodes of a section, one for each copy, in the order of the deck.

    UnheldError for a card that has none.
    """
    for listed in deck.entries:
        if listed.section == section:
            reading = listed.readings[0]
            passcode = parse_passcode(reading.text)
            if passcode is None:
                what = f"{reading.text!r} has no passcode, and names are not held"
                raise UnheldError(listed.line, what)
            for _ in range(reading.copies):
                yield passcode

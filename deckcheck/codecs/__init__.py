"""Deck file formats. A codec knows lines, not cards; each is one module of this folder.

``CODECS`` is the table: the name of each codec and its module, loaded when it is used.
"""

from importlib import import_module
from typing import Protocol, cast

from deckcheck.codecs.held import Held
from deckcheck.errors import ParseError, UnknownNameError
from deckcheck.model import DeckList, Doubt
from deckcheck.text import decode, lines

# in the order in which they are asked whether they recognise a text; the last takes any text
CODECS = {
    "json": "deckcheck.codecs.json",
    "yaml": "deckcheck.codecs.yaml",
    "ydk": "deckcheck.codecs.ydk",
    "ydke": "deckcheck.codecs.ydke",
    "omega": "deckcheck.codecs.omega",
    "text": "deckcheck.codecs.text",
}
SUFFIXES = {
    ".json": "json", ".yaml": "yaml", ".yml": "yaml", ".ydk": "ydk", ".ydke": "ydke",
    ".omega": "omega", ".txt": "text",
}  # fmt: skip
"""File suffixes, in lower case, and the codec each means; a test holds them to the modules."""

_ANY_TEXT = "text"
_LINK = "ydke"


class Codec(Protocol):
    """What a codec module offers."""

    NAME: str
    SUFFIXES: tuple[str, ...]
    HOLDS: Held
    __doc__: str | None

    def recognises(self, text: str) -> bool:
        """Whether text of unknown form looks like this codec's."""

    def parse(self, text: str) -> DeckList:
        """The deck list of the text; ParseError where it cannot be read at all."""

    def dump(self, deck: DeckList) -> str:
        """The text of the deck, which ``parse`` reads as the same; UnheldError if it has none."""


def codec(name: str) -> Codec:
    """The codec of that name; UnknownNameError if there is none."""
    if name not in CODECS:
        raise UnknownNameError("codec", name, CODECS)
    return cast("Codec", import_module(CODECS[name]))


def parse(data: bytes, *, suffix: str = "", name: str | None = None) -> DeckList:
    """The deck list in the bytes of a file.

    The codec is the named one, else the suffix's (``.ydk``), else the one that recognises the
    text; ``.txt`` says no more than that it is text. ParseError for what is no text, no deck, or
    broken past reading.
    """
    text = decode(data)
    if name:
        return codec(name).parse(text)
    chosen = SUFFIXES.get(suffix.casefold(), _ANY_TEXT)
    if chosen == _ANY_TEXT:
        return _by_content(text)
    if codec(chosen).recognises(text):
        return codec(chosen).parse(text)
    content = next(name for name in CODECS if name == _ANY_TEXT or codec(name).recognises(text))
    try:
        deck = codec(chosen).parse(text)
    except ParseError as error:
        only_comments = all(line.lstrip()[:1] in ("", "#") for line in lines(text))
        if content == _ANY_TEXT or only_comments:
            raise
        raise _misnamed(chosen, content) from error
    if content != _ANY_TEXT and not deck.entries:
        raise _misnamed(chosen, content)
    return deck


def _by_content(text: str) -> DeckList:
    """What the first codec that recognises the text reads; a doubt where another one differs."""
    first, *others = (name for name in CODECS if codec(name).recognises(text))
    deck = codec(first).parse(text)
    other = next((name for name in others if _reads_another(name, text, deck)), None)
    if other is None:
        return deck
    message = f"read as {first}; as {other} it is another deck: say which with --codec"
    return deck._replace(doubts=(*deck.doubts, Doubt(1, message, other)))


def _reads_another(name: str, text: str, deck: DeckList) -> bool:
    """Whether the codec reads another deck in the text, without problems.

    Any text may be a list of names: there has to be a heading, or a number of copies.
    """
    try:
        found = codec(name).parse(text)
    except ParseError:
        return False
    if name == _ANY_TEXT:
        cards = any(
            reading.copies > 1 or reading.text.isdigit()
            for entry in found.entries
            for reading in entry.readings
        )
        return deck.codec == _LINK and (cards or bool(found.headings))
    return not found.problems and _cards(found) != _cards(deck)


def _cards(deck: DeckList) -> set[tuple[str | None, int, str]]:
    return {(entry.section, *entry.readings[0][:2]) for entry in deck.entries}


def _misnamed(suffix: str, content: str) -> ParseError:
    return ParseError(
        1, f"a {content} deck, not {suffix}; rename the file, or read it with the codec {content}"
    )

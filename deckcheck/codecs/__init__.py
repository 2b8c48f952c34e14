"""Deck file formats. A codec knows lines, not cards; each is one module of this folder.

``CODECS`` is the table: the name of each codec and its module, loaded when it is used.
"""

from importlib import import_module
from typing import Protocol, cast

from deckcheck.errors import ParseError, UnknownNameError
from deckcheck.model import DeckList
from deckcheck.text import decode, lines

# in the order in which they are asked whether they recognise a text
CODECS = {
    "ydke": "deckcheck.codecs.ydke",
    "yaml": "deckcheck.codecs.yaml",
    "ydk": "deckcheck.codecs.ydk",
}
SUFFIXES = {".ydk": "ydk", ".yaml": "yaml", ".yml": "yaml", ".ydke": "ydke"}
"""File suffixes, in lower case, and the codec each means; a test holds them to the modules."""


class Codec(Protocol):
    """What a codec module offers."""

    NAME: str
    SUFFIXES: tuple[str, ...]

    def recognises(self, text: str) -> bool:
        """Whether text of unknown form looks like this codec's."""

    def parse(self, text: str) -> DeckList:
        """The deck list of the text; ParseError where it cannot be read at all."""


def codec(name: str) -> Codec:
    """The codec of that name; UnknownNameError if there is none."""
    if name not in CODECS:
        raise UnknownNameError("codec", name, CODECS)
    return cast("Codec", import_module(CODECS[name]))


def parse(data: bytes, *, suffix: str = "", name: str | None = None) -> DeckList:
    """The deck list in the bytes of a file.

    The codec is the named one, else the suffix's (``.ydk``), else the one that recognises the
    text. ParseError for what is no text, no deck, or broken past reading.
    """
    text = decode(data)
    if name:
        return codec(name).parse(text)
    content = _recognised(text)
    chosen = SUFFIXES.get(suffix.casefold()) or content
    if not chosen:
        raise ParseError(1, f"no deck format that is known here ({', '.join(CODECS)})")
    try:
        deck = codec(chosen).parse(text)
    except ParseError as error:
        only_comments = all(line.lstrip()[:1] in ("", "#") for line in lines(text))
        if content in (None, chosen) or only_comments:
            raise
        raise _misnamed(chosen, str(content)) from error
    if content not in (None, chosen) and not (deck.entries or codec(chosen).recognises(text)):
        raise _misnamed(chosen, str(content))
    return deck


def _misnamed(suffix: str, content: str) -> ParseError:
    return ParseError(
        1, f"a {content} deck, not {suffix}; rename the file, or read it with the codec {content}"
    )


def _recognised(text: str) -> str | None:
    """The first codec that recognises the text."""
    return next((name for name in CODECS if codec(name).recognises(text)), None)

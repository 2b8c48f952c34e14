"""From the bytes of a file to its text and lines, whatever wrote it."""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence

from deckcheck.errors import ParseError

_LONGEST_QUOTE = 100
_BINARY = "binary data, not the text of a deck"
_MOST_UNDECODED = 0.8
"""The share of bytes that may be no UTF-8; comments in an older encoding never come near."""
_UNDECODED = r"[\udc80-\udcff]"
_LINE_END = re.compile(r"\r\n|\r|\n")
_WEB_PAGE = r"(?i)\s*<(?!ydke:|ydke%)[!?/a-z]"
_LINK = re.compile(r"[ <]*ydke(?:://|%3a%2f%2f)", re.IGNORECASE)
_LONGEST_LINK = 60
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f]")


def decode(data: bytes) -> str:
    """The text of the bytes: UTF-8 or UTF-16, with or without a byte order mark.

    Bytes that are no UTF-8 become lone surrogates, so that nothing of a comment in an older
    encoding is lost. ParseError for what is no text, and for a web page.
    """
    try:
        text = _decoded(data).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise ParseError(1, _BINARY) from error
    control = _CONTROL.search(text)
    if control:
        raise ParseError(len(lines(text[: control.start()])), _BINARY)
    if text.lstrip()[:1] == "<" and re.match(_WEB_PAGE, text):
        raise ParseError(1, "a web page, not a deck; download the deck file itself")
    return text


def _decoded(data: bytes) -> str:
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16")
    if b"\0" in data[:2]:
        return data.decode("utf-16-be" if data[:1] == b"\0" else "utf-16-le")
    try:
        return data.decode()
    except UnicodeDecodeError:
        text = data.decode("utf-8", "surrogateescape")
        if len(re.findall(_UNDECODED, text)) > len(text) * _MOST_UNDECODED:
            raise
        return text


def quote(text: str) -> str:
    """The text as messages quote it: in quotes, escaped, and cut where it goes on for ever."""
    return repr(text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 3]}...")


def some(texts: Sequence[str], most: int) -> str:
    """The first of the texts, and how many more there are: ``a, b and 3 more``."""
    more = f" and {len(texts) - most:,} more" if len(texts) > most else ""
    return ", ".join(texts[:most]) + more


def is_link(text: str) -> bool:
    """Whether the text begins with a ``ydke://`` link, percent-encoded or in ``<>`` or not."""
    return _LINK.match(text) is not None


def shortened(link: str) -> str:
    """A link as reports for people show it, cut where it is long; any other text as it is."""
    if not is_link(link) or len(link) <= _LONGEST_LINK:
        return link
    return f"{link[: _LONGEST_LINK - 3]}..."


def lines(text: str) -> list[str]:
    """The lines of the text; they end in LF, CRLF or a lone CR, and in nothing else."""
    return _LINE_END.split(text)


def line_starts(text: str) -> list[int]:
    """Where in the text each line begins."""
    return [0, *(match.end() for match in _LINE_END.finditer(text))]


def undecoded_line(text: str) -> int | None:
    """The 1-based line of the first byte that was no UTF-8, None if all was."""
    match = re.search(_UNDECODED, text)
    return len(lines(text[: match.start()])) if match else None

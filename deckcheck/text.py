"""From the bytes of a file to its text and lines, whatever wrote it."""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE

from deckcheck.errors import ParseError

_LINE_END = re.compile(r"\r\n|\r|\n")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f]")
_UNDECODED = re.compile(r"[\udc80-\udcff]")
_MARKUP = re.compile(r"\s*<[!?/a-z]", re.IGNORECASE)


def decode(data: bytes) -> str:
    """The text of the bytes: UTF-8 or UTF-16, with or without a byte order mark.

    Bytes that are no UTF-8 become lone surrogates, so that nothing of a comment in an older
    encoding is lost. ParseError for what is no text, and for a web page.
    """
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        encoding = "utf-16"
    elif b"\0" in data[:2]:
        encoding = "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
    else:
        encoding = "utf-8"
    try:
        text = data.decode(encoding, "surrogateescape" if encoding == "utf-8" else "strict")
    except UnicodeDecodeError:
        text = "\0"
    text = text.removeprefix("\ufeff")
    control = _CONTROL.search(text)
    if control or len(_UNDECODED.findall(text)) > len(text) * 0.8:
        line = len(lines(text[: control.start()])) if control else 1
        raise ParseError(line, "binary data, not the text of a deck")
    if _MARKUP.match(text):
        raise ParseError(1, "a web page, not a deck; download the deck file itself")
    return text


def lines(text: str) -> list[str]:
    """The lines of the text; they end in LF, CRLF or a lone CR, and in nothing else."""
    return _LINE_END.split(text)


def line_starts(text: str) -> list[int]:
    """Where in the text each line begins."""
    return [0, *(match.end() for match in _LINE_END.finditer(text))]


def undecoded_line(text: str) -> int | None:
    """The 1-based line of the first byte that was no UTF-8, None if all was."""
    match = _UNDECODED.search(text)
    return len(lines(text[: match.start()])) if match else None

"""YDKE, a deck as a link: ``ydke://main!extra!side!``.

- Each section is base64, padded, of its passcodes as little-endian 32-bit numbers. What stands
  directly behind the last ``!``, to the end of the line, is the deck's name.
- The link may be percent-encoded, in ``<>``, quotes or brackets, and in the middle of prose; the
  same link may come twice. Two different links are no deck.
- A section that is cut off or badly padded makes the whole link unreadable, for nobody can say how
  many cards it held.
"""

import re
from binascii import Error as Base64Error
from binascii import a2b_base64, b2a_base64
from struct import iter_unpack, pack

from deckcheck.codecs import ids
from deckcheck.codecs.held import PASSCODES, check_sections
from deckcheck.codecs.unpacked import bounded
from deckcheck.errors import ParseError
from deckcheck.model import SECTIONS, DeckList, Entry
from deckcheck.text import lines

NAME = "ydke"
SUFFIXES = (".ydke",)
HOLDS = PASSCODES

LINK = re.compile(r"ydke(?:://|%3a%2f%2f)[^\s<>\"'`]*", re.IGNORECASE)
_CLOSING = ")]}.,;:"
_NAME_BEHIND = re.compile(r"[^\W_].*")
_CLOSED_BY = {'"': '"', "'": "'", "`": "`", "(": ")", "[": "]", "<": ">"}
_SECTION = re.compile(r"[A-Za-z0-9+/=]*!")
_BYTES_PER_ID = 4


def recognises(text: str) -> bool:
    """Whether a link begins anywhere in the text."""
    return LINK.search(text) is not None


def parse(text: str) -> DeckList:
    """The deck list of a link; ParseError naming the sections that cannot be read."""
    links = list(LINK.finditer(text))
    if not links:
        first = len(lines(text[: len(text) - len(text.lstrip())]))
        raise ParseError(first, "no ydke link; one begins with ydke://")
    line = len(lines(text[: links[0].start()]))
    bodies = {_body(link[0]).rstrip(_CLOSING) for link in links}
    if len(bodies) > 1:
        raise ParseError(line, "more than one ydke link; one file holds one deck")
    parts = _body(links[0][0]).split("!", len(SECTIONS))
    if len(parts) <= len(SECTIONS):
        raise ParseError(
            line,
            f"ydke link is cut off: it has 3 sections, each ended by '!', and this one ends in "
            f"{SECTIONS[len(parts) - 1]}; copy the link again",
        )
    entries: list[Entry] = []
    faults: list[str] = []
    for section, part in zip(SECTIONS, parts, strict=False):
        try:
            entries += (ids.entry(section, line, str(code)) for code in _passcodes(part))
        except ValueError as error:
            faults.append(f"{section} section: {error}")
    if faults:
        raise ParseError(line, f"ydke link is damaged; {'; '.join(faults)}")
    name = _name(parts[-1], text[: links[0].start()], text[links[0].end() :])
    if name and name.endswith("!") and _SECTION.fullmatch(name):
        raise ParseError(line, "a ydke link of more than 3 sections")
    others = sum(bool(said.strip()) and not LINK.search(said) for said in lines(text))
    return DeckList(NAME, name, bounded(entries, line), comments=others)


def dump(deck: DeckList) -> str:
    """The link of the deck; UnheldError for a card without a passcode."""
    check_sections(deck)
    sections = (pack(f"<{len(codes)}I", *codes) for codes in (
        list(ids.passcodes(deck, section)) for section in SECTIONS
    ))  # fmt: skip
    parts = (b2a_base64(section, newline=False).decode() for section in sections)
    return "ydke://" + "".join(f"{part}!" for part in parts) + "\n"


def _body(link: str) -> str:
    if "%" in link:
        from urllib.parse import unquote

        link = unquote(link)
    return link[len("ydke://") :]


def _name(behind: str, before: str, after: str) -> str | None:
    """The name that begins directly behind the link's last ``!``, to the end of the line.

    Where something opens directly before the link, the name ends where that closes.
    """
    if not _NAME_BEHIND.fullmatch(behind):
        return None
    name = LINK.split(behind + lines(after)[0], maxsplit=1)[0]
    closing = _CLOSED_BY.get(before[-1:], ">")
    return name.partition(closing)[0].strip() or None


def _passcodes(part: str) -> list[int]:
    try:
        data = a2b_base64(part, strict_mode=True) if part else b""
    except (Base64Error, ValueError) as error:
        raise ValueError("base64 that is cut off or damaged; copy the link again") from error
    if len(data) % _BYTES_PER_ID:
        raise ValueError(f"{len(data)} bytes are no whole number of 4-byte passcodes")
    return [number for (number,) in iter_unpack("<I", data)]

"""YDKE, a deck as a link: ``ydke://main!extra!side!``.

Each section is base64, padded, of its passcodes as little-endian 32-bit numbers. The last ``!``
may be missing; spaces and line ends around the link are dropped. A section that is cut off or
badly padded makes the whole link unreadable, for nobody can say how many cards it held.
"""

from binascii import Error as Base64Error
from binascii import a2b_base64
from struct import iter_unpack

from deckcheck.codecs.unpacked import bounded
from deckcheck.errors import ParseError
from deckcheck.model import SECTIONS, DeckList, Entry, Reading
from deckcheck.text import lines

NAME = "ydke"
SUFFIXES = (".ydke",)

_PREFIX = "ydke://"
_BYTES_PER_ID = 4


def recognises(text: str) -> bool:
    """Whether the text begins with ``ydke://``, in any case."""
    return text.lstrip().casefold().startswith(_PREFIX)


def parse(text: str) -> DeckList:
    """The deck list of a link; ParseError naming the sections that cannot be read."""
    link = text.strip()
    line = len(lines(text[: len(text) - len(text.lstrip())]))
    if not recognises(link):
        raise ParseError(line, f"no ydke link; one begins with {_PREFIX}")
    if len(link.split()) > 1:
        raise ParseError(line, "more than one ydke link, or text behind it; one file holds one")
    parts = link[len(_PREFIX) :].split("!")
    if parts[len(SECTIONS) :] == [""]:
        del parts[-1]
    if len(parts) != len(SECTIONS):
        raise ParseError(
            line, f"a ydke link has 3 sections, each ended by '!'; this one has {len(parts)}"
        )
    entries: list[Entry] = []
    faults: list[str] = []
    for section, part in zip(SECTIONS, parts, strict=True):
        try:
            ids = _passcodes(part)
        except ValueError as error:
            faults.append(f"{section} section: {error}")
        else:
            entries += (Entry(section, line, (Reading(1, str(passcode)),)) for passcode in ids)
    if faults:
        raise ParseError(line, f"ydke link is damaged; {'; '.join(faults)}")
    return DeckList(NAME, None, bounded(entries, line))


def _passcodes(part: str) -> list[int]:
    try:
        data = a2b_base64(part, strict_mode=True) if part else b""
    except (Base64Error, ValueError) as error:
        raise ValueError("base64 that is cut off or damaged; copy the link again") from error
    if len(data) % _BYTES_PER_ID:
        raise ValueError(f"{len(data)} bytes are no whole number of 4-byte passcodes")
    return [number for (number,) in iter_unpack("<I", data)]

"""The deck code of Omega: base64 of raw DEFLATE data.

Unpacked, it is one byte with the number of cards of main and extra deck together, one with that of
the side deck, then so many passcodes as little-endian 32-bit numbers. What is main and what is
extra, the kind of each card says. Spaces and line ends around the code are dropped.
"""

import zlib
from binascii import Error as Base64Error
from binascii import a2b_base64, b2a_base64
from struct import iter_unpack, pack

from deckcheck.codecs import ids
from deckcheck.codecs.held import PASSCODES
from deckcheck.codecs.unpacked import MOST_CARDS, bounded
from deckcheck.errors import ParseError, UnheldError
from deckcheck.model import DeckList
from deckcheck.text import lines

NAME = "omega"
SUFFIXES = (".omega",)
HOLDS = PASSCODES._replace(sections=False)

_HEAD = 2
_BYTES_PER_ID = 4
_MOST_BYTES = _HEAD + _BYTES_PER_ID * MOST_CARDS
_MOST_IN_A_BYTE = 255


def recognises(text: str) -> bool:
    """Whether the whole text is such a code."""
    try:
        parse(text)
    except ParseError:
        return False
    return True


def parse(text: str) -> DeckList:
    """The deck list of a code; ParseError for what is none, is cut off, or unpacks to too much."""
    line = len(lines(text[: len(text) - len(text.lstrip())]))
    data = _unpacked(text.strip(), line)
    if len(data) < _HEAD:
        raise ParseError(line, "no omega deck code: it unpacks to less than two bytes")
    main_and_extra, side = data[0], data[1]
    codes = [str(code) for (code,) in iter_unpack("<I", data[_HEAD : _whole(len(data))])]
    if len(data) != _HEAD + _BYTES_PER_ID * (main_and_extra + side):
        raise ParseError(
            line,
            f"omega code is damaged: it announces {main_and_extra} cards in main and extra deck "
            f"and {side} in the side deck, and holds {len(data) - _HEAD} bytes of passcodes, "
            f"4 each; copy the code again",
        )
    entries = [ids.entry(None, line, code) for code in codes[:main_and_extra]]
    entries += [ids.entry("side", line, code) for code in codes[main_and_extra:]]
    return DeckList(NAME, None, bounded(entries, line))


def dump(deck: DeckList) -> str:
    """The code of the deck; UnheldError for a card without a passcode, or for too many cards."""
    main_and_extra = [code for section in ("main", "extra", None)
                      for code in ids.passcodes(deck, section)]  # fmt: skip
    side = list(ids.passcodes(deck, "side"))
    for cards in (main_and_extra, side):
        if len(cards) > _MOST_IN_A_BYTE:
            raise UnheldError(
                1,
                f"{len(cards)} cards; an omega code counts {_MOST_IN_A_BYTE} in main and extra "
                "deck, and as many in the side deck",
            )
    codes = [*main_and_extra, *side]
    data = pack(f"<BB{len(codes)}I", len(main_and_extra), len(side), *codes)
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(data) + packer.flush()
    return b2a_base64(packed, newline=False).decode() + "\n"


def _whole(size: int) -> int:
    """So many of the bytes as are whole passcodes behind the head."""
    return size - (size - _HEAD) % _BYTES_PER_ID


def _unpacked(code: str, line: int) -> bytes:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        data = unpacker.decompress(a2b_base64(code, strict_mode=True), _MOST_BYTES)
    except (Base64Error, ValueError) as error:
        raise ParseError(line, "no omega deck code: base64 that is cut off or damaged") from error
    except zlib.error as error:
        raise ParseError(line, "no omega deck code: it does not unpack") from error
    if unpacker.unconsumed_tail:
        raise ParseError(
            line,
            f"unpacks to more than {_MOST_BYTES:,} bytes, which is more than {MOST_CARDS:,} cards",
        )
    if not unpacker.eof:
        raise ParseError(line, "omega code is cut off; copy the code again")
    if unpacker.unused_data:
        raise ParseError(line, "no omega deck code: something stands behind it")
    return data

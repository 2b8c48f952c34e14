"""Omega's deck codes."""

import zlib
from base64 import b64encode
from struct import pack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck import codecs
from deckcheck.errors import ParseError, UnheldError
from deckcheck.model import DeckList, Entry, Reading
from judging import report

DRAGON, SYNCHRO, SPELL = 89631139, 44508094, 24094653


def code(*ids: int, main: int, side: int = 0) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(pack(f"<BB{len(ids)}I", main, side, *ids)) + packer.flush()
    return b64encode(data).decode()


def test_main_and_extra_are_told_apart_by_the_kind_of_the_cards() -> None:
    found = report(code(DRAGON, SYNCHRO, SPELL, 5, main=3, side=1), suffix=".omega")
    assert found.sizes == {"main": 2, "extra": 1, "side": 1}
    assert found.codec == "omega"


@given(st.lists(st.integers(0, 2**32 - 1), max_size=75), st.integers(0, 75))
def test_every_id_in_its_section(ids: list[int], side: int) -> None:
    side = min(side, len(ids))
    text = code(*ids, main=len(ids) - side, side=side)
    deck = codecs.parse(f"\n {text}\n".encode(), name="omega")
    found = [(entry.section, int(entry.readings[0].text)) for entry in deck.entries]
    sections = [None] * (len(ids) - side) + ["side"] * side
    assert found == list(zip(sections, ids, strict=True))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (code(DRAGON, main=2), "announces 2 cards in main and extra deck and 0 in the side deck, "
         "and holds 4 bytes"),
        (code(DRAGON, DRAGON, main=1), "and holds 8 bytes"),
        (code(DRAGON, main=1)[:-4], "cut off"),
        (code(DRAGON, main=1)[:-1], "base64 that is cut off"),
        (b64encode(zlib.compress(b"x" * 10**6, 9)[2:-4]).decode(), "more than 1,000 cards"),
        (b64encode(b"\xff\x01\x02").decode(), "does not unpack"),
        ("hello", "base64"),
        ("ü", "base64"),
        ("", "cut off"),
        (b64encode(zlib.compress(b"")[2:-4]).decode(), "less than two bytes"),
    ],
)  # fmt: skip
def test_a_damaged_code_is_refused_never_shortened(text: str, reason: str) -> None:
    with pytest.raises(ParseError) as caught:
        codecs.parse(text.encode(), name="omega")
    assert reason in caught.value.reason


def test_more_cards_than_a_byte_counts_are_not_written() -> None:
    deck = DeckList("ydk", None, (Entry("main", 1, (Reading(256, "5"),)),))
    with pytest.raises(UnheldError, match="256 cards"):
        codecs.codec("omega").dump(deck)

"""YDKE links."""

from base64 import b64encode
from struct import pack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck import codecs
from deckcheck.errors import ParseError
from judging import only, report


def link(*sections: list[int]) -> str:
    parts = (b64encode(pack(f"<{len(ids)}I", *ids)).decode() for ids in sections)
    return "ydke://" + "".join(f"{part}!" for part in parts)


@given(*[st.lists(st.integers(0, 2**32 - 1), max_size=70)] * 3)
def test_every_id_in_its_section(main: list[int], extra: list[int], side: list[int]) -> None:
    deck = codecs.parse(link(main, extra, side).encode(), suffix=".ydke")
    found = [(entry.section, int(entry.readings[0].text)) for entry in deck.entries]
    assert found == [
        *(("main", i) for i in main), *(("extra", i) for i in extra), *(("side", i) for i in side),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "name"),
    [
        ("\n\n ydke://o6lXBQ==!!!\n", 3, None),
        ("YDKE://o6lXBQ==!!!", 1, None),
        ("ydke://o6lXBQ==!!!", 1, None),
        ("<ydke://o6lXBQ==!!!>", 1, None),
        ("my deck:\n(ydke://o6lXBQ==!!!).", 2, None),
        ("ydke%3A%2F%2Fo6lXBQ%3D%3D%21%21%21", 1, None),
        ("ydke://o6lXBQ%3D%3D!!!Blue%20Eyes", 1, "Blue Eyes"),
        ("ydke://o6lXBQ==!!!Blue Eyes, 2nd try\n", 1, "Blue Eyes, 2nd try"),
        ("[ydke://o6lXBQ==!!!](ydke://o6lXBQ==!!!)", 1, None),
        ("see ydke://o6lXBQ==!!! and say", 1, None),
        ('"ydke://o6lXBQ==!!!"', 1, None),
        ('"ydke://o6lXBQ==!!!My Deck" by Bob', 1, "My Deck"),
        ("[ydke://o6lXBQ==!!!My Deck] here", 1, "My Deck"),
        ("ydke://o6lXBQ==!!!My Deck ydke://o6lXBQ==!!!My Deck", 1, "My Deck"),
    ],
)
def test_what_stands_around_the_link(text: str, line: int, name: str | None) -> None:
    deck = codecs.parse(text.encode())
    assert [(entry.line, entry.readings[0].text) for entry in deck.entries] == [(line, "89631139")]
    assert (deck.codec, deck.name) == ("ydke", name)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ydke://o6lXBQ=!!!", "main section: base64 that is cut off"),
        ("ydke://!o6lX!!", "extra section: 3 bytes are no whole number of 4-byte passcodes"),
        ("ydke://!!o6l*BQ==!", "side section: base64 that is cut off"),
        ("ydke://o6!o6!!", "main section: base64 that is cut off"),
        (
            "ydke://o6lXBQ==!",
            "cut off: it has 3 sections, each ended by '!', and this one ends in extra",
        ),
        ("ydke://rvTMAg==!!o6lXBa70zAJKcEkD", "this one ends in side; copy the link again"),
        ("ydke://!!!o6lXBQ==!", "more than 3 sections"),
        ("ydke://a!b!c!d!", "main section"),
        ("ydke://!!! ydke://o6lXBQ==!!!", "more than one"),
        ("ydk://o6lXBQ==!!!", "no ydke link"),
    ],
)
def test_a_damaged_link_is_refused_never_shortened(text: str, reason: str) -> None:
    with pytest.raises(ParseError) as caught:
        codecs.parse(text.encode(), suffix=".ydke")
    assert reason in str(caught.value)


def test_every_damaged_section_is_named() -> None:
    with pytest.raises(ParseError, match=r"main section: .*; side section: "):
        codecs.parse(b"ydke://o6!!o6!", suffix=".ydke")


def test_id_0_is_an_unknown_card_with_its_place_and_the_other_is_judged() -> None:
    found = report("ydke://o6lXBQAAAAA=!!!", suffix=".ydke")
    (unknown,) = only(found, "unknown-card")
    assert unknown.message == "unknown passcode 0 (main 2)"
    assert found.sizes == {"main": 2, "extra": 0, "side": 0}
    assert len(only(found, "section-size")) == 1

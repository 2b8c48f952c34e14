"""Which codec reads what, and what none reads."""

import pytest

from deckcheck import codecs
from deckcheck.errors import ParseError, UnknownNameError


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ("#main\n1\n", "ydk"),
        ("89631139\n", "ydk"),
        ("", "ydk"),
        ("main:\n  - 1\n", "yaml"),
        ("# a comment first\nname: x\nmain: [Sangan]\n", "yaml"),
        ("#created by me\n89631139\n", "ydk"),
        ("ydke://!!!", "ydke"),
        ("{main: [Sangan]}", "yaml"),
        (" main:\n  - Sangan\n", "yaml"),
        ('"main":\n  - Sangan\n', "yaml"),
        ("name: x\rmain:\r  - Sangan\r", "yaml"),
        ("# a comment\n\n#another\n", "ydk"),
        ('{"main": [89631139]}', "json"),
        ('["Sangan", "Raigeki"]', "json"),
        ("[Main Deck]\nSangan\n", "text"),
        ("Dear judge,\nhere is my deck: ydke://o6lXBQ==!!!\n", "ydke"),
        ("#main\n# from ydke://o6lXBQ==!!!\n", "ydk"),
        ("Y2BgYAAA\n", "text"),
        ("Y2RYvDKcFQA=\n", "omega"),
        ("1 Dark Magician\n89631139\n3 23995346\n", "text"),
        ("Sangan\n", "text"),
        ("7\n", "text"),
        ("Main Deck\n3 Sangan\n", "text"),
    ],
)
def test_content_tells_the_codec(text: str, codec: str) -> None:
    assert codecs.parse(text.encode()).codec == codec


def test_the_suffix_comes_before_the_content_and_the_name_before_both() -> None:
    assert codecs.parse(b"#main\n", suffix=".YDK").codec == "ydk"
    assert codecs.parse(b"main: []", suffix=".ydk", name="yaml").codec == "yaml"
    with pytest.raises(UnknownNameError, match="unknown codec 'yml'; did you mean: yaml"):
        codecs.parse(b"", name="yml")


@pytest.mark.parametrize("suffix", ["", ".ydk", ".yaml", ".ydke"])
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "binary"),
        (b"PK\x03\x04\x14\x00", "binary"),
        (b"#main\n\x00\x00\x00", "binary"),
        (b"\xff\xfe\x00", "binary"),
        (b"<!DOCTYPE html>\n<html>", "web page"),
        (b"  <html lang=en>", "web page"),
        (b'<?xml version="1.0"?>', "web page"),
        (b"<!-- x -->\n<html>", "web page"),
        (b"<meta charset=utf-8>", "web page"),
        (b"<div>deck</div>", "web page"),
        (bytes(range(128, 256)), "binary"),
        (b"#main\n" + b"\x7f\x01", "binary"),
    ],
)
def test_what_is_no_text_of_a_deck_is_said_in_one_line(
    data: bytes, reason: str, suffix: str
) -> None:
    with pytest.raises(ParseError) as caught:
        codecs.parse(data, suffix=suffix)
    assert reason in caught.value.reason
    assert "\n" not in caught.value.reason


@pytest.mark.parametrize(
    ("data", "suffix"),
    [
        (b"main:\n  - 600 Sangan\n  - 401 Kuriboh\n", ".yaml"),
        (b"ydke://" + b"AAAA" * 1336 + b"!!!", ".ydke"),
    ],
)
def test_more_cards_than_a_deck_can_have_are_refused_with_their_number(
    data: bytes, suffix: str
) -> None:
    with pytest.raises(ParseError, match=r"1,00[12] cards, more than the 1,000"):
        codecs.parse(data, suffix=suffix)


@pytest.mark.parametrize(
    ("text", "suffix", "message"),
    [
        ("main:\n  - Sangan\n", ".ydk", "a yaml deck, not ydk"),
        ('{"main": [89631139]}', ".ydk", "a json deck, not ydk"),
        ("ydke://!!!", ".ydk", "a ydke deck, not ydk"),
        ("#main\n89631139\n", ".yaml", "a ydk deck, not yaml; rename the file"),
        ("#main\n89631139\n", ".ydke", "a ydk deck, not ydke"),
    ],
)
def test_a_deck_with_the_suffix_of_another_codec_says_so(
    text: str, suffix: str, message: str
) -> None:
    with pytest.raises(ParseError) as caught:
        codecs.parse(text.encode(), suffix=suffix)
    assert message in caught.value.reason
    assert codecs.parse(text.encode(), suffix=suffix, name=message.split()[1]).codec


@pytest.mark.parametrize(
    ("text", "suffix", "codec"),
    [
        ("{name: x, main: [\n89631139,\n89631139\n]}", ".yaml", "yaml"),
        ("# nothing yet\n", ".ydk", "ydk"),
        ("3 Sangan\n", ".ydk", "ydk"),
    ],
)
def test_a_deck_that_its_own_codec_reads_is_not_called_another(
    text: str, suffix: str, codec: str
) -> None:
    assert codecs.parse(text.encode(), suffix=suffix).codec == codec


@pytest.mark.parametrize(
    "data", [b"main:\n  - Sangan\n", b"#main\n5\n", b"ydke://!!!", b"3 Sangan"]
)
def test_txt_says_no_more_than_that_it_is_text(data: bytes) -> None:
    assert codecs.parse(data, suffix=".txt") == codecs.parse(data)


def test_a_text_that_two_codecs_read_as_two_decks_says_so() -> None:
    deck = codecs.parse(b"#main\n89631139\nydke://JfrOAg==!!!\n")
    assert (deck.codec, [doubt.message for doubt in deck.doubts]) == (
        "ydk", ["read as ydk; as ydke it is another deck: say which with --codec"],
    )  # fmt: skip
    ids = codecs.parse(b"26202165\n26202165\nydke://o6lXBQ==!!!\n")
    assert [doubt.subject for doubt in ids.doubts] == ["text"]
    beside = codecs.parse(b"Main Deck\n3 Sangan\nydke://o6lXBQ==!!!\n")
    assert (beside.codec, [doubt.subject for doubt in beside.doubts]) == ("ydke", ["text"])
    for plain in (b'{"main": [89631139]}', b"my deck: ydke://o6lXBQ==!!!\nhave fun\n"):
        assert codecs.parse(plain).doubts == ()


@pytest.mark.parametrize(
    "text",
    [
        "ydk://o6lXBQ==!!!",
        "omega://abc/def",
        "https://example.org/deck/1",
        "eJxjYGBgMDIyMjQwNDJkYGBgBAAQ2gHzZm9v",
        "ydk://o6lXBQ==!!!\nhttps://example.org\n",
    ],
)
@pytest.mark.parametrize("suffix", ["", ".txt"])
def test_the_code_of_another_program_is_no_card(text: str, suffix: str) -> None:
    with pytest.raises(ParseError, match="line 1: unsupported deck code"):
        codecs.parse(text.encode(), suffix=suffix)


def test_every_codec_says_what_it_is() -> None:
    for name in codecs.CODECS:
        doc = codecs.codec(name).__doc__ or ""
        assert len(doc.splitlines()) > 3

"""YDK as it is in the wild."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck import codecs
from deckcheck.errors import ParseError
from deckcheck.model import DeckList, Section
from decktext import ydk
from judging import report


def parse(text: str | bytes) -> DeckList:
    return codecs.parse(text.encode() if isinstance(text, str) else text, suffix=".ydk")


def cards(deck: DeckList) -> list[tuple[Section | None, int, str]]:
    return [(entry.section, entry.line, str(int(entry.readings[0].text))) for entry in deck.entries]


THREE = [("main", 2, "89631139"), ("extra", 4, "23995346"), ("side", 6, "5405694")]
PLAIN = "#main\n89631139\n#extra\n23995346\n!side\n5405694\n"


@pytest.mark.parametrize(
    "data",
    [
        PLAIN.encode(),
        b"\xef\xbb\xbf" + PLAIN.encode(),
        PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.replace("\n", "\r").encode(),
        PLAIN.rstrip("\n").encode(),
        PLAIN.encode("utf-16"),
        PLAIN.encode("utf-16-le"),
        PLAIN.encode("utf-16-be"),
        PLAIN.replace("89631139", "  89631139\t").encode(),
        PLAIN.replace("5405694", "0005405694").encode(),
        PLAIN.replace("89631139", "89631139 # the dragon, 3 of them").encode(),
        PLAIN.replace("89631139", "89631139#x").encode(),
        PLAIN.replace("#main", "#Main").replace("!side", "!SIDE").encode(),
        PLAIN.replace("!side", "#side").encode(),
        PLAIN.replace("#extra", "#extra # mine").replace("!side", "!side #x").encode(),
        PLAIN.replace("89631139", "\ufeff89631139").encode(),
    ],
)
def test_forms_of_one_deck(data: bytes) -> None:
    deck = parse(data)
    assert cards(deck) == THREE
    assert deck.problems == ()


def test_ids_before_any_header_are_main_and_headers_may_be_missing_or_come_twice() -> None:
    assert cards(parse("1\n\n2\n")) == [("main", 1, "1"), ("main", 3, "2")]
    twice = parse("!side\n1\n#main\n2\n!side\n3\n")
    assert [section for section, _, _ in cards(twice)] == ["side", "main", "side"]


@pytest.mark.parametrize(
    "comment",
    [
        "#created by O'Hara",
        '#{"m":{"ids":[4007]}}',
        "# 46986414",
        "###someone",
        "#tags=1,2",
        "#",
        "#pickup\n#4007",
        "#mycard deck sync 7",
        "##0a1b2c",
        "#source: a site",
        "#spare",
        "#core",
        "#representative\n$46986414$",
        "#variants",
    ],
)
def test_comments_never_add_cards(comment: str) -> None:
    deck = parse(f"{comment}\n#main\n{comment}\n89631139\n")
    assert [(section, passcode) for section, _, passcode in cards(deck)] == [("main", "89631139")]
    assert deck.problems == ()
    assert deck.comments == (0 if "created by" in comment else 2 * len(comment.split("\n")))


@pytest.mark.parametrize(
    "line",
    [
        "#side deck",
        "# Side Deck:",
        "#extra:",
        "#Main Deck",
        "#sideboard",
        "#side-deck",
        "#!side",
        "#extra_deck",
        "#main89631139",
    ],
)
def test_a_comment_that_looks_like_a_header_is_in_doubt(line: str) -> None:
    deck = parse(f"#main\n{line}\n89631139\n")
    (doubt,) = deck.doubts
    assert (doubt.line, cards(deck)) == (2, [("main", 3, "89631139")])
    assert "is a comment, and begins no section" in doubt.message


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("8963113O", True),
        ("-1", True),
        ("+1", True),
        ("4.5", True),
        ("4294967296", True),
        ("4279007142790071", True),
        ("9" * 5000, True),
        ("2 Pot of Greed", True),
        ("89631139 89631139", True),
        ("８９６３１１３９", True),
        ("abc", False),
        ("none", False),
        ("<<<<<<< HEAD", False),
        ("=======", False),
        ("!sides", False),
        ("||||||| base", False),
    ],
)
def test_bad_lines_are_problems_with_their_line(line: str, counts: bool) -> None:
    deck = parse(f"#main\n89631139\n#extra\n{line}\n")
    (problem,) = deck.problems
    assert (problem.line, problem.section) == (4, "extra" if counts else None)
    assert len(deck.entries) == 1
    assert len(problem.message) < 200


@pytest.mark.parametrize("line", ["#main" + " " * 400_000 + "x", "#side" + " " * 400_000 + "deckx"])
def test_a_long_comment_takes_no_time(line: str) -> None:
    assert parse(f"{line}\n26202165\n").problems == ()


@pytest.mark.parametrize("line", ["0" * 200_000 + "x", "1" * 200_000 + " " * 200_000 + "x"])
def test_a_long_bad_line_takes_no_time(line: str) -> None:
    (problem,) = parse(line).problems
    assert problem.section == "main"


def test_a_file_of_thousands_of_lines_is_judged_as_written() -> None:
    found = report("".join(f"{passcode}\n" * 4 for passcode in range(10**8, 10**8 + 5000)))
    assert found.sizes == {"main": 20_000, "extra": 0, "side": 0}
    assert "20000 of at most 60" in found.findings[0].message
    assert [f.rule for f in found.findings].count("copy-limit") == 5000


def test_comments_in_an_older_encoding_do_no_harm() -> None:
    deck = parse("#main\n89631139 #青眼の白龍\n".encode("cp932"))
    assert cards(deck) == [("main", 2, "89631139")]


@pytest.mark.parametrize("digits", ["0", "483", "4294967295", "0" * 5000 + "7"])
def test_passcodes(digits: str) -> None:
    assert parse(digits).problems == ()


def test_leading_zeros_are_the_same_card() -> None:
    found = report(ydk(["05370235", "5370235"]))
    assert found.verdict == "legal"


def test_directives() -> None:
    deck = parse("")
    for text in ("# deckcheck: format=ocg on=2005-01-01\n", "# DECKCHECK:format=ocg@2005-01-01"):
        deck = parse(text)
        assert [(d.key, d.value, d.line) for d in deck.directives] == [
            ("format", "ocg", 1), ("on", "2005-01-01", 1),
        ]  # fmt: skip
    for text in ("46986414 # deckcheck: format=ocg@2005-01-01", "#main #deckcheck format=ocg\n"
                 "#x deckcheck: on=1\n#deckcheck on=2005-01-01"):  # fmt: skip
        assert {(d.key, d.value) for d in parse(text).directives} == {
            ("format", "ocg"), ("on", "2005-01-01"),
        }  # fmt: skip
    bad = parse("8963113O # deckcheck: format=ocg # an old one")
    assert ([d.value for d in bad.directives], len(bad.problems)) == (["ocg"], 1)
    assert parse("# https://x.y/#deckcheck:foo\n# deckcheck:\n").directives == ()
    assert parse("# made for deckcheck, on a whim: format=free\n").directives == ()
    assert parse("# deckcheck: format=ocg, on=2005-01-01\n").directives == deck.directives


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# deckcheck: fromat=ocg\n", "line 1: unknown directive 'fromat=ocg'; write format=NAME"),
        ("#x\n# deckcheck: format = ocg\n", "line 2: unknown directive 'format'"),
        ("# deckcheck: format=ocg@2005-01-01\n# deckcheck: on=2006-01-01\n",
         "line 2: on=2006-01-01: line 1 says on=2005-01-01 already"),
    ],
)  # fmt: skip
def test_a_directive_that_is_wrong_leaves_nothing_to_judge_by(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert str(caught.value).startswith(message)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_with_a_line(data: bytes) -> None:
    try:
        deck = codecs.parse(data, suffix=".ydk")
    except ParseError as error:
        assert error.line >= 1
    else:
        assert all(entry.line >= 1 for entry in deck.entries)


@given(st.lists(st.integers(0, 2**32 - 1), max_size=80))
def test_every_passcode_is_an_entry(passcodes: list[int]) -> None:
    deck = parse("".join(f"{passcode}\n" for passcode in passcodes))
    assert [int(text) for _, _, text in cards(deck)] == passcodes

"""YAML with lines, and what it refuses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.errors import ParseError
from deckcheck.yamltext import read


def test_scalars_stay_the_text_they_are() -> None:
    root = read("a: 05370235\nb: no\nc: 2026-06-01\nd: 1e3\n")
    assert [node.value for node in root.mapping("it").values()] == [
        "05370235", "no", "2026-06-01", "1e3",
    ]  # fmt: skip


def test_every_value_knows_its_line() -> None:
    root = read("a:\n  - x\n  - y\nb:\n  c: z\n").mapping("it")
    assert [item.line for item in root["a"].items("a")] == [2, 3]
    assert (root["b"].key_line, root["b"].mapping("b")["c"].line) == (4, 5)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "duplicate key 'a'"),
        ("a: &x 1\nb: *x\n", 2, "alias *x"),
        ("a: [\n", 2, "not valid YAML"),
        ("a: 1\n--- \nb: 2\n", 2, "a second document"),
        ("? [a]\n: 1\n", 1, "a key must be text"),
        ("a: 1\nb: \x01\n", 2, "not valid YAML"),
        ("[" * 5000, 1, "nesting"),
        ("a: {b: {c: {d: {e: {f: {g: {h: {i: {j: {k: {l: {m: 1}}}}}}}}}}}}", 1, "nested deeper"),
        ("a: 1\nb:\n\t- c\n", 3, "not valid YAML"),
    ],
)
def test_refused_with_the_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(ParseError) as caught:
        read(text)
    assert reason in caught.value.reason
    assert caught.value.line == line


def test_unknown_keys_name_the_nearest() -> None:
    root = read("main:\n  x\nsied:\n  - y\n")
    with pytest.raises(ParseError, match=r"line 3: unknown key 'sied' in it; did you mean 'side'"):
        root.mapping("it", ("main", "side"))


@pytest.mark.parametrize("text", ["a:", "a: ~", "a: null", "a: []"])
def test_nothing_is_an_empty_list(text: str) -> None:
    assert read(text).mapping("it")["a"].items("a") == []


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read(text)
    except ParseError as error:
        assert error.line >= 1

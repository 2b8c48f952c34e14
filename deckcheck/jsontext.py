"""JSON with lines: every value knows where it stands, every number stays the text it is.

The standard library's parser reads; it is only asked to say where.
"""

import json
from bisect import bisect_right
from collections.abc import Callable
from json import decoder, scanner
from typing import Any, NamedTuple, cast

from deckcheck.errors import ParseError
from deckcheck.text import line_starts, quote

_Scan = Callable[[str, int], tuple[Any, int]]


class Node(NamedTuple):
    """A value of the text with its 1-based line: a scalar, a list, or a mapping.

    ``is_text``: the value was written in quotes. Numbers are text too, as they were written.
    """

    value: "str | bool | list[Node] | dict[str, Node] | None"
    line: int
    is_text: bool


class _Number(str):
    """A number as it is written."""

    __slots__ = ()


def read(text: str) -> Node:
    """The value of the text; ParseError with its line for what is no JSON, or says a key twice."""
    starts = line_starts(text)

    def located(scan: _Scan) -> _Scan:
        def scan_with_line(string: str, at: int) -> tuple[Node, int]:
            value, end = scan(string, at)
            return _node(value, bisect_right(starts, at)), end

        return scan_with_line

    reader = json.JSONDecoder(
        object_pairs_hook=_mapping,
        parse_int=_Number, parse_float=_Number, parse_constant=_Number,
    )  # fmt: skip
    # the parts of the standard parser that its C scanner would go past
    parts = cast("Any", reader)
    parts.parse_array = lambda at, scan: decoder.JSONArray(at, located(scan))  # type: ignore[attr-defined]
    parts.parse_object = lambda at, strict, scan, *rest: decoder.JSONObject(  # type: ignore[attr-defined]
        at, strict, located(scan), *rest
    )
    reader.scan_once = located(scanner.py_make_scanner(reader))  # type: ignore[attr-defined]
    try:
        node = reader.decode(text)
    except json.JSONDecodeError as error:
        line = bisect_right(starts, error.pos)
        column = error.pos - starts[line - 1] + 1
        raise ParseError(line, f"no JSON: {error.msg}, column {column}") from error
    except RecursionError as error:
        raise ParseError(1, "JSON that is nested too deep for a deck") from error
    return cast("Node", node)


def _node(value: Any, line: int) -> Node:
    if isinstance(value, _Number):
        return Node(str(value), line, is_text=False)
    return Node(value, line, is_text=isinstance(value, str))


def _mapping(pairs: list[tuple[str, Node]]) -> dict[str, Node]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for at, key in enumerate(keys) if key in keys[:at])
        line = [node.line for key, node in pairs if key == twice][-1]
        raise ParseError(line, f"the key {quote(twice)} comes twice")
    return found

"""YAML with lines: every value knows where it stands, every scalar stays the text it is.

Decks, limit lists, rulesets and formats are read through here, so that their errors are alike.
Importing this module imports PyYAML; what may do without YAML imports it where it is needed.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import yaml

from deckcheck.days import parse_day
from deckcheck.errors import DeckcheckError, ParseError
from deckcheck.model import Day
from deckcheck.text import line_starts, quote, undecoded_line

_COMMENT = re.compile(r"(?:^|(?<=[\s]))(#[^\r\n]*)", re.MULTILINE)
_DEEPEST = 12
_NOTHING = ("", "~", "null")


class Node(NamedTuple):
    """A value of the text: a scalar as text, a list, or a mapping. ``line`` is 1-based.

    ``plain`` is True for a scalar without quotes, which may stand for nothing at all.
    ``key_line`` is the line of the key that the value belongs to, if it belongs to one.
    """

    value: "str | list[Node] | dict[str, Node]"
    line: int
    plain: bool = False
    key_line: int = 0

    @property
    def is_nothing(self) -> bool:
        """Whether the value was left out (``extra:``) or is null."""
        return self.plain and self.value in _NOTHING

    def text(self, what: str) -> str:
        """The scalar; ParseError naming ``what`` if the value is something else."""
        if not isinstance(self.value, str):
            raise ParseError(self.line, f"{what} must be text, not {self._shape()}")
        return self.value

    def items(self, what: str) -> "list[Node]":
        """The list, empty where it was left out; ParseError if the value is something else."""
        if self.is_nothing:
            return []
        if not isinstance(self.value, list):
            raise ParseError(
                self.line, f"{what} must be a list, lines that begin with '- ', not {self._shape()}"
            )
        return self.value

    def texts(self, what: str) -> tuple[str, ...]:
        """The scalars of a list, or a scalar alone as a list of one."""
        if isinstance(self.value, str) and not self.is_nothing:
            return (self.value,)
        return tuple(item.text(what) for item in self.items(what))

    def flag(self, what: str) -> bool:
        """True or false as YAML writes them; ParseError if the value is something else."""
        text = self.text(what)
        if text not in ("true", "false"):
            raise ParseError(self.line, f"{what} must be true or false, not {text!r}")
        return text == "true"

    def mapping(self, what: str, known: Iterable[str] | None = None) -> "dict[str, Node]":
        """The mapping; ParseError if it is none, or has a key that is not among ``known``."""
        if self.is_nothing:
            return {}
        if not isinstance(self.value, dict):
            raise ParseError(self.line, f"{what} must be a mapping, not {self._shape()}")
        if known is not None:
            allowed = list(known)
            for key, node in self.value.items():
                if key not in allowed:
                    hint = _near_key(key, allowed)
                    raise ParseError(node.key_line, f"unknown key {quote(key)} in {what}; {hint}")
        return self.value

    def required(
        self, what: str, known: Iterable[str], optional: Iterable[str]
    ) -> "dict[str, Node]":
        """The mapping, with every known key but the optional ones; ParseError otherwise."""
        keys = self.mapping(what, known)
        missing = [key for key in known if key not in keys and key not in optional]
        if missing:
            raise ParseError(self.line, f"{what} needs {', '.join(missing)}")
        return keys

    def day(self, what: str) -> Day:
        """The scalar as a day; ParseError if it is none."""
        text = self.text(what)
        try:
            return parse_day(text)
        except DeckcheckError as error:
            raise ParseError(self.line, f"{what}: {error}") from error

    def _shape(self) -> str:
        if isinstance(self.value, str):
            return "nothing" if self.is_nothing else f"the text {quote(self.value)}"
        return "a list" if isinstance(self.value, list) else "a mapping"


def _near_key(key: str, allowed: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(key, allowed, n=1)
    return f"did you mean {near[0]!r}?" if near else f"known: {', '.join(allowed)}"


class Comment(NamedTuple):
    """A comment with its 1-based line, from its sign on."""

    line: int
    text: str


def read(text: str) -> Node:
    """The one document of the text, as ``read_with_comments`` gives it."""
    return read_with_comments(text)[0]


def read_with_comments(text: str) -> tuple[Node, list[Comment]]:
    """The one document of the text, and its comments.

    ParseError, with its line, for what is no YAML, more than one document, aliases (which can
    grow without bound), duplicate keys, keys that are no text, and nesting past 12 levels.
    """
    undecoded = undecoded_line(text)
    if undecoded:
        raise ParseError(undecoded, "not UTF-8 text")
    reader = _Reader(text)
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        events = list(reader.bounded(yaml.parse(text, Loader=loader)))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = reader.line(mark.index) if mark else 1
        problem = f"not valid YAML: {error.problem or error.context}"
        if "cannot start any token" in problem:
            problem += "; a text that begins with a sign needs quotes, and lines no tabs"
        raise ParseError(line, problem) from error
    except yaml.YAMLError as error:
        position = getattr(error, "position", 0)
        line = reader.line(position if isinstance(position, int) else 0)
        raise ParseError(line, f"not valid YAML: {getattr(error, 'reason', error)}") from error
    return reader.document(iter(events)), reader.comments(events)


class _Reader:
    """Makes nodes of parse events. Lines are the text's own: YAML would count U+2028 as one."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = line_starts(text)

    def line(self, index: int) -> int:
        """The line of a place in the text."""
        return bisect_right(self._starts, index)

    def bounded(self, events: Iterable[Any]) -> Iterator[Any]:
        """The events while they stay plain and shallow, so that hostile text stops early."""
        depth = 0
        for event in events:
            if isinstance(event, yaml.AliasEvent):
                raise ParseError(self._line_of(event), f"alias *{event.anchor}: write the value")
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth > _DEEPEST:
                raise ParseError(self._line_of(event), f"nested deeper than {_DEEPEST} levels")
            yield event

    def document(self, events: Iterator[Any]) -> Node:
        """The one document; ParseError for a second."""
        root: Node | None = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    line = self._line_of(event)
                    raise ParseError(line, "a second document; one file holds one")
                root = self._node(next(events), events)
        return root or Node("", 1, plain=True)

    def comments(self, events: Iterable[Any]) -> list[Comment]:
        """The comments of the text; what begins like one inside a scalar is none."""
        scalars: list[Any] = [e for e in events if isinstance(e, yaml.ScalarEvent)]
        begins = [scalar.start_mark.index for scalar in scalars]
        found = []
        at = 0
        while match := _COMMENT.search(self._text, at):
            at = match.end()
            before = bisect_right(begins, match.start(1)) - 1
            end = scalars[before].end_mark.index if before >= 0 else 0
            if end <= match.start(1):
                found.append(Comment(self.line(match.start(1)), match[1]))
            else:
                # a comment may stand behind the scalar
                at = end
        return found

    def _line_of(self, event: Any) -> int:
        return self.line(event.start_mark.index)

    def _node(self, event: Any, events: Iterator[Any]) -> Node:
        line = self._line_of(event)
        if isinstance(event, yaml.ScalarEvent):
            return Node(event.value, line, plain=event.implicit[0])
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Node] = []
            while not isinstance(inner := next(events), yaml.SequenceEndEvent):
                items.append(self._node(inner, events))
            return Node(items, line)
        pairs: dict[str, Node] = {}
        while not isinstance(inner := next(events), yaml.MappingEndEvent):
            key = self._node(inner, events)
            if not isinstance(key.value, str):
                raise ParseError(key.line, "a key must be text")
            if key.value in pairs:
                raise ParseError(key.line, f"duplicate key {quote(key.value)}")
            value = self._node(next(events), events)
            pairs[key.value] = value._replace(key_line=key.line)
        return Node(pairs, line)

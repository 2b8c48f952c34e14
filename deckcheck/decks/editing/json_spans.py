"""Where the values of a JSON text stand in it, and which of them are the entries of a deck.

The text is one that the codec has read as a deck.
"""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from deckcheck.decks.editing.arrangement import Span

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+')


class Value(NamedTuple):
    """A value and where it stands; ``key`` is None but for a value of an object.

    ``members`` are those of an array or object, whose ``sign`` is ``[`` or ``{``.
    """

    span: Span
    sign: str
    key: Span | None
    members: "tuple[Value, ...]"

    @property
    def whole(self) -> Span:
        """Where it stands with its key."""
        return (self.key or self.span)[0], self.span[1]

    def text(self, text: str) -> str:
        """What the value is in the text."""
        return text[slice(*self.span)]

    def key_text(self, text: str) -> str:
        """The key without its quotes, empty where it has none."""
        return str(json.loads(text[slice(*self.key)])) if self.key else ""


class Place(NamedTuple):
    """Where an entry of the deck stands: in which array or object, and which member it is there."""

    holder: Value
    at: int


def read(text: str) -> Value:
    """The value of the text with all that is in it."""
    return _Reader(text).value(None)


def places_of(text: str, root: Value, entries: int) -> list[Place]:
    """The place of each entry of the deck; none where it cannot be told.

    The codec says of each entry on which line it is. So it is given the same values, each on a
    line of its own.
    """
    from deckcheck.codecs.json import parse

    values = list(_places(root))
    starts = {value.span[0] for value, _ in values} | {root.span[0]}
    tokens = (("\n" if m.start() in starts else "") + m[0] for m in _TOKEN.finditer(text))
    listed = parse("".join(tokens))
    ordered = sorted(values, key=lambda found: found[0].span[0])
    by_line = {line: place for line, (_, place) in enumerate(ordered, start=3)}
    if len(listed.entries) != entries or any(e.line not in by_line for e in listed.entries):
        return []
    return [by_line[entry.line] for entry in listed.entries]


def all_values(value: Value) -> Iterator[Value]:
    """The value and all that is in it."""
    yield value
    for member in value.members:
        yield from all_values(member)


def _places(value: Value) -> Iterator[tuple[Value, Place]]:
    for at, member in enumerate(value.members):
        yield member, Place(value, at)
        yield from _places(member)


class _Reader:
    """Goes through the signs of a text that is known to be JSON."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = _TOKEN.finditer(text)
        self._ahead: re.Match[str] | None = next(self._tokens)

    def value(self, key: Span | None) -> Value:
        """The value that begins here."""
        first = self._next()
        if first[0] not in ("[", "{"):
            return Value(first.span(), "", key, ())
        members = []
        while self._sign() not in ("]", "}"):
            if self._sign() == ",":
                self._next()
            inner = None
            if first[0] == "{":
                inner = self._next().span()
                self._next()
            members.append(self.value(inner))
        return Value((first.start(), self._next().end()), first[0], key, tuple(members))

    def _sign(self) -> str:
        return self._ahead[0] if self._ahead else ""

    def _next(self) -> re.Match[str]:
        token = self._ahead
        assert token
        self._ahead = next(self._tokens, None)
        return token

"""Directives: what a deck file asks to be judged by, in a comment.

``# deckcheck: format=ocg on=2005-01-01`` — keys ``format`` and ``on``, in any order.
"""

import re
from collections.abc import Sequence

from deckcheck.errors import ParseError
from deckcheck.model import Directive
from deckcheck.text import quote

_DIRECTIVES = re.compile(
    r"(?:^|\s)#\s*deckcheck(?:\s*:|\s+(?=(?:format|on)\s*=))(.*)", re.IGNORECASE
)


def parse_directives(comment: str, line: int, before: Sequence[Directive]) -> tuple[Directive, ...]:
    """The directives in a comment, which may stand behind something else on its line.

    ParseError for one that cannot be read, and for one that ``before`` has already: nobody can
    say what such a deck is to be judged by.
    """
    match = _DIRECTIVES.search(comment)
    if not match:
        return ()
    found: list[Directive] = []
    asked, _, _ = match[1].partition(" #")
    for word in filter(None, re.split(r"[\s,]+", asked)):
        key, _, value = word.partition("=")
        if key not in ("format", "on") or not value:
            raise ParseError(
                line,
                f"unknown directive {quote(word)}; write format=NAME or on=DAY, without spaces",
            )
        found += directives(key, value, line, (*before, *found))
    return tuple(found)


def directives(
    key: str, value: str, line: int, before: Sequence[Directive]
) -> tuple[Directive, ...]:
    """The directive of a key and its value; ``format`` with a day (``ocg@2005-01-01``) is two.

    ParseError for one that ``before`` has already.
    """
    if key == "on":
        found = (Directive("on", value, line),)
    else:
        name, at, day = value.partition("@")
        found = (Directive("format", name, line), *((Directive("on", day, line),) if at else ()))
    for directive in found:
        for other in before:
            if other.key == directive.key:
                raise ParseError(
                    line, f"{key}={value}: line {other.line} says {other.key}={other.value} already"
                )
    return found


def directive_line(asked: Sequence[Directive]) -> list[str]:
    """The comment that asks for the same; no line where nothing is asked for."""
    said = " ".join(f"{directive.key}={directive.value}" for directive in asked)
    return [f"# deckcheck: {said}"] if said else []

"""Directives: what a deck file asks to be judged by, in a comment.

``# deckcheck: format=ocg on=2005-01-01`` — keys ``format`` and ``on``, in any order.
"""

import re

from deckcheck.errors import UnknownNameError
from deckcheck.model import Directive

_COMMENT = re.compile(r"#\s*deckcheck:(.*)", re.IGNORECASE)


def parse_directives(comment: str, line: int) -> tuple[Directive, ...]:
    """The directives in a comment line, none for any other comment.

    UnknownNameError for a key that is no directive's.
    """
    match = _COMMENT.fullmatch(comment)
    if not match:
        return ()
    found = []
    for word in match[1].split():
        key, _, value = word.partition("=")
        if key == "format" and value:
            found.append(Directive("format", value, line))
        elif key == "on" and value:
            found.append(Directive("on", value, line))
        else:
            raise UnknownNameError("directive", word, ("format=NAME", "on=DAY"))
    return tuple(found)

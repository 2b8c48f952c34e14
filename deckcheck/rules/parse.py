"""A line of the deck file cannot be read, or the whole file cannot.

A line that starts with a digit or a sign and is no passcode counts as one card of its section;
any other unreadable line counts nothing. The finding proves nothing about the deck: without other
errors it is undecided.

Example: in the deck

    #main
    8963113O

``deckcheck check - -f tcg@2026-06-01`` finds

    error: '8963113O' is not a passcode; write digits only, one card a line (counted as one card)
"""

from collections.abc import Iterator

from deckcheck.errors import ParseError
from deckcheck.model import Deck, Finding, Terms

ID = "parse"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:  # noqa: ARG001 - every rule's form
    """A finding for each line that cannot be read."""
    for problem in deck.problems:
        sections = (problem.section,) if problem.section else ()
        counts = "counted as one card" if problem.section else "counts nothing"
        yield Finding(
            ID, "error", f"{problem.message} ({counts})",
            sections=sections, lines=(problem.line,), subject=problem.message,
        )  # fmt: skip


def of_error(error: ParseError) -> Finding:
    """The one finding of a file that cannot be read at all."""
    return Finding(ID, "error", error.reason, lines=(error.line,), subject=error.reason)

"""How ``show`` writes a deck for people: as a table, or as Markdown."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from deckcheck.cli import terminal_width
from deckcheck.decks.listing import KINDS, TOKEN, UNKNOWN, Group, Listing, Row, groups
from deckcheck.model import Deck, Terms
from deckcheck.reports.words import judged_by, line_ranges, printable, wrapped
from deckcheck.text import is_link, shortened

_NO_CARDS = "Lines that count as no card"
_PLURALS = {kind: kind if kind == UNKNOWN else f"{kind}s" for kind in KINDS}

_MARKDOWN = re.compile(r"[\\`*_\[\]<>|~$#]|&(?=#?\w+;)|:(?=//)|(?<=www)\.", re.IGNORECASE)
"""What Markdown would act on inside a line rather than show."""


class Shown(NamedTuple):
    """A deck, what it is called, and all that is shown of it."""

    path: str
    deck: Deck
    terms: Terms
    listing: Listing


# --- what the table and Markdown say ----------------------------------------------------------


def _facts(shown: Shown) -> Iterator[str]:
    """What the deck is shown for, and how large it is; a line each."""
    terms, found = shown.terms, shown.listing
    yield printable(judged_by(terms))
    sizes = [f"{part.section} {part.size}" for part in found.parts]
    main = found.parts[0]
    kinds = [kind for kind in KINDS if main.count(kind) and not (kind == "skill" and found.skills)]
    if kinds:
        sizes[0] += f" ({', '.join(_counted(main.count(kind), kind) for kind in kinds)})"
    if found.skills:
        sizes.append(_counted(found.skills, "skill"))
    yield ", ".join(sizes)
    if found.points:
        yield f"points {found.points.total} of {found.points.cap}"
    if not terms.pool:
        yield printable(f"no card pool of {terms.format.title} is known")


def _counted(number: int, kind: str) -> str:
    return f"{number} {kind if number == 1 else _PLURALS[kind]}"


def _title(group: Group) -> str:
    return f"{_PLURALS[group.kind or UNKNOWN].title()} ({group.size})"


def _rows(group: Group) -> Iterator[tuple[str, int, str]]:
    """The marks, the copies and the name of each card; of what is no card, where in the file."""
    for row in group.rows:
        name = printable(row.card.name if row.card else row.unknown or "")
        where = _where(row.lines) if row.kind in (TOKEN, UNKNOWN) else ""
        yield _marks(row), row.copies, name + where
    for problem in group.problems:
        yield "", 1, printable(problem.message) + _where((problem.line,))


def _marks(row: Row) -> str:
    return printable(", ".join(row.marks))


def _where(lines: tuple[int, ...]) -> str:
    return f" (line{'s' if len(set(lines)) > 1 else ''} {line_ranges(lines)})"


# --- the table --------------------------------------------------------------------------------


def table(shown: Shown) -> Iterator[str]:
    """The deck for people, a line at a time."""
    path = shortened(printable(shown.path))
    name = f" ({printable(shown.deck.name)})" if shown.deck.name else ""
    yield f"{path}{name}\n"
    width = terminal_width()
    lines = (*(("  ", fact) for fact in _facts(shown)), *_lines(shown.listing))
    yield from (wrapped(lead, text, width) for lead, text in lines)


def _lines(found: Listing) -> Iterator[tuple[str, str]]:
    """The lines of the table, each with the text that is to be wrapped behind its beginning."""
    parts = [part for part in found.parts if part.rows or part.problems]
    rows = [row for part in parts for row in part.rows]
    margin = max((len(_marks(row)) for row in rows), default=0)
    digits = max((len(str(row.copies)) for row in rows), default=1)
    for part in parts:
        yield "", ""
        yield "", f"{part.name} ({part.size})"
        for group in groups(part):
            if group.kind:
                yield "  ", _title(group)
            # marks come first, since nothing lines up behind Chinese names
            for marks, copies, text in _rows(group):
                lead = f"    {marks:>{margin}}  " if margin else "    "
                yield f"{lead}{copies:>{digits}} ", text
    if found.problems:
        yield "", ""
        yield "", _NO_CARDS
    for problem in found.problems:
        yield f"  line {problem.line}: ", printable(problem.message)


# --- Markdown ---------------------------------------------------------------------------------


def markdown(shown: Shown) -> Iterator[str]:
    """The deck for posting, a line at a time."""
    called = "Deck" if shown.path == "-" or is_link(shown.path) else Path(shown.path).name
    yield f"# {_plain(printable((shown.deck.name or '').strip() or called))}\n"
    yield from (f"\n{_plain(fact)}\n" for fact in _facts(shown))
    for part in shown.listing.parts:
        for number, group in enumerate(groups(part)):
            yield f"\n## {_plain(part.name)} ({part.size})\n" if not number else ""
            yield f"\n### {_title(group)}\n\n" if group.kind else "\n"
            for marks, copies, text in _rows(group):
                behind = f" *({_plain(marks)})*" if marks else ""
                yield f"- {copies} {_plain(text)}{behind}\n"
    if shown.listing.problems:
        yield f"\n## {_NO_CARDS}\n\n"
    for problem in shown.listing.problems:
        yield f"- line {problem.line}: {_plain(printable(problem.message))}\n"


def _plain(text: str) -> str:
    """The text such that Markdown shows it as it is."""
    return _MARKDOWN.sub(r"\\\g<0>", text)

"""What the outputs for people have in common: colours, safe text, line numbers, the summary."""

import re
from collections.abc import Iterable
from itertools import groupby

from deckcheck.model import Severity, Terms, Verdict
from deckcheck.reports import Setting, Tally

_NARROWEST = 30
"""Columns that a text has at least, however narrow the terminal is."""

_RULE = frozenset("- ")
"""What is below the headers of a table."""

_NARROWEST_COLUMN = 16
"""Columns that the last column of a table has at least; else the one before it is wrapped too."""

_COLORS: dict[Severity | Verdict, str] = {
    "legal": "32", "illegal": "31", "undecided": "33",
    "error": "31", "warning": "33", "note": "36",
}  # fmt: skip


def colored(word: Severity | Verdict, setting: Setting) -> str:
    """The verdict or severity, in its colour where colours are wanted."""
    return f"\x1b[{_COLORS[word]}m{word}\x1b[0m" if setting.color else word


def printable(text: str) -> str:
    """The text with everything escaped that a terminal would act on rather than show."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii")
        for letter in text
    )


def played(terms: Terms) -> str:
    """The format, the day and the territory that a deck is judged for."""
    territory = f" in {terms.territory}" if terms.territory else ""
    return f"{terms.format.name} on {terms.on}{territory}"


def judged_by(terms: Terms) -> str:
    """The same with the limit list."""
    return f"{played(terms)}, banlist {terms.banlist.label if terms.banlist else 'none'}"


def cells(text: str) -> int:
    """The columns that a text takes on a terminal: two for each wide letter."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(
        0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text
    )


def wrapped(lead: str, text: str, width: int | None, least: int = _NARROWEST) -> str:
    """A line with its end; what is longer than the width goes on below, behind its beginning."""
    margin = cells(lead)
    if width and cells(text) > width - margin:
        text = ("\n" + " " * margin).join(_parts(text, max(width - margin, least)))
    return f"{lead}{text}\n"


def _parts(text: str, columns: int) -> list[str]:
    """The text in parts of so many columns; words stay whole where they are no longer."""
    if text.isascii():
        from textwrap import wrap

        return wrap(text, columns, break_on_hyphens=False)
    parts = [""]
    for word in text.split():
        joined = f"{parts[-1]} {word}" if parts[-1] else word
        if cells(joined) <= columns:
            parts[-1] = joined
            continue
        parts += [""] if parts[-1] else []
        for letter in word:
            if cells(parts[-1] + letter) > columns:
                parts.append("")
            parts[-1] += letter
    return parts


def fitted(line: str, width: int | None) -> str:
    """A line, printable and with its end, in several lines where it is longer than the width.

    It goes on below the column that it ends with, if columns with spaces between them can be told.
    """
    text = printable(line)
    if not width or cells(text) <= width:
        return f"{text}\n"
    if _RULE.issuperset(text):
        return f"{text[:width]}\n"
    columns = [m.end() for m in re.finditer(r"^ +|(?<=\S) {2,}(?=\S)", text)]
    fitting = [end for end in columns if end <= width - _NARROWEST_COLUMN]
    lead = fitting[-1] if fitting else 0
    return wrapped(text[:lead], text[lead:], width, _NARROWEST_COLUMN)


def line_ranges(lines: Iterable[int]) -> str:
    """The lines as people write them: ``4-6, 61``."""
    ranges = []
    ordered = enumerate(sorted(set(lines)))
    for _, run in groupby(ordered, key=lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in run]
        first, last = numbers[0], numbers[-1]
        ranges.append(str(first) if first == last else f"{first}-{last}")
    return ", ".join(ranges)


def summary(tally: Tally, setting: Setting) -> str:
    """How many decks were judged, one line with its end."""
    decks = f"{tally.decks} {'deck' if tally.decks == 1 else 'decks'} judged"
    counts = ", ".join(f"{count} {verdict}" for verdict, count in tally.counts.items())
    known = ""
    if tally.known:
        findings = "1 known finding is" if tally.known == 1 else f"{tally.known} known findings are"
        known = f"; {findings} not shown"
    return f"{decks}: {counts} (card data {setting.snapshot}){known}\n"

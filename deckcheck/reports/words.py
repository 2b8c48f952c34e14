"""What the outputs for people have in common: colours, safe text, line numbers, the summary."""

from collections.abc import Iterable
from itertools import groupby

from deckcheck.model import Severity, Verdict
from deckcheck.reports import Setting, Tally

_NARROWEST = 30
"""Columns that a text has at least, however narrow the terminal is."""

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


def wrapped(lead: str, text: str, width: int | None) -> str:
    """A line with its end; what is longer than the width goes on below, behind its beginning."""
    if width and len(text) > width - len(lead):
        from textwrap import wrap

        between = "\n" + " " * len(lead)
        text = between.join(wrap(text, max(width - len(lead), _NARROWEST)))
    return f"{lead}{text}\n"


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

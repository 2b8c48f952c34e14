"""Lines of a text with their ends, changed such that the text ends as it did before."""

from collections.abc import Sequence

from deckcheck.text import line_starts


def with_ends(text: str) -> list[str]:
    """The lines with their ends; the last one, which has none, is left out where it is empty."""
    starts = line_starts(text)
    lines = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    return lines if lines[-1] else lines[:-1]


def end_of(line: str) -> str:
    """The end of the line, empty for a last one without."""
    return line[len(line.rstrip("\r\n")) :]


def without_end(line: str) -> str:
    """The line without its end."""
    return line.rstrip("\r\n")


def insert(lines: Sequence[str], at: int, new: Sequence[str]) -> list[str]:
    """The lines with new ones, which have no ends yet, before the one at a place from 0.

    They end as the line before them does; a text without an end of its last line stays so.
    """
    end = _usual_end(lines, at)
    before, after = list(lines[:at]), list(lines[at:])
    added = [f"{line}{end}" for line in new]
    if before and not end_of(before[-1]):
        before[-1] += end
        added[-1] = without_end(added[-1])
    return [*before, *added, *after]


def delete(lines: Sequence[str], places: Sequence[int]) -> list[str]:
    """The lines without those at the places; a text without an end of its last line stays so."""
    kept = [line for at, line in enumerate(lines) if at not in places]
    if kept and lines and not end_of(lines[-1]) and len(lines) - 1 in places:
        kept[-1] = without_end(kept[-1])
    return kept


def _usual_end(lines: Sequence[str], at: int) -> str:
    """The end of the nearest line before, else of the first one that has an end."""
    near = (*reversed(lines[:at]), *lines[at:])
    return next(filter(None, map(end_of, near)), "\n")

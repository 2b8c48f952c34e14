"""Items in brackets, of JSON and of YAML that is written like it: put in and taken out."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from deckcheck.decks.editing.arrangement import Span


def inserted(text: str, items: Sequence[Span], behind: int, new: Sequence[str]) -> str:
    """The text with new items behind one of those that are there, as far from it as others are."""
    end = items[behind][1]
    gaps = [text[before[1] : after[0]] for before, after in pairwise(items)]
    gap = next((gap for gap in gaps if "#" not in gap), None) or _gap(text, items[behind])
    added = "".join(f"{gap}{item}" for item in new)
    return f"{text[:end]}{added}{text[end:]}"


def deleted(text: str, items: Sequence[Span], at: int) -> Iterator[str]:
    """Texts without an item: what is between it and another one, or its line, goes with it."""
    start, end = items[at]
    if at + 1 < len(items):
        yield text[:start] + text[items[at + 1][0] :]
    first, last = _lines(text, start, end)
    if not text[first:start].strip() and text[end:last].strip()[:1] in ("", ",", "#"):
        yield text[:first] + text[last:]
    if at:
        yield text[: items[at - 1][1]] + text[end:]
    yield text[:start] + text[end:]


def _gap(text: str, item: Span) -> str:
    """What goes between an item and one behind it: a line of its own, if the item has one."""
    start = max(text.rfind(end, 0, item[0]) for end in "\r\n") + 1
    indent = text[start : item[0]]
    if indent.strip() or not start:
        return ", "
    end = "\r\n" if text[:start].endswith("\r\n") else text[start - 1]
    return f",{end}{indent}"


def _lines(text: str, start: int, end: int) -> Span:
    """Where the lines of a piece of the text begin and end, their last end included."""
    last = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, len(text) if last < 0 else last + 1

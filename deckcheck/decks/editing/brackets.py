"""Items in brackets, of JSON and of YAML that is written like it: put in, taken out and sorted."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from deckcheck.decks.editing.arrangement import Span, arranged_spans
from deckcheck.errors import DeckcheckError


def inserted(text: str, items: Sequence[Span], behind: int, new: Sequence[str]) -> Iterator[str]:
    """Texts with new items behind one of those that are there, as far from it as others are.

    Where a comment stands behind that one, they come below it.
    """
    end = items[behind][1]
    gaps = [text[before[1] : after[0]] for before, after in pairwise(items)]
    gap = next((gap for gap in gaps if "#" not in gap), None) or _gap(text, items[behind])
    added = "".join(f"{gap}{item}" for item in new)
    yield f"{text[:end]}{added}{text[end:]}"
    first, last = _lines(text, items[behind][0], end)
    comma, sign, comment = text[end:last].partition("#")
    if sign and comma.strip() in ("", ","):
        indent = text[first:end][: len(text[first:end]) - len(text[first:end].lstrip(" "))]
        line_end = comment[len(comment.rstrip("\r\n")) :]
        lines = "".join(f"{indent}{item},{line_end}" for item in new)
        if not comma.strip():
            comma, lines = f",{comma}", lines.removesuffix(f",{line_end}") + line_end
        yield f"{text[:end]}{comma}#{comment}{lines}{text[last:]}"
    yield f"{text[:end]}{''.join(f', {item}' for item in new)}{text[end:]}"


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
    behind = text[end:].lstrip(" ")
    if behind.startswith(","):
        yield text[:start] + behind[1:]
    yield text[:start] + text[end:]


def arranged_with_comments(text: str, items: Sequence[Span], ranks: Sequence[int]) -> str:
    """The text with the items in their new order, each with the comment behind it.

    Comments stay where they are if several items share a line. DeckcheckError where one has a line
    of its own.
    """
    lines = [_lines(text, start, end) for start, end in items]
    if any("#" in text[before[1] : after[0]] for before, after in pairwise(lines)):
        raise DeckcheckError(
            "comments stand between cards in brackets; with each card on a line of its own, which "
            "begins with a dash, they can be sorted"
        )
    if len(set(lines)) < len(items):
        return arranged_spans(text, items, ranks)
    behind = [_comment(text, end, line[1]) for (_, end), line in zip(items, lines, strict=True)]
    # the comments have the odd places between the items, and their ranks there
    spans = [span for pair in zip(items, behind, strict=True) for span in pair]
    return arranged_spans(text, spans, [2 * rank + odd for rank in ranks for odd in (0, 1)])


def _comment(text: str, start: int, end: int) -> Span:
    """Where the comment is that ends a line, with the spaces before it; nothing at its end."""
    line = text[start:end].rstrip("\r\n")
    said, sign, _ = line.partition("#")
    return start + (len(said.rstrip()) if sign else len(line)), start + len(line)


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

"""Lines, or other pieces of a text, put in another order within what they stand in."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from deckcheck.decks.editing.line_ends import end_of, without_end
from deckcheck.decks.editing.page import Page

Span = tuple[int, int]
"""Where a piece of a text begins and ends."""


class Unit(NamedTuple):
    """A card on lines of its own, up to the ``last``, and its ``rank`` in the new order."""

    last: int
    rank: int


def arranged_lines(
    lines: Sequence[str],
    parts: Iterable[range],
    units: Mapping[int, Unit],
    comments: Collection[int],
) -> str:
    """The text with its cards in their new order, each within its part of the lines.

    ``units`` are by their first line. ``comments`` go with the card directly below them. What else
    stands above the first card stays there, and all other lines come below the last one. The ends
    of lines stay where they are.
    """
    new = list(lines)
    for part in parts:
        for place, at in zip(part, _order(part, units, comments), strict=True):
            new[place] = without_end(lines[at]) + end_of(lines[place])
    return "".join(new)


def movable(page: Page, lines: Sequence[str], top: range, signs: tuple[str, ...]) -> set[int]:
    """The places of the comments, which begin with a sign, that go with the card below them.

    Not so what the deck asks to be judged by, and what stands above all cards and headings in the
    ``top`` part of the lines: that is said of the whole deck, unless it is the name of a card.
    """
    asked = {directive.line - 1 for directive in page.listed.directives}
    first = min(page.held, key=lambda held: held.line, default=None)
    head = range(top.start, min(top.stop, first.line - 1 if first else 0))
    return {
        at
        for at, line in enumerate(lines)
        if line.strip().startswith(signs) and at not in asked
        and (at not in head or (
            first and first.card and page.is_name(line.strip().strip("#/ "), first.card)
        ))
    }  # fmt: skip


def arranged_spans(text: str, spans: Sequence[Span], ranks: Sequence[int]) -> str:
    """The text with what stands in the spans in their new order, and all between them as it is."""
    order = sorted(range(len(spans)), key=lambda at: ranks[at])
    written: list[str] = []
    end = 0
    for span, at in zip(spans, order, strict=True):
        written += [text[end : span[0]], text[slice(*spans[at])]]
        end = span[1]
    return "".join([*written, text[end:]])


def _order(part: range, units: Mapping[int, Unit], comments: Collection[int]) -> Iterator[int]:
    blocks: list[tuple[int, list[int]]] = []
    top: list[int] = []
    bottom: list[int] = []
    above: list[int] = []
    places = iter(part)
    for place in places:
        if place in units:
            last, rank = units[place]
            own = [place, *(next(places) for _ in range(place, last))]
            blocks.append((rank, [*above, *own]))
            above = []
        elif place in comments:
            above.append(place)
        else:
            (bottom if blocks else top).extend([*above, place])
            above = []
    (bottom if blocks else top).extend(above)
    yield from top
    for _, block in sorted(blocks):
        yield from block
    yield from bottom

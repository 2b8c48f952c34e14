"""Deck text for tests: a few cards that matter, filled up to legal sizes with cards that do not."""

from collections.abc import Iterable

FILLERS = (
    85639257, 53153481, 17535588, 89091579, 32452818, 91152256, 28279543, 53375573, 43500484,
    40826495, 16353197, 75376965, 53293545, 71407486, 34460851, 98818516, 13039848, 22910685,
    20060230, 96851799, 76184692, 15401633, 84686841,
)  # fmt: skip
"""Cards released in both regions before any limit list, and never on one."""


def ydk(
    main: Iterable[object] = (),
    extra: Iterable[object] = (),
    side: Iterable[object] = (),
    *,
    size: int = 40,
) -> str:
    """A YDK text with these lines, and below those of ``main`` fillers up to ``size`` cards."""
    lines = [*main]
    lines += [card for card in FILLERS for _ in range(3)][: max(size - len(lines), 0)]
    text = ["#main", *lines, "#extra", *extra, "!side", *side]
    return "".join(f"{line}\n" for line in text)


def times(copies: int, card: object) -> list[object]:
    """So many lines of one card."""
    return [card] * copies

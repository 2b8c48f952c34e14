"""The editor of YDK texts: a card is a line, and its name may be a comment above or behind it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from deckcheck.decks.editing.arrangement import Unit, arranged_lines, movable
from deckcheck.decks.editing.line_ends import delete, insert, with_ends, without_end
from deckcheck.decks.editing.page import Note, Page, Wanted, notes_by_line
from deckcheck.errors import DeckcheckError
from deckcheck.model import SECTIONS, Section
from deckcheck.names import LONGEST
from deckcheck.text import lines as text_lines

# patterns would take longer to compile than all the rest of an edit
_HEADERS: dict[str, Section] = {
    "#main": "main", "#extra": "extra", "!side": "side", "#side": "side",
}  # fmt: skip
_WRITTEN: dict[Section, str] = {"main": "#main", "extra": "#extra", "side": "!side"}


def more(page: Page, at: int, copies: int) -> Iterator[str]:  # noqa: ARG001 - the form of editors
    """None: each copy is a line of its own."""
    return iter(())


def fewer(page: Page, at: int, copies: int) -> Iterator[str]:  # noqa: ARG001 - an entry is a copy
    """The text without the line, and without the name above it where no other copy is below."""
    lines = with_ends(page.text)
    place = page.held[at].line - 1
    gone = [place]
    if not _goes_on(page, at):
        gone += _names_above(lines, page, at)
    yield "".join(delete(lines, gone))


def anew(
    page: Page, section: Section, wanted: Wanted, copies: int, behind: int | None
) -> Iterator[str]:
    """The text with so many lines more, and a header where the section has none yet."""
    if wanted.code is None:
        raise DeckcheckError(f"{wanted.label} has no passcode, and a YDK holds nothing else")
    lines = with_ends(page.text)
    *above, line = text_lines(wanted.carried.text) if wanted.carried else [_line(page, wanted)]
    new = [line] * copies
    if behind is not None:
        yield "".join(insert(lines, page.held[behind].line, new))
        return
    if above:
        new = [*above, *new]
    elif wanted.remark and names_stand(page) == "above":
        new.insert(0, f"# {wanted.remark}")
    end = _end_of(page, lines, section)
    if end is None:
        yield "".join(
            insert(lines, _place_of_header(page, lines, section), [_WRITTEN[section], *new])
        )
    else:
        yield "".join(insert(lines, end, new))


def carried(page: Page, at: int) -> str | None:
    """The line with the comment behind the id, and its names above the first copy."""
    lines = with_ends(page.text)
    own = without_end(lines[page.held[at].line - 1])
    while at and _goes_on(page, at - 1):
        at -= 1
    names = [without_end(lines[place]) for place in _names_above(lines, page, at)]
    return "\n".join([*reversed(names), own])


def notes(page: Page) -> Iterator[Note]:
    """The comments and other lines without a card; names above cards stand with these."""
    lines = with_ends(page.text)
    above: dict[int, set[int]] = {}
    for at in range(len(page.held)):
        for place in _names_above(lines, page, at):
            above.setdefault(place, set()).add(at)
    yield from notes_by_line(page, lines, above, lambda line, _: line.partition("#")[2].strip())
    for place, cards in above.items():
        yield Note(lines[place].strip(), frozenset(cards), is_beside=False)


def arranged(page: Page, order: Sequence[int]) -> Iterator[str]:
    """The lines of each section in the order, comments above a card together with it."""
    lines = with_ends(page.text)
    units = {held.line - 1: Unit(held.line - 1, rank)
             for held, rank in zip(page.held, order, strict=True)}  # fmt: skip
    bounds = [-1, *_headers(lines), len(lines)]
    parts = [range(first + 1, last) for first, last in pairwise(bounds)]
    yield arranged_lines(lines, parts, units, movable(page, lines, parts[0], ("#",)))


def names_stand(page: Page) -> str:
    """Where the cards of the text have their names, ``above`` or ``behind``; empty for nowhere.

    That is where most of them have theirs: a comment may be a name by chance.
    """
    lines = with_ends(page.text)
    found = {"above": 0, "behind": 0}
    runs = 0
    for at, held in enumerate(page.held):
        place = held.line - 1
        found["behind"] += _begins_with_name(_behind(lines[place]), page, at)
        if not (at and _goes_on(page, at - 1)):
            runs += 1
            found["above"] += bool(_names_above(lines, page, at))
    if found["above"] * 2 > runs:
        return "above"
    return "behind" if found["behind"] * 2 > len(page.held) else ""


def remarks(page: Page) -> Iterator[str]:
    """The comments that may be names of cards."""
    lines = with_ends(page.text)
    for held in page.held:
        behind = _behind(lines[held.line - 1])
        above = lines[held.line - 2].strip() if held.line > 1 else ""
        if behind:
            yield behind
        if above.startswith("# "):
            yield above[2:]


def _line(page: Page, wanted: Wanted) -> str:
    is_behind = wanted.remark and names_stand(page) == "behind"
    return f"{wanted.code} # {wanted.remark}" if is_behind else str(wanted.code)


def _goes_on(page: Page, at: int) -> bool:
    """Whether the line below an entry is one of the same card, which then shares its name."""
    if at + 1 == len(page.held):
        return False
    held, below = page.held[at], page.held[at + 1]
    return held.card is not None and held.card == below.card and below.line == held.line + 1


def _names_above(lines: Sequence[str], page: Page, at: int) -> list[int]:
    """The places of the lines directly above an entry that are names of its card."""
    found: list[int] = []
    held = page.held[at]
    place = held.line - 1
    while held.card and place > 0:
        place -= 1
        comment = lines[place].strip()
        if not (comment.startswith("# ") and page.is_name(comment[2:], held.card)):
            break
        found.append(place)
    return found


def _behind(line: str) -> str:
    """The comment behind the id of a line, as names stand there; empty if there is none."""
    _, _, comment = line.partition("#")
    return comment.strip() if comment.startswith(" ") else ""


def _begins_with_name(comment: str, page: Page, at: int) -> bool:
    card, comment = page.held[at].card, comment[: LONGEST + 1]
    ends = [end for end, letter in enumerate(comment) if letter == "#"]
    return card is not None and any(
        page.is_name(comment[:end].rstrip(), card) for end in (len(comment), *reversed(ends)) if end
    )


def _headers(lines: Sequence[str]) -> dict[int, Section]:
    """The sections that begin, by the place of their header."""
    found: dict[int, Section] = {}
    for at, line in enumerate(lines):
        plain = line.strip().strip("\ufeff").strip()
        word = plain[:1] + plain[1:].partition("#")[0].rstrip()
        if word.casefold() in _HEADERS:
            found[at] = _HEADERS[word.casefold()]
    return found


def _end_of(page: Page, lines: Sequence[str], section: Section) -> int | None:
    """The place behind the last card of the section, or its header; None where it has neither."""
    cards = [held.line for held in page.held if held.section == section]
    cards += [problem.line for problem in page.listed.problems if problem.section == section]
    headers = [at + 1 for at, begun in _headers(lines).items() if begun == section]
    return max(cards, default=None) or max(headers, default=None)


def _place_of_header(page: Page, lines: Sequence[str], section: Section) -> int:
    """Where the header of a missing section goes: behind those that come before it."""
    at = SECTIONS.index(section)
    before = [_end_of(page, lines, other) for other in SECTIONS[:at]]
    behind = max((end for end in before if end is not None), default=None)
    if behind is not None:
        return behind
    headers = _headers(lines)
    return min(headers, default=len(lines))

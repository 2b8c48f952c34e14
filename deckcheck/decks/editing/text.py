"""The editor of pasted lists: a card and its copies are a line, written as the others are."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from unicodedata import normalize

from deckcheck.decks.editing.arrangement import Unit, arranged_lines, movable
from deckcheck.decks.editing.likeness import is_by_name, like_sample, recounted, samples
from deckcheck.decks.editing.line_ends import delete, end_of, insert, with_ends, without_end
from deckcheck.decks.editing.page import Held, Note, Page, Wanted, item_of, notes_by_line
from deckcheck.model import SECTIONS, Heading, Section

_HEADINGS = (
    ("Main Deck", "Extra Deck", "Side Deck"),
    ("Main", "Extra", "Side"),
    ("主卡组", "额外卡组", "副卡组"),
    ("主卡組", "額外卡組", "備牌"),
    ("メインデッキ", "エクストラデッキ", "サイドデッキ"),
    ("메인 덱", "엑스트라 덱", "사이드 덱"),
)
"""How lists call the three sections."""
_BULLETS = "-*•·‣–— \t"
_FRAME = frozenset(f"{_BULLETS}xX×ｘＸ0123456789０１２３４５６７８９()[]（）")
"""What may stand around a card on a line."""
_UNDERLINE = frozenset("-=_*~#+")


def more(page: Page, at: int, copies: int) -> Iterator[str]:
    """The text with another number on the line, or with one where it has none."""
    if _is_one_by_one(page):
        return
    held = page.held[at]
    place, new = held.line - 1, held.copies + copies
    lines = _counted(page, with_ends(page.text), held.line, copies)
    old = without_end(lines[place])
    ways = [*recounted(old, held.copies, new)]
    if held.copies == 1:
        bullet, card, behind = _parts(old)
        ways += [f"{bullet}{form}{behind}" for form in _forms(page, card, new)]
    for line in ways:
        yield "".join([*lines[:place], line + end_of(lines[place]), *lines[place + 1 :]])


def fewer(page: Page, at: int, copies: int) -> Iterator[str]:
    """The text with another number on the line, or without the line."""
    held = page.held[at]
    place = held.line - 1
    lines = _counted(page, with_ends(page.text), held.line, -copies)
    if copies == held.copies:
        left = "".join(delete(lines, [place]))
        yield left
        # without a card and a heading it would be no deck
        yield f"{left}{_HEADINGS[0][0]} (0){end_of(lines[-1])}"
        return
    for line in recounted(without_end(lines[place]), held.copies, held.copies - copies):
        yield "".join([*lines[:place], line + end_of(lines[place]), *lines[place + 1 :]])


def anew(
    page: Page, section: Section, wanted: Wanted, copies: int, behind: int | None
) -> Iterator[str]:
    """The text with a line more, and a heading where the section has none yet."""
    lines = with_ends(page.text)
    end = page.held[behind].line if behind is not None else _end_of(page, lines, section, wanted)
    rows = copies if _is_one_by_one(page) else 1
    for line in _written(page, section, wanted, copies // rows):
        if end is None:
            yield _with_section(page, lines, section, [line] * rows, copies)
        else:
            yield "".join(insert(_counted(page, lines, end, copies), end, [line] * rows))


def carried(page: Page, at: int) -> str | None:
    """The line, where more than the card and a number is on it."""
    held = page.held[at]
    line = without_end(with_ends(page.text)[held.line - 1])
    return line if _beside(line, held) else None


def notes(page: Page) -> Iterator[Note]:
    """What stands beside the cards, and other lines; of headings what they say but for numbers."""
    lines = with_ends(page.text)
    headings = {heading.line - 1: heading.written for heading in page.listed.headings}
    yield from notes_by_line(page, lines, headings, _beside)
    yield from (Note(written, frozenset()) for written in headings.values() if written)


def arranged(page: Page, order: Sequence[int]) -> Iterator[str]:
    """The lines below each heading in the order, comments above a card together with it."""
    lines = with_ends(page.text)
    units = {held.line - 1: Unit(held.line - 1, rank)
             for held, rank in zip(page.held, order, strict=True)}  # fmt: skip
    bounds = [-1, *(heading.line - 1 for heading in page.listed.headings), len(lines)]
    parts = [range(first + 1, last) for first, last in pairwise(bounds)]
    yield arranged_lines(lines, parts, units, movable(page, lines, parts[0], ("#", "//")))


def _beside(line: str, held: Held) -> str:
    """What is on the line of a card but this and its copies; empty for nothing."""
    rest = normalize("NFKC", line.replace(held.written, "", 1))
    copies = rf"(?<!\d)[x×]? ?{held.copies} ?[x×]?(?!\d)"
    rest = re.sub(copies, "", rest, count=1, flags=re.IGNORECASE).strip(f"{_BULLETS}\r\n")
    return rest if any(map(str.isalnum, rest)) or "#" in rest else ""


def _is_one_by_one(page: Page) -> bool:
    """Whether each copy has a line of its own: no line has more, and a card has several lines."""
    cards = [item_of(held) for held in page.held]
    return all(held.copies == 1 for held in page.held) and len(set(cards)) < len(cards)


def _written(page: Page, section: Section, wanted: Wanted, copies: int) -> Iterator[str]:
    """The line of a card, as it was, as others of the deck are, then as lists mostly are."""
    if wanted.carried:
        yield wanted.carried.text
        return
    lines = with_ends(page.text)
    for at in samples(page, section, wanted, copies):
        held = page.held[at]
        sample = without_end(lines[held.line - 1])
        yield from like_sample(sample, held, wanted, copies, _FRAME.issuperset)
    if is_by_name(page, wanted):
        yield from _forms(page, str(wanted.name), copies)
    if wanted.code is not None:
        yield from _forms(page, wanted.code, copies)


def _forms(page: Page, card: str, copies: int) -> Iterator[str]:
    """A card with its copies, as another line of the deck has them, then as lists mostly do."""
    lines = with_ends(page.text)
    for held in page.held:
        form = without_end(lines[held.line - 1]).replace(held.written, "\0", 1)
        _, bare, _ = _parts(form)
        if held.copies > 1 and "\0" in bare and _FRAME.issuperset(bare.replace("\0", "")):
            yield from (way.replace("\0", card) for way in recounted(bare, held.copies, copies))
            break
    yield f"{copies}x {card}"
    yield f"{copies} {card}"


def _parts(line: str) -> tuple[str, str, str]:
    """The line's bullet, what it says, and the spaces behind."""
    said = line.lstrip(_BULLETS)
    return line[: len(line) - len(said)], said.rstrip(), said[len(said.rstrip()) :]


def _end_of(page: Page, lines: Sequence[str], section: Section, wanted: Wanted) -> int | None:
    """The place behind the last card of the section and kind, or below its heading, if any."""
    in_section = [held for held in page.held if held.section == section]
    if wanted.card and in_section:
        for heading in reversed(page.listed.headings):
            below = [held for held in in_section if held.line in _below(page, heading)]
            alike = all(held.card and held.card.kind == wanted.card.kind for held in below)
            if below and alike and not heading.begins_section:
                return max(held.line for held in below)
    cards = [held.line for held in in_section]
    cards += [problem.line for problem in page.listed.problems if problem.section == section]
    if cards:
        return max(cards)
    for heading in page.listed.headings:
        if heading.section == section and heading.begins_section:
            below_it = "".join(lines[heading.line : heading.line + 1]).strip()
            return heading.line + (below_it != "" and _UNDERLINE.issuperset(below_it))
    if _is_natural(wanted, section) and not page.listed.headings:
        return max((held.line for held in page.held), default=len(lines))
    return None


def _is_natural(wanted: Wanted, section: Section) -> bool:
    belongs = "extra" if wanted.card and wanted.card.section == "extra" else "main"
    return section == belongs


def _with_section(
    page: Page, lines: Sequence[str], section: Section, new: Sequence[str], copies: int
) -> str:
    """The text with a section more, between those that come before and behind it."""
    at = SECTIONS.index(section)
    before = [held.line for held in page.held if held.section in SECTIONS[:at]]
    before += [heading.line for heading in page.listed.headings if heading.section in SECTIONS[:at]]
    behind = [heading.line - 1 for heading in page.listed.headings]
    heading = _heading(page, lines, section, copies)
    if before:
        return "".join(insert(lines, max(before), ["", heading, *new]))
    return "".join(insert(lines, min(behind, default=len(lines)), [heading, *new, ""]))


def _heading(page: Page, lines: Sequence[str], section: Section, copies: int) -> str:
    """A heading like those that are there."""
    for heading in page.listed.headings:
        for names in _HEADINGS:
            if heading.begins_section and heading.written in names:
                line = without_end(lines[heading.line - 1])
                line = line.replace(heading.written, names[SECTIONS.index(section)], 1)
                ways = recounted(line, heading.cards, copies) if heading.cards is not None else ()
                return next(iter(ways), line)
    return _HEADINGS[0][SECTIONS.index(section)]


def _below(page: Page, heading: Heading) -> range:
    """The lines from a heading to the next one that ends what it began, as the rule counts them."""
    ends = (
        other.line
        for other in page.listed.headings
        if other.line > heading.line and (other.begins_section or not heading.begins_section)
    )
    return range(heading.line, min(ends, default=len(page.text) + 2))


def _counted(page: Page, lines: Sequence[str], line: int, copies: int) -> list[str]:
    """The lines with so many cards more in the headings above one, if those announce so."""
    new = list(lines)
    for heading in page.listed.headings:
        below = _below(page, heading)
        held = sum(held.copies for held in page.held if held.line in below)
        held += sum(p.section is not None and p.line in below for p in page.listed.problems)
        if line in below and heading.cards == held:
            old = new[heading.line - 1]
            ways = [*recounted(old, held, held + copies)]
            new[heading.line - 1] = ways[-1] if ways else old
    return new

"""The editor of YAML decks: a card is an item of a list, which stands in lines or in brackets."""

import re
from collections.abc import Iterator, Sequence

from deckcheck.decks.editing.arrangement import Unit, arranged_lines, movable
from deckcheck.decks.editing.brackets import arranged_with_comments, deleted, inserted
from deckcheck.decks.editing.likeness import is_by_name, like_sample, recounted, samples
from deckcheck.decks.editing.line_ends import delete, insert, with_ends, without_end
from deckcheck.decks.editing.page import Held, Note, Page, Wanted
from deckcheck.decks.editing.yaml_spans import Part, Place, is_in_braces, parts_of, places_of
from deckcheck.model import SECTIONS, Section
from deckcheck.text import line_starts

_SIGNS = frozenset(":#,[]{}\r\n")
"""What a text without quotes may not have in it."""
_FRAME = frozenset(" \t-xX×0123456789:,{}#\"'")
"""What may stand around a card in an item."""
_MARKS = ("'", '"')
_DASH = re.compile(r"([ ]*-)([ ]*)")


def more(page: Page, at: int, copies: int) -> Iterator[str]:
    """The text with another number in the item, or with one where it has none."""
    held = page.held[at]
    yield from _with_number(page, at, held.copies + copies)


def fewer(page: Page, at: int, copies: int) -> Iterator[str]:
    """The text with another number in the item, or without the item."""
    held = page.held[at]
    if copies == held.copies:
        yield from _without(page.text, _place(page, at))
    else:
        yield from _with_number(page, at, held.copies - copies)


def anew(
    page: Page, section: Section, wanted: Wanted, copies: int, behind: int | None
) -> Iterator[str]:
    """The text with an item more, and a key where the section has none yet."""
    parts = parts_of(page.text)
    part = next((part for part in parts if part.section == section), None)
    item = -1 if behind is None else places_of(parts)[behind].item
    for new in _written(page, parts, section, wanted, copies):
        if not part:
            yield from _with_part(page.text, parts, section, new)
        elif not part.items:
            yield from _into_empty(page.text, parts, part, new)
        elif part.is_block:
            yield _behind_in_lines(page.text, part, item, new)
        else:
            spans = [one.span for one in part.items]
            yield from inserted(page.text, spans, item % len(spans), [new])


def carried(page: Page, at: int) -> str | None:
    """The lines of an item with a comment in them, without its dash."""
    place = _place(page, at)
    part = place.part
    if not part.is_block or len(part.items[place.item].entries) > 1:
        return None
    lines = with_ends(page.text)
    first, *others = (without_end(lines[at]) for at in _lines_of(page.text, part, place.item))
    column = len(_dash_of(first))
    if not any("#" in line for line in (first, *others)):
        return None
    # the lines below are indented anew where they come to stand
    return "\n".join((first[column:], *(line.removeprefix(" " * column) for line in others)))


def notes(page: Page) -> Iterator[Note]:
    """The comments, with the cards on whose lines they are."""
    if "#" not in page.text:
        return
    from deckcheck.yamltext import read_with_comments

    lines = [_lines_of_entry(page.text, place) for place in places_of(parts_of(page.text))]
    for comment in read_with_comments(page.text)[1]:
        entries = (at for at, own in enumerate(lines) if comment.line - 1 in own)
        yield Note(comment.text.strip(), frozenset(entries))


def arranged(page: Page, order: Sequence[int]) -> Iterator[str]:
    """The items of each section in the order, comments above one together with it."""
    ranks: dict[int, int] = {}
    parts = parts_of(page.text)
    for place, rank in zip(places_of(parts), order, strict=True):
        ranks.setdefault(place.part.items[place.item].span[0], rank)
    text = page.text
    # from the end of the text, so that what stands before keeps its place
    for part in sorted(parts, key=lambda part: -part.key[0]):
        if not part.is_block:
            spans = [item.span for item in part.items]
            text = arranged_with_comments(text, spans, [ranks[start] for start, _ in spans])
    yield _in_lines(page._replace(text=text), [p for p in parts if p.is_block], ranks)


def _in_lines(page: Page, parts: Sequence[Part], ranks: dict[int, int]) -> str:
    lines = with_ends(page.text)
    units: dict[int, Unit] = {}
    ranges = []
    for part in parts:
        places = [_lines_of(page.text, part, at) for at in range(len(part.items))]
        for item, place in zip(part.items, places, strict=True):
            units[place.start] = Unit(place.stop - 1, ranks[item.span[0]])
        above = _line_of(page.text, part.key[1]) + 1
        ranges.append(range(min(above, places[0].start), places[-1].stop))
    return arranged_lines(lines, ranges, units, movable(page, lines, range(0), ("#",)))


def _place(page: Page, at: int) -> Place:
    return places_of(parts_of(page.text))[at]


def _with_number(page: Page, at: int, copies: int) -> Iterator[str]:
    text, held = page.text, page.held[at]
    part, item, entry = _place(page, at)
    start, end = part.items[item].entries[entry]
    for stop in (end, _end_of_line(text, end)):
        for new in recounted(text[start:stop], held.copies, copies):
            yield text[:start] + new + text[stop:]
    if held.copies == 1:
        alone = text[start:end]
        for new in (f"{alone}: {copies}", f"{copies} {alone}"):
            yield text[:start] + new + text[end:]


def _without(text: str, place: Place) -> Iterator[str]:
    part = place.part
    spans = [item.span for item in part.items]
    entries = part.items[place.item].entries
    if len(entries) > 1:
        yield from deleted(text, entries, place.entry)
    elif not part.is_block:
        yield from deleted(text, spans, place.item)
    else:
        lines = with_ends(text)
        if len(spans) == 1:
            key = _line_of(text, part.key[1])
            behind_key = part.key[1] - line_starts(text)[key]
            colon = lines[key].index(":", behind_key) + 1
            lines[key] = f"{lines[key][:colon]} []{lines[key][colon:]}"
        own = _lines_of(text, part, place.item)
        yield "".join(delete(lines, own))
        # what is said of the card stays
        comments = _comments(text, own)
        if comments:
            indent = lines[own.start][: -len(lines[own.start].lstrip())]
            said = [f"{indent}{comment}" for comment in comments]
            yield "".join(insert(delete(lines, own), own.start, said))


def _comments(text: str, lines: range) -> list[str]:
    """The comments on the lines."""
    if "#" not in text:
        return []
    from deckcheck.yamltext import read_with_comments

    return [one.text.strip() for one in read_with_comments(text)[1] if one.line - 1 in lines]


def _behind_in_lines(text: str, part: Part, item: int, new: str) -> str:
    places = _lines_of(text, part, item % len(part.items))
    lines = with_ends(text)
    return "".join(insert(lines, places.stop, _in_dash(_dash_of(lines[places.start]), new)))


def _into_empty(text: str, parts: Sequence[Part], part: Part, new: str) -> Iterator[str]:
    """The text with the first item of a section, in lines if others are."""
    start, end = part.value
    in_brackets = f"[{new}]"
    if not is_in_braces(text) and not any(p.items and not p.is_block for p in parts):
        key = _line_of(text, part.key[1])
        lines = with_ends(text[:start].rstrip(" ") + text[end:])
        yield "".join(insert(lines, key + 1, _in_dash(_dash(text, parts), new)))
    space = " " if text[start - 1 : start] == ":" else ""
    yield f"{text[:start]}{space}{in_brackets}{text[end:]}"


def _with_part(text: str, parts: Sequence[Part], section: Section, new: str) -> Iterator[str]:
    """The text with a section more, behind those that come before it, or before the others."""
    before = [p for p in parts if SECTIONS.index(p.section) < SECTIONS.index(section)]
    if is_in_braces(text):
        key = f'"{section}"' if text[parts[0].key[0]] == '"' else section
        if before:
            end = before[-1].value[1]
            yield f"{text[:end]}, {key}: [{new}]{text[end:]}"
        else:
            start = parts[0].key[0]
            yield f"{text[:start]}{key}: [{new}], {text[start:]}"
        return
    lines = with_ends(text)
    written = [f"{section}:", *_in_dash(_dash(text, parts), new)]
    if any(p.items and not p.is_block for p in parts):
        written = [f"{section}: [{new}]"]
    at = _line_of(text, before[-1].value[1]) + 1 if before else _line_of(text, parts[0].key[0])
    yield "".join(insert(lines, at, written))


def _written(
    page: Page, parts: list[Part], section: Section, wanted: Wanted, copies: int
) -> Iterator[str]:
    """The item of a card, written as others of the deck are, then as the codec writes one."""
    places = places_of(parts)
    by_name = is_by_name(page, wanted)
    if wanted.carried:
        yield wanted.carried.text
        return
    if not by_name and wanted.code is None:
        return
    for at in samples(page, section, wanted, copies):
        part, number, entry = places[at]
        item = part.items[number]
        start, end = item.entries[entry]
        for stop in (_end_of_line(page.text, end), end) if part.is_block else (end,):
            sample = page.text[start:stop].rstrip()
            if "\n" not in sample:
                yield from _like(sample, page.held[at], wanted, copies, whole=item.is_scalar)
    names = [str(wanted.name) if _is_plain(str(wanted.name)) else _quoted(str(wanted.name))]
    names = names if by_name else []
    for card in (*names, *filter(None, [wanted.code])):
        yield card if copies == 1 else f"{card}: {copies}"
        yield f"{{card: {card}, copies: {copies}}}"


def _like(sample: str, held: Held, wanted: Wanted, copies: int, *, whole: bool) -> Iterator[str]:
    """The sample with another card, in quotes where it has some, or where the name needs them.

    ``whole``: quotes are around the whole of it, with the number of copies.
    """
    name = wanted.name or ""
    around = sample.partition(held.written)[0]
    marks = [mark for mark in _MARKS if around.count(mark) % 2]
    if marks:
        spelled = name.replace("'", "''") if marks == ["'"] else _quoted(name)[1:-1]
        wanted = wanted._replace(name=spelled)
    elif held.is_by_name and not _is_plain(name) and not whole:
        wanted = wanted._replace(name=_quoted(name))
    ways = like_sample(sample, held, wanted, copies, _is_frame)
    is_bare = held.is_by_name and not marks and not _is_plain(name) and whole
    yield from map(_quoted, ways) if is_bare else ways


def _is_plain(name: str) -> bool:
    """Whether a name needs no quotes wherever it stands."""
    return name[:1].isalnum() and _SIGNS.isdisjoint(name)


def _is_frame(text: str) -> bool:
    return _FRAME.issuperset(text.replace("card:", "").replace("copies:", ""))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _in_dash(dash: str, new: str) -> list[str]:
    """The lines of an item, of which the first begins with a dash."""
    first, *others = new.split("\n")
    return [f"{dash}{first}", *(f"{' ' * len(dash)}{line}" for line in others)]


def _dash(text: str, parts: Sequence[Part]) -> str:
    """How items in lines begin."""
    lines = with_ends(text)
    for part in parts:
        if part.is_block:
            return _dash_of(lines[_lines_of(text, part, -1).start])
    return "  - "


def _dash_of(line: str) -> str:
    """How the item of a line begins; the card may stand on the next one."""
    match = _DASH.match(line)
    return f"{match[1]}{match[2] or ' '}" if match else "- "


def _lines_of(text: str, part: Part, item: int) -> range:
    """The places of the lines of an item, from its dash on."""
    start, end = part.items[item].span
    return range(_line_of(text, text.rindex("-", 0, start)), _line_of(text, end) + 1)


def _lines_of_entry(text: str, place: Place) -> range:
    """The places of the lines on which an entry is written."""
    item = place.part.items[place.item]
    if place.part.is_block and len(item.entries) == 1:
        return _lines_of(text, place.part, place.item)
    start, end = item.entries[place.entry]
    return range(_line_of(text, start), _line_of(text, end) + 1)


def _line_of(text: str, at: int) -> int:
    """The place of the line, from 0, on which a place of the text is."""
    return len(with_ends(text[:at] + ".")) - 1


def _end_of_line(text: str, at: int) -> int:
    rest = with_ends(text[at:])
    return at + len(rest[0].rstrip("\r\n")) if rest else at

"""The editor of JSON decks: a card is a member of an array or object, written as the others are."""

import json
from collections.abc import Collection, Iterator, Sequence

from deckcheck.decks.editing.arrangement import arranged_spans
from deckcheck.decks.editing.brackets import deleted, inserted
from deckcheck.decks.editing.json_likeness import (
    extras,
    like_member,
    moved_member,
    plain_member,
    says_only_card,
)
from deckcheck.decks.editing.json_spans import Place, Value, all_values, places_of, read
from deckcheck.decks.editing.likeness import recounted
from deckcheck.decks.editing.page import Note, Page, Wanted
from deckcheck.errors import DeckcheckError
from deckcheck.model import SECTIONS, Section

_MOST_SAMPLES = 4
_LISTS_OF_IDS = ("ids", "cardids")


def more(page: Page, at: int, copies: int) -> Iterator[str]:
    """The text with another number of copies, where it has one."""
    yield from _with_number(page, at, page.held[at].copies + copies)


def fewer(page: Page, at: int, copies: int) -> Iterator[str]:
    """The text with another number of copies, or without the card."""
    if copies < page.held[at].copies:
        yield from _with_number(page, at, page.held[at].copies - copies)
    elif places := _opened(page)[1]:
        yield from deleted(page.text, _members(places[at].holder), places[at].at)


def anew(
    page: Page, section: Section, wanted: Wanted, copies: int, behind: int | None
) -> Iterator[str]:
    """The text with a member more, and an array where the section has none yet.

    DeckcheckError where that cannot be told.
    """
    root, places = _opened(page)
    members = [*_written(page, places, section, wanted, copies)]
    if target := _target(page, places, section, behind):
        for member in members:
            yield from inserted(page.text, _members(target.holder), target.at, member)
        return
    for place in places[-1:]:
        # where each card says its own section
        for member in members:
            yield from inserted(page.text, _members(place.holder), place.at, member)
    if not places:
        # where each card says its own section, a list without cards takes any
        for value in all_values(root):
            if value.sign == "[" and not value.members:
                start, end = value.span
                for member in members:
                    yield f"{page.text[:start]}[{', '.join(member)}]{page.text[end:]}"
    for member in members:
        if not places and root.sign == "[":
            start, end = root.span
            yield f"{page.text[: start + 1]}{', '.join(member)}{page.text[end - 1 :]}"
        else:
            yield _with_section(page.text, root, places, section, member)


def carried(page: Page, at: int) -> str | None:
    """An object that says more of its card than which it is, how many and where."""
    places = _opened(page)[1]
    if not places:
        return None
    member = places[at].holder.members[places[at].at]
    own = member.text(page.text)
    is_object = member.sign == "{" and not member.key
    is_sample = len(page.held) == 1 and not member.key
    return own if is_sample or (is_object and not says_only_card(own)) else None


def notes(page: Page) -> Iterator[Note]:
    """What else is said of a card in its own object; JSON has no comments."""
    for at, place in enumerate(_opened(page)[1]):
        member = place.holder.members[place.at]
        if member.sign == "{":
            for extra in extras(member, page.text):
                yield Note(extra, frozenset([at]))


def arranged(page: Page, order: Sequence[int]) -> Iterator[str]:
    """The members of each array or object in the order."""
    text = page.text
    ranks: dict[Value, list[tuple[int, int]]] = {}
    for place, rank in zip(_opened(page)[1], order, strict=False):
        ranks.setdefault(place.holder, []).append((place.at, rank))
    for holder, found in ranks.items():
        ordered = sorted(found)
        spans = [holder.members[at].whole for at, _ in ordered]
        text = arranged_spans(text, spans, [rank for _, rank in ordered])
    yield text


def _members(holder: Value) -> list[tuple[int, int]]:
    return [member.whole for member in holder.members]


def _opened(page: Page) -> tuple[Value, list[Place]]:
    """The values of the text, and the place of each entry; none where it cannot be told.

    DeckcheckError for lists of ids that have another list beside them, which goes with them.
    """
    root = read(page.text)
    places = places_of(page.text, root, len(page.held))
    holders = {place.holder.span for place in places}
    for value in all_values(root):
        ids = [member for member in value.members if _is_list_of_ids(member, page.text)]
        if len(value.members) > len(ids) and any(member.span in holders for member in ids):
            raise DeckcheckError(
                "another list stands beside the ids, one of its values for each of them; "
                "'deckcheck convert --to json' writes a deck that can be edited"
            )
    return root, places


def _is_list_of_ids(value: Value, text: str) -> bool:
    return value.sign == "[" and value.key_text(text).casefold() in _LISTS_OF_IDS


def _with_number(page: Page, at: int, copies: int) -> Iterator[str]:
    places = _opened(page)[1]
    if not places:
        return
    holder, member = places[at]
    for value in all_values(holder.members[member]):
        start, end = value.span
        if not value.members:
            for new in recounted(page.text[start:end], page.held[at].copies, copies):
                yield page.text[:start] + new + page.text[end:]


def _target(
    page: Page, places: Sequence[Place], section: Section, behind: int | None
) -> Place | None:
    """The member that new ones go behind: that entry, the section's last, or the last of all."""
    if behind is not None:
        return places[behind] if places else None
    for fits in (
        [held.section == section for held in page.held],
        # a section that is not there, where the kinds of cards tell what is main and what is extra
        [entry.section is None and section != "side" for entry in page.listed.entries],
    ):
        found = [place for place, is_one in zip(places, fits, strict=False) if is_one]
        if found:
            return found[-1]
    return None


def _written(
    page: Page, places: Sequence[Place], section: Section, wanted: Wanted, copies: int
) -> Iterator[list[str]]:
    """The members of a card, as others are written, then the project's own form, then ids."""
    if wanted.carried:
        yield from moved_member(*wanted.carried, section)
        return
    order = sorted(
        range(len(places)), key=lambda at: (page.held[at].section != section, -at)
    )  # fmt: skip
    for at in order[:_MOST_SAMPLES]:
        holder, member = places[at]
        yield from like_member(
            page.text, holder.members[member], page.held[at], wanted, section, copies
        )
    yield from plain_member(wanted, copies)


def _with_section(
    text: str, root: Value, places: Sequence[Place], section: Section, member: Sequence[str]
) -> str:
    """The text with the section's first members, in its array if it has one already."""
    cards = {place.holder.members[place.at] for place in places}
    values = [value for value in _outside(root, cards) if value.key]
    keys = {_section_of(value.key_text(text)): value for value in reversed(values)}
    own = keys.get(section)
    if own and len(own.members) == 1 and _is_list_of_ids(own.members[0], text):
        own = own.members[0]
    if own and not own.members:
        start, end = own.span
        is_pair = own.sign == "{" and member[0][:1] == '"' and member[0][-1:].isdigit()
        filled = f"{{{', '.join(member)}}}" if is_pair else _array(text, own, member)
        return f"{text[:start]}{filled}{text[end:]}"
    siblings = [keys[other] for other in SECTIONS if other in keys]
    at = SECTIONS.index(section)
    before = [keys[other] for other in SECTIONS[:at] if other in keys]
    if not siblings:
        raise DeckcheckError(
            f"this JSON has no place for cards in {section}; "
            "'deckcheck convert --to json' writes a deck that has"
        )
    beside = (before or siblings)[-1 if before else 0]
    key = _key_like(beside.key_text(text), section)
    pair = f"{json.dumps(key, ensure_ascii=False)}: {_array(text, beside, member)}"
    holder = next(v for v in all_values(root) if beside in v.members)
    if before:
        return next(inserted(text, _members(holder), holder.members.index(beside), [pair]))
    start = beside.whole[0]
    gap = text[holder.span[0] + 1 : start] or " "
    return f"{text[:start]}{pair},{gap}{text[start:]}"


def _outside(value: Value, cards: Collection[Value]) -> Iterator[Value]:
    """The value and all that is in it, but for cards and what is in these."""
    if value not in cards:
        yield value
        for member in value.members:
            yield from _outside(member, cards)


def _array(text: str, beside: Value, member: Sequence[str]) -> str:
    """An array of the members, in lines if the text has any, indented as its key is."""
    if "\n" not in text or "\n" not in text[: beside.whole[0]]:
        return f"[{', '.join(member)}]"
    line = text[text.rfind("\n", 0, beside.whole[0]) + 1 :]
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    end = "\r\n" if "\r\n" in text else "\n"
    items = f",{end}{indent}  ".join(member)
    return f"[{end}{indent}  {items}{end}{indent}]"


def _section_of(key: str) -> Section | None:
    """The section that a key names."""
    plain = "".join(filter(str.isalnum, key)).casefold().removesuffix("deck")
    return next((s for s in SECTIONS if plain in (s, s[0])), None)


def _key_like(key: str, section: Section) -> str:
    """The key of a section, spelled as that of another one is."""
    if len(key) == 1:
        return section[0]
    for other in SECTIONS:
        for spelled in (str, str.title, str.upper):
            key = key.replace(spelled(other), spelled(section))
    return key

"""A card as a member of JSON, written as another one is, of which nothing else is taken over."""

import json
from collections.abc import Iterator

from deckcheck.decks.editing.json_spans import Value, all_values, read
from deckcheck.decks.editing.page import Held, Wanted
from deckcheck.model import SECTIONS, Section


def plain_member(wanted: Wanted, copies: int) -> Iterator[list[str]]:
    """The card in the project's own form, then by its id alone."""
    card: dict[str, object] = {} if wanted.code is None else {"id": int(wanted.code)}
    card |= {"name": wanted.name} if wanted.name else {}
    yield [_json({**card, "count": copies})]
    if wanted.code is not None:
        yield [wanted.code] * copies


def says_only_card(written: str, held: Held) -> bool:
    """Whether an object says nothing but which card it is, how many copies, and where."""
    return all(
        value.members
        or "name" in value.key_text(written).casefold()
        or _plain(value.text(written)).lstrip("0") in (held.written, str(held.copies))
        or _in_section(value.text(written), held.section, held.section)
        for value in all_values(read(written))
    )


def moved_member(written: str, held: Held, section: Section) -> Iterator[list[str]]:
    """An object as it is written, then with another section where it says its own."""
    yield [written]
    for value in reversed([*all_values(read(written))]):
        own = value.text(written)
        moved = "" if value.members else _in_section(own, held.section, section)
        written = f"{written[: value.span[0]]}{moved or own}{written[value.span[1] :]}"
    yield [written]


def like_member(
    text: str, member: Value, held: Held, wanted: Wanted, section: Section, copies: int
) -> Iterator[list[str]]:
    """The card written as the member is, which is the one that is held."""
    own = member.text(text)
    if member.key and member.key_text(text) not in ("", *SECTIONS) and not member.members:
        # an object of copies by card
        card = _card(member.key_text(text), held, wanted)
        if card is not None:
            yield [f"{_json(card)}{_colon(text, member)}{copies}"]
    elif not member.members:
        card = _card(_plain(own), held, wanted)
        if card is not None:
            yield [_as(own, card)] * copies
    else:
        for count in (*_counts(text, member, held), None):
            made = _object(text, member, held, wanted, section, (count, copies))
            if made:
                yield [made] * (copies if count is None else 1)


def _counts(text: str, member: Value, held: Held) -> Iterator[Value]:
    """The values that may be the number of copies."""
    for value in all_values(member):
        plain = value.text(text).strip('"')
        if value.key and not value.members and plain == str(held.copies):
            yield value


def _object(
    text: str,
    value: Value,
    held: Held,
    wanted: Wanted,
    section: Section,
    count: tuple[Value | None, int],
) -> str:
    """An object with those members that say which card, how many and where; empty for none."""
    pairs = []
    for member in value.members:
        own = member.text(text)
        made = None
        if member.sign == "{":
            made = _object(text, member, held, wanted, section, count)
        elif member == count[0]:
            made = _as(own, str(count[1]))
        elif not member.members and member.key:
            made = _said(member.key_text(text), own, held, wanted, section)
        if made and member.key:
            pairs.append(f"{text[slice(*member.key)]}{_colon(text, member)}{made}")
    if not pairs:
        return ""
    first, last = value.members[0].whole[0], value.members[-1].whole[1]
    gap = text[value.members[0].whole[1] : value.members[1].whole[0]] if value.members[1:] else ", "
    return f"{text[value.span[0] : first]}{gap.join(pairs)}{text[last : value.span[1]]}"


def _said(key: str, own: str, held: Held, wanted: Wanted, section: Section) -> str | None:
    """What a member says of the wanted card, None for what says nothing of it."""
    card = _card(_plain(own), held, wanted)
    if card is not None:
        return _as(own, card)
    if "name" in key.casefold() and own[0] == '"' and not held.is_by_name:
        return _json(wanted.name) if wanted.name else None
    return _in_section(own, held.section, section) or None


def _in_section(own: str, old: Section, new: Section) -> str:
    """A text that names a section with another one in it; empty for any other value."""
    for spelled in (str, str.title, str.upper):
        if own[0] == '"' and spelled(old) in _plain(own):
            return _json(_plain(own).replace(spelled(old), spelled(new)))
    return ""


def _plain(own: str) -> str:
    """A value without its quotes."""
    return str(json.loads(own)) if own[0] == '"' else own


def _card(plain: str, held: Held, wanted: Wanted) -> str | None:
    """The name or id of the wanted card, where that of the held one is read; else None."""
    if held.id_kind == "name":
        return wanted.name if plain == held.written else None
    if plain.lstrip("0") != held.written:
        return None
    if held.id_kind == "konami-id":
        return str(wanted.card.konami_id) if wanted.card and wanted.card.konami_id else None
    return wanted.code


def _as(own: str, text: str) -> str:
    """The text as a value like another one: in quotes if that is."""
    return _json(text) if own[0] == '"' else text


def _colon(text: str, member: Value) -> str:
    return text[member.key[1] : member.span[0]] if member.key else ": "


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)

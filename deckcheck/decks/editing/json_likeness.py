"""A card as a member of JSON, written as another one is, of which nothing else is taken over."""

import json
from collections.abc import Iterator

from deckcheck.codecs.json import (
    COPIES_KEYS,
    KONAMI_ID_KEYS,
    MAY_SAY_SECTION,
    NAME_KEYS,
    OF_A_CARD,
    PASSCODE_KEYS,
    SECTION_KEYS,
    SECTION_WORDS,
    plain_key,
)
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


def says_only_card(written: str) -> bool:
    """Whether an object says nothing but which card it is, how many copies, and where."""
    return not [*extras(read(written), written)]


def extras(value: Value, text: str) -> Iterator[str]:
    """What else an object says of its card, member by member."""
    for member in value.members:
        key = _key(member, text)
        if key == "card" and member.sign == "{":
            yield from extras(member, text)
        elif key not in OF_A_CARD and not _names_section(member, text):
            yield text[slice(*member.whole)]


def moved_member(written: str, held: Held, section: Section) -> Iterator[list[str]]:
    """An object as it is written, then with another section where it says its own."""
    yield [written]
    for value in reversed([*_of_the_card(read(written), written)]):
        if _names_section(value, written):
            moved = _in_section(value.text(written), held.section, section)
            written = f"{written[: value.span[0]]}{moved}{written[value.span[1] :]}"
    yield [written]


def _of_the_card(value: Value, text: str) -> Iterator[Value]:
    """The members in which the codec looks for what is said of a card."""
    for member in value.members:
        yield member
        if _key(member, text) == "card":
            yield from _of_the_card(member, text)


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
        is_counted = any(_key(value, text) in COPIES_KEYS for value in all_values(member))
        made = _object(text, member, held, wanted, section, copies)
        if made:
            yield [made] * (1 if is_counted else copies)


def _object(
    text: str, value: Value, held: Held, wanted: Wanted, section: Section, copies: int
) -> str:
    """An object with those members that say which card, how many and where; empty for none."""
    pairs = []
    for member in value.members:
        if _key(member, text) == "card" and member.sign == "{":
            made = _object(text, member, held, wanted, section, copies)
        else:
            made = _said(member, text, held, wanted, section, copies)
        if made and member.key:
            pairs.append(f"{text[slice(*member.key)]}{_colon(text, member)}{made}")
    if not pairs:
        return ""
    first, last = value.members[0].whole[0], value.members[-1].whole[1]
    gap = text[value.members[0].whole[1] : value.members[1].whole[0]] if value.members[1:] else ", "
    return f"{text[value.span[0] : first]}{gap.join(pairs)}{text[last : value.span[1]]}"


def _said(
    member: Value, text: str, held: Held, wanted: Wanted, section: Section, copies: int
) -> str:
    """What a member of an object says of the wanted card; empty for what says nothing of it."""
    key, own = _key(member, text), member.text(text)
    if member.members or not own:
        return ""
    if key in COPIES_KEYS:
        return _as(own, str(copies))
    if key in PASSCODE_KEYS:
        return _as(own, wanted.code) if wanted.code else ""
    if key in KONAMI_ID_KEYS:
        konami_id = wanted.card.konami_id if wanted.card else None
        return _as(own, str(konami_id)) if konami_id else ""
    if key in NAME_KEYS:
        return _json(wanted.name) if wanted.name else ""
    if key == "card":
        card = _card(_plain(own), held, wanted)
        return _as(own, card) if card is not None else ""
    return _in_section(own, held.section, section) if _names_section(member, text) else ""


def _key(member: Value, text: str) -> str:
    return plain_key(member.key_text(text))


def _names_section(member: Value, text: str) -> bool:
    """Whether a member says in which section its card is."""
    if member.members or not member.key:
        return False
    word = plain_key(_plain(member.text(text)))
    key = _key(member, text)
    return key in SECTION_KEYS or (key in MAY_SAY_SECTION and word in SECTION_WORDS)


def _in_section(own: str, old: Section, new: Section) -> str:
    """A text that names a section with another one in it."""
    for spelled in (str, str.title, str.upper):
        if own[0] == '"' and spelled(old) in _plain(own):
            return _json(_plain(own).replace(spelled(old), spelled(new)))
    return own


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

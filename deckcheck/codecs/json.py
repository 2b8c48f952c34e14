"""JSON decks: this project's own, and the exports of sites and programs.

A deck is an object with sections, itself or below ``deck``, ``contents``, ``data``, ``decklist``.
A section is ``main``, ``extra`` or ``side``, also ``mainDeck``, ``main_deck`` or, beside each
other, ``m``, ``e`` and ``s``. An array alone, or ``cards`` where there is no main deck, leaves main
and extra to the kinds of the cards. In a section is one of

- an array of cards: ``89631139``, ``"Sangan"``, ``{"id": 89631139, "name": "…", "count": 3}``,
  ``{"card": {"name": "Sangan"}, "amount": 3}``. Copies are ``count``, ``amount``, ``copies`` or
  ``quantity``; without them one. Of an id and a name the id counts; where they are two cards, that
  is doubtful and said.
- an object of copies by passcode or name: ``{"Sangan": 3}``
- ``{"ids": […]}`` or ``{"CardIds": […]}`` of Master Duel, whose numbers are Konami ids

A card may say its ``section`` where the array has none. ``name``, ``title`` or ``deckName`` is the
deck's name. ``"schema": "deckcheck/deck/1"`` marks the project's own form, which may have
``format`` and ``on`` and no unknown key. Other keys say nothing about the deck, and what looks like
cards in one is doubtful and said.
"""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

from deckcheck.codecs.directives import directives
from deckcheck.codecs.held import EVERYTHING
from deckcheck.codecs.namings import named
from deckcheck.codecs.text import readings_of
from deckcheck.codecs.unpacked import MOST_CARDS, bounded
from deckcheck.errors import ParseError
from deckcheck.model import SECTIONS, DeckList, Directive, Doubt, Entry, Reading, Section
from deckcheck.names import LONGEST
from deckcheck.passcodes import FEWEST_DIGITS, parse_passcode
from deckcheck.text import lines, quote

if TYPE_CHECKING:
    from deckcheck.jsontext import Node

NAME = "json"
SUFFIXES = (".json",)
HOLDS = EVERYTHING

SCHEMA = "deckcheck/deck/1"

_SLIPS = 2
_SHORTEST_ID = 5
"""A text of more letters, nearly all of them digits, is a passcode with slips in it."""
_HALF_A_LETTER = re.compile("[\ud800-\udfff]")
_BEGINS = re.compile(r'\s*(?:\{\s*["}]|\[\s*(?:["\[{\]]|[0-9]{4,}\s*[,\]]))')
SECTION_WORDS: dict[str, Section] = {
    key: section for section in SECTIONS for key in (section, f"{section}deck", f"{section}board")
}
_SHORT: dict[str, Section] = {"m": "main", "e": "extra", "s": "side"}
_BELOW = ("deck", "contents", "data", "decklist")
_DECK_NAMES = ("name", "title", "deckname")
_SAID = ("schema", "format", "on", *_DECK_NAMES)
"""Keys that say something about the deck, beside its sections."""
_SAID_IN_OWN = ("schema", "format", "on", "name")
_SECTION_LIKE = re.compile("main|extra|side|fusion|card|deck|monster|spell|trap|magic|list|pool")
_COUNT_LIKE = re.compile("main|extra|side|count|cop|times|nb|num|qty|quant|amount|exempl")
PASSCODE_KEYS = ("id", "passcode", "cardid", "code")
KONAMI_ID_KEYS = ("konamiid", "cid")
NAME_KEYS = ("name", "cardname")
COPIES_KEYS = ("count", "amount", "copies", "quantity", "qty", "n", "num", "number")
_KONAMI_ID_LISTS = ("ids", "cardids")
_RARITIES = ("r", "rare", "rares", "rarity")
SECTION_KEYS = ("section", "zone", "board")
MAY_SAY_SECTION = ("deck", "location", "type")

_KNOWN = frozenset((
    *_SAID, *_BELOW, *SECTION_WORDS, *_SHORT, *PASSCODE_KEYS, *KONAMI_ID_KEYS, *NAME_KEYS,
    *COPIES_KEYS, *_KONAMI_ID_LISTS, *SECTION_KEYS, "card", "cards",
))  # fmt: skip
"""Keys that mean something somewhere."""
OF_A_CARD = (*PASSCODE_KEYS, *KONAMI_ID_KEYS, *NAME_KEYS, *COPIES_KEYS, *SECTION_KEYS, "card")

Keys = Mapping[str, "Node"]
"""The values of an object by their keys without case, spaces and signs."""


def recognises(text: str) -> bool:
    """Whether the text begins like a JSON object with a key, or an array of cards."""
    return _BEGINS.match(text) is not None


def has_main(text: str) -> bool:
    """Whether the text is a JSON object with a main section, or one that is broken.

    A number is none: other programs call so what is not cards.
    """
    from deckcheck.jsontext import read

    try:
        root = read(text).value
    except ParseError:
        return re.search(r'"main"\s*:', text) is not None
    return isinstance(root, dict) and "main" in root and not _is_number(root["main"].value)


def parse(text: str) -> DeckList:
    """The deck list of a JSON text; ParseError, with its line, for anything that is no deck."""
    from deckcheck.jsontext import read

    root = read(text)
    if isinstance(root.value, list):
        decks = sum(isinstance(item.value, dict) and bool(_held(item)) for item in root.value)
        if decks:
            raise ParseError(root.line, f"{decks} decks; one file holds one")
        return DeckList(NAME, None, bounded(_section(None, root), root.line))
    if not isinstance(root.value, dict):
        raise ParseError(root.line, "no deck: neither an object nor an array")
    keys = _keys(root)
    held = _held(root)
    if not held:
        raise ParseError(root.line, "no deck: none of main, extra, side, deck, cards is there")
    entries = [entry for section, node in held for entry in _section(section, node)]
    left = dict(_left(keys, held))
    return DeckList(
        NAME, _deck_name(keys), bounded(entries, root.line), directives=_directives(keys),
        comments=len(left), doubts=(*_doubts(left), *_item_doubts(held)),
    )  # fmt: skip


def _left(keys: Keys, held: list[tuple[Section | None, "Node"]]) -> Iterator[tuple[str, "Node"]]:
    """The keys that say nothing about the deck, at every level that has sections.

    ParseError for one in the project's own form.
    """
    nodes = [node for _, node in held]
    said = _SAID_IN_OWN if _is_own(keys) else (*_SAID, *_BELOW)
    for key, node in keys.items():
        if key in said or any(node is other for other in nodes):
            if key in _BELOW and isinstance(node.value, dict):
                yield from _left(_keys(node), held)
            continue
        if _is_own(keys):
            raise ParseError(node.line, f"unknown key {quote(key)} in a deck of the form {SCHEMA}")
        yield key, node


def _doubts(left: Keys) -> Iterator[Doubt]:
    """The keys among them that hold what may be cards of the deck."""
    for key, node in left.items():
        if _may_be_cards(key, node):
            message = f"{quote(key)} is no section, and holds what may be cards; it is left out"
            yield Doubt(node.line, message, key)


def _item_doubts(held: list[tuple[Section | None, "Node"]]) -> Iterator[Doubt]:
    """Keys of cards that may say how many there are, or where, and are not understood."""
    for _, node in held:
        for item in node.value if isinstance(node.value, list) else ():
            for key, value in _keys(item).items():
                is_like = _COUNT_LIKE.search(key) and (_is_number(value.value) or value.is_text)
                has_cards = isinstance(value.value, list | dict) and key in ("cards", "deck")
                if key not in OF_A_CARD and (is_like or has_cards):
                    message = f"{quote(key)} of a card is not understood, and left out"
                    yield Doubt(value.line, message, key)


def _may_be_cards(key: str, node: "Node") -> bool:
    """Whether it is called like a section and holds something, or holds passcodes or copies."""
    if isinstance(node.value, dict):
        values = [value.value for value in node.value.values()]
        has_more = any(isinstance(value, list | dict) and value for value in values)
        is_counts = bool(values) and all(map(_is_count, values))
        return is_counts or (has_more and bool(_SECTION_LIKE.search(key)))
    if not (isinstance(node.value, list) and node.value):
        return False
    return bool(_SECTION_LIKE.search(key)) or any(
        _is_number(item.value) if not isinstance(item.value, dict)
        else any(key in _keys(item) for key in COPIES_KEYS)
        for item in node.value
    )  # fmt: skip


def _is_count(value: object) -> bool:
    return _is_number(value) and len(str(value)) < FEWEST_DIGITS


def _is_number(value: object) -> bool:
    return isinstance(value, str) and parse_passcode(value) is not None


def dump(deck: DeckList) -> str:
    """The deck in the project's own form, one card a line."""
    import json

    def text(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    asked = {directive.key: directive.value for directive in deck.directives}
    head = {"schema": SCHEMA, "name": deck.name, "format": asked.get("format"),
            "on": asked.get("on")}  # fmt: skip
    written = [f"  {text(key)}: {text(value)}" for key, value in head.items()]
    for section in (*SECTIONS, None):
        entries = [entry for entry in deck.entries if entry.section == section]
        if section or entries:
            cards = ",\n".join(f"    {text(_object(entry))}" for entry in entries)
            items = f"[\n{cards}\n  ]" if cards else "[]"
            written.append(f"  {text(section or 'cards')}: {items}")
    return "{\n" + ",\n".join(written) + "\n}\n"


def _object(entry: Entry) -> dict[str, object]:
    card: dict[str, object] = {}
    for reading in entry.readings:
        number = parse_passcode(reading.text)
        if reading.by == "konami-id":
            card["konami_id"] = number
        elif number is not None and len(str(number)) >= FEWEST_DIGITS and not card:
            card["id"] = number
        else:
            card.setdefault("name", reading.text)
    return {**card, "count": entry.readings[0].copies}


def plain_key(word: str) -> str:
    """The word without case, spaces and signs."""
    return re.sub(r"(?<=[^\W_])[\W_]+", "", word).casefold()


def _keys(node: "Node") -> Keys:
    """The values by their keys; ParseError where two keys are one without case and signs."""
    found: dict[str, Node] = {}
    for key, value in node.value.items() if isinstance(node.value, dict) else ():
        plain = plain_key(key)
        if plain in found and plain in _KNOWN:
            raise ParseError(value.line, f"{quote(key)}: this key is there already, spelled alike")
        found.setdefault(plain, value)
    return found


def _held(node: "Node") -> list[tuple[Section | None, "Node"]]:
    """The sections of a deck, in its own order, with what stands in each; empty if it is none.

    They may stand beside each other or below ``deck``; ParseError for one that stands in two
    places.
    """
    keys = _keys(node)
    names = {**SECTION_WORDS, **(_SHORT if set(_SHORT) <= set(keys) else {})}
    found: list[tuple[Section | None, Node]] = [
        (section, keys[key]) for key, section in names.items() if key in keys
    ]
    for key in () if _is_own(keys) else _BELOW:
        if key in keys:
            below = keys[key]
            found += [(None, below)] if isinstance(below.value, list) else _held(below)
    if "cards" in keys and (_is_own(keys) or all(section != "main" for section, _ in found)):
        found.append((None, keys["cards"]))
    sections = [section for section, _ in found]
    for section in sections:
        if sections.count(section) > 1:
            raise ParseError(node.line, f"the section {section or 'cards'} is there twice")
    return found


def _deck_name(keys: Keys) -> str | None:
    below = [keys[key] for key in _BELOW if key in keys]
    for found in (keys, *map(_keys, below)):
        for key in _DECK_NAMES:
            if key in found and found[key].is_text:
                name = str(found[key].value).strip()
                if _HALF_A_LETTER.search(name):
                    raise ParseError(found[key].line, "a deck name that is no text")
                return name or None
    deck = keys.get("deck")
    name = str(deck.value).strip() if deck and deck.is_text else ""
    return name if name and len(lines(name)) == 1 else None


def _is_own(keys: Keys) -> bool:
    """Whether the project's own form is announced."""
    return "schema" in keys and keys["schema"].value == SCHEMA


def _directives(keys: Keys) -> tuple[Directive, ...]:
    if not _is_own(keys):
        return ()
    found: list[Directive] = []
    for key in ("format", "on"):
        if key in keys and keys[key].value is not None:
            if not keys[key].is_text:
                raise ParseError(keys[key].line, f"{key} must be text")
            found += directives(key, str(keys[key].value), keys[key].line, found)
    return tuple(found)


def _section(section: Section | None, node: "Node") -> Iterator[Entry]:
    if node.value is None:
        return
    if isinstance(node.value, list):
        for item in node.value:
            yield from _item(section, item)
    elif isinstance(node.value, dict):
        keys = _keys(node)
        konami_ids = next((keys[key] for key in _KONAMI_ID_LISTS if key in keys), None)
        if konami_ids:
            more = set(keys) - {*_KONAMI_ID_LISTS, *_RARITIES}
            if more:
                what = f"{quote(min(more))} beside a list of Konami ids: which are the cards?"
                raise ParseError(node.line, what)
            yield from _konami_ids(section, konami_ids)
        else:
            for text, copies in node.value.items():
                yield from _entry(section, copies.line, copies, _texts(text, copies.line))
    else:
        where = section or "cards"
        raise ParseError(node.line, f"{where} must be an array of cards, not {_shown(node)}")


def _konami_ids(section: Section | None, node: "Node") -> Iterator[Entry]:
    for item in node.value if isinstance(node.value, list) else (node,):
        if parse_passcode(str(item.value)) is None:
            raise ParseError(item.line, f"{_shown(item)} is no Konami id")
        yield Entry(section, item.line, (Reading(1, str(item.value), "konami-id"),))


def _item(section: Section | None, item: "Node") -> Iterator[Entry]:
    if isinstance(item.value, str):
        readings = _listed(item.value, item.line) if item.is_text else _passcode(item)
        yield Entry(section, item.line, readings)
        return
    if not isinstance(item.value, dict):
        raise ParseError(item.line, f"{_shown(item)} is no card")
    keys = _keys(item)
    inner = _keys(keys["card"]) if "card" in keys else {}
    said = [where[key] for where in (keys, inner) for key in COPIES_KEYS if key in where]
    if len({str(copies.value) for copies in said}) > 1:
        raise ParseError(item.line, f"two numbers of copies: {_shown(said[0])}, {_shown(said[1])}")
    yield from _entry(
        _section_of(section, item, keys), item.line, next(iter(said), None), _card(item, keys)
    )


def _section_of(section: Section | None, item: "Node", keys: Keys) -> Section | None:
    """The section that a card names itself, where the array says none; ParseError for a quarrel."""
    said = next((keys[key] for key in SECTION_KEYS if key in keys), None)
    for key in MAY_SAY_SECTION:
        if key in keys and plain_key(str(keys[key].value)) in SECTION_WORDS:
            said = keys[key]
    if said is None or said.value is None:
        return section
    own = SECTION_WORDS.get(plain_key(str(said.value)))
    if own is None:
        raise ParseError(said.line, f"{_shown(said)} is no section; those are main, extra, side")
    if section and own != section:
        raise ParseError(item.line, f"a card of {section} that says it is of {own}")
    return own


def _entry(
    section: Section | None, line: int, copies: "Node | None", readings: tuple[Reading, ...]
) -> Iterator[Entry]:
    """The entry of so many copies; none of 0."""
    number = 1
    if copies is not None:
        text = str(copies.value)
        if not (text.isascii() and text.isdigit()) or len(text.lstrip("0")) > len(str(MOST_CARDS)):
            raise ParseError(copies.line, f"copies must be 0 to {MOST_CARDS}, not {_shown(copies)}")
        number = int(text)
    if number:
        counted = tuple(reading._replace(copies=number) for reading in readings)
        yield Entry(section, line, counted)


def _card(item: "Node", keys: Keys) -> tuple[Reading, ...]:
    """One copy of the card that an object names: by its id, then by its name."""
    card = keys.get("card")
    readings: tuple[Reading, ...] = ()
    for where in (keys, _keys(card) if card else {}):
        readings += tuple(_by_number(where, PASSCODE_KEYS, "passcode"))
        readings += tuple(_by_number(where, KONAMI_ID_KEYS, "konami-id"))
        for name in (where[key] for key in NAME_KEYS if key in where and where[key].is_text):
            readings += _texts(str(name.value), name.line)
    if card and isinstance(card.value, str):
        readings += _texts(card.value, card.line) if card.is_text else _passcode(card)
    if not readings:
        raise ParseError(item.line, f"no card: {_shown(item)} has neither id nor name")
    ids = [reading for reading in readings if reading.by != "either"]
    return (*ids, *(reading for reading in readings if reading.by == "either"))


def _by_number(
    keys: Keys, names: tuple[str, ...], by: Literal["passcode", "konami-id"]
) -> Iterator[Reading]:
    for name in names:
        if name in keys:
            text = str(keys[name].value)
            if parse_passcode(text) is not None:
                yield Reading(1, text, by)
            elif len(text) - sum(map(str.isdigit, text)) <= _SLIPS and len(text) > _SHORTEST_ID:
                raise ParseError(keys[name].line, f"{quote(text)} is no id of a card")


def _passcode(item: "Node") -> tuple[Reading, ...]:
    if parse_passcode(str(item.value)) is None:
        raise ParseError(item.line, f"{_shown(item)} is no passcode")
    return (Reading(1, str(item.value), "passcode"),)


def _texts(text: str, line: int) -> tuple[Reading, ...]:
    """A name or passcode in quotes."""
    if not text.strip():
        raise ParseError(line, "a card without a name")
    if len(text) > LONGEST:
        raise ParseError(line, f"a name of {len(text):,} letters is no card's")
    if _HALF_A_LETTER.search(text):
        raise ParseError(line, "a name that is no text: a lone surrogate is half a letter")
    return tuple(named(1, text.strip()))


def _listed(text: str, line: int) -> tuple[Reading, ...]:
    """A card in quotes, which may have its copies with it as in a pasted list."""
    _texts(text, line)
    readings = readings_of(text.strip())
    if not readings:
        raise ParseError(line, f"{quote(text)}: a card has 1 to {MOST_CARDS:,} copies")
    return readings


def _shown(node: "Node") -> str:
    if isinstance(node.value, dict):
        return f"an object with {quote(', '.join(node.value))}"
    return "an array" if isinstance(node.value, list) else quote(str(node.value))

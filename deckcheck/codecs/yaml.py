"""YAML decks, written by hand, with names in any language.

A mapping with ``main``, ``extra`` and ``side``, each a list that may be left out or empty, and
``name``, ``format`` and ``on``. An item of a list is one of

- ``3 Blue-Eyes White Dragon``, ``3x …`` or ``… x3``: copies and a name or passcode
- ``Ash Blossom & Joyous Spring: 3``: the same as a mapping
- ``89631139`` or ``Sangan``: one copy
- ``{card: 雷击, copies: 2}``: the same at length

Scalars are read as text: ``05370235`` is that passcode, ``no`` a name. Whether ``7 Colored Fish``
is a name or seven copies, only the cards can tell: both readings are kept, the name first.
"""

import re
from typing import TYPE_CHECKING
from unicodedata import normalize

from deckcheck.errors import ParseError
from deckcheck.model import SECTIONS, DeckList, Directive, Entry, Reading, Section

if TYPE_CHECKING:
    from deckcheck.yamltext import Node

NAME = "yaml"
SUFFIXES = (".yaml", ".yml")

_KEYS = ("name", "format", "on", *SECTIONS)
_TOP_LEVEL = re.compile(rf"^({'|'.join(SECTIONS)})\s*:", re.MULTILINE)
_COUNTED = (
    re.compile(r"(?P<copies>[0-9]+)\s+(?P<card>.+)"),
    re.compile(r"(?P<copies>[0-9]+)\s*[x×]\s+(?P<card>.+)", re.IGNORECASE),
    re.compile(r"(?P<card>.+?)\s+[x×]\s*(?P<copies>[0-9]+)", re.IGNORECASE),
)
_MOST_COPIES = 1000


def recognises(text: str) -> bool:
    """Whether a line of the text begins with the key of a section."""
    return bool(_TOP_LEVEL.search(text))


def parse(text: str) -> DeckList:
    """The deck list of a YAML text; ParseError, with its line, for anything out of shape."""
    from deckcheck.yamltext import read

    root = read(text)
    keys = root.mapping("a deck", _KEYS)
    if not any(section in keys for section in SECTIONS):
        raise ParseError(root.line, "no deck: none of main, extra, side is there")
    entries = [
        entry
        for section in SECTIONS
        if section in keys
        for item in keys[section].items(section)
        for entry in _entries(section, item)
    ]
    name = keys["name"].text("name") if "name" in keys else None
    return DeckList(NAME, name or None, tuple(entries), directives=_directives(keys))


def _directives(keys: "dict[str, Node]") -> tuple[Directive, ...]:
    found = []
    if "format" in keys and not keys["format"].is_nothing:
        found.append(Directive("format", keys["format"].text("format"), keys["format"].line))
    if "on" in keys and not keys["on"].is_nothing:
        found.append(Directive("on", keys["on"].text("on"), keys["on"].line))
    return tuple(found)


def _entries(section: Section, item: "Node") -> list[Entry]:
    if isinstance(item.value, str):
        return [Entry(section, item.line, _readings(item))]
    pairs = item.mapping(f"an item of {section}")
    if "card" in pairs:
        item.mapping(f"an item of {section}", ("card", "copies"))
        copies = _copies(pairs["copies"]) if "copies" in pairs else 1
        reading = Reading(copies, _card(pairs["card"].text("card"), item.line))
        return [Entry(section, item.line, (reading,))]
    if not pairs:
        raise ParseError(item.line, f"an item of {section} names no card")
    return [
        Entry(section, count.key_line, (Reading(_copies(count), _card(name, count.key_line)),))
        for name, count in pairs.items()
    ]


def _readings(item: "Node") -> tuple[Reading, ...]:
    text = _card(item.text("an item"), item.line)
    plain = normalize("NFKC", text).strip()
    if plain.isdigit():
        return (Reading(1, plain),)
    matches = filter(None, (pattern.fullmatch(plain) for pattern in _COUNTED))
    counted = (Reading(_number(m["copies"], item.line), m["card"]) for m in matches)
    return (Reading(1, text), *counted)


def _card(text: str, line: int) -> str:
    if not text.strip():
        raise ParseError(line, "an item names no card")
    return text.strip()


def _copies(node: "Node") -> int:
    text = normalize("NFKC", node.text("copies")).strip()
    if not re.fullmatch(r"[0-9]+", text):
        raise ParseError(node.line, f"copies must be a whole number, not {text!r}")
    return _number(text, node.line)


def _number(digits: str, line: int) -> int:
    count = int(digits) if len(digits) < len(str(_MOST_COPIES)) + 1 else _MOST_COPIES + 1
    if not 1 <= count <= _MOST_COPIES:
        raise ParseError(line, f"{digits[:20]} copies; a line holds 1 to {_MOST_COPIES}")
    return count

"""Where the sections of a YAML deck stand in its text, and the items in them.

The text is one that the codec has read as a deck.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import yaml

from deckcheck.decks.editing.arrangement import Span
from deckcheck.model import SECTIONS, Section


class Item(NamedTuple):
    """An item of a section, and the entries in it: more than one only if it is a mapping of some.

    ``is_scalar``: it is a text rather than a mapping.
    """

    span: Span
    entries: tuple[Span, ...]
    is_scalar: bool


class Part(NamedTuple):
    """A section: where its key and its value stand, and its items.

    ``is_block``: the items are in lines that begin with a dash.
    """

    section: Section
    key: Span
    value: Span
    items: tuple[Item, ...]
    is_block: bool


class Place(NamedTuple):
    """Where an entry of the deck stands: its part, its item there, and which one in the item."""

    part: Part
    item: int
    entry: int


def parts_of(text: str) -> list[Part]:
    """The sections that the deck has, as they follow each other in the text."""
    found = []
    for key, value in _root(text).value:
        section = next((one for one in SECTIONS if one == key.value), None)
        if section:
            found.append(_part(section, key, value))
    return found


def is_in_braces(text: str) -> bool:
    """Whether the deck is written like JSON, in braces."""
    return bool(_root(text).flow_style)


def places_of(parts: list[Part]) -> list[Place]:
    """The place of each entry, in the order of the codec."""
    return [
        Place(part, item, entry)
        for section in SECTIONS
        for part in parts
        if part.section == section
        for item, found in enumerate(part.items)
        for entry in range(len(found.entries))
    ]


@lru_cache(maxsize=1)
def _root(text: str) -> Any:
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.compose(text, Loader=loader)


def _part(section: Section, key: Any, value: Any) -> Part:
    is_list = isinstance(value, yaml.SequenceNode)
    nodes = value.value if is_list else []
    items = tuple(map(_item, nodes))
    return Part(section, _span(key), _span(value), items, is_list and not value.flow_style)


def _item(node: Any) -> Item:
    span = _span(node)
    if not isinstance(node, yaml.MappingNode):
        return Item(span, (span,), is_scalar=True)
    if any(key.value == "card" for key, _ in node.value):
        return Item(span, (span,), is_scalar=False)
    pairs = tuple((_span(key)[0], _span(value)[1]) for key, value in node.value)
    if pairs and pairs[0][0] == span[0]:
        # without braces it ends with its last value; the mark is behind a comment
        span = (span[0], pairs[-1][1])
    return Item(span, pairs, is_scalar=False)


def _span(node: Any) -> Span:
    """Where a value stands; the mark of the end is behind all blank lines where it is a block."""
    end = max(_ends(node), default=node.end_mark.index)
    return node.start_mark.index, end


def _ends(node: Any) -> Iterator[int]:
    is_block = isinstance(node, yaml.CollectionNode) and not node.flow_style
    for child in node.value if is_block else ():
        for one in child if isinstance(child, tuple) else (child,):
            yield _span(one)[1]

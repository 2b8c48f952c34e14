"""Limit lists in YAML, read by one function for the index's own lists and a user's file alike.

``read_list`` gives its lines, ``LimitText.resolve`` the cards.
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from deckcheck.cards import CardIndex
from deckcheck.errors import DataError, ParseError
from deckcheck.model import STATUSES, Card, Day, Limit, LimitList
from deckcheck.near import NearNames, near_passcodes
from deckcheck.passcodes import parse_passcode
from deckcheck.text import lines, quote

if TYPE_CHECKING:
    from deckcheck.yamltext import Node

_KEYS = (
    "title", "source", *STATUSES,
    "optional", "territories", "date-precision", "scope", "until", "confidence", "note",
)  # fmt: skip


class LimitLine(NamedTuple):
    """An entry of a list's text: a passcode or name, and the name its comment gives."""

    reference: str
    comment: str | None
    allowed: int
    line: int


class LimitText(NamedTuple):
    """A limit list as its text says it, cards not yet looked up."""

    path: str
    title: str
    sources: tuple[str, ...]
    entries: tuple[LimitLine, ...]
    optional: bool
    territories: Mapping[str, Day]

    def resolve(self, index: CardIndex, *, every_comment_names: bool = False) -> dict[int, Limit]:
        """The limits by card key.

        DataError, with file and line, for an unknown or ambiguous card, a card that stands in
        the list twice, and a passcode whose comment names another card; with
        ``every_comment_names`` also for a passcode whose comment names no card.
        """
        limits: dict[int, Limit] = {}
        for entry in self.entries:
            card = self._card(index, entry)
            if entry.comment and parse_passcode(entry.reference) is not None:
                named = index.by_name(entry.comment)
                if card not in named and (named or every_comment_names):
                    raise self._error(
                        entry,
                        f"{entry.reference} is {card.name}, its comment says {entry.comment!r}",
                    )
            if card.key in limits:
                raise self._error(entry, f"{card.name} stands in the list twice")
            limits[card.key] = Limit(entry.allowed, None)
        return limits

    def _card(self, index: CardIndex, entry: LimitLine) -> Card:
        code = parse_passcode(entry.reference)
        if code is not None and (known := index.by_passcodes([code])):
            return known[code].card
        joined = index.by_name(f"{entry.reference} #{entry.comment}") if entry.comment else ()
        cards = joined or index.by_name(entry.reference)
        if len(cards) == 1:
            return cards[0]
        if cards:
            reason = f"{entry.reference!r} is the name of {len(cards)} cards; give its passcode"
        else:
            reason = f"no card {quote(entry.reference)}{_hint(index, entry.reference)}"
        raise self._error(entry, reason)

    def _error(self, entry: LimitLine, message: str) -> DataError:
        return DataError(f"{self.path}:{entry.line}: {message}")


def _hint(index: CardIndex, reference: str) -> str:
    code = parse_passcode(reference)
    if code is None:
        near = [card.name for card in NearNames(index).find(reference)]
    else:
        near = [f"{card.passcode} ({card.name})" for card in near_passcodes(index, code)]
    return f"; did you mean {' or '.join(near)}?" if near else ""


def read_list(text: str, path: str) -> LimitText:
    """The list in a YAML text. ``path`` is what errors call it.

    DataError, with file and line, for anything out of shape.
    """
    from deckcheck.yamltext import read

    try:
        return _limit_text(read(text).mapping("a limit list", _KEYS), lines(text), path)
    except ParseError as error:
        raise DataError(f"{path}:{error.line}: {error.reason}") from error


def _limit_text(keys: "Mapping[str, Node]", text: list[str], path: str) -> LimitText:
    if not any(status in keys for status in STATUSES):
        raise ParseError(1, f"no limit list: none of {', '.join(STATUSES)} is there")
    items = [
        (item, allowed)
        for status, allowed in STATUSES.items()
        if status in keys
        for item in keys[status].items(status)
    ]
    on_line = Counter(item.line for item, _ in items)
    entries = tuple(
        LimitLine(
            _entry_text(item),
            _comment(text[item.line - 1]) if on_line[item.line] == 1 else None,
            allowed,
            item.line,
        )
        for item, allowed in items
    )
    title = keys["title"].text("title") if "title" in keys else path
    sources = keys["source"].texts("source") if "source" in keys else ()
    optional = "optional" in keys and keys["optional"].flag("optional")
    places = keys["territories"].mapping("territories") if "territories" in keys else {}
    territories = {name: node.day(name) for name, node in places.items()}
    return LimitText(path, title, sources, entries, optional, territories)


def _entry_text(item: "Node") -> str:
    """A passcode or name; a name with a colon in it is a mapping to YAML."""
    if isinstance(item.value, dict) and len(item.value) == 1:
        ((key, value),) = item.value.items()
        return f"{key}: {value.text('an entry')}"
    return item.text("an entry").strip()


def _comment(line: str) -> str | None:
    match = re.search(r"\s#(.*)", line)
    return match[1].strip() or None if match else None


def read_file(index: CardIndex, path: str, text: str) -> LimitList:
    """The limit list of a user's own file, which may name cards by passcode or by name."""
    listed = read_list(text, path)
    return LimitList(None, None, path, listed.title, listed.sources, listed.resolve(index))

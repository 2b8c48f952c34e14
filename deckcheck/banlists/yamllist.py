"""Limit lists in YAML, read by one function for the index's own lists and a user's file alike.

``read_list`` gives its lines, ``resolve`` the cards. Beside the statuses of single cards
a list may have points, groups of cards of which so many are allowed together, skills, and a
whitelist. A comment behind a passcode names its card; behind `` | `` in it stands a remark.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from deckcheck.banlists.listcards import ListedCard, Resolver
from deckcheck.cards import SKILL, CardIndex
from deckcheck.errors import DataError, ParseError
from deckcheck.model import STATUSES, Day, Limit, LimitGroup, LimitList
from deckcheck.passcodes import parse_passcode
from deckcheck.text import lines, quote

if TYPE_CHECKING:
    from deckcheck.yamltext import Node

_KEYS = (
    "title", "source", *STATUSES, "points", "groups", "skills", "skill-only", "whitelist",
    "optional", "territories", "date-precision", "scope", "until", "confidence", "note",
    "unresolved",
)  # fmt: skip
_CARDS = (*STATUSES, "points", "groups", "whitelist")


_SKILL_CARD = " (Skill Card)"
_FORBIDDEN_SKILL = "0"

# a name that ends in `` #2``, which YAML takes for a comment; one of its own may follow
_NUMBER_OF_NAME = re.compile(r"\s*-\s[^#]*\s(#[0-9０-９]+)(?:\s+#.*|\s*)")


class GroupText(NamedTuple):
    """A group of a list's text: so many allowed of all its cards together."""

    name: str
    allowed: int
    cards: tuple[ListedCard, ...]


class SkillText(NamedTuple):
    """What a list's text says of a skill: 0 where it is forbidden, else the name of its group."""

    name: str
    limit: str
    line: int


class About(NamedTuple):
    """What a list says of itself; None or empty where it says nothing.

    ``precision``: month or year, where the day of the file name is not to be taken at its word.
    """

    optional: bool
    territories: Mapping[str, Day]
    precision: str | None
    scope: str | None
    until: Day | None
    confidence: str | None
    notes: tuple[str, ...]


class LimitText(NamedTuple):
    """A limit list as its text says it, cards not yet looked up.

    ``skill_only``: cards that only a skill brings into a deck. ``unresolved``: entries of the
    source that are no card.
    """

    path: str
    title: str
    sources: tuple[str, ...]
    limits: tuple[tuple[ListedCard, int], ...]
    points: tuple[tuple[ListedCard, int], ...]
    groups: tuple[GroupText, ...]
    skills: tuple[SkillText, ...]
    skill_only: tuple[ListedCard, ...]
    whitelist: tuple[ListedCard, ...] | None
    unresolved: tuple[str, ...]
    about: About


class Content(NamedTuple):
    """What a list says, by card key."""

    limits: dict[int, Limit]
    points: dict[int, int]
    groups: tuple[LimitGroup, ...]
    skills: dict[int, str]
    skill_only: frozenset[int]
    whitelist: frozenset[int] | None


def resolve(listed: LimitText, index: CardIndex, *, every_comment_names: bool = False) -> Content:
    """The cards of the list.

    DataError, with file and line, for an unknown or ambiguous card, a card that stands in one part
    of the list twice, and a passcode whose comment names another card; with
    ``every_comment_names`` also for a passcode whose comment names no card.
    """
    of = Resolver(index, listed.path, every_comment_names=every_comment_names)
    whitelist = listed.whitelist
    skills = _skills(listed, CardIndex(index.db, game=SKILL)) if listed.skills else {}
    return Content(
        {key: Limit(allowed, None) for key, allowed in of.numbers(listed.limits).items()},
        of.numbers(listed.points),
        tuple(
            LimitGroup(group.name, group.allowed, of.cards(group.cards)) for group in listed.groups
        ),
        skills,
        of.cards(listed.skill_only),
        None if whitelist is None else of.cards(whitelist),
    )


def _skills(listed: LimitText, skills: CardIndex) -> dict[int, str]:
    groups = {group.name for group in listed.groups}
    found: dict[int, str] = {}
    for name, limit, line in listed.skills:
        cards = skills.by_name(name.removesuffix(_SKILL_CARD))
        if not cards:
            raise DataError(f"{listed.path}:{line}: no skill {quote(name)}")
        if limit != _FORBIDDEN_SKILL and limit not in groups:
            message = f"skill {quote(name)}: {quote(limit)} is neither 0 nor a group"
            raise DataError(f"{listed.path}:{line}: {message}")
        found |= {card.key: limit for card in cards}
    return found


def read_file(index: CardIndex, path: str, text: str) -> LimitList:
    """The limit list of a user's own file, which may name cards by passcode or by name.

    DataError, with file and line, for what is wrong in it.
    """
    listed = read_list(text, path)
    content = resolve(listed, index)
    return LimitList(None, None, path, listed.title, listed.sources, **content._asdict())


def read_list(text: str, path: str) -> LimitText:
    """The list in a YAML text. ``path`` is what errors call it.

    DataError, with file and line, for anything out of shape.
    """
    from deckcheck.yamltext import read

    try:
        keys = read(text).mapping("a limit list", _KEYS)
        if not any(part in keys for part in _CARDS):
            raise ParseError(1, f"no limit list: none of {', '.join(_CARDS)} is there")
        return _Parts(keys, lines(text)).whole(path)
    except ParseError as error:
        raise DataError(f"{path}:{error.line}: {error.reason}") from error


class _Parts:
    """The parts of a list, read from its keys and the lines that hold their comments."""

    def __init__(self, keys: "Mapping[str, Node]", text: list[str]) -> None:
        self._keys = keys
        self._lines = text

    def whole(self, path: str) -> LimitText:
        """The list; ParseError for a part out of shape."""
        keys = self._keys
        whitelist = keys["whitelist"].items("whitelist") if "whitelist" in keys else None
        return LimitText(
            path,
            self._text("title") or path,
            self._texts("source"),
            tuple(
                (card, allowed)
                for status, allowed in STATUSES.items()
                for card in self._listed(self._items(status))
            ),
            tuple(self._points()),
            tuple(self._groups()),
            tuple(
                SkillText(name, node.text(name), node.key_line)
                for name, node in self._mapping("skills").items()
            ),
            tuple(self._listed(self._items("skill-only"))),
            None if whitelist is None else tuple(self._listed(whitelist)),
            self._texts("unresolved"),
            About(
                "optional" in keys and keys["optional"].flag("optional"),
                {name: node.day(name) for name, node in self._mapping("territories").items()},
                self._text("date-precision"),
                self._text("scope"),
                keys["until"].day("until") if "until" in keys else None,
                self._text("confidence"),
                self._texts("note"),
            ),
        )

    def _points(self) -> Iterator[tuple[ListedCard, int]]:
        for reference, node in self._mapping("points").items():
            comment = _comment(self._lines[node.line - 1])
            yield ListedCard(reference, comment, node.key_line), _number(node)

    def _groups(self) -> Iterator[GroupText]:
        for name, node in self._mapping("groups").items():
            keys = node.required("a group", ("allowed", "cards"), ())
            cards = tuple(self._listed(keys["cards"].items("cards")))
            yield GroupText(name, _number(keys["allowed"]), cards)

    def _listed(self, items: "Iterable[Node]") -> Iterator[ListedCard]:
        found = [(item, _entry_text(item)) for item in items]
        on_line = Counter(item.line for item, _ in found)
        for item, text in found:
            line = self._lines[item.line - 1] if on_line[item.line] == 1 else ""
            number = _NUMBER_OF_NAME.fullmatch(line) if item.plain else None
            if number and parse_passcode(text) is None:
                yield ListedCard(f"{text} {number[1]}", None, item.line)
            else:
                yield ListedCard(text, _comment(line), item.line)

    def _items(self, key: str) -> "list[Node]":
        return self._keys[key].items(key) if key in self._keys else []

    def _mapping(self, key: str) -> "dict[str, Node]":
        return self._keys[key].mapping(key) if key in self._keys else {}

    def _text(self, key: str) -> str | None:
        return self._keys[key].text(key) if key in self._keys else None

    def _texts(self, key: str) -> tuple[str, ...]:
        return self._keys[key].texts(key) if key in self._keys else ()


def _number(node: "Node") -> int:
    text = node.text("a number")
    if not (text.isascii() and text.isdigit()):
        raise ParseError(node.line, f"{text!r} is no number")
    return int(text)


def _entry_text(item: "Node") -> str:
    """A passcode or name; a name with a colon in it is a mapping to YAML."""
    if isinstance(item.value, dict) and len(item.value) == 1:
        ((key, value),) = item.value.items()
        return f"{key}: {value.text('an entry')}"
    return item.text("an entry").strip()


def _comment(line: str) -> str | None:
    match = re.search(r"\s#(.*)", line)
    return match[1].strip() or None if match else None

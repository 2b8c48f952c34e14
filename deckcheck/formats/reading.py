"""Formats in YAML: shipped ones and a user's own, which may build on another.

A file says the parts in which it differs from the one that ``based-on`` names. ``limits``,
``points``, ``groups`` and ``sizes`` are put over those of the base, other parts replace them.

- ``banlist``: a region; ``REGION@DATE``; ``none``; ``{stricter-of: [REGIONS]}``;
  ``{forbidden-as-limited: REGION}``; ``{none-before: REGION}``, where the first list known was
  the first there was
- ``ruleset``: a region, whose ruleset of the day counts, or the name of one
- ``pool``: a region; ``none``; or ``{released-in: [any of], released-in-each-of: [all of],
  whitelist: NAME, with: {CARD: WHY}, without: {CARD: WHY}}``
"""

import sqlite3
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from deckcheck import rulesets
from deckcheck.banlists import dated
from deckcheck.banlists.listcards import ListedCard, Resolver
from deckcheck.bodies import names_of
from deckcheck.cards import GAMES, SKILL, CardIndex, game_of
from deckcheck.days import parse_day
from deckcheck.errors import DataError, DeckcheckError, ParseError, UnknownNameError
from deckcheck.formats.parts import Parts, load_whitelist
from deckcheck.model import (
    SECTIONS,
    STATUSES,
    Day,
)

if TYPE_CHECKING:
    from deckcheck.yamltext import Node

_KEYS = (
    "title", "aliases", "based-on", "game", "day", "since", "banlist", "ruleset", "pool", "sizes",
    "copies", "limits", "groups", "points", "cap", "barred", "note", "source", "confidence",
)  # fmt: skip
_NEEDED = ("game", "banlist", "ruleset", "pool")
_OWN = ("title", "aliases", "based-on", "note")
"""Parts that are a format's own and not handed on to those that build on it."""

_GAMES = tuple(game for game in GAMES if game != SKILL)

_MERGED = ("limits", "points", "groups", "sizes")
"""Parts that are put over those of the base."""

_LIMITED = STATUSES["limited"]

Base = Callable[[str], Parts]
"""Gives the parts of the format that ``based-on`` names."""


def read_parts(db: sqlite3.Connection, path: str, name: str, text: str, base: Base) -> Parts:
    """The parts of the format in a YAML text, with those of its base.

    ``path`` is what errors call the text, ``name`` the origin of its parts. DataError, with file
    and line, for anything that is out of shape or unknown.
    """
    from deckcheck.yamltext import read

    try:
        keys = read(text).mapping("a format", _KEYS)
        inherited: Parts = {}
        if "based-on" in keys:
            node = keys["based-on"]
            try:
                inherited = base(node.text("based-on"))
            except UnknownNameError as error:
                raise ParseError(node.line, f"based-on: {error}") from error
        missing = [key for key in _NEEDED if key not in keys and key not in inherited]
        if missing:
            raise ParseError(1, f"a format needs {', '.join(missing)}, or based-on")
        return _Reader(db, path, name, keys, inherited).parts()
    except ParseError as error:
        raise DataError(f"{path}:{error.line}: {error.reason}") from error


class _Reader:
    """The parts of one format, read key by key; ParseError for a part out of shape."""

    def __init__(
        self,
        db: sqlite3.Connection,
        path: str,
        name: str,
        keys: "Mapping[str, Node]",
        inherited: Parts,
    ) -> None:
        self._db = db
        self._name = name
        self._keys = keys
        self._inherited = inherited
        game = keys["game"].text("game") if "game" in keys else inherited["game"][0]
        if game not in _GAMES:
            raise ParseError(keys["game"].line, str(UnknownNameError("game", game, _GAMES)))
        self._game = game
        self._cards = Resolver(CardIndex(db, game=game), path, every_comment_names=False)

    def parts(self) -> Parts:
        """All parts, the base's where this format says nothing."""
        readers: dict[str, Callable[[Node], Any]] = {
            "title": lambda node: node.text("title"),
            "aliases": lambda node: list(node.texts("aliases")),
            "based-on": lambda node: node.text("based-on"),
            "game": lambda _: self._game,
            "day": lambda node: node.day("day"),
            "since": lambda node: node.day("since"),
            "banlist": self._banlist,
            "ruleset": self._ruleset,
            "pool": self._pool,
            "sizes": self._sizes,
            "copies": lambda node: _number(node, "copies"),
            "limits": lambda node: self._numbers(node, "limits"),
            "groups": self._groups,
            "points": lambda node: self._numbers(node, "points"),
            "cap": lambda node: _number(node, "cap"),
            "barred": self._barred,
            "note": lambda node: list(node.texts("note")),
            "source": lambda node: list(node.texts("source")),
            "confidence": lambda node: node.text("confidence"),
        }
        found = {key: part for key, part in self._inherited.items() if key not in _OWN}
        for key, node in self._keys.items():
            value, origin = readers[key](node), self._name
            if key in _MERGED and key in found:
                value = {**found[key][0], **value}
                origin = f"{found[key][1]} and {origin}"
            found[key] = value, origin
        if "points" in found and "cap" not in found:
            raise ParseError(self._line("points"), "points need a cap")
        return found

    def _line(self, key: str) -> int:
        return self._keys[key].key_line if key in self._keys else 1

    def _banlist(self, node: "Node") -> dict[str, Any]:
        source: dict[str, Any] = {
            "regions": [], "day": None, "forbidden_as": None, "none_before": False,
        }  # fmt: skip
        if isinstance(node.value, dict):
            forms = ("stricter-of", "forbidden-as-limited", "none-before")
            keys = node.mapping("banlist", forms)
            if len(keys) != 1:
                raise ParseError(node.line, f"a banlist is one of {', '.join(forms)}")
            ((key, value),) = keys.items()
            regions = value.texts(key)
            if (len(regions) < 2) if key == forms[0] else (len(regions) != 1):
                number = "two regions or more" if key == forms[0] else "one region"
                raise ParseError(value.line, f"{key} takes {number}")
            source["regions"] = [self._region(value, region) for region in regions]
            source["forbidden_as"] = _LIMITED if key == "forbidden-as-limited" else None
            source["none_before"] = key == "none-before"
            if key != "none-before":
                self._only_limits(value, source["regions"])
            return source
        text = node.text("banlist").strip()
        if text.casefold() == "none":
            return source
        region, at, day = text.partition("@")
        source["regions"] = [self._region(node, region)]
        if at:
            try:
                source["day"] = parse_day(day)
            except DeckcheckError as error:
                raise ParseError(node.line, f"banlist: {error}") from error
            if not dated.RegionLists(self._db, region).of(Day(day)):
                raise ParseError(node.line, f"banlist: there is no list {text}")
        return source

    def _only_limits(self, node: "Node", regions: list[str]) -> None:
        """ParseError for regions whose lists have more than the statuses of single cards."""
        for region in regions:
            lists = dated.RegionLists(self._db, region)
            parts = lists.load(lists.lists[-1]).parts
            if parts:
                raise ParseError(node.line, f"lists of {region} have {' and '.join(parts)}")

    def _region(self, node: "Node", region: str) -> str:
        known = dated.regions(self._db)
        name = region.casefold().strip()
        if name not in known:
            raise ParseError(node.line, str(UnknownNameError("banlist region", region, known)))
        if game_of(name) != self._game:
            raise ParseError(node.line, f"lists of {name} are about {game_of(name)} cards")
        return name

    def _ruleset(self, node: "Node") -> str:
        text = node.text("ruleset").strip()
        regions = rulesets.regions(self._db)
        if text.casefold() in regions:
            return text.casefold()
        try:
            return rulesets.load_ruleset(self._db, text).name
        except UnknownNameError as error:
            known = [*regions, *names_of(self._db, rulesets.KIND)]
            raise ParseError(node.line, str(UnknownNameError("ruleset", text, known))) from error

    def _pool(self, node: "Node") -> dict[str, Any] | None:
        if isinstance(node.value, str):
            text = node.text("pool")
            if text.casefold() == "none":
                return None
            return self._new_pool(self._released_in(node), every=False)
        keys = node.mapping(
            "pool", ("released-in", "released-in-each-of", "whitelist", "with", "without")
        )
        sources = [key for key in keys if key not in ("with", "without")]
        if len(sources) > 1:
            raise ParseError(node.line, f"a pool is one of {', '.join(sources)}")
        if not sources:
            inherited = self._inherited.get("pool", (None, ""))[0]
            if inherited is None:
                raise ParseError(node.line, "a pool needs released-in or a whitelist")
            pool = dict(inherited)
        elif sources[0] == "whitelist":
            name = keys["whitelist"].text("whitelist").casefold()
            if not load_whitelist(self._db, name):
                raise ParseError(keys["whitelist"].line, f"there is no whitelist {name!r}")
            if game_of(name) != self._game:
                message = f"the whitelist {name} is of {game_of(name)} cards"
                raise ParseError(keys["whitelist"].line, message)
            pool = {**self._new_pool([], every=False), "whitelist": name}
        else:
            every = sources[0] == "released-in-each-of"
            pool = self._new_pool(self._released_in(keys[sources[0]]), every=every)
        added = self._reasons(keys["with"], "with") if "with" in keys else {}
        removed = self._reasons(keys["without"], "without") if "without" in keys else {}
        if added.keys() & removed.keys():
            raise ParseError(node.line, "a card cannot be both with and without")
        for part, new, other in (("added", added, removed), ("removed", removed, added)):
            kept = {card: why for card, why in pool[part].items() if int(card) not in other}
            pool[part] = {**kept, **new}
        return pool

    def _reasons(self, node: "Node", what: str) -> dict[int, str]:
        return {
            self._cards.card(ListedCard(card, None, why.key_line)).key: why.text("a reason")
            for card, why in node.mapping(what).items()
        }

    def _new_pool(self, regions: list[str], *, every: bool) -> dict[str, Any]:
        return {"regions": regions, "every": every, "whitelist": None, "added": {}, "removed": {}}

    def _released_in(self, node: "Node") -> list[str]:
        known = [region for (region,) in self._db.execute("SELECT DISTINCT region FROM release")]
        regions = node.texts("regions")
        if not regions or not all(regions):
            raise ParseError(node.line, "a pool needs a region, or none, or a whitelist")
        for region in regions:
            if region not in known:
                raise ParseError(node.line, f"no releases of the region {region!r} are known")
        return list(regions)

    def _sizes(self, node: "Node") -> dict[str, list[list[int | None]]]:
        return {
            section: [list(rulesets.read_sizes(sizes, text)) for text in rulesets.some(sizes)]
            for section, sizes in node.mapping("sizes", SECTIONS).items()
        }

    def _numbers(self, node: "Node", what: str) -> dict[int, int]:
        return self._cards.numbers(
            (ListedCard(card, None, number.key_line), _number(number, what))
            for card, number in node.mapping(what).items()
        )

    def _groups(self, node: "Node") -> dict[str, Any]:
        found = {}
        for name, group in node.mapping("groups").items():
            keys = group.required("a group", ("allowed", "cards"), ())
            cards = keys["cards"].items("cards")
            listed = [ListedCard(card.text("a card"), None, card.line) for card in cards]
            found[name] = [_number(keys["allowed"], "allowed"), sorted(self._cards.cards(listed))]
        return found

    def _barred(self, node: "Node") -> list[str]:
        query = "SELECT DISTINCT kind || ',' || frame FROM card WHERE game = ?"
        rows = self._db.execute(query, [self._game])
        known = {word for (words,) in rows for word in words.split(",")}
        for word in (words := node.texts("barred")):
            if word not in known:
                raise ParseError(node.line, str(UnknownNameError("kind of card", word, known)))
        return list(words)


def _number(node: "Node", what: str) -> int:
    text = node.text(what)
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise ParseError(node.line, f"{what}: {text!r} is no number")
    return int(text)

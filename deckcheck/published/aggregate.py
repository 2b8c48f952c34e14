"""Reads facts out of the published aggregates of cards: a JSON array, an object for each card.

The shape is that of DawnbrandBots/yaml-yugi, ``cards.json`` and ``rush.json``. Card text is read
only for the names that a card is always treated as, and is not kept.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from deckcheck.cards import LANGUAGES
from deckcheck.errors import DataError
from deckcheck.names import LONGEST

_EXTRA = {"fusion", "synchro", "xyz", "link"}
_EXTRA_OF_RUSH = {"fusion", "ritual"}
_NO_EFFECT = {"normal", *_EXTRA, "ritual"}
_ORDER = ("normal", "effect", "fusion", "ritual", "synchro", "xyz", "link", "pendulum", "tuner",
          "flip", "gemini", "union", "spirit", "toon")  # fmt: skip
"""The order of a frame's words in cards.tsv; a word that is not here goes last."""

_KINDS = {"Monster": "monster", "Spell": "spell", "Trap": "trap"}

_RUBY = re.compile(r"<rt>.*?</rt>|<rp>.*?</rp>|</?ruby>", re.DOTALL)
_TREATED_AS = re.compile(r"This card(?:'s name)? is (also )?always treated as \"([^\"]+)\"")
_NOT_OUT = (None, "Not yet released")
_HIGHEST_ID = 2**31
_LONGEST_NAME = 4_000
"""Letters of a name with its reading; the longest real one has under 500."""


class TreatedAs(NamedTuple):
    """A name that a card is always treated as; ``also``: it keeps its own name beside it."""

    name: str
    also: bool


class PublishedCard(NamedTuple):
    """The facts about a card, in the columns of cards.tsv where they are texts.

    ``names`` by language, with whether the name is a fan translation. ``released``: the regions
    that have seen the card. ``no_printed_passcode``: decks use the passcode, no card shows it.
    """

    konami_id: str
    passcode: str
    yugipedia_id: str
    kind: str
    section: str
    facts: dict[str, str]
    flags: tuple[str, ...]
    names: dict[str, tuple[str, bool]]
    released: tuple[str, ...]
    treated_as: TreatedAs | None

    @property
    def name(self) -> str:
        """The English name, or the one there is."""
        return (self.names.get("en") or next(iter(self.names.values())))[0]


def read_cards(where: str, text: str) -> Iterator[PublishedCard]:
    """The OCG/TCG cards; DataError, with file and place, for what is out of shape."""
    for place, card in _objects(where, text):
        yield _Card(f"{where}: card {place}", card).of_ocg_tcg()


def read_rush_cards(where: str, text: str) -> Iterator[PublishedCard]:
    """The Rush Duel cards; DataError, with file and place, for what is out of shape."""
    for place, card in _objects(where, text):
        yield _Card(f"{where}: card {place}", card).of_rush()


def _objects(where: str, text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of the array, counted from 1, each read when it is asked for.

    An array of 90 MB would take ten times as much memory as one whole.
    """
    decoder = json.JSONDecoder()
    space = re.compile(r"\s*")

    def skip(at: int) -> int:
        match = space.match(text, at)
        assert match is not None
        return match.end()

    at = skip(0)
    if text[at : at + 1] != "[":
        raise DataError(f"{where}: no array of cards")
    at = skip(at + 1)
    number = 0
    while text[at : at + 1] != "]" or number:
        number += 1
        try:
            card, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            raise DataError(f"{where}: ends or is broken in card {number}: {error}") from error
        if not isinstance(card, dict):
            raise DataError(f"{where}: card {number} is {_shape(card)}, not an object")
        yield number, card
        at = skip(at)
        if text[at : at + 1] == "]":
            break
        if text[at : at + 1] != ",":
            raise DataError(f"{where}: ends or is broken behind card {number}")
        at = skip(at + 1)
    if text[skip(at + 1) :]:
        raise DataError(f"{where}: something follows the array of cards")


class _Card:
    """An object of an aggregate, read field by field."""

    def __init__(self, where: str, card: Mapping[str, Any]) -> None:
        self._where = where
        self._card = card

    def of_ocg_tcg(self) -> PublishedCard:
        """A card of cards.json."""
        types, facts = self._types_and_facts()
        code = self._number("password")
        stand_in = self._number("fake_password") if code is None else None
        regulation = self._mapping("limit_regulation")
        return self._whole(
            code if code is not None else stand_in,
            _frame(types) if types is not None else facts["frame"],
            "extra" if _EXTRA & {*(types or ())} else "main",
            facts,
            ("fake-passcode",) if stand_in is not None else (),
            tuple(region for region in ("tcg", "ocg") if self._is_out(regulation.get(region))),
        )

    def of_rush(self) -> PublishedCard:
        """A card of rush.json, which has no passcodes."""
        types, facts = self._types_and_facts()
        flags = {"maximum_atk": "maximum", "legend": "legend",
                 "cannot_be_used_in_official_duels": "unusable"}  # fmt: skip
        return self._whole(
            None,
            ",".join(types) if types is not None else facts["frame"],
            "extra" if _EXTRA_OF_RUSH & {*(types or ())} else "main",
            facts,
            tuple(flag for key, flag in flags.items() if self._card.get(key)),
            ("rush",),
        )

    def _whole(
        self, code: int | None, frame: str, section: str, facts: dict[str, str],
        flags: tuple[str, ...], released: tuple[str, ...],
    ) -> PublishedCard:  # fmt: skip
        konami_id, page = self._number("konami_id"), self._number("yugipedia_page_id")
        if (code, konami_id, page) == (None, None, None):
            raise self._error("neither konami_id nor password nor yugipedia_page_id is there")
        kind = self._kind()
        return PublishedCard(
            _text(konami_id), _text(code), _text(page), kind, section, {**facts, "frame": frame},
            flags, self._names(), released, self._treated_as(),
        )  # fmt: skip

    def _is_out(self, status: object) -> bool:
        if status is not None and not isinstance(status, str):
            raise self._error(f"limit_regulation has {_shape(status)}, not text")
        return status not in _NOT_OUT

    def _kind(self) -> str:
        kind = self._card.get("card_type")
        if not isinstance(kind, str) or kind not in _KINDS:
            raise self._error(f"card_type is {_said(kind)}, not one of {', '.join(_KINDS)}")
        return _KINDS[kind]

    def _types_and_facts(self) -> tuple[list[str] | None, dict[str, str]]:
        """A monster's types, None for other cards, and what the columns of cards.tsv say."""
        if self._kind() != "monster":
            return None, {"frame": self._string("property").casefold()}
        race, *types = (part.strip() for part in self._string("monster_type_line").split("/"))
        level = next((n for key in ("level", "rank") if (n := self._number(key)) is not None), None)
        arrows = self._card.get("link_arrows") or []
        if not isinstance(arrows, list):
            raise self._error(f"link_arrows is {_shape(arrows)}, not a list")
        if level is None:
            level = len(arrows)
        return [kind.casefold() for kind in types if kind], {
            "race": race,
            "level": str(level),
            "attribute": self._string("attribute"),
            "atk": self._points("atk"),
            "def": self._points("def"),
            "scale": _text(self._number("pendulum_scale")),
        }

    def _names(self) -> dict[str, tuple[str, bool]]:
        published = self._mapping("name")
        unofficial = self._mapping("is_translation_unofficial").get("name") or {}
        if not isinstance(unofficial, dict):
            raise self._error(f"is_translation_unofficial.name is {_shape(unofficial)}")
        names = {}
        for language in LANGUAGES:
            name = published.get(language)
            if name is None:
                continue
            if not isinstance(name, str):
                raise self._error(f"the name in {language} is {_shape(name)}, not text")
            if len(name) > _LONGEST_NAME:
                raise self._error(f"the name in {language} has {len(name):,} letters")
            plain = self._plain(" ".join(_RUBY.sub("", name).split()), f"the name in {language}")
            if plain:
                names[language] = plain, bool(unofficial.get(language))
        if not names:
            raise self._error("there is no name")
        return names

    def _treated_as(self) -> TreatedAs | None:
        texts = (self._mapping(key).get("en") for key in ("text", "pendulum_effect"))
        match = _TREATED_AS.search("\n".join(text for text in texts if isinstance(text, str)))
        return TreatedAs(" ".join(match[2].split()), bool(match[1])) if match else None

    def _mapping(self, key: str) -> Mapping[str, Any]:
        value = self._card.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self._error(f"{key} is {_shape(value)}, not an object")
        return value

    def _string(self, key: str) -> str:
        value = self._card.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self._error(f"{key} is {_said(value)}, not text")
        return self._plain(" ".join(value.split()), key)

    def _plain(self, text: str, what: str) -> str:
        """The text; DataError if it could not be printed or written to a table."""
        if len(text) > LONGEST:
            raise self._error(f"{what} has {len(text):,} letters")
        odd = next((letter for letter in text if not letter.isprintable()), None)
        if odd is not None:
            raise self._error(f"{what} has the sign U+{ord(odd):04X} in it")
        return text

    def _number(self, key: str) -> int | None:
        value = self._card.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < _HIGHEST_ID:
            raise self._error(f"{key} is {_said(value)}, not a number")
        return value

    def _points(self, key: str) -> str:
        value = self._card.get(key)
        if value is None or value == "?":
            return _text(value)
        return _text(self._number(key))

    def _error(self, message: str) -> DataError:
        name = self._card.get("name")
        english = name.get("en") if isinstance(name, dict) else None
        return DataError(f"{self._where}{f' ({english})' if english else ''}: {message}")


def _frame(types: list[str]) -> str:
    """The words of cards.tsv; old cards do not say that they have an effect, or none."""
    known = {*types}
    if not known & {"effect", *_NO_EFFECT}:
        known.add("effect" if known else "normal")
    return ",".join(sorted(known, key=lambda w: (_ORDER.index(w) if w in _ORDER else 99, w)))


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _said(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)[:40]


def _shape(value: object) -> str:
    names = {list: "a list", dict: "an object", str: "text", type(None): "null"}
    return names.get(type(value), f"{_said(value)}")

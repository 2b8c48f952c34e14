"""Cards: found by passcode or by name in any language, with what they count as."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from deckcheck.errors import UnknownNameError
from deckcheck.model import Card, Day, IdKind, Release

SKILL = "skill"

GAMES_OF_DECKS: tuple[str, ...] = ("ocg-tcg", "rush")
GAMES = (*GAMES_OF_DECKS, SKILL)
"""Cards of one game are no cards of another: Rush Duel has cards named like those of the OCG."""

_GAME_OF_REGION = {"rush": "rush"}

LANGUAGES = ("en", "ja", "ko", "zh-CN", "zh-TW", "de", "fr", "it", "es", "pt")

OFFICIAL = "official"
"""The kind of a card's own name, fan translations of unreleased cards included."""

_SKILL_CARD = " (skill card)"
_MOST_NAMES = 10_000
"""Names that are kept once looked up; a folder of decks has fewer."""
"""What stands behind the name of a skill, in any case, that a card is called like."""

_AT_ONCE = 500
_UNRELEASED = Release(None, False, False, False)


def game_of(region: str) -> str:
    """The game whose cards the lists and pools of a region are about."""
    return _GAME_OF_REGION.get(region, GAMES[0])


class Known(NamedTuple):
    """A card and what kind of id it was found by."""

    card: Card
    id_kind: IdKind


class CardIndex:
    """The cards of an index, with names in one language (English where that has none).

    Cards once looked up are kept, so that a folder of decks asks for each card once.
    """

    def __init__(
        self,
        db: sqlite3.Connection,
        language: str = "en",
        game: str = "ocg-tcg",
        *,
        with_skills: bool = False,
    ) -> None:
        """UnknownNameError for a language that is not among ``LANGUAGES``.

        ``with_skills``: skill cards are found too, by names that no card of the game has.
        """
        by_code = {code.casefold(): code for code in LANGUAGES}
        if language.casefold() not in by_code:
            raise UnknownNameError("language", language, LANGUAGES)
        self.db = db
        self.game = game
        self._games = (game, SKILL) if with_skills else (game,)
        self.language = by_code[language.casefold()]
        self._cards: dict[int, Card] = {}
        self._passcodes: dict[int, tuple[int, IdKind] | None] = {}
        self._kept = lru_cache(maxsize=_MOST_NAMES)(self._found)
        self._groups: dict[int, tuple[int, ...]] | None = None

    def card(self, key: int) -> Card:
        """The card of an internal key, which must exist."""
        if key not in self._cards:
            self.load([key])
        return self._cards[key]

    def load(self, keys: Iterable[int]) -> None:
        """Look up, in few queries, the cards that will be asked for one by one."""
        for some in _chunks({key for key in keys if key not in self._cards}):
            marks = ",".join("?" * len(some))
            released: dict[int, dict[str, Release]] = {key: {} for key in some}
            query = f"SELECT card, region, day FROM release WHERE card IN ({marks})"
            for key, region, day in self.db.execute(query, some):
                released[key][region] = _release(day)
            query = (
                "SELECT card.key, passcode, konami_id, COALESCE(name.name, card.name), kind, "
                "frame, section, flags, playable FROM card LEFT JOIN name "
                "ON name.card = card.key AND "
                f"name.lang = ? WHERE card.key IN ({marks})"
            )
            for (
                key,
                code,
                konami_id,
                name,
                kind,
                frame,
                section,
                flags,
                playable,
            ) in self.db.execute(query, [self.language, *some]):
                self._cards[key] = Card(
                    key, code, konami_id, name, kind, tuple(frame.split(",")), section,
                    tuple(flags.split(",")) if flags else (), bool(playable),
                    _Regions(released[key]), self._name_groups(key),
                )  # fmt: skip

    def _name_groups(self, key: int) -> tuple[int, ...]:
        if self._groups is None:
            self._groups = {}
            for card, base, also in self.db.execute("SELECT card, base, also FROM name_group"):
                self._groups[card] = (card, base) if also else (base,)
        return self._groups.get(key, (key,))

    def by_passcodes(self, passcodes: Iterable[int]) -> dict[int, Known]:
        """The cards that have these ids, of whatever kind; unknown ids are left out."""
        wanted = set(passcodes)
        for some in _chunks({code for code in wanted if code not in self._passcodes}):
            self._passcodes.update(dict.fromkeys(some))
            marks, games = (",".join("?" * len(values)) for values in (some, self._games))
            query = (
                "SELECT passcode, card, kind FROM passcode "
                f"WHERE game IN ({games}) AND passcode IN ({marks})"
            )
            for passcode, card, kind in self.db.execute(query, [*self._games, *some]):
                self._passcodes[passcode] = (card, kind)
        found = {code: hit for code in wanted if (hit := self._passcodes[code])}
        self.load(card for card, _ in found.values())
        return {code: Known(self._cards[card], kind) for code, (card, kind) in found.items()}

    def by_konami_ids(self, konami_ids: Iterable[int]) -> dict[int, Card]:
        """The cards that have these Konami ids; unknown ones are left out."""
        found: dict[int, int] = {}
        for some in _chunks(set(konami_ids)):
            marks = ",".join("?" * len(some))
            query = f"SELECT konami_id, key FROM card WHERE game = ? AND konami_id IN ({marks})"
            found.update(self.db.execute(query, [self.game, *some]))
        self.load(found.values())
        return {konami_id: self._cards[key] for konami_id, key in found.items()}

    def by_name(self, name: str) -> tuple[Card, ...]:
        """The cards that bear the name, in any language; several where it is ambiguous.

        Cards' own names come before former and players' names, a spelling that is exactly one's
        before looser ones, and a name in the index's own language before those in others; cards
        that a deck may have before others. A name shared inside one name group is its base's.
        """
        return tuple(self.card(key) for key in self.named(name))

    def own_name(self, card: Card) -> str | None:
        """The card's name, if it is found again by that; None if it is not the card's alone."""
        name = f"{card.name} (Skill Card)" if card.kind == SKILL else card.name
        return name if [one.key for one in self.by_name(name)] == [card.key] else None

    def named(self, name: str) -> dict[int, str]:
        """By key, the cards that ``by_name`` finds, and the kind of name it found each by."""
        found: dict[int, str] = self._kept(name)
        return found

    def _found(self, name: str) -> dict[int, str]:
        from deckcheck.names import LONGEST, exact, fold

        if len(name) > LONGEST:
            return {}
        query = (
            "SELECT card, lang, name, kind FROM lookup WHERE folded = ? AND game = ? AND sure "
            "ORDER BY card"
        )
        if SKILL in self._games and name.casefold().strip().endswith(_SKILL_CARD):
            skill = name.strip()[: -len(_SKILL_CARD)]
            hits = self.db.execute(query, [fold(skill), SKILL]).fetchall()
        else:
            found = (self.db.execute(query, [fold(name), game]).fetchall() for game in self._games)
            hits = next(filter(None, found), [])
        own_names = [hit for hit in hits if hit[3] == OFFICIAL]
        for named in (own_names, hits):
            spelled = [hit for hit in named if hit[2] == name.strip()]
            alike = [hit for hit in named if exact(hit[2]) == exact(name)]
            for some in (spelled, alike, named):
                own = [hit for hit in some if hit[1] == self.language]
                kinds = {card: kind for card, _, _, kind in own or some}
                if kinds:
                    return self._bases(kinds)
        return {}

    def _bases(self, kinds: dict[int, str]) -> dict[int, str]:
        self.load(kinds)
        # a card of that name that no deck may have is not meant where another may be had
        usable = {key: kind for key, kind in kinds.items() if self._cards[key].playable}
        kinds = usable or kinds
        shared = set.intersection(*(set(self._cards[key].name_groups) for key in kinds))
        if len(kinds) > 1 and shared:
            base = min(shared)
            return {base: kinds.get(base, next(iter(kinds.values())))}
        return kinds


class _Regions(dict[str, Release]):
    """Releases by region; a region that is not there has not seen the card."""

    def __missing__(self, region: str) -> Release:
        return _UNRELEASED


def _release(text: str) -> Release:
    """A release as the text sources write it: a day with its doubts (``2004-11-01~?``), or yes."""
    if text == "yes":
        return Release(None, False, False, True)
    return Release(Day(text[:10]), "~" in text[10:], "?" in text[10:], True)


def _chunks(values: Iterable[int]) -> Iterator[Sequence[int]]:
    ordered = sorted(values)
    return (ordered[start : start + _AT_ONCE] for start in range(0, len(ordered), _AT_ONCE))

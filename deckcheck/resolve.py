"""From a deck list, which knows lines, to a deck, which knows cards. Nothing is dropped."""

import sqlite3
from collections.abc import Mapping
from types import MappingProxyType

from deckcheck.cards import GAMES, CardIndex, Known
from deckcheck.model import Copy, Deck, DeckList, Entry, Reading, Section
from deckcheck.near import NearNames, near_passcodes
from deckcheck.passcodes import parse_passcode

_GAMES_OF_DECKS = ("ocg-tcg", "rush")

_MOST_SUGGESTIONS = 50
"""Unknown cards of one deck that near ones are looked up for; a file of hundreds is no deck."""


class Resolver:
    """Finds the cards of deck lists. Cards and names once looked up are kept, game by game."""

    def __init__(self, db: sqlite3.Connection, language: str) -> None:
        """UnknownNameError for a language that is none."""
        self._db = db
        self._language = language
        self._of_game: dict[str, tuple[CardIndex, NearNames]] = {}
        self._index(GAMES[0])

    def deck(self, listed: DeckList, game: str) -> Deck:
        """The deck with its cards, those of the game and skills."""
        index, names = self._index(game)
        others = {other: self._index(other)[0] for other in _GAMES_OF_DECKS if other != game}
        return resolve(index, names, listed, others)

    def _index(self, game: str) -> tuple[CardIndex, NearNames]:
        if game not in self._of_game:
            index = CardIndex(self._db, self._language, game, with_skills=game == GAMES[0])
            self._of_game[game] = index, NearNames(index)
        return self._of_game[game]


def resolve(
    index: CardIndex,
    names: NearNames,
    deck: DeckList,
    others: Mapping[str, CardIndex] = MappingProxyType({}),
) -> Deck:
    """The deck with its cards. What cannot be resolved stays, with the cards it may have meant.

    ``others``: the cards of other games, one of which may be meant by mistake.
    """
    texts = (reading.text for entry in deck.entries for reading in entry.readings)
    codes = {code for text in texts if (code := parse_passcode(text)) is not None}
    known = index.by_passcodes(codes)
    copies: list[Copy] = []
    places: dict[Section, int] = {}
    unknown: dict[str, Copy] = {}
    for entry in deck.entries:
        reading, copy = _read(index, known, entry)
        if not copy.card and not copy.ambiguous:
            if copy.written not in unknown and len(unknown) < _MOST_SUGGESTIONS:
                unknown[copy.written] = _with_near(index, names, copy, others)
            known_as = unknown.get(copy.written, copy)
            copy = copy._replace(near=known_as.near, elsewhere=known_as.elsewhere)
        for _ in range(reading.copies):
            places[entry.section] = place = places.get(entry.section, 0) + 1
            copies.append(copy._replace(place=place))
    cards = {copy.card.key: copy.card for copy in copies if copy.card}
    groups = {key for card in cards.values() for key in card.name_groups}
    index.load(groups)
    bases = {key: index.card(key) for key in groups}
    return Deck(deck.codec, deck.name, tuple(copies), deck.problems, bases)


def _read(index: CardIndex, known: Mapping[int, Known], entry: Entry) -> tuple[Reading, Copy]:
    """The first reading of the line that is a card; else an ambiguous one; else the last."""
    blank = Copy(entry.section, entry.line, 0, "", None)
    ambiguous: tuple[Reading, Copy] | None = None
    for reading in entry.readings:
        code = parse_passcode(reading.text)
        if code is not None and code in known:
            card, id_kind = known[code]
            return reading, blank._replace(written=str(code), card=card, id_kind=id_kind)
        copy = blank._replace(written=reading.text, id_kind="name")
        cards = index.by_name(reading.text)
        if len(cards) == 1:
            return reading, copy._replace(card=cards[0])
        if cards and not ambiguous:
            ambiguous = reading, copy._replace(near=cards, ambiguous=True)
    if ambiguous:
        return ambiguous
    reading = entry.readings[-1]
    code = parse_passcode(reading.text)
    if code is not None:
        return reading, blank._replace(written=str(code))
    return reading, blank._replace(written=reading.text, id_kind="name")


def _with_near(
    index: CardIndex, names: NearNames, copy: Copy, others: Mapping[str, CardIndex]
) -> Copy:
    code = parse_passcode(copy.written)
    for game, other in others.items():
        if code is None:
            cards = other.by_name(copy.written)
        else:
            cards = tuple(known.card for known in other.by_passcodes([code]).values())
        if cards:
            return copy._replace(elsewhere=(game, cards[0].name))
    near = names.find(copy.written) if code is None else near_passcodes(index, code)
    return copy._replace(near=near)

"""From a deck list, which knows lines, to a deck, which knows cards. Nothing is dropped."""

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType

from deckcheck.cards import GAMES, GAMES_OF_DECKS, CardIndex, Known
from deckcheck.model import Card, Copy, Deck, DeckList, Entry, IdKind, Reading, Section
from deckcheck.near import NearNames, near_passcodes
from deckcheck.passcodes import FEWEST_DIGITS, parse_passcode

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
        others = {other: self._index(other)[0] for other in GAMES_OF_DECKS if other != game}
        return resolve(index, names, listed, others)

    def index(self, game: str) -> CardIndex:
        """The cards of the game, and skills."""
        return self._index(game)[0]

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
    readings = [reading for entry in deck.entries for reading in entry.readings]
    known = index.by_passcodes(_numbers(readings, ("either", "passcode")))
    by_konami_id = index.by_konami_ids(_numbers(readings, ("konami-id",)))
    copies: list[Copy] = []
    places: dict[Section, int] = {}
    unknown: dict[str, Copy] = {}
    for entry in deck.entries:
        number, copy = _read(index, known, by_konami_id, entry)
        if not copy.card and not copy.ambiguous:
            if copy.written not in unknown and len(unknown) < _MOST_SUGGESTIONS:
                unknown[copy.written] = _with_near(index, names, copy, others)
            known_as = unknown.get(copy.written, copy)
            copy = copy._replace(near=known_as.near, elsewhere=known_as.elsewhere)
        for _ in range(number):
            places[copy.section] = place = places.get(copy.section, 0) + 1
            copies.append(copy._replace(place=place))
    cards = {copy.card.key: copy.card for copy in copies if copy.card}
    groups = {key for card in cards.values() for key in card.name_groups}
    index.load(groups)
    bases = {key: index.card(key) for key in groups}
    return Deck(
        deck.codec, deck.name, tuple(copies), deck.problems, bases, deck.headings, deck.doubts
    )


def _numbers(readings: Iterable[Reading], kinds: Collection[str]) -> set[int]:
    texts = (reading.text for reading in readings if reading.by in kinds)
    return {number for text in texts if (number := parse_passcode(text)) is not None}


def _read(
    index: CardIndex, known: Mapping[int, Known], by_konami_id: Mapping[int, Card], entry: Entry
) -> tuple[int, Copy]:
    """The copies and the card of the first reading that is one, and of the next that is another.

    Else an ambiguous reading; else the last.
    """
    found = [
        (reading.copies, copy)
        for reading in entry.readings
        for copy in _cards(index, known, by_konami_id, entry, reading)
    ]
    cards = [(number, copy) for number, copy in found if copy.card]
    if cards:
        number, copy = cards[0]
        same = [c.written for _, c in cards if c.card == copy.card]
        others = ((n, c) for n, c in cards[1:] if _is_another(number, copy, n, c, same))
        return number, copy._replace(
            otherwise=next(((n, c.card) for n, c in others if c.card), None),
            beside=_unread(entry, found),
        )
    if found:
        return found[0]
    reading = entry.readings[-1]
    code = parse_passcode(reading.text)
    if code is None:
        return reading.copies, _blank(entry, reading.text, "name")
    return reading.copies, _blank(
        entry, str(code), "konami-id" if reading.by == "konami-id" else "passcode"
    )


def _unread(entry: Entry, found: list[tuple[int, Copy]]) -> str | None:
    """A text of the entry beside that by which the card was found, which is no id or name at all.

    A passcode of a name, or a name of a passcode; what the entry reads as a whole is neither.
    """
    read = {copy.written for _, copy in found}
    by_id = found[0][1].id_kind != "name"
    for reading in entry.readings:
        code = parse_passcode(reading.text)
        text = reading.text if code is None else str(code)
        is_part = any(text in other or other in text for other in read)
        if not is_part and by_id == (code is None):
            return reading.text
    return None


def _is_another(number: int, copy: Copy, other_number: int, other: Copy, same: list[str]) -> bool:
    """Whether the other is not the same card, nor its name without what stands behind it."""
    is_shorter = other_number == number and any(text.startswith(other.written) for text in same)
    return not is_shorter and (number, copy.card) != (other_number, other.card)


def _blank(entry: Entry, written: str, id_kind: IdKind, card: Card | None = None) -> Copy:
    """A copy of the entry; in the section where the card belongs, where the file has none."""
    belongs: Section = "extra" if card and card.section == "extra" else "main"
    return Copy(entry.section or belongs, entry.line, 0, written, card, id_kind)


def _cards(
    index: CardIndex,
    known: Mapping[int, Known],
    by_konami_id: Mapping[int, Card],
    entry: Entry,
    reading: Reading,
) -> Iterator[Copy]:
    """What the reading may be, the likelier first: a card by its id or name, or an ambiguous name.

    Ids have more than three digits, unless nothing but an id fits: a card is called "7".
    """
    code = parse_passcode(reading.text)
    if reading.by == "konami-id":
        if code is not None and code in by_konami_id:
            yield _blank(entry, str(code), "konami-id", by_konami_id[code])
        return
    by_id = None
    if code is not None and code in known:
        card, id_kind = known[code]
        by_id = _blank(entry, str(code), id_kind, card)
    if by_id and (reading.by == "passcode" or len(str(code)) >= FEWEST_DIGITS):
        yield by_id
        return
    if reading.by == "either":
        cards = index.by_name(reading.text)
        if len(cards) == 1:
            yield _blank(entry, reading.text, "name", cards[0])
        elif cards:
            yield _blank(entry, reading.text, "name")._replace(near=cards, ambiguous=True)
    if by_id:
        yield by_id


def _with_near(
    index: CardIndex, names: NearNames, copy: Copy, others: Mapping[str, CardIndex]
) -> Copy:
    if copy.id_kind == "konami-id":
        return copy
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

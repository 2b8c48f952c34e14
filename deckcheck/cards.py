"""Cards: found by passcode or by name in any language, and a deck list resolved to them."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from deckcheck.errors import UnknownNameError
from deckcheck.model import (
    Card,
    Copy,
    Day,
    Deck,
    DeckList,
    Entry,
    IdKind,
    Reading,
    Release,
    Section,
)

LANGUAGES = ("en", "ja", "ko", "zh-CN", "zh-TW", "de", "fr", "it", "es", "pt")
REGIONS = ("tcg", "ocg")
"""Regions whose release dates the index knows."""

_COLUMNS = "card.key, passcode, konami_id, card.name, kind, section, playable, tcg, ocg"
_AT_ONCE = 500
_LARGEST_PASSCODE = 2**32 - 1
_LARGEST_RANDOM_PASSCODE = 99_999_999


class Known(NamedTuple):
    """A card and what kind of id it was found by."""

    card: Card
    id_kind: IdKind


class CardIndex:
    """The cards of an index, with names in one language (English where that has none).

    Cards once looked up are kept, so that a folder of decks asks for each card once.
    """

    def __init__(self, db: sqlite3.Connection, language: str = "en") -> None:
        """UnknownNameError for a language that is not among ``LANGUAGES``."""
        by_code = {code.casefold(): code for code in LANGUAGES}
        if language.casefold() not in by_code:
            raise UnknownNameError("language", language, LANGUAGES)
        self._db = db
        self.language = by_code[language.casefold()]
        self._cards: dict[int, Card] = {}
        self._passcodes: dict[int, tuple[int, IdKind] | None] = {}
        self._groups: dict[int, tuple[int, ...]] | None = None
        self._names: dict[str, dict[str, int]] = {}

    def card(self, key: int) -> Card:
        """The card of an internal key, which must exist."""
        if key not in self._cards:
            self.load([key])
        return self._cards[key]

    def load(self, keys: Iterable[int]) -> None:
        """Look up, in few queries, the cards that will be asked for one by one."""
        missing = sorted({key for key in keys if key not in self._cards})
        translated = self.language != "en"
        name = f"COALESCE(name.name, {'card.name'})" if translated else "card.name"
        join = "LEFT JOIN name ON name.card = card.key AND name.lang = ?" if translated else ""
        columns = _COLUMNS.replace("card.name", name)
        for some in _chunks(missing):
            marks = ",".join("?" * len(some))
            query = f"SELECT {columns} FROM card {join} WHERE card.key IN ({marks})"
            for row in self._db.execute(query, [*([self.language] if translated else []), *some]):
                self._cards[row[0]] = self._card(row)

    def _card(self, row: tuple[object, ...]) -> Card:
        key, passcode, konami_id, name, kind, section, playable, *released = row
        releases = {
            region: _release(str(text)) for region, text in zip(REGIONS, released, strict=True)
        }
        assert isinstance(key, int)
        return Card(
            key, passcode, konami_id, name, kind, section, bool(playable),  # type: ignore[arg-type]
            releases, self._name_groups(key),
        )  # fmt: skip

    def _name_groups(self, key: int) -> tuple[int, ...]:
        if self._groups is None:
            self._groups = {}
            for card, base, also in self._db.execute("SELECT card, base, also FROM name_group"):
                self._groups[card] = (card, base) if also else (base,)
        return self._groups.get(key, (key,))

    def by_passcodes(self, passcodes: Iterable[int]) -> dict[int, Known]:
        """The cards that have these ids, of whatever kind; unknown ids are left out."""
        wanted = set(passcodes)
        missing = sorted(passcode for passcode in wanted if passcode not in self._passcodes)
        for some in _chunks(missing):
            self._passcodes.update(dict.fromkeys(some))
            query = f"SELECT * FROM passcode WHERE passcode IN ({','.join('?' * len(some))})"
            for passcode, card, kind in self._db.execute(query, some):
                self._passcodes[passcode] = (card, kind)
        found = {code: hit for code in wanted if (hit := self._passcodes[code])}
        self.load(card for card, _ in found.values())
        return {code: Known(self._cards[card], kind) for code, (card, kind) in found.items()}

    def by_name(self, name: str) -> tuple[Card, ...]:
        """The cards that bear the name, in any language; several where it is ambiguous.

        A spelling that is exactly one card's comes before looser ones, and a name in the index's
        own language before those in others. A name shared inside one name group is its base's.
        """
        from deckcheck.names import exact, fold

        query = (
            "SELECT lookup.card, name.lang, name.name FROM lookup JOIN name USING (card, lang) "
            "WHERE folded = ? ORDER BY lookup.card"
        )
        hits = self._db.execute(query, [fold(name)]).fetchall()
        spelled = [hit for hit in hits if hit[2] == name.strip()]
        alike = [hit for hit in hits if exact(hit[2]) == exact(name)]
        for some in (spelled, alike, hits):
            own = [hit for hit in some if hit[1] == self.language]
            keys = {card for card, _, _ in own or some}
            if keys:
                return self._bases(keys)
        return ()

    def _bases(self, keys: set[int]) -> tuple[Card, ...]:
        self.load(keys)
        groups = [set(self._cards[key].name_groups) for key in keys]
        shared = set.intersection(*groups)
        if len(keys) > 1 and shared:
            return (self.card(min(shared)),)
        return tuple(self._cards[key] for key in sorted(keys))

    def near_names(self, name: str, most: int = 3) -> tuple[Card, ...]:
        """The cards whose names are spelled most like it, nearest first; often none.

        The index's own language is looked through first, then English, then the others; the
        cards bear the names that were found.
        """
        from rapidfuzz import fuzz, process

        from deckcheck.names import fold

        folded = fold(name)
        for language in dict.fromkeys((self.language, "en", *LANGUAGES)):
            names = self._folded_names(language)
            near = process.extract(folded, names.keys(), scorer=fuzz.ratio, limit=most,
                                   score_cutoff=75)  # fmt: skip
            if near:
                return tuple(self._named(names[match], language) for match, _, _ in near)
        return ()

    def _folded_names(self, language: str) -> dict[str, int]:
        if language not in self._names:
            query = "SELECT folded, card FROM lookup WHERE lang = ?"
            self._names[language] = dict(self._db.execute(query, [language]))
        return self._names[language]

    def _named(self, key: int, language: str) -> Card:
        query = "SELECT name FROM name WHERE card = ? AND lang = ?"
        (name,) = self._db.execute(query, [key, language]).fetchone()
        return self.card(key)._replace(name=name)

    def near_passcodes(self, passcode: int, most: int = 3) -> tuple[Card, ...]:
        """The cards one slip of the finger away: a digit wrong, missing, doubled or swapped.

        None for ids past 8 digits: those are given in sequence, and a neighbour means nothing.
        """
        if not 0 < passcode <= _LARGEST_RANDOM_PASSCODE:
            return ()
        found = self.by_passcodes({int(text) for text in _slips(str(passcode))})
        cards = {known.card.key: known.card for _, known in sorted(found.items())}
        return tuple(cards.values())[:most]


def resolve(index: CardIndex, deck: DeckList) -> Deck:
    """The deck with its cards. What cannot be resolved stays, with the cards it may have meant."""
    digits = (reading.text for entry in deck.entries for reading in entry.readings)
    known = index.by_passcodes(int(text) for text in digits if is_passcode(text))
    copies: list[Copy] = []
    places: dict[Section, int] = {}
    for entry in deck.entries:
        reading, copy = _read(index, known, entry)
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
    ambiguous: tuple[Reading, tuple[Card, ...]] | None = None
    for reading in entry.readings:
        if is_passcode(reading.text) and (hit := known.get(int(reading.text))):
            return reading, _copy(entry, reading, hit.card, hit.id_kind)
        cards = index.by_name(reading.text)
        if len(cards) == 1:
            return reading, _copy(entry, reading, cards[0], "name")
        if cards and not ambiguous:
            ambiguous = reading, cards
    if ambiguous:
        reading, cards = ambiguous
        return reading, _copy(entry, reading, None, "name", cards, ambiguous=True)
    reading = entry.readings[-1]
    if is_passcode(reading.text):
        near = index.near_passcodes(int(reading.text))
        return reading, _copy(entry, reading, None, "passcode", near)
    return reading, _copy(entry, reading, None, "name", index.near_names(reading.text))


def _copy(
    entry: Entry,
    reading: Reading,
    card: Card | None,
    id_kind: IdKind,
    near: tuple[Card, ...] = (),
    *,
    ambiguous: bool = False,
) -> Copy:
    return Copy(entry.section, entry.line, 0, reading.text, card, id_kind, near, ambiguous)


def is_passcode(text: str) -> bool:
    """Whether the text is a number that fits a passcode, known or not."""
    return text.isascii() and text.isdigit() and len(text) <= len(str(_LARGEST_PASSCODE))


def _release(text: str) -> Release:
    """A release as the index writes it: a day with its doubts (``2004-11-01~?``), yes or no."""
    if text in ("yes", "no"):
        return Release(None, False, False, text == "yes")
    return Release(Day(text[:10]), "~" in text[10:], "?" in text[10:], True)


def _chunks(values: Sequence[int]) -> Iterator[Sequence[int]]:
    return (values[start : start + _AT_ONCE] for start in range(0, len(values), _AT_ONCE))


def _slips(digits: str) -> Iterator[str]:
    for at in range(len(digits) + 1):
        head, tail = digits[:at], digits[at:]
        if tail:
            yield head + tail[1:] or "0"
            yield from (head + digit + tail[1:] for digit in "0123456789")
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        yield from (head + digit + tail for digit in "0123456789")

"""Official passcodes in place of ids from before those were known, and of ids since replaced.

Where a text has its cards line by line, the digits are replaced where they stand; a link or code is
written anew. The new text counts only if it is read as the old deck with those ids replaced.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from deckcheck.cards import CardIndex
from deckcheck.decks.repacked import repacked
from deckcheck.errors import DeckcheckError, ParseError
from deckcheck.model import OUT_OF_DATE, Copy, DeckList, Entry
from deckcheck.near import NearNames
from deckcheck.passcodes import parse_passcode
from deckcheck.resolve import resolve
from deckcheck.text import line_starts, lines

_NUMBER = re.compile(r"(?<!\d)\d{1,20}(?!\d)")
_MOST_LETTERS = 30_000_000
"""How much may be read of one text over and over; a deck is read about once for each old id."""


class Replaced(NamedTuple):
    """An id that was replaced by the passcode of its card, on a 1-based line."""

    line: int
    old: int
    passcode: int
    name: str


class Migrated(NamedTuple):
    """The new text, the old one where nothing was to be replaced, and what was replaced."""

    text: str
    replaced: tuple[Replaced, ...]


class _Due(NamedTuple):
    """An entry by an old id: its place among the entries, and the copies it is to be read as."""

    at: int
    old: int
    passcode: int
    name: str
    copies: tuple[Copy, ...]


def migrate(text: str, parse: Callable[[str], DeckList], cards: CardIndex) -> Migrated:
    """The text with official passcodes, as far as the cards have them, for ids out of date.

    ParseError for a text that is no deck; DeckcheckError where an id cannot be replaced.
    """
    reader = _Reader(parse, cards)
    listed = parse(text)
    due = list(reader.due(listed))
    if not due:
        return Migrated(text, ())
    if listed.codec in ("ydke", "omega"):
        return _anew(text, listed, due, reader)
    replaced = []
    for one in due:
        text, listed, line = _in_place(text, listed, one, reader)
        replaced.append(Replaced(line, one.old, one.passcode, one.name))
    return Migrated(text, tuple(replaced))


class _Reader:
    """Reads changed texts of one deck, as many as is allowed, and finds the cards in them."""

    def __init__(self, parse: Callable[[str], DeckList], cards: CardIndex) -> None:
        self._parse = parse
        self._cards = cards
        self._names = NearNames(cards)
        self._letters = 0

    def due(self, listed: DeckList) -> Iterator[_Due]:
        """The entries by ids out of date whose cards have a passcode."""
        known = self._cards.by_passcodes(code for entry in listed.entries for code in _codes(entry))
        old = {code for code, found in known.items() if found.id_kind in OUT_OF_DATE}
        for at, entry in enumerate(listed.entries):
            if old.isdisjoint(_codes(entry)):
                continue
            copies = self._copies(entry)
            card = copies[0].card
            if card and card.passcode is not None and copies[0].id_kind in OUT_OF_DATE:
                written = str(card.passcode)
                wanted = [copy._replace(written=written, id_kind="passcode") for copy in copies]
                yield _Due(at, int(copies[0].written), card.passcode, card.name, tuple(wanted))

    def read(self, text: str, before: DeckList, due: Iterable[_Due]) -> DeckList | None:
        """The deck list of the text, None unless it is the one before with these ids replaced.

        DeckcheckError where that would be asked for ever.
        """
        self._letters += len(text)
        if self._letters > _MOST_LETTERS:
            raise DeckcheckError("too large for its many old ids; the file is left as it is")
        try:
            found = self._parse(text)
        except ParseError:
            return None
        if found._replace(entries=()) != before._replace(entries=()):
            return None
        wanted = {one.at: one.copies for one in due}
        is_right = len(found.entries) == len(before.entries) and all(
            self._copies(new) == wanted[at] if at in wanted else new == old
            for at, (old, new) in enumerate(zip(before.entries, found.entries, strict=True))
        )
        return found if is_right else None

    def _copies(self, entry: Entry) -> tuple[Copy, ...]:
        return resolve(self._cards, self._names, DeckList("", None, (entry,))).copies


def _codes(entry: Entry) -> Iterator[int]:
    """The passcodes that the entry may mean."""
    texts = (reading.text for reading in entry.readings if reading.by != "konami-id")
    return (code for text in texts if (code := parse_passcode(text)) is not None)


def _in_place(text: str, listed: DeckList, one: _Due, reader: _Reader) -> tuple[str, DeckList, int]:
    """The text and the deck list with one id replaced, and its line."""
    line = listed.entries[one.at].line
    for match in _NUMBER.finditer(text, line_starts(text)[line - 1]):
        if int(match[0]) == one.old:
            width = len(match[0]) if int(match[0][0]) == 0 else 0
            passcode = str(one.passcode).zfill(width)
            new = text[: match.start()] + passcode + text[match.end() :]
            found = reader.read(new, listed, [one])
            if found:
                return new, found, len(lines(text[: match.start()]))
    raise DeckcheckError(
        f"line {line}: {one.old} cannot be replaced by {one.passcode} without another change; "
        "the file is left as it is"
    )


def _anew(text: str, listed: DeckList, due: list[_Due], reader: _Reader) -> Migrated:
    """The text with its link or code written anew, and all around it as it was."""
    entries = list(listed.entries)
    for one in due:
        (reading,) = entries[one.at].readings
        passcode = reading._replace(text=str(one.passcode))
        entries[one.at] = entries[one.at]._replace(readings=(passcode,))
    changed = repacked(text, listed, listed._replace(entries=tuple(entries)))
    if changed != text and reader.read(changed, listed, due):
        line = entries[0].line
        return Migrated(changed, tuple(Replaced(line, *one[1:4]) for one in due))
    raise DeckcheckError(
        f"this {listed.codec} deck is written in an unusual way and is left as it is; "
        f"'deckcheck convert --canonical --to {listed.codec}' writes it anew"
    )

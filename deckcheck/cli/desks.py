"""A deck that lies open to be edited: its text with its cards, and what finds and writes cards."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from deckcheck.cards import CardIndex
from deckcheck.cli.picking import PickedHeld
from deckcheck.codecs.unpacked import MOST_CARDS
from deckcheck.decks.editing import Read, move, put, take
from deckcheck.decks.editing.naming import as_held, language_of, wanted
from deckcheck.decks.editing.page import Held, IsName, Page, Parse, key_of, opened
from deckcheck.errors import DeckcheckError
from deckcheck.findings import SKILL_KIND, counted
from deckcheck.model import Card, Section
from deckcheck.near import NearNames
from deckcheck.resolve import resolve
from deckcheck.text import quote

_ENGLISH = "en"


class Move(NamedTuple):
    """Copies of a card that an edit has put somewhere, taken from somewhere, or both."""

    name: str
    passcode: int | None
    copies: int
    left: Section | None
    reached: Section | None


class Desk(NamedTuple):
    """The deck as it lies open, and what has been done to it.

    ``cards`` finds cards as those do who read the file, and messages call them so; ``names`` has
    the language in which names are written.
    """

    page: Page
    read: Read
    cards: CardIndex
    names: CardIndex
    moves: tuple[Move, ...] = ()

    def put(self, section: Section, card: Card, code: int | None, copies: int) -> "Desk":
        """The deck with so many copies more; DeckcheckError where that cannot be."""
        new = wanted(self.cards, self.names, card, code)
        page = put(self.page, section, new, copies, self.read)
        return self._done(page, Move(_called(card), card.passcode, copies, None, section))

    def take(self, at: int, copies: int, to: Section | None = None) -> "Desk":
        """The deck with so many copies of an entry fewer, or in another section."""
        held = self.page.held[at]
        if to:
            new = partial(as_held, self.cards, self.names, held)
            page = move(self.page, at, copies, to, new, self.read)
        else:
            page = take(self.page, at, copies, self.read)
        passcode = held.card.passcode if held.card else None
        name = _called(held.card) if held.card else held.written
        return self._done(page, Move(name, passcode, copies, held.section, to))

    def _done(self, page: Page, move: Move) -> "Desk":
        moves = self.moves
        if moves and moves[-1]._replace(copies=move.copies) == move:
            move = move._replace(copies=move.copies + moves[-1].copies)
            moves = moves[:-1]
        return self._replace(page=page, moves=(*moves, move))


def open_desk(text: str, parse: Parse, cards: CardIndex, lang: str | None = None) -> Desk:
    """The deck of a text; ParseError if it is none.

    ``cards`` finds cards as those do who read the file. ``lang``: the language in which names are
    written; without it that of the deck's own names.
    """
    names = NearNames(cards, languages=0)
    read = partial(
        opened,
        parse=parse,
        resolve=partial(resolve, cards, names),
        is_name=_is_name(cards.db, text),
    )
    page = read(text)
    written = lang or language_of(cards, [*_names_in(page)])
    if written in (None, cards.language):
        return Desk(page, read, cards, cards)
    return Desk(page, read, cards, CardIndex(cards.db, str(written), cards.game, with_skills=True))


def matching(
    page: Page, held: Sequence[Held], code: int | None, sections: Sequence[Section]
) -> list[int]:
    """The places of the entries in the sections that are of the cards held, in their order.

    Those that are written by the id stand last, so that they are the first to be taken.
    """
    keys = {key_of(one) for one in held}
    places = [at for at, one in enumerate(page.held)
              if one.section in sections and key_of(one) in keys]  # fmt: skip
    return sorted(places, key=lambda at: page.held[at].written == str(code))


def take_picked(
    desk: Desk, one: PickedHeld, sections: Sequence[Section], to: Section | None = None
) -> Desk:
    """The deck without the last copies that are meant, out of the sections, or with them in one.

    DeckcheckError where there are fewer.
    """
    find = partial(matching, held=one.held, code=one.code, sections=sections)
    there = sum(desk.page.held[at].copies for at in find(desk.page))
    copies = one.copies or there
    if there < (one.copies or 1):
        where = f" in {sections[0]}" if len(sections) == 1 else ""
        what = "moved" if to else "taken out"
        raise DeckcheckError(
            f"{quote(one.text)}: {counted(there)}{where}, {one.copies or 1} cannot be {what}"
        )
    if copies > MOST_CARDS:
        raise DeckcheckError(f"{quote(one.text)}: {copies:,} copies, more than any deck has")
    return take_last(desk, find, copies, to)


def take_last(
    desk: Desk, find: Callable[[Page], list[int]], copies: int, to: Section | None = None
) -> Desk:
    """The deck without the last so many copies of what is found, or with them in a section.

    They go in their order, so that they keep it.
    """
    while copies:
        places = find(desk.page)
        left = sum(desk.page.held[at].copies for at in places) - copies
        # the first of those that go is in the first entry past the ones that are left
        at, left = _past(desk.page, places, left)
        some = min(desk.page.held[at].copies - left, copies)
        desk = desk.take(at, some, to)
        copies -= some
    return desk


def _past(page: Page, places: Sequence[int], copies: int) -> tuple[int, int]:
    """The entry behind so many copies, and how many of them are in it."""
    for at in places:
        if page.held[at].copies > copies:
            return at, copies
        copies -= page.held[at].copies
    raise AssertionError("more copies are taken than there are")


def _called(card: Card) -> str:
    """The name of a card; skill cards are often called as other cards are."""
    return f"{card.name} (skill card)" if card.kind == SKILL_KIND else card.name


def _is_name(db: sqlite3.Connection, text: str) -> IsName:
    """What tells the comments that are names of cards."""
    if "# " not in text:
        return lambda text, card: False  # noqa: ARG005 - the form that is asked for
    from deckcheck.decks.annotation import CardNames

    return CardNames(db, _ENGLISH).is_of


def _names_in(page: Page) -> Iterator[str]:
    """The names that the deck calls cards by, in comments or in place of ids."""
    if page.listed.codec == "ydk":
        from deckcheck.decks.editing.ydk import remarks

        yield from remarks(page)
    yield from (held.written for held in page.held if held.is_by_name)

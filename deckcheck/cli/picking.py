"""Cards as people name them on a command line: with counts, and picked out where one is not enough.

A person at a terminal is asked which card is meant; a script never is, and gets the candidates in
an error.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import typer

from deckcheck.cards import GAMES_OF_DECKS, CardIndex
from deckcheck.catalog.find import Found, find, label, nearest
from deckcheck.cli import is_terminal
from deckcheck.cli.lookups import listed
from deckcheck.decks.editing.page import Held, Page
from deckcheck.errors import DeckcheckError, LongError
from deckcheck.model import GAME_TITLES, SECTIONS, Card
from deckcheck.names import fold
from deckcheck.passcodes import parse_passcode
from deckcheck.reports.words import printable
from deckcheck.text import quote

ALL = "all"

# not compiled, for most runs need none of them
_COUNT = r"([0-9]{1,3})[x×]?"
_COUNTED = (
    r"(?P<copies>[0-9]{1,3}) ?[x×]? +(?P<card>\S.*)",
    r"(?P<card>.*\S) +[x×] ?(?P<copies>[0-9]{1,3})",
)
"""A card with its copies, as people write them down: ``3 Sangan``, ``3x Sangan``, ``Sangan x3``."""
_FOUND = r"[0-9]+ {2,}\S"
"""A line of what ``search`` finds."""
_TIMES = r"[x×] ?[0-9]{1,3}"
_REMARK = r"\s+#(?![0-9]).*"
"""What is said behind a card; ``#7`` may be the end of a name."""
_EVERY = 2**31
_MOST = 9
"""Candidates that are named, so that one key picks one."""


class Named(NamedTuple):
    """A card as it was named, and how many copies of it; None for all there are."""

    copies: int | None
    text: str


def named(words: Sequence[str], *, all_too: bool = False) -> list[Named]:
    """The cards that the words name: a number counts for all cards behind it, up to the next one.

    ``-`` stands for the lines of standard input, each a card, with or without a number.
    ``all_too``: the word ``all`` is a number as well. DeckcheckError for a number without a card.
    """
    found: list[Named] = []
    copies: int | None = 1
    number: str | None = None
    for word in _with_lines(words):
        match = re.fullmatch(_COUNT, word.strip()) if word.strip()[:1].isdigit() else None
        if match or (all_too and word.casefold() == ALL):
            copies, number = int(match[1]) if match else None, word
            if copies == 0:
                raise DeckcheckError("0 copies of a card are none; 1 or more can be asked for")
        elif word.strip():
            if re.fullmatch(_TIMES, word.strip()):
                raise DeckcheckError(f"{word}: copies stand before a card, or in one word with it, "
                                     "'3 Sangan' or 'Sangan x3'")  # fmt: skip
            found.append(Named(copies, word.strip()))
            number = None
    if number is not None:
        hint = "a card that is called so is named by its passcode"
        if found:
            hint = f"it goes before the card: {number} {quote(found[-1].text)}"
        raise DeckcheckError(f"no card stands behind {number}; {hint}")
    if not found:
        empty = "standard input names no card" if "-" in words else "no card is named"
        raise DeckcheckError(empty)
    return found


class Picked(NamedTuple):
    """The card that is meant, and the id that it was named by, if it was."""

    card: Card
    code: int | None


def pick_card(index: CardIndex, text: str) -> Picked:
    """The card that a text names; DeckcheckError, with candidates, where it names none or some."""
    found = find(index, text)
    if found and len(found.cards) == 1:
        code = parse_passcode(text) if found.matched == "passcode" else None
        return Picked(found.cards[0], code)
    return Picked(_choose(index, text, found, *_near(index, text)), None)


class PickedHeld(NamedTuple):
    """The entries of a deck that are meant by a text, and the id that it is, if it is one.

    ``copies`` is None for all there are.
    """

    copies: int | None
    text: str
    held: Sequence[Held]
    code: int | None


def pick_held(index: CardIndex, page: Page, one: Named) -> PickedHeld:
    """The entries of the deck that a card names; DeckcheckError, with those of it that come near.

    What no card is known by is named as the deck writes it.
    """
    copies, text = one_of(index, one)
    return PickedHeld(copies, text, _held(index, page, text), parse_passcode(text))


def _held(index: CardIndex, page: Page, text: str) -> list[Held]:
    unknown = [held for held in page.held if not held.card and _is_same(held.written, text)]
    if unknown:
        return unknown
    inside = {held.card.key: held.card for held in page.held if held.card}
    found = find(index, text)
    cards = [card for card in found.cards if card.key in inside] if found else []
    if found and not cards:
        raise DeckcheckError(f"not in the deck: {listed(found.cards[:_MOST])}")
    if len(cards) != 1:
        near = [card for card in _near(index, text, every=True)[0] if card.key in inside]
        several = found._replace(cards=tuple(cards)) if found else None
        cards = [_choose(index, text, several, near, len(near))]
    return [held for held in page.held if held.card and held.card.key == cards[0].key]


def one_of(index: CardIndex, one: Named) -> Named:
    """The number that stands in the text itself, ``3 Sangan``, where the whole is no name."""
    for form in _COUNTED if any(map(str.isdigit, one.text)) else ():
        match = re.fullmatch(form, one.text)
        if match and int(match["copies"]) and not find(index, one.text):
            return Named(int(match["copies"]), match["card"])
    return one


T = TypeVar("T")


def each_of(words: Iterable[Named], pick: Callable[[Named], T]) -> list[T]:
    """What is picked for each of the words; DeckcheckError that tells of all that name no card."""
    picked: list[T] = []
    errors: list[str] = []
    for word in words:
        try:
            picked.append(pick(word))
        except DeckcheckError as error:
            errors.append(str(error))
    if errors:
        raise LongError("\n".join(map(printable, errors)))
    return picked


def _with_lines(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        if word == "-":
            data = sys.stdin.buffer.read() if sys.stdin else b""
            lines = data.decode("utf-8", "replace").splitlines()
            # the lines of a YDK that are no cards
            said = (line for line in lines if not line.startswith(("#", "!")))
            yield from (re.sub(_REMARK, "", line) for line in said)
        else:
            yield word


def _is_same(written: str, text: str) -> bool:
    code = parse_passcode(text)
    return written == str(code) if code is not None else fold(written) == fold(text)


def _near(index: CardIndex, text: str, *, every: bool = False) -> tuple[list[Card], int]:
    """Cards that may be meant: spelled nearly so, then those with all the words in a name.

    Each once, and how many there are in all; without ``every``, not all of them are given.
    """
    from deckcheck.catalog.search import Filters, search

    found = {card.key: index.card(card.key) for card in nearest(index, text)}
    words, more = text.split(), 0
    if words and parse_passcode(text) is None:
        hits = search(index, words, Filters(), _EVERY if every else _MOST)
        others = {hit.card.key: index.card(hit.card.key) for hit in hits.hits}
        more = hits.total - len(others)
        found |= others
    return [*found.values()], len(found) + more


def _hint(index: CardIndex, text: str, *, is_near: bool) -> str:
    """What is meant by a text that is no card, where that can be told; empty else.

    ``is_near``: there are cards that it may mean.
    """
    if text.casefold() in SECTIONS:
        return "an option names the section, see --help"
    if re.match(_FOUND, text):
        return "'deckcheck search -o ids' writes ids alone, to be read here"
    return "" if is_near else _of_other_game(index, text)


def _of_other_game(index: CardIndex, text: str) -> str:
    code = parse_passcode(text)
    for game in GAMES_OF_DECKS:
        other = CardIndex(index.db, index.language, game)
        cards = [known.card for known in other.by_passcodes([code]).values()] if code else []
        cards = cards or list(other.by_name(text))
        if cards and game != index.game:
            title = GAME_TITLES[game]
            return f"{cards[0].name} is a card of {title}, and the deck's format is not"
    return "'deckcheck search' finds cards by parts of their names"


def _choose(
    index: CardIndex, text: str, found: Found | None, near: Sequence[Card], total: int
) -> Card:
    """The card that the user picks; DeckcheckError, with the candidates, where nobody can.

    ``total``: how many come near, of which there may be more than are given.
    """
    several = found.cards if found else ()
    cards = several[:_MOST] or near[:_MOST]
    more = (len(several) or total) - len(cards)
    what = (
        f"{quote(text)} is the name of {len(several)} cards"
        if several
        else f"no card {quote(text)}"
    )
    hint = "" if several else _hint(index, text, is_near=bool(near))
    if hint:
        raise DeckcheckError(f"{what}; {hint}")
    if is_terminal(sys.stdin) and is_terminal(sys.stderr):
        return _ask(what, cards, more)
    lead = "name one by its id" if several else "did you mean"
    others = f" and {more} more" if more > 0 else ""
    raise DeckcheckError(f"{what}; {lead}: {listed(cards)}{others}")


def _ask(what: str, cards: Sequence[Card], more: int) -> Card:
    """The card whose number is typed; DeckcheckError where none is."""
    typer.echo(f"{printable(what)}; which one is meant?", err=True)
    for number, card in enumerate(cards, start=1):
        typer.echo(f"  {number}  {printable(label(card))}", err=True)
    if more > 0:
        typer.echo(f"  and {more} more, which a longer part of the name tells apart", err=True)
    while True:
        typer.echo(f"1-{len(cards)}, or nothing for none: ", err=True, nl=False)
        answer = sys.stdin.readline()
        if not answer:
            typer.echo(err=True)
        answer = answer.strip()
        if not answer:
            raise DeckcheckError(f"{what}, and none is picked")
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(cards):
            return cards[int(answer) - 1]

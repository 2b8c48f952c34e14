"""The one deck that a command is about: the options for it, and what of it is shown first."""

import sqlite3
from typing import Annotated, Any, NamedTuple

import typer

from deckcheck import codecs, formats
from deckcheck.checker import Checker
from deckcheck.cli import inputs, terminal_width
from deckcheck.cli.checkers import Checkers, Options
from deckcheck.cli.configs import Configs
from deckcheck.decks.hands import main_deck
from deckcheck.errors import DeckcheckError, UnknownNameError
from deckcheck.model import Card, Copy, Deck, DeckList, OpeningHand, Problem, Terms
from deckcheck.reports import words
from deckcheck.reports.words import printable
from deckcheck.text import shortened

DeckArgument = Annotated[
    str, typer.Argument(metavar="DECK", show_default=False,
                        help="A file, a ydke:// link, or - for standard input.")
]  # fmt: skip
HandSize = Annotated[
    int | None, typer.Option("--hand", metavar="N", min=1, max=60,
                             show_default="that of the ruleset, going first",
                             help="Cards of an opening hand, or all that are seen by some turn.")
]  # fmt: skip
Going = Annotated[
    str | None, typer.Option("--going", metavar="WHEN",
                             help="Instead of --hand: first or second; with the cards that the "
                                  "ruleset has one draw in the first turn.")
]  # fmt: skip

_PIPE_WIDTH = 80


class Found(NamedTuple):
    """The deck, what it is called, what it is judged by, and what finds further cards of it."""

    path: str
    listed: DeckList
    deck: Deck
    terms: Terms
    checker: Checker
    db: sqlite3.Connection

    def find(self, listed: DeckList) -> Deck:
        """The cards of other lines, found as those of the deck are."""
        return self.checker.deck(self.path, listed)[0]


def find_deck(
    argument: str, choice: formats.Choice, *, lang: str | None, codec: str | None, max_bytes: int
) -> Found:
    """The deck that an argument means; DeckcheckError where there is none or it cannot be read."""
    if codec is not None:
        codecs.codec(codec)
    checkers = Checkers(Options(choice, lang=lang), Configs(None))
    path, listed = inputs.read_deck(argument, codec, max_bytes)
    checker = checkers.of(path)
    deck, terms = checker.deck(path, listed)
    return Found(path, listed, deck, terms, checker, checkers.db)


def hand_size(found: Found, hand: int | None, going: str | None) -> int:
    """The cards of an opening hand; DeckcheckError where the options contradict each other."""
    if hand is not None and going is not None:
        raise DeckcheckError("--hand and --going both say how many cards a hand has; give one")
    if hand is not None:
        return hand
    turn = (going or "first").casefold()
    if turn not in OpeningHand._fields:
        raise UnknownNameError("turn", turn, OpeningHand._fields)
    sizes = found.terms.ruleset.opening_hand
    return sizes.first if turn == "first" else sizes.second


def drawn_from(found: Found, cards: int) -> tuple[Copy | Problem, ...]:
    """The main deck; DeckcheckError where so many cards cannot be drawn from it."""
    main = main_deck(found.deck, found.terms)
    if len(main) < cards:
        held = f"the main deck has {len(main)} {'card' if len(main) == 1 else 'cards'}"
        raise DeckcheckError(f"{found.path}: {held}, and {cards} are to be drawn")
    return main


def title(found: Found) -> str:
    """What the deck is called, a line with its end."""
    name = f" ({printable(found.deck.name)})" if found.deck.name else ""
    return f"{shortened(printable(found.path))}{name}\n"


def card_object(card: Card | None) -> dict[str, Any]:
    """A card as programs read it; all null where it is not known."""
    if not card:
        return {"passcode": None, "konami_id": None, "name": None}
    return dict(card.ref._asdict())


def chart_width() -> int:
    """The columns that a drawing may take."""
    return terminal_width() or _PIPE_WIDTH


def wrapped(lead: str, text: str) -> str:
    """A line; what is longer than the terminal is wide goes on below, behind its beginning."""
    return words.wrapped(lead, text, terminal_width()).rstrip() + "\n"

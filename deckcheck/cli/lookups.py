"""What the commands that look cards up have in common: options, and what a miss says."""

from collections.abc import Sequence
from typing import Annotated

import typer

from deckcheck.cards import GAMES, LANGUAGES
from deckcheck.catalog.find import label
from deckcheck.errors import UnknownNameError
from deckcheck.model import Card
from deckcheck.reports.words import printable

OUTPUTS = ("table", "json")

Game = Annotated[
    str, typer.Option(metavar="NAME", help=f"Whose cards: {', '.join(GAMES)}.")
]  # fmt: skip
Lang = Annotated[
    str, typer.Option(metavar="CODE", help=f"Language of card names: {' '.join(LANGUAGES)}.")
]
Output = Annotated[
    str, typer.Option("--output", "-o", metavar="NAME", help=f"{', '.join(OUTPUTS)}.")
]


def checked_game(name: str) -> str:
    """The game of that name, in any case; UnknownNameError if there is none."""
    if name.casefold() not in GAMES:
        raise UnknownNameError("game", name, GAMES)
    return name.casefold()


def is_json(output: str) -> bool:
    """Whether the output asked for is JSON; UnknownNameError for one there is not."""
    if output not in OUTPUTS:
        raise UnknownNameError("output", output, OUTPUTS)
    return output == "json"


def listed(cards: Sequence[Card]) -> str:
    """The cards as a message names them, each with the id to name it by."""
    return ", ".join(printable(label(card)) for card in cards)

"""Options and outputs that several commands have, and the card data."""

import json
import sqlite3
from typing import Annotated

import typer

from deckcheck.cards import GAMES, LANGUAGES
from deckcheck.cli import warn
from deckcheck.errors import UnknownNameError
from deckcheck.index import open_index, open_newest
from deckcheck.userdata import user_index_file

OUTPUTS = ("table", "json")

Game = Annotated[
    str, typer.Option(metavar="NAME", help=f"Whose cards: {', '.join(GAMES)}.")
]  # fmt: skip
Lang = Annotated[
    str, typer.Option(metavar="CODE", help=f"Language of card names: {' '.join(LANGUAGES)}.")
]
Territory = Annotated[
    str | None, typer.Option(metavar="NAME", help="Where a region's dates differ: amer, emea.")
]
Output = Annotated[
    str, typer.Option("--output", "-o", metavar="NAME", help=f"{', '.join(OUTPUTS)}.")
]


def open_data(*, isolated: bool = False) -> sqlite3.Connection:
    """The card data to be used; with ``isolated`` that of the package, whatever the user has."""
    return open_index() if isolated else open_newest(user_index_file(), warn)


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


def json_text(value: object) -> str:
    """The value as JSON for people and programs, with its line end."""
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    # halves of letters, which stand for bytes that are no UTF-8, are written as JSON escapes them
    return text.encode("utf-8", "backslashreplace").decode()

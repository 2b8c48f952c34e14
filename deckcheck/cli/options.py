"""Options and outputs that several commands have, and the user's own today."""

import json
from datetime import date
from typing import Annotated

import typer

from deckcheck.cards import GAMES, LANGUAGES
from deckcheck.errors import UnknownNameError
from deckcheck.model import Day

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


def json_text(value: object) -> str:
    """The value as JSON for people and programs, with its line end."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def today() -> Day:
    """The user's own today."""
    return Day(date.today().isoformat())  # noqa: DTZ011 - the user's own today is meant

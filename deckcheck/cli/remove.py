"""``deckcheck remove``: cards taken out of a deck file."""

from functools import partial
from typing import Annotated

import typer

from deckcheck.cli import inputs
from deckcheck.cli.card_edits import (
    CardsArgument,
    Check,
    DryRun,
    EditOptions,
    FileArgument,
    Format,
    Language,
    checked_section,
    edit,
)
from deckcheck.cli.desks import Desk, take_picked
from deckcheck.cli.options import Output
from deckcheck.cli.picking import each_of, named, pick_held
from deckcheck.model import SECTIONS

app = typer.Typer(add_completion=False)


@app.command()
def remove(
    file: FileArgument,
    cards: CardsArgument,
    section: Annotated[
        str | None, typer.Option(metavar="NAME", show_default="all of them",
                                 help="Only out of main, extra or side.")
    ] = None,
    check: Check = False,
    dry_run: DryRun = False,
    format_: Format = None,
    codec: inputs.Codec = None,
    lang: Language = None,
    output: Output = "table",
) -> None:  # fmt: skip
    """Take cards out of a deck, the last copies first; all else in its file stays as it is.

    What is said of a card on its line goes with it. Where there are fewer than
    asked for, nothing is taken out; without a number it is one copy.

    deckcheck remove my.ydk 2 "Ash Blossom & Joyous Spring" all Raigeki

    deckcheck remove my.ydk 14558127 --section side --check
    """
    sections = SECTIONS if section is None else (checked_section(section),)
    words = named(cards, all_too=True)

    def change(desk: Desk) -> Desk:
        for one in each_of(words, partial(pick_held, desk.cards, desk.page)):
            desk = take_picked(desk, one, sections)
        return desk

    edit(file, cards, EditOptions(format_, codec, lang, check, dry_run, output), change)

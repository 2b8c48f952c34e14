"""``deckcheck move``: cards put in another section of a deck file."""

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
from deckcheck.cli.desks import Desk, matching, take_picked
from deckcheck.cli.options import Output
from deckcheck.cli.picking import PickedHeld, each_of, named, pick_held
from deckcheck.errors import DeckcheckError
from deckcheck.model import SECTIONS, Section
from deckcheck.text import quote

app = typer.Typer(add_completion=False)


@app.command()
def move(
    file: FileArgument,
    cards: CardsArgument,
    to: Annotated[str, typer.Option(metavar="NAME", show_default=False,
                                    help="To main, extra or side.")],
    from_: Annotated[
        str | None, typer.Option("--from", metavar="NAME", show_default="where they stand",
                                 help="From main, extra or side.")
    ] = None,
    check: Check = False,
    dry_run: DryRun = False,
    format_: Format = None,
    codec: inputs.Codec = None,
    lang: Language = None,
    output: Output = "table",
) -> None:  # fmt: skip
    """Move cards to another section, the last copies first.

    Their ids go with them, and what is said of a card on its line. Where there
    are fewer than asked for, nothing is moved; without a number it is one copy.

    deckcheck move my.ydk 2 "Ash Blossom & Joyous Spring" --to side

    deckcheck move my.ydk all Raigeki --from side --to main --dry-run
    """
    target = checked_section(to)
    source = None if from_ is None else checked_section(from_)
    if source == target:
        raise DeckcheckError(f"--from and --to are both {target}; name two sections")
    words = named(cards, all_too=True)

    def change(desk: Desk) -> Desk:
        for one in each_of(words, partial(pick_held, desk.cards, desk.page)):
            desk = take_picked(desk, one, [source or _source(desk, one, target)], target)
        return desk

    edit(file, cards, EditOptions(format_, codec, lang, check, dry_run, output), change)


def _source(desk: Desk, one: PickedHeld, target: Section) -> Section:
    """The one section that the card can be moved from; DeckcheckError for none or some."""
    others = [section for section in SECTIONS if section != target]
    there = [section for section in others if matching(desk.page, one.held, one.code, [section])]
    if not there:
        raise DeckcheckError(f"{quote(one.text)} stands in {target} already, and nowhere else")
    if len(there) > 1:
        raise DeckcheckError(
            f"{quote(one.text)} stands in {' and '.join(there)}; say which with --from"
        )
    return there[0]

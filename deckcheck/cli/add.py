"""``deckcheck add``: cards put into a deck file."""

from typing import Annotated

import typer

from deckcheck.cli import inputs
from deckcheck.cli.card_edits import (
    Check,
    DryRun,
    EditOptions,
    FileArgument,
    Format,
    Language,
    checked_section,
    edit,
)
from deckcheck.cli.desks import Desk
from deckcheck.cli.options import Output
from deckcheck.cli.picking import Named, Picked, each_of, named, one_of, pick_card
from deckcheck.errors import DeckcheckError
from deckcheck.findings import SKILL_KIND
from deckcheck.model import Card, Section

app = typer.Typer(add_completion=False)


@app.command()
def add(
    file: FileArgument,
    cards: Annotated[
        list[str],
        typer.Argument(metavar="[N] CARD...", show_default=False,
                       help="Names in any language, nicknames or ids. A number counts for the "
                            "cards behind it, up to the next one. - reads cards from standard "
                            "input, one a line."),
    ],
    section: Annotated[
        str | None, typer.Option(metavar="NAME", show_default="where each card belongs",
                                 help="To main, extra or side.")
    ] = None,
    check: Check = False,
    dry_run: DryRun = False,
    format_: Format = None,
    codec: inputs.Codec = None,
    lang: Language = None,
    output: Output = "table",
) -> None:  # fmt: skip
    """Add cards to a deck; all else in its file stays as it is.

    A card goes behind the last copy that is there, else to the end of its
    section. What has become legal or illegal by it is said.

    deckcheck add my.ydk 3 "Ash Blossom & Joyous Spring" 1 Raigeki

    deckcheck search trap hole -o ids | deckcheck add my.ydk - --section side
    """
    place = None if section is None else checked_section(section)
    words = named(cards)

    def change(desk: Desk) -> Desk:
        def pick(one: Named) -> tuple[Section, Picked, int]:
            copies, text = one_of(desk.cards, one)
            picked = pick_card(desk.cards, text)
            return place or _natural(picked.card), picked, copies or 1

        for section, (card, code), copies in each_of(words, pick):
            desk = desk.put(section, card, code, copies)
        return desk

    edit(file, cards, EditOptions(format_, codec, lang, check, dry_run, output), change)


def _natural(card: Card) -> Section:
    """The section that a card belongs in; DeckcheckError for one that belongs in none."""
    if card.section == "extra":
        return "extra"
    if card.playable or card.kind == SKILL_KIND:
        return "main"
    raise DeckcheckError(f"{card.name} is no card of a deck; --section adds it all the same")

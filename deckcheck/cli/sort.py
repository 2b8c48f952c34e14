"""``deckcheck sort``: the cards of deck files in the order that players put them in."""

from enum import Enum
from functools import cache, partial
from typing import Annotated

import typer

from deckcheck import codecs, formats
from deckcheck.cards import CardIndex
from deckcheck.cli import inputs, note
from deckcheck.cli.card_edits import DryRun
from deckcheck.cli.checkers import Checkers, Options
from deckcheck.cli.configs import Configs
from deckcheck.cli.desks import open_desk
from deckcheck.cli.in_place import Check, Document, Edit, Run, files
from deckcheck.cli.options import Lang
from deckcheck.cli.textdiff import unified
from deckcheck.decks.editing import arrange
from deckcheck.decks.editing.order import Key, by_id, by_kind, by_name, levels, order_of
from deckcheck.decks.editing.page import Page

app = typer.Typer(add_completion=False)


class By(Enum):
    """What cards are sorted by."""

    kind = "kind"
    name = "name"
    id = "id"


@app.command()
def sort(
    decks: Annotated[
        list[str],
        typer.Argument(metavar="DECKS...", show_default=False,
                       help="Files, folders, patterns, ydke:// links, or - for standard input."),
    ],
    by: Annotated[
        By, typer.Option(case_sensitive=False,
                         help="Monsters, spells, traps, each by level and name; by name; by id.")
    ] = By.kind,
    check: Check = False,
    dry_run: DryRun = False,
    codec: inputs.Codec = None,
    lang: Lang = "en",
    max_bytes: inputs.MaxBytes = inputs.MOST_BYTES,
) -> None:  # fmt: skip
    """Sort the cards of each section; they stay in their sections, and all else stays.

    A comment directly above a card, or behind it, goes with it. Other lines
    stay above the first card or come below the last one of their section.

    deckcheck sort my.ydk

    deckcheck sort decks/ --by name --check
    """
    if codec is not None:
        codecs.codec(codec)
    configs = Configs(None)
    checkers = Checkers(Options(formats.Choice(None), lang=lang), configs)
    run = Run(check=check or dry_run)
    found = inputs.find(decks, run.fail, max_bytes, configs.takes)
    run.over(found, codec, partial(_edit, checkers, by, lang, (check, dry_run)))
    done = "would be sorted" if check or dry_run else "sorted"
    (note if dry_run else run.summary)(f"{files(run.changed)} {done}, {run.unchanged} unchanged")
    raise typer.Exit(2 if run.failed else int(check and run.changed > 0))


def _edit(
    checkers: Checkers, by: By, lang: str, trial: tuple[bool, bool], document: Document
) -> Edit:
    """The text with its cards sorted; DeckcheckError where they cannot be."""
    path, old = document.found.path, document.text
    parse = cache(document.parse)
    checker = checkers.of(document.found.file)
    _, terms = checker.deck(path, parse(old))
    desk = open_desk(old, parse, checker.cards(terms.format.game), lang)
    order = order_of(desk.page, _key(by, desk.cards, desk.page))
    if order == sorted(order):
        return Edit(old)
    new = arrange(desk.page, order, desk.read).text
    check, dry_run = trial
    if dry_run:
        begin = document.texts_begin
        return Edit(new, diff=tuple(unified(begin + old, begin + new, path)))
    return Edit(new, (f"would sort {path}" if check else f"sorted {path}",) if new != old else ())


def _key(by: By, cards: CardIndex, page: Page) -> Key:
    if by is By.kind:
        keys = {held.card.key for held in page.held if held.card}
        return by_kind(levels(cards, keys))
    return by_name if by is By.name else by_id

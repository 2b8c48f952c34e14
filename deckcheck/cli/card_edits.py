"""What the commands that edit the cards of one deck have in common: options, and their course.

The deck is read, changed as text, judged again, and written in one step; one line says what has
become of it.
"""

import os
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, NamedTuple

import typer

from deckcheck import codecs, formats
from deckcheck.cli import inputs, note, terminal_width, write
from deckcheck.cli.checkers import Checkers, Options
from deckcheck.cli.configs import Configs
from deckcheck.cli.desks import Desk, open_desk
from deckcheck.cli.in_place import Document, Edit, Run
from deckcheck.cli.options import is_json, json_text
from deckcheck.cli.outcomes import Outcome, as_object, compared, diff, line
from deckcheck.cli.textdiff import show
from deckcheck.errors import DeckcheckError, UnknownNameError
from deckcheck.model import SECTIONS, Section
from deckcheck.reports.words import printable, wrapped
from deckcheck.text import is_link

_REFUSED = 1
_BEGUN_EMPTY = (".ydk", "")
"""Suffixes of files that are a deck without cards when nothing is in them."""

FileArgument = Annotated[
    str, typer.Argument(metavar="FILE", show_default=False,
                        help="A deck; of a ydke:// link, or of - for standard input, the edited "
                             "deck goes to standard output.")
]  # fmt: skip
CardsArgument = Annotated[
    list[str], typer.Argument(metavar="[N|all] CARD...", show_default=False,
                              help="Names in any language, nicknames or ids. A number, or all, "
                                   "counts for the cards behind it, up to the next one.")
]  # fmt: skip
Format = Annotated[
    str | None, typer.Option("--format", "-f", metavar="NAME[@DAY]",
                             show_default="what the deck asks for, else tcg",
                             help="Way of playing to judge the edit by, or a file.")
]  # fmt: skip
Language = Annotated[
    str | None, typer.Option("--lang", metavar="CODE", show_default="that of the deck, else en",
                             help="Language of names that are written.")
]  # fmt: skip
Check = Annotated[
    bool, typer.Option("--check", help="Leave the deck as it is, with exit code 1, if it would "
                                       "break more rules.")
]  # fmt: skip
DryRun = Annotated[bool, typer.Option("--dry-run", help="Write nothing; show what would change.")]


class EditOptions(NamedTuple):
    """What the options of an edit say."""

    format: str | None
    codec: str | None
    lang: str | None
    check: bool
    dry_run: bool
    output: str


Change = Callable[[Desk], Desk]


def edit(path: str, words: Sequence[str], asked: EditOptions, change: Change) -> None:
    """Edit the one deck, say what has become of it, and end with the exit code.

    ``words`` are the cards as they were named. DeckcheckError where there is no such deck, or the
    options are wrong.
    """
    if is_json(asked.output) and (path == "-" or is_link(path)) and not asked.dry_run:
        raise DeckcheckError("the edited deck goes to standard output, and so does JSON; leave "
                             "out -o json, or ask for --dry-run")  # fmt: skip
    if asked.codec is not None:
        codecs.codec(asked.codec)
    found = _to_edit(path, words)
    checkers = Checkers(Options(formats.Choice(asked.format)), Configs(None))
    outcomes: list[Outcome] = []

    def edited(document: Document) -> Edit:
        outcome = _edited(document, checkers, asked, change)
        outcomes.append(outcome)
        return Edit(document.text if outcome.is_refused else outcome.texts[1])

    run = Run(check=asked.dry_run)
    run.over([found], asked.codec, edited)
    if run.failed:
        raise typer.Exit(run.code)
    _say(found, outcomes[0], asked)
    raise typer.Exit(_REFUSED if outcomes[0].is_refused else 0)


def _to_edit(path: str, words: Sequence[str]) -> inputs.Input:
    """The one deck that is named; DeckcheckError where there is none.

    ``words``: the cards, among which the deck may stand by mistake.
    """
    if path == "-" and "-" in words:
        raise DeckcheckError("standard input has either the deck or the cards, not both")
    if not (path == "-" or is_link(path) or os.path.exists(path)):  # noqa: PTH110 - says no
        deck = next((word for word in words if os.path.isfile(word)), None)  # noqa: PTH113
        if deck:
            raise DeckcheckError(f"{path}: no such file; the deck comes first: {deck}")
        if not os.path.lexists(path) and not inputs.WILDCARD.search(path):
            raise DeckcheckError(f"{path}: no such file; 'deckcheck new' begins one")
    return inputs.the_one(path)


def checked_section(name: str) -> Section:
    """The section of that name, in any case; UnknownNameError if there is none."""
    for section in SECTIONS:
        if section == name.casefold():
            return section
    raise UnknownNameError("section", name, SECTIONS)


def _edited(document: Document, checkers: Checkers, asked: EditOptions, change: Change) -> Outcome:
    checker = checkers.of(document.found.file)
    path = document.found.path
    if not document.text.strip() and document.found.suffix not in _BEGUN_EMPTY:
        raise DeckcheckError("the file is empty; 'deckcheck new --force' begins a deck in it")
    parse = cache(document.parse)
    before = checker.judge(path, parse(document.text))
    cards = checker.cards(before.terms.format.game)
    desk = change(open_desk(document.text, parse, cards, asked.lang))
    after = checker.judge(path, desk.page.listed)
    faults = compared(before, after, checker.chosen)
    is_refused = asked.check and bool(faults.worse)
    return Outcome(
        desk.moves,
        (document.text, desk.page.text),
        document.texts_begin,
        before,
        after,
        faults,
        is_refused,
        is_written=not (is_refused or asked.dry_run),
    )


def _say(found: inputs.Input, outcome: Outcome, asked: EditOptions) -> None:
    """The diff and the line; beside standard output where that is the deck or the diff."""
    is_deck = found.file is None and not asked.dry_run
    if is_json(asked.output):
        write([json_text(as_object(outcome))])
        return
    if asked.dry_run:
        show(diff(outcome))
    if asked.dry_run or is_deck:
        note(line(outcome))
    else:
        write([wrapped("", printable(line(outcome)), terminal_width())])

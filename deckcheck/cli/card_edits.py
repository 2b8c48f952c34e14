"""What the commands that edit the cards of one deck have in common: options, and their course.

The deck is read, changed as text, judged again, and written in one step; one line says what has
become of it.
"""

import os
from collections.abc import Callable
from functools import cache
from typing import Annotated, NamedTuple

import typer

from deckcheck import codecs, formats
from deckcheck.cli import inputs, note, write
from deckcheck.cli.checkers import Checkers, Options
from deckcheck.cli.configs import Configs
from deckcheck.cli.desks import Desk, open_desk
from deckcheck.cli.in_place import Document, Edit, Run
from deckcheck.cli.options import is_json, json_text
from deckcheck.cli.outcomes import Outcome, as_object, diff, line, worse
from deckcheck.errors import DeckcheckError, DirectiveError, ParseError, UnknownNameError
from deckcheck.model import SECTIONS, Section
from deckcheck.reports.words import printable
from deckcheck.text import is_link

_REFUSED = 1

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
    bool, typer.Option("--check", help="Write nothing, and end with exit code 1, if the deck "
                                       "breaks more rules afterwards.")
]  # fmt: skip
DryRun = Annotated[bool, typer.Option("--dry-run", help="Write nothing; show what would change.")]


class Asked(NamedTuple):
    """What the options of an edit say."""

    format: str | None
    codec: str | None
    lang: str | None
    check: bool
    dry_run: bool
    output: str


Change = Callable[[Desk], Desk]


def edit(path: str, asked: Asked, change: Change) -> None:
    """Edit the one deck, say what has become of it, and end with the exit code.

    DeckcheckError where there is no such deck, or the options are wrong.
    """
    is_json(asked.output)
    if asked.codec is not None:
        codecs.codec(asked.codec)
    found = the_one(path)
    configs = Configs(None)
    checkers = Checkers(Options(formats.Choice(asked.format), lang=asked.lang), configs)
    lang = asked.lang or configs.of(found.file).config.lang
    outcomes: list[Outcome] = []

    def edited(document: Document) -> Edit:
        outcome = _edited(document, checkers, asked, lang, change)
        outcomes.append(outcome)
        return Edit(document.text if outcome.is_refused else outcome.texts[1])

    run = Run(check=asked.dry_run)
    run.over([found], asked.codec, edited)
    if run.failed:
        raise typer.Exit(run.code)
    _say(found, outcomes[0], asked)
    raise typer.Exit(_REFUSED if outcomes[0].is_refused else 0)


def the_one(path: str) -> inputs.Input:
    """The one deck that is named; DeckcheckError where there is none."""
    if os.path.isdir(path):  # noqa: PTH112 - says no where Path raises
        raise DeckcheckError(f"{path} is a folder; name one deck")
    problems: list[str] = []
    found = list(inputs.find([path], problems.append))
    if len(found) > 1:
        raise DeckcheckError(f"{path}: {len(found)} decks; name one")
    is_there = path == "-" or is_link(path) or any(os.path.lexists(one.path) for one in found)
    if not is_there:
        raise DeckcheckError(f"{path}: no such file; 'deckcheck new' begins one")
    if not found:
        raise DeckcheckError("; ".join(problems))
    return found[0]


def checked_section(name: str) -> Section:
    """The section of that name, in any case; UnknownNameError if there is none."""
    for section in SECTIONS:
        if section == name.casefold():
            return section
    raise UnknownNameError("section", name, SECTIONS)


def of_line(path: str, error: DirectiveError) -> DeckcheckError:
    """The error without the path, which is said of each file; a ParseError where it has a line."""
    line, _, reason = str(error).removeprefix(f"{path}:").partition(": ")
    return ParseError(int(line), reason) if line.isdigit() else DeckcheckError(reason)


def _edited(
    document: Document, checkers: Checkers, asked: Asked, lang: str | None, change: Change
) -> Outcome:
    checker = checkers.of(document.found.file)
    path = document.found.path
    parse = cache(document.parse)
    try:
        before = checker.judge(path, parse(document.text))
    except DirectiveError as error:
        raise of_line(path, error) from error
    desk = change(open_desk(document.text, parse, checkers.db, before.terms.format.game, lang))
    after = checker.judge(path, desk.page.listed)
    is_refused = asked.check and bool(worse(before, after))
    return Outcome(
        desk.moves,
        (document.text, desk.page.text),
        before,
        after,
        is_refused,
        is_written=not (is_refused or asked.dry_run),
    )


def _say(found: inputs.Input, outcome: Outcome, asked: Asked) -> None:
    """The diff and the line; beside standard output where that is the deck or the diff."""
    is_deck = found.file is None and not asked.dry_run
    if is_json(asked.output) and not is_deck:
        write([json_text(as_object(outcome))])
        return
    if asked.dry_run:
        shown = diff(*outcome.texts, outcome.after.path)
        write(f"{printable(shown_line)}\n" for shown_line in shown)
    if asked.dry_run or is_deck:
        note(line(outcome))
    else:
        write([f"{printable(line(outcome))}\n"])

"""``deckcheck annotate``: names of cards as comments in YDK files."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated

import typer

from deckcheck.cli import inputs, warn
from deckcheck.cli.configs import Configs
from deckcheck.cli.in_place import Check, Document, Edit, Run, files
from deckcheck.cli.options import Lang, open_data
from deckcheck.codecs import SUFFIXES, ydk
from deckcheck.decks import annotation
from deckcheck.decks.annotation import CardNames, Style
from deckcheck.errors import DeckcheckError
from deckcheck.model import DeckList
from deckcheck.reports.words import line_ranges
from deckcheck.text import some

app = typer.Typer(add_completion=False)

_MOST_SAID = 10
_MAY_BE_YDK = (None, "text", ydk.NAME)
"""What a suffix may mean where a file is a YDK; of ``.txt``, and of none, the content tells."""


@app.command()
def annotate(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="FILES...", show_default=False,
                       help="YDK files, folders, patterns, or - for standard input."),
    ],
    style: Annotated[
        Style, typer.Option(help="Where a name stands: in a line of its own above all copies of "
                                 "the card, or behind each id.")
    ] = Style.above,
    lang: Lang = "en",
    remove: Annotated[bool, typer.Option("--remove", help="Take the names out again.")] = False,
    stale: Annotated[
        bool, typer.Option("--stale", help="Take comments that are the name of another card for "
                                           "names from before the id was changed.")
    ] = False,
    check: Check = False,
    max_bytes: inputs.MaxBytes = inputs.MOST_BYTES,
) -> None:  # fmt: skip
    """Write the names of cards as comments into YDK files; nothing else in them changes.

    Names stand above the cards, for every simulator skips a line that begins
    with #. Behind an id most stop reading at its last digit, but some take the
    whole line for a number and lose the card. Names of the same card from before
    are replaced; all other comments stay.

    deckcheck annotate my.ydk

    deckcheck annotate decks/ --lang ja --check
    """
    names = CardNames(open_data(), lang, stale=stale)
    run = Run(check=check)
    run.over(
        _ydk_files(paths, run, max_bytes), None,
        partial(_edit, names, None if remove else style, check),
    )  # fmt: skip
    done = "would be " * check + ("stripped of names" if remove else "annotated")
    run.summary(f"{files(run.changed)} {done}, {run.unchanged} unchanged")
    raise typer.Exit(run.code)


def _ydk_files(paths: list[str], run: Run, max_bytes: int) -> Iterator[inputs.Input]:
    """The files that the arguments mean; of folders, those with the suffix of a YDK."""
    found = False
    for one in inputs.find(paths, run.fail, max_bytes, Configs(None).takes):
        if one.suffix in ydk.SUFFIXES or one.within not in paths:
            found = True
            yield one
    if not (found or run.failed):
        run.fail("no YDK files there (*.ydk)")


def _edit(names: CardNames, style: Style | None, check: bool, document: Document) -> Edit:
    """The text with names, without them where there is no style; DeckcheckError if it may not be.

    It has to be read as the same deck, and give the same text when the names are taken out.
    """
    path, old = document.found.path, document.text
    listed = _ydk(document)
    bare = annotation.remove(old, names)
    new, no_room = annotation.annotate(old, names, style) if style else (bare, ())
    if _content(document.parse(new)) != _content(listed) or annotation.remove(new, names) != bare:
        raise DeckcheckError("would not be the same deck any more; it is left as it is")
    if style:
        _warn(path, annotation.unknown(old if check else new, names), no_room)
        _warn_of_stale(path, annotation.stale(old, names))
    if new == old or (document.found.data is not None and not check):
        return Edit(new)
    done, would = ("annotated", "annotate") if style else ("stripped", "strip")
    return Edit(new, (f"would {would} {path}" if check else f"{done} {path}",))


def _warn_of_stale(path: str, lines: list[int]) -> None:
    if lines:
        warn(
            f"{path}: the comment on {_lines(lines)} is the name of another card than that below, "
            "and stays; --stale replaces it"
        )


def _ydk(document: Document) -> DeckList:
    """The deck list; DeckcheckError if the file is no YDK, ParseError if it is no deck."""
    codec = SUFFIXES.get(document.found.suffix)
    if codec in _MAY_BE_YDK:
        listed = document.parse(document.text)
        if listed.codec == ydk.NAME:
            return listed
        codec = listed.codec
    raise DeckcheckError(f"annotate works on YDK files; this one is {codec}")


def _content(deck: DeckList) -> tuple[object, ...]:
    """What is read, wherever it stands."""
    return (
        deck.codec,
        [(entry.section, entry.readings) for entry in deck.entries],
        [(problem.message, problem.section) for problem in deck.problems],
        [(directive.key, directive.value) for directive in deck.directives],
    )


def _warn(path: str, unknown: dict[str, list[int]], no_room: Sequence[int]) -> None:
    if unknown:
        ids = [f"{digits} ({_lines(lines)})" for digits, lines in unknown.items()]
        warn(f"{path}: no card has the id {some(ids, _MOST_SAID)}")
    if no_room:
        warn(f"{path}: {_lines(no_room)}: no room for a name before the comment")


def _lines(lines: Sequence[int]) -> str:
    return f"{'line' if len(lines) == 1 else 'lines'} {line_ranges(lines)}"

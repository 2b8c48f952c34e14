"""``deckcheck check``: the verdict on decks, with reasons."""

import os
import shutil
import sys
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Annotated

import typer

from deckcheck import __version__, codecs, formats, reports
from deckcheck.cards import CardIndex
from deckcheck.checker import Checker
from deckcheck.cli import complain, inputs, is_terminal, warn, write
from deckcheck.cli.options import Lang, Territory, open_data, today
from deckcheck.cli.sources import DEFAULT_FORMAT, default_format, read_format, read_list
from deckcheck.errors import (
    DirectiveError,
    ParseError,
)
from deckcheck.index import facts
from deckcheck.model import Report
from deckcheck.reports import Setting

app = typer.Typer(add_completion=False)


class Undecided(Enum):
    """What an undecided deck means for the exit code."""

    fail = "fail"
    warn = "warn"


class Color(Enum):
    """When to use colours."""

    auto = "auto"
    always = "always"
    never = "never"


@app.command()
def check(
    decks: Annotated[
        list[str],
        typer.Argument(metavar="DECKS...", show_default=False,
                       help="Files, folders, ydke:// links, or - for standard input."),
    ],
    format_: Annotated[
        str | None, typer.Option("--format", "-f", metavar="NAME[@DAY]", show_default="tcg",
                          help="Way of playing (see: deckcheck format list), or a file; "
                               "a day may follow.")
    ] = None,
    on: Annotated[
        str | None, typer.Option(metavar="DAY", help="Judge as on this day, YYYY-MM-DD, or "
                          "the first of a month, YYYY-MM.",
                                 show_default="today")
    ] = None,
    territory: Territory = None,
    ruleset: Annotated[
        str | None, typer.Option(metavar="NAME", help="Build by this ruleset instead.")
    ] = None,
    banlist: Annotated[
        str | None, typer.Option(metavar="LIST", help="Instead of the day's: REGION or "
                                "REGION@DATE, a YAML file, lflist.conf (FILE#NAME), or none.")
    ] = None,
    codec: inputs.Codec = None,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="NAME", help=f"{', '.join(reports.RENDERERS)}.")
    ] = "table",
    lang: Lang = "en",
    undecided: Annotated[
        Undecided, typer.Option(help="Whether undecided decks fail the run.")
    ] = Undecided.fail,
    points: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Points of a deck at most, in formats "
                                 "with points.", show_default="the format's")
    ] = None,
    repair_sections: Annotated[
        bool, typer.Option("--repair-sections", help="Judge cards that stand in a wrong section as "
                           "if they were moved.")
    ] = False,
    max_bytes: inputs.MaxBytes = inputs.MOST_BYTES,
    isolated: Annotated[
        bool, typer.Option("--isolated", help="Use the package's card data, not the user's own.")
    ] = False,
    color: Annotated[Color, typer.Option(help="When to use colours.")] = Color.auto,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Only decks with findings, no summary.")
    ] = False,
) -> None:  # fmt: skip
    """Say of decks whether they are legal, and why not.

    deckcheck check my.ydk

    deckcheck check -f ocg --on 2005-01-01 decks/ -o json
    """
    chosen = reports.renderer(output)
    if codec is not None:
        codecs.codec(codec)
    db = open_data(isolated=isolated)
    checker = Checker(
        db,
        formats.Choice(format_, on, territory, ruleset, banlist, points),
        language=lang,
        default_format=DEFAULT_FORMAT if format_ else default_format(db),
        today=today(),
        read_list=cache(lambda path: read_list(CardIndex(db, lang), path, warn)),
        read_format=cache(lambda path: read_format(db, path)),
        repair_sections=repair_sections,
    )
    about = facts(db)
    tally = reports.Tally()
    judged = _Judged(checker, codec, max_bytes)
    setting = Setting(
        __version__, about["snapshot"], about["digest"], _use_color(color),
        shutil.get_terminal_size().columns if is_terminal(sys.stdout) else None, quiet,
    )  # fmt: skip
    write(reports.render(chosen, judged.reports(decks), tally, setting))
    passing = tally.counts["legal"]
    if undecided is Undecided.warn:
        passing += tally.counts["undecided"]
    raise typer.Exit(2 if judged.failed else int(passing < tally.decks))


class _Judged:
    """The reports of a run, and whether something could not be judged at all."""

    def __init__(self, checker: Checker, codec: str | None, most_bytes: int) -> None:
        self._checker = checker
        self._codec = codec
        self._most_bytes = most_bytes
        self.failed = False

    def reports(self, arguments: list[str]) -> Iterator[Report]:
        """The report of each deck; what cannot be judged is said on stderr and passed over.

        DeckcheckError where the options leave nothing to judge by.
        """
        for found in inputs.find(arguments, self._fail, self._most_bytes):
            report = self._report(found)
            if report:
                yield report

    def _report(self, found: inputs.Input) -> Report | None:
        try:
            data = found.read()
            return self._checker.check(found.path, data, suffix=found.suffix, codec=self._codec)
        except ParseError as error:
            return self._checker.unreadable(found.path, error, codecs.SUFFIXES.get(found.suffix))
        except (inputs.NotThereError, DirectiveError) as error:
            self._fail(str(error))
            return None

    def _fail(self, message: str) -> None:
        self.failed = True
        complain(message)


def _use_color(color: Color) -> bool:
    if color is Color.auto:
        return is_terminal(sys.stdout) and not os.environ.get("NO_COLOR")
    return color is Color.always

"""``deckcheck check``: the verdict on decks, with reasons."""

import os
import shutil
import sys
from collections.abc import Iterator
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from deckcheck import __version__, banlists, codecs
from deckcheck.cards import CardIndex
from deckcheck.checker import Checker
from deckcheck.cli import complain, sources, write
from deckcheck.errors import DataError, DirectiveError, ParseError
from deckcheck.formats import Choice
from deckcheck.index import facts, open_index
from deckcheck.model import Day, LimitList, Report
from deckcheck.reports import Setting, renderer

app = typer.Typer(add_completion=False)

_DEFAULT_FORMAT = "tcg"


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
        str, typer.Option("--format", "-f", metavar="NAME[@DAY]", show_default="tcg",
                          help="Way of playing: tcg, ocg; a day may follow.")
    ] = "",
    on: Annotated[
        str | None, typer.Option(metavar="DAY", help="Judge as on this day, YYYY-MM-DD.",
                                 show_default="today")
    ] = None,
    territory: Annotated[
        str | None, typer.Option(metavar="NAME", help="Where a region's dates differ: amer, emea.")
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option(metavar="NAME", help="Build by this ruleset instead.")
    ] = None,
    banlist: Annotated[
        str | None, typer.Option(metavar="LIST", help="REGION@DATE, a YAML file, or none.")
    ] = None,
    codec: Annotated[
        str | None, typer.Option(metavar="NAME", help="Read decks as ydk, yaml or ydke, "
                                                      "whatever their suffix.")
    ] = None,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="NAME", help="table, concise or json.")
    ] = "table",
    lang: Annotated[
        str, typer.Option(metavar="CODE", help="Language of card names: en ja ko zh-CN zh-TW de "
                                               "fr it es pt.")
    ] = "en",
    undecided: Annotated[
        Undecided, typer.Option(help="Whether undecided decks fail the run.")
    ] = Undecided.fail,
    color: Annotated[Color, typer.Option(help="When to use colours.")] = Color.auto,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Only decks with findings, no summary.")
    ] = False,
) -> None:  # fmt: skip
    """Say of decks whether they are legal, and why not.

    deckcheck check my.ydk

    deckcheck check -f ocg --on 2005-01-01 decks/ -o json
    """
    chosen = renderer(output)
    db = open_index()
    cards = CardIndex(db, lang)
    checker = Checker(
        db,
        cards,
        Choice(format_, on, territory, ruleset, banlist),
        default_format=os.environ.get("DECKCHECK_FORMAT") or _DEFAULT_FORMAT,
        today=Day(date.today().isoformat()),  # noqa: DTZ011 - the user's own today is meant
        read_list=lambda path: _read_list(cards, path),
    )
    if format_:
        checker.terms(())
    if codec:
        codecs.codec(codec)
    about = facts(db)
    run = _Run(checker, codec)
    setting = Setting(
        __version__, about["snapshot"], about["digest"], _use_color(color),
        shutil.get_terminal_size().columns if sys.stdout.isatty() else None, quiet,
    )  # fmt: skip
    write(chosen.render(run.reports(decks), setting))
    raise typer.Exit(run.exit_code(undecided))


class _Run:
    """What a run has met so far: what could not be judged, and what the exit code will be."""

    def __init__(self, checker: Checker, codec: str | None) -> None:
        self._checker = checker
        self._codec = codec
        self._verdicts: set[str] = set()
        self._failed = False

    def reports(self, arguments: list[str]) -> Iterator[Report]:
        """The report of each deck; what cannot be judged is said on stderr and passed over.

        DeckcheckError where the options leave nothing to judge by.
        """
        for source in sources.find(arguments, self._fail):
            report = self._report(source)
            if report:
                self._verdicts.add(report.verdict)
                yield report

    def _report(self, source: sources.Source) -> Report | None:
        try:
            data = source.read()
            return self._checker.check(source.path, data, suffix=source.suffix, codec=self._codec)
        except ParseError as error:
            return self._checker.unreadable(source.path, error)
        except (sources.NotThereError, DirectiveError) as error:
            self._fail(str(error))
            return None

    def _fail(self, message: str) -> None:
        self._failed = True
        complain(message)

    def exit_code(self, undecided: Undecided) -> int:
        """2 if something could not be judged, 1 if a deck is not legal, else 0."""
        passing = {"legal", "undecided"} if undecided is Undecided.warn else {"legal"}
        if self._failed:
            return 2
        return int(not self._verdicts <= passing)


def _read_list(cards: CardIndex, path: str) -> LimitList:
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise DataError(f"limit list {path}: {reason}") from error
    return banlists.read_file(cards, path, text)


def _use_color(color: Color) -> bool:
    if color is Color.auto:
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return color is Color.always

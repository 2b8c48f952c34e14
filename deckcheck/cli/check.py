"""``deckcheck check``: the verdict on decks, with reasons."""

import os
import sqlite3
import sys
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck import __version__, codecs, formats, reports, rules
from deckcheck.cli import inputs, is_terminal, keep_bytes, note, terminal_width, write
from deckcheck.cli.baselines import Baselines
from deckcheck.cli.checkers import Checkers, Options
from deckcheck.cli.configs import Configs
from deckcheck.cli.judging import Run, Wanted
from deckcheck.config import FILE as CONFIG_FILE
from deckcheck.errors import DeckcheckError
from deckcheck.index import facts
from deckcheck.reports import Setting, Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

app = typer.Typer(add_completion=False)

_DECK_SUFFIXES = (".ydk", ".ydke", ".omega")
_TERMS = "What decks are judged by"
_RULES = "Which findings count"
_DECKS = "Which decks"
_REPORT = "The report"


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
        list[str] | None,
        typer.Argument(metavar="[DECKS]...", show_default=False,
                       help="Files, folders, patterns, ydke:// links, or - for standard input."),
    ] = None,
    format_: Annotated[
        str | None, typer.Option("--format", "-f", metavar="NAME[@DAY]", show_default=False,
                                 help="Way of playing (deckcheck format list), or a file.",
                                 rich_help_panel=_TERMS)
    ] = None,
    on: Annotated[
        str | None, typer.Option(metavar="DAY", help="Judge as on this day, YYYY-MM-DD or YYYY-MM.",
                                 show_default=False, rich_help_panel=_TERMS)
    ] = None,
    territory: Annotated[
        str | None, typer.Option(metavar="NAME", help="Where a region's dates differ: amer, emea.",
                                 rich_help_panel=_TERMS)
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option(metavar="NAME", help="Build by this ruleset instead.",
                                 rich_help_panel=_TERMS)
    ] = None,
    banlist: Annotated[
        str | None, typer.Option(metavar="LIST", help="Instead of the day's list: REGION@DATE, "
                                 "FILE#NAME or none.", rich_help_panel=_TERMS)
    ] = None,
    points: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=10**6, show_default=False,
                                 help="Points of a deck at most.", rich_help_panel=_TERMS)
    ] = None,
    repair_sections: Annotated[
        bool, typer.Option("--repair-sections", help="Judge cards in a wrong section as moved.",
                           rich_help_panel=_TERMS)
    ] = False,
    select: Annotated[
        list[str] | None, typer.Option(metavar="RULE", help="Run only this rule; again for more.",
                                       rich_help_panel=_RULES)
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="RULE", help="Do not run this rule; again for more.",
                                       rich_help_panel=_RULES)
    ] = None,
    strict: Annotated[
        bool | None, typer.Option("--strict/--no-strict", show_default=False,
                                  help="Warnings make a deck illegal.", rich_help_panel=_RULES)
    ] = None,
    undecided: Annotated[
        Undecided | None, typer.Option(help="Whether undecided decks fail the run.",
                                       show_default="fail", rich_help_panel=_RULES)
    ] = None,
    baseline: Annotated[
        str | None, typer.Option(metavar="FILE", help="Fail only on what this file does not know.",
                                 rich_help_panel=_RULES)
    ] = None,
    write_baseline: Annotated[
        bool, typer.Option("--write-baseline", help="Make all that is found known, and pass.",
                           rich_help_panel=_RULES)
    ] = False,
    codec: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"Read as: {', '.join(codecs.CODECS)}.",
                                 rich_help_panel=_DECKS)
    ] = None,
    files_from: Annotated[
        str | None, typer.Option(metavar="FILE", help="Judge what a file lists, a line each; or "
                                 "-.", rich_help_panel=_DECKS)
    ] = None,
    changed_since: Annotated[
        str | None, typer.Option(metavar="REV", help="Only decks that git says have changed since.",
                                 rich_help_panel=_DECKS)
    ] = None,
    force_exclude: Annotated[
        bool, typer.Option("--force-exclude", help="Pass over what is excluded, even named.",
                           rich_help_panel=_DECKS)
    ] = False,
    max_bytes: Annotated[
        int, typer.Option(metavar="N", min=1, max=1024**3, show_default=False,
                          help="Refuse files that are larger; 1 MiB.", rich_help_panel=_DECKS)
    ] = inputs.MOST_BYTES,
    config: Annotated[
        str | None, typer.Option(metavar="FILE", help="Use this config for all decks.",
                                 rich_help_panel=_DECKS)
    ] = None,
    isolated: Annotated[
        bool, typer.Option("--isolated", help="Use no config, and the package's card data.",
                           rich_help_panel=_DECKS)
    ] = False,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="NAME", show_default=False,
                          help=f"{' '.join(reports.RENDERERS)}.", rich_help_panel=_REPORT)
    ] = "table",
    output_file: Annotated[
        str | None, typer.Option(metavar="PATH", help="Write the report to this file.",
                                 rich_help_panel=_REPORT)
    ] = None,
    files_only: Annotated[
        bool, typer.Option("--files-only", help="Print only the files that fail, one a line.",
                           rich_help_panel=_REPORT)
    ] = False,
    null: Annotated[
        bool, typer.Option("--null", "-0", help="End these files by NUL, for xargs -0.",
                           rich_help_panel=_REPORT)
    ] = False,
    lang: Annotated[
        str | None, typer.Option(metavar="CODE", help="Language of card names.",
                                 show_default="en", rich_help_panel=_REPORT)
    ] = None,
    color: Annotated[
        Color, typer.Option(help="When to use colours.", show_default=False,
                            rich_help_panel=_REPORT)
    ] = Color.auto,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Only decks with findings, no summary.",
                           rich_help_panel=_REPORT)
    ] = False,
) -> None:  # fmt: skip
    """Say of decks whether they are legal, and why not.

    deckcheck check my.ydk

    deckcheck check -f ocg --on 2005-01-01 decks/ -o json
    """
    renderer = reports.renderer(output)
    if codec is not None:
        codecs.codec(codec)
    if isolated and config is not None:
        raise DeckcheckError("--isolated uses no config; leave out --config")
    configs = Configs(config, isolated=isolated)
    options = Options(
        formats.Choice(format_, on, territory, ruleset, banlist, points),
        _given(select), _given(ignore), strict, lang, repair_sections,
    )  # fmt: skip
    checkers = Checkers(options, configs, isolated=isolated)
    baselines = Baselines(configs, baseline, write=write_baseline)
    run = Run(checkers, configs, baselines, codec=codec, most_bytes=max_bytes,
              undecided=undecided.value if undecided else None)  # fmt: skip
    named = _named(decks, files_from, configs)
    wanted = _wanted(changed_since, configs, force_exclude=force_exclude)
    if files_only:
        end = "\0" if null else "\n"
        keep_bytes(sys.stdout)
        pieces = _failing(run, named, wanted, end)
    else:
        setting = _setting(checkers.db, color, quiet=quiet, to_terminal=output_file is None)
        pieces = reports.render(renderer, run.reports(named, wanted), Tally(), setting)
    if output_file in (None, "-", "/dev/stdout"):
        write(pieces)
    else:
        data = "".join(pieces).encode(
            "utf-8", "surrogateescape" if files_only else "backslashreplace"
        )
        used = {os.path.realpath(file) for file in (baseline, files_from, format_, banlist) if file}
        _write_report(
            str(output_file), data, run.found | configs.files() | baselines.files() | used
        )
    for text in (*baselines.gone(), *baselines.write()):
        note(text)
    raise typer.Exit(2 if run.failed else int(not (run.passes or write_baseline)))


def _given(names: list[str] | None) -> tuple[str, ...] | None:
    """What an option that may come again was given, commas between several; None if nothing."""
    if not names:
        return None
    given = tuple(name.strip() for text in names for name in text.split(","))
    if not all(given):
        raise DeckcheckError("a rule without a name is asked for; 'deckcheck rule' lists them")
    return given


def _named(decks: list[str] | None, files_from: str | None, configs: Configs) -> list[str]:
    """What is to be judged; this folder where nothing is named and a config is found.

    UsageError where nothing is named and there is no config.
    """
    if files_from is not None:
        return [*(decks or ()), *inputs.listed_in(files_from)]
    if not decks:
        if configs.of(None).file is None:
            raise typer.BadParameter("name decks or folders, or - for standard input",
                                     param_hint="[DECKS]...")  # fmt: skip
        return ["."]
    return decks


def _wanted(changed_since: str | None, configs: Configs, *, force_exclude: bool) -> Wanted:
    """Whether a deck that was found is to be judged.

    A named file that is not there is, for that is to be said. DeckcheckError for a deck that git
    cannot know.
    """
    changes = None
    if changed_since is not None:
        from deckcheck.cli.git import Changes

        changes = Changes(changed_since)

    def wanted(found: inputs.Input) -> bool:
        if changes and found.file is None:
            raise DeckcheckError(f"--changed-since: git does not know {found.path}")
        is_there = found.file is not None and os.path.lexists(found.file)
        if changes and is_there and not changes.has(found.path):
            return False
        return not (force_exclude and found.file and configs.takes(found.file) is False)

    return wanted


def _failing(run: Run, named: list[str], wanted: Wanted, end: str) -> "Iterator[str]":
    """The files that do not let the run pass, each with its end."""
    for report in run.reports(named, wanted):
        if not report.passes:
            yield f"{report.path}{end}"


def _setting(db: sqlite3.Connection, color: Color, *, quiet: bool, to_terminal: bool) -> Setting:
    about = facts(db)
    is_seen = to_terminal and is_terminal(sys.stdout)
    if color is Color.auto:
        in_color = is_seen and not os.environ.get("NO_COLOR")
    else:
        in_color = color is Color.always
    width = terminal_width() if is_seen else None
    documented = {rule.ID: rule.__doc__ or "" for rule in rules.DOCUMENTED}
    return Setting(
        __version__, about["snapshot"], about["digest"], in_color, width, quiet, documented
    )


def _write_report(path: str, data: bytes, in_use: set[str]) -> None:
    """Write the report to a file; DeckcheckError for a deck, a config, or another file in use."""
    from deckcheck.cli.writing import write_file

    is_deck = os.path.splitext(path)[1].casefold() in _DECK_SUFFIXES  # noqa: PTH122 - as it is
    is_config = os.path.basename(path) == CONFIG_FILE  # noqa: PTH119 - as above
    is_there = os.path.isfile(path)  # noqa: PTH113 - says no where Path raises
    if is_there and (is_deck or is_config or os.path.realpath(path) in in_use):
        raise DeckcheckError(
            f"--output-file {path}: is a deck, a config or another file of the run"
        )
    write_file(path, data, force=True)

"""The command line: ``COMMANDS`` names each command, its module and its help.

Only the command that is called is imported, so that a check does not pay for the others.
"""

import gc

# the imports to come make many objects and no garbage: looking for it takes a tenth of a start; it
# goes on once the command is known
gc.disable()

import errno
import io
import os
import signal
import sqlite3
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup

from deckcheck import __version__
from deckcheck.errors import DeckcheckError, LongError

ASKED_BY = "_DECKCHECK_COMPLETE"
"""The variable by which a shell asks what may stand at its cursor."""

_ENDED_BY_SIGINT = 128 + 2
_USUAL_WIDTH = 80
"""Columns of a terminal that does not say how many it has."""
_ENDED_BY_SIGPIPE = 128 + 13


class Command(NamedTuple):
    """A command's module, which has a Typer application ``app``, and its help in a line."""

    module: str
    help: str


COMMANDS = {
    "check": Command("deckcheck.cli.check", "Say of decks whether they are legal, and why not."),
    "show": Command("deckcheck.cli.show", "Show a deck with names, as people read it."),
    "legal-in": Command("deckcheck.cli.legal_in", "Say which formats allow a deck."),
    "when": Command("deckcheck.cli.when", "Say over which days a deck, or a card, was legal."),
    "convert": Command("deckcheck.cli.convert", "Write decks in another file format."),
    "codecs": Command("deckcheck.cli.codecs", "List the deck file formats, and what each holds."),
    "rule": Command("deckcheck.cli.rule", "Read what each rule finds."),
    "schema": Command("deckcheck.cli.schema", "Print the JSON Schema of a file."),
    "annotate": Command(
        "deckcheck.cli.annotate", "Write the names of cards as comments into YDK files."
    ),
    "migrate": Command(
        "deckcheck.cli.migrate", "Replace ids that are out of date by official ones."
    ),
    "diff": Command("deckcheck.cli.diff", "Say what differs between two decks."),
    "fix": Command("deckcheck.cli.fix", "Make a deck legal by the smallest change."),
    "new": Command("deckcheck.cli.new", "Begin a deck file."),
    "add": Command("deckcheck.cli.add", "Add cards to a deck."),
    "remove": Command("deckcheck.cli.remove", "Take cards out of a deck."),
    "move": Command("deckcheck.cli.move", "Move cards to another section."),
    "sort": Command("deckcheck.cli.sort", "Sort the cards of a deck."),
    "stats": Command(
        "deckcheck.cli.stats", "Count a deck by kinds, attributes, levels and points."
    ),
    "odds": Command("deckcheck.cli.odds", "Say how likely opening hands are."),
    "hand": Command("deckcheck.cli.hand", "Draw sample hands."),
    "format": Command("deckcheck.cli.format", "Read the ways of playing."),
    "ruleset": Command("deckcheck.cli.ruleset", "Read the numbers for building a deck."),
    "banlist": Command("deckcheck.cli.banlist", "Read the limit lists, and compare them."),
    "card": Command("deckcheck.cli.card", "Show a card, and its status in every region."),
    "search": Command("deckcheck.cli.search", "Find cards by words of their names."),
    "data": Command("deckcheck.cli.data", "Look after the card data."),
    "completion": Command("deckcheck.cli.completion", "Print the completion script of a shell."),
}


class CommandsByName(TyperGroup):
    """A group that imports a command when it is called, not before."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - Typer's form
        """The names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - Typer's form
        """The command of that name, None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, help_line = COMMANDS[cmd_name]
        command = typer.main.get_command(import_module(module).app)
        command.name = cmd_name
        command.short_help = help_line
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called; Typer suggests near names out of ``commands``."""
        self.commands = dict.fromkeys(COMMANDS, self)
        command = super().resolve_command(ctx, args)
        gc.freeze()
        gc.enable()
        return command


app = typer.Typer(
    cls=CommandsByName,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Deck-building and legality checks for the Yu-Gi-Oh! card game, offline, for any day.",
    epilog="Exit codes: 0 every deck is legal, 1 a deck is not, 2 the job could not be done.",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"deckcheck {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version and end."
    ),
) -> None:
    """Options before the command."""


def main() -> None:
    """Run the command line of this process and end it at once with the exit code.

    What the program holds is not taken apart first, for that takes a twentieth of a run.
    """
    try:
        run()
    except SystemExit as ended:
        code = ended.code
        if not isinstance(code, int | None):
            raise
    else:
        code = 0
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except BrokenPipeError:
            code = _ENDED_BY_SIGPIPE
        except OSError as error:
            complain(f"the output cannot be written: {error.strerror}")
            code = 2
    os._exit(code or 0)


def run() -> None:
    """Run the command line; SystemExit with the exit code unless that is 0."""
    sys.stdout = _robust(sys.stdout)
    sys.stderr = _robust(sys.stderr)
    # Typer would say that it was aborted, with exit code 1; who ignores the signal still does
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)
    try:
        if ASKED_BY in os.environ:
            _answer_shell()
        else:
            app()
    except DeckcheckError as error:
        lines = str(error).split("\n") if isinstance(error, LongError) else [str(error)]
        complain(*lines)
        sys.exit(2)
    except sqlite3.DatabaseError as error:
        complain(
            f"the card data is damaged ({error}): run 'deckcheck data update' to make your own "
            "anew, or delete it; or install deckcheck again"
        )
        sys.exit(2)
    except OSError as error:
        if _is_adrift():
            complain("the folder that this runs in is no longer there")
            sys.exit(2)
        if error.errno != errno.ENOSPC:
            raise
        _abandon(sys.stdout)
        complain(f"the output cannot be written: {error.strerror}")
        sys.exit(2)


def _is_adrift() -> bool:
    """Whether the working folder has been deleted."""
    try:
        os.getcwd()  # noqa: PTH109 - pathlib would be imported for it
    except OSError:
        return True
    return False


def _end(*_: object) -> None:
    """End as quietly as a program that the signal ends; what is half done is cleaned up."""
    _abandon(sys.stdout)
    sys.exit(_ENDED_BY_SIGINT)


def _answer_shell() -> None:
    """Tell a shell what may stand at its cursor; ``completion`` prints the script that asks."""
    from deckcheck.cli.completion import answer

    write(answer(typer.main.get_group(app)))


def complain(*lines: str) -> None:
    """Say on stderr what is wrong with the run, if there is one that takes it."""
    try:
        message = "\n".join(map(_shown, lines))
        typer.echo(f"deckcheck: error: {message}", err=True)
    except OSError:
        _abandon(sys.stderr)


def warn(message: str) -> None:
    """Say on stderr what is doubtful; the run goes on."""
    try:
        typer.echo(f"deckcheck: warning: {_shown(message)}", err=True)
    except OSError:
        _abandon(sys.stderr)


def note(message: str) -> None:
    """Say on stderr what else is worth knowing of the run."""
    try:
        typer.echo(f"deckcheck: {_shown(message)}", err=True)
    except OSError:
        _abandon(sys.stderr)


def _shown(message: str) -> str:
    """The message on one line, whatever the names of files in it are."""
    from deckcheck.reports.words import printable

    return printable(message)


def is_terminal(stream: Any) -> bool:
    """Whether the stream is there and a terminal."""
    return stream is not None and stream.isatty()


def terminal_width() -> int | None:
    """The columns of the terminal that stdout is; None where it is none."""
    if not is_terminal(sys.stdout):
        return None
    said = os.environ.get("COLUMNS", "")
    if said.isascii() and said.isdigit() and int(said):
        return int(said)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or _USUAL_WIDTH
    except (OSError, ValueError):
        return _USUAL_WIDTH


def keep_bytes(stream: Any) -> None:
    """Write names of files to the stream in the bytes that they have, text or not."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")


def write_bytes(data: bytes) -> None:
    """Write the bytes to stdout as they are; errors as those of ``write``."""
    keep_bytes(sys.stdout)
    write([data.decode("utf-8", "surrogateescape")])


def write(pieces: Iterable[str]) -> None:
    """Write the pieces to stdout as they come; DeckcheckError if they cannot be written.

    The run ends, as quietly as one that SIGPIPE ends, when nobody reads any more.
    """
    if sys.stdout is None:
        raise DeckcheckError("the report cannot be written: standard output is closed")
    for piece in pieces:
        try:
            sys.stdout.write(piece)
            sys.stdout.flush()
        except BrokenPipeError:
            _abandon(sys.stdout)
            sys.exit(_ENDED_BY_SIGPIPE)
        except OSError as error:
            _abandon(sys.stdout)
            raise DeckcheckError(f"the report cannot be written: {error.strerror}") from error


def write_lines(pieces: Iterable[str]) -> None:
    """Write text for people: printable, and no wider than the terminal if there is one.

    A piece is a line, or some with their ends.
    """
    from deckcheck.reports.words import fitted

    width = terminal_width()
    write(fitted(line, width) for piece in pieces for line in piece.splitlines() or [""])


def _robust(stream: Any) -> Any:
    """The stream such that no name of a card or file breaks it and nothing written is lost.

    UTF-8 in pipes, escapes where need be; and a buffer where Python was told to use none, for
    without one a write may end half-way with no error.
    """
    if stream is None:
        return None
    encoding = stream.encoding if stream.isatty() else "utf-8"
    if isinstance(stream.buffer, io.RawIOBase):
        buffer = io.BufferedWriter(stream.detach())
        return io.TextIOWrapper(
            buffer, encoding, "backslashreplace", newline="\n", write_through=True
        )
    stream.reconfigure(encoding=encoding, errors="backslashreplace", newline="\n")
    return stream


def _abandon(stream: Any) -> None:
    """Keep Python from flushing at its end what nobody reads or what cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

"""Where decks come from: files, folders, links and standard input."""

import os
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from deckcheck.cards import CardIndex
from deckcheck.codecs import CODECS, SUFFIXES, parse
from deckcheck.errors import (
    DataError,
    DeckcheckError,
    MissingFileError,
    ParseError,
    UnknownNameError,
)
from deckcheck.formats import load_parts, named, no_format
from deckcheck.model import DeckList, Directive, Format, LimitList
from deckcheck.text import decode

MOST_BYTES = 1024 * 1024
"""A deck file larger than this is refused; the largest real ones have a few thousand bytes."""

Codec = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Read decks by this codec, whatever their suffix: "
                                      f"{', '.join(CODECS)}."),
]  # fmt: skip

DEFAULT_FORMAT = "tcg"

_LONGEST_CHAIN = 20
"""Formats that are based on each other, one on the next."""

_IN_FOLDERS = ("ydk", "ydke")
_IN_FOLDERS_WITH_MAIN = ("yaml",)


class NotThereError(DeckcheckError):
    """A deck that was named is not there; the others may be judged."""


class Input(NamedTuple):
    """A deck to judge: what reports call it, its suffix, and its bytes where it is no file."""

    path: str
    suffix: str = ""
    data: bytes | None = None

    def read(self) -> bytes:
        """The bytes.

        NotThereError if there is no such file; ParseError if it may not be read or is too large.
        """
        data = self._bytes() if self.data is None else self.data
        if len(data) > MOST_BYTES:
            raise ParseError(1, f"larger than {MOST_BYTES:,} bytes, which no deck is")
        return data

    def _bytes(self) -> bytes:
        try:
            with Path(self.path).open("rb") as file:
                return file.read(MOST_BYTES + 1)
        except PermissionError as error:
            raise ParseError(1, f"cannot be read: {error.strerror}") from error
        except OSError as error:
            if "://" in self.path:
                what = "no file, and no deck code that is read here (ydke:// links are)"
            else:
                what = error.strerror or str(error)
            raise NotThereError(f"{self.path}: {what}") from error


def read_list(cards: CardIndex, path: str, warn: Callable[[str], None]) -> LimitList:
    """The limit list in a file, ``FILE#NAME`` for one of several in an lflist.conf.

    MissingFileError if there is no such file; DataError for what is wrong in it.
    """
    from deckcheck.banlists.files import read_limit_file

    file, name = _file_and_name(path)
    return read_limit_file(cards, file, list_text(file), name, warn)


def read_format(db: sqlite3.Connection, path: str) -> Format:
    """The format in a file, with those it is based on: shipped ones, or files beside it.

    MissingFileError if there is no such file; DataError, with file and line, for what is wrong.
    """
    from deckcheck.formats.parts import Parts, format_of
    from deckcheck.formats.reading import read_parts

    def parts_of(path: Path, above: tuple[Path, ...]) -> Parts:
        real = path.resolve()
        if real in above or len(above) > _LONGEST_CHAIN:
            names = " on ".join(other.name for other in (*above[:3], real))
            raise DataError(f"{path}: formats are based on each other, or on too many: {names}")
        text = _text_of(str(path), "format")

        def base(name: str) -> Parts:
            try:
                return load_parts(db, name)
            except UnknownNameError:
                beside = path.parent / name
                if not os.path.isfile(beside):  # noqa: PTH113 - says no where Path raises
                    raise
                return parts_of(beside, (*above, real))

        return read_parts(db, str(path), str(path), text, base)

    if os.path.isdir(path):  # noqa: PTH112 - as below
        raise DataError(f"{path} is a folder, not the file of a format")
    if not os.path.isfile(path):  # noqa: PTH113 - says no where Path raises
        raise MissingFileError(path)
    return format_of(path, parts_of(Path(path), ()))


def named_format(
    db: sqlite3.Connection, asked: str | None, path: str, directives: Iterable[Directive]
) -> Format:
    """The format that an option asks for, else the deck, else the environment, else the TCG.

    A deck may be a stranger's: it names formats that ship, and opens no file. DeckcheckError,
    with path and line where the deck asks for what there is not.
    """
    directive = next((d for d in directives if d.key == "format"), None)
    if asked is None and directive:
        try:
            return named(db, directive.value.partition("@")[0], no_format)
        except DeckcheckError as error:
            raise DeckcheckError(f"{path}:{directive.line}: {error}") from error
    name = asked or os.environ.get("DECKCHECK_FORMAT", "").partition("@")[0] or DEFAULT_FORMAT
    return named(db, name, lambda file: read_format(db, file))


def list_text(path: str) -> str:
    """The text of a limit list's file.

    MissingFileError if there is no such file; DataError if it is no text or too large.
    """
    return _text_of(path, "limit list")


def _text_of(path: str, what: str) -> str:
    try:
        return decode(Input(path).read())
    except NotThereError as error:
        raise MissingFileError(f"{what} {error}") from error
    except ParseError as error:
        raise DataError(f"{what} {path}: {error}") from error


def _file_and_name(path: str) -> tuple[str, str | None]:
    """A path, or what stands before and behind the first ``#`` behind the path of a file."""
    if os.path.exists(path):  # noqa: PTH110 - says no where Path raises
        return path, None
    parts = path.split("#")
    for number in range(1, len(parts)):
        file = "#".join(parts[:number])
        if os.path.isfile(file):  # noqa: PTH113 - as above
            return file, "#".join(parts[number:])
    return parts[0], "#".join(parts[1:]) if len(parts) > 1 else None


def find(arguments: list[str], complain: Callable[[str], None]) -> Iterator[Input]:
    """The decks that the arguments mean, each once, in their order, those of a folder sorted.

    A folder that cannot be listed goes to ``complain``, and so does one without decks.
    """
    seen: set[str] = set()
    for argument in arguments:
        for found in _inputs(argument, complain):
            real = os.path.realpath(found.path) if found.data is None else found.path
            if real not in seen:
                seen.add(real)
                yield found


def read_deck(argument: str, codec: str | None) -> tuple[str, DeckList]:
    """The one deck that an argument means, with what it is called.

    DeckcheckError, with path and line, for none, for a folder, and for one that cannot be read.
    """
    if os.path.isdir(argument):  # noqa: PTH112 - says no where Path raises
        raise DeckcheckError(f"{argument} is a folder; name one deck")
    problems: list[str] = []
    found = next(_inputs(argument, problems.append), None)
    if not found:
        raise DeckcheckError("; ".join(problems))
    try:
        return found.path, parse(found.read(), suffix=found.suffix, name=codec)
    except ParseError as error:
        raise DeckcheckError(f"{found.path}:{error.line}: {error.reason}") from error


def _inputs(argument: str, complain: Callable[[str], None]) -> Iterator[Input]:
    if not argument:
        complain("'' names no deck")
    elif argument == "-":
        if sys.stdin is None:
            complain("-: standard input is closed")
            return
        yield Input("-", data=sys.stdin.buffer.read(MOST_BYTES + 1))
    elif argument.casefold().startswith("ydke://"):
        yield Input(argument, ".ydke", argument.encode("utf-8", "surrogateescape"))
    elif os.path.isdir(argument):  # noqa: PTH112 - says no where Path raises
        yield from _in_folder(argument, complain)
    else:
        yield Input(argument, _suffix(argument))


def _in_folder(folder: str, complain: Callable[[str], None]) -> Iterator[Input]:
    found = False
    for path in sorted(_files(folder, complain)):
        codec = SUFFIXES.get(_suffix(path))
        if codec in _IN_FOLDERS or (codec in _IN_FOLDERS_WITH_MAIN and _is_deck(path)):
            found = True
            yield Input(path, _suffix(path))
    if not found:
        complain(f"{folder}: no decks in this folder (*.ydk, *.ydke, *.yaml with main)")


def _files(folder: str, complain: Callable[[str], None]) -> Iterator[str]:
    """The files below the folder; hidden ones, devices and pipes are left out."""

    def passed_over(error: OSError) -> None:
        complain(f"{error.filename}: {error.strerror}")

    seen = {os.path.realpath(folder)}
    for root, folders, files in os.walk(folder, onerror=passed_over, followlinks=True):
        folders[:] = [
            name
            for name in sorted(folders)
            if not name.startswith(".") and _is_new(os.path.join(root, name), seen)  # noqa: PTH118
        ]
        for name in files:
            path = os.path.join(root, name)  # noqa: PTH118 - keeps ./ as the user wrote it
            if not name.startswith(".") and _is_file(path):
                yield path


def _is_new(folder: str, seen: set[str]) -> bool:
    """Whether a folder was not searched before; links may lead in circles."""
    real = os.path.realpath(folder)
    is_new = real not in seen
    seen.add(real)
    return is_new


def _is_file(path: str) -> bool:
    """Whether it is a regular file, or a link to nothing, which is to be said."""
    try:
        return stat.S_ISREG(Path(path).stat().st_mode)
    except OSError:
        return True


def _is_deck(path: str) -> bool:
    """Whether a YAML file has a main section; one that may not be read may have, and is judged."""
    from deckcheck.codecs.yaml import has_main

    try:
        return has_main(decode(Input(path).read()))
    except NotThereError:
        return True
    except ParseError as error:
        return isinstance(error.__cause__, PermissionError)


def _suffix(path: str) -> str:
    return Path(path).suffix.casefold()

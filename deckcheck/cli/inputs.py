"""Where decks come from: files, folders, links and standard input."""

import os
import re
import stat
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from deckcheck.codecs import CODECS, SUFFIXES, parse
from deckcheck.errors import (
    DeckcheckError,
    ParseError,
)
from deckcheck.model import DeckList
from deckcheck.text import decode, is_link

MOST_BYTES = 1024 * 1024
"""A deck file larger than this is refused; the largest real ones have a few thousand bytes."""

MaxBytes = Annotated[
    int,
    typer.Option(
        "--max-bytes", metavar="N", min=1, max=1024**3, help="Refuse files that are larger."
    ),
]

Codec = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Read decks by this codec, whatever their suffix: "
                                      f"{', '.join(CODECS)}."),
]  # fmt: skip

WILDCARD = re.compile(r"[*?[]")
_IN_FOLDERS = ("ydk", "ydke", "omega")
_KINDS = "*.ydk, *.ydke, *.omega; *.yaml and *.json with a key main"
_IN_FOLDERS_WITH_MAIN = ("yaml", "json")


class NotThereError(DeckcheckError):
    """A deck that was named is not there; the others may be judged."""


class Input(NamedTuple):
    """A deck to judge: what reports call it, its suffix, and its bytes where it is no file.

    ``within`` is the folder, named or before a pattern, that it was found in; None for a deck that
    was named itself.
    """

    path: str
    suffix: str = ""
    data: bytes | None = None
    most_bytes: int = MOST_BYTES
    within: str | None = None

    @property
    def file(self) -> str | None:
        """The path of the file, None for a link or standard input."""
        return self.path if self.data is None else None

    def read(self) -> bytes:
        """The bytes.

        NotThereError if there is no such file; ParseError if it may not be read or is too large,
        and for whatever cannot be read of what was found rather than named.
        """
        data = self._bytes() if self.data is None else self.data
        if len(data) > self.most_bytes:
            raise self._too_large("")
        return data

    def _bytes(self) -> bytes:
        try:
            if self.within is not None and not stat.S_ISREG(Path(self.path).stat().st_mode):
                raise ParseError(1, "a pipe or a device, not a file")
            with Path(self.path).open("rb") as file:
                size = os.fstat(file.fileno()).st_size
                if size > self.most_bytes:
                    raise self._too_large(f"{size:,} bytes, ")
                return file.read(self.most_bytes + 1)
        except PermissionError as error:
            raise ParseError(1, f"cannot be read: {error.strerror}") from error
        except OSError as error:
            if self.within is not None:
                raise ParseError(1, f"cannot be read: {error.strerror}") from error
            if "://" in self.path:
                what = "unsupported deck code, and no file; ydke:// links are read"
            else:
                what = error.strerror or str(error)
            raise NotThereError(f"{self.path}: {what}") from error

    def _too_large(self, size: str) -> ParseError:
        what = f"{size}larger than {self.most_bytes:,} bytes, which no deck is (see --max-bytes)"
        return ParseError(1, what)


Takes = Callable[[str], bool | None]
"""Whether a file in a folder, or a folder that ends in /, is looked at; None: by its suffix."""


def by_suffix(path: str) -> bool | None:  # noqa: ARG001 - the form of Takes
    """What is looked at where nobody says: what the suffix tells."""
    return None


def find(
    arguments: Iterable[str],
    complain: Callable[[str], None],
    most_bytes: int = MOST_BYTES,
    takes: Takes = by_suffix,
    *,
    by_path: bool = False,
) -> Iterator[Input]:
    """The decks that the arguments mean, each once, in their order, those of a folder sorted.

    A folder that cannot be listed goes to ``complain``, and so does one without decks. ``by_path``:
    a link is a deck of its own beside the file that it leads to.
    """
    seen: set[str] = set()
    for argument in arguments:
        for found in _inputs(argument, complain, most_bytes, takes):
            real = found.path
            if found.file:
                real = os.path.abspath(real) if by_path else os.path.realpath(real)  # noqa: PTH100
            if real not in seen:
                seen.add(real)
                yield found._replace(most_bytes=most_bytes)


def listed_in(file: str) -> list[str]:
    """The paths that a file lists, one a line, or each ended by a NUL; ``-`` is standard input.

    DeckcheckError if it cannot be read.
    """
    try:
        if file == "-":
            data = sys.stdin.buffer.read() if sys.stdin else b""
        else:
            data = Path(file).read_bytes()
    except OSError as error:
        raise DeckcheckError(f"{file}: {error.strerror}") from error
    data = data.removeprefix(BOM_UTF8)
    end = b"\0" if b"\0" in data else b"\n"
    return [os.fsdecode(line.removesuffix(b"\r")) for line in data.split(end) if line.strip()]


def the_one(argument: str, most_bytes: int = MOST_BYTES) -> Input:
    """The one deck that an argument means; DeckcheckError for none, for some, and for a folder."""
    if os.path.isdir(argument):  # noqa: PTH112 - says no where Path raises
        raise DeckcheckError(f"{argument} is a folder; name one deck")
    problems: list[str] = []
    decks = list(find([argument], problems.append, most_bytes))
    if len(decks) > 1:
        raise DeckcheckError(f"{argument}: {len(decks)} decks; name one")
    if not decks:
        raise DeckcheckError("; ".join(problems))
    return decks[0]


def read_deck(
    argument: str, codec: str | None, most_bytes: int = MOST_BYTES
) -> tuple[str, DeckList]:
    """The one deck that an argument means, with what it is called.

    DeckcheckError, with path and line, for none, for a folder, and for one that cannot be read.
    """
    found = the_one(argument, most_bytes)
    try:
        return found.path, parse(found.read(), suffix=found.suffix, name=codec)
    except ParseError as error:
        raise DeckcheckError(f"{found.path}:{error.line}: {error.reason}") from error


def _inputs(
    argument: str, complain: Callable[[str], None], most_bytes: int, takes: Takes
) -> Iterator[Input]:
    if not argument:
        complain("'' names no deck")
    elif argument == "-":
        if sys.stdin is None:
            complain("-: standard input is closed")
            return
        yield Input("-", data=sys.stdin.buffer.read(most_bytes + 1))
    elif is_link(argument):
        yield Input(argument, ".ydke", argument.encode("utf-8", "surrogateescape"))
    elif os.path.isdir(argument):  # noqa: PTH112 - says no where Path raises
        yield from _in_folder(argument, complain, most_bytes, takes)
    elif WILDCARD.search(argument) and not os.path.lexists(argument):
        yield from _fitting(argument, complain)
    else:
        yield Input(argument, _suffix(argument))


def _fitting(pattern: str, complain: Callable[[str], None]) -> Iterator[Input]:
    """The files that fit a pattern, for shells that leave patterns to the program."""
    from glob import iglob

    paths = sorted(iglob(pattern, recursive=True))  # noqa: PTH207 - it may be absolute
    if not paths:
        complain(f"{pattern}: no such file, and none that fits it as a pattern")
    fixed = os.path.dirname(WILDCARD.split(pattern, maxsplit=1)[0])  # noqa: PTH120 - as it is
    for path in paths:
        if not os.path.isdir(path):  # noqa: PTH112 - says no where Path raises
            yield Input(path, _suffix(path), within=fixed)


def _in_folder(
    folder: str, complain: Callable[[str], None], most_bytes: int, takes: Takes
) -> Iterator[Input]:
    found = False
    for path in sorted(_files(folder, complain, takes)):
        wanted = takes(path)
        if wanted or (wanted is None and _is_deck(path, most_bytes)):
            found = True
            yield Input(path, _suffix(path), within=folder)
    if not found:
        complain(f"{folder}: no decks in this folder ({_KINDS})")


def _files(folder: str, complain: Callable[[str], None], takes: Takes) -> Iterator[str]:
    """What is below the folder and no folder itself; hidden ones are left out."""

    def passed_over(error: OSError) -> None:
        complain(f"{error.filename}: {error.strerror}")

    seen = {os.path.realpath(folder)}
    for root, folders, files in os.walk(folder, onerror=passed_over, followlinks=True):
        shown = sorted(name for name in folders if not name.startswith("."))
        below = [os.path.join(root, name, "") for name in shown]  # noqa: PTH118 - as below
        folders[:] = [
            os.path.basename(path[:-1])  # noqa: PTH119 - of a path without its /
            for path in below
            if takes(path) is not False and _is_new(path, seen)
        ]
        for name in files:
            path = os.path.join(root, name)  # noqa: PTH118 - keeps ./ as the user wrote it
            if not name.startswith("."):
                yield path


def _is_new(folder: str, seen: set[str]) -> bool:
    """Whether a folder was not searched before; links may lead in circles."""
    real = os.path.realpath(folder)
    is_new = real not in seen
    seen.add(real)
    return is_new


def _is_deck(path: str, most_bytes: int) -> bool:
    """Whether the suffix of a file in a folder, or that and its main section, say it is a deck."""
    codec = SUFFIXES.get(_suffix(path))
    if codec not in _IN_FOLDERS_WITH_MAIN:
        return codec in _IN_FOLDERS
    return _has_main(path, codec, most_bytes)


def _has_main(path: str, codec: str, most_bytes: int) -> bool:
    """Whether a file has a main section; one that may not be read may have, and is judged."""
    from deckcheck.codecs import json, yaml

    has_main = {"yaml": yaml.has_main, "json": json.has_main}[codec]
    try:
        return has_main(decode(Input(path, most_bytes=most_bytes, within="").read()))
    except ParseError as error:
        return isinstance(error.__cause__, OSError)


def _suffix(path: str) -> str:
    return Path(path).suffix.casefold()

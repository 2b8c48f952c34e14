"""Limit lists and formats in files, and the format that is asked for where no option names one."""

import os
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path

from deckcheck import formats
from deckcheck.cards import CardIndex
from deckcheck.cli.configs import Configs, Place
from deckcheck.cli.inputs import Input, NotThereError
from deckcheck.config import settings_for
from deckcheck.errors import (
    DataError,
    DeckcheckError,
    MissingFileError,
    ParseError,
    UnknownNameError,
)
from deckcheck.formats import ReadFormat, load_parts, named
from deckcheck.model import Directive, Format, LimitList
from deckcheck.text import decode

DEFAULT_FORMAT = "tcg"

_LONGEST_CHAIN = 20
"""Formats that are based on each other, one on the next."""


def default_format(db: sqlite3.Connection) -> str:
    """What the environment asks for, else the TCG.

    DeckcheckError that names the variable if it is wrong.
    """
    asked = os.environ.get("DECKCHECK_FORMAT")
    if not asked:
        return DEFAULT_FORMAT
    try:
        formats.check_choice(
            db, formats.Choice(asked), read_format=lambda path: read_format(db, path)
        )
    except DeckcheckError as error:
        raise DeckcheckError(f"DECKCHECK_FORMAT: {error}") from error
    return asked


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
                for beside in (path.parent / name, path.parent / f"{name}.yaml"):
                    if os.path.isfile(beside):  # noqa: PTH113 - says no where Path raises
                        return parts_of(beside, (*above, real))
                raise

        return read_parts(db, str(path), str(path), text, base)

    if os.path.isdir(path):  # noqa: PTH112 - as below
        raise DataError(f"{path} is a folder, not the file of a format")
    if not os.path.isfile(path):  # noqa: PTH113 - says no where Path raises
        raise MissingFileError(path)
    return format_of(path, parts_of(Path(path), ()))


def own_formats(db: sqlite3.Connection, place: Place) -> ReadFormat:
    """Reads the formats in the folder that a config names; MissingFileError for all others."""
    folder = place.config.formats_dir

    def read(asked: str) -> Format:
        path = os.path.join(place.path(folder or ""), f"{asked}.yaml")  # noqa: PTH118
        if folder is not None and not os.path.isfile(path):  # noqa: PTH113
            alike = (p for p in Path(place.path(folder)).glob("*.yaml")
                     if p.stem.casefold() == asked.casefold())  # fmt: skip
            path = str(next(alike, path))
        is_name = os.path.basename(asked) == asked  # noqa: PTH119 - of text that may be none
        if folder is None or not is_name or not os.path.isfile(path):  # noqa: PTH113
            raise MissingFileError(asked)
        return read_format(db, path)._replace(name=Path(path).stem)

    return read


def own_or_file(db: sqlite3.Connection, read_own: ReadFormat, asked: str) -> Format:
    """A format of the config's folder, else one in the file of that path."""
    try:
        return read_own(asked)
    except MissingFileError:
        return read_format(db, asked)


def format_here(db: sqlite3.Connection, name: str) -> Format:
    """The format of that name: one that ships, one of the folder's config, or a file."""
    read_own = own_formats(db, Configs(None).of(None))
    return named(db, name, lambda asked: own_or_file(db, read_own, asked))


def named_format(
    db: sqlite3.Connection,
    asked: str | None,
    path: str | None,
    directives: Iterable[Directive],
    configs: Configs | None = None,
) -> Format:
    """The format that an option asks for, else the deck, else its config, else the environment.

    Where nobody asks, the TCG. A deck may be a stranger's: it names formats that ship, or those of
    its config's folder, and opens no other file. DeckcheckError, with path and line where the deck
    asks for what there is not.
    """
    place = (configs or Configs(None)).of(path)
    read_own = own_formats(db, place)
    directive = next((d for d in directives if d.key == "format"), None)
    if asked is None and directive:
        try:
            return named(db, directive.value.partition("@")[0], read_own)
        except DeckcheckError as error:
            raise DeckcheckError(f"{path}:{directive.line}: {error}") from error
    settings = place.config.settings
    if path is not None and place.config.overrides:
        settings = settings_for(place.config, place.below(path))
    name = asked or (settings.format or default_format(db)).partition("@")[0]
    return named(db, name, lambda file: own_or_file(db, read_own, file))


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

"""Config files: found from the folder of each deck upward, and each read once."""

import os
from pathlib import Path
from typing import NamedTuple

from deckcheck.cards import LANGUAGES
from deckcheck.config import FILE, NOTHING, Config, fits, read_config
from deckcheck.errors import DataError, MissingFileError, ParseError

MOST_BYTES = 1024 * 1024


class Place(NamedTuple):
    """A config with its file, and the folder its paths are relative to; no file, no config."""

    config: Config
    folder: str
    file: str | None

    def path(self, name: str) -> str:
        """A path that the config names, from where the program runs."""
        return os.path.join(self.folder, name)  # noqa: PTH118 - keeps ./ as it is

    def below(self, path: str) -> str:
        """A path as the patterns of the config see it, with / for folders in it."""
        is_folder = path.endswith(("/", os.sep))
        real = os.path.join(os.path.realpath(os.path.dirname(path) or "."),  # noqa: PTH118, PTH120
                            os.path.basename(path))  # noqa: PTH119 # fmt: skip
        if is_folder:
            real = os.path.realpath(path)
        relative = Path(os.path.relpath(real, os.path.realpath(self.folder))).as_posix()
        return f"{relative}/" if is_folder else relative


_NOWHERE = Place(NOTHING, ".", None)


class Configs:
    """The config of each deck: the named one for all, or that of the nearest folder upward."""

    def __init__(self, named: str | None, *, isolated: bool = False) -> None:
        """MissingFileError if the named file is not there; DataError for what is wrong in it."""
        self._found: dict[str, Place] = {}
        self._for_all: Place | None = None
        if named is not None:
            if not os.path.isfile(named):  # noqa: PTH113 - says no where Path raises
                raise MissingFileError(f"config {named}: no such file")
            self._for_all = _read(named)
        elif isolated:
            self._for_all = _NOWHERE

    def of(self, path: str | None) -> Place:
        """The config for a deck in a file; for one that is in none, of the folder one is in.

        DataError, with path and line, for what is wrong in it.
        """
        if self._for_all:
            return self._for_all
        folder = "." if path is None else os.path.dirname(path) or "."  # noqa: PTH120 - as it is
        return self._in(os.path.realpath(folder))

    def files(self) -> set[str]:
        """The real paths of the config files that were read."""
        return {os.path.realpath(p.file) for p in self._found.values() if p.file} | (
            {os.path.realpath(self._for_all.file)}
            if self._for_all and self._for_all.file
            else set()
        )

    def takes(self, path: str) -> bool | None:
        """Whether a file, or a folder that ends in /, is judged where a folder is named.

        None where no config says so.
        """
        place = self.of(path.rstrip("/"))
        if place.file is None:
            return None
        below = place.below(path)
        if fits(below, place.config.exclude):
            return False
        return True if fits(below, place.config.include) else None

    def _in(self, folder: str) -> Place:
        if folder not in self._found:
            file = os.path.join(folder, FILE)  # noqa: PTH118 - a folder of text
            above = os.path.dirname(folder)  # noqa: PTH120 - as above
            if os.path.lexists(file):
                self._found[folder] = _read(_as_named(file))
            elif above == folder:
                self._found[folder] = _NOWHERE
            else:
                self._found[folder] = self._in(above)
        return self._found[folder]


def _as_named(file: str) -> str:
    """The path from where the program runs, where that is shorter."""
    relative = os.path.relpath(file)
    return relative if len(relative) < len(file) else file


def _read(file: str) -> Place:
    from deckcheck.rules import DOCUMENTED
    from deckcheck.text import decode

    if not os.path.isfile(file):  # noqa: PTH113 - says no where Path raises
        raise DataError(f"{file}: cannot be read: it is no file, or a link to none")
    try:
        with Path(file).open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise DataError(f"{file}: larger than {MOST_BYTES:,} bytes, which no config is")
        text = decode(data)
    except OSError as error:
        raise DataError(f"{file}: cannot be read: {error.strerror}") from error
    except ParseError as error:
        raise DataError(f"{file}:{error.line}: {error.reason}") from error
    config = read_config(file, text, [rule.ID for rule in DOCUMENTED], LANGUAGES)
    return Place(config, os.path.dirname(file) or ".", file)  # noqa: PTH120 - as it is

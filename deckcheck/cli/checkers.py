"""The checker of each deck: by the options of the run, and by the config of its folder."""

import os
import sqlite3
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from deckcheck import formats
from deckcheck.cards import CardIndex
from deckcheck.checker import Checker
from deckcheck.cli import warn
from deckcheck.cli.configs import Configs, Place
from deckcheck.cli.options import open_data
from deckcheck.cli.sources import (
    DEFAULT_FORMAT,
    default_format,
    own_formats,
    own_or_file,
    read_list,
)
from deckcheck.config import Settings, settings_for
from deckcheck.errors import DataError, DeckcheckError
from deckcheck.rules import Chosen, check_names
from deckcheck.userdata import today

_ENGLISH = "en"
_SUFFIX = ".yaml"


class Options(NamedTuple):
    """What the options of a run say of how decks are judged; None where they say nothing."""

    choice: formats.Choice
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    strict: bool | None = None
    lang: str | None = None
    repair_sections: bool = False


class Checkers:
    """A checker for each way in which decks are to be judged; each is made once."""

    def __init__(self, options: Options, configs: Configs, *, isolated: bool = False) -> None:
        """DeckcheckError for an option that is wrong whatever the decks are."""
        check_names((*(options.select or ()), *(options.ignore or ())))
        self.db = open_data(isolated=isolated)
        self._options = options
        self._configs = configs
        self._made: dict[tuple[str | None, Settings], Checker] = {}
        self._checked: set[str | None] = {None}
        self._isolated = isolated
        self._with_lists: dict[str, sqlite3.Connection] = {}
        self._list_readers: dict[tuple[int, str], formats.ReadList] = {}
        self._format_from_elsewhere = DEFAULT_FORMAT
        try:
            self._format_from_elsewhere = default_format(self.db)
        except DeckcheckError:
            if options.choice.format is None:
                raise

    def of(self, path: str | None) -> Checker:
        """The checker of a deck in a file, or of one that is in none.

        DeckcheckError, with path and line, for a config that is wrong.
        """
        place = self._configs.of(path)
        settings = place.config.settings
        if path is not None and place.config.overrides:
            settings = settings_for(place.config, place.below(path))
        key = (place.file, settings)
        if key not in self._made:
            if place.file not in self._checked:
                self._check(place)
                self._checked.add(place.file)
            self._made[key] = self._checker(place, settings)
        return self._made[key]

    def _data(self, place: Place) -> sqlite3.Connection:
        """The card data, with the limit lists of the folder that the config names."""
        folder = place.config.banlists_dir
        if folder is None:
            return self.db
        path = place.path(folder)
        if path not in self._with_lists:
            line = f"{place.file}:{place.config.lines['banlists-dir']}"
            if not os.path.isdir(path):  # noqa: PTH112 - says no where Path raises
                raise DataError(f"{line}: banlists-dir: there is no folder {path}")
            from deckcheck.index.own_lists import add_lists

            db = open_data(isolated=self._isolated)
            add_lists(db, Path(path))
            self._with_lists[path] = db
        return self._with_lists[path]

    def _checker(self, place: Place, settings: Settings) -> Checker:
        options, lang = self._options, self._options.lang or place.config.lang or _ENGLISH
        db = self._data(place)
        read_own = own_formats(db, place)
        default = _choice(place, settings)
        if default.format is None:
            default = default._replace(format=self._format_from_elsewhere)
        return Checker(
            db,
            options.choice,
            language=lang,
            default=default,
            today=today(),
            read_list=self._list_reader(db, lang),
            read_format=cache(lambda asked: own_or_file(db, read_own, asked)),
            read_own_format=read_own,
            chosen=_chosen(options, settings),
            repair_sections=options.repair_sections,
        )

    def _list_reader(self, db: sqlite3.Connection, lang: str) -> formats.ReadList:
        """Reads limit lists in files, each once, so that what is doubtful is said once."""
        key = (id(db), lang)
        if key not in self._list_readers:
            index = CardIndex(db, lang)
            self._list_readers[key] = cache(lambda path: read_list(index, path, warn))
        return self._list_readers[key]

    def _check(self, place: Place) -> None:
        """DataError, with path and line, for what is wrong in a config whatever decks there are."""
        config, db = place.config, self._data(place)
        read_own = own_formats(db, place)
        lang = self._options.lang or config.lang or _ENGLISH
        for settings, lines in (
            (config.settings, config.lines), *((o.settings, o.lines) for o in config.overrides),
        ):  # fmt: skip
            asked = _choice(place, settings)._asdict()
            for key, value in asked.items():
                if value is None or key == "points":
                    continue
                try:
                    formats.check_choice(
                        db,
                        formats.Choice(**{"format": None, key: value}),
                        self._list_reader(db, lang),
                        lambda asked: own_or_file(db, read_own, asked),
                    )
                except DeckcheckError as error:
                    raise DataError(f"{place.file}:{lines[key]}: {error}") from error
        _check_own_names(db, place)


def _chosen(options: Options, settings: Settings) -> Chosen:
    select = settings.select if options.select is None else options.select
    ignore = settings.ignore if options.ignore is None else options.ignore
    strict = settings.strict if options.strict is None else options.strict
    return Chosen(
        None if select is None else frozenset(select), frozenset(ignore or ()), bool(strict)
    )


def _choice(place: Place, settings: Settings) -> formats.Choice:
    """What a config asks for; files are those of its folder."""
    return formats.Choice(
        _located(place, settings.format), settings.on, settings.territory, settings.ruleset,
        _located(place, settings.banlist), settings.points,
    )  # fmt: skip


def _located(place: Place, asked: str | None) -> str | None:
    """The name as it is, or of a file in the config's folder, its path."""
    if asked is None or place.file is None:
        return asked
    for name in (asked, asked.rpartition("@")[0], asked.partition("#")[0]):
        if name and os.path.isfile(place.path(name)):  # noqa: PTH113 - says no where Path raises
            return place.path(asked)
    return asked


def _check_own_names(db: sqlite3.Connection, place: Place) -> None:
    """DataError for a folder of formats that is not there, or a name in it that is taken."""
    folder = place.config.formats_dir
    if folder is None:
        return
    line = f"{place.file}:{place.config.lines['formats-dir']}"
    if not os.path.isdir(place.path(folder)):  # noqa: PTH112 - says no where Path raises
        raise DataError(f"{line}: formats-dir: there is no folder {place.path(folder)}")
    for path in _yaml_files(place.path(folder)):
        if _ships(db, path.stem):
            raise DataError(f"{path}: {path.stem} is a format that ships; name yours otherwise")


def _yaml_files(folder: str) -> Iterable[Path]:
    return sorted(Path(folder).glob(f"*{_SUFFIX}"))


def _ships(db: sqlite3.Connection, name: str) -> bool:
    try:
        formats.load_format(db, name)
    except DeckcheckError:
        return False
    return True

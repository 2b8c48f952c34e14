"""The card index: one read-only SQLite file, compiled from the text sources.

``build`` makes it. The package has one, and an update writes the user's own into the user's data
folder; ``open_newest`` opens the one that is to be used. The text sources are the truth and are not
read while decks are checked.
"""

import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from deckcheck.errors import DataError

INDEX_FILE = Path(__file__).parent.parent / "data" / "index.sqlite"
SCHEMA_VERSION = 10
"""The layout of the tables; an index of another version is refused."""


_BUILD_OR_INSTALL = "run 'deckcheck data build' in a checkout, or install deckcheck again"


_SAID = {"snapshot", "digest", "rules", "content"}


class _Index(sqlite3.Connection):
    """An index, which knows its file."""

    path: Path


class OlderIndexError(DataError):
    """The index is of an older version of the program."""


class NewerIndexError(DataError):
    """The index is of a newer version of the program."""


def open_newest(path: Path, warn: Callable[[str], None]) -> sqlite3.Connection:
    """A read-only connection to the newer one of the package's index and the user's at ``path``.

    The user's own, if there is one, counts where it is as new. One of an older version of the
    program is passed over with a warning. DataError as for ``open_index``.
    """
    package = open_index()
    try:
        is_there = stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        is_there = False
    except OSError as error:
        warn(f"{path}: {error.strerror}; the data of the package is used")
        is_there = False
    if not is_there:
        return package
    again = "run 'deckcheck data update' to make it anew"
    try:
        user = open_index(path, f"{again}, or delete it to use the data of the package")
    except OlderIndexError as error:
        warn(f"{error}; the data of the package is used")
        return package
    ours, theirs = facts(package), facts(user)
    if theirs["rules"] != ours["rules"]:
        warn(
            f"the card index at {path} is of another version of deckcheck; {again}; "
            "the data of the package is used"
        )
    elif is_as_new(theirs, ours):
        package.close()
        return user
    user.close()
    return package


def is_as_new(user: dict[str, str], package: dict[str, str]) -> bool:
    """Whether a user's index counts, by the facts of it and of the package's."""
    return user["rules"] == package["rules"] and user["snapshot"] >= package["snapshot"]


def open_index(path: Path = INDEX_FILE, advice: str = _BUILD_OR_INSTALL) -> sqlite3.Connection:
    """A read-only connection to the index.

    DataError, with the advice, where it is missing or broken; OlderIndexError and NewerIndexError
    where it is of another schema.
    """
    if not path.is_file():
        raise DataError(f"no card index at {path}; {advice}")
    if not os.access(path, os.R_OK):
        raise DataError(f"the card index at {path} may not be read; {advice}")
    try:
        address = f"file:{quote(os.fsencode(path))}?mode=ro&immutable=1"
        db = sqlite3.connect(address, uri=True, factory=_Index)
        db.path = path
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version == SCHEMA_VERSION and not facts(db).keys() >= _SAID:
            raise sqlite3.DatabaseError("it does not say what it holds")
    except sqlite3.DatabaseError as error:
        raise DataError(f"the card index at {path} is damaged ({error}); {advice}") from error
    if version < SCHEMA_VERSION:
        raise OlderIndexError(f"the card index at {path} is of an older deckcheck; {advice}")
    if version > SCHEMA_VERSION:
        or_else = "" if path == INDEX_FILE else ", or delete it to use the data of the package"
        raise NewerIndexError(
            f"the card index at {path} is of a newer deckcheck (its schema is {version}, this "
            f"program reads {SCHEMA_VERSION}): install the newer deckcheck{or_else}"
        )
    return db


def path_of(db: sqlite3.Connection) -> Path:
    """The file of an index that was opened here."""
    assert isinstance(db, _Index)
    return db.path


class About(NamedTuple):
    """What an index holds and where it is from.

    ``cards`` by game; ``newest`` is the first day of each region's newest list that takes effect
    by date; ``parts`` are the published files last taken: name, address, day, and how much was in
    it; ``sources`` are name, what it gives, its newest day as known, and its licence.
    """

    snapshot: str
    digest: str
    cards: dict[str, int]
    names: int
    lists: int
    newest: dict[str, str]
    parts: list[tuple[str, str, str, int]]
    sources: list[tuple[str, str, str, str]]


def about(db: sqlite3.Connection) -> About:
    """What the index holds and where it is from."""
    said = facts(db)
    newest = "SELECT region, max(day) FROM limit_list WHERE NOT optional GROUP BY region"
    (names,) = db.execute("SELECT count(*) FROM lookup").fetchone()
    (lists,) = db.execute("SELECT count(*) FROM limit_list").fetchone()
    return About(
        said["snapshot"],
        said["digest"],
        dict(db.execute("SELECT game, count(*) FROM card GROUP BY game")),
        names,
        lists,
        dict(db.execute(newest)),
        db.execute("SELECT name, origin, day, entries FROM part ORDER BY rowid").fetchall(),
        db.execute("SELECT name, gives, newest, licence FROM source").fetchall(),
    )


def facts(db: sqlite3.Connection) -> dict[str, str]:
    """What the index says of itself.

    ``snapshot`` (a day), and digests (``sha256:…``): ``digest`` of the text sources, ``rules`` of
    the rulesets and formats among them, ``content`` of the rows.
    """
    return dict(db.execute("SELECT name, value FROM meta"))

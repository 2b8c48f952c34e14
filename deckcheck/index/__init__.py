"""The card index: one read-only SQLite file, compiled from the text sources.

``open_index`` opens it; ``build`` makes it. The text sources are the truth and are not read while
decks are checked.
"""

import sqlite3
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from deckcheck.errors import DataError

INDEX_FILE = Path(__file__).parent.parent / "data" / "index.sqlite"
SCHEMA_VERSION = 4
"""The layout of the tables; an index of another version is refused."""


def open_index(path: Path = INDEX_FILE) -> sqlite3.Connection:
    """A read-only connection to the index.

    DataError, with the way out, where it is missing, broken, or of another schema.
    """
    advice = "run 'deckcheck data build' in a checkout, or install deckcheck again"
    if not path.is_file():
        raise DataError(f"no card index at {path}; {advice}")
    try:
        db = sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True)
        (version,) = db.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise DataError(f"the card index at {path} is damaged ({error}); {advice}") from error
    if version != SCHEMA_VERSION:
        raise DataError(
            f"the card index at {path} has schema {version}, this program reads "
            f"{SCHEMA_VERSION}; {advice}"
        )
    return db


class About(NamedTuple):
    """What an index holds and where it is from.

    ``cards`` by game; ``newest`` is the first day of each region's newest list that takes effect
    by date; ``sources`` are name, what it gives, its newest day as known, and its licence.
    """

    snapshot: str
    digest: str
    cards: dict[str, int]
    names: int
    lists: int
    newest: dict[str, str]
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
        db.execute("SELECT name, gives, newest, licence FROM source").fetchall(),
    )


def facts(db: sqlite3.Connection) -> dict[str, str]:
    """What the index says of itself: ``snapshot`` (a day) and ``digest`` (``sha256:…``)."""
    return dict(db.execute("SELECT name, value FROM meta"))

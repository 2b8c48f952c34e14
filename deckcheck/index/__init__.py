"""The card index: one read-only SQLite file, compiled from the text sources.

``open_index`` opens it; ``build`` makes it. The text sources are the truth and are not read while
decks are checked.
"""

import sqlite3
from pathlib import Path
from urllib.parse import quote

from deckcheck.errors import DataError

INDEX_FILE = Path(__file__).parent.parent / "data" / "index.sqlite"
SCHEMA_VERSION = 3
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


def facts(db: sqlite3.Connection) -> dict[str, str]:
    """What the index says of itself: ``snapshot`` (a day) and ``digest`` (``sha256:…``)."""
    return dict(db.execute("SELECT name, value FROM meta"))

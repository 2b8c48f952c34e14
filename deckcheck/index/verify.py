"""Tells whether an index is what it was when it was compiled."""

import sqlite3
from hashlib import sha256

from deckcheck.errors import DataError
from deckcheck.index import facts, path_of
from deckcheck.index.archive import archived
from deckcheck.index.sources import digest


def content_digest(db: sqlite3.Connection) -> str:
    """``sha256:…`` over every row of the index but the one that says this."""
    whole = sha256()
    tables = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    for (table,) in tables.fetchall():
        if not table.startswith("sqlite_"):
            but = " WHERE name != 'content'" if table == "meta" else ""
            for row in db.execute(f"SELECT * FROM {table}{but}"):
                whole.update(repr(row).encode())
    return f"sha256:{whole.hexdigest()}"


def verify(db: sqlite3.Connection) -> None:
    """DataError where the index is not, row for row and text for text, as it was compiled."""
    again = "run 'deckcheck data update', or install deckcheck again"
    try:
        (state,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        said = facts(db)
        found = {"content": content_digest(db), "digest": digest(archived(db))}
    except sqlite3.DatabaseError as error:
        state, said, found = str(error), {}, {}
    if state != "ok":
        raise DataError(f"the card index at {path_of(db)} is damaged ({state}); {again}")
    for name, value in found.items():
        if said.get(name) != value:
            raise DataError(
                f"the card index at {path_of(db)} is not what it was: its {name} says "
                f"{said.get(name)}, what is there is {value}; {again}"
            )

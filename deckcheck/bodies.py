"""What the index keeps whole, as JSON: rulesets and formats, found by a name or an alias."""

import json
import sqlite3
from typing import Any

from deckcheck.errors import UnknownNameError


def load_body(db: sqlite3.Connection, kind: str, name: str) -> dict[str, Any]:
    """The body of that kind and name, in any case; UnknownNameError if there is none."""
    row = db.execute(
        "SELECT body FROM body JOIN alias USING (kind, name) WHERE kind = ? AND alias = ?",
        [kind, name.strip().casefold().encode("utf-8", "replace").decode()],
    ).fetchone()
    if row is None:
        known = db.execute("SELECT name FROM body WHERE kind = ?", [kind])
        raise UnknownNameError(kind, name, (known_name for (known_name,) in known))
    body: dict[str, Any] = json.loads(row[0])
    return body


def save_body(
    db: sqlite3.Connection, kind: str, name: str, aliases: tuple[str, ...], body: dict[str, Any]
) -> None:
    """Put a body into an index that is being built."""
    db.execute("INSERT INTO body VALUES (?, ?, ?)",
               [kind, name, json.dumps(body, ensure_ascii=False)])  # fmt: skip
    db.executemany("INSERT INTO alias VALUES (?, ?, ?)",
                   [(kind, alias.casefold(), name) for alias in (name, *aliases)])  # fmt: skip


def names_of(db: sqlite3.Connection, kind: str) -> list[str]:
    """The names of all bodies of a kind, sorted."""
    rows = db.execute("SELECT name FROM body WHERE kind = ? ORDER BY name", [kind])
    return [name for (name,) in rows]

"""The fillers of test decks are what they are said to be."""

import sqlite3

from decktext import FILLERS


def test_fillers_are_old_and_never_limited(db: sqlite3.Connection) -> None:
    marks = ",".join("?" * len(FILLERS))
    rows = db.execute(
        f"SELECT max(day), count(*) FROM card JOIN release ON card.key = release.card "
        f"WHERE passcode IN ({marks}) GROUP BY region ORDER BY region", FILLERS,
    ).fetchall()  # fmt: skip
    assert [count for _, count in rows] == [len(FILLERS)] * 2
    assert rows[0][0] < "1999-07-08"
    assert rows[1][0] < "2002-05-07"
    limited = (
        f"SELECT count(*) FROM limit_entry JOIN card ON card = card.key WHERE passcode IN ({marks})"
    )
    assert db.execute(limited, FILLERS).fetchone() == (0,)

"""Limit lists of one's own, beside those of the index: ``REGION/DATE.yaml`` in a folder.

They are put over an index that is open, in memory, and then found like all others: a newer list of
a region that ships, or the lists of a region of one's own.
"""

import sqlite3
from pathlib import Path

from deckcheck.banlists.dated import RegionLists
from deckcheck.banlists.yamllist import LimitText, read_list, resolve
from deckcheck.cards import GAMES, CardIndex, game_of
from deckcheck.errors import DataError, ParseError, UnknownNameError
from deckcheck.index.build_lists import TABLES, checked_day, insert_list, with_days
from deckcheck.model import Day, Limit
from deckcheck.text import decode

_OWN = "own_"


def add_lists(db: sqlite3.Connection, folder: Path) -> None:
    """Put the lists of the folder over those of the index.

    DataError, with the file, for one that is wrong, or of a day that has a list already.
    """
    db.execute("PRAGMA temp_store = MEMORY")
    for table in TABLES:
        db.execute(f"CREATE TEMP TABLE {_OWN}{table} AS SELECT * FROM main.{table} WHERE 0")
        db.execute(
            f"CREATE TEMP VIEW {table} AS SELECT * FROM main.{table} "
            f"UNION ALL SELECT * FROM temp.{_OWN}{table}"
        )
    games = {game: CardIndex(db, game=game) for game in GAMES}
    paths = sorted(path for path in folder.glob("*/*.yaml") if not path.name.startswith("."))
    for number, path in enumerate(paths, start=1):
        _add(db, path, games[game_of(path.parent.name.casefold())], key=-number)


def _add(db: sqlite3.Connection, path: Path, cards: CardIndex, *, key: int) -> None:
    region = path.parent.name.casefold()
    listed = _read(path)
    content = resolve(listed, cards)
    day = checked_day(path.stem, listed)
    before = _limits_before(db, region, day, path)
    limits = with_days(content, before, day)
    insert_list(db, region, day, listed, content._replace(limits=limits), key=key, prefix=_OWN)


def _limits_before(db: sqlite3.Connection, region: str, day: Day, path: Path) -> dict[int, Limit]:
    """What the list before says; DataError if one of that day is there."""
    try:
        lists = RegionLists(db, region)
    except UnknownNameError:
        return {}
    if lists.of(day):
        raise DataError(f"{path}: there is a list {region}@{day} already")
    earlier = [dated for dated in lists.dated if dated.day < day]
    return dict(lists.load(earlier[-1]).limits) if earlier else {}


def _read(path: Path) -> LimitText:
    try:
        return read_list(decode(path.read_bytes()), str(path))
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}") from error
    except ParseError as error:
        raise DataError(f"{path}:{error.line}: {error.reason}") from error

"""Fills the index with limit lists and card pools, from their YAML files."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from deckcheck.banlists.yamllist import Content, LimitText, read_list, resolve
from deckcheck.cards import GAMES, CardIndex, game_of
from deckcheck.days import parse_day
from deckcheck.errors import DataError, DeckcheckError
from deckcheck.index.sources import Sources
from deckcheck.model import Day, Limit


def fill_banlists(db: sqlite3.Connection, texts: Sources) -> None:
    """Fill every list and pool; DataError, with file and line, for one that is wrong."""
    games = {game: CardIndex(db, game=game) for game in GAMES}
    for folder in sorted(path for path in texts.banlists.iterdir() if path.is_dir()):
        cards = games[game_of(folder.name)]
        before: dict[int, Limit] = {}
        for path in sorted(folder.glob("*.yaml")):
            listed = _read(path, texts.root)
            content = resolve(listed, cards, every_comment_names=True)
            day = checked_day(path.stem, listed)
            limits = with_days(content, before, day)
            insert_list(db, folder.name, day, listed, content._replace(limits=limits))
            if not listed.about.optional:
                before = limits
    for path in sorted((texts.data / "pools").glob("*.yaml")):
        cards = games[game_of(path.stem)]
        content = resolve(_read(path, texts.data), cards, every_comment_names=True)
        db.executemany("INSERT INTO pool VALUES (?, ?)",
                       [(path.stem, card) for card in sorted(content.whitelist or ())])  # fmt: skip


def _read(path: Path, root: Path) -> LimitText:
    return read_list(path.read_text(encoding="utf-8"), path.relative_to(root).as_posix())


def checked_day(text: str, listed: LimitText) -> Day:
    """The day that a file is named by; DataError if it is none, or not the list's first day."""
    try:
        day = parse_day(text)
    except DeckcheckError as error:
        raise DataError(f"{listed.path}: the file name is no day in force: {error}") from error
    if min(listed.about.territories.values(), default=day) != day:
        raise DataError(
            f"{listed.path}: the earliest day of a territory is not that of the file name"
        )
    return day


def with_days(content: Content, before: Mapping[int, Limit], day: Day) -> dict[int, Limit]:
    """The limits of a list with the first day of each: that of the list before, or its own."""
    return {
        card: before[card]
        if card in before and before[card].allowed == limit.allowed
        else Limit(limit.allowed, day)
        for card, limit in content.limits.items()
    }


TABLES = (
    "limit_list", "list_territory", "limit_entry", "list_points", "list_group", "list_group_card",
    "list_skill", "list_skill_only", "list_whitelist",
)  # fmt: skip
"""The tables that limit lists are in."""


def insert_list(
    db: sqlite3.Connection,
    region: str,
    day: Day,
    listed: LimitText,
    content: Content,
    *,
    key: int | None = None,
    prefix: str = "",
) -> None:
    """Insert a list, under the next key where none is given, into ``TABLES`` with the prefix."""
    about = listed.about
    facts = [
        key, region, day, listed.title, "\n".join(listed.sources), about.optional,
        about.precision, about.scope, about.until, about.confidence, "\n".join(about.notes),
        "\n".join(listed.unresolved),
    ]  # fmt: skip
    marks = ",".join("?" * len(facts))
    inserted = db.execute(f"INSERT INTO {prefix}limit_list VALUES ({marks})", facts).lastrowid
    key = inserted if key is None else key
    rows = {
        "list_territory": about.territories.items(),
        "limit_entry": (
            (card, limit.allowed, limit.since) for card, limit in content.limits.items()
        ),
        "list_points": content.points.items(),
        "list_group": ((group.name, group.allowed) for group in content.groups),
        "list_group_card": ((g.name, card) for g in content.groups for card in sorted(g.cards)),
        "list_skill": sorted(content.skills.items()),
        "list_skill_only": ((card,) for card in sorted(content.skill_only)),
        "list_whitelist": ((card,) for card in sorted(content.whitelist or ())),
    }
    for table, values in rows.items():
        found = [(key, *value) for value in values]
        if found:
            marks = ",".join("?" * len(found[0]))
            db.executemany(f"INSERT INTO {prefix}{table} VALUES ({marks})", found)

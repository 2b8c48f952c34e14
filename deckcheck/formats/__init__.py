"""Formats: ways of playing, one YAML file each in this folder, and the terms they set for a day.

``read_format`` reads such a file; the index keeps what it gives, and ``load_format`` takes it
from there. ``terms`` settles, once per deck, what it is judged by.
"""

import json
import re
import sqlite3
from collections.abc import Callable
from typing import NamedTuple

from deckcheck import banlists, rulesets
from deckcheck.days import parse_day, parse_month
from deckcheck.errors import DeckcheckError, ParseError, UnknownNameError
from deckcheck.model import Day, Format, LimitList, Terms

_KEYS = ("title", "aliases", "banlist", "ruleset", "pool", "source")


class Choice(NamedTuple):
    """What was asked for, as it was written; None where nothing was.

    ``format`` may carry its day (``ocg@2005-01-01``); ``on`` is a day or a month. ``banlist`` is
    ``REGION[@DATE]``, ``none``, or a file that ``terms`` has a reader for.
    """

    format: str
    on: str | None = None
    territory: str | None = None
    ruleset: str | None = None
    banlist: str | None = None


class _Banlist(NamedTuple):
    """The list to judge by, the newest of its region, and the one each territory has instead."""

    limits: LimitList | None
    newest: Day | None = None
    elsewhere: tuple[tuple[str, LimitList], ...] = ()


def load_format(db: sqlite3.Connection, name: str) -> Format:
    """The format of that name or alias, in any case; UnknownNameError if there is none."""
    row = db.execute(
        "SELECT body FROM format WHERE name = "
        "(SELECT name FROM alias WHERE kind = 'format' AND alias = ?)",
        [name.casefold()],
    ).fetchone()
    if row is None:
        known = db.execute("SELECT alias FROM alias WHERE kind = 'format'")
        raise UnknownNameError("format", name, (alias for (alias,) in known))
    name, title, aliases, banlist, ruleset, pool, sources = json.loads(row[0])
    return Format(name, title, tuple(aliases), banlist, ruleset, pool, tuple(sources))


def terms(
    db: sqlite3.Connection,
    choice: Choice,
    *,
    today: Day,
    read_list: Callable[[str], LimitList],
) -> Terms:
    """The terms that a choice means. ``read_list`` reads a limit list's file.

    DeckcheckError for a name that is unknown, days that contradict each other, a day before the
    region's first list, and a month in which a list changed.
    """
    name, _, day = choice.format.partition("@")
    format_ = load_format(db, name)
    lists = banlists.RegionLists(db, format_.banlist_region)
    on = _settle_day(lists, day or None, choice.on, today)
    territory = _territory(db, choice.territory)
    banlist = _banlist(db, choice.banlist, lists, on, territory, read_list)
    if choice.ruleset:
        ruleset = rulesets.load_ruleset(db, choice.ruleset)
    else:
        ruleset = rulesets.in_force(db, format_.ruleset_region, on)
    here = Terms(format_, on, ruleset, banlist.limits, banlist.newest, territory, ())
    elsewhere = tuple(
        here._replace(territory=place, banlist=limits) for place, limits in banlist.elsewhere
    )
    return here._replace(elsewhere=elsewhere)


def _settle_day(
    lists: banlists.RegionLists, of_format: str | None, on: str | None, today: Day
) -> Day:
    if of_format and on and _one_day(lists, of_format) != _one_day(lists, on):
        raise DeckcheckError(f"two different days are asked for: @{of_format} and {on}")
    asked = of_format or on
    return _one_day(lists, asked) if asked else today


def _one_day(lists: banlists.RegionLists, text: str) -> Day:
    month = parse_month(text)
    if not month:
        return parse_day(text)
    first, last = month
    later = [day for day in lists.changes(first, last) if day > first]
    if later:
        raise DeckcheckError(
            f"the {lists.region} list changed within {text}, on {' and '.join(later)}; name a day"
        )
    return first


def _territory(db: sqlite3.Connection, name: str | None) -> str | None:
    if name is None:
        return None
    known = banlists.territories(db)
    if name.casefold() not in known:
        raise UnknownNameError("territory", name, known)
    return name.casefold()


def _banlist(
    db: sqlite3.Connection,
    asked: str | None,
    own: banlists.RegionLists,
    on: Day,
    territory: str | None,
    read_list: Callable[[str], LimitList],
) -> _Banlist:
    if asked is None:
        return _in_force(own, on, territory)._replace(newest=own.newest_day)
    if asked.casefold() == "none":
        return _Banlist(None)
    region, _, date = asked.partition("@")
    if region.casefold() in banlists.regions(db):
        lists = banlists.RegionLists(db, region)
        exactly = _named(lists, date) if date else None
        if exactly:
            return _Banlist(lists.load(exactly, territory))
        return _in_force(lists, parse_day(date) if date else on, territory)
    if re.fullmatch(r"[\w-]+(@[\d-]*)?", asked):
        raise UnknownNameError("banlist", asked, (*banlists.regions(db), "none"))
    return _Banlist(read_list(asked))


def _in_force(lists: banlists.RegionLists, day: Day, territory: str | None) -> _Banlist:
    here = lists.in_force(day, territory)
    others = () if territory else sorted(lists.territories())
    elsewhere = [(place, lists.in_force(day, place)) for place in others]
    return _Banlist(
        lists.load(here, territory),
        elsewhere=tuple(
            (place, lists.load(there, place)) for place, there in elsewhere if there != here
        ),
    )


def _named(lists: banlists.RegionLists, date: str) -> banlists.DatedList | None:
    """The list of exactly that date, or the one that took effect in that month."""
    month = parse_month(date)
    if not month:
        return lists.of(parse_day(date))
    first, last = month
    days = [dated.day for dated in lists.lists if first <= dated.day <= last]
    if len(days) == 1:
        return lists.of(days[0])
    names = " and ".join(f"{lists.region}@{day}" for day in days)
    if names:
        raise DeckcheckError(f"{len(days)} {lists.region} lists took effect in {date}: {names}")
    in_force = f"{lists.region}@{lists.in_force(first).day}"
    raise DeckcheckError(f"no {lists.region} list took effect in {date}; in force then: {in_force}")


# --- in YAML ----------------------------------------------------------------------------------


def to_json(format_: Format) -> str:
    """The format as the index keeps it."""
    return json.dumps(format_, ensure_ascii=False)


def read_format(name: str, text: str) -> Format:
    """The format in a YAML text; ParseError, with its line, for anything out of shape."""
    from deckcheck.yamltext import read

    root = read(text)
    keys = root.mapping("a format", _KEYS)
    missing = [key for key in _KEYS if key not in keys and key != "aliases"]
    if missing:
        raise ParseError(root.line, f"a format needs {', '.join(missing)}")
    return Format(
        name,
        keys["title"].text("title"),
        keys["aliases"].texts("aliases") if "aliases" in keys else (),
        keys["banlist"].text("banlist"),
        keys["ruleset"].text("ruleset"),
        keys["pool"].text("pool"),
        keys["source"].texts("source"),
    )

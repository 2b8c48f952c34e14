"""Formats: ways of playing, one YAML file each in this folder, and the terms they set for a day.

``read_format`` reads such a file; the index keeps what it gives, and ``load_format`` takes it
from there. ``terms`` settles, once per deck, what it is judged by.
"""

import re
import sqlite3
from collections.abc import Callable
from typing import NamedTuple

from deckcheck import rulesets
from deckcheck.banlists import dated
from deckcheck.bodies import load_body
from deckcheck.cards import GAMES, game_of
from deckcheck.days import parse_day, parse_day_or_month, parse_month
from deckcheck.errors import DeckcheckError, MissingFileError, UnknownNameError
from deckcheck.model import Day, Format, LimitList, Terms

KIND = "format"
_KEYS = ("title", "aliases", "banlist", "ruleset", "pool", "source")


class Choice(NamedTuple):
    """What was asked for, as it was written; None where nothing was.

    ``format`` may carry its day (``ocg@2005-01-01``); ``on`` is a day or a month. ``banlist`` is
    ``REGION[@DATE]``, ``none``, or a file that ``terms`` has a reader for.
    """

    format: str | None
    on: str | None = None
    territory: str | None = None
    ruleset: str | None = None
    banlist: str | None = None


ReadList = Callable[[str], LimitList]
"""Reads a limit list's file; MissingFileError if there is none."""


class _Banlist(NamedTuple):
    """The list to judge by, the newest of its region, and the one each territory has instead."""

    limits: LimitList | None
    newest: Day | None = None
    territory: str | None = None
    elsewhere: tuple[tuple[str, LimitList], ...] = ()


def load_format(db: sqlite3.Connection, name: str) -> Format:
    """The format of that name or alias, in any case; UnknownNameError if there is none."""
    body = load_body(db, KIND, name)
    for key in ("aliases", "sources"):
        body[key] = tuple(body[key])
    return Format(**body)


def no_file(path: str) -> LimitList:
    """A reader of limit lists for where there are no files: MissingFileError for every path."""
    raise MissingFileError(path)


def check_choice(db: sqlite3.Connection, choice: Choice, read_list: ReadList = no_file) -> None:
    """DeckcheckError if the choice names something that is wrong whatever else is chosen."""
    days = [] if choice.on is None else [choice.on]
    if choice.format is not None:
        name, at, day = choice.format.partition("@")
        load_format(db, name)
        days += [day] if at else []
    for day in days:
        parse_day_or_month(day)
    if choice.ruleset is not None:
        rulesets.load_ruleset(db, choice.ruleset)
    if choice.territory is not None:
        _known_territory(db, choice.territory)
    if choice.banlist is not None:
        named = _banlist_named(db, choice.banlist, read_list)
        if isinstance(named, dated.RegionLists) and "@" in choice.banlist:
            named_list(named, choice.banlist, named.newest_day)


def terms(db: sqlite3.Connection, choice: Choice, *, today: Day, read_list: ReadList) -> Terms:
    """The terms that a choice with a format means.

    DeckcheckError for a name that is unknown, days that contradict each other, a day before the
    region's first list, and a month in which a list changed.
    """
    name, at, day = (choice.format or "").partition("@")
    format_ = load_format(db, name)
    lists = dated.RegionLists(db, format_.banlist_region)
    asked = [] if choice.on is None else [choice.on]
    on = _settle_day(_by_day(db, choice, lists), [day, *asked] if at else asked, today)
    banlist = _banlist(db, choice, lists, on, read_list)
    if choice.ruleset is not None:
        ruleset = rulesets.load_ruleset(db, choice.ruleset)
    else:
        ruleset = rulesets.in_force(db, format_.ruleset_region, on)
    here = Terms(format_, on, ruleset, banlist.limits, banlist.newest, banlist.territory, ())
    elsewhere = tuple(
        here._replace(territory=place, banlist=limits) for place, limits in banlist.elsewhere
    )
    return here._replace(elsewhere=elsewhere)


def _by_day(
    db: sqlite3.Connection, choice: Choice, own: dated.RegionLists
) -> dated.RegionLists | None:
    """The lists of which the day picks one; None where the list is a file, none, or dated."""
    if choice.banlist is None:
        return own
    region = choice.banlist.casefold()
    return dated.RegionLists(db, region) if region in dated.regions(db) else None


def _settle_day(lists: dated.RegionLists | None, asked: list[str], today: Day) -> Day:
    days = [_one_day(lists, text) for text in asked]
    if len(set(days)) > 1:
        raise DeckcheckError(f"two different days are asked for: {' and '.join(asked)}")
    return days[0] if days else today


def _one_day(lists: dated.RegionLists | None, text: str) -> Day:
    first, last = parse_day_or_month(text)
    later = [day for day in lists.changes(first, last) if day > first] if lists else []
    if lists and later:
        raise DeckcheckError(
            f"the {lists.region} list changed within {text}, on {' and '.join(later)}; name a day"
        )
    return first


def _known_territory(db: sqlite3.Connection, name: str) -> str:
    known = dated.territories(db)
    if name.casefold() not in known:
        raise UnknownNameError("territory", name, known)
    return name.casefold()


def _banlist(
    db: sqlite3.Connection,
    choice: Choice,
    own: dated.RegionLists,
    on: Day,
    read_list: ReadList,
) -> _Banlist:
    territory = None if choice.territory is None else _known_territory(db, choice.territory)
    if choice.banlist is None:
        return _in_force(own, on, territory)._replace(newest=own.newest_day)
    named = _banlist_named(db, choice.banlist, read_list)
    if not isinstance(named, dated.RegionLists):
        return _Banlist(named)
    _, at, date = choice.banlist.partition("@")
    exactly = _named(named, date) if at else None
    if exactly:
        return _Banlist(_judged(named.load(exactly, territory)))
    found = _in_force(named, parse_day(date) if at else on, territory)
    return found._replace(newest=named.newest_day)


def _banlist_named(
    db: sqlite3.Connection, asked: str, read_list: ReadList
) -> dated.RegionLists | LimitList | None:
    """The lists of a region, the list in a file, or None for none."""
    if asked.casefold() == "none":
        return None
    region = asked.partition("@")[0].casefold()
    known = dated.regions(db)
    if region in known:
        return dated.RegionLists(db, region)
    try:
        return _judged(read_list(asked))
    except MissingFileError:
        if re.fullmatch(r"[\w-]*(@[\d-]*)?", asked):
            error = UnknownNameError("banlist", asked, (*known, "none"))
            raise DeckcheckError(f"{error}; a list is REGION@DATE, a file, or none") from None
        raise


def _in_force(lists: dated.RegionLists, day: Day, territory: str | None) -> _Banlist:
    """The list in force; a territory that the region does not tell apart is none."""
    if territory in lists.territories():
        here = lists.in_force(day, territory)
        return _Banlist(_judged(lists.load(here, territory)), territory=territory)
    here = lists.in_force(day)
    if territory:
        return _Banlist(_judged(lists.load(here)))
    elsewhere = [(place, lists.in_force(day, place)) for place in sorted(lists.territories())]
    return _Banlist(
        _judged(lists.load(here)),
        elsewhere=tuple(
            (place, _judged(lists.load(there, place)))
            for place, there in elsewhere
            if there != here
        ),
    )


def _judged(listed: LimitList) -> LimitList:
    """The list; DeckcheckError if it has parts that no rule judges."""
    parts = [*listed.parts]
    if listed.region and game_of(listed.region) != GAMES[0]:
        parts.append(f"cards of another game ({game_of(listed.region)})")
    if parts:
        name = f"{listed.region}@{listed.effective}" if listed.region else listed.path
        raise DeckcheckError(f"the list {name} has {' and '.join(parts)}, which no rule judges yet")
    return listed


def named_list(lists: dated.RegionLists, asked: str, today: Day) -> dated.DatedList:
    """The list of a region that ``REGION[@DATE]`` means; DeckcheckError for a date that is none.

    That is the list of exactly that date, optional ones included, else the one in force that day;
    of a month, the one that took effect in it.
    """
    _, at, date = asked.partition("@")
    if not at:
        return lists.in_force(today)
    return _named(lists, date) or lists.in_force(parse_day(date))


def _named(lists: dated.RegionLists, date: str) -> dated.DatedList | None:
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


def read_format(name: str, text: str) -> Format:
    """The format in a YAML text; ParseError, with its line, for anything out of shape."""
    from deckcheck.yamltext import read

    keys = read(text).required("a format", _KEYS, ("aliases",))
    return Format(
        name,
        keys["title"].text("title"),
        keys["aliases"].texts("aliases") if "aliases" in keys else (),
        keys["banlist"].text("banlist"),
        keys["ruleset"].text("ruleset"),
        keys["pool"].text("pool"),
        keys["source"].texts("source"),
    )

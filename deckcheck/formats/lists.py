"""The limit list that a format and a choice mean on a day."""

import re
import sqlite3
from collections.abc import Callable, Sequence
from typing import NamedTuple

from deckcheck.banlists import dated
from deckcheck.cards import game_of
from deckcheck.days import parse_day, parse_month
from deckcheck.errors import DeckcheckError, MissingFileError, UnknownNameError
from deckcheck.model import BanlistSource, Day, Format, Limit, LimitList

ReadList = Callable[[str], LimitList]
"""Reads a limit list's file; MissingFileError if there is none."""


class Banlist(NamedTuple):
    """The list to judge by, the newest of its region, and the one each territory has instead."""

    limits: LimitList | None
    newest: Day | None = None
    territory: str | None = None
    elsewhere: tuple[tuple[str, LimitList], ...] = ()


def known_territory(db: sqlite3.Connection, name: str) -> str:
    """The territory of that name, in any case; UnknownNameError if there is none."""
    known = dated.territories(db)
    if name.casefold() not in known:
        raise UnknownNameError("territory", name, known)
    return name.casefold()


def banlist_named(
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
        return read_list(asked)
    except MissingFileError:
        if re.fullmatch(r"[\w-]*(@[\d-]*)?", asked):
            error = UnknownNameError("banlist", asked, (*known, "none"))
            raise DeckcheckError(f"{error}; a list is REGION@DATE, a file, or none") from None
        raise


def of_choice(
    db: sqlite3.Connection,
    asked: str,
    format_: Format,
    on: Day,
    territory: str | None,
    read_list: ReadList,
) -> Banlist:
    """The list that was asked for in place of the format's, with what the format puts over it."""
    named = banlist_named(db, asked, read_list)
    if not isinstance(named, dated.RegionLists):
        return _changed(Banlist(named), format_)
    _, at, date = asked.partition("@")
    exactly = _named(named, date) if at else None
    if exactly:
        return _changed(Banlist(named.load(exactly, territory)), format_)
    found = _in_force(named, parse_day(date) if at else on, territory)
    return _changed(found._replace(newest=_newest(named)), format_)


def of_format(db: sqlite3.Connection, format_: Format, on: Day, territory: str | None) -> Banlist:
    """The list of the format on the day, with what the format puts over it."""
    if len(format_.banlist.regions) > 1:
        return _changed(_stricter(db, format_.banlist.regions, on), format_)
    return _changed(_of_source(db, format_.banlist, on, territory), format_)


def _changed(found: Banlist, format_: Format) -> Banlist:
    there = tuple((place, _with_changes(listed, format_)) for place, listed in found.elsewhere)
    return found._replace(
        limits=_with_changes(found.limits, format_),
        elsewhere=tuple((place, listed) for place, listed in there if listed),
    )


def _newest(lists: dated.RegionLists) -> Day | None:
    """The first day of the region's newest list; a list that is the only one is never stale."""
    return lists.newest_day if len(lists.dated) > 1 else None


def _of_source(
    db: sqlite3.Connection, source: BanlistSource, on: Day, territory: str | None
) -> Banlist:
    if len(source.regions) != 1:
        return Banlist(None)
    lists = dated.RegionLists(db, source.regions[0])
    if source.day:
        fixed = lists.of(source.day)
        return Banlist(lists.load(fixed, territory) if fixed else None)
    if source.none_before and on < lists.first_day:
        return Banlist(None)
    found = _in_force(lists, on, territory)._replace(newest=_newest(lists))
    if source.forbidden_as is None or not found.limits:
        return found

    def eased(listed: LimitList) -> LimitList:
        limits = {
            card: limit._replace(allowed=limit.allowed or source.forbidden_as or 0)
            for card, limit in listed.limits.items()
        }
        return listed._replace(limits=limits)

    elsewhere = tuple((place, eased(listed)) for place, listed in found.elsewhere)
    return found._replace(limits=eased(found.limits), elsewhere=elsewhere)


def _stricter(db: sqlite3.Connection, regions: Sequence[str], on: Day) -> Banlist:
    """Of each card the stricter entry of the regions' lists in force."""
    all_lists = [dated.RegionLists(db, region) for region in regions]
    in_force = [lists.load(lists.in_force(on)) for lists in all_lists]
    limits: dict[int, Limit] = {}
    for listed in in_force:
        for card, limit in listed.limits.items():
            known = limits.get(card)
            if not known or limit.allowed < known.allowed:
                limits[card] = limit._replace(put_by=listed.label)
    newest = min(lists.newest_day for lists in all_lists)
    days = [listed.effective for listed in in_force if listed.effective]
    sources = tuple(source for listed in in_force for source in listed.sources)
    name = " and ".join(listed.label for listed in in_force)
    region = "+".join(regions)
    found = LimitList(region, max(days), None, name, sources, limits, name=name)
    return Banlist(found, newest)


def _with_changes(listed: LimitList | None, format_: Format) -> LimitList | None:
    """The list with what the format puts over it."""
    if not (format_.limits or format_.groups or format_.points):
        return listed
    if listed is None:
        listed = LimitList(None, None, format_.name, format_.title, format_.sources, {})
    limits = {
        card: Limit(allowed, None, format_.origins["limits"])
        for card, allowed in format_.limits.items()
    }
    new = {group.name for group in format_.groups}
    kept = (group for group in listed.groups if group.name not in new)
    return listed._replace(
        limits={**listed.limits, **limits},
        points={**listed.points, **format_.points},
        groups=(*kept, *format_.groups),
    )


def _in_force(lists: dated.RegionLists, day: Day, territory: str | None) -> Banlist:
    """The list in force; a territory that the region does not tell apart is none."""
    if territory in lists.territories():
        here = lists.in_force(day, territory)
        return Banlist(lists.load(here, territory), territory=territory)
    here = lists.in_force(day)
    if territory:
        return Banlist(lists.load(here))
    elsewhere = [(place, lists.in_force(day, place)) for place in sorted(lists.territories())]
    return Banlist(
        lists.load(here),
        elsewhere=tuple(
            (place, lists.load(there, place)) for place, there in elsewhere if there != here
        ),
    )


def check_game(listed: LimitList | None, format_: Format) -> None:
    """DeckcheckError for a list about cards that the format is not played with."""
    if listed and listed.region:
        game = game_of(listed.region)
        if game != format_.game:
            raise DeckcheckError(
                f"the list {listed.region}@{listed.effective} is about {game} cards, "
                f"{format_.name} is played with {format_.game} cards"
            )


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

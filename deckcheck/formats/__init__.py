"""Formats: ways of playing, one YAML file each in this folder, and the terms they set for a day.

``reading`` reads such a file; the index keeps its ``parts``, and ``load_format`` takes it from
there. ``terms`` settles, once per deck, what it is judged by; ``lists`` its limit list.
"""

import sqlite3
from collections.abc import Callable
from typing import NamedTuple

from deckcheck import rulesets
from deckcheck.banlists import dated
from deckcheck.bodies import load_body, names_of
from deckcheck.days import parse_day_or_month
from deckcheck.errors import DeckcheckError, MissingFileError, UnknownNameError
from deckcheck.formats import lists
from deckcheck.formats.lists import Banlist, ReadList, named_list
from deckcheck.formats.parts import Parts, format_of, load_whitelist
from deckcheck.model import (
    RELEASE_SOURCE,
    Day,
    Format,
    LimitList,
    Pool,
    PoolSource,
    Ruleset,
    SectionRule,
    Terms,
)

__all__ = [
    "KIND", "Choice", "ReadFormat", "ReadList", "check_choice", "known", "load_format",
    "load_parts", "named", "named_list", "no_format", "no_list", "ruleset_of", "terms", "terms_on",
]  # fmt: skip

KIND = "format"


class Choice(NamedTuple):
    """What was asked for, as it was written; None where nothing was.

    ``format`` may carry its day (``ocg@2005-01-01``), and may be a file that ``terms`` has a
    reader for; ``on`` is a day or a month. ``banlist`` is ``REGION[@DATE]``, ``none``, or a file.
    ``points``: the cap of a point format.
    """

    format: str | None
    on: str | None = None
    territory: str | None = None
    ruleset: str | None = None
    banlist: str | None = None
    points: int | None = None


ReadFormat = Callable[[str], Format]
"""Reads a format's file; MissingFileError if there is none."""


def no_list(path: str) -> LimitList:
    """A reader of limit lists for where there are no files: MissingFileError for every path."""
    raise MissingFileError(path)


def no_format(path: str) -> Format:
    """A reader of formats for where there are no files: MissingFileError for every path."""
    raise MissingFileError(path)


def load_parts(db: sqlite3.Connection, name: str) -> Parts:
    """The parts of the format of that name or alias; UnknownNameError if there is none."""
    body = load_body(db, KIND, name)
    return {key: (value, origin) for key, (value, origin) in body["parts"].items()}


def load_format(db: sqlite3.Connection, name: str) -> Format:
    """The format of that name or alias, in any case; UnknownNameError if there is none."""
    body = load_body(db, KIND, name)
    return format_of(body["name"], body["parts"])


def named(db: sqlite3.Connection, asked: str, read_format: ReadFormat) -> Format:
    """The format of that name or alias, or the one in that file.

    UnknownNameError if there is neither.
    """
    found, day = _format_named(db, asked, read_format)
    if day is not None:
        raise DeckcheckError(f"{asked}: a format without a day is asked for here")
    return found


def known(db: sqlite3.Connection) -> list[str]:
    """The names of all formats, sorted."""
    return names_of(db, KIND)


def check_choice(
    db: sqlite3.Connection,
    choice: Choice,
    read_list: ReadList = no_list,
    read_format: ReadFormat = no_format,
) -> None:
    """DeckcheckError if the choice names something that is wrong whatever else is chosen."""
    days = [] if choice.on is None else [choice.on]
    if choice.format is not None:
        _, day = _format_named(db, choice.format, read_format)
        days += [day] if day is not None else []
    for day in days:
        parse_day_or_month(day)
    if choice.ruleset is not None:
        rulesets.load_ruleset(db, choice.ruleset)
    if choice.territory is not None:
        lists.known_territory(db, choice.territory)
    if choice.banlist is not None:
        found = lists.banlist_named(db, choice.banlist, read_list)
        if isinstance(found, dated.RegionLists) and "@" in choice.banlist:
            named_list(found, choice.banlist, found.newest_day)


def terms(
    db: sqlite3.Connection,
    choice: Choice,
    *,
    today: Day,
    read_list: ReadList,
    read_format: ReadFormat = no_format,
) -> Terms:
    """The terms that a choice with a format means.

    DeckcheckError for a name that is unknown, days that contradict each other or the format, a
    day before the region's first list, and a month in which a list changed.
    """
    format_, day = _format_named(db, choice.format or "", read_format)
    asked = [text for text in (day, choice.on) if text is not None]
    on = _settle_day(format_, _by_day(db, choice, format_), asked, today)
    _check_since(format_, on)
    territory = lists.known_territory(db, choice.territory) if choice.territory else None
    if choice.banlist is None:
        banlist = lists.of_format(db, format_, on, territory)
    else:
        banlist = lists.of_choice(db, choice.banlist, format_, on, territory, read_list)
    if choice.ruleset is None:
        ruleset = ruleset_of(db, format_, on)
    else:
        ruleset = rulesets.load_ruleset(db, choice.ruleset)
    found = _settled(db, format_, on, ruleset, banlist, choice.points)
    listed = banlist.limits
    if choice.banlist is not None and listed and listed.whitelist is not None:
        name = f"of {listed.label}"
        own = Pool((), False, listed.whitelist, name, {}, {}, listed.source, None)
        return found._replace(pool=own)
    return found


def _check_since(format_: Format, on: Day) -> None:
    if format_.since and on < format_.since:
        raise DeckcheckError(f"{format_.name} begins on {format_.since}, so there is none on {on}")


def terms_on(db: sqlite3.Connection, format_: Format, on: Day, territory: str | None) -> Terms:
    """The terms of a format on a day; DeckcheckError for a day before its first."""
    _check_since(format_, on)
    banlist = lists.of_format(db, format_, on, territory)
    return _settled(db, format_, on, ruleset_of(db, format_, on), banlist, None)


def _settled(
    db: sqlite3.Connection,
    format_: Format,
    on: Day,
    ruleset: Ruleset,
    banlist: Banlist,
    cap: int | None,
) -> Terms:
    lists.check_game(banlist.limits, format_)
    if cap is not None and format_.cap is None and not (banlist.limits and banlist.limits.points):
        raise DeckcheckError(f"--points is for formats with points, and {format_.name} has none")
    cap = format_.cap if cap is None else cap
    if cap is None and banlist.limits and banlist.limits.points:
        raise DeckcheckError(
            f"the list {banlist.limits.label} gives points, and {format_.name} has no cap for "
            "them; give one with --points"
        )
    pool = format_.pool and _pool(db, format_, format_.pool)
    here = Terms(
        format_, on, ruleset, banlist.limits, pool, cap, banlist.newest, banlist.territory, ()
    )
    elsewhere = tuple(
        here._replace(territory=place, banlist=limits) for place, limits in banlist.elsewhere
    )
    return here._replace(elsewhere=elsewhere)


def _format_named(
    db: sqlite3.Connection, asked: str, read_format: ReadFormat
) -> tuple[Format, str | None]:
    """The format that is asked for, shipped or in a file, and the day behind its ``@``."""
    name, at, day = asked.strip().partition("@")
    try:
        return load_format(db, name.strip()), day if at else None
    except UnknownNameError as error:
        for path, behind in ((asked, None), (name, day if at else None)):
            try:
                return read_format(path), behind
            except MissingFileError:
                continue
        raise error from None


def _by_day(db: sqlite3.Connection, choice: Choice, format_: Format) -> list[dated.RegionLists]:
    """The lists of which the day picks one; none where the list is a file, none, or dated."""
    if choice.banlist is None:
        source = format_.banlist
        regions = source.regions if source.day is None else ()
    else:
        region = choice.banlist.casefold()
        regions = (region,) if region in dated.regions(db) else ()
    return [dated.RegionLists(db, region) for region in regions]


def _settle_day(
    format_: Format, by_day: list[dated.RegionLists], asked: list[str], today: Day
) -> Day:
    if format_.day:
        others = [text for text in asked if not format_.day.startswith(text)]
        if others:
            raise DeckcheckError(
                f"{format_.name} is played as of {format_.day}, {others[0]} is another day"
            )
        return format_.day
    days = [_one_day(by_day, text) for text in asked]
    if len(set(days)) > 1:
        raise DeckcheckError(f"two different days are asked for: {' and '.join(asked)}")
    return days[0] if days else today


def _one_day(by_day: list[dated.RegionLists], text: str) -> Day:
    first, last = parse_day_or_month(text)
    for region in by_day:
        later = [day for day in region.changes(first, last) if day > first]
        if later:
            raise DeckcheckError(
                f"the {region.region} list changed within {text}, on {' and '.join(later)}; "
                "name a day"
            )
    return first


def ruleset_of(db: sqlite3.Connection, format_: Format, on: Day) -> Ruleset:
    """The format's ruleset on the day, with what the format changes in it."""
    if format_.ruleset in rulesets.regions(db):
        ruleset = rulesets.in_force(db, format_.ruleset, on)
    else:
        ruleset = rulesets.load_ruleset(db, format_.ruleset)
    if format_.sizes:
        sections = {
            section: SectionRule(rule.name, format_.sizes[section], (), format_.source_of("sizes"))
            if section in format_.sizes
            else rule
            for section, rule in ruleset.sections.items()
        }
        ruleset = ruleset._replace(sections=sections, title=format_.title)
    if format_.copies is not None:
        by = format_.source_of("copies")
        ruleset = ruleset._replace(copies=format_.copies, copies_put_by=by)
    return ruleset


def _pool(db: sqlite3.Connection, format_: Format, source: PoolSource) -> Pool:
    whitelist = None if source.whitelist is None else load_whitelist(db, source.whitelist)
    return Pool(
        source.regions,
        source.every,
        whitelist,
        source.whitelist,
        source.added,
        source.removed,
        RELEASE_SOURCE if whitelist is None else format_.source_of("pool"),
        format_.origins["pool"],
    )

"""One deck over time, and in every format: when and where it is legal, and what stood in the way.

A verdict can change only on the days on which something that a format looks at changes: a list
takes effect, a card of the deck is released, the deck-building rules change. Those days are judged
and no others.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import NamedTuple

from deckcheck import formats, rules, rulesets
from deckcheck.banlists.dated import RegionLists
from deckcheck.errors import DeckcheckError
from deckcheck.findings import by_card
from deckcheck.formats import Choice, load_format, no_list
from deckcheck.model import Day, Deck, DeckList, Finding, Format, Terms, Verdict
from deckcheck.resolve import Resolver


class Stretch(NamedTuple):
    """Days on which a deck has the same verdict, from ``first`` to ``last``, both included.

    ``last`` is None for one that goes on. ``banlist`` is in force on the first day. ``errors`` are
    those of the first day: of a stretch that is not legal, what began it.
    """

    first: Day
    last: Day | None
    verdict: Verdict
    banlist: str | None
    errors: tuple[Finding, ...]


class Standing(NamedTuple):
    """What one format says of a deck."""

    terms: Terms
    verdict: Verdict
    errors: tuple[Finding, ...]


def stretches(
    db: sqlite3.Connection,
    format_: Format,
    deck: Deck,
    since: Day | None,
    until: Day,
    territory: str | None,
) -> list[Stretch]:
    """The deck's stretches in a format, oldest first.

    DeckcheckError for a format that is played as of one day, and where nothing is in force from
    ``since`` to ``until``.
    """
    if format_.day:
        raise DeckcheckError(
            f"{format_.name} is played as of {format_.day} alone; nothing changes over time in it"
        )
    first = max(_first_days(db, format_))
    if since is not None and since < first:
        raise DeckcheckError(f"{format_.name} begins on {first}; nothing is known of {since}")
    since = since or first
    if until < since:
        raise DeckcheckError(f"there are no days from {since} to {until}")
    days = {day for day in _days(db, format_, deck) if since < day <= until}
    found: list[Stretch] = []
    for terms in _terms(db, format_, [since, *sorted(days)], territory):
        findings = rules.run(deck, terms)
        verdict = rules.verdict(findings)
        if found and found[-1].verdict == verdict:
            continue
        if found:
            found[-1] = found[-1]._replace(last=_day_before(terms.on))
        label = terms.banlist.label if terms.banlist else None
        found.append(Stretch(terms.on, None, verdict, label, _errors(findings)))
    return found


def standings(
    db: sqlite3.Connection, resolver: Resolver, listed: DeckList, on: Day
) -> Iterator[Standing]:
    """What each shipped format says of a deck; those that have begun by the day, in their order."""
    decks: dict[str, Deck] = {}
    for name in formats.known(db):
        format_ = load_format(db, name)
        if not format_.day and max(_first_days(db, format_)) > on:
            continue
        choice = Choice(name, None if format_.day else on)
        terms = formats.terms(db, choice, today=on, read_list=no_list)
        if format_.game not in decks:
            decks[format_.game] = resolver.deck(listed, format_.game)
        findings = rules.run(decks[format_.game], terms)
        yield Standing(terms, rules.verdict(findings), _errors(findings))


def _errors(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(finding for finding in findings if finding.severity == "error")


def _first_days(db: sqlite3.Connection, format_: Format) -> Iterator[Day]:
    """The days from which on there is a list of each region, and deck-building rules."""
    yield Day("1999-01-01")
    for region in format_.banlist.regions:
        if not format_.banlist.day:
            yield RegionLists(db, region).first_day
    if days := rulesets.days(db, format_.ruleset):
        yield days[0]


def _days(db: sqlite3.Connection, format_: Format, deck: Deck) -> Iterator[Day]:
    """The days on which something changes that the format looks at."""
    for region in format_.banlist.regions:
        for dated in RegionLists(db, region).dated:
            yield dated.day
            yield from dated.territories.values()
    rule_days = rulesets.days(db, format_.ruleset)
    yield from rule_days
    for day in rule_days or [Day("9999-12-31")]:
        yield from (rule.since for rule in formats.ruleset_of(db, format_, day).legends)
    for region in format_.pool.regions if format_.pool else ():
        for card, _ in by_card(deck.copies):
            if released := card.released[region].day:
                yield released


def _terms(
    db: sqlite3.Connection, format_: Format, days: Iterable[Day], territory: str | None
) -> Iterator[Terms]:
    """The terms on each of the days; in the territory, or where the earliest day counts."""
    from deckcheck.formats.lists import of_format

    for day in days:
        ruleset = formats.ruleset_of(db, format_, day)
        banlist = of_format(db, format_, day, territory, ruleset.copies)
        yield formats.settle(db, format_, day, ruleset, banlist)._replace(elsewhere=())


def _day_before(day: Day) -> Day:
    return Day((date.fromisoformat(day) - timedelta(days=1)).isoformat())

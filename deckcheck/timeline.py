"""One deck over time, and in every format: when and where it is legal, and what stood in the way.

A verdict can change only on the days on which something that a format looks at changes: a list
takes effect, a card of the deck is released, the deck-building rules change. Those days are judged
and no others.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from deckcheck import formats, rules, rulesets
from deckcheck.banlists.dated import RegionLists
from deckcheck.days import day_before
from deckcheck.errors import DeckcheckError
from deckcheck.findings import by_card
from deckcheck.formats import load_format
from deckcheck.model import (
    Card,
    Copy,
    Day,
    Deck,
    DeckList,
    Finding,
    Format,
    Section,
    Terms,
    Verdict,
)
from deckcheck.resolve import Resolver
from deckcheck.rules import (
    card_kind,
    card_pool,
    copy_limit,
    legend_limit,
    limit,
    limit_group,
    not_a_deck_card,
    point_cap,
)

_BEFORE_THE_GAME = Day("1999-01-01")
"""The first cards came out on 1999-02-04; a format without lists and rules by day begins here."""


_ABOUT_CARDS = (
    not_a_deck_card.ID, copy_limit.ID, limit.ID, limit_group.ID, point_cap.ID, card_pool.ID,
    card_kind.ID, legend_limit.ID,
)  # fmt: skip
"""The rules that may say no to copies of a card, whatever else is in the deck."""
_FOR_GOOD = (not_a_deck_card.ID, card_kind.ID)
"""Those that no day changes."""


class Stretch(NamedTuple):
    """Days on which a deck has the same verdict, from ``first`` to ``last``, both included.

    ``last`` is None for one that goes on. ``banlist`` is in force on the first day. ``errors`` are
    those of the first day: of a stretch that is not legal, what began it; ``last_errors`` are those
    that stood to its end.
    """

    first: Day
    last: Day | None
    verdict: Verdict
    banlist: str | None
    errors: tuple[Finding, ...]
    last_errors: tuple[Finding, ...]


class CardStretch(NamedTuple):
    """Days on which a format allows the same of a card: copies, or points of each.

    ``why``: what takes the card out of decks altogether, if anything does.
    """

    first: Day
    last: Day | None
    allowed: int
    points: int | None
    why: str | None


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
    found: list[Stretch] = []
    for terms in _terms(db, format_, by_card(deck.copies), since, until, territory):
        findings = rules.run(deck, terms)
        verdict, errors = rules.verdict(findings), _errors(findings)
        if found and found[-1].verdict == verdict:
            found[-1] = found[-1]._replace(last_errors=errors)
            continue
        if found:
            found[-1] = found[-1]._replace(last=day_before(terms.on))
        label = terms.banlist.label if terms.banlist else None
        found.append(Stretch(terms.on, None, verdict, label, errors, errors))
    return found


def card_stretches(
    db: sqlite3.Connection,
    format_: Format,
    card: Card,
    bases: Mapping[int, Card],
    since: Day | None,
    until: Day,
    territory: str | None,
) -> list[CardStretch]:
    """What a format allows of a card over time, oldest first. DeckcheckError as for a deck.

    ``bases``: by key, the cards whose name it counts as.
    """
    found: list[CardStretch] = []
    for terms in _terms(db, format_, [(card, [])], since, until, territory):
        now = _of_card(card, bases, terms)
        if found and found[-1][2:] == now[2:]:
            continue
        if found:
            found[-1] = found[-1]._replace(last=day_before(terms.on))
        found.append(now)
    return found


def _of_card(card: Card, bases: Mapping[int, Card], terms: Terms) -> CardStretch:
    """As many copies as no rule about cards finds fault with, alone in a deck."""
    doubtful = terms.ruleset.doubtful_copies
    most = max(terms.ruleset.copies, (doubtful and doubtful.sizes.most) or 0)
    why = None
    allowed = 0
    for number in range(most, 0, -1):
        errors = _errors_of_copies(card, bases, number, terms)
        if not errors:
            allowed = number
            break
        lasting = [error for error in errors if error.rule in _FOR_GOOD]
        why = next((e.message for e in (*lasting, *errors) if e.rule != limit.ID), None)
    if allowed or why is None:
        why = None
    else:
        why = why.removeprefix(f"{card.name}: ").partition(", after ")[0]
    points = None
    if terms.cap is not None and not why:
        points = (terms.banlist.points if terms.banlist else {}).get(card.key, 0)
    return CardStretch(terms.on, None, allowed, points, why)


def _errors_of_copies(
    card: Card, bases: Mapping[int, Card], number: int, terms: Terms
) -> list[Finding]:
    section: Section = "extra" if card.section == "extra" else "main"
    copies = tuple(Copy(section, 0, place, card.name, card) for place in range(1, number + 1))
    deck = Deck("", None, copies, (), bases)
    return [
        finding
        for rule in rules.RULES
        if rule.ID in _ABOUT_CARDS
        for finding in rule.check(deck, terms)
        if finding.severity == "error"
    ]


def standings(
    db: sqlite3.Connection,
    resolver: Resolver,
    listed: DeckList,
    on: Day,
    territory: str | None,
) -> Iterator[Standing]:
    """What each shipped format that has begun by the day says of a deck, in their order."""
    decks: dict[str, Deck] = {}
    for name in formats.known(db):
        format_ = load_format(db, name)
        if (format_.day or max(_first_days(db, format_))) > on:
            continue
        terms = formats.terms_on(db, format_, format_.day or on, territory)
        if format_.game not in decks:
            decks[format_.game] = resolver.deck(listed, format_.game)
        findings = rules.run(decks[format_.game], terms)
        yield Standing(terms, rules.verdict(findings), _errors(findings))


def _errors(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(finding for finding in findings if finding.severity == "error")


def _first_days(db: sqlite3.Connection, format_: Format) -> Iterator[Day]:
    """The days from which on there is a list of each region, and deck-building rules."""
    yield format_.since or _BEFORE_THE_GAME
    for region in format_.banlist.regions:
        if not (format_.banlist.day or format_.banlist.none_before):
            yield RegionLists(db, region).first_day
    if days := rulesets.days(db, format_.ruleset):
        yield days[0]


def _days(
    db: sqlite3.Connection, format_: Format, cards: Iterable[tuple[Card, object]]
) -> Iterator[Day]:
    """The days on which something changes that the format looks at."""
    for region in format_.banlist.regions:
        for dated in RegionLists(db, region).dated:
            yield dated.day
            yield from dated.territories.values()
    rule_days = rulesets.days(db, format_.ruleset)
    yield from rule_days
    for day in rule_days or [Day("9999-12-31")]:
        yield from (rule.since for rule in formats.ruleset_of(db, format_, day).legends)
    for card, _ in cards:
        for region in format_.pool.regions if format_.pool else ():
            if released := card.released[region].day:
                yield released


def _terms(
    db: sqlite3.Connection,
    format_: Format,
    cards: Iterable[tuple[Card, object]],
    since: Day | None,
    until: Day,
    territory: str | None,
) -> Iterator[Terms]:
    """The terms on the first day and on each later one on which something changes.

    In the territory, or where the earliest day counts. DeckcheckError for a format that is played
    as of one day, and where nothing is in force from ``since`` to ``until``.
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
    days = {day for day in _days(db, format_, cards) if since < day <= until}
    for day in (since, *sorted(days)):
        yield formats.terms_on(db, format_, day, territory)._replace(elsewhere=())

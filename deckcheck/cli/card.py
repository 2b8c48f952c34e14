"""``deckcheck card``: what is known of one card, and what the limit lists say of it."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from deckcheck.cards import GAMES, CardIndex
from deckcheck.catalog.facts import RELEASE_REGIONS, Facts, card_facts
from deckcheck.catalog.find import Found, find, label, nearest
from deckcheck.catalog.status import CardLimits, Interval, Status, card_limits
from deckcheck.cli import write, write_lines
from deckcheck.cli.lookups import listed
from deckcheck.cli.options import Game, Lang, Output, checked_game, is_json, json_text, open_data
from deckcheck.days import parse_day
from deckcheck.errors import DeckcheckError
from deckcheck.model import STATUS_WORDS, Card, Day, Release
from deckcheck.text import quote
from deckcheck.userdata import today

app = typer.Typer(add_completion=False)

_WIDTH = 11
"""Columns of what a line of the answer is about."""
_REGION_WIDTH = 16
_NO_DECK_CARD = "not a deck card"


@app.command()
def card(
    query: Annotated[
        list[str],
        typer.Argument(metavar="QUERY", show_default=False,
                       help="Passcode, Konami id, name in any language, or nickname."),
    ],
    history: Annotated[
        bool, typer.Option("--history", help="What the lists of each region said over time.")
    ] = False,
    on: Annotated[
        str | None, typer.Option(metavar="DAY", show_default="today",
                                 help="The status as on this day, YYYY-MM-DD.")
    ] = None,
    game: Game = "ocg-tcg",
    lang: Lang = "en",
    output: Output = "table",
) -> None:  # fmt: skip
    """Show a card: facts, ids, names, and its status in every region.

    deckcheck card "Pot of Greed" --history

    deckcheck card 55144522 -o json
    """
    as_json = is_json(output)
    day = today() if on is None else parse_day(on)
    index = CardIndex(open_data(), lang, checked_game(game))
    found = _the_one(index, " ".join(query))
    facts = card_facts(index, found.cards[0])
    limits = card_limits(index, facts.card, today())
    if as_json:
        whole = _object(facts, found, limits.on(day))
        whole |= {"history": _history_object(limits)} if history else {}
        write([json_text(whole)])
        return
    lines = [*_about(facts, found), *_status(facts.card, limits, day)]
    lines += _history(limits) if history else []
    write_lines(lines)


def _the_one(index: CardIndex, query: str) -> Found:
    """The one card the query means; DeckcheckError, with the way out, for none or several."""
    if not query.strip():
        raise DeckcheckError("no card is asked for; give a passcode, a Konami id or a name")
    found = find(index, query)
    if not found:
        raise DeckcheckError(f"no card {quote(query)}{_hint(index, query)}")
    if len(found.cards) > 1:
        raise DeckcheckError(
            f"{quote(query)} is a {found.matched} of {len(found.cards)} cards; ask for one of "
            f"them: {listed(found.cards)}"
        )
    return found


def _hint(index: CardIndex, query: str) -> str:
    """Where else the query is known, or what it may have meant."""
    for game in GAMES:
        elsewhere = find(CardIndex(index.db, index.language, game), query)
        if elsewhere:
            return (
                f" of {index.game}, but one of {game}: {listed(elsewhere.cards)}; use --game {game}"
            )
    near = nearest(index, query)
    if near:
        return f"; did you mean: {listed(near)}"
    return "; 'deckcheck search' finds cards by parts of their names"


# --- for people -------------------------------------------------------------------------------


def _about(facts: Facts, found: Found) -> Iterator[str]:
    card = facts.card
    yield card.name
    more = found.kind if found.kind != found.matched else None
    by = f"{found.matched} ({more})" if more else found.matched
    yield _line("found by", f"{by}; {found.remark}" if found.remark else by)
    yield _line("passcode", "none" if card.passcode is None else str(card.passcode))
    yield _line("konami id", "none" if card.konami_id is None else str(card.konami_id))
    if facts.other_ids:
        ids = (f"{other.passcode} ({other.kind})" for other in facts.other_ids)
        yield _line("other ids", ", ".join(ids))
    yield _line("kind", _kind(facts))
    yield from _printed(facts)
    if facts.counts_as != (card,):
        yield _line("counts as", " and ".join(map(label, facts.counts_as)))
    if facts.members:
        yield _line("same name", f"{', '.join(map(label, facts.members))} count as this card")
    for place, (lang, name) in enumerate(facts.names.items()):
        fans = " (not official)" if name.unofficial else ""
        yield _line("" if place else "names", f"{lang:<5}  {name.text}{fans}")
    regions = RELEASE_REGIONS.get(facts.game, ())
    releases = [f"{region} {_release(card.released[region])}" for region in regions]
    if releases:
        yield _line("released", ", ".join(releases))


def _line(what: str, text: str) -> str:
    return f"  {what:<{_WIDTH}}{text}".rstrip()


def _region_line(region: str, text: str) -> str:
    return f"    {region:<{_REGION_WIDTH}}{text}"


def _kind(facts: Facts) -> str:
    card = facts.card
    frame = f" ({facts.frame.replace(',', ', ')})" if facts.frame != card.kind else ""
    section = f", {card.section} deck" if card.section != "none" else ""
    return f"{card.kind}{frame}{section}{'' if card.playable else f', {_NO_DECK_CARD}'}"


def _printed(facts: Facts) -> Iterator[str]:
    """The facts of a monster, those it has; a skill's ``race`` is its character."""
    frames = facts.frame.split(",")
    level = "rank" if "xyz" in frames else "link rating" if "link" in frames else "level"
    race = "character" if facts.card.kind == "skill" else "race"
    facts_of = {
        level: facts.level,
        "attribute": facts.attribute,
        race: facts.race,
        "atk": facts.atk,
        "def": facts.defense,
        "scale": facts.scale,
    }
    printed = ", ".join(f"{what} {value}" for what, value in facts_of.items() if value)
    if printed:
        yield _line("printed", printed)


def _release(release: Release) -> str:
    if release.day is None:
        return "on an unknown day" if release.released else "not"
    day = release.day[:7] if release.by_month else release.day
    return f"{day}{' or earlier' if release.maybe_earlier else ''}"


def _status(card: Card, limits: CardLimits, day: Day) -> Iterator[str]:
    """A line for each region whose list says something, and one for the others together."""
    if not card.playable:
        yield _line("status", _NO_DECK_CARD)
        return
    statuses = limits.on(day)
    yield _line("status", f"on {day}" if statuses else f"no list is in force on {day}")
    free = []
    for status in statuses:
        said = _said(status.interval, limits.copies)
        if said is None:
            free.append(f"{status.region} {status.effective}")
        else:
            yield _region_line(status.region, f"{said}, list {status.effective}")
    if free:
        yield _region_line(
            "unlimited", f"{limits.copies} allowed, named by no list: {', '.join(free)}"
        )


def _said(interval: Interval, copies: int) -> str | None:
    """What the lists say of the card, None for nothing."""
    if interval.allowed >= copies and not interval.points and not interval.why:
        return None
    since = f" since {_first(interval)}" if interval.first else ""
    allowed = f"{interval.allowed} allowed"
    if interval.points:
        return f"{allowed}, {_points(interval.points)}{since}"
    why = " and ".join(interval.why) or f"{STATUS_WORDS.get(interval.allowed, 'limited')}{since}"
    return f"{allowed}, {why}"


def _points(points: int) -> str:
    return f"{points} point" if points == 1 else f"{points} points"


def _first(interval: Interval) -> str:
    """The first day, as far as it is known, with those of territories that have another."""
    kept = {"year": 4, "month": 7}.get(interval.precision or "", 10)
    others = [f"{place} {day}" for place, day in interval.territories.items()
              if day != interval.first]  # fmt: skip
    first = (interval.first or "")[:kept]
    return f"{first} ({', '.join(others)})" if others else first


def _history(limits: CardLimits) -> Iterator[str]:
    never = []
    yield _line("history", "" if limits.history() else _NO_DECK_CARD)
    for region, intervals in limits.history().items():
        if len(intervals) == 1 and _said(intervals[0], limits.copies) is None:
            never.append(region)
        else:
            times = [_interval(interval, last=interval is intervals[-1]) for interval in intervals]
            yield _region_line(region, ", ".join(times))
    if never:
        yield _region_line("never limited", ", ".join(never))


def _interval(interval: Interval, *, last: bool) -> str:
    """``3 until 2004-04-18``, ``1 from 2004-04-19``; both where no other time follows."""
    number = str(interval.allowed)
    if interval.points is not None:
        number = _points(interval.points)
    since = f" from {_first(interval)}" if interval.first else ""
    until = f" until {interval.last}" if interval.last and (last or not since) else ""
    return f"{number}{since}{until}"


# --- for programs -----------------------------------------------------------------------------


def _object(facts: Facts, found: Found, statuses: tuple[Status, ...]) -> dict[str, Any]:
    card = facts.card
    regions = RELEASE_REGIONS.get(facts.game, ())
    return {
        "passcode": card.passcode,
        "konami_id": card.konami_id,
        "names": {lang: name.text for lang, name in facts.names.items()},
        "kind": card.kind,
        "frame": facts.frame,
        "section": card.section,
        "name_groups": [{"passcode": base.passcode, "name": base.name} for base in facts.counts_as],
        "other_ids": [other._asdict() for other in facts.other_ids],
        "released": {region: card.released[region].day for region in regions},
        "status": {status.region: _status_object(status) for status in statuses},
        "matched": found.matched,
    }


def _status_object(status: Status) -> dict[str, Any]:
    """Copies allowed, and the points where the list gives any."""
    points = status.interval.points
    return {
        "allowed": status.interval.allowed,
        "effective": status.effective,
        **({} if points is None else {"points": points}),
    }


def _history_object(limits: CardLimits) -> dict[str, list[dict[str, Any]]]:
    return {
        region: [
            {
                "allowed": interval.allowed,
                **({} if interval.points is None else {"points": interval.points}),
                "from": interval.first,
                "until": interval.last,
            }
            for interval in intervals
        ]
        for region, intervals in limits.history().items()
    }

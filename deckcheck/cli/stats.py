"""``deckcheck stats``: a deck counted, with bars, and what its list says of it."""

import sys
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

from deckcheck import formats
from deckcheck.cards import CardIndex
from deckcheck.catalog.facts import card_facts
from deckcheck.cli import inputs, judged, write
from deckcheck.cli.onedeck import (
    DeckArgument,
    Found,
    chart_width,
    find_deck,
    title,
    wrapped,
)
from deckcheck.cli.options import Output, Territory, is_json, json_text
from deckcheck.decks.listing import UNKNOWN, listing
from deckcheck.decks.statistics import SectionCounts, Statistics, StatusCount, statistics
from deckcheck.model import STATUSES, CardRef, Points, group_title
from deckcheck.reports.json import points_object, terms_object
from deckcheck.reports.words import played, printable

app = typer.Typer(add_completion=False)

_BLOCK, _ASCII_BLOCK = "█", "#"
_SHORTEST = 5
"""Columns that the longest bar has however narrow the terminal is."""
_DIGITS = 4

_Rows = Iterator[tuple[str, int | None]]
"""Lines of a chart: a label, and what is counted of it; None for a heading."""


@app.command()
def stats(
    deck: DeckArgument,
    format_: judged.Format = None,
    on: Annotated[
        str | None, typer.Option(metavar="DAY", help="As on this day, YYYY-MM-DD.",
                                 show_default="what the deck or its config asks for, or today")
    ] = None,
    territory: Territory = None,
    codec: inputs.Codec = None,
    max_bytes: inputs.MaxBytes = inputs.MOST_BYTES,
    lang: judged.Lang = None,
    output: Output = "table",
) -> None:  # fmt: skip
    """Count a deck: kinds, attributes, levels and types of its cards, and their status.

    deckcheck stats my.ydk

    deckcheck stats my.ydk -f genesys -o json
    """
    as_json = is_json(output)
    choice = formats.Choice(format_, on, territory)
    found = find_deck(deck, choice, lang=lang, codec=codec, max_bytes=max_bytes)
    counted = _counted(found)
    write([json_text(_object(found, counted))] if as_json else _table(found, counted))


def _counted(found: Found) -> Statistics:
    index = CardIndex(found.db, game=found.terms.format.game)
    cards = {copy.card.key: copy.card for copy in found.deck.copies if copy.card}
    monsters = {key: card_facts(index, card) for key, card in cards.items()
                if card.kind == "monster"}  # fmt: skip
    return statistics(listing(found.deck, found.terms), found.terms, monsters)


# --- for people -------------------------------------------------------------------------------


def _table(found: Found, counted: Statistics) -> Iterator[str]:
    yield title(found)
    yield f"  {printable(played(found.terms))}\n"
    yield f"  {', '.join(f'{part.section} {part.size}' for part in counted.sections)}\n"
    shown = [(part, list(_rows(part))) for part in counted.sections if any(part.kinds.values())]
    charts = [row for _, rows in shown for row in rows]
    margin = max((len(label) for label, _ in charts), default=0)
    longest = max((count or 0 for _, count in charts), default=0)
    for part, rows in shown:
        yield f"\n{printable(part.name)} ({part.size})\n"
        yield from (_bar(label, count, margin, longest) for label, count in rows)
    yield from _statuses(found, counted)


def _rows(part: SectionCounts) -> _Rows:
    """The charts of a section; of the side deck, kinds alone."""
    for kind, count in part.kinds.items():
        if count:
            yield f"  {kind if kind == UNKNOWN else f'{kind}s'}".title(), count
            yield from _indented(part.frames.get(kind, {}))
    if part.section == "side":
        return
    charts = {"Attributes": part.attributes, "Levels": part.levels, "Ranks": part.ranks,
              "Link ratings": part.link_ratings, "Types": part.races}  # fmt: skip
    for name, counts in charts.items():
        if counts:
            yield f"  {name}", None
            yield from _indented(counts)


def _indented(counts: Mapping[str, int]) -> _Rows:
    return ((f"    {printable(what)}", count) for what, count in counts.items())


def _bar(label: str, count: int | None, margin: int, longest: int) -> str:
    """A line of a chart: a block for each card, or fewer where the terminal is too narrow."""
    if count is None:
        return f"{label}\n"
    lead = f"{label:<{margin}}{count:>{_DIGITS}}  "
    room = max(chart_width() - len(lead), _SHORTEST)
    length = count if longest <= room else max(round(count * room / longest), 1)
    return f"{lead}{_block() * length}\n"


def _block() -> str:
    """What bars are made of where standard output can show it."""
    try:
        _BLOCK.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return _ASCII_BLOCK
    return _BLOCK


def _statuses(found: Found, counted: Statistics) -> Iterator[str]:
    """What the list says of the cards, and which are outside the pool."""
    banlist = found.terms.banlist
    yield f"\nBanlist {printable(banlist.label)}\n" if banlist else "\nNo limit list\n"
    statuses = [*(counted.statuses or ())]
    if counted.outside and counted.outside.copies:
        statuses.append(counted.outside)
    lines = [(_label(status), status) for status in statuses]
    margin = max((len(label) for label, _ in lines), default=0)
    for label, status in lines:
        yield wrapped(f"  {label:<{margin}}{status.copies:>{_DIGITS}}  ", _cards(status.cards))
    if counted.points:
        yield wrapped(
            f"  {'Points':<{margin}}{counted.points.total:>{_DIGITS}}  ", _points(counted.points)
        )


def _points(points: Points) -> str:
    """What the points are of, and of which cards they are."""
    held = [f"{card.points} for {card.copies} {printable(card.card.name)}" for card in points.cards]
    return f"of {points.cap}: {', '.join(held)}" if held else f"of {points.cap}"


def _label(status: StatusCount) -> str:
    if status.status in STATUSES:
        return status.status.title()
    return group_title(status.status)


def _cards(cards: tuple[tuple[CardRef, int], ...]) -> str:
    return ", ".join(f"{copies} {printable(card.name)}" for card, copies in cards)


# --- for programs -----------------------------------------------------------------------------


def _object(found: Found, counted: Statistics) -> dict[str, Any]:
    statuses, outside = counted.statuses, counted.outside
    return {
        "path": found.path,
        "name": found.deck.name,
        "codec": found.deck.codec,
        **terms_object(found.terms),
        "sizes": {part.section: part.size for part in counted.sections},
        "points": counted.points and points_object(counted.points),
        "sections": {part.section: _section(part) for part in counted.sections},
        "statuses": None if statuses is None else list(map(_status, statuses)),
        "outside_pool": outside and _status(outside),
    }


def _section(part: SectionCounts) -> dict[str, Any]:
    return {
        "size": part.size,
        "kinds": part.kinds,
        "frames": part.frames,
        "attributes": part.attributes,
        "levels": part.levels,
        "ranks": part.ranks,
        "link_ratings": part.link_ratings,
        "races": part.races,
    }


def _status(status: StatusCount) -> dict[str, Any]:
    cards = [{**card._asdict(), "copies": copies} for card, copies in status.cards]
    return {"status": status.status, "copies": status.copies, "cards": cards}

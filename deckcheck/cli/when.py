"""``deckcheck when``: over which lists a deck, or how much of a card, was legal."""

import shutil
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Annotated, Any

import typer

from deckcheck import codecs, formats
from deckcheck.cards import CardIndex
from deckcheck.catalog.find import find
from deckcheck.catalog.status import Interval, card_limits
from deckcheck.cli import inputs, is_terminal, write
from deckcheck.cli.lookups import listed
from deckcheck.cli.options import Lang, Output, is_json, json_text, open_data, today
from deckcheck.days import parse_day
from deckcheck.errors import DeckcheckError
from deckcheck.formats.lists import known_territory
from deckcheck.model import Card, Day, Format, Verdict
from deckcheck.reports.json import finding_object
from deckcheck.reports.words import printable
from deckcheck.resolve import Resolver
from deckcheck.text import quote
from deckcheck.timeline import Stretch, stretches

app = typer.Typer(add_completion=False)

_NARROWEST, _WIDEST, _BARE = 20, 100, 72
_MARKS: dict[Verdict, str] = {"legal": "█", "illegal": "·", "undecided": "?"}
_SHOWN = 3


@app.command()
def when(
    deck: Annotated[
        str | None,
        typer.Argument(metavar="[DECK]", show_default=False,
                       help="A file, a ydke:// link, or - for standard input."),
    ] = None,
    card: Annotated[
        str | None, typer.Option(metavar="NAME", show_default=False,
                                 help="A card instead: copies allowed over time.")
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", "-f", metavar="NAME", help="Way of playing, or a file.")
    ] = "tcg",
    since: Annotated[
        str | None, typer.Option(metavar="DAY", show_default="the first list")
    ] = None,
    until: Annotated[str | None, typer.Option(metavar="DAY", show_default="today")] = None,
    territory: Annotated[
        str | None, typer.Option(metavar="NAME", help="Where a region's dates differ: amer, emea.")
    ] = None,
    codec: Annotated[
        str | None, typer.Option(metavar="NAME", help="Read the deck by this codec.")
    ] = None,
    lang: Lang = "en",
    output: Output = "table",
) -> None:  # fmt: skip
    """Say over which days a deck was legal, and which cards ended each time.

    deckcheck when my.ydk -f ocg

    deckcheck when --card "Pot of Greed"
    """
    as_json = is_json(output)
    if (deck is None) == (card is None):
        raise DeckcheckError("give a deck, or a card with --card")
    if codec is not None:
        codecs.codec(codec)
    db = open_data()
    first = None if since is None else parse_day(since)
    last = today() if until is None else parse_day(until)
    way = _format(db, format_)
    if card is not None:
        rows = _of_card(CardIndex(db, lang, way.game), card, way, first, last)
        write([json_text(rows)] if as_json else _card_lines(rows))
        return
    place = None if territory is None else known_territory(db, territory)
    path, listed_deck = inputs.read_deck(str(deck), codec)
    found = stretches(db, way, Resolver(db, lang).deck(listed_deck, way.game), first, last, place)
    write([json_text(_object(path, way, found))] if as_json else _lines(path, way, found, last))


def _format(db: Any, name: str) -> Format:
    """The format of that name, or in that file."""
    return formats.named(db, name, lambda path: inputs.read_format(db, path))


# --- a deck -----------------------------------------------------------------------------------


def _object(path: str, way: Format, found: Sequence[Stretch]) -> dict[str, Any]:
    return {
        "path": path,
        "format": way.name,
        "intervals": [
            {
                "from": stretch.first,
                "until": stretch.last,
                "verdict": stretch.verdict,
                "banlist": stretch.banlist,
                "errors": [finding_object(finding) for finding in stretch.errors],
            }
            for stretch in found
        ],
    }


def _lines(path: str, way: Format, found: Sequence[Stretch], last: Day) -> Iterator[str]:
    yield f"{printable(path)} in {way.title}\n\n"
    yield from _drawn(found, last)
    for stretch, after in zip(found, [*found[1:], None], strict=True):
        until = f"until {stretch.last}" if stretch.last else "on"
        if stretch.verdict == "legal":
            why = f"ended by {_causes(after)}" if after else ""
        else:
            why = _causes(stretch)
        yield printable(f"  {stretch.first} {until:<16}  {stretch.verdict:<9}  {why}".rstrip())
        yield "\n"


def _causes(stretch: Stretch) -> str:
    """The errors that a stretch begins with, shortly."""
    texts = [finding.message for finding in stretch.errors]
    more = len(texts) - _SHOWN
    list_ = f" ({stretch.banlist})" if stretch.banlist and not texts else ""
    return "; ".join(texts[:_SHOWN]) + (f"; and {more} more" if more > 0 else "") + list_


def _drawn(found: Sequence[Stretch], last: Day) -> Iterator[str]:
    """The time as a line, each sign a part of it, with years below."""
    import sys

    columns = shutil.get_terminal_size().columns - 4 if is_terminal(sys.stdout) else _BARE
    width = min(max(columns, _NARROWEST), _WIDEST)
    begin, end = _number(found[0].first), _number(last) + 1
    days = max(end - begin, 1)
    signs = []
    for column in range(width):
        day = begin + days * column // width
        stretch = next(s for s in reversed(found) if _number(s.first) <= day)
        signs.append(_MARKS[stretch.verdict])
    yield f"  {''.join(signs)}\n"
    labels = [" "] * (width + len("2000"))
    free = 0
    for year in range(int(found[0].first[:4]), int(last[:4]) + 1):
        at = (_number(Day(f"{year}-01-01")) - begin) * width // days
        if free <= at <= width - len("2000"):
            labels[at : at + 4] = str(year)
            free = at + len("2000 ")
    yield f"  {''.join(labels).rstrip()}\n"
    yield "  █ legal  · illegal  ? undecided\n\n"


def _number(day: Day) -> int:
    return date.fromisoformat(day).toordinal()


# --- a card -----------------------------------------------------------------------------------


def _of_card(
    index: CardIndex, asked: str, way: Format, since: Day | None, until: Day
) -> dict[str, Any]:
    """How many copies the lists of the format allowed over time, and since when it was out."""
    if way.day or len(way.banlist.regions) != 1 or way.banlist.forbidden_as is not None:
        raise DeckcheckError(f"{way.name} has no lists of its own over time; name another format")
    card = _the_card(index, asked)
    region = way.banlist.regions[0]
    intervals = card_limits(index, card, until).history().get(region, ())
    released = {name: card.released[name].day for name in (way.pool.regions if way.pool else ())}
    return {
        "card": card.ref._asdict(),
        "format": way.name,
        "region": region,
        "released": released,
        "intervals": [
            {
                "allowed": interval.allowed,
                **({} if interval.points is None else {"points": interval.points}),
                "from": interval.first,
                "until": interval.last,
            }
            for interval in intervals
            if _overlaps(interval, since, until)
        ],
    }


def _overlaps(interval: Interval, since: Day | None, until: Day) -> bool:
    return (interval.first or until) <= until and (since or "") <= (interval.last or "9999")


def _the_card(index: CardIndex, asked: str) -> Card:
    found = find(index, asked)
    if not found:
        raise DeckcheckError(f"no card {quote(asked)}; 'deckcheck search' finds cards by words")
    if len(found.cards) > 1:
        raise DeckcheckError(f"{quote(asked)} is several cards: {listed(found.cards)}")
    return found.cards[0]


def _card_lines(found: dict[str, Any]) -> Iterator[str]:
    yield printable(f"{found['card']['name']} in {found['format']}") + "\n"
    for region, day in found["released"].items():
        if day:
            yield f"  out of the pool before {day} ({region})\n"
    for interval in found["intervals"]:
        number = interval.get("points", interval["allowed"])
        what = "points" if "points" in interval else ("copy" if number == 1 else "copies")
        times = [f"{key} {interval[key]}" for key in ("from", "until") if interval[key]]
        yield f"  {number} {what:<6}  {' '.join(times)}".rstrip() + "\n"

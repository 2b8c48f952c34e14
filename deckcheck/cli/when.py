"""``deckcheck when``: on which days a deck, or how much of a card, was legal."""

from collections.abc import Iterator, Sequence
from datetime import date
from textwrap import wrap
from typing import Annotated, Any, NamedTuple

import typer

from deckcheck import codecs
from deckcheck.cards import CardIndex
from deckcheck.catalog.find import find
from deckcheck.cli import inputs, terminal_width, write, write_lines
from deckcheck.cli.lookups import listed
from deckcheck.cli.options import Lang, Output, Territory, is_json, json_text, open_data
from deckcheck.cli.sources import named_format
from deckcheck.days import parse_day
from deckcheck.errors import DeckcheckError
from deckcheck.formats.lists import known_territory
from deckcheck.model import Card, Day, Finding, Format, Verdict
from deckcheck.reports.json import finding_object
from deckcheck.reports.words import printable
from deckcheck.resolve import Resolver
from deckcheck.text import quote
from deckcheck.timeline import CardStretch, Stretch, card_stretches, stretches
from deckcheck.userdata import today

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
        str | None, typer.Option("--format", "-f", metavar="NAME",
                                 help="Way of playing, or a file.",
                                 show_default="what the deck asks for, or tcg")
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="DAY", help="The first day to look at, YYYY-MM-DD.",
                                 show_default="the first list")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="DAY", help="The last day to look at.",
                                 show_default="today")
    ] = None,
    territory: Territory = None,
    codec: inputs.Codec = None,
    lang: Lang = "en",
    output: Output = "table",
) -> None:  # fmt: skip
    """Say on which days a deck was legal, and what ended each time.

    deckcheck when my.ydk -f ocg

    deckcheck when --card "Pot of Greed"
    """
    as_json = is_json(output)
    if (deck is None) == (card is None):
        raise DeckcheckError("give a deck, or a card with --card")
    if codec is not None:
        codecs.codec(codec)
        if card is not None:
            raise DeckcheckError("--codec is for decks")
    db = open_data()
    time = _Time(
        None if since is None else parse_day(since),
        today() if until is None else parse_day(until),
        None if territory is None else known_territory(db, territory),
    )
    if card is not None:
        way = named_format(db, format_, None, ())
        index = CardIndex(db, lang, way.game)
        meant = _the_card(index, card)
        bases = {key: index.card(key) for key in meant.name_groups}
        times = card_stretches(db, way, meant, bases, *time)
        if until is not None:
            times[-1] = times[-1]._replace(last=time.until)
        if as_json:
            write([json_text(_card_object(meant, way, times))])
        else:
            write_lines(_card_lines(meant, way, times))
        return
    path, listed_deck = inputs.read_deck(str(deck), codec)
    way = named_format(db, format_, path, listed_deck.directives)
    found = stretches(db, way, Resolver(db, lang).deck(listed_deck, way.game), *time)
    if until is not None:
        found[-1] = found[-1]._replace(last=time.until)
    if as_json:
        write([json_text(_object(path, way, found))])
    else:
        write(_lines(path, way, found, time.until))


class _Time(NamedTuple):
    """The days to look at, and where."""

    since: Day | None
    until: Day
    territory: str | None


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
                "last_errors": [finding_object(finding) for finding in stretch.last_errors],
            }
            for stretch in found
        ],
    }


def _lines(path: str, way: Format, found: Sequence[Stretch], last: Day) -> Iterator[str]:
    yield f"{printable(path)} in {printable(way.title)}\n\n"
    yield from _drawn(found, last)
    for stretch, after in zip(found, [*found[1:], None], strict=True):
        until = f"until {stretch.last}" if stretch.last else "on"
        if stretch.verdict == "legal":
            why = f"ended by {_causes(after.errors)}" if after else ""
        else:
            to_the_end = "to the end: " if after else ""
            why = f"{to_the_end}{_causes(stretch.last_errors)}"
        line = f"  {stretch.first} {until:<16}  {stretch.verdict:<9}  {printable(why)}".rstrip()
        yield from _wrapped(line)


def _wrapped(line: str) -> Iterator[str]:
    """The line, in several where the terminal is too narrow for it."""
    terminal = terminal_width()
    if not terminal:
        yield f"{line}\n"
        return
    width = max(terminal, _NARROWEST * 2)
    parts = wrap(line, width, subsequent_indent=" " * 8, initial_indent="  ") or [line]
    yield from (f"{part}\n" for part in parts)


def _causes(errors: Sequence[Finding]) -> str:
    """Errors, shortly."""
    texts = [finding.message for finding in errors]
    more = len(texts) - _SHOWN
    return "; ".join(texts[:_SHOWN]) + (f"; and {more} more" if more > 0 else "")


def _drawn(found: Sequence[Stretch], last: Day) -> Iterator[str]:
    """The time as a line, each sign a part of it, with years below."""
    terminal = terminal_width()
    columns = terminal - 4 if terminal else _BARE
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


def _the_card(index: CardIndex, asked: str) -> Card:
    found = find(index, asked)
    if not found:
        raise DeckcheckError(f"no card {quote(asked)}; 'deckcheck search' finds cards by words")
    if len(found.cards) > 1:
        raise DeckcheckError(f"{quote(asked)} is several cards: {listed(found.cards)}")
    return found.cards[0]


def _card_object(card: Card, way: Format, found: Sequence[CardStretch]) -> dict[str, Any]:
    """The card and what the format allows of it over time; ``why`` it is out, where it is."""
    return {
        "card": card.ref._asdict(),
        "format": way.name,
        "intervals": [
            {
                "allowed": stretch.allowed,
                "points": stretch.points,
                "from": stretch.first,
                "until": stretch.last,
                "why": stretch.why,
            }
            for stretch in found
        ],
    }


def _card_lines(card: Card, way: Format, found: Sequence[CardStretch]) -> Iterator[str]:
    yield f"{card.name} in {way.title}"
    for stretch in found:
        what = f"{stretch.allowed} {'copy' if stretch.allowed == 1 else 'copies'}"
        if stretch.points is not None:
            what += f" of {stretch.points} points"
        until = f"until {stretch.last}" if stretch.last else "on"
        why = f"  {stretch.why}" if stretch.why else ""
        yield f"  {stretch.first} {until:<16}  {what}{why}".rstrip()

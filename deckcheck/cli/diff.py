"""``deckcheck diff``: the cards in which two decks differ, and a deck as text for git."""

import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from deckcheck import codecs, formats
from deckcheck.cards import GAMES_OF_DECKS
from deckcheck.cli import inputs, judged, write, write_bytes, write_lines
from deckcheck.cli.options import Output, Territory, is_json, json_text, open_data
from deckcheck.decks.difference import Change, difference, steady_text
from deckcheck.errors import DeckcheckError, UnknownNameError
from deckcheck.model import DeckList, Report
from deckcheck.reports.json import deck_object
from deckcheck.reports.words import judged_by, printable
from deckcheck.resolve import Resolver
from deckcheck.text import is_link, shortened

app = typer.Typer(add_completion=False)

_SIGNS = {"out": "-", "in": "+", "moved": ">"}


@app.command()
def diff(
    a: Annotated[
        str, typer.Argument(metavar="DECK", show_default=False,
                            help="A, the deck as it was: a file, a ydke:// link, or - for standard "
                                 "input.")
    ],
    b: Annotated[
        str | None, typer.Argument(metavar="[DECK]", show_default=False,
                                   help="B, the deck as it is now.")
    ] = None,
    strict_ids: Annotated[
        bool, typer.Option("--strict-ids", help="Tell artworks and old ids of a card apart.")
    ] = False,
    textconv: Annotated[
        bool, typer.Option("--textconv", help="Print A as steady text, for git to compare.")
    ] = False,
    format_: judged.Format = None,
    on: judged.On = None,
    territory: Territory = None,
    ruleset: judged.Ruleset = None,
    banlist: judged.Banlist = None,
    points: judged.Points = None,
    codec: inputs.Codec = None,
    max_bytes: inputs.MaxBytes = inputs.MOST_BYTES,
    lang: judged.Lang = None,
    output: Output = "table",
) -> None:  # fmt: skip
    """Say which cards are out, in and moved from one deck to another; exit code 1 if any is.

    Order, artworks and old ids do not matter. Both decks are judged too.

    deckcheck diff old.ydk new.ydk

    deckcheck diff my.ydk 'ydke://o6lXBQ==!!!' -f ocg -o json
    """
    as_json = is_json(output)
    choice = formats.Choice(format_, on, territory, ruleset, banlist, points)
    if textconv:
        if b is not None:
            raise DeckcheckError("--textconv prints one deck; leave out B")
        if as_json or choice != formats.Choice(None):
            raise DeckcheckError("--textconv prints text, which is not judged; it takes --codec, "
                                 "--lang, --max-bytes and --strict-ids")  # fmt: skip
        _print(a, codec, max_bytes, lang, strict_ids=strict_ids)
        return
    if b is None:
        raise DeckcheckError("name two decks")
    if a == b == "-":
        raise DeckcheckError("A and B cannot both be standard input")
    checkers = judged.JudgingOptions(choice, codec, lang).checkers()
    decks, reports = [], []
    for path, listed in [inputs.read_deck(name, codec, max_bytes) for name in (a, b)]:
        checker = checkers.of(path)
        deck, terms = checker.deck(path, listed)
        decks.append(deck)
        reports.append(checker.report(path, deck, terms))
    changes = difference(*decks, strict_ids=strict_ids)
    if as_json:
        write([json_text(_object(reports, changes))])
    else:
        write_lines(_lines(reports, changes))
    raise typer.Exit(int(bool(changes)))


def _object(reports: Sequence[Report], changes: Sequence[Change]) -> dict[str, Any]:
    before, after = map(deck_object, reports)
    return {
        "same": not changes,
        "changes": [
            {
                "change": change.what,
                "copies": change.copies,
                "from": change.left,
                "to": change.reached,
                "card": change.item.card and change.item.card.ref._asdict(),
                "name": change.item.name,
                "name_group": change.item.group,
                "id": change.item.code,
            }
            for change in changes
        ],
        "before": before,
        "after": after,
    }


# --- for people -------------------------------------------------------------------------------


def _lines(reports: Sequence[Report], changes: Sequence[Change]) -> Iterator[str]:
    for report in reports:
        yield from _judged(report)
    yield ""
    rows = [(_SIGNS[change.what], str(change.copies), _where(change), _name(change))
            for change in changes]  # fmt: skip
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    for sign, copies, where, name in rows:
        yield f"  {sign} {copies:>{widths[1]}}  {where:<{widths[2]}}  {name}"
    totals = {what: sum(c.copies for c in changes if c.what == what) for what in _SIGNS}
    counts = [f"{number} {what}" for what, number in totals.items() if number]
    yield from ["", ", ".join(counts)] if changes else ["the same cards"]


def _judged(report: Report) -> Iterator[str]:
    """How a deck stands: its verdict, what it was judged by, sizes, and what is wrong in it."""
    yield f"{shortened(report.path)}: {report.verdict}"
    sizes = ", ".join(f"{section} {size}" for section, size in (report.sizes or {}).items())
    points = f", points {report.points.total} of {report.points.cap}" if report.points else ""
    yield f"  {sizes}{points} ({judged_by(report.terms)})"
    yield from (f"  {f.rule}: {f.message}" for f in report.findings if f.severity == "error")


def _where(change: Change) -> str:
    if change.left and change.reached:
        return f"{change.left} to {change.reached}"
    return change.left or change.reached or ""


def _name(change: Change) -> str:
    item = change.item
    return item.label if item.group == item.name else f"{item.label}, counts as {item.group}"


# --- for git ----------------------------------------------------------------------------------


def _print(
    file: str, codec: str | None, most_bytes: int, lang: str | None, *, strict_ids: bool
) -> None:
    """Print the file as steady text, or as it is where it is no deck or the data is damaged."""
    is_code = is_link(file) and not Path(file).exists()
    suffix = ".ydke" if is_code else Path(file).suffix.casefold()
    try:
        if file == "-":
            data = sys.stdin.buffer.read() if sys.stdin else b""
        else:
            data = os.fsencode(file) if is_code else Path(file).read_bytes()
    except OSError as error:
        raise DeckcheckError(f"{file}: {error.strerror}") from error
    try:
        if len(data) > most_bytes:
            raise DeckcheckError("too large for a deck")
        listed = codecs.parse(data, suffix=suffix, name=codec)
        if listed.problems and not listed.entries:
            raise DeckcheckError("lines, and no card among them")
        text = _steady(listed, lang or "en", strict_ids=strict_ids)
    except UnknownNameError:  # of an option: the file's own are passed over
        raise
    except (DeckcheckError, sqlite3.DatabaseError):
        write_bytes(data)
        return
    write([text])


def _steady(listed: DeckList, lang: str, *, strict_ids: bool) -> str:
    """The text of the deck: of its format's game, else of the one that knows the most of its cards.

    What else would say the game, the config of its folder, git does not know of an old file.
    """
    db = open_data()
    asked = next((d.value for d in listed.directives if d.key == "format"), None)
    games = GAMES_OF_DECKS
    if asked is not None:
        with suppress(UnknownNameError):
            games = (formats.load_format(db, asked).game,)
    decks = [Resolver(db, lang).deck(listed, game) for game in games]
    deck = max(decks, key=lambda deck: sum(copy.card is not None for copy in deck.copies))
    lines = steady_text(deck, listed, strict_ids=strict_ids)
    return "".join(f"{printable(line)}\n" for line in lines)

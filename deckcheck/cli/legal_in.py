"""``deckcheck legal-in``: which formats allow a deck, and what stands in the way of others."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

import typer

from deckcheck import codecs
from deckcheck.cli import inputs, write, write_lines
from deckcheck.cli.options import Lang, Output, Territory, is_json, json_text, open_data
from deckcheck.days import parse_day_or_month
from deckcheck.errors import DeckcheckError
from deckcheck.formats.lists import known_territory
from deckcheck.model import Day, Directive
from deckcheck.reports.json import finding_object
from deckcheck.resolve import Resolver
from deckcheck.timeline import Standing, standings
from deckcheck.userdata import today

app = typer.Typer(add_completion=False)

_NEAR = 2
"""Errors that a deck may have in a format to be near it."""


@app.command("legal-in")
def legal_in(
    deck: Annotated[
        str, typer.Argument(metavar="DECK", show_default=False,
                            help="A file, a ydke:// link, or - for standard input.")
    ],
    on: Annotated[
        str | None, typer.Option(metavar="DAY", help="As on this day, YYYY-MM-DD.",
                                 show_default="what the deck asks for, or today")
    ] = None,
    territory: Territory = None,
    codec: inputs.Codec = None,
    every: Annotated[
        bool, typer.Option("--all", help="Say of every format what stands in the way.")
    ] = False,
    lang: Lang = "en",
    output: Output = "table",
) -> None:  # fmt: skip
    """Say which formats allow a deck; exit code 1 if none does.

    deckcheck legal-in my.ydk

    deckcheck legal-in my.ydk --on 2014-07-12 -o json
    """
    as_json = is_json(output)
    if codec is not None:
        codecs.codec(codec)
    db = open_data()
    path, listed = inputs.read_deck(deck, codec)
    day = _day(on, path, listed.directives)
    place = None if territory is None else known_territory(db, territory)
    found = list(standings(db, Resolver(db, lang), listed, day, place))
    if as_json:
        write([json_text(_object(path, day, found))])
    else:
        write_lines(_lines(path, day, found, every=every))
    raise typer.Exit(int(all(standing.verdict != "legal" for standing in found)))


def _day(on: str | None, path: str, directives: Iterable[Directive]) -> Day:
    """The day that is asked for; of a month, the first."""
    if on is not None:
        return parse_day_or_month(on)[0]
    directive = next((d for d in directives if d.key == "on"), None)
    if not directive:
        return today()
    try:
        return parse_day_or_month(directive.value)[0]
    except DeckcheckError as error:
        raise DeckcheckError(f"{path}:{directive.line}: {error}") from error


def _object(path: str, on: Day, found: Sequence[Standing]) -> dict[str, Any]:
    return {
        "path": path,
        "on": on,
        "formats": [
            {
                "format": standing.terms.format.name,
                "on": standing.terms.on,
                "verdict": standing.verdict,
                "errors": [finding_object(finding) for finding in standing.errors],
            }
            for standing in found
        ],
    }


def _lines(path: str, on: Day, found: Sequence[Standing], *, every: bool) -> Iterator[str]:
    legal = [standing for standing in found if standing.verdict == "legal"]
    others = sorted(
        (standing for standing in found if standing.verdict != "legal"),
        key=lambda standing: len(standing.errors),
    )
    near = others if every else [s for s in others if len(s.errors) <= _NEAR]
    yield f"{path} on {on}"
    yield ""
    yield f"legal in {len(legal)} of {len(found)} formats" + (":" if legal else "")
    yield from (f"  {_name(standing)}" for standing in legal)
    if near:
        yield ""
        yield "not legal:" if every else "nearly legal:"
    for standing in near:
        yield f"  {_name(standing)}"
        yield from (f"    {finding.message}" for finding in standing.errors)
    if len(others) > len(near):
        yield ""
        rest = len(others) - len(near)
        yield f"{rest} more formats find over {_NEAR} errors each; --all shows them"


def _name(standing: Standing) -> str:
    format_ = standing.terms.format
    day = f", as of {format_.day}" if format_.day else ""
    pool = "" if standing.terms.pool else ", card pool not judged"
    return f"{format_.name} ({format_.title}{day}{pool})"

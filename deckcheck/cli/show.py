"""``deckcheck show``: a deck as people read it, with names and what a format says of them."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from deckcheck import codecs, formats
from deckcheck.cli import inputs, write
from deckcheck.cli.checkers import Checkers, Options
from deckcheck.cli.configs import Configs
from deckcheck.cli.options import Territory, json_text
from deckcheck.cli.showing import Shown, markdown, table
from deckcheck.decks.listing import KINDS, Row, listing
from deckcheck.errors import UnknownNameError
from deckcheck.reports.json import points_object, terms_object

app = typer.Typer(add_completion=False)


@app.command()
def show(
    deck: Annotated[
        str, typer.Argument(metavar="DECK", show_default=False,
                            help="A file, a ydke:// link, or - for standard input.")
    ],
    format_: Annotated[
        str | None, typer.Option("--format", "-f", metavar="NAME[@DAY]", show_default="tcg",
                          help="Way of playing whose status is shown, or a file; "
                               "a day may follow.")
    ] = None,
    on: Annotated[
        str | None, typer.Option(metavar="DAY", help="As on this day, YYYY-MM-DD.",
                                 show_default="what the deck or its config asks for, or today")
    ] = None,
    territory: Territory = None,
    banlist: Annotated[
        str | None, typer.Option(metavar="LIST", help="Instead of the day's: REGION or "
                                "REGION@DATE, a YAML file, lflist.conf (FILE#NAME), or none.")
    ] = None,
    points: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Points of a deck at most, in formats "
                                 "with points.", show_default="the format's")
    ] = None,
    codec: inputs.Codec = None,
    max_bytes: inputs.MaxBytes = inputs.MOST_BYTES,
    lang: Annotated[
        str | None, typer.Option(metavar="CODE", help="Language of card names.",
                                 show_default="en")
    ] = None,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="NAME", help="table, markdown, json.")
    ] = "table",
) -> None:  # fmt: skip
    """Show a deck with names, as people read it, and the status of each card.

    deckcheck show my.ydk

    deckcheck show my.ydk -f genesys --lang de -o markdown
    """
    if output not in _OUTPUTS:
        raise UnknownNameError("output", output, _OUTPUTS)
    if codec is not None:
        codecs.codec(codec)
    choice = formats.Choice(format_, on, territory, banlist=banlist, points=points)
    checkers = Checkers(Options(choice, lang=lang), Configs(None))
    path, listed = inputs.read_deck(deck, codec, max_bytes)
    found, terms = checkers.of(path).deck(path, listed)
    write(_OUTPUTS[output](Shown(path, found, terms, listing(found, terms))))


# --- JSON -------------------------------------------------------------------------------------


def _json(shown: Shown) -> Iterator[str]:
    path, deck, terms, found = shown
    whole = {
        "path": path,
        "name": deck.name,
        "codec": deck.codec,
        **terms_object(terms),
        "sizes": {part.section: part.size for part in found.parts},
        "points": found.points and points_object(found.points),
        "counts": {
            part.section: {kind: part.count(kind) for kind in KINDS} for part in found.parts
        },
        "sections": {part.section: [_object(row) for row in part.rows] for part in found.parts},
        "problems": [problem._asdict() for problem in deck.problems],
    }
    yield json_text(whole)


def _object(row: Row) -> dict[str, Any]:
    """A row as programs read it: absent scalars are null, absent lists empty."""
    card = row.card
    return {
        "passcode": card and card.passcode,
        "konami_id": card and card.konami_id,
        "name": card and card.name,
        "kind": row.kind,
        "copies": row.copies,
        "written": list(row.written),
        "lines": list(row.lines),
        "allowed": row.allowed,
        "status": row.status,
        "points": row.points,
        "in_pool": row.in_pool,
        "groups": list(row.groups),
        "marks": list(row.marks),
        "unknown": row.unknown,
    }


_OUTPUTS = {"table": table, "markdown": markdown, "json": _json}

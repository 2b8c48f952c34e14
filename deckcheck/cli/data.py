"""``deckcheck data``: look after the card data."""

from collections.abc import Iterator

import typer

from deckcheck.cli import write
from deckcheck.cli.options import Output, is_json, json_text
from deckcheck.index import INDEX_FILE, About, about, open_index

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.callback()
def _data() -> None:
    """Look after the card data."""


@app.command()
def info(
    output: Output = "table",
) -> None:
    """Say what the card data holds, of which day it is, and whose it is.

    deckcheck data info
    """
    as_json = is_json(output)
    found = about(open_index())
    write([_json(found)] if as_json else _table(found))


@app.command()
def build() -> None:
    """Compile the text sources of a checkout into the card index.

    deckcheck data build
    """
    from deckcheck.index.build import build_index

    build_index(INDEX_FILE)
    write([f"built {INDEX_FILE}\n"])


def _json(found: About) -> str:
    sources = [
        dict(zip(("name", "gives", "newest", "licence"), source, strict=True))
        for source in found.sources
    ]
    whole = {**found._asdict(), "path": str(INDEX_FILE), "sources": sources}
    return json_text(whole)


def _table(found: About) -> Iterator[str]:
    from tabulate import tabulate

    yield f"card data of {found.snapshot}, {found.digest}\n{INDEX_FILE}\n\n"
    yield from (f"{count:,} {game} cards\n" for game, count in found.cards.items())
    yield f"{found.names:,} names\n{found.lists} limit lists, the newest of each region:\n\n"
    yield tabulate(found.newest.items(), headers=("region", "newest list"), tablefmt="simple")
    yield "\n\n"
    headers = ("source", "gives", "newest", "licence")
    yield tabulate(found.sources, headers=headers, tablefmt="simple", disable_numparse=True) + "\n"

"""``deckcheck data``: look after the card data."""

import typer

from deckcheck.index import INDEX_FILE

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.callback()
def _data() -> None:
    """Look after the card data."""


@app.command()
def build() -> None:
    """Compile the text sources of a checkout into the card index.

    deckcheck data build
    """
    from deckcheck.index.build import build_index

    build_index(INDEX_FILE)
    typer.echo(f"built {INDEX_FILE}")

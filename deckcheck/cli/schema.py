"""``deckcheck schema``: the JSON Schemas of what is read and written, for editors and scripts."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

import deckcheck
from deckcheck.cli import write
from deckcheck.errors import UnknownNameError

app = typer.Typer(add_completion=False)

SCHEMAS = {
    path.stem: path for path in sorted((Path(deckcheck.__file__).parent / "schemas").glob("*.json"))
}
"""The file of each schema, by its name."""


@app.command(name="schema")
def schema_(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", show_default=False, help=f"{', '.join(SCHEMAS)}."),
    ] = None,
) -> None:
    """Print the JSON Schema (draft 2020-12) of a kind of file; without a name, list them.

    deckcheck schema

    deckcheck schema config > deckcheck-config.schema.json
    """
    if name is None:
        write(_table())
    elif name in SCHEMAS:
        write([_text(name)])
    else:
        raise UnknownNameError("schema", name, SCHEMAS)


def _text(name: str) -> str:
    return SCHEMAS[name].read_text(encoding="utf-8")


def _table() -> Iterator[str]:
    from tabulate import tabulate

    found = {name: json.loads(_text(name)) for name in SCHEMAS}
    rows = [(name, schema["$id"], schema["title"]) for name, schema in found.items()]
    yield tabulate(rows, ("name", "id", "of what"), tablefmt="simple") + "\n"

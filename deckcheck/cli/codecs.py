"""``deckcheck codecs``: the deck file formats, and what each can hold."""

from collections.abc import Iterator
from typing import Any

import typer

from deckcheck.cli import write, write_lines
from deckcheck.cli.options import Output, is_json, json_text
from deckcheck.codecs import CODECS, Codec, codec

app = typer.Typer(add_completion=False)


@app.command(name="codecs")
def codecs_(output: Output = "table") -> None:
    """List the deck file formats that are read and written, and what each can hold.

    deckcheck codecs

    deckcheck codecs -o json
    """
    found = [codec(name) for name in CODECS]
    if is_json(output):
        write([json_text([_object(one) for one in found])])
    else:
        write_lines(_table(found))


def _title(one: Codec) -> str:
    """What the codec is, in a line: the first one of its documentation."""
    return (one.__doc__ or "").partition("\n")[0].rstrip(".")


def _object(one: Codec) -> dict[str, Any]:
    return {
        "name": one.NAME,
        "title": _title(one),
        "suffixes": list(one.SUFFIXES),
        "holds": one.HOLDS._asdict(),
        "documentation": (one.__doc__ or "").strip(),
    }


def _table(found: list[Codec]) -> Iterator[str]:
    from tabulate import tabulate

    def mark(held: bool) -> str:
        return "yes" if held else "no"

    rows = [
        (one.NAME, " ".join(one.SUFFIXES), mark(one.HOLDS.names), mark(one.HOLDS.deck_name),
         mark(one.HOLDS.directives), mark(one.HOLDS.sections), _title(one))
        for one in found
    ]  # fmt: skip
    headers = ("codec", "suffixes", "names", "deck name", "format, day", "main/extra", "what it is")
    yield tabulate(rows, headers, tablefmt="simple", disable_numparse=True) + "\n"
    yield "\nWithout a suffix that says it, the content tells; --codec NAME overrules both.\n"

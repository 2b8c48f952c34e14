"""``deckcheck rule``: what each rule finds, out of the rule's own documentation."""

import re
import shlex
import textwrap
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, NamedTuple

import typer

from deckcheck.cli import terminal_width, write, write_lines
from deckcheck.cli.options import Output, is_json, json_text
from deckcheck.rules import DOCUMENTED, Documented, check_names

app = typer.Typer(add_completion=False)

_WIDEST = 100
_BLOCK = "    "
_EXAMPLE = re.compile(
    r"Example: in the deck\n\n(?P<deck>(?: {4}.+\n)+)"
    r"\n``deckcheck check - (?P<options>[^`]+)`` finds\n\n"
    r" {4}(?P<severity>error|warning|note): (?P<message>.+(?:\n {4}.+)*)\n"
)


class Example(NamedTuple):
    """A deck, and what a rule finds in it when ``check`` has these options."""

    deck: str
    options: list[str]
    severity: str
    message: str


@app.command(name="rule")
def rule_(
    id_: Annotated[
        str | None, typer.Argument(metavar="[ID]", show_default=False, help="Of one rule.")
    ] = None,
    output: Output = "table",
) -> None:
    """List the rules, or print what one of them finds, with examples.

    deckcheck rule

    deckcheck rule copy-limit
    """
    as_json = is_json(output)
    if id_ is None:
        objects = [_object(rule) for rule in DOCUMENTED]
        if as_json:
            write([json_text(objects)])
        else:
            write_lines(_table(objects))
        return
    check_names([id_])
    (found,) = (rule for rule in DOCUMENTED if id_ == rule.ID)
    if as_json:
        write([json_text(_object(found))])
    else:
        write_lines(_shown(found))


def examples(rule: Documented) -> list[Example]:
    """The examples in the documentation of a rule, one for each severity its findings may have."""
    return [
        Example(
            textwrap.dedent(match["deck"]),
            shlex.split(match["options"]),
            match["severity"],
            " ".join(match["message"].split()),
        )
        for match in _EXAMPLE.finditer(rule.__doc__ or "")
    ]


def severities(rule: Documented) -> list[str]:
    """The severities that findings of a rule may have, the usual one first."""
    return list(dict.fromkeys(example.severity for example in examples(rule)))


def _object(rule: Documented) -> dict[str, Any]:
    text, _, _ = (rule.__doc__ or "").partition("\nExample: ")
    return {
        "id": rule.ID,
        "severities": severities(rule),
        "summary": text.partition("\n")[0],
        "documentation": text.strip(),
        "examples": [example._asdict() for example in examples(rule)],
    }


def _table(objects: Iterable[dict[str, Any]]) -> Iterator[str]:
    from tabulate import tabulate

    rows = [(one["id"], ", ".join(one["severities"]), one["summary"]) for one in objects]
    headers = ("rule", "severity", "what it finds")
    yield tabulate(rows, headers, tablefmt="simple", disable_numparse=True) + "\n"


def _shown(rule: Documented) -> Iterator[str]:
    """The documentation for people, its text in lines that fit the terminal."""
    columns = terminal_width() or _WIDEST
    yield f"{rule.ID} ({', '.join(severities(rule))})\n"
    for paragraph in (rule.__doc__ or "").replace("``", "`").strip().split("\n\n"):
        shown = paragraph
        if not paragraph.startswith(_BLOCK):
            shown = textwrap.fill(paragraph, min(columns, _WIDEST), break_on_hyphens=False)
        yield f"\n{shown}\n"

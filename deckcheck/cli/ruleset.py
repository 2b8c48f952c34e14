"""``deckcheck ruleset``: the numbers for building a deck, of every time and place known."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from deckcheck import rulesets
from deckcheck.cli import write, write_lines
from deckcheck.cli.options import Output, is_json, json_text, open_data
from deckcheck.model import SECTIONS, Ruleset
from deckcheck.userdata import today

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.callback()
def _ruleset() -> None:
    """Read the rulesets."""


@app.command("list")
def list_(output: Output = "table") -> None:
    """List the rulesets, with the first day of each in its regions.

    deckcheck ruleset list
    """
    as_json = is_json(output)
    db = open_data()
    found = [rulesets.load_ruleset(db, name) for name in rulesets.known(db)]
    if as_json:
        write([json_text([_object(ruleset) for ruleset in found])])
        return
    from tabulate import tabulate

    rows = [
        (
            ruleset.name,
            *(_sizes(ruleset, section) for section in SECTIONS),
            ", ".join(f"{region} {day}" for region, day in ruleset.since.items()) or "-",
            ruleset.title,
        )
        for ruleset in found
    ]
    headers = ("name", *SECTIONS, "since", "title")
    text = tabulate(rows, headers=headers, tablefmt="simple", disable_numparse=True)
    write_lines(line.rstrip() for line in text.splitlines())


@app.command()
def show(
    name: Annotated[
        str, typer.Argument(metavar="NAME", show_default=False,
                            help="A ruleset, or a region for the one in force there today.")
    ],
    output: Output = "table",
) -> None:  # fmt: skip
    """Show the whole of a ruleset.

    deckcheck ruleset show master-rule-3
    """
    as_json = is_json(output)
    db = open_data()
    if name.casefold() in rulesets.regions(db):
        found = rulesets.in_force(db, name.casefold(), today())
    else:
        found = rulesets.load_ruleset(db, name)
    if as_json:
        write([json_text(_object(found))])
        return
    write_lines(_lines(found))


def _sizes(ruleset: Ruleset, section: Any) -> str:
    return " or ".join(map(str, ruleset.sections[section].sizes))


def _lines(found: Ruleset) -> Iterator[str]:
    yield f"{found.name}: {found.title}"
    if found.aliases:
        yield f"  also called   {', '.join(found.aliases)}"
    for region, day in found.since.items():
        yield f"  in {region:<10} from {day}"
    for section, rule in found.sections.items():
        yield f"  {rule.name:<13} {_sizes(found, section)}"
        yield from (f"    {doubt.sizes}: a warning, {doubt.why}" for doubt in rule.doubtful)
    together = "; ".join(" and ".join(part) for part in found.counted)
    yield f"  copies        {found.copies} of a name, counted over cards of {together}"
    if found.doubtful_copies:
        yield f"    {found.doubtful_copies.sizes}: a warning, {found.doubtful_copies.why}"
    for belongs, places in found.stands_in.items():
        yield f"  {belongs + ' cards':<13} stand in {', '.join(places)}"
    yield f"  siding with   {', '.join(found.siding)}"
    first, second = found.opening_hand
    yield f"  opening hand  {first} going first, {second} going second"
    for legend in found.legends:
        each = " of each kind" if legend.of_each_kind else " in all"
        sections = " and ".join(legend.sections)
        yield f"  LEGEND cards  {legend.allowed}{each} in {sections} from {legend.since}"
    if found.skills:
        yield f"  skill cards   {found.skills}, in no size"
    if found.advice:
        yield f"  notes         {', '.join(found.advice)}"
    if found.note:
        yield f"  note          {found.note}"
    yield f"  confidence    {found.confidence}"
    yield from (f"  source        {source}" for source in found.sources)


def _object(found: Ruleset) -> dict[str, Any]:
    doubt = found.doubtful_copies
    return {
        "name": found.name,
        "title": found.title,
        "aliases": list(found.aliases),
        "since": dict(found.since),
        "sections": {
            section: {
                "name": rule.name,
                "sizes": list(map(str, rule.sizes)),
                "doubtful": {str(doubtful.sizes): doubtful.why for doubtful in rule.doubtful},
            }
            for section, rule in found.sections.items()
        },
        "copies": found.copies,
        "doubtful_copies": {str(doubt.sizes): doubt.why} if doubt else {},
        "counted": [list(part) for part in found.counted],
        "stands_in": {belongs: list(parts) for belongs, parts in found.stands_in.items()},
        "siding": list(found.siding),
        "opening_hand": found.opening_hand._asdict(),
        "legends": [rule._asdict() for rule in found.legends],
        "skills": str(found.skills) if found.skills else None,
        "advice": list(found.advice),
        "note": found.note,
        "confidence": found.confidence,
        "source": list(found.sources),
    }

"""``deckcheck format``: the ways of playing that are known."""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import typer

from deckcheck import formats
from deckcheck.cards import CardIndex
from deckcheck.cli import write, write_lines
from deckcheck.cli.options import Output, is_json, json_text, open_data
from deckcheck.cli.sources import format_here
from deckcheck.model import GAME_TITLES, Format

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.callback()
def _format() -> None:
    """Read the ways of playing."""


@app.command("list")
def list_(output: Output = "table") -> None:
    """List the formats that ship with deckcheck.

    deckcheck format list
    """
    as_json = is_json(output)
    db = open_data()
    rows = [
        {
            "name": name,
            "title": format_.title,
            "aliases": list(format_.aliases),
            "day": format_.day,
            "banlist": banlist(format_),
            "pool": pool(format_),
        }
        for name in formats.known(db)
        for format_ in [formats.load_format(db, name)]
    ]
    if as_json:
        write([json_text(rows)])
        return
    from tabulate import tabulate

    shown = [
        (row["name"], row["day"] or "any day", row["banlist"], row["pool"], row["title"])
        for row in rows
    ]
    headers = ("name", "as of", "banlist", "pool", "title")
    text = tabulate(shown, headers=headers, tablefmt="simple", disable_numparse=True)
    write_lines(line.rstrip() for line in text.splitlines())


@app.command()
def show(
    name: Annotated[
        str, typer.Argument(metavar="NAME", show_default=False, help="A format, or a file.")
    ],
    output: Output = "table",
) -> None:
    """Show the whole of a format, and where each part of it comes from.

    deckcheck format show goat
    """
    as_json = is_json(output)
    db = open_data()
    found = format_here(db, name)
    parts = [*_parts(db, found)]
    if as_json:
        said = {key: {"value": value, "from": found.origins.get(key)} for key, value, _ in parts}
        write([json_text({"name": found.name, "parts": said})])
        return
    write_lines(_lines(found, parts))


Shown = tuple[str, Any, list[str]]
"""The key of a part, its value for a program, and for people."""


def banlist(format_: Format) -> str:
    """The limit list of a format, as people say it."""
    source = format_.banlist
    if not source.regions:
        return "none"
    if len(source.regions) > 1:
        return f"the stricter of {' and '.join(source.regions)}"
    if source.none_before:
        return f"{source.regions[0]}, none before its first"
    if source.forbidden_as is not None:
        return f"{source.regions[0]}, forbidden cards limited"
    return f"{source.regions[0]}@{source.day}" if source.day else source.regions[0]


def pool(format_: Format) -> str:
    """The card pool of a format, as people say it."""
    source = format_.pool
    if source is None:
        return "not judged"
    if source.whitelist:
        return f"whitelist {source.whitelist}"
    return (" and " if source.every else " or ").join(source.regions)


def _parts(db: sqlite3.Connection, found: Format) -> Iterator[Shown]:
    cards = CardIndex(db, game=found.game)

    def named(keys: Iterable[int]) -> list[str]:
        return sorted(cards.card(key).name for key in keys)

    def refs(numbers: Any) -> list[dict[str, Any]]:
        return [{**cards.card(key).ref._asdict(), "number": n} for key, n in numbers.items()]

    def counted(numbers: Any) -> list[str]:
        return [f"{cards.card(key).name}: {n}" for key, n in numbers.items()]

    yield "title", found.title, [found.title]
    if found.aliases:
        yield "aliases", list(found.aliases), [", ".join(found.aliases)]
    yield "game", found.game, [GAME_TITLES[found.game]]
    yield "day", found.day, [found.day or "any"]
    if found.since:
        yield "since", found.since, [found.since]
    yield "banlist", found.banlist._asdict(), [banlist(found)]
    if found.limits:
        yield "limits", refs(found.limits), counted(found.limits)
    if found.groups:
        groups = [
            {
                "name": g.name,
                "allowed": g.allowed,
                "cards": [cards.card(key).ref._asdict() for key in sorted(g.cards)],
            }
            for g in found.groups
        ]
        texts = [f"{g.name}: {g.allowed} of {', '.join(named(g.cards))}" for g in found.groups]
        yield "groups", groups, texts
    if found.points:
        yield "points", refs(found.points), counted(found.points)
    if found.cap is not None:
        yield "cap", found.cap, [f"{found.cap} points"]
    yield "ruleset", found.ruleset, [found.ruleset]
    if found.sizes:
        sizes = {section: list(map(str, ranges)) for section, ranges in found.sizes.items()}
        yield "sizes", sizes, [f"{name} {' or '.join(said)}" for name, said in sizes.items()]
    if found.copies is not None:
        yield "copies", found.copies, [str(found.copies)]
    yield "pool", *_pool_part(cards, found)
    if found.barred:
        yield "barred", list(found.barred), [", ".join(found.barred)]
    for key, said in (("note", found.notes), ("source", found.sources)):
        if said:
            yield key, list(said), list(said)
    if found.confidence:
        yield "confidence", found.confidence, [found.confidence]


def _pool_part(cards: CardIndex, found: Format) -> tuple[Any, list[str]]:
    source = found.pool
    if source is None:
        return None, [pool(found)]
    added = {cards.card(key).name: why for key, why in source.added.items()}
    removed = {cards.card(key).name: why for key, why in source.removed.items()}
    value = {
        "released_in": list(source.regions),
        "in_each": source.every,
        "whitelist": source.whitelist,
        "with": [{**cards.card(key).ref._asdict(), "why": w} for key, w in source.added.items()],
        "without": [
            {**cards.card(key).ref._asdict(), "why": why} for key, why in source.removed.items()
        ],
    }
    texts = [pool(found) if source.whitelist else f"released in {pool(found)} by the day"]
    texts += [f"with {name}: {why}" for name, why in added.items()]
    texts += [f"without {name}: {why}" for name, why in removed.items()]
    return value, texts


def _lines(found: Format, parts: Iterable[Shown]) -> Iterator[str]:
    yield found.name
    for key, _, texts in parts:
        origin = found.origins.get(key)
        behind = f"  (from {origin})" if origin and origin != found.name else ""
        for number, text in enumerate(texts):
            head = key if not number else ""
            yield f"  {head:<11} {text}{behind if not number else ''}"

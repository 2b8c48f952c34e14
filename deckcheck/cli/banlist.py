"""``deckcheck banlist``: read the limit lists, and compare them."""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from deckcheck import formats, rulesets
from deckcheck.banlists import dated
from deckcheck.banlists.content import (
    Change,
    GroupChange,
    ListContent,
    changes,
    file_content,
    group_changes,
    list_content,
    point_changes,
    pool_changes,
)
from deckcheck.banlists.dated import RegionLists
from deckcheck.cards import GAMES, LANGUAGES, CardIndex, game_of
from deckcheck.cli import warn, write, write_lines
from deckcheck.cli.options import Game, Lang, Output, checked_game, is_json, json_text, open_data
from deckcheck.cli.sources import list_text, read_list
from deckcheck.errors import (
    DeckcheckError,
    MissingFileError,
    UnknownNameError,
)
from deckcheck.formats import named_list
from deckcheck.model import STATUS_WORDS, STATUSES, Card
from deckcheck.userdata import today

app = typer.Typer(add_completion=False, no_args_is_help=True)

List = Annotated[
    str,
    typer.Argument(
        metavar="LIST",
        show_default=False,
        help="REGION or REGION@DATE, a YAML file, or lflist.conf (FILE#NAME).",
    ),
]

_POINT_FORMAT = "genesys"
_FORMS = ("yaml", "lflist", "json")


@app.callback()
def _banlist() -> None:
    """Read the limit lists, and compare them."""


@app.command("list")
def list_(
    region: Annotated[
        str | None, typer.Argument(metavar="[REGION]", show_default=False, help="Of one region.")
    ] = None,
    output: Output = "table",
) -> None:
    """List the dated lists of a region, or of all.

    deckcheck banlist list tcg
    """
    as_json = is_json(output)
    db = open_data()
    names = [region] if region is not None else dated.regions(db)
    rows = [
        {
            "region": found.region,
            "effective": found.day,
            "title": found.title,
            "entries": lists.count(found),
        }
        for lists in (RegionLists(db, name) for name in names)
        for found in lists.lists
    ]
    if as_json:
        write([json_text(rows)])
    else:
        write_lines(_table(rows))


@app.command()
def show(name: List, output: Output = "table", lang: Lang = "en", game: Game = GAMES[0]) -> None:
    """Show what a list says of each card.

    deckcheck banlist show tcg@2026-05-18

    deckcheck banlist show ocg -o json
    """
    as_json = is_json(output)
    content = _content(open_data(), name, lang, game)
    if as_json:
        write([json_text(_object(content))])
    else:
        write_lines(["".join(_shown(content))])


@app.command()
def diff(
    before: List, after: List, output: Output = "table", lang: Lang = "en", game: Game = GAMES[0]
) -> None:
    """Show what a list forbids, limits and frees that another did not.

    deckcheck banlist diff tcg@2025-10-27 tcg@2026-02-02
    """
    as_json = is_json(output)
    db = open_data()
    if _game(db, before, game) != _game(db, after, game):
        raise DeckcheckError(f"{before} and {after} are lists of two games; no card is in both")
    old, new = _content(db, before, lang, game), _content(db, after, lang, game)
    found = _Diff(
        changes(old, new, rulesets.copies(db, today())),
        point_changes(old, new),
        group_changes(old, new),
        *pool_changes(old, new),
        pools=(old.whitelist is not None, new.whitelist is not None),
    )
    if as_json:
        write([json_text(_diff_object(old, new, found))])
    else:
        write_lines(["".join(_diff_shown(found))])


class _Diff(NamedTuple):
    """How two lists differ; ``pools``: whether each has a card pool."""

    limits: list[Change]
    points: list[Change]
    groups: list[GroupChange]
    added: list[Card]
    removed: list[Card]
    pools: tuple[bool, bool]


def _diff_object(old: ListContent, new: ListContent, found: _Diff) -> dict[str, Any]:
    return {
        "before": {"region": old.region, "effective": old.effective, "title": old.title},
        "after": {"region": new.region, "effective": new.effective, "title": new.title},
        "limits": [_change_object(change) for change in found.limits],
        "points": [_change_object(change) for change in found.points],
        "groups": [_change_object(change) for change in found.groups],
        "whitelist": {
            "before": found.pools[0],
            "after": found.pools[1],
            "added": [card.ref._asdict() for card in found.added],
            "removed": [card.ref._asdict() for card in found.removed],
        },
    }


def _diff_shown(found: _Diff) -> Iterator[str]:
    rows = [
        {
            "now": STATUS_WORDS.get(change.after, "Unlimited"),
            "before": STATUS_WORDS.get(change.before, "Unlimited"),
            "card": change.card.name,
        }
        for change in found.limits
    ]
    rows += [
        {"now": f"{c.after} points", "before": f"{c.before} points", "card": c.card.name}
        for c in found.points
    ]
    rows += [
        {"now": c.after or "no group", "before": c.before or "no group", "card": c.card.name}
        for c in found.groups
    ]
    rows += [{"now": "in the pool", "before": "out", "card": c.name} for c in found.added]
    rows += [{"now": "out", "before": "in the pool", "card": c.name} for c in found.removed]
    if rows:
        yield from _table(rows)
    if found.pools[0] != found.pools[1]:
        yield f"only the list {'after' if found.pools[1] else 'before'} has a card pool\n"
    elif not rows:
        yield "no difference\n"


@app.command()
def convert(
    name: List,
    to: Annotated[str, typer.Option(metavar="NAME", help="yaml, lflist or json.")],
    game: Game = GAMES[0],
) -> None:
    """Write a list in another form to standard output.

    deckcheck banlist convert tcg@2026-05-18 --to lflist > lflist.conf

    deckcheck banlist convert 'lflist.conf#2026.05 TCG' --to yaml
    """
    from deckcheck.banlists.lflist import dump_lflist, without_passcode
    from deckcheck.banlists.yamldump import dump_yaml

    if to not in _FORMS:
        raise UnknownNameError("form", to, _FORMS)
    db = open_data()
    content = _content(db, name, LANGUAGES[0], game)
    if to == "json":
        write([json_text(_object(content))])
    elif to == "yaml":
        write([dump_yaml(content)])
    else:
        for card in without_passcode(content):
            warn(f"{card.name} has no passcode yet, and so no line in lflist.conf")
        write([dump_lflist(CardIndex(db), content, _cap(db, content))])


@app.command("lint")
def lint_(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILES...", show_default=False,
                       help="YAML lists, lflist.conf, folders of YAML lists."),
    ],
    game: Game = "ocg-tcg",
) -> None:  # fmt: skip
    """Say what is wrong or doubtful in the files of limit lists; exit code 1 if anything is.

    deckcheck banlist lint mine.yaml

    deckcheck banlist lint banlists/
    """
    from deckcheck.banlists.lint import lint, lint_folder

    db = open_data()
    cards = CardIndex(db, game=checked_game(game))
    remarks: list[str] = []
    for path in files:
        if Path(path).is_dir():
            remarks += lint_folder(db, Path(path), list_text)
        else:
            remarks += lint(cards, path, list_text(path))
    write(f"{remark}\n" for remark in remarks)
    raise typer.Exit(int(bool(remarks)))


def _cap(db: sqlite3.Connection, content: ListContent) -> int:
    """The cap that the list's points are played with: its format's, or that of Genesys."""
    known = formats.known(db)
    name = content.region if content.region in known else _POINT_FORMAT
    return formats.load_format(db, name or _POINT_FORMAT).cap or 0


def _game(db: sqlite3.Connection, name: str, of_files: str) -> str:
    """Whose cards a list is about: the region's, or of a file those that are asked for."""
    region = name.partition("@")[0].casefold()
    return game_of(region) if region in dated.regions(db) else checked_game(of_files)


def _content(db: sqlite3.Connection, name: str, lang: str, game: str) -> ListContent:
    """What a list says; ``game`` is whose cards a file is about."""
    region = name.partition("@")[0].casefold()
    if region not in dated.regions(db):
        cards = CardIndex(db, lang, checked_game(game))
        try:
            return file_content(cards, read_list(cards, name, warn))
        except MissingFileError:
            if re.search(r"[./\\#]", name):
                raise
    lists = RegionLists(db, region)
    found = named_list(lists, name, today())
    return list_content(CardIndex(db, lang, game_of(region)), lists, found)


def _shown(content: ListContent) -> Iterator[str]:
    yield f"{content.region} {content.effective}: " if content.region else ""
    yield f"{content.title}\n"
    yield from (f"source: {source}\n" for source in content.sources)
    yield from (f"note: {note}\n" for note in content.notes)
    yield from (f"in {name} from {day}\n" for name, day in content.territories.items())
    rows = [
        {"status": STATUS_WORDS[limit.allowed], "since": limit.since or "", **_row(card)}
        for allowed in STATUSES.values()
        for card, limit in content.limits
        if limit.allowed == allowed
    ]
    rows += [{"status": f"{n} points", "since": "", **_row(card)} for card, n in content.points]
    rows += [
        {"status": f"{group.allowed} of {group.name}", "since": "", **_row(card)}
        for group in content.groups
        for card in group.cards
    ]
    allowed_of = {group.name: group.allowed for group in content.groups}
    rows += [{"status": _skill_status(limit, allowed_of), "since": "", **_row(skill)}
             for skill, limit in content.skills]  # fmt: skip
    rows += [{"status": "only by a skill", "since": "", **_row(c)} for c in content.skill_only]
    if rows:
        yield "\n"
        yield from _columns(rows)
    if content.whitelist is not None:
        yield f"\nonly {len(content.whitelist)} cards are in the pool: see -o json\n"


def _skill_status(limit: str, allowed: Mapping[str, int]) -> str:
    return f"{allowed[limit]} of {limit} (skill)" if limit in allowed else "Forbidden (skill)"


def _row(card: Card) -> dict[str, str]:
    return {"passcode": str(card.passcode or ""), "card": card.name}


def _columns(rows: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """The rows as a table, without the 25 ms that tabulate takes to import."""
    keys = list(rows[0])
    widths = [max(len(key), *(len(row[key]) for row in rows)) for key in keys]
    for line in (
        keys,
        ["-" * width for width in widths],
        *([row[key] for key in keys] for row in rows),
    ):
        yield "  ".join(map(str.ljust, line, widths)).rstrip() + "\n"


def _table(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    from tabulate import tabulate

    text = tabulate(list(rows), headers="keys", tablefmt="simple", disable_numparse=True)
    return (f"{line.rstrip()}\n" for line in text.splitlines())


def _change_object(change: Change | GroupChange) -> dict[str, Any]:
    return {**change.card.ref._asdict(), "before": change.before, "after": change.after}


def _object(content: ListContent) -> dict[str, Any]:
    whitelist = content.whitelist
    groups = {group.name for group in content.groups}
    return {
        "region": content.region,
        "effective": content.effective,
        "title": content.title,
        "source": list(content.sources),
        "limits": [
            {**card.ref._asdict(), "allowed": limit.allowed} for card, limit in content.limits
        ],
        "points": [{**card.ref._asdict(), "points": points} for card, points in content.points],
        "groups": [
            {
                "name": group.name,
                "allowed": group.allowed,
                "cards": [card.ref._asdict() for card in group.cards],
            }
            for group in content.groups
        ],
        "skills": [
            {
                **skill.ref._asdict(),
                "allowed": None if limit in groups else int(limit),
                "group": limit if limit in groups else None,
            }
            for skill, limit in content.skills
        ],
        "skill_only": [card.ref._asdict() for card in content.skill_only],
        "whitelist": None if whitelist is None else [card.ref._asdict() for card in whitelist],
        "territories": dict(content.territories),
    }

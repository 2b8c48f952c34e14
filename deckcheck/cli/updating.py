"""What ``data update`` and ``data build --refresh`` share: where from, what, and how it goes."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from deckcheck.cli import is_terminal, warn, write
from deckcheck.cli.options import json_text
from deckcheck.errors import DeckcheckError, LongError, UnknownNameError
from deckcheck.text import some
from deckcheck.userdata import today

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from deckcheck.index.sources import Sources
    from deckcheck.published.origins import Published
    from deckcheck.published.update import Outcome, RefusedError, Wish

_SHOWN = 10


class Place(NamedTuple):
    """Where published files are taken from, None for where they are published.

    ``as_of``: the day they are of, where a person says so. ``timeout``: the seconds that a server
    may be silent.
    """

    address: str | None
    as_of: str | None
    timeout: float


def wish_of(accept: list[str], skip: list[str]) -> "Wish":
    """What the options say; DeckcheckError for a name that is none."""
    from deckcheck.days import parse_day
    from deckcheck.published.origins import CARDS, RUSH
    from deckcheck.published.regulation import REGIONS
    from deckcheck.published.update import Wish

    known = (*REGIONS, CARDS, RUSH)
    for name in (*accept, *skip):
        region, at, day = name.partition("@")
        if region not in known:
            raise UnknownNameError("published region", region, known)
        if at:
            parse_day(day)
    for name in accept:
        if "@" not in name and name in REGIONS:
            raise DeckcheckError(f"--accept {name}: name one list, {name}@YYYY-MM-DD")
    return Wish(frozenset(accept), frozenset(skip))


def merge(texts: "Sources", place: Place, wish: "Wish", progress: "Progress") -> "Outcome":
    """Merge the published files of a place into text sources, a copy that may be thrown away.

    DeckcheckError, with what a person may do about it, for what is refused.
    """
    from deckcheck.published.origins import is_site
    from deckcheck.published.update import RefusedError, import_published

    whole = place.address is None or is_site(place.address)
    try:
        outcome = import_published(texts, _published(place, progress), wish, today(), whole=whole)
    except RefusedError as error:
        raise LongError(
            f"what is published is refused, the data in use is kept:\n{error}{_advice(error)}"
        ) from error
    progress("compiling the index", 0, None)
    return outcome


def _advice(error: "RefusedError") -> str:
    """What a person may do about refusals, if anything."""
    name = next((refusal.name for refusal in error.refused if refusal.name), None)
    if name is None:
        return ""
    region = name.partition("@")[0]
    return f"\n--accept {name} takes it all the same, --skip {region} leaves that part as it is"


def _published(place: Place, progress: "Progress") -> "Iterator[Published]":
    """The published files of the place; those at the published address where none is named."""
    from deckcheck.days import parse_day
    from deckcheck.published.origins import PUBLISHED, from_path, from_web

    address = place.address
    day = parse_day(place.as_of) if place.as_of is not None else None
    if address == "":
        raise DeckcheckError("--from '' names no place")
    if address is not None and "://" not in address:
        files = from_path(Path(address), warn)
    else:
        from deckcheck.published.web import Web

        files = from_web(Web(place.timeout, progress), address or PUBLISHED, warn)
    return (file._replace(day=day or file.day) for file in files)


class Progress:
    """A bar on the terminal that stderr is, nothing elsewhere: a step for each hundredth."""

    def __init__(self) -> None:
        self._bar: AbstractContextManager[Any] | None = None
        self._shown: Any = None
        self._name = ""

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def __call__(self, name: str, done: int, total: int | None) -> None:
        """Say how far a file is, in bytes, and of how many, if that is known."""
        if not is_terminal(sys.stderr):
            return
        if name != self._name:
            self._end()
            label = "/".join(name.split("/")[-2:])
            self._name = name
            if total is None:
                typer.echo(label, err=True)
            else:
                self._bar = typer.progressbar(length=total, label=label, file=sys.stderr)
                self._shown = self._bar.__enter__()
        if self._bar:
            self._shown.update(done - self._shown.pos)

    def _end(self) -> None:
        if self._bar:
            self._bar.__exit__(None, None, None)
            self._bar = None


def report(outcome: "Outcome", path: Path, *, as_json: bool) -> None:
    """Say what an update changed."""
    if outcome.unused:
        warn(f"--accept {' '.join(outcome.unused)}: nothing of that name was published")
    if as_json:
        cards = {part: changes._asdict() for part, changes in outcome.cards.items()}
        write([json_text({
            "snapshot": outcome.snapshot, "path": str(path), "cards": cards,
            "lists": {"new": outcome.lists.new, "corrected": outcome.lists.corrected,
                      "withdrawn": outcome.lists.withdrawn},
            "parts": [part._asdict() for part in outcome.parts],
        })])  # fmt: skip
        return
    lines: list[str] = []
    for part, changes in outcome.cards.items():
        lines += _said(f"new cards ({part})", changes.new)
        lines += _said("renamed", (f"{old} -> {new}" for old, new in changes.renamed))
        lines += _said("released", (f"{name} ({where})" for name, where in changes.released))
        given = (f"{name} ({code})" for name, code in changes.given_passcodes)
        lines += _said("now with a passcode", given)
        other = (f"{name} ({code})" for name, code in changes.other_ids)
        lines += _said("with another passcode", other)
        lines += _said("passed over", changes.passed_over)
        lines += _said("cards at odds, left as they are", changes.at_odds)
    lines += _said("new lists", outcome.lists.new)
    lines += _said("lists written anew", outcome.lists.corrected)
    lines += _said("lists taken back", outcome.lists.withdrawn)
    if not (
        outcome.lists.new
        or outcome.lists.corrected
        or outcome.lists.withdrawn
        or any(
            changes.new
            or changes.renamed
            or changes.released
            or changes.given_passcodes
            or changes.other_ids
            for changes in outcome.cards.values()
        )
    ):
        lines.append("no news")
    write(f"{line}\n" for line in (*lines, f"the card data is of {outcome.snapshot}: {path}"))


def _said(what: str, found: Iterable[str]) -> Iterator[str]:
    """A line that counts and names what was found, nothing if that is nothing."""
    names = [*found]
    if names:
        yield f"{len(names):,} {what}: {some(names, _SHOWN)}"

"""``deckcheck data``: look after the card data."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.cli import is_terminal, warn, write
from deckcheck.cli.options import (
    Output,
    is_json,
    json_text,
    open_data,
    today,
    user_index_file,
)
from deckcheck.errors import DeckcheckError, UnknownNameError
from deckcheck.index import INDEX_FILE, About, about, facts, path_of

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from deckcheck.published.origins import Published
    from deckcheck.published.update import Outcome, Wish

app = typer.Typer(add_completion=False, no_args_is_help=True)

From = Annotated[
    str | None,
    typer.Option("--from", metavar="PLACE", show_default=False,
                 help="Another address, a folder, an archive or a file with the published files."),
]  # fmt: skip
Accept = Annotated[
    list[str] | None,
    typer.Option(metavar="REGION@DATE", show_default=False,
                 help="Take this list (or cards.json, rush.json) whatever a gate says."),
]  # fmt: skip
Skip = Annotated[
    list[str] | None,
    typer.Option(metavar="REGION[@DATE]", show_default=False,
                 help="Leave this region, list, or cards.json, rush.json as it is."),
]  # fmt: skip
Timeout = Annotated[
    float,
    typer.Option(metavar="SECONDS", min=0.1, max=3600, help="How long a server may be silent."),
]

AsOf = Annotated[
    str | None,
    typer.Option(metavar="DAY", help="The day that the files are of.",
                 show_default="as a server says; files here leave the day of the data as it is"),
]  # fmt: skip

_SHOWN = 10
_OLD_SECONDS = 3600


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
    db = open_data()
    found = about(db)
    write([_json(found, path_of(db))] if as_json else _table(found, path_of(db)))


@app.command("verify")
def verify_(
    output: Output = "table",
) -> None:
    """Check the digests of the card data: that it is, row for row, what was compiled.

    deckcheck data verify
    """
    from deckcheck.index.verify import verify

    as_json = is_json(output)
    db = open_data()
    verify(db)
    path, digest = path_of(db), facts(db)["digest"]
    if as_json:
        write([json_text({"path": str(path), "digest": digest, "verified": True})])
    else:
        write([f"{path} is as it was compiled, {digest}\n"])


@app.command()
def update(
    from_: From = None,
    accept: Accept = None,
    skip: Skip = None,
    as_of: AsOf = None,
    timeout: Timeout = 20,
    output: Output = "table",
) -> None:
    """Fetch published cards and lists into the user's own card data.

    Data that cannot be right is refused, and the data in use is kept.

    deckcheck data update

    deckcheck data update --skip genesys
    """
    from deckcheck.index.build import build_index
    from deckcheck.published.origins import is_site
    from deckcheck.published.update import copy_of_data, import_published

    as_json = is_json(output)
    wish = _wish(accept or [], skip or [])
    target = user_index_file()
    _end_on_signals()
    _sweep(target.parent)
    before = _stamp(target)

    def still_the_same() -> None:
        if _stamp(target) != before:
            raise DeckcheckError(f"{target} was changed by another update meanwhile; run it again")

    with TemporaryDirectory(prefix="deckcheck-") as folder, _Progress() as progress:
        texts = copy_of_data(Path(folder), target, warn)
        files = _published(from_, as_of, timeout, progress)
        whole = from_ is None or is_site(from_)
        outcome = _refused_advised(
            lambda: import_published(texts, files, wish, today(), whole=whole)
        )
        progress("compiling the index", 0, None)
        _make_folder(target.parent)
        build_index(target, texts, still_the_same)
    try:
        _report(outcome, target, as_json=as_json)
    except DeckcheckError as error:
        raise DeckcheckError(f"the new card data is in use ({target}), but {error}") from error


@app.command()
def build(
    from_: From = None,
    refresh: Annotated[
        bool, typer.Option("--refresh", help="Take over what is published first.")
    ] = False,
    accept: Accept = None,
    skip: Skip = None,
    as_of: AsOf = None,
    timeout: Timeout = 20,
) -> None:
    """Compile the text sources of a checkout into the card index of the package.

    With --refresh, or --from, published cards and lists are merged into the text sources first.

    deckcheck data build

    deckcheck data build --refresh
    """
    from deckcheck.index.build import build_index
    from deckcheck.index.sources import CHECKOUT, Sources
    from deckcheck.published.origins import is_site
    from deckcheck.published.update import import_published

    if not (refresh or from_):
        build_index(INDEX_FILE)
        write([f"built {INDEX_FILE}\n"])
        return
    before = CHECKOUT.texts()
    with TemporaryDirectory(prefix="deckcheck-") as folder, _Progress() as progress:
        texts = Sources(Path(folder))
        texts.write(before)
        files = _published(from_, as_of, timeout, progress)
        wish = _wish(accept or [], skip or [])
        whole = from_ is None or is_site(from_)
        outcome = _refused_advised(
            lambda: import_published(texts, files, wish, today(), whole=whole)
        )
        progress("compiling the index", 0, None)
        after = texts.texts()
        changed = {name: text for name, text in after.items() if before.get(name) != text}
        build_index(INDEX_FILE, texts, lambda: CHECKOUT.write(changed))
    _report(outcome, INDEX_FILE, as_json=False)
    write(f"wrote {name}\n" for name in changed)


def _wish(accept: list[str], skip: list[str]) -> "Wish":
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


def _published(
    place: str | None, as_of: str | None, timeout: float, progress: "_Progress"
) -> "Iterator[Published]":
    """The published files of the place; those at the published address where none is named."""
    from deckcheck.days import parse_day
    from deckcheck.published.origins import PUBLISHED, from_path, from_web

    day = parse_day(as_of) if as_of is not None else None
    if place == "":
        raise DeckcheckError("--from '' names no place")
    if place is not None and "://" not in place:
        files = from_path(Path(place), warn)
    else:
        from deckcheck.published.web import Web

        files = from_web(Web(timeout, progress), place or PUBLISHED, warn)
    return (file._replace(day=day or file.day) for file in files)


def _refused_advised(job: "Callable[[], Outcome]") -> "Outcome":
    """What the job gives; a refusal says what a person may do about it."""
    from deckcheck.published.update import RefusedError

    try:
        return job()
    except RefusedError as error:
        names = [refusal.name for refusal in error.refused if refusal.name]
        advice = ""
        if names:
            name = names[0]
            advice = (
                f"\n--accept {name} takes it all the same, --skip {name.partition('@')[0]} "
                "leaves that part as it is"
            )
        raise DeckcheckError(
            f"what is published is refused, the data in use is kept:\n{error}{advice}"
        ) from error


def _end_on_signals() -> None:
    """End as after Ctrl-C, temporary files removed, when the system or a user asks to end."""
    import signal

    def end(number: int, _: object) -> None:
        sys.exit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)


def _sweep(folder: Path) -> None:
    """Remove what an update that was killed has left, an hour ago or more."""
    import time

    for path in folder.glob(".index-*") if folder.is_dir() else ():
        try:
            if path.stat().st_mtime < time.time() - _OLD_SECONDS:
                path.unlink()
        except OSError:
            continue


def _stamp(path: Path) -> tuple[int, int] | None:
    """What tells whether a file is still the same one; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DeckcheckError(f"{folder}: cannot be made: {error.strerror}") from error


class _Progress:
    """A bar on the terminal that stderr is, nothing elsewhere: a step for each hundredth."""

    def __init__(self) -> None:
        self._bar: AbstractContextManager[Any] | None = None
        self._shown: Any = None
        self._name = ""

    def __enter__(self) -> "_Progress":
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


def _report(outcome: "Outcome", path: Path, *, as_json: bool) -> None:
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
            changes.new or changes.renamed or changes.released or changes.given_passcodes
            for changes in outcome.cards.values()
        )
    ):
        lines.append("no news")
    write(f"{line}\n" for line in (*lines, f"the card data is of {outcome.snapshot}: {path}"))


def _said(what: str, found: Iterable[str]) -> Iterator[str]:
    """A line that counts and names what was found, nothing if that is nothing."""
    names = [*found]
    if names:
        some = ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
        yield f"{len(names):,} {what}: {some}"


def _json(found: About, path: Path) -> str:
    sources = [
        dict(zip(("name", "gives", "newest", "licence"), source, strict=True))
        for source in found.sources
    ]
    parts = [dict(zip(("part", "from", "day", "entries"), part, strict=True))
             for part in found.parts]  # fmt: skip
    whole = {**found._asdict(), "path": str(path), "parts": parts, "sources": sources}
    return json_text(whole)


def _table(found: About, path: Path) -> Iterator[str]:
    from tabulate import tabulate

    whose = "the package's" if path == INDEX_FILE else "your own"
    yield f"card data of {found.snapshot}, {found.digest}\n{path} ({whose})\n\n"
    yield from (f"{count:,} {game} cards\n" for game, count in found.cards.items())
    yield f"{found.names:,} names\n{found.lists} limit lists, the newest of each region:\n\n"
    yield tabulate(found.newest.items(), headers=("region", "newest list"), tablefmt="simple")
    yield "\n\n"
    for headers, rows in (
        (("published file", "taken from", "day", "entries"), found.parts),
        (("source", "gives", "newest", "licence"), found.sources),
    ):
        yield tabulate(rows, headers=headers, tablefmt="simple", disable_numparse=True) + "\n\n"

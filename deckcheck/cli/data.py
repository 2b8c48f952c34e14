"""``deckcheck data``: look after the card data."""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from deckcheck.cli import warn, write, write_lines
from deckcheck.cli.options import Output, is_json, json_text, open_data
from deckcheck.cli.updating import Place, Progress, merge, report, wish_of
from deckcheck.errors import DeckcheckError
from deckcheck.index import INDEX_FILE, About, about, facts, path_of
from deckcheck.userdata import user_index_file

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
    if as_json:
        write([_json(found, path_of(db))])
    else:
        write_lines(_table(found, path_of(db)))


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
    from deckcheck.published.update import copy_of_data

    as_json = is_json(output)
    wish = wish_of(accept or [], skip or [])
    target = user_index_file()
    _end_on_signals()
    _sweep(target.parent)
    before = _stamp(target)

    def still_the_same() -> None:
        if _stamp(target) != before:
            raise DeckcheckError(f"{target} was changed by another update meanwhile; run it again")

    with TemporaryDirectory(prefix="deckcheck-") as folder, Progress() as progress:
        texts = copy_of_data(Path(folder), target, warn)
        outcome = merge(texts, Place(from_, as_of, timeout), wish, progress)
        _make_folder(target.parent)
        build_index(target, texts, still_the_same)
    try:
        report(outcome, target, as_json=as_json)
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

    if not (refresh or from_):
        build_index(INDEX_FILE)
        write([f"built {INDEX_FILE}\n"])
        return
    before = CHECKOUT.texts()
    with TemporaryDirectory(prefix="deckcheck-") as folder, Progress() as progress:
        texts = Sources(Path(folder))
        texts.write(before)
        wish = wish_of(accept or [], skip or [])
        outcome = merge(texts, Place(from_, as_of, timeout), wish, progress)
        after = texts.texts()
        changed = {name: text for name, text in after.items() if before.get(name) != text}
        gone = before.keys() - after.keys()

        def write_texts() -> None:
            CHECKOUT.write(changed)
            for name in gone:
                (CHECKOUT.root / name).unlink()

        build_index(INDEX_FILE, texts, write_texts)
    report(outcome, INDEX_FILE, as_json=False)
    write(f"wrote {name}\n" for name in changed)
    write(f"removed {name}\n" for name in sorted(gone))


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

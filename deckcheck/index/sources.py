"""The text sources: where they stand in a checkout, and how they are read.

Tables are tab-separated UTF-8 with a line of column names. A card's ``key`` in them is its
passcode, or for the few cards without one ``k`` and its Konami id or ``y`` and its Yugipedia page.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from deckcheck.errors import DataError

PACKAGE = Path(__file__).parent.parent
DATA = PACKAGE / "data"
RULESETS = PACKAGE / "rulesets"
FORMATS = PACKAGE / "formats"
BANLISTS = PACKAGE.parent / "banlists"

CARD_COLUMNS = (
    "key", "konami_id", "name_en", "kind", "frame", "section", "level", "attribute", "race",
    "atk", "def", "scale", "tcg", "ocg", "flags", "yugipedia_id",
)  # fmt: skip
"""Columns of cards.tsv. ``tcg`` and ``ocg`` are first releases there: a day, with ``~`` where only
its month is certain and ``?`` where an undated earlier set may exist; or yes, or no."""


def files() -> list[Path]:
    """Every text source of the index, sorted."""
    found = [
        *DATA.glob("*.tsv"), *DATA.glob("*.yaml"), *(DATA / "names").glob("*.tsv"),
        *RULESETS.glob("*.yaml"), *FORMATS.glob("*.yaml"), *BANLISTS.glob("*/*.yaml"),
    ]  # fmt: skip
    if not BANLISTS.is_dir() or not found:
        raise DataError(f"no text sources beside {PACKAGE}; the index is built in a checkout")
    return sorted(found)


def digest() -> str:
    """``sha256:…`` over the names and the bytes of all text sources."""
    whole = sha256()
    for path in files():
        name = path.relative_to(PACKAGE.parent).as_posix()
        content = path.read_bytes().replace(b"\r\n", b"\n")
        whole.update(f"{name} {len(content)}\n".encode())
        whole.update(content)
    return f"sha256:{whole.hexdigest()}"


def rows(path: Path) -> Iterator[list[str]]:
    """The rows of a table without its line of column names.

    DataError, with file and line, for a row of another length than that line.
    """
    with path.open(encoding="utf-8", newline="") as file:
        columns = next(file).rstrip("\r\n").split("\t")
        for number, line in enumerate(file, start=2):
            row = line.rstrip("\r\n").split("\t")
            if len(row) != len(columns):
                raise DataError(f"{path}:{number}: {len(row)} fields, {len(columns)} columns")
            yield row

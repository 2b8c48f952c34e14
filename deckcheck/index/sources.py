"""The text sources: where they stand in a checkout, and how they are read.

Tables are tab-separated UTF-8 with a line of column names. A card's ``key`` in them is its
passcode, or for the few cards without one ``k`` and its Konami id or ``y`` and its Yugipedia page.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from deckcheck.errors import DataError

PACKAGE = Path(__file__).parent.parent
DATA = PACKAGE / "data"
RULESETS = PACKAGE / "rulesets"
FORMATS = PACKAGE / "formats"
BANLISTS = PACKAGE.parent / "banlists"

CARD_COLUMNS = (
    "key", "konami_id", "name_en", "kind", "frame", "section", "level", "attribute", "race",
    "atk", "def", "scale", "tcg", "ocg", "rush", "flags", "yugipedia_id",
)  # fmt: skip
"""Columns of cards.tsv and of the tables of other games. ``tcg``, ``ocg`` and ``rush`` are first
releases there: a day, with ``~`` where only its month is certain and ``?`` where an undated earlier
set may exist; or yes, or no."""

NAME_COLUMNS = ("key", "name", "unofficial")
"""Columns of names/LANGUAGE.tsv. ``unofficial`` is ``~`` for a fan translation."""

PASSCODE_COLUMNS = ("passcode", "key", "kind", "name", "source")
"""Columns of other_passcodes.tsv: ids of cards that are not their passcodes."""

GROUP_COLUMNS = ("key", "name", "kind", "counts_as", "counts_as_name")
"""Columns of name_groups.tsv: cards whose name counts as another's when a deck is built. Of the
kind also-treated-as, a card keeps its own name too. A name that no card bears has no key."""

OTHER_NAME_COLUMNS = ("key", "lang", "name", "kind", "source", "certain")
"""Columns of other_names.tsv: former official names, names that players and simulators use.
``certain`` is 1, or 0 for a name that is good for a suggestion only."""

AMBIGUOUS_NAME_COLUMNS = (*OTHER_NAME_COLUMNS, "why", "other_keys")
"""Columns of ambiguous_names.tsv: other names that several cards share, or that are another card's
official name (``why`` is then official). Keys are separated by commas."""

REGIONS = ("tcg", "ocg", "rush")
"""Regions whose first releases the tables of cards give, each in a column."""


def files() -> list[Path]:
    """Every text source of the index, sorted."""
    found = [
        *DATA.glob("*.tsv"), *DATA.glob("*.yaml"), *DATA.glob("*/*.tsv"), *DATA.glob("*/*.yaml"),
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


class Row(NamedTuple):
    """A line of a table, its fields in the order of the columns asked for."""

    where: str
    fields: list[str]

    def error(self, message: str) -> DataError:
        """The error, with file and line, that something is wrong with the row."""
        return DataError(f"{self.where}: {message}")


def rows(path: Path, columns: Sequence[str]) -> Iterator[Row]:
    """The rows of a table.

    DataError, with file and line, for other column names and for a row of another length.
    """
    name = path.relative_to(path.parents[1])
    with path.open(encoding="utf-8", newline="") as file:
        for number, line in enumerate(file, start=1):
            row = Row(f"{name}:{number}", line.rstrip("\r\n").split("\t"))
            if number == 1 and row.fields != list(columns):
                raise row.error(f"columns are not {', '.join(columns)}")
            if len(row.fields) != len(columns):
                raise row.error(f"{len(row.fields)} fields, {len(columns)} columns")
            if number > 1:
                yield row

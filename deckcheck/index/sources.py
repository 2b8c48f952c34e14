"""The text sources: where they stand in a checkout, and how they are read.

Tables are tab-separated UTF-8 with a line of column names. A card's ``key`` in them is its
passcode, or for the few cards without one ``k`` and its Konami id or ``y`` and its Yugipedia page.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from deckcheck.errors import DataError

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

PREFIXES = {"ocg-tcg": "", "rush": "rush_", "skill": "skill_"}
"""The games and what the names of their tables begin with."""

REGIONS = ("tcg", "ocg", "rush")
"""Regions whose first releases the tables of cards give, each in a column."""


class Sources(NamedTuple):
    """The text sources below a folder: a checkout, or a copy of one to work on."""

    root: Path

    @property
    def data(self) -> Path:
        """The tables of cards, the card pools, and whose the facts are."""
        return self.root / "deckcheck" / "data"

    @property
    def rulesets(self) -> Path:
        """The rulesets, a YAML file each."""
        return self.root / "deckcheck" / "rulesets"

    @property
    def formats(self) -> Path:
        """The formats, a YAML file each."""
        return self.root / "deckcheck" / "formats"

    @property
    def banlists(self) -> Path:
        """The limit lists: a folder for each region, a YAML file for each day."""
        return self.root / "banlists"

    def texts(self) -> dict[str, bytes]:
        """The content of every text source by its path below the root, sorted, lines ended by LF.

        DataError where there are none.
        """
        found = [
            *self.data.glob("*.tsv"), *self.data.glob("*.yaml"),
            *self.data.glob("*/*.tsv"), *self.data.glob("*/*.yaml"),
            *self.rulesets.glob("*.yaml"), *self.formats.glob("*.yaml"),
            *self.banlists.glob("*/*.yaml"),
        ]  # fmt: skip
        if not self.banlists.is_dir() or not found:
            raise DataError(f"no text sources below {self.root}; the index is built in a checkout")
        by_name = {path.relative_to(self.root).as_posix(): path for path in found}
        return {
            name: by_name[name].read_bytes().replace(b"\r\n", b"\n") for name in sorted(by_name)
        }

    def write(self, texts: Mapping[str, bytes]) -> None:
        """Write texts by their paths below the root, whole."""
        for name, content in texts.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


CHECKOUT = Sources(Path(__file__).parents[2])
"""The text sources beside this module, which are there in a checkout only."""


def digest(texts: Mapping[str, bytes]) -> str:
    """``sha256:…`` over the names and the bytes of texts."""
    whole = sha256()
    for name, content in texts.items():
        whole.update(f"{name} {len(content)}\n".encode())
        whole.update(content)
    return f"sha256:{whole.hexdigest()}"


def rules_digest(texts: Mapping[str, bytes]) -> str:
    """The digest of the rulesets and formats alone, which are the program's and not the data's."""
    folders = ("deckcheck/rulesets/", "deckcheck/formats/")
    return digest({name: text for name, text in texts.items() if name.startswith(folders)})


class Row(NamedTuple):
    """A line of a table, its fields in the order of the columns asked for."""

    where: str
    fields: list[str]

    def error(self, message: str) -> DataError:
        """The error, with file and line, that something is wrong with the row."""
        return DataError(f"{self.where}: {message}")


def table_text(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """A table as it is written."""
    return "".join("\t".join(row) + "\n" for row in (columns, *rows)).encode("utf-8")


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

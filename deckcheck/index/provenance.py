"""Which published files the text sources were last taken from, and when: ``published.yaml``."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from deckcheck.errors import DataError, ParseError
from deckcheck.index.sources import Sources
from deckcheck.model import Day
from deckcheck.yamltext import read

_KEYS = ("part", "from", "day", "entries")
_HEAD = """\
# The published files that cards and newest lists were last taken from. The snapshot is the day the
# cards were taken; the digest in reports is over all text sources.
"""


class Part(NamedTuple):
    """A published file: what it is, its address, the day it was of, and how much was in it."""

    name: str
    origin: str
    day: Day
    entries: int


class PublishedParts(NamedTuple):
    """The day of the card facts, and the files they and the lists were taken from.

    ``withdrawn``: lists, by name, that were published and taken back, so that an older copy of the
    data does not bring them in again.
    """

    snapshot: Day
    parts: tuple[Part, ...]
    withdrawn: tuple[str, ...]

    def entries(self, name: str) -> int:
        """How much was in a part when it was last taken, 0 if it never was."""
        return next((part.entries for part in self.parts if part.name == name), 0)


def read_published(texts: Sources) -> PublishedParts:
    """What ``published.yaml`` says; DataError, with file and line, for what is out of shape."""
    path = texts.data / "published.yaml"
    try:
        keys = read(path.read_text(encoding="utf-8")).required(
            "the published files", ("snapshot", "files", "withdrawn"), ("withdrawn",)
        )
        parts = []
        for node in keys["files"].items("files"):
            part = node.required("a file", _KEYS, ())
            entries = part["entries"].text("entries")
            if not entries.isdecimal():
                raise ParseError(part["entries"].line, f"{entries!r} is no number")
            origin = part["from"].text("from")
            name, day = part["part"].text("part"), part["day"].day("day")
            parts.append(Part(name, origin, day, int(entries)))
        withdrawn = keys["withdrawn"].texts("withdrawn") if "withdrawn" in keys else ()
        return PublishedParts(keys["snapshot"].day("snapshot"), tuple(parts), withdrawn)
    except ParseError as error:
        raise DataError(f"{path}:{error.line}: {error.reason}") from error


def write_published(
    texts: Sources, snapshot: Day, new: Iterable[Part], withdrawn: Iterable[str]
) -> None:
    """Write the snapshot and the parts, new ones in the place of those of the same name."""
    before = read_published(texts)
    parts = {part.name: part for part in before.parts}
    parts |= {part.name: part for part in new}
    lines = [f"{_HEAD}snapshot: {snapshot}", "files:"]
    for part in parts.values():
        lines += [
            f"  - part: {part.name}",
            f"    from: {json.dumps(part.origin, ensure_ascii=False)}",
            f"    day: {part.day}",
            f"    entries: {part.entries}",
        ]
    names = sorted({*before.withdrawn, *withdrawn})
    lines += [f"withdrawn: [{', '.join(names)}]"] if names else []
    text = "\n".join(lines) + "\n"
    texts.write({"deckcheck/data/published.yaml": text.encode("utf-8")})

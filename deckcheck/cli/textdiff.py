"""What differs between two texts of a file, as patch programs read it and terminals show it."""

import sys
from collections.abc import Iterable, Iterator

from deckcheck.cli import is_terminal, write, write_bytes
from deckcheck.reports.words import printable

_NO_END = "\\ No newline at end of file\n"


def unified(before: str, after: str, path: str) -> list[str]:
    """The lines of a unified diff, in the very letters of the texts; none where they are alike."""
    from difflib import unified_diff

    name = path.removeprefix("./")
    # patch programs take what stands before a tab for the name, where a space is in it
    name += "\t" if " " in name else ""
    found = unified_diff(_lines(before), _lines(after), name, name)
    return [line if line.endswith("\n") else f"{line}\n{_NO_END}" for line in found]


def show(diff: Iterable[str]) -> None:
    """Write the lines of a diff: as they are, unless a terminal might act on what is in them."""
    lines = [*diff]
    if not lines:
        return
    if is_terminal(sys.stdout):
        write(shown(lines))
    else:
        write_bytes("".join(lines).encode("utf-8", "surrogateescape"))


def shown(diff: Iterable[str]) -> Iterator[str]:
    """The lines for people, with an end each: no sign in them does anything to a terminal."""
    for line in diff:
        yield from (printable(part.rstrip("\r")) + "\n" for part in line.splitlines())


def _lines(text: str) -> list[str]:
    """The lines as patch programs tell them: only LF ends one."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + [line for line in lines[-1:] if line]

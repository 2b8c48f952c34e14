"""The bar of a long run, for who watches it."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import typer

from deckcheck.cli import is_terminal

_FEWEST = 20
"""Things that take long enough for a bar."""

T = TypeVar("T")


def with_bar(things: Iterable[T], label: str, *, beside_output: bool = False) -> Iterator[T]:
    """The things, with a bar on stderr of how many have passed.

    None in a pipe, for few things, and where the output goes to the terminal as well, unless
    ``beside_output`` says that it comes when all is done.
    """
    hidden = not is_terminal(sys.stderr) or (is_terminal(sys.stdout) and not beside_output)
    if hidden:
        yield from things
        return
    all_things = list(things)
    if len(all_things) < _FEWEST:
        yield from all_things
        return
    with typer.progressbar(all_things, file=sys.stderr, label=label) as bar:
        yield from bar

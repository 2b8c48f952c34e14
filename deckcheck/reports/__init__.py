"""Outputs: each a module of this folder that turns reports into text.

``RENDERERS`` is the table: the name of each output and its module, loaded when it is used.
"""

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from deckcheck.errors import UnknownNameError
from deckcheck.model import Report

RENDERERS = {
    "table": "deckcheck.reports.table",
    "concise": "deckcheck.reports.concise",
    "json": "deckcheck.reports.json",
}


class Setting(NamedTuple):
    """What reports are rendered with.

    ``snapshot`` and ``digest`` name the card data. ``width`` is that of the terminal in columns,
    None where there is none. ``quiet``: only decks with findings, and no summary.
    """

    version: str
    snapshot: str
    digest: str
    color: bool
    width: int | None
    quiet: bool


class Renderer(Protocol):
    """What an output module offers."""

    NAME: str

    def render(self, reports: Iterable[Report], setting: Setting) -> Iterator[str]:
        """The text of the reports, in pieces, line ends included."""


def renderer(name: str) -> Renderer:
    """The output of that name; UnknownNameError if there is none."""
    if name not in RENDERERS:
        raise UnknownNameError("output", name, RENDERERS)
    return cast("Renderer", import_module(RENDERERS[name]))

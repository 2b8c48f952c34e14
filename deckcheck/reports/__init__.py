"""Outputs: each a module of this folder that turns reports into text.

``RENDERERS`` is the table: the name of each output and its module, loaded when it is used.
"""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple, Protocol, cast

from deckcheck.errors import UnknownNameError
from deckcheck.model import Report, Verdict

RENDERERS = {
    "table": "deckcheck.reports.table",
    "concise": "deckcheck.reports.concise",
    "json": "deckcheck.reports.json",
    "jsonl": "deckcheck.reports.jsonl",
    "csv": "deckcheck.reports.csv",
    "markdown": "deckcheck.reports.markdown",
    "github": "deckcheck.reports.github",
    "gitlab": "deckcheck.reports.gitlab",
    "sarif": "deckcheck.reports.sarif",
    "junit": "deckcheck.reports.junit",
}


class Setting(NamedTuple):
    """What reports are rendered with.

    ``snapshot`` and ``digest`` name the card data. ``width`` is that of the terminal in columns,
    None where there is none. ``quiet``: only decks with findings, and no summary. ``rules``: the
    documentation of each rule by its id, for outputs that carry it.
    """

    version: str
    snapshot: str
    digest: str
    color: bool
    width: int | None
    quiet: bool
    rules: Mapping[str, str] = MappingProxyType({})


class Tally:
    """Decks by verdict, and findings that a baseline knows, counted while their reports pass."""

    def __init__(self) -> None:
        self.counts: dict[Verdict, int] = {"legal": 0, "illegal": 0, "undecided": 0}
        self.known = 0

    @property
    def decks(self) -> int:
        """Decks counted so far."""
        return sum(self.counts.values())


class Renderer(Protocol):
    """What an output module offers."""

    NAME: str

    def render(self, reports: Iterator[Report], tally: Tally, setting: Setting) -> Iterator[str]:
        """The text of the reports, in pieces, line ends included.

        The reports are those to show; the tally is whole when they have passed.
        """


def renderer(name: str) -> Renderer:
    """The output of that name; UnknownNameError if there is none."""
    if name not in RENDERERS:
        raise UnknownNameError("output", name, RENDERERS)
    return cast("Renderer", import_module(RENDERERS[name]))


def render(
    output: Renderer, reports: Iterable[Report], tally: Tally, setting: Setting
) -> Iterator[str]:
    """The text of the reports, in pieces. Every report is counted, whether it is shown or not."""
    return output.render(_counted(reports, tally, setting), tally, setting)


def _counted(reports: Iterable[Report], tally: Tally, setting: Setting) -> Iterator[Report]:
    for report in reports:
        tally.counts[report.verdict] += 1
        tally.known += report.known
        if report.findings or not setting.quiet:
            yield report

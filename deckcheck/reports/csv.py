"""``csv``: a row for each finding (RFC 4180), for spreadsheets and databases.

A deck without findings has one row, whose columns from ``rule`` on are empty: so each deck that was
judged is there. ``lines`` has one number per copy, with spaces between them. Control characters are
escaped, so a row is a line. A text that a spreadsheet would take for a formula, because it begins
with ``=``, ``+``, ``-`` or ``@``, has a single quote before it.
"""

import csv
from collections.abc import Iterator
from io import StringIO

from deckcheck.model import Finding, Report
from deckcheck.reports import Setting, Tally
from deckcheck.reports.where import first_line, safe

NAME = "csv"
COLUMNS = (
    "path", "verdict", "format", "on", "rule", "severity", "line", "lines", "passcode", "card",
    "copies", "allowed", "message", "source",
)  # fmt: skip

_BEGINS_FORMULA = tuple("=+-@＝＋－＠")
"""Spreadsheets in East Asian languages take the wide signs for the narrow ones."""


def render(
    reports: Iterator[Report],
    tally: Tally,  # noqa: ARG001 - every output's form
    setting: Setting,  # noqa: ARG001 - as above
) -> Iterator[str]:
    """The names of the columns, then the rows of each deck as soon as it is judged."""
    yield _row(COLUMNS)
    for report in reports:
        deck = (report.path, report.verdict, report.terms.format.name, report.terms.on)
        for finding in report.findings:
            yield _row(deck + _cells(finding))
        if not report.findings:
            yield _row(deck + ("",) * (len(COLUMNS) - len(deck)))


def _cells(finding: Finding) -> tuple[str | int | None, ...]:
    return (
        finding.rule,
        finding.severity,
        first_line(finding) if finding.lines else None,
        " ".join(map(str, finding.lines)),
        finding.card and finding.card.passcode,
        finding.card and finding.card.name,
        finding.copies,
        finding.allowed,
        finding.message,
        finding.source,
    )


def _row(cells: tuple[str | int | None, ...]) -> str:
    text = StringIO(newline="")
    csv.writer(text).writerow(_defused(cell) for cell in cells)
    return text.getvalue()


def _defused(cell: str | int | None) -> str | int | None:
    if not isinstance(cell, str):
        return cell
    text = safe(cell)
    return f"'{text}" if len(text) > 1 and text.startswith(_BEGINS_FORMULA) else text

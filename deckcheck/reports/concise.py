"""``concise``: a line for each finding, ``path:line: severity rule: message``.

The line is that of the first copy, 1 where a finding has none; a deck's findings are in the order
of their lines.
"""

from collections.abc import Iterator

from deckcheck.model import Report
from deckcheck.reports import Setting, Tally
from deckcheck.reports.where import first_line
from deckcheck.reports.words import colored, printable, summary

NAME = "concise"


def render(reports: Iterator[Report], tally: Tally, setting: Setting) -> Iterator[str]:
    """The findings of all reports, then the summary."""
    for report in reports:
        path = printable(report.path)
        for finding in sorted(report.findings, key=first_line):
            severity = colored(finding.severity, setting)
            where = f"{path}:{first_line(finding)}"
            yield f"{where}: {severity} {finding.rule}: {printable(finding.message)}\n"
    if not setting.quiet:
        yield summary(tally, setting)

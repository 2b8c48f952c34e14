"""``concise``: a line for each finding, ``path:line: severity rule: message``.

The line is that of the first copy, 1 where a finding has none.
"""

from collections.abc import Iterable, Iterator

from deckcheck.model import Report
from deckcheck.reports import Setting
from deckcheck.reports.words import Tally, colored, printable

NAME = "concise"


def render(reports: Iterable[Report], setting: Setting) -> Iterator[str]:
    """The findings of all reports, then the summary."""
    tally = Tally()
    for report in reports:
        tally.count(report.verdict)
        path = printable(report.path)
        for finding in report.findings:
            line = finding.lines[0] if finding.lines else 1
            severity = colored(finding.severity, setting)
            yield f"{path}:{line}: {severity} {finding.rule}: {printable(finding.message)}\n"
    if not setting.quiet:
        yield tally.line(setting)

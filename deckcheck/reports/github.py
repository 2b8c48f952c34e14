"""``github``: workflow commands, which GitHub Actions shows as annotations at the decks' lines.

A command is one finding, ``::error file=PATH,line=N,title=RULE::PATH:N: MESSAGE``; warnings are
``::warning`` and notes ``::notice``. The message begins with the place because the log of a run
shows nothing else of a command. GitHub shows ten annotations of a kind for a step. Standard input
and links have no file.
"""

from collections.abc import Iterator

from deckcheck.model import Finding, Report, Severity
from deckcheck.reports import Setting, Tally
from deckcheck.reports.where import file_of, first_line, safe
from deckcheck.reports.words import summary

NAME = "github"

_COMMANDS: dict[Severity, str] = {"error": "error", "warning": "warning", "note": "notice"}


def render(reports: Iterator[Report], tally: Tally, setting: Setting) -> Iterator[str]:
    """A command for each finding, in the order of their lines, then a plain summary line."""
    for report in reports:
        for finding in sorted(report.findings, key=first_line):
            yield _command(report.path, finding)
    if not setting.quiet:
        yield summary(tally, setting)


def _command(path: str, finding: Finding) -> str:
    line = first_line(finding)
    file = file_of(path)
    place = {"file": file, "line": str(line)} if file else {}
    properties = ",".join(
        f"{key}={_property(value)}" for key, value in (place | {"title": finding.rule}).items()
    )
    message = _data(f"{file or path}:{line}: {finding.message}")
    return f"::{_COMMANDS[finding.severity]} {properties}::{message}\n"


def _data(text: str) -> str:
    """The text as the toolkit of GitHub's actions escapes it; ``safe`` leaves no line ends."""
    return safe(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

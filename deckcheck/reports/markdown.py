"""``markdown``: for a comment on a pull request or ``$GITHUB_STEP_SUMMARY``.

The summary, a table of the decks with findings, and their findings below it. What is not legal
comes first, and decks without findings are only counted. A comment on GitHub holds 65,536
characters, so what does not fit is counted and not shown: beyond 100 decks, 50 findings of a deck,
or 60,000 characters. All text of decks stands in code spans, in which nothing is markup, a mention
or a link.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from deckcheck.model import Report
from deckcheck.reports import Setting, Tally
from deckcheck.reports.where import first_line
from deckcheck.reports.words import printable, summary

NAME = "markdown"

_MOST_DECKS = 100
_MOST_FINDINGS = 50
_MOST_CHARACTERS = 60_000
_LONGEST_NAME = 200

_TABLE = "| deck | verdict | format | day | findings |\n|---|---|---|---|---|\n"
_BACKTICKS = re.compile("`+")


def render(reports: Iterator[Report], tally: Tally, setting: Setting) -> Iterator[str]:
    """The summary, the table and the findings, an empty line between them."""
    with_findings = [report for report in reports if report.findings]
    with_findings.sort(key=lambda report: report.verdict == "legal")
    shown = _fitting(with_findings)
    if not setting.quiet:
        yield f"## deckcheck\n\n{summary(tally, setting)}"
        if shown:
            yield "\n"
    if shown:
        yield _TABLE + "".join(row for row, _ in shown)
        yield from (f"\n{section}" for _, section in shown)
    left = len(with_findings) - len(shown)
    if left:
        yield f"\n{_counted(left, 'more deck')} with findings not shown.\n"


def _fitting(reports: Iterable[Report]) -> list[tuple[str, str]]:
    """The row and the section of each deck, without those that would be too much."""
    shown: list[tuple[str, str]] = []
    room = _MOST_CHARACTERS
    for report in reports:
        row, section = _row(report), _section(report)
        if len(shown) < _MOST_DECKS and len(row) + len(section) <= room:
            room -= len(row) + len(section)
            shown.append((row, section))
    return shown


def _row(report: Report) -> str:
    deck = _code(_cut(report.path))
    if report.name:
        deck += f" ({_code(_cut(report.name))})"
    terms = report.terms
    numbers = Counter(finding.severity for finding in report.findings)
    findings = ", ".join(_counted(number, severity) for severity, number in numbers.items())
    cells = (deck, report.verdict, _code(terms.format.name), terms.on, findings)
    return "".join(f"| {_in_cell(cell)} " for cell in cells) + "|\n"


def _section(report: Report) -> str:
    path = _cut(report.path)
    items = []
    for finding in sorted(report.findings, key=first_line)[:_MOST_FINDINGS]:
        place = _code(f"{path}:{first_line(finding)}")
        items.append(f"- {place} {finding.severity} {finding.rule}: {_code(finding.message)}\n")
    more = len(report.findings) - len(items)
    if more:
        items.append(f"- {_counted(more, 'more finding')} not shown\n")
    return f"### {_code(path)}: {report.verdict}\n\n{''.join(items)}"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 3]}..."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _code(text: str) -> str:
    """The text as a code span, whatever backticks it has."""
    shown = printable(text)
    fence = "`" * (max(map(len, _BACKTICKS.findall(shown)), default=0) + 1)
    edge = " " if shown.strip() and (shown[0] in "` " or shown[-1] == "`") else ""
    return f"{fence}{edge}{shown}{edge}{fence}"


def _in_cell(text: str) -> str:
    """The text of a cell of a table, where a bar would end the cell even in a code span."""
    return text.replace("|", r"\x7c")

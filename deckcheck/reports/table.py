"""``table``: for people. Each deck with its verdict, what it was judged by, and its findings."""

from collections.abc import Iterable, Iterator

from deckcheck.model import Finding, Points, Report, Terms
from deckcheck.reports import Setting, Tally
from deckcheck.reports.words import colored, judged_by, line_ranges, printable, summary
from deckcheck.text import shortened

NAME = "table"

_INDENT = "  "
_PADDING = "  "
_NARROWEST_FINDING = 30


def render(reports: Iterator[Report], tally: Tally, setting: Setting) -> Iterator[str]:
    """A block for each deck, an empty line between them, then the summary."""
    gap = ""
    for report in reports:
        yield gap + "".join(_deck(report, setting))
        gap = "\n"
    if not setting.quiet:
        yield gap + summary(tally, setting)


def _deck(report: Report, setting: Setting) -> Iterator[str]:
    path = shortened(printable(report.path))
    name = f" ({printable(report.name)})" if report.name else ""
    yield f"{path}{name}: {colored(report.verdict, setting)}\n"
    if report.sizes:
        yield f"{_INDENT}{printable(_terms(report.terms))}\n"
        sizes = (f"{section} {size}" for section, size in report.sizes.items())
        yield f"{_INDENT}{', '.join(sizes)}\n"
        if not report.terms.pool:
            title = report.terms.format.title
            yield f"{_INDENT}no card pool of {title} is known, so none is judged\n"
    if report.points:
        yield from _points(report.points)
    if report.findings:
        yield "\n"
        yield from _findings(report.findings, setting)


def _terms(terms: Terms) -> str:
    return f"{judged_by(terms)}, ruleset {terms.ruleset.name}"


def _points(points: Points) -> Iterator[str]:
    yield f"{_INDENT}points {points.total} of {points.cap}\n"
    for card in points.cards:
        yield f"{_INDENT * 2}{card.points:>4}  {card.copies}x {printable(card.card.name)}\n"


def _columns_per_letter(text: str) -> float:
    """Terminal columns that a letter of the text takes on average; Chinese ones take two."""
    from unicodedata import east_asian_width

    wide = sum(east_asian_width(letter) in "WF" for letter in text)
    return 1 + wide / max(len(text), 1)


def _findings(findings: Iterable[Finding], setting: Setting) -> Iterator[str]:
    from tabulate import tabulate

    rows = [
        (finding.severity, finding.rule, line_ranges(finding.lines), printable(finding.message))
        for finding in findings
    ]
    headers = ("severity", "rule", "lines", "finding")
    width = None
    if setting.width:
        *others, _ = zip((header + _PADDING for header in headers), *rows, strict=True)
        taken = sum(max(map(len, column)) + len(_PADDING) for column in others)
        columns = max(setting.width - taken - len(_INDENT), _NARROWEST_FINDING)
        width = int(columns / max(_columns_per_letter(message) for *_, message in rows))
    text = tabulate(
        [(colored(severity, setting), *rest) for severity, *rest in rows],
        headers=headers,
        tablefmt="simple",
        disable_numparse=True,
        maxcolwidths=[None, None, None, width] if width else None,
    )
    return (f"{_INDENT}{line.rstrip()}\n" for line in text.splitlines())

"""``junit``: JUnit XML, which CI services read as the results of tests.

Each deck is a test case, its folder the class. An illegal deck is a failure, an undecided one an
error, with its errors as the text, a line each; warnings and notes are what the test printed.
"""

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from deckcheck.model import Finding, Report
from deckcheck.reports import Setting, Tally
from deckcheck.reports.where import STDIN, file_of, first_line, safe
from deckcheck.reports.words import summary

NAME = "junit"

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SUITE = "deckcheck"
_PROBLEMS = {"illegal": "failure", "undecided": "error"}


def render(reports: Iterator[Report], tally: Tally, setting: Setting) -> Iterator[str]:
    """One document of one test suite."""
    cases = [_case(report) for report in reports]
    suite = Element("testsuite", name=_SUITE, tests=str(len(cases)))
    for plural, problem in (("failures", "failure"), ("errors", "error")):
        suite.set(plural, str(sum(case.find(problem) is not None for case in cases)))
    suite.extend(cases)
    if not setting.quiet:
        SubElement(suite, "system-out").text = summary(tally, setting)
    root = Element("testsuites")
    root.append(suite)
    indent(root)
    yield f"{_DECLARATION}{tostring(root, encoding='unicode')}\n"


def _case(report: Report) -> Element:
    file = file_of(report.path)
    if file:
        folder = PurePath(file).parent.as_posix()
        case = Element("testcase", classname=_SUITE if folder == "." else safe(folder))
        case.attrib |= {"name": safe(PurePath(file).name or file), "file": safe(file)}
    else:
        name = "standard input" if report.path == STDIN else safe(report.path)
        case = Element("testcase", classname=_SUITE, name=name)
    errors = [finding for finding in report.findings if finding.severity == "error"]
    others = [finding for finding in report.findings if finding.severity != "error"]
    # what a baseline knows, or an option lets pass, fails no test
    problem = None if report.passes else _PROBLEMS.get(report.verdict)
    if problem:
        reasons = errors or others  # warnings that count as illegal
        found = SubElement(case, problem, type=report.verdict, message=_in_short(reasons))
        found.text = _lines(file or report.path, reasons)
    if others and (errors or not problem):
        SubElement(case, "system-out").text = _lines(file or report.path, others)
    return case


def _in_short(findings: list[Finding]) -> str:
    if len(findings) == 1:
        return f"{findings[0].rule}: {safe(findings[0].message)}"
    rules = dict.fromkeys(finding.rule for finding in findings)
    return f"{len(findings)} findings: {', '.join(rules)}"


def _lines(path: str, findings: Iterable[Finding]) -> str:
    return "".join(
        safe(f"{path}:{first_line(finding)}: {finding.severity} {finding.rule}: {finding.message}")
        + "\n"
        for finding in sorted(findings, key=first_line)
    )

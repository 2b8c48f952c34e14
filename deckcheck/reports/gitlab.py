"""``gitlab``: a Code Quality report, which GitLab shows in merge requests.

An array of findings and nothing else: the format has no place for a summary. GitLab expects paths
from the root of the repository, so decks are to be named by such.
"""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from deckcheck.model import Finding, Report, Severity
from deckcheck.reports import Setting, Tally
from deckcheck.reports.where import file_of, fingerprint, first_line, safe

NAME = "gitlab"

_SEVERITIES: dict[Severity, str] = {"error": "major", "warning": "minor", "note": "info"}


def render(
    reports: Iterator[Report],
    tally: Tally,  # noqa: ARG001 - every output's form
    setting: Setting,  # noqa: ARG001 - as above
) -> Iterator[str]:
    """One JSON array."""
    seen = Counter[str]()
    issues = [_issue(report, finding, seen) for report in reports for finding in report.findings]
    yield json.dumps(issues, ensure_ascii=False, indent=2) + "\n"


def _issue(report: Report, finding: Finding, seen: Counter[str]) -> dict[str, Any]:
    return {
        "description": safe(finding.message),
        "check_name": finding.rule,
        "fingerprint": fingerprint(report, finding, seen),
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": safe(file_of(report.path) or report.path),
            "lines": {"begin": first_line(finding)},
        },
    }

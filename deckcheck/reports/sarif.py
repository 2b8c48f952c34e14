"""``sarif``: SARIF 2.1.0, which code scanning services and editors read.

One run. Its rules carry their documentation, each result points at the first line and names the
others as related locations, and the run's properties say what was judged and with which data.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from deckcheck.model import Finding, Report
from deckcheck.reports import Setting, Tally
from deckcheck.reports.where import fingerprint, first_line, safe, uri

NAME = "sarif"
SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

_WRAPPED = re.compile(r"(?<!\n)\n(?![\n ])")


def render(reports: Iterator[Report], tally: Tally, setting: Setting) -> Iterator[str]:
    """One JSON object."""
    seen = Counter[str]()
    ids = list(setting.rules)
    results = []
    for report in reports:
        for finding in report.findings:
            if finding.rule not in ids:
                ids.append(finding.rule)
            results.append(_result(report, finding, ids.index(finding.rule), seen))
    rules = [_rule(rule, setting.rules) for rule in ids]
    driver = {"name": "deckcheck", "version": setting.version, "rules": rules}
    run: dict[str, Any] = {"tool": {"driver": driver}, "results": results}
    run["properties"] = {"data": {"snapshot": setting.snapshot, "digest": setting.digest}}
    if not setting.quiet:
        counts = {"decks": tally.decks} | dict(tally.counts)
        run["properties"]["summary"] = counts | ({"known": tally.known} if tally.known else {})
    whole = {"version": "2.1.0", "$schema": SCHEMA, "runs": [run]}
    yield json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def _rule(rule: str, documentation: Mapping[str, str]) -> dict[str, Any]:
    text = _WRAPPED.sub(" ", documentation.get(rule, "").strip())
    if not text:
        return {"id": rule}
    plain = _plain(text.replace("``", "`"))
    return {
        "id": rule,
        "shortDescription": {"text": plain.partition("\n")[0]},
        "fullDescription": {"text": plain},
        "help": {"text": plain, "markdown": _literal(text)},
    }


def _result(report: Report, finding: Finding, rule: int, seen: Counter[str]) -> dict[str, Any]:
    file = uri(report.path)
    first = first_line(finding)
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": _plain(safe(finding.message))},
        "locations": [_location(file, first)],
        "partialFingerprints": {"deckcheck/v1": fingerprint(report, finding, seen)},
    }
    others = sorted({*finding.lines} - {first})
    if others:
        result["relatedLocations"] = [
            {"id": number, **_location(file, line), "message": {"text": "another copy"}}
            for number, line in enumerate(others, 1)
        ]
    return result


def _location(file: str, line: int) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": {"uri": file}, "region": {"startLine": line}}}


def _plain(text: str) -> str:
    """The text of a plain message, in which ``[text](target)`` would be a link (3.11.6)."""
    return _literal(text).replace("](", "] (")


def _literal(text: str) -> str:
    """The text with no placeholders: ``{0}`` would be one (3.11.5)."""
    return text.replace("{", "{{").replace("}", "}}")

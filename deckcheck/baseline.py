"""A baseline: findings that are known and wait to be mended, so that only new ones fail a run.

A finding is known if the baseline has one of the same rule about the same thing in the same deck,
that is as bad or worse. Lines, the wording, and which list says so may change.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from deckcheck.errors import DataError
from deckcheck.model import Finding
from deckcheck.reports.where import subject

SCHEMA = "deckcheck/baseline/1"


class Known(NamedTuple):
    """A finding of a baseline: of which rule, about what, and by how much at most.

    ``message`` is for people who read the file.
    """

    rule: str
    about: str
    over: int | None
    message: str


Baseline = Mapping[str, tuple[Known, ...]]
"""The known findings of each deck, by its path below the folder of the file."""


class Parted(NamedTuple):
    """The findings of a deck that are new, those that are known, and what no longer occurs."""

    new: tuple[Finding, ...]
    known: tuple[Finding, ...]
    gone: tuple[Known, ...]


def part(findings: Iterable[Finding], known: Iterable[Known]) -> Parted:
    """The findings of a deck by whether its baseline has them; each entry covers one finding."""
    left = list(known)
    new: list[Finding] = []
    old: list[Finding] = []
    for finding in findings:
        entry = next((entry for entry in left if _covers(entry, finding)), None)
        if entry:
            left.remove(entry)
            old.append(finding)
        else:
            new.append(finding)
    worse = {(finding.rule, subject(finding)) for finding in new}
    gone = (entry for entry in left if (entry.rule, entry.about) not in worse)
    return Parted(tuple(new), tuple(old), tuple(gone))


def entry_of(finding: Finding) -> Known:
    """The entry that makes a finding known."""
    return Known(finding.rule, subject(finding), _over(finding), finding.message)


def read_baseline(path: str, text: str) -> Baseline:
    """The baseline in the text of a file; DataError for what is none."""
    try:
        whole = json.loads(text)
        if whole["schema"] != SCHEMA:
            raise DataError(f"{path}: not a {SCHEMA} file; write it anew with --write-baseline")
        return {deck: tuple(map(_entry, entries)) for deck, entries in whole["decks"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(
            f"{path}: no baseline ({error}); write it anew with --write-baseline"
        ) from error


def baseline_text(baseline: Baseline) -> str:
    """The text of a baseline: JSON, the same for the same findings, one finding a line."""
    decks = []
    for deck, entries in sorted(baseline.items()):
        lines = ",\n".join(f"      {_json(entry._asdict())}" for entry in entries)
        decks.append(f"    {_json(deck)}: [\n{lines}\n    ]")
    body = ",\n".join(decks)
    held = f"{{\n{body}\n  }}" if decks else "{}"
    return f'{{\n  "schema": "{SCHEMA}",\n  "decks": {held}\n}}\n'


def _json(value: object) -> str:
    """The value as JSON; in ASCII where a file name is no text that UTF-8 can hold."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value)
    return text


def _covers(entry: Known, finding: Finding) -> bool:
    same = (entry.rule, entry.about) == (finding.rule, subject(finding))
    over = _over(finding)
    return same and (entry.over is None or over is None or over <= entry.over)


def _over(finding: Finding) -> int | None:
    """By how many cards, copies or points what is there differs from what may be."""
    if finding.copies is None or finding.allowed is None:
        return finding.copies
    return abs(finding.copies - finding.allowed)


def _entry(value: Mapping[str, Any]) -> Known:
    over = value["over"]
    if not (over is None or isinstance(over, int)):
        raise TypeError(f"{over!r} is no number")
    return Known(str(value["rule"]), str(value["about"]), over, str(value["message"]))

"""What is said of an edited deck: what was done, its sizes, and what it made legal or illegal."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from deckcheck.baseline import entry_of, part
from deckcheck.cli.desks import Move
from deckcheck.cli.textdiff import unified
from deckcheck.model import SECTIONS, Finding, Report, Section
from deckcheck.rules import Chosen, counts
from deckcheck.text import shortened, some

_MOST = 10
"""Cards that the line about an edit names."""
_MOST_FAULTS = 3
"""Faults that it tells, of those that came, of those that went, and of those that stay."""


class Compared(NamedTuple):
    """The faults of a deck after an edit: new or become worse, as before, and no longer there."""

    worse: tuple[Finding, ...]
    left: tuple[Finding, ...]
    gone: tuple[Finding, ...]


class Outcome(NamedTuple):
    """A deck before and after an edit, as a text and as it was judged, and what is told by that.

    ``begin``: what the texts begin with, and is no part of them. ``is_refused``: it is worse, and
    may not be. ``is_written``: else, and it was no trial.
    """

    moves: tuple[Move, ...]
    texts: tuple[str, str]
    begin: str
    before: Report
    after: Report
    faults: Compared
    is_refused: bool
    is_written: bool


def compared(before: Report, after: Report, chosen: Chosen) -> Compared:
    """How what keeps a deck from being legal differs between two reports."""
    old, new = ([f for f in report.findings if counts(f, chosen)] for report in (before, after))
    parted = part(new, map(entry_of, old))
    now = {entry_of(finding)[:2] for finding in new}
    gone = tuple(finding for finding in old if entry_of(finding)[:2] not in now)
    return Compared(parted.new, parted.known, gone)


def line(outcome: Outcome) -> str:
    """What was done, the sizes now, and what has become legal or illegal by it."""
    sizes = ", ".join(f"{section} {size}" for section, size in _sizes(outcome.after).items())
    done = _done(outcome.moves, is_done=outcome.is_written)
    if outcome.is_refused:
        done = f"nothing is written, for --check: {done}"
    return f"{shortened(outcome.after.path)}: {done}; {sizes}; {_verdict(outcome)}"


def diff(outcome: Outcome) -> list[str]:
    """The lines of the diff between the texts."""
    old, new = (outcome.begin + text for text in outcome.texts)
    return unified(old, new, outcome.after.path)


def as_object(outcome: Outcome) -> dict[str, Any]:
    """The same as programs read it; ``diff`` is null where the file was written."""
    from deckcheck.reports.json import finding_object

    terms, path = outcome.after.terms, outcome.after.path
    reports = {"before": outcome.before, "after": outcome.after}
    changed = "".join(diff(outcome))
    return {
        "path": path,
        "written": outcome.is_written,
        "changes": [
            {
                "passcode": move.passcode,
                "name": move.name,
                "copies": move.copies,
                "from": move.left,
                "to": move.reached,
            }
            for move in outcome.moves
        ],
        "format": terms.format.name,
        "on": terms.on,
        "sizes": {when: dict(_sizes(report)) for when, report in reports.items()},
        "verdict": {when: report.verdict for when, report in reports.items()},
        "worse": [finding_object(finding) for finding in outcome.faults.worse],
        "gone": [finding_object(finding) for finding in outcome.faults.gone],
        "left": [finding_object(finding) for finding in outcome.faults.left],
        "diff": None if outcome.is_written else changed,
    }


def _done(moves: Sequence[Move], *, is_done: bool) -> str:
    verbs = {(True, False): "remove", (False, True): "add", (True, True): "move"}
    verb = verbs[(moves[0].left is not None, moves[0].reached is not None)]
    cards = some([f"{move.copies} {move.name}{_way(move)}" for move in moves], _MOST)
    return f"{verb.removesuffix('e')}ed {cards}" if is_done else f"would {verb} {cards}"


def _way(move: Move) -> str:
    left = f" from {move.left}" if move.left else ""
    return f"{left} to {move.reached}" if move.reached else left


def _verdict(outcome: Outcome) -> str:
    """What the deck is now; what has changed in that, or where nothing has, what is wrong."""
    before, after = outcome.before.verdict, outcome.after.verdict
    terms = outcome.after.terms
    said = f"{'still' if before == after else 'now'} {after} ({terms.format.name} on {terms.on})"
    worse, left, gone = map(_messages, outcome.faults)
    if worse or left:
        said += f": {worse or left}"
    if worse and left:
        more = len(outcome.faults.left)
        said += f"; {more} {'fault' if more == 1 else 'faults'} as before"
    return f"{said}; no longer: {gone}" if gone else said


def _messages(findings: Sequence[Finding]) -> str:
    """The first of them, and how many more there are."""
    shown = "; ".join(finding.message for finding in findings[:_MOST_FAULTS])
    more = len(findings) - _MOST_FAULTS
    return f"{shown}; and {more} more" if more > 0 else shown


def _sizes(report: Report) -> Mapping[Section, int]:
    return report.sizes or dict.fromkeys(SECTIONS, 0)

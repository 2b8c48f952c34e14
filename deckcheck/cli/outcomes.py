"""What is said of an edited deck: what was done, its sizes, and what it made legal or illegal."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deckcheck.baseline import entry_of, part
from deckcheck.cli.desks import Move
from deckcheck.decks.editing.line_ends import with_ends, without_end
from deckcheck.model import SECTIONS, Finding, Report, Section
from deckcheck.text import shortened, some

_MOST = 10
"""Cards that the line about an edit names."""


class Outcome(NamedTuple):
    """A deck before and after an edit, as a text and as it was judged.

    ``is_refused``: it is worse, and may not be. ``is_written``: else, and it was no trial.
    """

    moves: tuple[Move, ...]
    texts: tuple[str, str]
    before: Report
    after: Report
    is_refused: bool
    is_written: bool

    @property
    def worse(self) -> tuple[Finding, ...]:
        """The errors that are new, or have become worse."""
        return worse(self.before, self.after)


def worse(before: Report, after: Report) -> tuple[Finding, ...]:
    """The errors that are new in another report, or have become worse."""
    return part(_errors(after), map(entry_of, _errors(before))).new


def line(outcome: Outcome) -> str:
    """What was done, the sizes now, and what has become legal or illegal by it."""
    sizes = ", ".join(f"{section} {size}" for section, size in _sizes(outcome.after).items())
    done = _done(outcome.moves, is_done=outcome.is_written)
    if outcome.is_refused:
        done = f"nothing is written, for --check: {done}"
    return f"{shortened(outcome.after.path)}: {done}; {sizes}; {_verdict(outcome)}"


def diff(before: str, after: str, path: str) -> Iterator[str]:
    """What differs between two texts of a file, in lines without their ends."""
    from difflib import unified_diff

    old, new = ([*map(without_end, with_ends(text))] for text in (before, after))
    yield from unified_diff(old, new, path, path, lineterm="")


def as_object(outcome: Outcome) -> dict[str, Any]:
    """The same as programs read it; ``diff`` is null where the file was written."""
    from deckcheck.reports.json import finding_object

    terms, path = outcome.after.terms, outcome.after.path
    reports = {"before": outcome.before, "after": outcome.after}
    changed = "".join(f"{line}\n" for line in diff(*outcome.texts, path))
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
        "worse": [finding_object(finding) for finding in outcome.worse],
        "gone": [finding_object(finding) for finding in _gone(outcome)],
        "diff": None if outcome.is_written else changed,
    }


def _errors(report: Report) -> list[Finding]:
    return [finding for finding in report.findings if finding.severity == "error"]


def _gone(outcome: Outcome) -> list[Finding]:
    """The errors that are no longer there."""
    left = Counter(entry_of(finding)[:2] for finding in _errors(outcome.after))
    return [f for f in _errors(outcome.before) if entry_of(f)[:2] not in left]


def _done(moves: Sequence[Move], *, is_done: bool) -> str:
    verbs = {(True, False): "remove", (False, True): "add", (True, True): "move"}
    verb = verbs[(moves[0].left is not None, moves[0].reached is not None)]
    cards = some([f"{move.copies} {move.name}{_way(move)}" for move in moves], _MOST)
    return f"{verb.removesuffix('e')}ed {cards}" if is_done else f"would {verb} {cards}"


def _way(move: Move) -> str:
    left = f" from {move.left}" if move.left else ""
    return f"{left} to {move.reached}" if move.reached else left


def _verdict(outcome: Outcome) -> str:
    before, after = outcome.before.verdict, outcome.after.verdict
    terms = outcome.after.terms
    said = f"{'still' if before == after else 'now'} {after} ({terms.format.name} on {terms.on})"
    if outcome.worse:
        said += f": {'; '.join(finding.message for finding in outcome.worse)}"
    if gone := _gone(outcome):
        said += f"; no longer: {'; '.join(finding.message for finding in gone)}"
    return said


def _sizes(report: Report) -> Mapping[Section, int]:
    return report.sizes or dict.fromkeys(SECTIONS, 0)

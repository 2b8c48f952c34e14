"""What is said of a repaired deck: what changes and why, what is left, and the text's own diff."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from deckcheck.decks.fixing.smallest_repair import Change, Repair
from deckcheck.model import Copy, Finding, Report
from deckcheck.reports.json import deck_object, finding_object
from deckcheck.reports.words import judged_by, line_ranges
from deckcheck.rules import ALL, old_id, verdict
from deckcheck.text import shortened

_INDENT = "  "


class Fixed(NamedTuple):
    """A deck before and after its repair, as a text and as it was judged; twice the same if none.

    ``diff``: the lines of the diff between the texts. ``is_written``: a repair is written, not only
    shown.
    """

    repair: Repair
    before: Report
    after: Report
    texts: tuple[str, str]
    diff: tuple[str, ...]
    is_written: bool

    @property
    def outcome(self) -> str:
        """``nothing`` to repair, ``none`` that there is, or ``repaired``."""
        if self.repair.changes or self.repair.old:
            return "repaired"
        return "none" if self.before.verdict == "illegal" else "nothing"


def as_object(fixed: Fixed) -> dict[str, Any]:
    """The same as programs read it; ``diff`` is null where nothing changes."""
    old, new = fixed.texts
    return {
        "path": fixed.before.path,
        "outcome": fixed.outcome,
        "written": fixed.is_written and old != new,
        "changes": [
            *(_change(change) for change in fixed.repair.changes),
            *(_replacement(fixed, copy) for copy in fixed.repair.old),
        ],
        "lacks": list(fixed.repair.lacks),
        "needed": [_change(change) for change in fixed.repair.needed],
        "missing": dict(fixed.repair.missing),
        "before": deck_object(fixed.before),
        "after": deck_object(fixed.after),
        "diff": "".join(fixed.diff) or None,
    }


def _change(change: Change) -> dict[str, Any]:
    copy = change.copy
    return {
        "change": "move" if change.to else "remove",
        **_copy(copy),
        "from": copy.section,
        "to": change.to,
        "new_id": None,
        "free": change.is_free,
        "reasons": [finding_object(reason) for reason in change.reasons],
    }


def _replacement(fixed: Fixed, copy: Copy) -> dict[str, Any]:
    reasons = (f for f in fixed.before.findings if f.rule == old_id.ID and copy.line in f.lines)
    return {
        "change": "replace",
        **_copy(copy),
        "from": copy.section,
        "to": None,
        "new_id": copy.card and copy.card.passcode,
        "free": False,
        "reasons": [finding_object(f) for f in reasons if f.card and _is_about(f, copy)],
    }


def _is_about(finding: Finding, copy: Copy) -> bool:
    return copy.card is not None and finding.card == copy.card.ref


def _copy(copy: Copy) -> dict[str, Any]:
    return {
        "line": copy.line,
        "written": copy.written,
        "card": copy.card and copy.card.ref._asdict(),
    }


# --- for people -------------------------------------------------------------------------------


def above_diff(fixed: Fixed) -> Iterator[str]:
    """What is said for people, a line at a time, above the diff if there is one."""
    before, repair = fixed.before, fixed.repair
    path = shortened(before.path)
    yield f"{path}: {before.verdict}; {_outcome(fixed)}"
    yield f"{_INDENT}{_terms(before)}"
    yield f"{_INDENT}{_sizes(fixed)}"
    yield from _listed("", repair.lacks)
    if repair.lacks:
        if repair.missing:
            yield f"{_INDENT}'deckcheck add' adds cards; fix repairs what else is wrong then"
        yield from _changes(fixed, repair.needed, "what else has to change:")
        yield from _listed("found:", (_said(f) for f in before.findings if f.severity == "error"))
        return
    yield from _changes(fixed, repair.changes)
    free = [change.copy.line for change in repair.changes if change.is_free]
    if free:
        where = "" if len({*free}) == 1 else f" (lines {line_ranges(free)})"
        yield ""
        yield f"other cards would do as well in place of some; the later ones were taken{where}"
    if fixed.after.verdict != "legal":
        yield from _listed(_left(fixed), map(_said, _remaining(fixed.after)))
    if fixed.diff:
        yield ""


def below_diff(fixed: Fixed) -> Iterator[str]:
    """What is said below the diff, a line at a time."""
    if fixed.outcome == "none":
        yield ""
        yield "nothing is written"
    if fixed.diff:
        yield ""
        yield "written" if fixed.is_written else "nothing is written; --apply writes it"


def _outcome(fixed: Fixed) -> str:
    if fixed.repair.lacks:
        return "no repair exists"
    if fixed.outcome == "none":
        return "none of it an error, and warnings are not repaired"
    if fixed.outcome == "nothing":
        return "nothing to repair"
    removed = sum(change.to is None for change in fixed.repair.changes)
    counts = (
        (removed, "removal", "removals"),
        (len(fixed.repair.changes) - removed, "move", "moves"),
        (len(fixed.repair.old), "new id", "new ids"),
    )
    said = [f"{number} {one if number == 1 else more}" for number, one, more in counts if number]
    return f"{fixed.after.verdict} after {', '.join(said)}"


def _terms(report: Report) -> str:
    return f"{judged_by(report.terms)}, ruleset {report.terms.ruleset.name}"


def _sizes(fixed: Fixed) -> str:
    before, after = fixed.before, fixed.after
    said = [
        f"{section} {size}" if size == new else f"{section} {size} -> {new}"
        for (section, size), new in zip(
            (before.sizes or {}).items(), (after.sizes or {}).values(), strict=True
        )
    ]
    if before.points and after.points:
        old, new = before.points.total, after.points.total
        said.append(f"points {old} -> {new} of {after.points.cap}")
    return ", ".join(said)


def _changes(fixed: Fixed, changes: Sequence[Change], title: str = "") -> Iterator[str]:
    """The changes below their reasons, those with the same reasons together."""
    if title and changes:
        yield ""
        yield title
    by_reasons: dict[tuple[str, ...], list[str]] = {}
    for change in changes:
        key = tuple(dict.fromkeys(map(_said, change.reasons)))
        by_reasons.setdefault(key, []).append(_line(change))
    for copy in fixed.repair.old:
        new = copy.card.passcode if copy.card else None
        line = f"line {copy.line}: replace {copy.written} by {new} {_name(copy)}"
        by_reasons.setdefault((f"{old_id.ID}: ids that are out of date",), []).append(line)
    for reasons, said in by_reasons.items():
        yield ""
        yield from reasons
        for line, same in groupby(said):
            number = len([*same])
            yield f"{_INDENT}{line}{f' ({number} times)' if number > 1 else ''}"


def _line(change: Change) -> str:
    copy = change.copy
    what = (
        f"line {copy.line}: {'move' if change.to else 'remove'} {_name(copy)} from {copy.section}"
    )
    return f"{what} to {change.to}" if change.to else what


def _name(copy: Copy) -> str:
    return copy.card.name if copy.card else copy.written


def _said(finding: Finding) -> str:
    where = f" (line {line_ranges(finding.lines)})" if finding.rule == "parse" else ""
    return f"{finding.rule}: {finding.message}{where}"


def _listed(title: str, said: Iterator[str] | tuple[str, ...]) -> Iterator[str]:
    texts = [*said]
    if texts:
        yield ""
        yield from [title] if title else []
        yield from (f"{_INDENT}{text}" for text in texts)


def _left(fixed: Fixed) -> str:
    if fixed.after.verdict == "undecided":
        return "cannot be judged, and stays as it is:"
    return "warnings, which make a deck illegal here:"


def _remaining(report: Report) -> Iterator[Finding]:
    """What keeps the deck from being legal."""
    severity = "error" if verdict(report.findings, ALL) == "undecided" else "warning"
    return (finding for finding in report.findings if finding.severity == severity)

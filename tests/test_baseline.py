"""Findings that are known, and those that are new."""

import pytest

from deckcheck.baseline import baseline_text, entry_of, part, read_baseline
from deckcheck.errors import DataError
from deckcheck.model import Finding
from decktext import ydk
from judging import report

POT, GRACEFUL = 55144522, 79571449


def findings(*cards: object) -> tuple[Finding, ...]:
    return report(ydk(cards)).findings


def test_what_is_known_may_move_and_shrink_but_not_grow() -> None:
    known = [entry_of(finding) for finding in findings(POT, POT)]
    assert part(findings(5318639, POT, POT), known).new == ()
    assert part(findings(POT), known).new == ()
    assert len(part(findings(POT, POT, POT), known).new) == 1
    (new,) = part(findings(POT, GRACEFUL), known).new
    assert new.card is not None
    assert new.card.name == "Graceful Charity"


def test_a_newer_list_that_says_the_same_changes_nothing() -> None:
    old = report(ydk([POT]), on="2025-11-01").findings
    assert old[0].message != findings(POT)[0].message
    assert part(findings(POT), map(entry_of, old)).new == ()


def test_what_no_longer_occurs_is_left_over() -> None:
    known = [entry_of(finding) for finding in findings(POT, GRACEFUL)]
    parted = part(findings(POT), known)
    assert [entry.message for entry in parted.gone] == [findings(GRACEFUL)[0].message]
    assert len(parted.known) == 1


def test_an_entry_covers_one_finding() -> None:
    broken = report(ydk(["8963113O", "8963113O"])).findings
    assert len(part(broken, map(entry_of, broken[:1])).new) == 1


def test_the_file_is_read_as_it_was_written_and_is_the_same_for_the_same() -> None:
    baseline = {
        "b/ü.ydk": tuple(map(entry_of, findings(POT))),
        "a.ydk": tuple(map(entry_of, report(ydk(["<&\"'"])).findings)),
    }
    text = baseline_text(baseline)
    assert read_baseline("x", text) == baseline
    assert baseline_text(dict(reversed(baseline.items()))) == text
    assert read_baseline("x", baseline_text({})) == {}
    assert len(text.splitlines()) == 5 + 2 * 2 + sum(map(len, baseline.values()))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"schema": "x", "decks": {}}', '{"schema": "deckcheck/baseline/1"}',
     '{"schema": "deckcheck/baseline/1", "decks": {"a": [{"rule": 1}]}}', "[" * 9999],
)  # fmt: skip
def test_what_is_no_baseline_is_said(text: str) -> None:
    with pytest.raises(DataError, match=r"^b.json: .*; write it anew with --write-baseline"):
        read_baseline("b.json", text)

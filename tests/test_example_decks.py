"""The example decks: legal ones, and ones that a rule finds fault with."""

from pathlib import Path

import pytest

from deckcheck.rules import RULES
from judging import report

DECKS = Path(__file__).parent / "decks"
LEGAL = sorted((DECKS / "legal").iterdir())
AT_FAULT = sorted([*(DECKS / "illegal").iterdir(), *(DECKS / "undecided").iterdir()])
assert len(LEGAL) > 3
assert len(AT_FAULT) > 8


@pytest.mark.parametrize("path", LEGAL, ids=lambda path: path.name)
def test_a_legal_deck_is_legal(path: Path) -> None:
    found = report(path.read_bytes(), None, None, suffix=path.suffix)
    assert found.verdict == "legal"
    rule, _, what = path.stem.partition("--")
    warned = {finding.rule for finding in found.findings if finding.severity != "note"}
    assert warned == ({rule} if what and rule in {r.ID for r in RULES} else set())


@pytest.mark.parametrize("path", AT_FAULT, ids=lambda path: path.name)
def test_a_deck_at_fault_is_so_by_its_rule_alone(path: Path) -> None:
    found = report(path.read_bytes(), None, None, suffix=path.suffix)
    assert found.verdict == path.parent.name
    errors = {finding.rule for finding in found.findings if finding.severity == "error"}
    assert errors == {path.stem.partition("--")[0]}

"""Decks on which users of other tools have seen them fail, judged as they should be."""

import os
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from deckcheck.reports import RENDERERS
from decktext import FILLERS, ydk
from judging import only, report, rules_of


def test_a_link_with_id_0_has_one_card_and_one_unknown_with_its_place() -> None:
    found = report("ydke://o6lXBQAAAAA=!!!", suffix="")
    assert found.sizes == {"main": 2, "extra": 0, "side": 0}
    (unknown,) = only(found, "unknown-card")
    assert "unknown passcode 0 (main 2)" in unknown.message
    assert rules_of(found) == ["section-size", "unknown-card"]


def test_leading_zeros_are_no_other_card() -> None:
    found = report(ydk(["05370235", "5370235", "5370235", "005370235"]))
    (finding,) = only(found, "copy-limit")
    assert (finding.copies, finding.lines) == (4, (2, 3, 4, 5))


@pytest.mark.parametrize("output", RENDERERS)
def test_a_file_name_with_signs_breaks_no_output(tmp_path: Path, output: str) -> None:
    deck = tmp_path / 'Joey\'s #1 deck [v2] & "friends", 100%!.ydk'
    deck.write_text(f"#created by O'Hara\n{ydk([55144522])}")
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck", "check", tmp_path, "-o", output, "--on", "2026-06-01"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "")
    assert "Pot of Greed: 1 copy, 0 allowed" in done.stdout
    assert "Joey's #1 deck [v2] & " in unescape(unquote(done.stdout))
    assert "created by" not in done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="file names are text elsewhere")
def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xb0\xd7\xc1\xfa.ydk"
    Path(os.fsdecode(path)).write_text(ydk())
    done = subprocess.run([sys.executable, "-m", "deckcheck", "check", tmp_path, "-o", "json"],
                          capture_output=True, check=False)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"\udcb0\udcd7" in done.stdout


def test_a_comment_with_ids_adds_no_card() -> None:
    found = report('#{"m":{"ids":[4007]}}\n' + ydk())
    assert (found.verdict, found.sizes) == ("legal", {"main": 40, "extra": 0, "side": 0})


def test_three_faults_are_all_said() -> None:
    main = [*(card for card in FILLERS for _ in range(3))][:62]
    text = ydk([*main, "8963113O"], [44508094, 63519819, 84013237] * 5 + [1861629] * 2)
    found = report(text)
    assert [f.message.partition(";")[0] for f in found.findings if f.severity == "error"] == [
        "'8963113O' is not a passcode",
        "Main Deck: 63 of at most 60 cards (Master Rule (April 2020))",
        "Extra Deck: 17 of at most 15 cards (Master Rule (April 2020))",
        *(f.message for f in only(found, "copy-limit")),
    ]  # fmt: skip
    assert found.verdict == "illegal"


def test_unknown_cards_are_cards() -> None:
    found = report(ydk([101006012] * 3))
    assert found.sizes == {"main": 40, "extra": 0, "side": 0}
    (finding,) = found.findings
    assert (finding.rule, finding.lines) == ("unknown-card", (2, 3, 4))
    assert found.verdict == "undecided"


def test_names_and_ids_in_one_text() -> None:
    found = report("1 Dark Magician\n89631139\n3 23995346\n", suffix="")
    assert found.codec == "text"
    assert found.sizes is not None
    assert sum(found.sizes.values()) == 5


def test_far_too_many_cards() -> None:
    (size, *_) = report(ydk(size=1) * 85).findings
    assert "85 of at most 60" in size.message
    assert "5000 of at most 60" in report("5318639\n" * 5000).findings[0].message


@pytest.mark.parametrize("code", ["ydk://o6lXBQ==!!!", "omega://x/y", "deck://12345678"])
def test_the_code_of_another_program_is_said_to_be_one(code: str) -> None:
    for suffix in ("", ".txt"):
        (finding,) = report(code, suffix=suffix).findings
        assert "unsupported deck code" in finding.message
    done = subprocess.run([sys.executable, "-m", "deckcheck", "check", code],
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 2
    assert "unsupported deck code" in done.stderr

"""``deckcheck rule``: what it prints, and that the examples are what ``check`` finds."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import deckcheck
from deckcheck.cli.rule import Example, examples, severities
from deckcheck.rules import DOCUMENTED, Documented

ROOT = Path(__file__).parent.parent.parent
RULES = Path(deckcheck.__file__).parent / "rules"
SEVERITIES = {"error", "warning", "note"}
EXAMPLES = [(rule, example) for rule in DOCUMENTED for example in examples(rule)]


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "deckcheck", *arguments], input=stdin,
                          capture_output=True, encoding="utf-8", check=False)  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "example"), EXAMPLES, ids=[f"{r.ID}-{example.severity}" for r, example in EXAMPLES]
)
def test_an_example_is_what_check_finds(rule: Documented, example: Example) -> None:
    done = run("check", "-", *example.options, "-o", "json", stdin=example.deck)
    assert done.stderr == ""
    (deck,) = json.loads(done.stdout)["decks"]
    found = [(one["rule"], one["severity"], one["message"]) for one in deck["findings"]]
    assert (rule.ID, example.severity, example.message) in found


@pytest.mark.parametrize("rule", DOCUMENTED, ids=lambda rule: rule.ID)
def test_there_is_an_example_of_each_severity(rule: Documented) -> None:
    assert (rule.__doc__ or "").count("Example") == len(examples(rule)) == len(severities(rule))
    code = ast.parse((RULES / f"{rule.ID.replace('-', '_')}.py").read_text(encoding="utf-8"))
    said = {node.value for node in ast.walk(code)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)}  # fmt: skip
    assert said & SEVERITIES == set(severities(rule))


def test_the_severities_are_those_of_the_readme() -> None:
    section = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Rules")[2]
    rows = re.findall(
        r"^\| `([a-z-]+)` \| ([a-z, ]+) \|", section.partition("\n## ")[0], re.MULTILINE
    )
    assert {id_: set(said.split(", ")) & SEVERITIES for id_, said in rows} == {
        rule.ID: set(severities(rule)) for rule in DOCUMENTED
    }


def test_all_rules_are_listed_in_the_order_of_the_table() -> None:
    done = run("rule")
    assert (done.returncode, done.stderr) == (0, "")
    head, _, *rows = done.stdout.splitlines()
    assert head.split() == ["rule", "severity", "what", "it", "finds"]
    assert [row.split()[0] for row in rows] == [rule.ID for rule in DOCUMENTED]
    assert rows[1] == (
        "section-size      error, warning  A section holds more or fewer cards than the ruleset "
        "allows."
    )


def test_a_rule_is_printed_as_plain_text() -> None:
    done = run("rule", "banlist-stale")
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        done.stdout
        == """\
banlist-stale (warning)

The newest list of the region that is known here is more than four months older than the day.

A newer one has probably taken effect since. This never makes a deck illegal.

Example: in the deck

    main: [3 Kuriboh]

`deckcheck check - -f kr@2026-06-01` finds

    warning: the newest kr list known here is 2021-10-01, more than 4 months before 2026-06-01; a
    newer one may be in force
"""
    )


def test_for_a_program() -> None:
    listed = json.loads(run("rule", "-o", "json").stdout)
    assert [one["id"] for one in listed] == [rule.ID for rule in DOCUMENTED]
    one: dict[str, Any] = json.loads(run("rule", "placement", "-o", "json").stdout)
    assert one == listed[2]
    assert one["severities"] == ["error", "note"]
    assert one["summary"] == "A card stands in a section it does not belong in."
    assert one["documentation"].startswith(f"{one['summary']}\n\nFusion, Synchro, ")
    assert one["documentation"].endswith("and a note says so.")
    assert one["examples"][1] == {
        "deck": "main: [Stardust Dragon]\n",
        "options": ["-f", "tcg@2026-06-01", "--repair-sections"],
        "severity": "note",
        "message": "Stardust Dragon: 1 copy moved from Main Deck to Extra Deck",
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["copylimit"], "unknown rule 'copylimit'; did you mean: copy-limit, "),
        (["limit", "-o", "yaml"], "unknown output 'yaml'; known: json, table"),
    ],
)
def test_an_unknown_name_is_exit_2_with_the_nearest(arguments: list[str], message: str) -> None:
    done = run("rule", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_on_a_terminal_lines_fit() -> None:
    pty = pytest.importorskip("pty", reason="no terminals of this kind on this system")
    ours, theirs = pty.openpty()
    process = subprocess.Popen([sys.executable, "-m", "deckcheck", "rule", "copy-limit"],
                               stdout=theirs, env={**os.environ, "COLUMNS": "40"})  # fmt: skip
    os.close(theirs)
    text = b""
    try:
        while piece := os.read(ours, 4096):
            text += piece
    except OSError:
        pass  # a terminal that is closed
    finally:
        os.close(ours)
    assert process.wait() == 0
    lines = text.decode().split("\r\n")
    assert len(lines) > 20
    assert all(len(line) <= 40 for line in lines if not line.startswith("    "))

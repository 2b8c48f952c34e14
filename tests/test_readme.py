"""What the README shows is what users get."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from deckcheck.cards import LANGUAGES
from deckcheck.config import read_config
from deckcheck.rules import DOCUMENTED
from judging import report

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    found = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert found
    return found


def test_the_report_shown_is_the_report_of_the_first_command() -> None:
    first = shlex.split(_blocks("sh")[0])
    arguments = first[first.index(".venv/bin/deckcheck") + 1 :]
    done = subprocess.run([sys.executable, "-m", "deckcheck", *arguments], cwd=ROOT,
                          capture_output=True, encoding="utf-8", check=False)  # fmt: skip
    assert done.returncode == 1
    assert done.stdout == _blocks("text")[0]


SHOWN = [line for block in _blocks("sh")[2:] for line in block.splitlines() if line]


@pytest.mark.parametrize("line", [line for line in SHOWN if "mine.yaml" not in line])
def test_the_commands_shown_work(line: str, tmp_path: Path) -> None:
    command, _, _ = line.partition("#")
    assert command.startswith("deckcheck ")
    arguments = command.removeprefix("deckcheck ").replace("as-json", shlex.quote(str(tmp_path)))
    done = subprocess.run(f"{shlex.quote(sys.executable)} -m deckcheck {arguments}", shell=True,
                          cwd=ROOT, capture_output=True, check=False)  # fmt: skip
    assert done.returncode in (0, 1)
    warned = [line for line in done.stderr.splitlines() if b": warning: " in line]
    says_more = command.startswith(("deckcheck convert ", "deckcheck add ", "deckcheck fix "))
    assert done.stderr == b"" or says_more
    assert warned == [] or command.startswith("deckcheck convert ")
    assert done.stdout


def test_the_list_shown_is_read() -> None:
    deck = next(block for block in _blocks("text") if "Ash Blossom" in block)
    found = report(deck, suffix=".txt")
    assert (found.codec, found.sizes) == ("text", {"main": 8, "extra": 0, "side": 1})
    assert not {f.rule for f in found.findings} & {"parse", "unknown-card", "ambiguous-name"}


def test_the_yaml_deck_shown_is_a_deck() -> None:
    deck = next(block for block in _blocks("yaml") if "main:" in block)
    found = report(deck, None, None, suffix=".yaml")
    assert found.sizes == {"main": 9, "extra": 0, "side": 0}
    assert {f.rule for f in found.findings} == {"section-size"}


def test_the_config_shown_is_one() -> None:
    text = next(block for block in _blocks("yaml") if "overrides:" in block)
    config = read_config("README.md", text, [rule.ID for rule in DOCUMENTED], LANGUAGES)
    assert (config.settings.format, config.formats_dir) == ("tcg", "formats")


def test_the_hooks_shown_are_there() -> None:
    text = next(block for block in _blocks("yaml") if "hooks:" in block)
    there = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    shown = re.findall(r"- id: (\S+)", text)
    assert shown == re.findall(r"- id: (\S+)", there)


def test_the_limit_list_shown_is_one(tmp_path: Path) -> None:
    listed = tmp_path / "mine.yaml"
    listed.write_text(next(b for b in _blocks("yaml") if "forbidden:" in b), encoding="utf-8")
    assert report("#main\n55144522\n", banlist=str(listed)).findings[-1].rule == "limit"


def test_the_table_of_rules_is_the_table() -> None:
    section = README.partition("## Rules")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE) == [
        rule.ID for rule in DOCUMENTED
    ]

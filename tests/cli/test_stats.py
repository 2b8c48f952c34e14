"""``deckcheck stats`` as a process."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from judging import TODAY

DECK = """\
#main
55144522
55144522
14558127
46986414
46986414
46986414
44095762
12345678
#extra
44508094
84013237
1861629
!side
14558127
55144522
hello
"""

TABLE = """\
-
  tcg on 2026-06-01
  main 8, extra 3, side 2

Main Deck (8)
  Monsters        4  ████
    normal        3  ███
    effect        1  █
    tuner         1  █
  Spells          2  ██
    normal        2  ██
  Traps           1  █
    normal        1  █
  Unknown         1  █
  Attributes
    DARK          3  ███
    FIRE          1  █
  Levels
    3             1  █
    7             3  ███
  Types
    Spellcaster   3  ███
    Zombie        1  █

Extra Deck (3)
  Monsters        3  ███
    effect        3  ███
    link          1  █
    synchro       1  █
    xyz           1  █
  Attributes
    DARK          1  █
    LIGHT         1  █
    WIND          1  █
  Levels
    8             1  █
  Ranks
    4             1  █
  Link ratings
    3             1  █
  Types
    Cyberse       1  █
    Dragon        1  █
    Warrior       1  █

Side Deck (2)
  Monsters        1  █
    effect        1  █
    tuner         1  █
  Spells          1  █
    normal        1  █

Banlist tcg 2026-05-18
  Forbidden      3  3 Pot of Greed
  Limited        0
  Semi-Limited   0
"""


def run(
    *arguments: str, stdin: str | None = DECK, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``deckcheck stats``."""
    return subprocess.run([sys.executable, "-m", "deckcheck", "stats", *arguments],
                          capture_output=True, encoding="utf-8", check=False, input=stdin,
                          env={**os.environ, **(env or {})})  # fmt: skip


def said(*arguments: str, stdin: str | None = DECK) -> str:
    """What is said; there is nothing to complain of."""
    done = run(*arguments, "--on", TODAY, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def on_terminal(deck: Path, columns: int, **environment: str) -> str:
    """What a terminal of so many columns is shown."""
    pty = pytest.importorskip("pty", reason="no terminals of this kind on this system")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "deckcheck", "stats", deck.name, "-f", "genesys"],
        stdout=theirs, cwd=deck.parent,
        env={**os.environ, "COLUMNS": str(columns), **environment},
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # a terminal that is closed
        while piece := os.read(ours, 4096):
            shown += piece
    os.close(ours)
    assert process.wait() == 0
    return shown.decode().replace("\r\n", "\n")


def test_the_table() -> None:
    assert said("-") == TABLE


def test_points() -> None:
    found = said("-", "-f", "genesys")
    assert "  Points       " in found
    assert "of 100: 90 for 3 Pot of Greed, 40 for 2 Ash Blossom & Joyous Spring" in found


def test_lists_pools_and_none() -> None:
    found = run("-", "-f", "goat", stdin="#main\n14558127\n").stdout
    assert "  not in the pool   1  1 Ash Blossom & Joyous Spring\n" in found
    assert "\nNo limit list\n" in said("-", "-f", "unlimited")


def test_names_in_another_language() -> None:
    assert "3 Topf der Gier" in said("-", "--lang", "de")


def test_bars_fit_the_terminal(tmp_path: Path) -> None:
    deck = tmp_path / "x.ydk"
    deck.write_text("#main\n" + "46986414\n" * 40 + "14558127\n", encoding="utf-8")
    wide = on_terminal(deck, 80)
    assert f"  Monsters        41  {'█' * 41}\n".split() == wide.splitlines()[5].split()
    narrow = on_terminal(deck, 56)
    assert max(map(len, narrow.splitlines())) == 56
    assert any(line.split() == ["tuner", "1", "█"] for line in narrow.splitlines())
    plain = on_terminal(deck, 56, PYTHONIOENCODING="ascii")
    assert plain.isascii()
    assert narrow.replace("█", "#") == plain


def test_json() -> None:
    found: Any = json.loads(said("-", "-f", "genesys", "-o", "json"))
    sections = found.pop("sections")
    statuses = found.pop("statuses")
    points = found.pop("points")
    banlist = found.pop("banlist")
    assert found == {
        "path": "-", "name": None, "codec": "ydk", "format": "genesys", "on": TODAY,
        "ruleset": "master-rule-2020", "sizes": {"main": 8, "extra": 3, "side": 2},
        "outside_pool": {"status": "not in the pool", "copies": 0, "cards": []},
    }  # fmt: skip
    assert banlist["region"] == "genesys"
    assert (points["total"], points["cap"]) == (130, 100)
    assert [status["status"] for status in statuses] == ["forbidden", "limited", "semi-limited"]
    assert sections["extra"] == {
        "size": 3,
        "kinds": {"monster": 3, "spell": 0, "trap": 0, "skill": 0, "token": 0, "unknown": 0},
        "frames": {
            "monster": {"effect": 3, "link": 1, "synchro": 1, "xyz": 1}, "spell": {}, "trap": {},
        },
        "attributes": {"DARK": 1, "LIGHT": 1, "WIND": 1},
        "levels": {"8": 1}, "ranks": {"4": 1}, "link_ratings": {"3": 1},
        "races": {"Cyberse": 1, "Dragon": 1, "Warrior": 1},
    }  # fmt: skip


def test_json_names_the_cards_of_a_status() -> None:
    found: Any = json.loads(said("-", "-o", "json"))
    assert found["points"] is None
    assert found["statuses"][0] == {
        "status": "forbidden", "copies": 3,
        "cards": [
            {"passcode": 55144522, "konami_id": 4844, "name": "Pot of Greed", "copies": 3}
        ],
    }  # fmt: skip
    assert json.loads(said("-", "-f", "unlimited", "-o", "json"))["statuses"] is None


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("missing.ydk",), "missing.ydk: No such file"),
        (("-", "-o", "markdown"), "unknown output 'markdown'"),
        (("-", "-f", "tgc"), "unknown format 'tgc'; did you mean: tcg"),
        (("-", "--on", "yesterday"), "yesterday"),
        (("-", "--codec", "ydke"), "-:1: "),
    ],
)
def test_what_cannot_be_counted(arguments: tuple[str, ...], complaint: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr

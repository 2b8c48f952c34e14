"""No command writes lines that are wider than the terminal, and none of what it says is lost."""

import os
import struct
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from decktext import ydk

pty = pytest.importorskip("pty", reason="no terminals of this kind on this system")

DAY = ("-f", "tcg@2026-06-01")
COMMANDS = (
    ("card", "Blue-Eyes White Dragon"),
    ("codecs",),
    ("format", "list"),
    ("format", "show", "goat"),
    ("ruleset", "list"),
    ("ruleset", "show", "rush-duel"),
    ("rule",),
    ("rule", "limit"),
    ("data", "info"),
    ("banlist", "list"),
    ("banlist", "show", "tcg"),
    ("search", "blue-eyes"),
    ("search", "blue-eyes", "--lang", "ja", "--limit", "60"),
    ("check", "a.ydk", *DAY),
    ("show", "a.ydk", *DAY),
    ("stats", "a.ydk", *DAY),
    ("when", "a.ydk"),
    ("legal-in", "a.ydk", "--on", "2026-06-01"),
    ("diff", "a.ydk", "b.ydk", *DAY),
    ("fix", "a.ydk", *DAY),
    ("odds", "a.ydk", "--lang", "ja", "-w", "1+ of {14558127, 46986414, 89631139}"),
    ("odds", "a.ydk", "-w", "1+ of {Ash Blossom & Joyous Spring, Pot of Greed, Dark Magician}"),
    ("hand", "a.ydk"),
    ("add", "a.ydk", "4", "Raigeki", "Dark Hole", "Jinzo", "Kuriboh", *DAY),
)


def cells(line: str) -> int:
    """Columns of a terminal; letters of East Asia are wide."""
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in line)


def on_a_terminal(folder: Path, columns: int, *arguments: str, **env: str) -> str:
    """What a command says on stdout, when that is a terminal of so many columns."""
    import fcntl
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    clean = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    process = subprocess.Popen(
        [sys.executable, "-m", "deckcheck", *arguments], cwd=folder, stdout=theirs,
        stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**clean, "NO_COLOR": "1", **env},
    )  # fmt: skip
    os.close(theirs)
    said = b""
    try:
        while piece := os.read(ours, 65_536):
            said += piece
    except OSError:
        pass  # a terminal that is closed
    finally:
        os.close(ours)
    process.wait()
    return said.decode().replace("\r\n", "\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two decks that differ and break rules."""
    main = ["55144522"] * 3 + ["46986414"]
    (tmp_path / "a.ydk").write_text(ydk(main, ["89631139"], ["23434538"]))
    (tmp_path / "b.ydk").write_text(ydk(["46986414"] * 4))
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_lines_are_no_wider_than_the_terminal(folder: Path, command: tuple[str, ...]) -> None:
    said = on_a_terminal(folder, 80, *command)
    assert len(said) > 100
    assert max(map(cells, said.splitlines())) <= 80


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_nothing_is_lost_by_it(folder: Path, command: tuple[str, ...]) -> None:
    if command[0] in ("check", "hand", "when", "stats"):
        pytest.skip("writes another form of report to a terminal, or another one each time")
    if command[0] == "add":
        command = (*command, "--dry-run")
    wide = on_a_terminal(folder, 2_000, *command)
    narrow = on_a_terminal(folder, 80, *command)
    assert "".join(narrow.replace("-", "").split()) == "".join(wide.replace("-", "").split())


def test_the_terminal_is_asked_where_python_has_no_buffer(folder: Path) -> None:
    said = on_a_terminal(folder, 60, "show", "a.ydk", PYTHONUNBUFFERED="1")
    assert 40 < max(map(len, said.splitlines())) <= 60
    assert max(map(len, on_a_terminal(folder, 60, "codecs", COLUMNS="50").splitlines())) <= 50

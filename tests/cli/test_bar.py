"""The bar of a long run: on a terminal, never in a pipe."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="no terminals of this kind on this system")


def _on_a_terminal(arguments: list[str]) -> str:
    """What the command says on stderr, when that is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "deckcheck", *arguments], stdout=subprocess.DEVNULL, stderr=theirs
    )
    os.close(theirs)
    said = b""
    try:
        while piece := os.read(ours, 4096):
            said += piece
    except OSError:
        pass  # a terminal that is closed
    finally:
        os.close(ours)
    assert process.wait() == 0
    return said.decode()


@pytest.fixture
def many(tmp_path: Path) -> Path:
    folder = tmp_path / "decks"
    folder.mkdir()
    for number in range(30):
        (folder / f"{number:02}.ydk").write_text("#main\n5318639\n")
    return folder


def test_a_conversion_of_many_decks(many: Path, tmp_path: Path) -> None:
    arguments = ["convert", str(many), "--to", "text", "--out-dir", str(tmp_path / "out")]
    assert "100%" in _on_a_terminal(arguments)
    done = subprocess.run([sys.executable, "-m", "deckcheck", *arguments, "--force"],
                          capture_output=True, check=True)  # fmt: skip
    assert done.stderr == b""


def test_a_check_of_many_decks(many: Path) -> None:
    arguments = ["check", str(many), "-o", "json", "--ignore", "section-size"]
    assert "100%" in _on_a_terminal(arguments)
    done = subprocess.run([sys.executable, "-m", "deckcheck", *arguments],
                          capture_output=True, check=True)  # fmt: skip
    assert done.stderr == b""

"""Every command's help: on one screen, with examples."""

import os
import subprocess
import sys
from importlib import import_module

import pytest
import typer

from deckcheck.cli import COMMANDS

_LINES = 56
"""Those of a tall terminal of 100 columns."""


def _with_subcommands() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for name, (module, _) in COMMANDS.items():
        command = typer.main.get_command(import_module(module).app)
        below = getattr(command, "commands", {})
        found += [(name, sub) for sub in below] or [(name,)]
    return found


@pytest.mark.parametrize("command", _with_subcommands(), ids=" ".join)
def test_help_fits_a_screen_and_has_an_example(command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck", *command, "--help"], capture_output=True, text=True,
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}, check=True,
    )  # fmt: skip
    lines = done.stdout.rstrip().splitlines()
    assert len(lines) <= _LINES
    examples = [line for line in lines if line.strip().startswith(f"deckcheck {' '.join(command)}")]
    assert examples

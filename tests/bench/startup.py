"""How much longer a check takes than a bare Typer command: whole processes, in turn.

Run it with the Python of an environment that has the wheel, byte-code compiled:

    python tests/bench/startup.py [RUNS]

Prints the median of the ratios of wall time, run by run, for a legal deck and for one with
findings. The bounds to stay below are 1.35 and 1.8; past them by a tenth, which no noise of a
machine explains, it ends with exit code 1.
"""

import compileall
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

DECKS = Path(__file__).parent.parent / "decks"
DAY = ("--on", "2026-06-01")
BARE = """
import typer
app = typer.Typer()
@app.command()
def main(name: str = "x") -> None:
    typer.echo(name)
def run():
    app()
"""
BOUNDS = {"legal/tcg-today.ydk": 1.35, "illegal/limit--pot-of-greed.ydk": 1.8}


def seconds(command: Sequence[str | Path], folder: str) -> float:
    """Wall time of one run of a command."""
    start = perf_counter()
    subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return perf_counter() - start


def main(runs: int) -> int:
    """Measure both decks against a bare command that is written to a temporary folder.

    The exit code: whether a ratio is past its bound for sure.
    """
    past = False
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "bare.py").write_text(BARE, encoding="utf-8")
        compileall.compile_dir(folder, quiet=1)
        bare = (sys.executable, "-c", "from bare import run; run()")
        code = "from deckcheck.cli import main; main()"
        for deck, bound in BOUNDS.items():
            command = (sys.executable, "-c", code, "check", DECKS / deck, *DAY)
            seconds(command, folder), seconds(bare, folder)
            ratios = [seconds(command, folder) / seconds(bare, folder) for _ in range(runs)]
            print(f"{deck}: {median(ratios):.2f} times a bare command (bound {bound})")  # noqa: T201
            past |= median(ratios) > bound * 1.1
    return int(past)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 25))

"""How much longer commands take than a bare Typer command: whole processes, in turn.

Run it with the Python of an environment that has the wheel, byte-code compiled:

    python tests/bench/startup.py [RUNS]

Prints the median of the ratios of wall time, run by run, and the bound to stay below; ``when``,
which judges a deck by every list there has been, is measured against one check. Past a bound by a
tenth, which no noise of a machine explains, it ends with exit code 1.
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
CHECK = ("check", str(DECKS / "legal" / "tcg-today.ydk"), *DAY)
CASES: tuple[tuple[tuple[str, ...], tuple[str, ...] | None, float], ...] = (
    (CHECK, None, 1.35),
    (("check", str(DECKS / "illegal" / "limit--pot-of-greed.ydk"), *DAY), None, 1.8),
    (("card", "增殖的G"), None, 1.5),
    (("banlist", "show", "tcg"), None, 1.5),
    (("search", "blue-eyes", "dragon"), None, 2.0),
    (("search", "Blue-Eyse", "Wihte"), None, 2.5),
    (("when", CHECK[1]), CHECK, 2.0),
    (("add", CHECK[1], "Raigeki", "--dry-run"), None, 1.6),
    (("sort", CHECK[1], "--check"), None, 1.6),
)
"""A command, what it is measured against (None: a bare command), and the bound of the ratio."""


def seconds(command: Sequence[str | Path], folder: str) -> float:
    """Wall time of one run of a command."""
    start = perf_counter()
    subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return perf_counter() - start


def main(runs: int) -> int:
    """Measure each case; a bare command is written to a temporary folder.

    The exit code: whether a ratio is past its bound for sure.
    """
    past = False
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "bare.py").write_text(BARE, encoding="utf-8")
        compileall.compile_dir(folder, quiet=1)
        bare = (sys.executable, "-c", "from bare import run; run()")
        ours = (sys.executable, "-c", "from deckcheck.cli import main; main()")
        for arguments, reference, bound in CASES:
            command = (*ours, *arguments)
            against = bare if reference is None else (*ours, *reference)
            seconds(command, folder), seconds(against, folder)
            ratios = [seconds(command, folder) / seconds(against, folder) for _ in range(runs)]
            name = " ".join(Path(argument).name for argument in arguments)
            what = "a check" if reference else "a bare command"
            print(f"{name}: {median(ratios):.2f} times {what} (bound {bound})")  # noqa: T201
            past |= median(ratios) > bound * 1.1
    return int(past)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 25))

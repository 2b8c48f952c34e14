"""How much longer commands take than a bare Typer command: whole processes, in turn.

Run it with the Python of an environment that has the wheel, byte-code compiled:

    python tests/bench/startup.py [RUNS]

Prints the median of the ratios of wall time, run by run, and the bound to stay below; ``when``,
which judges a deck by every list there has been, is measured against one check. Edits write a deck
of 75 cards. Past a bound by a tenth, more than the noise of a machine, it ends with exit code 1.
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
RUN = "from deckcheck.cli import main; main()"
CHECK = ("check", str(DECKS / "legal" / "tcg-today.ydk"), *DAY)
CASES: tuple[tuple[tuple[str, ...], tuple[str, ...] | None, float], ...] = (
    (CHECK, None, 1.35),
    (("check", str(DECKS / "illegal" / "limit--pot-of-greed.ydk"), *DAY), None, 1.8),
    (("card", "增殖的G"), None, 1.5),
    (("banlist", "show", "tcg"), None, 1.5),
    (("search", "blue-eyes", "dragon"), None, 2.0),
    (("search", "Blue-Eyse", "Wihte"), None, 2.5),
    (("when", CHECK[1]), CHECK, 2.0),
    (("add", "deck.ydk", "Raigeki"), None, 1.6),
    (("add", "deck.yaml", "Raigeki"), None, 1.6),
    (("add", "deck.json", "Raigeki"), None, 1.6),
    (("add", "deck.txt", "Raigeki"), None, 1.6),
    (("remove", "deck.yaml", "Sangan"), None, 1.6),
    (("move", "deck.ydk", "Sangan", "--to", "side"), None, 1.6),
    (("sort", "deck.yaml"), None, 1.6),
)
"""A command, what it is measured against (None: a bare command), and the bound of the ratio."""
CARDS = {
    "main": (
        "Time Wizard", "Baby Dragon", "Blue-Eyes White Dragon", "Celtic Guardian",
        "Curse of Dragon", "Dark Magician", "Feral Imp", "Gaia The Fierce Knight",
        "Giant Soldier of Stone", "Harpie Lady", "Kuriboh", "Man-Eater Bug", "Mystical Elf",
        "Sangan", "Summoned Skull",
    ),
    "extra": (
        "Blue-Eyes Ultimate Dragon", "Flame Swordsman", "Gaia the Dragon Champion",
        "Number 39: Utopia", "Stardust Dragon",
    ),
    "side": (
        "Book of Moon", "Mirror Force", "Mystical Space Typhoon", "Swords of Revealing Light",
        "Trap Hole",
    ),
}  # fmt: skip
"""The cards of a deck of 75, three copies of each; it is written anew before each command."""


def edited_decks(folder: str) -> dict[Path, str]:
    """The deck in each codec that is edited, by its file in the folder."""
    text = "".join(
        f"{section.capitalize()}\n" + "".join(f"3 {name}\n" for name in names)
        for section, names in CARDS.items()
    )
    found = {Path(folder, "deck.txt"): text}
    Path(folder, "deck.txt").write_text(text, encoding="utf-8")
    for codec in ("ydk", "yaml", "json"):
        file = Path(folder, f"deck.{codec}")
        convert = ("convert", "deck.txt", "--to", codec, "--output", str(file))
        command = (sys.executable, "-c", RUN, *convert)
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        found[file] = file.read_text(encoding="utf-8")
    return found


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
        ours = (sys.executable, "-c", RUN)
        decks = edited_decks(folder)
        for arguments, reference, bound in CASES:
            command = (*ours, *arguments)
            against = bare if reference is None else (*ours, *reference)
            seconds(command, folder), seconds(against, folder)
            edited = decks.get(Path(folder, arguments[1]))
            if edited and Path(folder, arguments[1]).read_text(encoding="utf-8") == edited:
                raise RuntimeError(f"nothing is measured: {arguments} changes nothing")
            ratios = []
            for _ in range(runs):
                for file, text in decks.items():
                    file.write_text(text, encoding="utf-8")
                ratios.append(seconds(command, folder) / seconds(against, folder))
            name = " ".join(Path(argument).name for argument in arguments)
            what = "a check" if reference else "a bare command"
            print(f"{name}: {median(ratios):.2f} times {what} (bound {bound})")  # noqa: T201
            past |= median(ratios) > bound * 1.1
    return int(past)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 25))

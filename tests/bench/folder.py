"""How much longer a folder of decks takes than the judging alone: 1,000 decks, ``-o json``.

Run it with the Python of an environment that has the wheel, byte-code compiled:

    python tests/bench/folder.py [RUNS]

Prints the median of the ratios of wall time, run by run: the whole process against the same decks
judged in memory by one checker. Past the bound it ends with exit code 1.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

BOUND = 3.0
DECKS = 1_000
DAY = "2026-06-01"
_ALONE = """
import sys
from pathlib import Path
from time import perf_counter
from deckcheck import check_many
decks = [path.read_bytes() for path in sorted(Path(sys.argv[1]).iterdir())]
start = perf_counter()
assert sum(1 for _ in check_many(decks, format="tcg", on=sys.argv[2])) == len(decks)
print(perf_counter() - start)
"""
_WITH_OUTPUT = "from deckcheck.cli import main; main()"


def write_decks(folder: Path) -> None:
    """Decks of 40 cards out of all that have a passcode, always the same."""
    from deckcheck.index import open_index

    query = "SELECT passcode FROM card WHERE game = 'ocg-tcg' AND section = 'main' AND passcode"
    cards = [passcode for (passcode,) in open_index().execute(query)]
    chance = Random(1)
    for number in range(DECKS):
        lines = "".join(f"{passcode}\n" for passcode in chance.choices(cards, k=40))
        (folder / f"{number:04}.ydk").write_text(f"#main\n{lines}", encoding="ascii")


def main(runs: int) -> int:
    """Measure; the exit code is whether the ratio is past its bound."""
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        write_decks(Path(folder))
        for _ in range(runs):
            alone = subprocess.run([sys.executable, "-c", _ALONE, folder, DAY],
                                   capture_output=True, check=True)  # fmt: skip
            start = perf_counter()
            arguments = ["check", folder, "-f", "tcg", "--on", DAY, "-o", "json"]
            subprocess.run([sys.executable, "-c", _WITH_OUTPUT, *arguments],
                           capture_output=True, check=False)  # fmt: skip
            ratios.append((perf_counter() - start) / float(alone.stdout))
    print(f"{DECKS} decks as json: {median(ratios):.2f} times the judging alone (bound {BOUND})")  # noqa: T201
    return int(median(ratios) > BOUND)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5))

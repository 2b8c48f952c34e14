"""The baseline of each deck: the file that an option or its config names, read once."""

import os
from collections.abc import Iterator
from pathlib import Path

from deckcheck.baseline import (
    FILE,
    Baseline,
    Known,
    baseline_text,
    entry_of,
    part,
    read_baseline,
)
from deckcheck.cli.configs import Configs
from deckcheck.cli.writing import write_file
from deckcheck.errors import DataError
from deckcheck.model import Report

_MOST_BYTES = 100 * 1024 * 1024


class Baselines:
    """The known findings of decks, and those of a run that are to be known from now on."""

    def __init__(self, configs: Configs, named: str | None, *, write: bool) -> None:
        """``named``: the file for all decks, whatever configs say. ``write``: none is known yet."""
        self._configs = configs
        self._named = named
        self._write = write
        self._read: dict[str, Baseline] = {}
        self._found: dict[str, dict[str, tuple[Known, ...]]] = {}
        self._gone: list[tuple[str, Known]] = []

    def without_known(self, deck: str | None, report: Report) -> Report:
        """The report without the findings that the baseline of the deck knows, which it counts.

        DataError for a baseline that is none, or is not there though an option names it.
        """
        file = self._file(deck)
        if deck is None or file is None:
            return report
        below = _below(deck, file)
        if self._write:
            self._found.setdefault(file, {})[below] = tuple(map(entry_of, report.findings))
            return report
        parted = part(report.findings, self._of(file).get(below, ()))
        self._gone += ((report.path, entry) for entry in parted.gone)
        return report._replace(findings=parted.new, known=len(parted.known))

    def gone(self) -> Iterator[str]:
        """What baselines know of the decks of the run and no longer occurs, in words."""
        for path, entry in self._gone:
            yield f"{path}: no longer occurs, and is in the baseline: {entry.rule}: {entry.message}"

    def write(self) -> Iterator[str]:
        """Write what was found; for each file, what is in it.

        What a file knows of other decks stays in it.
        """
        for file, decks in sorted(self._found.items()):
            known = self._of(file) if os.path.isfile(file) else {}  # noqa: PTH113 - as it is
            whole = {deck: entries for deck, entries in {**known, **decks}.items() if entries}
            write_file(file, baseline_text(whole).encode(), force=True)
            number = sum(map(len, decks.values()))
            yield f"{file}: {number} findings in {len(decks)} decks are known from now on"

    def _file(self, deck: str | None) -> str | None:
        if self._named is not None:
            return self._named
        place = self._configs.of(deck)
        if place.config.baseline is not None:
            return place.path(place.config.baseline)
        return FILE if self._write else None

    def _of(self, file: str) -> Baseline:
        if file not in self._read:
            try:
                with Path(file).open(encoding="utf-8") as opened:
                    self._read[file] = read_baseline(file, opened.read(_MOST_BYTES))
            except OSError as error:
                raise DataError(
                    f"baseline {file}: {error.strerror}; --write-baseline makes one"
                ) from error
            except UnicodeDecodeError as error:
                raise DataError(f"baseline {file}: not UTF-8 text") from error
        return self._read[file]


def _below(deck: str, file: str) -> str:
    """The path of a deck from the folder of a baseline, with / for folders in it."""
    folder = os.path.dirname(os.path.realpath(file))  # noqa: PTH120 - of text that may be none
    here = os.path.realpath(os.path.dirname(deck) or ".")  # noqa: PTH120 - links to decks stay
    path = os.path.join(here, os.path.basename(deck))  # noqa: PTH118, PTH119
    return Path(os.path.relpath(path, folder)).as_posix()

"""The baseline of each deck: the file that an option or its config names, read once."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from deckcheck.cli.configs import Configs
from deckcheck.config import FILE as CONFIG_FILE
from deckcheck.errors import DataError
from deckcheck.model import Report
from deckcheck.rules import Chosen

if TYPE_CHECKING:
    from deckcheck.baseline import Baseline, Known

_FILE = ".deckcheck-baseline.json"
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
        self._lost: list[str] = []
        self._unnamed = False

    def without_known(self, deck: str | None, report: Report, chosen: Chosen) -> Report:
        """The report without the findings that the baseline of the deck knows, which it counts.

        What is known of rules that are not run stays as it is. DataError for a baseline that is
        none, or is not there.
        """
        file = self._file(deck)
        if deck is None or file is None:
            return report
        from deckcheck.baseline import entry_of, part

        below = _below(deck, file)
        known = (self._of_old(file) if self._write else self._of(file)).get(below, ())
        others = tuple(entry for entry in known if not chosen.takes(entry.rule))
        if self._write:
            found = (*map(entry_of, report.findings), *others)
            self._found.setdefault(file, {})[below] = found
            return report
        parted = part(report.findings, (entry for entry in known if entry not in others))
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
        if self._found:
            from deckcheck.baseline import baseline_text
            from deckcheck.cli.writing import write_file
        for file, decks in sorted(self._found.items()):
            known = self._of_old(file)
            whole = {deck: entries for deck, entries in {**known, **decks}.items() if entries}
            write_file(file, baseline_text(whole).encode(), force=True)
            number = sum(map(len, decks.values()))
            findings = "1 finding is" if number == 1 else f"{number} findings are"
            yield f"{file}: {findings} known from now on, in {len(decks)} of its decks"
            if self._unnamed:
                yield f"name it by --baseline {file}, or in {CONFIG_FILE} (baseline: {file})"
        yield from self._lost

    def _of_old(self, file: str) -> "Baseline":
        """What a baseline knows that is to be written; nothing of one that is none."""
        if not os.path.isfile(file):  # noqa: PTH113 - says no where Path raises
            return {}
        try:
            return self._of(file)
        except DataError as error:
            self._read[file] = {}
            self._lost.append(f"what was known of other decks is lost: {error}")
            return {}

    def _file(self, deck: str | None) -> str | None:
        if self._named is not None:
            return self._named
        place = self._configs.of(deck)
        if place.config.baseline is not None:
            return place.path(place.config.baseline)
        self._unnamed = self._write
        return _FILE if self._write else None

    def _of(self, file: str) -> "Baseline":
        if file not in self._read:
            from deckcheck.baseline import read_baseline

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

"""The baseline of each deck: the file that an option or its config names, read once."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from deckcheck.cli.configs import Configs
from deckcheck.config import FILE as CONFIG_FILE
from deckcheck.errors import DataError, DeckcheckError
from deckcheck.model import Report
from deckcheck.rules import Chosen

if TYPE_CHECKING:
    from deckcheck.baseline import Baseline, Known

_OF_THE_DAY = ("banlist-stale",)
"""Rules about the day and the data rather than the deck, which never fail a run."""
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
        self._judged: dict[str, set[str]] = {}
        self._unnamed = False

    @property
    def writes(self) -> bool:
        """Whether all that is found is to be known."""
        return self._write

    def files(self) -> set[str]:
        """The real paths of the baselines of the run."""
        return set(map(os.path.realpath, (*self._read, *self._found, *self._judged)))

    def without_known(self, deck: str | None, report: Report, chosen: Chosen) -> Report:
        """The report without the findings that the baseline of the deck knows, which it counts.

        What is known of rules that are not run stays as it is. DataError for a baseline that is
        none, or is not there.
        """
        file = self._file(deck)
        if file is None:
            return report
        if deck is None:
            if self._write:
                raise DeckcheckError(f"{report.path}: only files can be known; nothing is written")
            return report
        from deckcheck.baseline import entry_of, part

        below = _below(deck, file)
        known = (self._of_old(file) if self._write else self._of(file)).get(below, ())
        others = tuple(entry for entry in known if not chosen.takes(entry.rule))
        self._judged.setdefault(file, set()).add(below)
        if self._write:
            lasting = (finding for finding in report.findings if finding.rule not in _OF_THE_DAY)
            found = (*map(entry_of, lasting), *others)
            self._found.setdefault(file, {})[below] = found
            return report
        asked = (entry for entry in known if entry not in others and entry.rule not in _OF_THE_DAY)
        parted = part(report.findings, asked)
        self._gone += ((report.path, entry) for entry in parted.gone)
        return report._replace(findings=parted.new, known=len(parted.known))

    def gone(self) -> Iterator[str]:
        """What baselines know of the decks of the run and no longer occurs, in words."""
        for file, judged in sorted(self._judged.items()):
            if not self._write:
                for deck in sorted(self._of(file).keys() - judged):
                    if not os.path.lexists(_beside(file, deck)):
                        yield f"{_beside(file, deck)}: is no more, and is in the baseline {file}"
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
            whole = {
                deck: entries
                for deck, entries in {**known, **decks}.items()
                if entries and (deck in decks or os.path.lexists(_beside(file, deck)))
            }
            write_file(file, baseline_text(whole).encode(), force=True)
            number = sum(map(len, decks.values()))
            findings = "1 finding is" if number == 1 else f"{number} findings are"
            with_some = sum(map(bool, decks.values()))
            yield f"{file}: {findings} known from now on, in {with_some} of {len(decks)} decks"
            if self._unnamed:
                yield f"name it by --baseline {file}, or in {CONFIG_FILE} (baseline: {file})"
        yield from self._lost

    def _of_old(self, file: str) -> "Baseline":
        """What a baseline knows that is to be written; nothing of one that is broken.

        DataError for a file that is none.
        """
        from deckcheck.baseline import SCHEMA

        if not os.path.isfile(file):  # noqa: PTH113 - says no where Path raises
            return {}
        try:
            return self._of(file)
        except DataError as error:
            if SCHEMA.encode() not in Path(file).read_bytes():
                raise DataError(f"{file}: is no baseline, and is not overwritten") from error
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
                self._read[file] = read_baseline(file, _text(file))
            except OSError as error:
                raise DataError(
                    f"baseline {file}: {error.strerror}; --write-baseline makes one"
                ) from error
            except UnicodeDecodeError as error:
                raise DataError(f"baseline {file}: not UTF-8 text") from error
        return self._read[file]


def _text(file: str) -> str:
    with Path(file).open(encoding="utf-8-sig") as opened:
        return opened.read(_MOST_BYTES)


def _beside(file: str, deck: str) -> str:
    """The path of a deck of the baseline, from where the program runs."""
    folder = os.path.dirname(os.path.realpath(file))  # noqa: PTH120 - of text that may be none
    path = os.path.join(folder, deck)  # noqa: PTH118 - as above
    return os.path.relpath(path) if os.path.isabs(path) else path  # noqa: PTH117


def _below(deck: str, file: str) -> str:
    """The path of a deck from the folder of a baseline, with / for folders in it."""
    folder = os.path.dirname(os.path.realpath(file))  # noqa: PTH120 - of text that may be none
    here = os.path.realpath(os.path.dirname(deck) or ".")  # noqa: PTH120 - links to decks stay
    path = os.path.join(here, os.path.basename(deck))  # noqa: PTH118, PTH119
    return Path(os.path.relpath(path, folder)).as_posix()

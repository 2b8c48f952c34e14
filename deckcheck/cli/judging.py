"""A run of ``check``: every deck's report, what of it is known, and what it means for the exit."""

import os
from collections.abc import Callable, Iterable, Iterator

from deckcheck import codecs, rules
from deckcheck.checker import Checker
from deckcheck.cli import complain, inputs
from deckcheck.cli.bar import with_bar
from deckcheck.cli.baselines import Baselines
from deckcheck.cli.checkers import Checkers
from deckcheck.cli.configs import Configs
from deckcheck.errors import DeckcheckError, DirectiveError, ParseError
from deckcheck.model import Report, Verdict

Wanted = Callable[[inputs.Input], bool]
"""Whether a deck that was found is to be judged."""


class Run:
    """The reports of a run, and whether they let it pass.

    ``found``: the real paths of its decks. ``failed``: something could not be judged at all.
    ``passes``: no deck has a finding that is new and makes it illegal, or undecided where that
    fails a run.
    """

    def __init__(
        self,
        checkers: Checkers,
        configs: Configs,
        baselines: Baselines,
        *,
        codec: str | None,
        most_bytes: int,
        undecided: str | None,
    ) -> None:
        self._checkers = checkers
        self._configs = configs
        self._baselines = baselines
        self._codec = codec
        self._most_bytes = most_bytes
        self._undecided = undecided
        self.failed = False
        self.passes = True
        self.found: set[str] = set()

    def reports(self, arguments: Iterable[str], wanted: Wanted) -> Iterator[Report]:
        """The report of each deck, with the findings that no baseline knows.

        What cannot be judged is said on stderr and passed over. DeckcheckError where the options,
        or a config, leave nothing to judge by.
        """
        takes = self._configs.takes
        found_decks = inputs.find(arguments, self.fail, self._most_bytes, takes)
        decks = filter(wanted, map(self._noted, found_decks))
        for found in with_bar(decks, "check"):
            checker = self._checkers.of(found.file)
            whole = self._report(found, checker)
            if whole:
                report = self._baselines.without_known(found.file, whole, checker.chosen)
                verdict = rules.verdict(report.findings, checker.chosen)
                passes = self._baselines.writes or self._passes(verdict, found.file)
                self.passes &= passes
                yield report._replace(passes=passes)

    def fail(self, message: str) -> None:
        """Say what could not be done; the run goes on."""
        self.failed = True
        complain(message)

    def _noted(self, found: inputs.Input) -> inputs.Input:
        if found.file:
            self.found.add(os.path.realpath(found.file))
        return found

    def _report(self, found: inputs.Input, checker: Checker) -> Report | None:
        try:
            data = found.read()
            return checker.check(found.path, data, suffix=found.suffix, codec=self._codec)
        except ParseError as error:
            codec = self._codec or codecs.SUFFIXES.get(found.suffix)
            return checker.unreadable(found.path, error, codec)
        except (inputs.NotThereError, DirectiveError) as error:
            self.fail(str(error))
            return None
        except DeckcheckError as error:
            config = self._configs.of(found.file).file
            if config is None:
                raise
            self.fail(f"{found.path}: {error} (config {config})")
            return None

    def _passes(self, verdict: Verdict, file: str | None) -> bool:
        undecided = self._undecided or self._configs.of(file).config.undecided
        return verdict == "legal" or (verdict == "undecided" and undecided == "warn")

"""Judges deck text in tests the way the command does, on a pinned day."""

from pathlib import Path

from deckcheck.banlists.yamllist import read_file
from deckcheck.cards import CardIndex
from deckcheck.checker import Checker
from deckcheck.cli.sources import read_format
from deckcheck.errors import MissingFileError
from deckcheck.formats import Choice
from deckcheck.index import open_index
from deckcheck.model import Day, Finding, LimitList, Report

TODAY = Day("2026-06-01")


def report(
    text: str | bytes,
    format_: str | None = "tcg",
    on: str | None = TODAY,
    *,
    suffix: str = ".ydk",
    territory: str | None = None,
    ruleset: str | None = None,
    banlist: str | None = None,
    points: int | None = None,
    lang: str = "en",
    default_format: str = "tcg",
    repair_sections: bool = False,
) -> Report:
    """The report on a deck text."""
    db = open_index()
    try:
        cards = CardIndex(db, lang)

        def read_list(path: str) -> LimitList:
            try:
                return read_file(cards, path, Path(path).read_text(encoding="utf-8"))
            except OSError as error:
                raise MissingFileError(path) from error

        checker = Checker(
            db,
            Choice(format_, on, territory, ruleset, banlist, points),
            language=lang,
            default=Choice(default_format),
            today=TODAY,
            read_list=read_list,
            read_format=lambda path: read_format(db, path),
            repair_sections=repair_sections,
        )
        data = text.encode() if isinstance(text, str) else text
        return checker.check("deck" + suffix, data, suffix=suffix)
    finally:
        db.close()


def only(found: Report, rule: str) -> list[Finding]:
    """The findings of one rule."""
    return [finding for finding in found.findings if finding.rule == rule]


def rules_of(found: Report) -> list[str]:
    """The rules that found something, in the order of the findings."""
    return [finding.rule for finding in found.findings]

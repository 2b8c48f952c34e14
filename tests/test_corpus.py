"""Thousands of real and of damaged decks: judged without a crash, and as EDOPro judges them.

The decks are no part of this project. ``DECKCHECK_CORPUS`` names their folder: ``open.tar.xz`` and
``mut.tar.xz`` hold the decks, ``open.tsv`` and ``mut.tsv`` EDOPro's verdict on each.
"""

import csv
import os
import sqlite3
import tarfile
from pathlib import Path
from typing import NamedTuple

import pytest

from corpus_kinds import ERROR_KINDS, FAULT_KINDS, Case, case, differences
from deckcheck import codecs
from deckcheck.cards import CardIndex
from deckcheck.checker import Checker
from deckcheck.formats import Choice, no_format, no_list
from deckcheck.model import Day, Deck
from deckcheck.near import NearNames
from deckcheck.resolve import resolve


class Column(NamedTuple):
    """A column of a table: EDOPro's verdicts on the decks of an archive by one limit list."""

    archive: str
    name: str
    format: str
    on: Day
    banlist: Day
    decks: int


COLUMNS = (
    Column("open", "edopro_tcg_2026_05", "tcg", Day("2026-06-01"), Day("2026-05-18"), 5682),
    Column("open", "edopro_ocg_2026_07", "ocg", Day("2026-07-15"), Day("2026-07-01"), 5682),
    Column("mut", "edopro_verdict", "tcg", Day("2026-06-01"), Day("2026-05-18"), 2000),
)

Judged = dict[Column, dict[str, Case]]


@pytest.fixture(scope="module")
def judged(db: sqlite3.Connection) -> Judged:
    """For each column, the case of every deck by its file name."""
    folder = os.environ.get("DECKCHECK_CORPUS")
    if not folder:
        pytest.skip("DECKCHECK_CORPUS is not set to the folder with open.tar.xz and open.tsv, "
                    "mut.tar.xz and mut.tsv")  # fmt: skip
    cards = CardIndex(db)
    decks = {name: _decks(cards, Path(folder, f"{name}.tar.xz")) for name in ("open", "mut")}
    return {
        column: _cases(
            _checker(db, column),
            decks[column.archive],
            _verdicts(Path(folder, f"{column.archive}.tsv"), column.name),
        )
        for column in COLUMNS
    }


def _decks(cards: CardIndex, archive: Path) -> dict[str, tuple[bytes, Deck]]:
    with tarfile.open(archive) as tar:
        files = [(Path(member.name).name, tar.extractfile(member)) for member in tar]
        data = {name: file.read() for name, file in files if file}
    names = NearNames(cards)
    return {
        name: (text, resolve(cards, names, codecs.parse(text, suffix=".ydk")))
        for name, text in data.items()
    }


def _verdicts(table: Path, column: str) -> dict[str, str]:
    with table.open(encoding="utf-8", newline="") as rows:
        return {row["file"]: row[column] for row in csv.DictReader(rows, delimiter="\t")}


def _checker(db: sqlite3.Connection, column: Column) -> Checker:
    choice = Choice(column.format, column.on)
    return Checker(
        db, choice, language="en", default=Choice("tcg"), today=column.on,
        read_list=no_list, read_format=no_format,
    )  # fmt: skip


def _cases(
    checker: Checker, decks: dict[str, tuple[bytes, Deck]], verdicts: dict[str, str]
) -> dict[str, Case]:
    cases = {}
    for name, verdict in verdicts.items():
        data, deck = decks[name]
        cases[name] = case(data, deck, checker.check(name, data, suffix=".ydk"), verdict)
    return cases


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: column.name)
def test_every_deck_has_a_report(column: Column, judged: Judged) -> None:
    reports = [case.report for case in judged[column].values()]
    assert len(reports) == column.decks
    assert all(report.sizes for report in reports)
    assert {report.terms.banlist and report.terms.banlist.effective for report in reports} == {
        column.banlist
    }


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: column.name)
def test_verdicts_differ_from_edopro_only_in_known_ways(column: Column, judged: Judged) -> None:
    known = {kind.__name__ for kind in (*FAULT_KINDS, *ERROR_KINDS)}
    unknown = [
        f"{name}: {difference}"
        for name, case in judged[column].items()
        for difference in differences(case)
        if difference not in known
    ]
    assert unknown == []


def test_every_known_way_occurs(judged: Judged) -> None:
    cases = [case for cases in judged.values() for case in cases.values()]
    found = {difference for case in cases for difference in differences(case)}
    assert found >= {kind.__name__ for kind in (*FAULT_KINDS, *ERROR_KINDS)}

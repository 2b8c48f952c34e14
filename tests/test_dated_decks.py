"""350 real decks with the format and the day that their folders claim.

240 of them hold what they claim. Each miss of the others is one of the kinds below, which say why
a deck is not legal on its day although somebody wrote that day on its folder. The folder of decks
is the one that ``DECKCHECK_CORPUS`` names.
"""

import csv
import os
import sqlite3
import tarfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from deckcheck import codecs, formats, rules
from deckcheck.days import last_of_month, months_later
from deckcheck.formats import Choice, no_list
from deckcheck.model import Day, Deck, Finding, Terms, Verdict
from deckcheck.resolve import Resolver

CORPUS = os.environ.get("DECKCHECK_CORPUS")
FORMATS = {
    "OCG": "ocg",
    "TCG": "tcg",
    "GOAT (TCG 2005-04)": "goat",
    "Edison (TCG 2010-03)": "edison",
    "OCG (Tokyo Dome 1999)": "ocg",
    "Worlds (joint list)": "worlds",
}


class Judged(NamedTuple):
    """A deck by its own claim; of a month, on the first or last day, whichever fits better."""

    file: str
    deck: Deck
    terms: Terms
    verdict: Verdict
    errors: tuple[Finding, ...]

    def released(self, error: Finding, region: str) -> list[Day | None]:
        """The days on which the cards of an error were out in a region."""
        codes = {member.passcode for member in error.members}
        cards = {copy.card.key: copy.card for copy in self.deck.copies if copy.card}
        return [card.released[region].day for card in cards.values() if card.passcode in codes]


Kind = Callable[[Judged, Finding], bool]


def unknown_ids(_: Judged, error: Finding) -> bool:
    """Ids of cards before they had passcodes, which no source maps, and a few typing errors."""
    return error.rule == "unknown-card"


def one_side_card_too_many(_: Judged, error: Finding) -> bool:
    """A cover card, whose id is no card's, was saved as a sixteenth or seventeenth side card."""
    return error.sections == ("side",) and error.rule == "section-size" and error.copies in (16, 17)


def parts_of_decks(_: Judged, error: Finding) -> bool:
    """Under 30 main cards: cards of a theme, kept together, or a single side card, and no deck."""
    size = error.copies or 0
    return error.rule == "section-size" and (
        (error.sections == ("main",) and size < 30) or (error.sections == ("side",) and size == 1)
    )


def later_cards(judged: Judged, error: Finding) -> bool:
    """Cards of the year that followed: the folder is named after the list, not after the deck."""
    soon = months_later(judged.terms.on, 12)
    days = judged.released(error, "ocg" if judged.terms.format.name == "ocg" else "tcg")
    return error.rule == "card-pool" and all(day and judged.terms.on < day <= soon for day in days)


def decks_kept_for_years(judged: Judged, error: Finding) -> bool:
    """Cards of later years: one deck of 2008 was changed until 2014 under its old name."""
    days = judged.released(error, "ocg" if judged.terms.format.name == "ocg" else "tcg")
    return error.rule == "card-pool" and all(
        day and months_later(judged.terms.on, 12) < day for day in days
    )


def cards_of_the_other_region(judged: Judged, error: Finding) -> bool:
    """Cards that were out in the other region by then: simulators let both pools be mixed."""
    other = "tcg" if judged.terms.format.name == "ocg" else "ocg"
    soon = months_later(judged.terms.on, 1)
    days = judged.released(error, other)
    return error.rule == "card-pool" and all(day and day <= soon for day in days)


def other_lists(_: Judged, error: Finding) -> bool:
    """Limited cards in numbers of an earlier or a later list, or decks without regard to lists."""
    return error.rule == "limit"


def everything_in_one_section(_: Judged, error: Finding) -> bool:
    """Fusion Monsters in the main part, or main cards behind ``#extra``."""
    return error.rule == "placement"


def notes_without_a_sign(_: Judged, error: Finding) -> bool:
    """A line of words without a comment sign."""
    return error.rule == "parse"


KINDS: tuple[Kind, ...] = (
    unknown_ids,
    one_side_card_too_many,
    parts_of_decks,
    later_cards,
    decks_kept_for_years,
    cards_of_the_other_region,
    other_lists,
    everything_in_one_section,
    notes_without_a_sign,
)


@pytest.fixture(scope="module")
def judged(db: sqlite3.Connection) -> list[Judged]:
    """Every deck of the table."""
    if not CORPUS:
        pytest.skip("DECKCHECK_CORPUS names no folder of real decks")
    with tarfile.open(Path(CORPUS, "open.tar.xz")) as tar:
        files = {Path(member.name).name: tar.extractfile(member) for member in tar}
        data = {name: file.read() for name, file in files.items() if file}
    resolver = Resolver(db, "en")
    with Path(CORPUS, "dated.tsv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    return [_judge(db, resolver, row, data[row["file"]]) for row in rows]


def _judge(db: sqlite3.Connection, resolver: Resolver, row: dict[str, str], data: bytes) -> Judged:
    name, claimed = FORMATS[row["format"]], row["date"]
    days: list[str | None] = [claimed]
    if formats.load_format(db, name).day:
        days = [None]
    elif len(claimed) == len("2011-11"):
        days = [f"{claimed}-01", last_of_month(Day(f"{claimed}-01"))]
    found = []
    for day in days:
        terms = formats.terms(db, Choice(name, day), today=Day("2026-08-22"), read_list=no_list)
        deck = resolver.deck(codecs.parse(data, suffix=".ydk"), terms.format.game)
        findings = rules.run(deck, terms)
        errors = tuple(finding for finding in findings if finding.severity == "error")
        found.append(Judged(row["file"], deck, terms, rules.verdict(findings), errors))
    return min(found, key=lambda judged: len(judged.errors))


def test_how_many_are_legal_on_their_day(judged: list[Judged]) -> None:
    counts = Counter(one.verdict for one in judged)
    assert len(judged) == 350
    assert counts["legal"] >= 240


def test_every_miss_is_of_a_kind(judged: list[Judged]) -> None:
    unexplained = [
        (one.file, one.terms.format.name, one.terms.on, error.message)
        for one in judged
        for error in one.errors
        if not any(kind(one, error) for kind in KINDS)
    ]
    assert unexplained == []


def test_every_kind_occurs(judged: list[Judged]) -> None:
    for kind in KINDS:
        assert any(kind(one, error) for one in judged for error in one.errors), kind.__doc__

"""The ways in which EDOPro's deck check is another one than this project's, each with its reason.

EDOPro says ``legal``, or the first fault it finds and no more. Two things may be left over when it
is compared with a report: a fault that the report does not name, and, where it says ``legal``, an
error of the report. ``differences`` gives for each of them the kind that it fits; the docstring of
a kind is its reason. A kind judges by the evidence in the deck and never by the verdict alone.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from deckcheck.cards import CardIndex
from deckcheck.days import months_later
from deckcheck.model import Card, Copy, Deck, Finding, IdKind, Report


class Fault(NamedTuple):
    """What EDOPro finds, ``LFLIST code=94689206 count=1 limit=0``: a word and its numbers."""

    what: str
    numbers: Mapping[str, int]

    @classmethod
    def read(cls, verdict: str) -> "Fault | None":
        """The fault that a verdict names, None for ``legal``."""
        what, *numbers = verdict.split()
        if what == "legal":
            return None
        pairs = (number.split("=") for number in numbers)
        return cls(what, {name: int(value) for name, value in pairs})

    @property
    def code(self) -> int:
        """The id of the card at fault, 0 where there is none."""
        return self.numbers.get("code", 0)


class Case(NamedTuple):
    """A deck, its report, and what EDOPro finds in it."""

    data: bytes
    deck: Deck
    report: Report
    fault: Fault | None

    @property
    def errors(self) -> list[Finding]:
        """The findings that keep the deck from being legal."""
        return [finding for finding in self.report.findings if finding.severity == "error"]

    def at_fault(self) -> list[Copy]:
        """The copies of the id that EDOPro finds fault with."""
        return [copy for copy in self.deck.copies if copy.written == str(self.code)]

    @property
    def code(self) -> int:
        """The id that EDOPro finds fault with, 0 where there is none."""
        return self.fault.code if self.fault else 0


def differences(case: Case, cards: CardIndex) -> Iterator[str]:
    """The kind of each difference between EDOPro's verdict and the report.

    ``none`` for one that fits no kind, with what it is about.
    """
    if case.fault and not any(_names(finding, case) for finding in case.errors):
        kinds = [kind.__name__ for kind in FAULT_KINDS if kind(case, case.fault)]
        yield kinds[0] if kinds else f"none: {case.fault}"
    for finding in [] if case.fault else case.errors:
        card = _card(cards, finding)
        kinds = [kind.__name__ for kind in ERROR_KINDS if kind(case, finding, card)]
        yield kinds[0] if kinds else f"none: {finding.message}"


def _card(cards: CardIndex, finding: Finding) -> Card | None:
    code = finding.card.passcode if finding.card else None
    return cards.by_passcodes([code])[code].card if code else None


# --- a fault that the report names too --------------------------------------------------------

_SECTIONS = {"MAINCOUNT": "main", "EXTRACOUNT": "extra", "SIDECOUNT": "side"}
_RULES = {
    **dict.fromkeys(_SECTIONS, "section-size"),
    "CARDCOUNT": "copy-limit",
    "LFLIST": "limit",
    "OCGONLY": "card-pool",
    "TCGONLY": "card-pool",
    "UNKNOWNCARD": "unknown-card",
    "UNOFFICIALCARD": "unknown-card",
}


def _names(finding: Finding, case: Case) -> bool:
    """Whether the finding is the fault, with the same section and size, or card and limit."""
    fault = case.fault
    if not fault or finding.rule != _RULES.get(fault.what):
        return False
    if fault.what in _SECTIONS:
        return (finding.sections, finding.copies) == (
            (_SECTIONS[fault.what],), fault.numbers["cur"]
        )  # fmt: skip
    if fault.what == "LFLIST" and finding.allowed != fault.numbers["limit"]:
        return False
    return any(copy.line in finding.lines for copy in case.at_fault())


# --- how EDOPro loads a deck ------------------------------------------------------------------

_OLD_IDS: tuple[IdKind, ...] = ("prerelease", "superseded", "pre-errata", "goat")
_ARTWORKS_IT_LACKS = ("9995767",)


def _sizes(case: Case) -> dict[str, range]:
    """The sizes that EDOPro may find each section to have.

    It reads the lines that start with a digit. All below the first ``!`` is side deck; above it
    the kind of a card tells main from extra deck, whatever the headers say. It drops tokens and
    ids it does not know. Which of the unknown and old ids and of the cards not yet released it
    knows cannot be told here, hence a range.
    """
    lines = case.data.split(b"\n")
    side = next((n for n, line in enumerate(lines, 1) if line.startswith(b"!")), len(lines))
    unreleased = {n for f in case.errors if f.rule == "card-pool" for n in f.lines}
    sure: Counter[str] = Counter()
    most: Counter[str] = Counter()
    for copy in case.deck.copies:
        if not lines[copy.line - 1][:1].isdigit():
            continue
        kinds = (copy.card.section,) if copy.card else ("main", "extra")
        places = kinds if copy.line <= side or "none" in kinds else ("side",)
        most.update(places)
        if copy.card and not (
            copy.id_kind in _OLD_IDS or copy.line in unreleased or copy.written in _ARTWORKS_IT_LACKS
        ):
            sure.update(places)
    return {section: range(sure[section], most[section] + 1) for section in _SECTIONS.values()}


# --- kinds of faults that the report does not name --------------------------------------------


def other_size(case: Case, fault: Fault) -> bool:
    """EDOPro counts what it loads, not what the file says: see ``_sizes``."""
    section = _SECTIONS.get(fault.what)
    return section is not None and fault.numbers["cur"] in _sizes(case)[section]


def old_id(case: Case, fault: Fault) -> bool:
    """An old id of a card is that card here, with a warning.

    To EDOPro it is unknown, or, where it is an anime card or an older text of its own, unofficial.
    """
    return fault.what in ("UNKNOWNCARD", "UNOFFICIALCARD") and any(
        copy.id_kind in _OLD_IDS for copy in case.at_fault()
    )


def stale_release(case: Case, fault: Fault) -> bool:
    """EDOPro knows regions, no dates, and missed releases of 2020.

    Its data lack the TCG releases from Secret Slayers to Phantom Rage and the World Premiere Pack
    in the OCG.
    """
    region = {"OCGONLY": "tcg", "TCGONLY": "ocg"}.get(fault.what)
    days = [copy.card.released[region].day for copy in case.at_fault() if copy.card and region]
    return any(day and day.startswith("2020-") for day in days)


def errata_abroad(case: Case, fault: Fault) -> bool:
    """A card with new text in the OCG alone is OCG-only to EDOPro.

    The TCG's text has an id of its own there. It is one card: Elder Entity Norden, Mind Master.
    """
    return fault.what == "OCGONLY" and fault.code in (17412721, 96782886)


def part_of_a_line(case: Case, fault: Fault) -> bool:
    """EDOPro reads a number up to the first other sign and takes its lowest 32 bits.

    Such a line is no passcode here and a ``parse`` finding.
    """
    lines = case.data.split(b"\n")
    texts = [lines[f.lines[0] - 1] for f in case.errors if f.rule == "parse"]
    numbers = [int(match[0]) for text in texts if (match := re.match(rb"-?\d+", text))]
    return fault.what == "UNKNOWNCARD" and fault.code in [n % 2**32 for n in numbers]


def prize_card(case: Case, fault: Fault) -> bool:
    """A prize card that may not be used in duels has no passcode, in EDOPro an unofficial one."""
    lines = {n for f in case.errors if f.rule == "not-a-deck-card" for n in f.lines}
    return fault.what == "UNOFFICIALCARD" and any(copy.line in lines for copy in case.at_fault())


def rush_legend(case: Case, fault: Fault) -> bool:
    """EDOPro knows the cards of Rush Duel, and their legends; here they are no cards."""
    written = [copy.written for copy in case.deck.copies if not copy.card]
    return fault.what == "TOOMANYLEGENDS" and any(re.fullmatch("160......", w) for w in written)


# --- kinds of errors in decks that EDOPro calls legal -----------------------------------------


def passed_over(case: Case, finding: Finding, card: Card | None) -> bool:
    """EDOPro passes over lines that do not start with a digit; here nothing unread is legal."""
    lines = case.data.split(b"\n")
    return finding.rule == "parse" and not lines[finding.lines[0] - 1][:1].isdigit()


def dropped_token(case: Case, finding: Finding, card: Card | None) -> bool:
    """EDOPro drops tokens while it loads a deck; here they make it illegal."""
    return finding.rule == "not-a-deck-card" and card is not None and card.kind == "token"


def dropped_unknown(case: Case, finding: Finding, card: Card | None) -> bool:
    """EDOPro drops id 0 and the unofficial tokens it knows; the sizes have to be right without."""
    return finding.rule == "unknown-card" and all(
        any(size in sizes for sizes in case.report.terms.ruleset.sections[section].sizes)
        for section in case.deck.sections
    )

"""The ways in which EDOPro's deck check differs from this project's, each with its reason.

EDOPro says ``legal``, or the first fault it finds and no more. Two things may be left over when
that is compared with a report: a fault that the report does not name, and an error of the report
that EDOPro must have looked for and did not find. ``differences`` gives the kind of each. A kind is
a function; its docstring is its reason. It asks for evidence in the deck, in the report and in the
numbers of the fault, never for the verdict alone.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from deckcheck.days import months_later
from deckcheck.model import SECTIONS, Copy, Deck, Finding, IdKind, Report, Section


class Case(NamedTuple):
    """A deck, its report, and EDOPro's verdict: a word and the numbers behind it.

    ``lines`` are those of the file as EDOPro tells them apart.
    """

    lines: list[bytes]
    deck: Deck
    report: Report
    says: str
    numbers: Mapping[str, int]

    @property
    def errors(self) -> list[Finding]:
        """The findings that keep the deck from being legal."""
        return [finding for finding in self.report.findings if finding.severity == "error"]

    @property
    def at_fault(self) -> list[Copy]:
        """The copies of the id that EDOPro finds fault with."""
        return [copy for copy in self.deck.copies if copy.written == str(self.numbers.get("code"))]

    def copies(self, finding: Finding) -> list[Copy]:
        """The copies that a finding is about."""
        return [copy for copy in self.deck.copies if copy.line in finding.lines]

    def lines_of(self, rule: str) -> list[int]:
        """The lines that the errors of a rule name."""
        return [line for error in self.errors if error.rule == rule for line in error.lines]

    def is_read(self, line: int) -> bool:
        """Whether EDOPro reads a line: one that begins with a digit."""
        return line <= len(self.lines) and self.lines[line - 1][:1].isdigit()


def case(data: bytes, deck: Deck, report: Report, verdict: str) -> Case:
    """The case of the deck in these bytes. A verdict: ``LFLIST code=94689206 count=1 limit=0``."""
    says, *pairs = verdict.split()
    numbers = {name: int(value) for name, value in (pair.split("=") for pair in pairs)}
    return Case(data.split(b"\n"), deck, report, says, numbers)


def differences(case: Case) -> Iterator[str]:
    """The name of the kind of each difference; for one of no kind, what it is about."""
    if case.says != "legal" and not any(_is_named(case, error) for error in case.errors):
        kinds = [kind.__name__ for kind in FAULT_KINDS if kind(case)]
        yield kinds[0] if kinds else f"only EDOPro: {case.says} {dict(case.numbers)}"
    for error in case.errors:
        if _is_looked_for(case, error):
            kinds = [kind.__name__ for kind in ERROR_KINDS if kind(case, error)]
            yield kinds[0] if kinds else f"only the report: {error.message}"


def _is_looked_for(case: Case, error: Finding) -> bool:
    """Whether EDOPro came as far as this error before it found its fault.

    It checks the sizes, then card by card in the order in which the file should have them.
    """
    if case.says == "legal":
        return True
    if case.says in _SECTIONS:
        return False
    if error.rule == "section-size":
        return True
    if case.says == "UNKNOWNCARD" or case.lines_of("placement") or not case.at_fault:
        return False
    passed = [copy for copy in case.copies(error) if copy.line < case.at_fault[0].line]
    known = [copy for copy in passed if copy.id_kind not in _OLD_IDS]
    allowed = error.allowed or 0
    return error.rule in ("copy-limit", "limit", "card-pool") and len(known) > allowed


# --- a fault that the report names too --------------------------------------------------------

_SECTIONS: dict[str, Section] = {"MAINCOUNT": "main", "EXTRACOUNT": "extra", "SIDECOUNT": "side"}
_RULES = {
    **dict.fromkeys(_SECTIONS, "section-size"),
    "CARDCOUNT": "copy-limit",
    "LFLIST": "limit",
    "OCGONLY": "card-pool",
    "TCGONLY": "card-pool",
    "UNKNOWNCARD": "unknown-card",
    "UNOFFICIALCARD": "unknown-card",
}


def _is_named(case: Case, error: Finding) -> bool:
    """Whether an error is the fault: of the same section and size, or card and limit."""
    if error.rule != _RULES.get(case.says):
        return False
    if case.says in _SECTIONS:
        return error.sections == (_SECTIONS[case.says],) and error.copies == case.numbers["cur"]
    if case.says == "LFLIST" and error.allowed != case.numbers["limit"]:
        return False
    return any(copy.line in error.lines for copy in case.at_fault)


# --- how EDOPro loads a deck ------------------------------------------------------------------

_OLD_IDS: tuple[IdKind, ...] = ("prerelease", "superseded", "pre-errata", "goat", "unofficial")
_NEW_IDS = ("9995767",)


def _sizes(case: Case) -> dict[Section, range]:
    """The sizes that EDOPro may find the sections to have.

    It reads the lines that begin with a digit. All below ``!side`` is side deck; above, the kind of
    a card tells main from extra deck, whatever the headers say. It drops tokens and the ids that it
    does not know. Which unknown, old and new ids and cards not yet released it knows cannot be told
    here; of a deck that it calls legal it knew what is known here and dropped the rest.
    """
    side = next((n for n, line in enumerate(case.lines, 1) if line.startswith(b"!")), None)
    is_legal = case.says == "legal"
    unreleased = [] if is_legal else case.lines_of("card-pool")
    least: Counter[str] = Counter()
    most: Counter[str] = Counter()
    for copy in case.deck.copies:
        if not case.is_read(copy.line) or (is_legal and not copy.card):
            continue
        sections = {copy.card.section} if copy.card else {"main", "extra"}
        if side and copy.line > side and sections != {"none"}:
            sections = {"side"}
        most.update(sections)
        doubtful = copy.id_kind in _OLD_IDS or copy.written in _NEW_IDS or copy.line in unreleased
        if copy.card and not doubtful:
            least.update(sections)
    return {section: range(least[section], most[section] + 1) for section in _SECTIONS.values()}


def _are_legal(case: Case, sections: tuple[Section, ...]) -> bool:
    """Whether EDOPro may find the sizes of the sections legal."""
    rules = case.report.terms.ruleset.sections
    sizes = _sizes(case)
    return all(
        any(size in allowed for size in sizes[section] for allowed in rules[section].sizes)
        for section in sections
    )


# --- kinds of faults that the report does not name --------------------------------------------


def counts_what_it_loads(case: Case) -> bool:
    """EDOPro counts the cards that it loads, the report those that the file names: see `_sizes`."""
    section = _SECTIONS.get(case.says)
    if not section or not case.report.sizes:
        return False
    counted = case.numbers["cur"]
    return counted != case.report.sizes[section] and counted in _sizes(case)[section]


def old_id(case: Case) -> bool:
    """An old id of a card is that card here, and a warning.

    EDOPro forgets the ids from before a release. Those of anime cards and of older texts are
    unofficial cards of their own to it.
    """
    fitting = case.says in ("UNKNOWNCARD", "UNOFFICIALCARD")
    return fitting and any(copy.id_kind in _OLD_IDS for copy in case.at_fault)


def misses_releases_of_2020(case: Case) -> bool:
    """EDOPro's data know regions and no dates, and lack some that cards came to in 2020.

    Those are TCG sets from Secret Slayers (April) on, and the OCG's World Premiere Pack (October).
    """
    region = {"OCGONLY": "tcg", "TCGONLY": "ocg"}.get(case.says, "")
    days = [copy.card.released[region].day for copy in case.at_fault if copy.card and region]
    return any(day is not None and day.startswith("2020-") for day in days)


def has_two_texts(case: Case) -> bool:
    """A card with another text in the OCG is two to EDOPro, and the one with its passcode OCG only.

    Elder Entity Norden and Mind Master; here they are forbidden cards of the TCG.
    """
    forbidden = case.lines_of("limit")
    return case.says == "OCGONLY" and any(
        copy.written in ("17412721", "96782886") and copy.line in forbidden
        for copy in case.at_fault
    )


def reads_part_of_a_line(case: Case) -> bool:
    """EDOPro reads a number as far as it goes, minus included, and takes its lowest 32 bits.

    Such a line is no passcode here, and a ``parse`` finding.
    """
    texts = [case.lines[line - 1] for line in case.lines_of("parse")]
    numbers = [int(match[0]) for text in texts if (match := re.match(rb"-?[0-9]+", text))]
    return case.says == "UNKNOWNCARD" and case.numbers["code"] in [n % 2**32 for n in numbers]


def prize_card(case: Case) -> bool:
    """A prize card that no duel may see is unofficial to EDOPro, ``not-a-deck-card`` here."""
    lines = case.lines_of("not-a-deck-card")
    return case.says == "UNOFFICIALCARD" and any(copy.line in lines for copy in case.at_fault)


def knows_rush_duel(case: Case) -> bool:
    """EDOPro knows Rush Duel, a deck of which has one legend; here its cards are unknown."""
    unknown = [copy.written for copy in case.deck.copies if not copy.card]
    theirs = [id_ for id_ in unknown if re.fullmatch("160[0-9]{6}", id_)]
    return case.says == "TOOMANYLEGENDS" and len(theirs) > 1


FAULT_KINDS = (
    counts_what_it_loads,
    old_id,
    misses_releases_of_2020,
    has_two_texts,
    reads_part_of_a_line,
    prize_card,
    knows_rush_duel,
)


# --- kinds of errors that EDOPro does not find ------------------------------------------------


def passes_over_lines(case: Case, error: Finding) -> bool:
    """EDOPro passes over a line that does not begin with a digit; here it leaves a doubt."""
    return error.rule == "parse" and not any(map(case.is_read, error.lines))


def drops_tokens(case: Case, error: Finding) -> bool:
    """EDOPro drops tokens while it loads a deck; here they are counted, and illegal."""
    kinds = {copy.card.kind for copy in case.copies(error) if copy.card}
    return error.rule == "not-a-deck-card" and kinds == {"token"} and _are_legal(case, SECTIONS)


def drops_unknown_tokens(case: Case, error: Finding) -> bool:
    """EDOPro drops id 0, and tokens of anime, whose ids are unknown here; it gave them itself."""
    ids = {copy.written for copy in case.copies(error)}
    theirs = all(re.fullmatch("0|40[0-9]{2}|95[02]000[0-9]{2}|[0-9]{9}", id_) for id_ in ids)
    return error.rule == "unknown-card" and theirs and _are_legal(case, SECTIONS)


def sorts_by_kind(case: Case, error: Finding) -> bool:
    """EDOPro moves cards between main and extra deck to where they belong."""
    moved = error.rule == "placement" and "side" not in error.sections
    return moved and _are_legal(case, SECTIONS)


def finds_sizes_legal(case: Case, error: Finding) -> bool:
    """EDOPro counts the cards that it loads: see ``counts_what_it_loads``."""
    return error.rule == "section-size" and _are_legal(case, error.sections)


def knows_no_dates(case: Case, error: Finding) -> bool:
    """EDOPro's data hold the cards announced for the weeks to come, and no dates."""
    terms = case.report.terms
    (region,) = terms.pool.regions if terms.pool else ()
    days = [copy.card.released[region].day for copy in case.copies(error) if copy.card]
    soon = months_later(terms.on, 2)
    return error.rule == "card-pool" and all(day and terms.on < day <= soon for day in days)


ERROR_KINDS = (
    passes_over_lines,
    drops_tokens,
    drops_unknown_tokens,
    sorts_by_kind,
    finds_sizes_legal,
    knows_no_dates,
)

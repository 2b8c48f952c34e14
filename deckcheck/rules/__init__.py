"""The rules. Each is a module named as its id, and its docstring is its documentation.

``RULES`` is the table, in the order of reports. A rule is given a deck with its cards and the
terms it is judged by, and says what it finds; it knows no files and no other rule.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from deckcheck.errors import UnknownNameError
from deckcheck.model import Deck, Finding, Terms, Verdict
from deckcheck.rules import (
    ambiguous_name,
    banlist_stale,
    card_kind,
    card_pool,
    copy_limit,
    legend_limit,
    limit,
    limit_group,
    mixed_region,
    not_a_deck_card,
    old_id,
    over_minimum,
    parse,
    placement,
    point_cap,
    release_date,
    section_size,
    singleton_advice,
    skill_limit,
    territory,
    unknown_card,
)


class Documented(Protocol):
    """A module that documents a rule in its docstring."""

    ID: str
    __doc__: str | None


class Rule(Documented, Protocol):
    """What a rule module offers."""

    def check(self, deck: Deck, terms: Terms) -> Iterator[Finding]:
        """What the rule finds in the deck, in a stable order."""


RULES: tuple[Rule, ...] = (
    parse,
    section_size,
    placement,
    not_a_deck_card,
    unknown_card,
    copy_limit,
    limit,
    limit_group,
    point_cap,
    card_pool,
    card_kind,
    legend_limit,
    skill_limit,
    old_id,
    ambiguous_name,
    release_date,
    banlist_stale,
    mixed_region,
    singleton_advice,
    over_minimum,
)
DOCUMENTED: tuple[Documented, ...] = (*RULES, territory)
"""Every rule module; ``territory`` compares verdicts, and so is not asked like the others."""

_PROVES_NOTHING = (parse.ID, unknown_card.ID)


class Chosen(NamedTuple):
    """The rules that are run: those of ``select``, all where it is None, but for ``ignore``.

    ``strict``: a warning makes a deck illegal, but never that the list is stale.
    """

    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    strict: bool = False

    def takes(self, rule: str) -> bool:
        """Whether the rule of that id is run."""
        return (self.select is None or rule in self.select) and rule not in self.ignore


ALL = Chosen()


def check_names(names: Iterable[str]) -> None:
    """UnknownNameError for a name that is no rule's id."""
    known = [rule.ID for rule in DOCUMENTED]
    for name in names:
        if name not in known:
            raise UnknownNameError("rule", name, known)


def run(deck: Deck, terms: Terms, chosen: Chosen = ALL) -> tuple[Finding, ...]:
    """All findings of the chosen rules on a deck, in the order of the table."""
    found = tuple(
        finding for rule in RULES if chosen.takes(rule.ID) for finding in rule.check(deck, terms)
    )
    if chosen.takes(territory.ID):
        here = verdict(found, chosen)
        for place in terms.elsewhere:
            there = verdict(run(deck, place, chosen), chosen)
            found += tuple(territory.compare(terms, here, place, there))
    return found


def counts(finding: Finding, chosen: Chosen) -> bool:
    """Whether a finding keeps a deck from being legal."""
    is_strict = chosen.strict and finding.rule != banlist_stale.ID
    return finding.severity == "error" or (is_strict and finding.severity == "warning")


def verdict(findings: Iterable[Finding], chosen: Chosen = ALL) -> Verdict:
    """Illegal if an error is proven, undecided if something could not be judged, else legal."""
    all_found = list(findings)
    errors = {finding.rule for finding in all_found if finding.severity == "error"}
    if errors - set(_PROVES_NOTHING):
        return "illegal"
    if any(finding.severity == "warning" and counts(finding, chosen) for finding in all_found):
        return "illegal"
    return "undecided" if errors else "legal"

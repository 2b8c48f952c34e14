"""The rules. Each is a module named as its id, and its docstring is its documentation.

``RULES`` is the table, in the order of reports. A rule is given a deck with its cards and the
terms it is judged by, and says what it finds; it knows no files and no other rule.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

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


def run(deck: Deck, terms: Terms) -> tuple[Finding, ...]:
    """All findings of all rules on a deck, in the order of the table."""
    found = tuple(finding for rule in RULES for finding in rule.check(deck, terms))
    for there in terms.elsewhere:
        found += tuple(territory.compare(terms, verdict(found), there, verdict(run(deck, there))))
    return found


def verdict(findings: Iterable[Finding]) -> Verdict:
    """Illegal if an error is proven, undecided if something could not be judged, else legal."""
    errors = {finding.rule for finding in findings if finding.severity == "error"}
    if errors - set(_PROVES_NOTHING):
        return "illegal"
    return "undecided" if errors else "legal"

"""What the findings of rules have in common: the copies they are about."""

from collections.abc import Iterable

from deckcheck.model import Card, Copy, Deck, Finding, Member, Section, Severity, Terms

SKILL_KIND = "skill"
"""The kind of skill cards of Speed Duel, which are in no section."""


def about(
    rule: str,
    severity: Severity,
    message: str,
    copies: Iterable[Copy],
    *,
    card: Card | None = None,
    allowed: int | None = None,
    source: str | None = None,
    subject: str = "",
) -> Finding:
    """A finding about these copies; ``card`` is the one it names, the base of a name group."""
    held = tuple(copies)
    return Finding(
        rule,
        severity,
        message,
        card.ref if card else None,
        members(held),
        tuple(dict.fromkeys(copy.section for copy in held)),
        len(held),
        allowed,
        tuple(copy.line for copy in held),
        source,
        subject,
    )


def members(copies: Iterable[Copy]) -> tuple[Member, ...]:
    """The known cards among the copies, each with its number, in the order of the deck."""
    return tuple(Member(card.passcode, card.name, len(held)) for card, held in by_card(copies))


def by_card(copies: Iterable[Copy]) -> list[tuple[Card, list[Copy]]]:
    """Each known card among the copies, with its copies, in the order of the deck."""
    held: dict[int, tuple[Card, list[Copy]]] = {}
    for copy in copies:
        if copy.card:
            held.setdefault(copy.card.key, (copy.card, []))[1].append(copy)
    return list(held.values())


def playable(deck: Deck) -> list[Copy]:
    """The copies of known cards that a deck may hold at all; skill cards are looked at alone."""
    return [copy for copy in deck.copies if copy.card and copy.card.playable]


def section_size(deck: Deck, terms: Terms, section: Section) -> int:
    """Cards in the section, but for skill cards where the ruleset has them."""
    size = deck.size(section)
    if terms.ruleset.skills is None:
        return size
    return size - sum(
        copy.section == section
        for copy in deck.copies
        if copy.card and copy.card.kind == SKILL_KIND
    )


def counted(number: int) -> str:
    """``1 copy``, ``2 copies``."""
    return f"{number} {'copy' if number == 1 else 'copies'}"

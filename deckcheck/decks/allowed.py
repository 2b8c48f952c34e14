"""Which cards a way of playing lets into a deck at all, and of which it lets in one more."""

from collections import Counter
from collections.abc import Iterable
from types import MappingProxyType

from deckcheck.decks.listing import listing
from deckcheck.model import Card, Copy, Deck, Terms
from deckcheck.rules import Chosen, run, section_size


def allowed(cards: Iterable[Card], terms: Terms) -> set[int]:
    """The keys of the cards of which a deck may have a copy, by pool, list, kinds and points."""
    copies = (
        Copy("extra" if card.section == "extra" else "main", 0, 1, card.name, card)
        for card in cards
    )
    shown = listing(Deck("", None, tuple(copies), (), MappingProxyType({})), terms)
    return {
        row.card.key
        for part in shown.parts
        for row in part.rows
        if row.card and row.allowed != 0
        and (terms.cap is None or (row.points or 0) <= terms.cap)
    }  # fmt: skip


def may_have_one_more(deck: Deck, more: Deck, terms: Terms, chosen: Chosen) -> bool:
    """Whether a copy of a card in the main deck breaks no rule that is not broken already.

    ``more`` has the copy; it is in place of another card, so that sizes stay.
    """
    copies = (*deck.copies, *(copy._replace(section="main") for copy in more.copies))
    both = deck._replace(copies=copies, bases={**deck.bases, **more.bases})

    def errors(one: Deck) -> Counter[str]:
        found = run(one, terms, chosen)
        return Counter(
            finding.message
            for finding in found
            if finding.severity == "error" and finding.rule != section_size.ID
        )

    return errors(both) <= errors(deck)

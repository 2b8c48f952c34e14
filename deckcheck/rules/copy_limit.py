"""More copies of a name than the ruleset allows.

Copies are counted over main, extra and side together, by name group: all artworks and old ids of
a card are that card, and a card always treated as another name counts as it (Harpie Lady 1, 2, 3
and Cyber Harpie Lady with Harpie Lady). A card whose name changes only on the field or in the
Graveyard counts for itself. While there was a Fusion Deck, it was counted on its own. Where the
limit list allows fewer, the rule ``limit`` speaks instead. Four of one unknown card are too many,
whatever card it is.
"""

from collections.abc import Iterator

from deckcheck.caps import card_ref, exceeded, lines_of, members, sections_of
from deckcheck.model import Deck, Finding, Terms

ID = "copy-limit"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each name of which there are too many."""
    for card, copies, allowed, limit in exceeded(deck, terms):
        if limit:
            continue
        name = card.name if card else f"unknown card {copies[0].written}"
        counted = members(copies)
        together = ", ".join(f"{member.copies}x {member.name}" for member in counted)
        same = f" ({together} count as one name)" if len(counted) > 1 else ""
        if card and len(counted) == 1 and counted[0].name != card.name:
            same = f" ({counted[0].name} counts as {card.name})"
        yield Finding(
            ID, "error", f"{name}: {len(copies)} copies, {allowed} allowed{same}",
            card_ref(card) if card else None, counted, sections_of(copies), len(copies), allowed,
            lines_of(copies), terms.ruleset.sources[0],
        )  # fmt: skip

"""More copies of a name than the ruleset allows.

Copies are counted over main, extra and side together, by name group: all artworks and old ids of
a card are that card, and a card always treated as another name counts as it (Harpie Lady 1, 2, 3
and Cyber Harpie Lady with Harpie Lady). A card whose name changes only on the field or in the
Graveyard counts for itself. While there was a Fusion Deck, it was counted on its own. Where the
limit list allows fewer, the rule ``limit`` speaks instead. Four of one unknown card are too many,
whatever card it is.

Example: in the deck

    main: [2 Harpie Lady 1, 1 Harpie Lady 2, 1 Cyber Harpie Lady]

``deckcheck check - -f tcg@2026-06-01`` finds

    error: Harpie Lady: 4 copies, 3 allowed (2x Harpie Lady 1, 1x Harpie Lady 2, 1x Cyber Harpie
    Lady count as one name)

Example: in the deck

    main: [2 Sangan]

``deckcheck check - -f tcg@2026-06-01 --ruleset trinity`` finds

    warning: Sangan: 2 copies, 1 allowed; a Normal Monster may stand three times, and a point, one
    for every 5 main cards above 30, buys an extra copy
"""

from collections.abc import Iterator

from deckcheck.caps import Excess, exceeded
from deckcheck.findings import about, counted, members
from deckcheck.model import Deck, Finding, Terms
from deckcheck.text import quote

ID = "copy-limit"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each name of which there are too many."""
    for excess in exceeded(deck, terms):
        if not excess.limit:
            doubt = terms.ruleset.doubtful_copies
            passes = doubt is not None and len(excess.copies) in doubt.sizes
            yield about(
                ID,
                "warning" if passes else "error",
                _message(excess) + (f"; {doubt.why}" if doubt and passes else ""),
                excess.copies,
                card=excess.card,
                allowed=excess.allowed,
                source=terms.ruleset.copies_put_by or terms.ruleset.sources[0],
            )


def _message(excess: Excess) -> str:
    card, copies, allowed, _ = excess
    name = card.name if card else f"unknown card {quote(copies[0].written)}"
    held = members(copies)
    same = ""
    if len(held) > 1:
        together = ", ".join(f"{member.copies}x {member.name}" for member in held)
        same = f" ({together} count as one name)"
    elif card and held[0].name != name:
        same = f" ({held[0].name} counts as {name})"
    return f"{name}: {counted(len(copies))}, {allowed} allowed{same}"

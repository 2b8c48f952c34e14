"""More copies of a card than the forbidden, limited and semi-limited list allows.

Forbidden cards may not be used, of limited cards one copy, of semi-limited cards two, over main,
extra and side together. An entry limits the card with all its artworks and old ids, and where the
card is the base of a name group, every card that counts as that name. The message says since when
the region's lists have allowed so many.
"""

from collections.abc import Iterator

from deckcheck.caps import card_ref, exceeded, lines_of, members, sections_of
from deckcheck.model import Deck, Finding, Limit, Terms

ID = "limit"

_STATUSES = ("Forbidden", "Limited", "Semi-Limited")


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each entry of the list that the deck exceeds."""
    if not terms.banlist:
        return
    for card, copies, allowed, limit in exceeded(deck, terms):
        if not (card and limit):
            continue
        count = f"{len(copies)} {'copy' if len(copies) == 1 else 'copies'}"
        counted = members(copies)
        others = [f"{m.copies}x {m.name}" for m in counted if m.name != card.name]
        same = f"; {', '.join(others)} counts as {card.name}" if others else ""
        why = f"{_status(limit)}, {terms.banlist.label}{same}"
        yield Finding(
            ID, "error", f"{card.name}: {count}, {allowed} allowed ({why})", card_ref(card),
            counted, sections_of(copies), len(copies), allowed, lines_of(copies),
            next(iter(terms.banlist.sources), terms.banlist.path),
        )  # fmt: skip


def _status(limit: Limit) -> str:
    since = f" since {limit.since}" if limit.since else ""
    return f"{_STATUSES[limit.allowed]}{since}"

"""More copies of a card than the forbidden, limited and semi-limited list allows.

Forbidden cards may not be used, of limited cards one copy, of semi-limited cards two, over main,
extra and side together. An entry limits the card with all its artworks and old ids, and where the
card is the base of a name group, every card that counts as that name. The message says since when
the region's lists have allowed so many. In Duel Links some cards come into a deck by a skill alone.

Example: in the deck

    main: [2 Pot of Greed]

``deckcheck check - -f ocg@2026-07-01`` finds

    error: Pot of Greed: 2 copies, 0 allowed (Forbidden since 2006-03-01, ocg 2026-07-01)
"""

from collections.abc import Iterator

from deckcheck.caps import exceeded
from deckcheck.findings import about, by_card, counted, members, playable
from deckcheck.model import STATUS_WORDS, Card, Copy, Deck, Finding, Limit, LimitList, Terms

ID = "limit"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each entry of the list that the deck exceeds."""
    if not terms.banlist:
        return
    yield from _only_by_skill(deck, terms.banlist)
    for card, copies, allowed, limit in exceeded(deck, terms):
        if card and limit:
            yield about(
                ID,
                "error",
                _message(card, copies, limit, terms.banlist),
                copies,
                card=card,
                allowed=allowed,
                source=limit.put_by or terms.banlist.source,
            )


def _only_by_skill(deck: Deck, banlist: LimitList) -> Iterator[Finding]:
    for card, copies in by_card(playable(deck) if banlist.skill_only else ()):
        if card.key in banlist.skill_only:
            message = f"{card.name}: only a skill brings it into a deck ({banlist.label})"
            yield about(ID, "error", message, copies, card=card, allowed=0, source=banlist.source)


def _message(card: Card, copies: tuple[Copy, ...], limit: Limit, banlist: LimitList) -> str:
    status = STATUS_WORDS.get(limit.allowed, f"limited to {limit.allowed}")
    since = f" since {limit.since}" if limit.since else ""
    others = [f"{m.copies}x {m.name}" for m in members(copies) if m.name != card.name]
    count = "counts" if len(others) == 1 else "count"
    same = f"; {', '.join(others)} {count} as {card.name}" if others else ""
    why = f"{status}{since}, {limit.put_by or banlist.label}{same}"
    return f"{card.name}: {counted(len(copies))}, {limit.allowed} allowed ({why})"

"""A card that is not in the pool: not released there by the day, or not on the whitelist.

Of a region, a card is in the pool when its first release anywhere in it is on or before the day.
Where no date is known, it is in if it is known to be released at all. Where only the month is
certain, the card passes within it, and ``release-date`` says so. A format may take the cards of any
of several regions, or of each of them, or a whitelist, with exceptions that have reasons.

Example: in the deck

    main: [One for One]

``deckcheck check - -f tcg@2009-02-14`` finds

    error: One for One: first released in the TCG on 2009-05-12, after 2009-02-14
"""

from collections.abc import Iterator

from deckcheck.findings import about, by_card, playable
from deckcheck.model import Card, Day, Deck, Finding, Pool, Release, Terms

ID = "card-pool"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each card outside the pool."""
    pool = terms.pool
    if not pool:
        return
    for card, copies in by_card(playable(deck)):
        why = _why_not(card, pool, terms.on)
        if why:
            message = f"{card.name}: {why}"
            source = pool.exceptions_source if card.key in pool.removed else pool.source
            yield about(ID, "error", message, copies, card=card, allowed=0, source=source)


def _why_not(card: Card, pool: Pool, on: Day) -> str | None:
    """Why the card is not in the pool on a day; None if it is."""
    if card.key in pool.added:
        return None
    if card.key in pool.removed:
        return f"not in the pool: {pool.removed[card.key]}"
    if pool.whitelist is not None:
        if card.key in pool.whitelist:
            return None
        return f"not on the whitelist {pool.name}"
    out = [region for region in pool.regions if card.released[region].is_out(on)]
    missing = [region for region in pool.regions if region not in out]
    if (out and not pool.every) or not missing:
        return None
    return "; ".join(_why(card.released[region], region.upper(), on) for region in missing)


def _why(release: Release, where: str, on: Day) -> str:
    if release.day is None:
        return f"not released in the {where}"
    day = f"in {release.day[:7]}" if release.by_month else f"on {release.day}"
    return f"first released in the {where} {day}, after {on}"

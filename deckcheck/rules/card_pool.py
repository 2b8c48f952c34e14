"""A card that was not released in the region by the day.

A card is in the pool when its first release anywhere in the region is on or before the day. Where
no date is known, it is in if it is known to be released at all. Where only the month is certain,
the card passes within it, and ``release-date`` says so.
"""

from collections.abc import Iterator

from deckcheck.findings import about, by_card, playable
from deckcheck.model import RELEASE_SOURCE, Deck, Finding, Release, Terms

ID = "card-pool"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each card outside the pool."""
    region = terms.format.pool_region
    for card, copies in by_card(playable(deck)):
        release = card.released[region]
        if not release.is_out(terms.on):
            message = f"{card.name}: {_why(release, region.upper(), terms)}"
            yield about(ID, "error", message, copies, card=card, allowed=0, source=RELEASE_SOURCE)


def _why(release: Release, where: str, terms: Terms) -> str:
    if release.day is None:
        return f"not released in the {where}"
    day = f"in {release.day[:7]}" if release.by_month else f"on {release.day}"
    return f"first released in the {where} {day}, after {terms.on}"

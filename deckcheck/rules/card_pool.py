"""A card that was not released in the region by the day.

A card is in the pool when its first release anywhere in the region is on or before the day. Where
no date is known, it is in if it is known to be released at all. Where only the month is certain,
the card passes within it, and ``release-date`` says so.
"""

from collections.abc import Iterator

from deckcheck.caps import card_ref, lines_of, members, sections_of
from deckcheck.model import Card, Copy, Deck, Finding, Release, Terms

ID = "card-pool"

SOURCE = "release dates of sets from Yugipedia and YGOJSON"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each card outside the pool."""
    region = terms.format.pool_region
    for card, copies in playable_cards(deck):
        release = card.released[region]
        if not is_in(release, terms):
            yield Finding(
                ID, "error", f"{card.name}: {_why(release, region, terms)}", card_ref(card),
                members(copies), sections_of(copies), len(copies), 0, lines_of(copies), SOURCE,
            )  # fmt: skip


def playable_cards(deck: Deck) -> Iterator[tuple[Card, list[Copy]]]:
    """Each card that a deck may hold, with its copies."""
    held: dict[int, tuple[Card, list[Copy]]] = {}
    for copy in deck.copies:
        if copy.card and copy.card.playable:
            held.setdefault(copy.card.key, (copy.card, []))[1].append(copy)
    return iter(held.values())


def is_in(release: Release, terms: Terms) -> bool:
    """Whether a card so released is in the pool of the day."""
    return release.released if release.day is None else release.day <= terms.on


def _why(release: Release, region: str, terms: Terms) -> str:
    where = region.upper()
    if release.day is None:
        return f"not released in the {where}"
    day = f"in {release.day[:7]}" if release.by_month else f"on {release.day}"
    return f"first released in the {where} {day}, after {terms.on}"

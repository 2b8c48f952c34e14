"""The day of a card's release is uncertain, and the verdict leans on it.

Said where only the month of the release is certain and the day lies in that month (the card
passes), where a set without a date may have brought the card earlier than the first known one
(the card does not pass), and where a card is known to be released but no date is.

Example: in the deck

    main: [242146]

``deckcheck check - -f tcg@2004-11-15`` finds

    warning: Ballista of Rampart Smashing: released in the TCG in 2004-11, day unknown
"""

from collections.abc import Iterator

from deckcheck.days import last_of_month
from deckcheck.findings import about, by_card, playable
from deckcheck.model import RELEASE_SOURCE, Card, Deck, Finding, Pool, Release, Terms

ID = "release-date"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each card whose uncertain date counts on the day."""
    pool = terms.pool
    if not pool or pool.whitelist is not None:
        return
    for card, copies in by_card(playable(deck)):
        if card.key in pool.added or card.key in pool.removed:
            continue
        doubt = _of_card(card, pool, terms)
        if doubt:
            message = f"{card.name}: {doubt}"
            yield about(ID, "warning", message, copies, card=card, source=RELEASE_SOURCE)


def _of_card(card: Card, pool: Pool, terms: Terms) -> str | None:
    """The doubt on which it hangs whether the card is in the pool."""
    doubts = {
        region: _doubt(card.released[region], region.upper(), terms) for region in pool.regions
    }
    certain = [
        card.released[region].is_out(terms.on) for region, doubt in doubts.items() if not doubt
    ]
    if (any(certain) and not pool.every) or (pool.every and not all(certain)):
        return None
    return next(filter(None, doubts.values()), None)


def _doubt(release: Release, where: str, terms: Terms) -> str | None:
    if release.day is None:
        return f"released in the {where}, day unknown" if release.released else None
    if not release.is_out(terms.on):
        if release.maybe_earlier:
            return f"may have been released in the {where} before {release.day}, in an undated set"
        return None
    if release.by_month and terms.on <= last_of_month(release.day):
        return f"released in the {where} in {release.day[:7]}, day unknown"
    return None

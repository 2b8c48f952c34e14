"""The newest list of the region that is known here is more than four months older than the day.

A newer one has probably taken effect since. This never makes a deck illegal.

Example: in the deck

    main: [3 Kuriboh]

``deckcheck check - -f kr@2026-06-01`` finds

    warning: the newest kr list known here is 2021-10-01, more than 4 months before 2026-06-01; a
    newer one may be in force
"""

from collections.abc import Iterator

from deckcheck.days import months_later
from deckcheck.model import Deck, Finding, Terms

ID = "banlist-stale"

_MONTHS = 4


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:  # noqa: ARG001 - every rule's form
    """A finding if the list is stale."""
    newest = terms.newest_list
    region = terms.banlist and terms.banlist.region
    if newest and region and terms.on > months_later(newest, _MONTHS):
        yield Finding(
            ID, "warning",
            f"the newest {region.replace('+', ' or ')} list known here is {newest}, more than "
            f"{_MONTHS} months before {terms.on}; a newer one may be in force",
        )  # fmt: skip

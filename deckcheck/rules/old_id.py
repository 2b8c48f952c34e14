"""A card is named by an id that is not its passcode: an older or a simulator's one.

The card is judged like any other. Ids of other artworks are as good as the passcode; these are
not: ids used before the official one was known, ids since replaced, and ids that simulators give
to a card with an older text or to its version in the anime, the manga or a video game.

Example: in the deck

    main: [8805661]

``deckcheck check - -f tcg@2026-06-01`` finds

    warning: Megalith Phuloch: id 8805661 is used before its passcode was known; its passcode is
    8805651
"""

from collections.abc import Iterator

from deckcheck.findings import about, playable
from deckcheck.model import Copy, Deck, Finding, IdKind, Terms

ID = "old-id"

_WHAT: dict[IdKind, str] = {
    "prerelease": "used before its passcode was known",
    "superseded": "since replaced",
    "unofficial": "a simulator's for an anime, manga or video game version",
    "pre-errata": "a simulator's for the text before errata",
    "goat": "a simulator's for the text of the Goat format",
}


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:  # noqa: ARG001 - every rule's form
    """A finding for each such id."""
    held: dict[str, list[Copy]] = {}
    for copy in playable(deck):
        if copy.id_kind in _WHAT:
            held.setdefault(copy.written, []).append(copy)
    for written, copies in held.items():
        card = copies[0].card
        if card:
            instead = f"; its passcode is {card.passcode}" if card.passcode else ""
            message = f"{card.name}: id {written} is {_WHAT[copies[0].id_kind]}{instead}"
            yield about(ID, "warning", message, copies, card=card)

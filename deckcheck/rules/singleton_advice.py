"""More than one copy of a name, where the ruleset advises one of each for better games.

Said only where a ruleset asks for it; no more than advice.

Example: in the deck

    main: [3 Blue-Eyes White Dragon]

``deckcheck check - -f anime-zexal@2012-06-01`` finds

    note: one copy of each card is advised; there are 3 copies of Blue-Eyes White Dragon
"""

from collections.abc import Iterator

from deckcheck.findings import about, by_card, counted, playable
from deckcheck.model import Deck, Finding, Terms
from deckcheck.text import some

ID = "singleton-advice"

_SHOWN = 5


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A note that names the cards of which there are several."""
    if ID not in terms.ruleset.advice:
        return
    several = [(card, copies) for card, copies in by_card(playable(deck)) if len(copies) > 1]
    if several:
        names = [f"{counted(len(copies))} of {card.name}" for card, copies in several]
        message = f"one copy of each card is advised; there are {some(names, _SHOWN)}"
        copies = [copy for _, held in several for copy in held]
        yield about(ID, "note", message, copies, allowed=1, source=terms.ruleset.sources[0])

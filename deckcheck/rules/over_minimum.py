"""The main deck holds more cards than it must, which lowers the odds of drawing any one of them.

Said only where a ruleset asks for it; no more than advice.

Example: in the deck

    main: [41 Kuriboh]

``deckcheck check - -f ocg@2005-01-01 --ruleset new-expert-rules`` finds

    note: Main Deck: 41 cards, more than 40 lower the odds of each draw
"""

from collections.abc import Iterator

from deckcheck.findings import section_size
from deckcheck.model import Deck, Finding, Terms

ID = "over-minimum"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A note if the main deck is larger than the least size."""
    if ID not in terms.ruleset.advice:
        return
    rule = terms.ruleset.sections["main"]
    least, size = min(sizes.least for sizes in rule.sizes), section_size(deck, terms, "main")
    if size > least:
        message = f"{rule.name}: {size} cards, more than {least} lower the odds of each draw"
        yield Finding(
            ID, "note", message, sections=("main",), copies=size, allowed=least,
            source=terms.ruleset.sources[0],
        )  # fmt: skip

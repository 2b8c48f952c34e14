"""The deck holds cards that are out in the OCG alone and cards that are out in the TCG alone.

Cards of the two regions have different backs. Rule texts of the OCG let them stand in one deck only
in opaque sleeves. Said only where a ruleset asks for it.

Example: in the deck

    main: [WINDS OF VICTORY, Ankuriboh]

``deckcheck check - -f unlimited@2026-06-01 --ruleset new-expert-rules`` finds

    note: cards of two regions need opaque sleeves (only in the OCG: Ankuriboh; only in the TCG:
    WINDS OF VICTORY)
"""

from collections.abc import Iterator

from deckcheck.findings import about, by_card, playable
from deckcheck.model import Copy, Deck, Finding, Terms
from deckcheck.text import some

ID = "mixed-region"

_REGIONS = ("tcg", "ocg")
_SHOWN = 3


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A note if no region has all the cards of the deck by the day."""
    if ID not in terms.ruleset.advice:
        return
    missing: dict[str, list[Copy]] = {region: [] for region in _REGIONS}
    names: dict[str, list[str]] = {region: [] for region in _REGIONS}
    for card, copies in by_card(playable(deck)):
        out = [region for region in _REGIONS if card.released[region].is_out(terms.on)]
        for region in _REGIONS:
            if out and region not in out:
                missing[region] += copies
                names[region].append(card.name)
    if all(missing.values()):
        only = "; ".join(
            f"only in the {other.upper()}: {some(names[region], _SHOWN)}"
            for region, other in zip(_REGIONS, reversed(_REGIONS), strict=True)
        )
        message = f"cards of two regions need opaque sleeves ({only})"
        copies = [copy for region in _REGIONS for copy in missing[region]]
        yield about(ID, "note", message, copies, source=terms.ruleset.sources[0])

"""A card stands in a section it does not belong in.

Fusion, Synchro, Xyz and Link Monsters belong in the Extra Deck, all other cards, Ritual and
Pendulum Monsters included, in the Main Deck; both may stand in the Side Deck. While there was a
Fusion Deck, its cards stood only there. With ``--repair-sections`` such a card is judged as if it
had been moved where it belongs, and a note says so.

Example: in the deck

    main: [Stardust Dragon]

``deckcheck check - -f tcg@2026-06-01`` finds

    error: Stardust Dragon: 1 copy in the Main Deck, belongs in the Extra Deck or Side Deck

Example: in the deck

    main: [Stardust Dragon]

``deckcheck check - -f tcg@2026-06-01 --repair-sections`` finds

    note: Stardust Dragon: 1 copy moved from Main Deck to Extra Deck
"""

from collections.abc import Iterator

from deckcheck.findings import about, by_card, counted, playable
from deckcheck.model import SECTIONS, Deck, Finding, Ruleset, Terms

ID = "placement"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each card and section it may not stand in."""
    yield from _moved(deck, terms.ruleset)
    ruleset = terms.ruleset
    for section in SECTIONS:
        for card, copies in by_card(c for c in playable(deck) if c.section == section):
            fitting = ruleset.stands_in[card.section]
            if section not in fitting:
                there = ruleset.sections[section].name
                names = " or ".join(ruleset.sections[part].name for part in fitting)
                message = f"{card.name}: {counted(len(copies))} in the {there}, belongs in the "
                yield about(
                    ID,
                    "error",
                    message + names,
                    copies,
                    card=card,
                    allowed=0,
                    source=ruleset.sources[0],
                    subject=section,
                )


def _moved(deck: Deck, ruleset: Ruleset) -> Iterator[Finding]:
    """A note for each card and section that it was moved from before the deck was judged."""
    for section in SECTIONS:
        for card, copies in by_card(c for c in playable(deck) if c.moved_from == section):
            names = (ruleset.sections[part].name for part in (section, copies[0].section))
            message = f"{card.name}: {counted(len(copies))} moved from {' to '.join(names)}"
            yield about(ID, "note", message, copies, card=card, subject=section)

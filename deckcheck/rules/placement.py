"""A card stands in a section it does not belong in.

Fusion, Synchro, Xyz and Link Monsters belong in the Extra Deck, all other cards, Ritual and
Pendulum Monsters included, in the Main Deck; both may stand in the Side Deck. While there was a
Fusion Deck, its cards stood only there.
"""

from collections.abc import Iterator

from deckcheck.caps import card_ref, lines_of, members
from deckcheck.model import Copy, Deck, Finding, Section, Terms

ID = "placement"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each card and section it may not stand in."""
    misplaced: dict[tuple[Section, int], list[Copy]] = {}
    for copy in deck.copies:
        card = copy.card
        if card and card.playable and copy.section not in terms.ruleset.stands_in[card.section]:
            misplaced.setdefault((copy.section, card.key), []).append(copy)
    for (section, _), copies in misplaced.items():
        card = copies[0].card
        assert card is not None
        names = {part: rule.name for part, rule in terms.ruleset.sections.items()}
        fitting = " or ".join(names[part] for part in terms.ruleset.stands_in[card.section])
        count = f"{len(copies)} {'copy' if len(copies) == 1 else 'copies'}"
        yield Finding(
            ID, "error", f"{card.name}: {count} in the {names[section]}, belongs in the {fitting}",
            card_ref(card), members(copies), (section,), len(copies), 0, lines_of(copies),
            terms.ruleset.sources[0],
        )  # fmt: skip

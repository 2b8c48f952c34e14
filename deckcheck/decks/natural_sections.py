"""Cards put where they belong, for decks whose writer knew no extra deck."""

from deckcheck.model import Copy, Deck, Ruleset, Section


def in_their_sections(deck: Deck, ruleset: Ruleset) -> Deck:
    """The deck with every card that stands where it may not moved to the section it belongs in.

    What was moved says from where. Unknown cards, and lines that cannot be read, stay.
    """
    places: dict[Section, int] = {}
    copies: list[Copy] = []
    for copy in deck.copies:
        moved = _moved(copy, ruleset)
        places[moved.section] = place = places.get(moved.section, 0) + 1
        copies.append(moved._replace(place=place))
    return deck._replace(copies=tuple(copies))


def _moved(copy: Copy, ruleset: Ruleset) -> Copy:
    if not copy.card or not copy.card.playable:
        return copy
    fitting = ruleset.stands_in[copy.card.section]
    if copy.section in fitting:
        return copy
    return copy._replace(section=fitting[0], moved_from=copy.section)

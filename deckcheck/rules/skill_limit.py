"""The number of skill cards is not what the ruleset asks for, or a skill is forbidden.

A Speed Duel is played with exactly one skill card, which counts in no size of the deck. Where the
list puts it in a group, it is counted there. A skill that is named like a card is written with
`` (Skill Card)`` behind its name, or by its id.

Example: in the deck

    main: [3 Jinzo]

``deckcheck check - -f speed@2022-09-10`` finds

    error: skill cards: 0 copies, 1 asked for
"""

from collections.abc import Iterator

from deckcheck.findings import SKILL_KIND, about, by_card, counted
from deckcheck.model import Deck, Finding, Terms

ID = "skill-limit"

_FORBIDDEN = "0"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for the number of skills, and one for each that is forbidden."""
    allowed = terms.ruleset.skills
    if allowed is None:
        return
    skills = [copy for copy in deck.copies if copy.card and copy.card.kind == SKILL_KIND]
    # an unknown card may be the skill that is missing
    is_certain = len(skills) > allowed.least or all(copy.card for copy in deck.copies)
    if len(skills) not in allowed and is_certain:
        message = f"skill cards: {counted(len(skills))}, {allowed} asked for"
        yield about(
            ID, "error", message, skills, allowed=allowed.most, source=terms.ruleset.sources[0]
        )
    listed = terms.banlist.skills if terms.banlist else {}
    for card, copies in by_card(skills):
        if terms.banlist and listed.get(card.key) == _FORBIDDEN:
            message = f"{card.name}: a forbidden skill ({terms.banlist.label})"
            source = terms.banlist.source
            yield about(ID, "error", message, copies, card=card, allowed=0, source=source)

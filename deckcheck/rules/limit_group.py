"""More cards out of a group than the list allows of all of them together.

Speed Duel and Duel Links limit cards so: of the cards on "Limited 2", any two copies in all, over
main, extra and side, a skill on that list counted with them. A card that counts as another name is
in the groups of both.

Example: in the deck

    main: [Jinzo, Zoma the Spirit]

``deckcheck check - -f speed@2022-09-10`` finds

    error: Limited 1: 2 copies in all, 1 allowed of the whole group (1x Jinzo, 1x Zoma the Spirit;
    speed 2022-09-10)
"""

from collections.abc import Iterator

from deckcheck.findings import about, counted, members
from deckcheck.model import Card, Deck, Finding, Terms

ID = "limit-group"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:
    """A finding for each group of which there are too many cards."""
    if not terms.banlist:
        return
    for group in terms.banlist.groups:
        skills = {key for key, limit in terms.banlist.skills.items() if limit == group.name}
        keys = group.cards | skills
        copies = [copy for copy in deck.copies if copy.card and _is_of(copy.card, keys)]
        if len(copies) > group.allowed:
            held = ", ".join(f"{member.copies}x {member.name}" for member in members(copies))
            message = (
                f"{group.title}: {counted(len(copies))} in all, {group.allowed} allowed of the "
                f"whole group ({held}; {group.put_by or terms.banlist.label})"
            )
            source = group.put_by or terms.banlist.source
            yield about(
                ID, "error", message, copies,
                allowed=group.allowed, source=source, subject=group.name,
            )  # fmt: skip


def _is_of(card: Card, keys: frozenset[int]) -> bool:
    return card.key in keys or any(key in keys for key in card.name_groups)

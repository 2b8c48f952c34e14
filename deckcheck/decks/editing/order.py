"""The order of a deck's cards: as players put them, by name, or by id."""

from collections.abc import Callable, Collection, Mapping

from deckcheck.cards import CardIndex
from deckcheck.decks.editing.page import Held, Page
from deckcheck.model import SECTIONS, Card
from deckcheck.names import fold

Key = Callable[[Card], tuple[object, ...]]
"""What cards are ordered by; cards that are alike in it keep their order."""

_KINDS = ("monster", "spell", "trap", "skill", "token")
_OF_EXTRA_DECK = ("fusion", "synchro", "xyz", "link")


def by_kind(levels: Mapping[int, int]) -> Key:
    """Monsters, spells, traps. The Extra Deck by how its monsters are summoned.

    Monsters of each by level, rank or Link rating, the highest first, then by name. ``levels`` are
    by the keys of cards.
    """

    def key(card: Card) -> tuple[object, ...]:
        kind = _KINDS.index(card.kind) if card.kind in _KINDS else len(_KINDS)
        is_extra = card.section == "extra"
        summoned = next((at for at, frame in enumerate(_OF_EXTRA_DECK) if frame in card.frame), -1)
        level = -levels.get(card.key, 0) if card.kind == "monster" else 0
        return (is_extra, summoned if is_extra else -1, kind, level, *by_name(card))

    return key


def levels(cards: CardIndex, keys: Collection[int]) -> dict[int, int]:
    """The levels, ranks and Link ratings of cards by their keys; of those that have one."""
    ordered = sorted(keys)
    marks = ",".join("?" * len(ordered))
    query = f"SELECT key, CAST(level AS INTEGER) FROM card WHERE level != '' AND key IN ({marks})"
    return dict(cards.db.execute(query, ordered))


def by_name(card: Card) -> tuple[object, ...]:
    """By name, without case and punctuation."""
    return fold(card.name), card.name


def by_id(card: Card) -> tuple[object, ...]:
    """By passcode; a card that has none comes last."""
    return card.passcode is None, card.passcode or 0


def order_of(page: Page, key: Key) -> list[int]:
    """The place of each entry of the page in the new order; unknown cards come last."""

    def place(held: Held) -> tuple[object, ...]:
        section = SECTIONS.index(held.section)
        return (section, held.card is None, *(key(held.card) if held.card else ()))

    ordered = sorted(range(len(page.held)), key=lambda at: place(page.held[at]))
    places = {at: rank for rank, at in enumerate(ordered)}
    return [places[at] for at in range(len(page.held))]

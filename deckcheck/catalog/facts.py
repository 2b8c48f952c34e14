"""What the index knows of one card beside what decks are judged by."""

from collections.abc import Mapping
from typing import NamedTuple

from deckcheck.cards import LANGUAGES, CardIndex
from deckcheck.model import Card

RELEASE_REGIONS = {"ocg-tcg": ("tcg", "ocg"), "rush": ("rush",)}
"""The regions that each game's cards are released in; skills have no releases of their own."""


class Name(NamedTuple):
    """A card's own name in a language; ``unofficial``: translated by fans."""

    text: str
    unofficial: bool


class OtherId(NamedTuple):
    """An id of the card that is not its passcode; ``kind`` as in ``model.IdKind``."""

    passcode: int
    kind: str


class Facts(NamedTuple):
    """The facts of a card, as printed on it; texts are empty where the card has none.

    ``level`` is the rank of Xyz and the rating of Link monsters. ``names`` are in the order of
    ``cards.LANGUAGES``. ``counts_as``: the cards whose name it counts as when a deck is built,
    itself included where it keeps its own. ``members``: the other cards that count as its name.
    """

    card: Card
    game: str
    frame: str
    level: str
    attribute: str
    race: str
    atk: str
    defense: str
    scale: str
    names: Mapping[str, Name]
    other_ids: tuple[OtherId, ...]
    counts_as: tuple[Card, ...]
    members: tuple[Card, ...]


def card_facts(index: CardIndex, card: Card) -> Facts:
    """All that is known of the card."""
    query = "SELECT frame, level, attribute, race, atk, def, scale FROM card WHERE key = ?"
    row = index.db.execute(query, [card.key]).fetchone()
    frame, level, attribute, race, atk, defense, scale = row
    query = "SELECT lang, name, unofficial FROM name WHERE card = ?"
    rows = index.db.execute(query, [card.key])
    names = {lang: Name(name, bool(unofficial)) for lang, name, unofficial in rows}
    query = (
        "SELECT passcode, kind FROM passcode WHERE card = ? AND kind != 'passcode' "
        "ORDER BY kind, passcode"
    )
    other_ids = index.db.execute(query, [card.key])
    query = "SELECT card FROM name_group WHERE base = ? AND card != base ORDER BY card"
    members = [key for (key,) in index.db.execute(query, [card.key])]
    return Facts(
        card,
        index.game,
        frame,
        level,
        attribute,
        race,
        atk,
        defense,
        scale,
        {lang: names[lang] for lang in LANGUAGES if lang in names},
        tuple(OtherId(*row) for row in other_ids),
        tuple(map(index.card, card.name_groups)),
        tuple(map(index.card, members)),
    )

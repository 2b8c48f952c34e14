"""How a card is written into a deck: by which id and name, in which language."""

from collections.abc import Collection

from deckcheck.cards import LANGUAGES, OFFICIAL, CardIndex
from deckcheck.decks.editing.page import Carried, Held, Wanted
from deckcheck.model import Card, IdKind
from deckcheck.names import LONGEST, fold

_OUT_OF_DATE: tuple[IdKind, ...] = ("prerelease", "superseded")
_MOST_NAMES = 100


def language_of(index: CardIndex, names: Collection[str]) -> str | None:
    """The language that most of the names are of; None if none of them is a card's own."""
    folded = list({fold(name) for name in names if len(name) <= LONGEST})[:_MOST_NAMES]
    marks = ",".join("?" * len(folded))
    query = (
        "SELECT lang, count(DISTINCT folded) FROM lookup "
        f"WHERE folded IN ({marks}) AND game = ? AND kind = ? GROUP BY lang"
    )
    counts = dict(index.db.execute(query, [*folded, index.game, OFFICIAL]))
    return max(LANGUAGES, key=lambda code: counts.get(code, 0)) if counts else None


def wanted(index: CardIndex, card: Card, code: int | None, remark: str | None = None) -> Wanted:
    """The card as it is to be written, with a name in the index's language.

    ``code``: the id that the user gave, which counts if it says more than which card it is.
    """
    known = index.by_passcodes([code]).get(code) if code is not None else None
    if known and known.id_kind not in ("passcode", *_OUT_OF_DATE):
        return Wanted(card, str(code), True, index.own_name(index.card(card.key)), remark=remark)
    return Wanted(
        card, _id_of(index, card), False, index.own_name(index.card(card.key)), remark=remark
    )


def as_held(
    index: CardIndex, held: Held, remark: str | None = None, carried: Carried | None = None
) -> Wanted:
    """A card that stands elsewhere in the deck, as it is written there."""
    if held.is_by_name:
        code = _id_of(index, held.card) if held.card else None
        return Wanted(held.card, code, False, held.written, remark=remark, carried=carried)
    name = index.own_name(index.card(held.card.key)) if held.card else None
    has_own_id = held.card is None or held.code is not None
    return Wanted(held.card, held.written, has_own_id, name, True, remark, carried)


def _id_of(index: CardIndex, card: Card) -> str | None:
    """The passcode, else an id that simulators know the card by until it has one."""
    if card.passcode is not None:
        return str(card.passcode)
    query = "SELECT max(passcode) FROM passcode WHERE card = ? AND kind = 'prerelease'"
    (code,) = index.db.execute(query, [card.key]).fetchone()
    return None if code is None else str(code)

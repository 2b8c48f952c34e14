"""How a card is written into a deck: by which id and name, in which language."""

from collections.abc import Collection

from deckcheck.cards import LANGUAGES, OFFICIAL, CardIndex
from deckcheck.decks.editing.page import Carried, Held, Wanted
from deckcheck.model import OUT_OF_DATE, Card
from deckcheck.names import LONGEST, fold

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


def wanted(reader: CardIndex, names: CardIndex, card: Card, code: int | None) -> Wanted:
    """The card as it is to be written, with a name in the language of ``names``.

    ``reader`` finds cards as those do who read the file. ``code``: the id that the user gave, which
    counts if it says more than which card it is.
    """
    known = reader.by_passcodes([code]).get(code) if code is not None else None
    has_own_id = known is not None and known.id_kind not in ("passcode", *OUT_OF_DATE)
    written = str(code) if has_own_id else _id_of(reader, card)
    remark = names.card(card.key).name
    return Wanted(card, written, has_own_id, _name_of(reader, names, card), remark=remark)


def as_held(
    reader: CardIndex, names: CardIndex, held: Held, carried: Carried | None = None
) -> Wanted:
    """A card that stands elsewhere in the deck, as it is written there."""
    remark = names.card(held.card.key).name if held.card else None
    if held.is_by_name:
        code = _id_of(reader, held.card) if held.card else None
        return Wanted(held.card, code, False, held.written, False, remark, carried)
    name = _name_of(reader, names, held.card) if held.card else None
    has_own_id = held.card is None or held.code is not None
    return Wanted(held.card, held.written, has_own_id, name, True, remark, carried)


def _name_of(reader: CardIndex, names: CardIndex, card: Card) -> str | None:
    """A name by which the card is found again, in its own language or that of who reads."""
    for index in (names, reader):
        name = index.own_name(index.card(card.key))
        if name and [one.key for one in reader.by_name(name)] == [card.key]:
            return name
    return None


def _id_of(index: CardIndex, card: Card) -> str | None:
    """The passcode, else an id that simulators know the card by until it has one."""
    if card.passcode is not None:
        return str(card.passcode)
    query = "SELECT max(passcode) FROM passcode WHERE card = ? AND kind = 'prerelease'"
    (code,) = index.db.execute(query, [card.key]).fetchone()
    return None if code is None else str(code)

"""The card that a query means: a passcode, a Konami id, or a name."""

from typing import Literal, NamedTuple

from deckcheck.cards import OFFICIAL, CardIndex
from deckcheck.catalog import NAME_KINDS
from deckcheck.model import Card
from deckcheck.passcodes import parse_passcode

Matched = Literal["passcode", "konami-id", "name", "nickname"]
"""``nickname``: any name but the card's own, former and players' names alike."""


class Found(NamedTuple):
    """The cards a query means, several where it is ambiguous, and what it is of them.

    ``kind`` says more: the kind of id, or the kind of name and its languages. ``remark``: what
    else a number might have meant, or that it is none of a card.
    """

    cards: tuple[Card, ...]
    matched: Matched
    kind: str | None = None
    remark: str | None = None


def find(index: CardIndex, query: str) -> Found | None:
    """What the query means, None if nothing: of a number a passcode, then a Konami id, then a name.

    Every id of a card is its passcode here, those of artworks and older printings included.
    """
    code = parse_passcode(query.strip())
    if code is None:
        return _by_name(index, query)
    known = index.by_passcodes([code]).get(code)
    by_konami_id = index.by_konami_ids([code]).get(code)
    if known:
        other = by_konami_id if by_konami_id != known.card else None
        remark = other and f"{code} is the Konami id of {label(other)} as well"
        return Found((known.card,), "passcode", known.id_kind, remark)
    if by_konami_id:
        return Found((by_konami_id,), "konami-id")
    named = _by_name(index, query)
    return named and named._replace(remark=f"{code} is a name here, no passcode or Konami id")


def label(card: Card) -> str:
    """The card's name with the id that names it for sure; a few cards have none."""
    if card.passcode is not None:
        return f"{card.name} ({card.passcode})"
    if card.konami_id is not None:
        return f"{card.name} (Konami id {card.konami_id})"
    return card.name


def nearest(index: CardIndex, query: str) -> tuple[Card, ...]:
    """The cards that a query which means none may have meant; often none.

    Names are looked for in one language: the index's own, or the first one of the query's script.
    """
    from deckcheck.near import NearNames, near_passcodes

    code = parse_passcode(query.strip())
    return (
        NearNames(index, languages=1).find(query) if code is None else near_passcodes(index, code)
    )


def _by_name(index: CardIndex, name: str) -> Found | None:
    kinds = index.named(name)
    if not kinds:
        return None
    own = OFFICIAL in kinds.values()
    cards = tuple(map(index.card, kinds))
    return Found(cards, "name" if own else "nickname", _kind_of_name(index, name, kinds))


def _kind_of_name(index: CardIndex, name: str, kinds: dict[int, str]) -> str:
    """The kind of the name, as people call it, and the languages it is of."""
    from deckcheck.names import fold

    kind = next(iter(kinds.values()))
    query = "SELECT DISTINCT lang FROM lookup WHERE folded = ? AND game = ? AND kind = ? ORDER BY 1"
    rows = index.db.execute(query, [fold(name), index.game, kind])
    return f"{NAME_KINDS.get(kind, kind)}, {' '.join(lang for (lang,) in rows)}"

"""The cards that a limit list's text names, by passcode or name, with comments that are checked."""

from collections.abc import Iterable
from typing import NamedTuple

from deckcheck.cards import CardIndex
from deckcheck.errors import DataError
from deckcheck.model import Card
from deckcheck.near import NearNames, near_passcodes
from deckcheck.passcodes import parse_passcode
from deckcheck.text import quote

_REMARK = " | "


class ListedCard(NamedTuple):
    """A card as a list names it, the comment behind it, and its 1-based line."""

    reference: str
    comment: str | None
    line: int


class Resolver:
    """Finds the cards of one list's text; errors name its path."""

    def __init__(self, index: CardIndex, path: str, *, every_comment_names: bool) -> None:
        """``every_comment_names``: a comment that is no card's name is an error too."""
        self._index = index
        self._path = path
        self._every_comment_names = every_comment_names

    def cards(self, listed: Iterable[ListedCard]) -> frozenset[int]:
        """The keys of the cards; DataError for one that is not to be found or there twice."""
        return frozenset(self.numbers((card, 0) for card in listed))

    def numbers(self, listed: Iterable[tuple[ListedCard, int]]) -> dict[int, int]:
        """The numbers by the keys of their cards; DataError as for ``cards``."""
        found: dict[int, int] = {}
        for entry, number in listed:
            card = self.card(entry)
            if card.key in found:
                raise self.error(entry, f"{card.name} stands in the list twice")
            found[card.key] = number
        return found

    def card(self, entry: ListedCard) -> Card:
        """The card of one entry; DataError if it is not to be found or its comment is wrong."""
        code = parse_passcode(entry.reference)
        if code is not None and (known := self._index.by_passcodes([code])):
            card = known[code].card
            self._check_comment(entry, card)
            return card
        cards = self._index.by_name(entry.reference)
        if len(cards) == 1:
            return cards[0]
        if cards:
            reason = f"{entry.reference!r} is the name of {len(cards)} cards; give its passcode"
        else:
            reason = f"no card {quote(entry.reference)}{self._hint(entry.reference)}"
        raise self.error(entry, reason)

    def _check_comment(self, entry: ListedCard, card: Card) -> None:
        comment = (entry.comment or "").strip()
        name = comment.partition(_REMARK)[0].strip()
        if not name or name == card.name or comment == card.name:
            return
        named = self._index.by_name(name)
        if card not in named and (named or self._every_comment_names):
            raise self.error(entry, f"{entry.reference} is {card.name}, its comment says {name!r}")

    def _hint(self, reference: str) -> str:
        code = parse_passcode(reference)
        if code is None:
            near = [card.name for card in NearNames(self._index).find(reference)]
        else:
            cards = near_passcodes(self._index, code)
            near = [f"{card.passcode} ({card.name})" for card in cards]
        return f"; did you mean {' or '.join(near)}?" if near else ""

    def error(self, entry: ListedCard, message: str) -> DataError:
        """The error that something is wrong with an entry, with file and line."""
        return DataError(f"{self._path}:{entry.line}: {message}")

"""The exact chances that an opening hand is one that is wanted.

Two ways of counting hands are exact and each is quick where the other is not: ``tallied_hands``
where cards are alike, as copies of one are, and ``hands_by_threes`` where they are not, in hands of
few cards. Where sets overlap, a card counts for each of them.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple, Protocol

from deckcheck.decks.hands import Identity
from deckcheck.decks.hands_by_threes import HandsByThrees
from deckcheck.decks.tallied_hands import TalliedHands
from deckcheck.model import SizeRange

WAYS: Sequence[type[TalliedHands | HandsByThrees]] = (TalliedHands, HandsByThrees)
"""The ways to count hands; the quicker one for a deck and what is asked is taken."""
COPIES = range(6)
"""The copies of a set for which chances are compared."""


class Ask(NamedTuple):
    """So many cards of a set are to be in the hand."""

    amount: SizeRange
    cards: tuple[Identity, ...]


class OneMore(NamedTuple):
    """The chances with one more copy of a card, in place of one that nothing asks for."""

    card: Identity
    alone: Fraction
    together: Fraction


class AskOdds(NamedTuple):
    """The chance of one ask, whatever the others say.

    ``held``: cards of its set in the deck. ``by_copies``: the chance with each of ``COPIES`` in
    the deck, as far as it has room. ``one_more``: with one more copy of a card of the set, of those
    that may have one, the card with the best chance of all together; None where there is none, or
    where the deck has no card that nothing asks for.
    """

    held: int
    alone: Fraction
    by_copies: tuple[Fraction, ...]
    one_more: OneMore | None


class Odds(NamedTuple):
    """The chances of a deck.

    ``hands``: how many there are; ``together``: of all asks, or any; ``rest``: cards of the deck
    that nothing asks for.
    """

    hands: int
    together: Fraction
    asks: tuple[AskOdds, ...]
    rest: int


class Hands(Protocol):
    """All hands of a deck, in one of the ways to count them."""

    def good(self, rest: int, hand: int, more: tuple[int, ...]) -> int:
        """The good ones of so many cards, with so many of the deck that nothing asks for.

        ``more``: one card more is in them, for these asks; it is not counted in ``hand``.
        """


def odds(
    deck: Sequence[Identity | None],
    asks: Sequence[Ask],
    hand: int,
    *,
    any_of: bool = False,
    may_add: Callable[[Identity], bool] = lambda _: True,
) -> Odds:
    """The chances of hands of so many cards of the deck, which must have as many.

    ``any_of``: one of the asks is enough, else a hand has to meet all. ``may_add``: whether the
    deck may have one more copy of a card.
    """
    asking = [_asking(card, asks) for card in deck]
    rest = asking.count(())
    amounts = [ask.amount for ask in asks]
    hands = _counting([one for one in asking if one], amounts, hand, any_of=any_of)
    count = comb(len(deck), hand)
    together = Fraction(hands.good(rest, hand, ()), count)
    known: dict[tuple[int, ...], Fraction] = {}

    def with_one_more(card: Identity) -> Fraction:
        of = _asking(card, asks)
        if of not in known:
            ways = hands.good(rest - 1, hand, ()) + hands.good(rest - 1, hand - 1, of)
            known[of] = Fraction(ways, count)
        return known[of]

    def of(ask: Ask) -> AskOdds:
        size, wanted = len(deck), frozenset(ask.cards)
        held = sum(card in wanted for card in deck)
        chances = [alone(size, copies, ask.amount, hand) for copies in COPIES if copies <= size]
        best = None
        if rest:
            order = sorted(ask.cards, key=with_one_more, reverse=True)
            card = next(filter(may_add, order), None)
            if card is not None:
                more = alone(size, held + 1, ask.amount, hand)
                best = OneMore(card, more, with_one_more(card))
        return AskOdds(held, alone(size, held, ask.amount, hand), tuple(chances), best)

    return Odds(count, together, tuple(map(of, asks)), rest)


def alone(size: int, held: int, amount: SizeRange, hand: int) -> Fraction:
    """The chance of such an amount out of the ``held`` cards of a set in a deck of that size."""
    ways = (
        comb(held, drawn) * comb(size - held, hand - drawn)
        for drawn in range(min(held, hand) + 1)
        if drawn in amount
    )
    return Fraction(sum(ways), comb(size, hand))


def _asking(card: Identity | None, asks: Iterable[Ask]) -> tuple[int, ...]:
    """The asks whose sets the card is in."""
    return tuple(number for number, ask in enumerate(asks) if card in ask.cards)


def _counting(
    cards: Sequence[tuple[int, ...]], amounts: Sequence[SizeRange], hand: int, *, any_of: bool
) -> Hands:
    """The quicker way to count the hands of cards, each of which is given by its asks."""
    best = min(WAYS, key=lambda way: way.effort(cards, amounts, hand))
    return best(cards, amounts, hand, any_of=any_of)

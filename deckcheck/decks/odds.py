"""The exact chances that an opening hand is one that is wanted.

Cards that are in the sets of the same wants are alike, and make a class. Hands are not listed, let
alone tried: class by class, the hands that may be drawn from the classes so far are counted by how
many cards of each set they hold, and what a want does not tell apart (three where one is enough)
is counted as one. Where sets overlap, a card counts for each of them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from deckcheck.decks.hands import Identity
from deckcheck.model import SizeRange

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
    the deck, as far as it has room. ``one_more``: with one more copy of a card of the set, the one
    with the best chance of all together; None where the deck has no card that nothing asks for.
    """

    held: int
    alone: Fraction
    by_copies: tuple[Fraction, ...]
    one_more: OneMore | None


class Odds(NamedTuple):
    """The chances of a deck. ``hands``: how many there are; ``together``: of all asks, or any."""

    hands: int
    together: Fraction
    asks: tuple[AskOdds, ...]


def odds(
    deck: Sequence[Identity | None], asks: Sequence[Ask], hand: int, *, any_of: bool = False
) -> Odds:
    """The chances of hands of so many cards of the deck, which must have as many.

    ``any_of``: one of the asks is enough, else a hand has to meet all.
    """
    joint = _Joint(deck, asks, hand, any_of=any_of)
    return Odds(
        comb(len(deck), hand),
        joint.together(),
        tuple(_ask_odds(deck, ask, asks, hand, joint) for ask in asks),
    )


def alone(size: int, held: int, amount: SizeRange, hand: int) -> Fraction:
    """The chance of such an amount out of the ``held`` cards of a set in a deck of that size."""
    ways = (
        comb(held, drawn) * comb(size - held, hand - drawn)
        for drawn in range(min(held, hand) + 1)
        if drawn in amount
    )
    return Fraction(sum(ways), comb(size, hand))


def _ask_odds(
    deck: Sequence[Identity | None], ask: Ask, asks: Sequence[Ask], hand: int, joint: "_Joint"
) -> AskOdds:
    size, wanted = len(deck), frozenset(ask.cards)
    held = sum(card in wanted for card in deck)
    chances = [alone(size, copies, ask.amount, hand) for copies in COPIES if copies <= size]
    best = None
    if joint.rest:
        together = {card: joint.with_one_more(_asking(card, asks)) for card in ask.cards}
        card = max(together, key=together.__getitem__)
        best = OneMore(card, alone(size, held + 1, ask.amount, hand), together[card])
    return AskOdds(held, alone(size, held, ask.amount, hand), tuple(chances), best)


def _asking(card: Identity | None, asks: Iterable[Ask]) -> tuple[int, ...]:
    """The asks whose sets the card is in."""
    return tuple(number for number, ask in enumerate(asks) if card in ask.cards)


class _Joint:
    """All hands of a deck, counted by what they hold of each set.

    ``rest``: cards that nothing asks for.
    """

    def __init__(
        self, deck: Sequence[Identity | None], asks: Sequence[Ask], hand: int, *, any_of: bool
    ) -> None:
        classes = Counter(_asking(card, asks) for card in deck)
        self.rest = classes.pop((), 0)
        self._hand = hand
        self._hands = comb(len(deck), hand)
        # every number of hands fits in so many bits
        self._bits = len(deck) + 1
        self._tally = _Tally([ask.amount for ask in asks], any_of=any_of)
        self._ways = self._counted(classes)
        self._replaced = self._without_one() if self.rest else []
        self._known: dict[tuple[int, ...], Fraction] = {}

    def together(self) -> Fraction:
        """The chance that a hand meets the asks."""
        good = (way for state, way in self._ways.items() if self._tally.is_good(state))
        ways = sum(self._completed(way, self._hand, self.rest) for way in good)
        return Fraction(ways, self._hands)

    def with_one_more(self, asking: tuple[int, ...]) -> Fraction:
        """That chance with one card more for these asks, and one fewer that nothing asks for."""
        if asking not in self._known:
            add, is_good, more = self._tally.add, self._tally.is_good, self._tally.of(asking)
            without = sum(ways for state, ways, _ in self._replaced if is_good(state))
            within = sum(ways for state, _, ways in self._replaced if is_good(add(state, more)))
            self._known[asking] = Fraction(without + within, self._hands)
        return self._known[asking]

    def _without_one(self) -> list[tuple[int, int, int]]:
        """With one card of the rest fewer: the hands, and those with room for one more card."""
        hand, rest = self._hand, self.rest - 1
        return [
            (state, self._completed(way, hand, rest), self._completed(way, hand - 1, rest))
            for state, way in self._ways.items()
        ]

    def _counted(self, classes: Mapping[tuple[int, ...], int]) -> dict[int, int]:
        """By what they hold, the hands that cards of the classes alone make.

        A number holds a count for each size of hand, the one of size n from bit n * ``_bits`` on.
        """
        kept = [(1 << self._bits * max(self._hand + 1 - short, 0)) - 1
                for short in range(self._tally.shortest + 1)]  # fmt: skip
        ways = {self._tally.start: 1}
        for asking, copies in classes.items():
            more = self._tally.of(asking)
            chosen = [comb(copies, n) << n * self._bits for n in range(min(copies, self._hand) + 1)]
            further = dict(ways)
            for state, way in ways.items():
                for factor in chosen[1:]:
                    state = self._tally.add(state, more)
                    hands = way * factor & kept[0]
                    if not hands:
                        break
                    further[state] = further.get(state, 0) + hands
            ways = {state: hands for state, way in further.items()
                    if (hands := way & kept[self._tally.short(state)])}  # fmt: skip
        return ways

    def _completed(self, way: int, hand: int, rest: int) -> int:
        """The hands of that size that these are with cards of the rest."""
        one = (1 << self._bits) - 1
        return sum(
            (way >> drawn * self._bits & one) * comb(rest, hand - drawn)
            for drawn in range(hand + 1)
        )


class _Tally:
    """How many cards of each set a hand holds, all in one number, and whether it is a good hand.

    An ask has two fields of bits: cards up to its least number, and up to one past its most. The
    top bit of a field is set when that is reached, and then it counts no further. Hands that no
    further card can make good, or bad again, are all the same.
    """

    def __init__(self, amounts: Sequence[SizeRange], *, any_of: bool) -> None:
        bounds = [(amount.least, 0 if amount.most is None else amount.most + 1)
                  for amount in amounts]  # fmt: skip
        self._any_of = any_of
        self.shortest = max(least for least, _ in bounds)
        self._top = max(max(pair) for pair in bounds).bit_length()
        width = self._top + 1
        self._past = self._top + width
        full = 1 << self._top
        self.start = self._all = self._settling = 0
        self._ones: list[int] = []
        for number, (least, past) in enumerate(bounds):
            lower, upper = 1 << 2 * number * width, 1 << (2 * number + 1) * width
            self._all |= lower
            self.start |= (full - least) * lower | ((full - past) * upper if past else 0)
            self._ones.append(lower | (upper if past else 0))
            # of many asks an unbounded one is met for good; of all, one that is exceeded is lost
            self._settling |= (0 if past else lower) if any_of else (upper if past else 0)

    def of(self, asking: Iterable[int]) -> int:
        """A card that is in the sets of these asks."""
        return sum(self._ones[number] for number in asking)

    def add(self, state: int, card: int) -> int:
        """The hand with the card; fields that are full stay as they are."""
        state += card & ~(state >> self._top)
        settled = state >> self._top & self._settling
        return (settled and (settled & -settled) << self._top) or state

    def short(self, state: int) -> int:
        """The fewest further cards that may make it a good hand, as far as can be told easily."""
        if self._any_of:
            return 0
        short = 0
        while self._all & ~(state >> self._top) and short < self.shortest:
            state += self._all & ~(state >> self._top)
            short += 1
        return short

    def is_good(self, state: int) -> bool:
        """Whether the hand meets the asks."""
        met = self._all & state >> self._top & ~(state >> self._past)
        return met != 0 if self._any_of else met == self._all

"""Hands counted by what they hold of each set, where many of them hold the same.

Cards that are in the sets of the same wants are alike, and make a class. Hands are not listed, let
alone tried: class by class, the hands that may be drawn from the classes so far are counted by how
many cards of each set they hold, and what a want does not tell apart (three where one is enough)
is counted as one.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import comb, prod

from deckcheck.model import SizeRange


class TalliedHands:
    """The hands of cards, each given by the numbers of the asks whose sets it is in."""

    @staticmethod
    def effort(cards: Sequence[tuple[int, ...]], amounts: Sequence[SizeRange], hand: int) -> float:
        """About how many steps the counting takes."""
        classes = len(set(cards))
        told = prod(_bounds(amount, hand)[0] + _bounds(amount, hand)[1] + 1 for amount in amounts)
        return classes * min(told, comb(classes + hand, hand))

    def __init__(
        self, cards: Sequence[tuple[int, ...]], amounts: Sequence[SizeRange], hand: int, *,
        any_of: bool,
    ) -> None:  # fmt: skip
        """``any_of``: one of the asks is enough, else a good hand meets all."""
        self._hand = hand
        self._cards = len(cards)
        self._tally = _Tally([_bounds(amount, hand) for amount in amounts], any_of=any_of)
        # every number of hands fits in so many bits
        self._bits = len(cards) + 1
        self._ways = self._counted(Counter(cards))

    def good(self, rest: int, hand: int, more: tuple[int, ...]) -> int:
        """The good ones of so many cards, with so many of the deck that nothing asks for.

        ``more``: one card more is in them, for these asks; it is not counted in ``hand``.
        """
        add, is_good, card = self._tally.add, self._tally.is_good, self._tally.of(more)
        good = (way for state, way in self._ways.items() if is_good(add(state, card)))
        return sum(self._completed(way, hand, rest) for way in good)

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

    def __init__(self, bounds: Sequence[tuple[int, int]], *, any_of: bool) -> None:
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


def _bounds(amount: SizeRange, hand: int) -> tuple[int, int]:
    """The least number, and one past the most; 0 where no hand has more."""
    past = 0 if amount.most is None or amount.most >= hand else amount.most + 1
    return min(amount.least, hand + 1), past

"""Hands counted one by one but for their last three cards, which are counted all at once.

Which three cards make a hand a good one, depends on what the hand holds of each set so far. For a
single set that is a row of bits, one for each three cards of the deck; for all of them it is what
their rows have in common. So hands of six are counted by hands of three: of sixty different cards
there are 34,220 of these, and fifty million of those.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from operator import and_

from deckcheck.model import SizeRange

_AT_ONCE = 3
_MOST_CARDS = 70
"""Of more cards, the rows are too long to be quick."""
_BITS_A_STEP = 10_000
"""So many bits of a row take as long as all else that is done for a hand."""
_NEVER = 1 << 20
"""More cards than any hand has: so many are short of what cannot be reached."""


class HandsByThrees:
    """The hands of cards, each given by the numbers of the asks whose sets it is in."""

    @staticmethod
    def effort(cards: Sequence[tuple[int, ...]], _: Sequence[SizeRange], hand: int) -> float:
        """About how many steps the counting takes, with one more card of each kind."""
        size = len(cards)
        if size > _MOST_CARDS:
            return float("inf")
        hands = [comb(size, drawn) for drawn in range(max(hand - _AT_ONCE, 0) + 1)]
        steps = sum(hands) + len(set(cards)) * (sum(hands[:-1]) + size)
        return steps * (1 + comb(size, _AT_ONCE) / _BITS_A_STEP)

    def __init__(
        self, cards: Sequence[tuple[int, ...]], amounts: Sequence[SizeRange], hand: int, *,
        any_of: bool,
    ) -> None:  # fmt: skip
        """``any_of``: the hands that fail every ask are counted, and all others are good."""
        self._size = size = len(cards)
        self._any_of = any_of
        self._width = (hand + 1).bit_length()
        self._cards = [self._holding(asking) for asking in cards]
        fits = [[(held in amount) != any_of for held in range(hand + 1)] for amount in amounts]
        within = _threes_with(size)
        threes = [
            _threes_by_held([within[card] for card in range(size) if number in cards[card]],
                            comb(size, _AT_ONCE), fit)
            for number, fit in enumerate(fits)
        ]  # fmt: skip
        short = [*map(_short_by_held, fits)]
        # what all asks have in common is looked up in two halves, of which there are few
        half, every = len(amounts) // 2, (1 << comb(size, _AT_ONCE)) - 1
        self._low = (1 << half * self._width) - 1
        self._lower, self._upper = (
            _Table(part, self._width, and_, every) for part in (threes[:half], threes[half:])
        )
        self._lower_short, self._upper_short = (
            _Table(part, self._width, max, 0) for part in (short[:half], short[half:])
        )
        # the threes are in the order of their first card, from the last one on
        self._behind = [(1 << comb(size - 1 - last, _AT_ONCE)) - 1 for last in range(-1, size)]
        self._counts: dict[tuple[int, tuple[int, ...]], list[int]] = {}

    def good(self, rest: int, hand: int, more: tuple[int, ...]) -> int:
        """The good ones of so many cards, with so many of the deck that nothing asks for.

        ``more``: one card more is in them, for these asks; it is not counted in ``hand``.
        """
        if hand < 0:
            return 0
        if (hand, more) not in self._counts:
            self._counts[hand, more] = self._by_drawn(hand, self._holding(more))
        drawn = self._counts[hand, more]
        found = sum(ways * comb(rest, hand - cards) for cards, ways in enumerate(drawn))
        return comb(self._size + rest, hand) - found if self._any_of else found

    def _by_drawn(self, hand: int, start: int) -> list[int]:
        """For each number of cards that are asked for, the hands of no others that are good.

        With as many further cards, of those that nothing asks for, as make the hand full.
        """
        found = [
            sum(self._is_good(start + sum(drawn)) for drawn in combinations(self._cards, number))
            for number in range(min(hand + 1, _AT_ONCE))
        ]
        hands: Iterable[tuple[int, int]] = [(start, -1)]
        for drawn in range(hand - _AT_ONCE + 1):
            if drawn:
                hands = self._further(hands, hand - drawn)
            if drawn < hand - _AT_ONCE:
                hands = [*hands]
            found.append(sum(self._threes(hands)))
        return found

    def _threes(self, hands: Iterable[tuple[int, int]]) -> Iterator[int]:
        """For each hand, the three cards behind its last one that make it good."""
        low, shift = self._low, self._low.bit_length()
        lower, upper, behind = self._lower, self._upper, self._behind
        for held, last in hands:
            yield (behind[last + 1] & lower[held & low] & upper[held >> shift]).bit_count()

    def _further(self, hands: Iterable[tuple[int, int]], left: int) -> Iterator[tuple[int, int]]:
        """The hands with a card more, of which that many more may still make a good one."""
        low, shift = self._low, self._low.bit_length()
        lower, upper = self._lower_short, self._upper_short
        for held, last in hands:
            for card in range(last + 1, self._size - _AT_ONCE):
                more = held + self._cards[card]
                if lower[more & low] <= left and upper[more >> shift] <= left:
                    yield more, card

    def _is_good(self, held: int) -> bool:
        low, high = held & self._low, held >> self._low.bit_length()
        return not (self._lower_short[low] or self._upper_short[high])

    def _holding(self, asking: tuple[int, ...]) -> int:
        """A card of these asks, as what a hand holds of each set: a number in fields of bits."""
        return sum(1 << number * self._width for number in asking)


class _Table(dict[int, int]):
    """What is told by how much a hand holds of some sets, found when it is first asked for.

    ``columns``: what each set tells, by how many of its cards are held. It is a mapping itself so
    that what is known is looked up by the interpreter alone.
    """

    def __init__(
        self, columns: Sequence[Sequence[int]], width: int, join: Callable[[int, int], int],
        start: int,
    ) -> None:  # fmt: skip
        self._columns = columns
        self._width = width
        self._join = join
        self._start = start

    def __missing__(self, held: int) -> int:
        told, mask = self._start, (1 << self._width) - 1
        for number, column in enumerate(self._columns):
            told = self._join(told, column[held >> number * self._width & mask])
        self[held] = told
        return told


def _threes_with(size: int) -> list[int]:
    """For each card, the threes that have it; the threes are in the order of ``_behind``."""
    rows = [bytearray(comb(size, _AT_ONCE) // 8 + 1) for _ in range(size)]
    place = 0
    for first in range(size - 1, -1, -1):
        for others in combinations(range(first + 1, size), _AT_ONCE - 1):
            for card in (first, *others):
                rows[card][place >> 3] |= 1 << (place & 7)
            place += 1
    return [int.from_bytes(row, "little") for row in rows]


def _threes_by_held(within: Sequence[int], threes: int, fits: Sequence[bool]) -> list[int]:
    """The threes with which so many fit, by how many cards of a set a hand holds.

    ``within``: for each card of the set, the threes that have it; ``fits``: whether so many cards
    of it are wanted.
    """
    ones = twos = 0
    for row in within:
        ones, twos = ones ^ row, twos | ones & row
    # a three with all its cards in the set has both bits: 1 + 1 makes 2, and 1 more is kept
    every = (1 << threes) - 1
    exactly = (every & ~(ones | twos), ones & ~twos, twos & ~ones, ones & twos)
    more = [*fits, *(False,) * (_AT_ONCE + 1)]
    return [
        sum(part for number, part in enumerate(exactly) if more[held + number])
        for held in range(len(fits) + 1)
    ]


def _short_by_held(fits: Sequence[bool]) -> list[int]:
    """The fewest further cards with which so many fit, by how many a hand holds."""
    return [
        next((more for more, fit in enumerate(fits[held:]) if fit), _NEVER)
        for held in range(len(fits) + 1)
    ]

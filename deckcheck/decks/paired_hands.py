"""Hands counted one by one but for their last two cards, which are counted all at once.

Which pairs of cards make a hand a good one, depends on what the hand holds of each set so far. For
a single set that is a matrix of bits, a row and a column for each card; for all of them it is what
their matrices have in common. So a hand of five is counted by the hands of three: a thousandth of
the hands there are.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import comb
from operator import and_

from deckcheck.model import SizeRange

_MOST_CARDS = 70
"""Of more cards, matrices are too large to be quick."""
_NEVER = 1 << 20


class PairedHands:
    """The hands of cards, each given by the numbers of the asks whose sets it is in."""

    @staticmethod
    def effort(cards: Sequence[tuple[int, ...]], _: Sequence[SizeRange], hand: int) -> float:
        """About how many steps the counting takes, with one more card of each kind."""
        if len(cards) > _MOST_CARDS:
            return float("inf")
        hands = [comb(len(cards), drawn) for drawn in range(hand - 1)]
        return sum(hands) + len(set(cards)) * sum(hands[:-1])

    def __init__(
        self, cards: Sequence[tuple[int, ...]], amounts: Sequence[SizeRange], hand: int, *,
        any_of: bool,
    ) -> None:  # fmt: skip
        """``any_of``: the hands that fail every ask are counted, and all others are good."""
        self._size = len(cards)
        self._any_of = any_of
        self._width = (hand + 1).bit_length()
        self._cards = [self._holding(asking) for asking in cards]
        fits = [[(held in amount) != any_of for held in range(hand + 1)] for amount in amounts]
        pairs = [
            _pairs_by_held([number in asking for asking in cards], fit)
            for number, fit in enumerate(fits)
        ]
        short = [*map(_short_by_held, fits)]
        # what all asks have in common is looked up in two halves, of which there are few
        half, every = len(amounts) // 2, (1 << len(cards) ** 2) - 1
        self._low = (1 << half * self._width) - 1
        self._lower, self._upper = (
            _Table(part, self._width, and_, every) for part in (pairs[:half], pairs[half:])
        )
        self._lower_short, self._upper_short = (
            _Table(part, self._width, max, 0) for part in (short[:half], short[half:])
        )
        self._behind = [self._pairs_behind(last) for last in range(-1, self._size)]
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
        found = [int(self._is_good(start))]
        if hand and self._size:
            found.append(sum(self._is_good(start + card) for card in self._cards))
        hands: Iterable[tuple[int, int]] = [(start, -1)]
        for drawn in range(hand - 1):
            if drawn:
                hands = self._further(hands, hand - drawn)
            if drawn < hand - 2:
                hands = [*hands]
            found.append(sum(self._pairs(hands)))
        return found

    def _pairs(self, hands: Iterable[tuple[int, int]]) -> Iterator[int]:
        """For each hand, the pairs of cards behind its last one that make it good."""
        low, shift = self._low, self._low.bit_length()
        lower, upper, behind = self._lower, self._upper, self._behind
        for held, last in hands:
            yield (lower[held & low] & upper[held >> shift] & behind[last + 1]).bit_count()

    def _further(self, hands: Iterable[tuple[int, int]], left: int) -> Iterator[tuple[int, int]]:
        """The hands with a card more, of which that many more may still make a good one."""
        low, shift = self._low, self._low.bit_length()
        lower, upper = self._lower_short, self._upper_short
        for held, last in hands:
            for card in range(last + 1, self._size):
                more = held + self._cards[card]
                if lower[more & low] <= left and upper[more >> shift] <= left:
                    yield more, card

    def _is_good(self, held: int) -> bool:
        low, high = held & self._low, held >> self._low.bit_length()
        return not (self._lower_short[low] or self._upper_short[high])

    def _holding(self, asking: tuple[int, ...]) -> int:
        """A card of these asks, as what a hand holds of each set: a number in fields of bits."""
        return sum(1 << number * self._width for number in asking)

    def _pairs_behind(self, last: int) -> int:
        """The pairs of two cards behind the last one, the first of them by its row."""
        size = self._size
        return sum(
            ((1 << size) - (1 << first + 1)) << first * size for first in range(last + 1, size)
        )


class _Table(dict[int, int]):
    """What is told by how much a hand holds of some sets, found when it is first asked for.

    ``columns``: what each set tells, by how many of its cards are held.
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


def _pairs_by_held(mine: Sequence[bool], fits: Sequence[bool]) -> list[int]:
    """The pairs of cards with which so many fit, by how many cards of a set a hand holds.

    ``mine``: whether a card is in the set; ``fits``: whether so many cards of it are wanted.
    """
    size = len(mine)
    inside = sum(1 << card for card, is_mine in enumerate(mine) if is_mine)
    outside = (1 << size) - 1 - inside

    def rows(first: int, second: int) -> int:
        return sum(second << card * size for card in range(size) if first >> card & 1)

    none, both = rows(outside, outside), rows(inside, inside)
    one = rows(inside, outside) | rows(outside, inside)
    more = [*fits, False, False, False]
    return [
        none * more[held] | one * more[held + 1] | both * more[held + 2]
        for held in range(len(fits) + 1)
    ]


def _short_by_held(fits: Sequence[bool]) -> list[int]:
    """The fewest further cards with which so many fit, by how many a hand holds."""
    return [
        next((more for more, fit in enumerate(fits[held:]) if fit), _NEVER)
        for held in range(len(fits) + 1)
    ]

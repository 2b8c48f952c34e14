"""Which copies may be taken out of a deck so that no cap on copies or points is exceeded.

Every set of removals that could be the best is found, told apart by how many copies of each kind
it removes: which kinds they are decides on what else is to be done for the sizes of sections.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from deckcheck.errors import DeckcheckError

_MOST_STATES = 200_000
"""Sets of copies that are compared, in seconds; real lists never ask for a thousand."""


class Pile(NamedTuple):
    """Copies that can take each other's place, the first to go first.

    ``kind`` is a number; ``points`` are those of each copy; ``caps`` are the exceeded ones that
    count it, by number.
    """

    copies: tuple[int, ...]
    kind: int
    points: int
    caps: tuple[int, ...]


class Due(NamedTuple):
    """How many copies of each exceeded cap have to go, and how many points."""

    copies: tuple[int, ...]
    points: int


Numbers = tuple[int, ...]
"""How many copies of each kind are removed."""


class _Taken(NamedTuple):
    """The best known way to a state: the more points, then the later copies, the better.

    ``before`` is the way to the pile before, and how many copies of that pile were taken.
    """

    points: int
    rank: int
    number: int
    before: "_Taken | None"


_Needs = tuple[int, ...]
_States = dict[tuple[Numbers, _Needs], _Taken]


def removals(
    piles: Sequence[Pile], due: Due, kinds: int, most: int | None = None
) -> dict[Numbers, tuple[int, ...]]:
    """The copies of each set of removals that ends every excess, by its numbers of each kind.

    Of sets with the same numbers there is one, and none that holds another one. ``most``: sets of
    more copies are left out. DeckcheckError for caps that share so many copies with each other that
    it would take for ever, as those of no real list do.
    """
    ordered = sorted(piles, key=lambda pile: (min(pile.caps, default=len(due.copies)),
                                              -pile.points, pile.copies))  # fmt: skip
    later = _Later(ordered, due)
    states: _States = {((0,) * kinds, due.copies): _Taken(0, 0, 0, None)}
    for at, pile in enumerate(ordered):
        following: _States = {}
        for (numbers, needs), taken in states.items():
            left = None if most is None else most - sum(numbers)
            for number in range(_largest(pile, needs, due.points - taken.points, left) + 1):
                state = _plus(numbers, pile.kind, number), _less(needs, pile.caps, number)
                points = min(taken.points + number * pile.points, due.points)
                rest = None if left is None else left - number
                if not later.can_meet(at, state[1], due.points - points, rest):
                    continue
                rank = taken.rank + sum(pile.copies[:number])
                best = following.get(state)
                if best is None or (points, rank) > best[:2]:
                    following[state] = _Taken(points, rank, number, taken)
        states = following
        if len(states) > _MOST_STATES:
            raise DeckcheckError(
                "too many limits are exceeded by the same cards; take some out by hand first"
            )
    ends = {numbers: taken for (numbers, _), taken in states.items()}
    return {numbers: _copies(ordered, ends[numbers]) for numbers in _smallest(ends)}


class _Later:
    """What the piles behind each one can still give."""

    def __init__(self, piles: Sequence[Pile], due: Due) -> None:
        self._copies: list[list[int]] = []
        self._points: list[list[int]] = []
        for at in range(1, len(piles) + 1):
            behind = piles[at:]
            self._copies.append([
                sum(len(pile.copies) for pile in behind if cap in pile.caps)
                for cap in range(len(due.copies))
            ])  # fmt: skip
            sums = [0]
            each = (pile.points for pile in behind for _ in pile.copies if due.points)
            for points in sorted(each, reverse=True):
                sums.append(sums[-1] + points)
            self._points.append(sums)

    def can_meet(self, at: int, needs: _Needs, points: int, left: int | None) -> bool:
        """Whether the piles behind a place can, with so many copies left to be taken."""
        if left is not None and max(needs, default=0) > left:
            return False
        if any(need > copies for need, copies in zip(needs, self._copies[at], strict=True)):
            return False
        sums = self._points[at]
        last = len(sums) - 1 if left is None else min(left, len(sums) - 1)
        return points <= sums[last]


def _largest(pile: Pile, needs: _Needs, points: int, left: int | None) -> int:
    """The most copies of the pile that may be needed: with fewer, some excess may be left."""
    largest = max((needs[cap] for cap in pile.caps), default=0)
    if pile.points and points > 0:
        largest = max(largest, -(-points // pile.points))
    most = len(pile.copies) if left is None else min(len(pile.copies), left)
    return min(largest, most)


def _plus(numbers: Numbers, kind: int, number: int) -> Numbers:
    return (*numbers[:kind], numbers[kind] + number, *numbers[kind + 1 :])


def _less(needs: _Needs, caps: Sequence[int], number: int) -> _Needs:
    if not number:
        return needs
    return tuple(max(need - number, 0) if cap in caps else need for cap, need in enumerate(needs))


def _smallest(ends: Mapping[Numbers, _Taken]) -> list[Numbers]:
    """Those that have no other one within them; fewer copies first, then later ones."""
    found: list[Numbers] = []
    for numbers in sorted(ends, key=lambda numbers: (sum(numbers), -ends[numbers].rank, numbers)):
        if not any(
            all(few <= many for few, many in zip(other, numbers, strict=True)) for other in found
        ):
            found.append(numbers)
    return found


def _copies(piles: Sequence[Pile], taken: _Taken) -> tuple[int, ...]:
    found: list[int] = []
    way: _Taken | None = taken
    for pile in reversed(piles):
        if way is None:
            break
        found += pile.copies[: way.number]
        way = way.before
    return tuple(sorted(found))

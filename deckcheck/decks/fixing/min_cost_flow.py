"""The cheapest flow through a small network: as much as can flow, at the least cost."""

from collections import deque
from collections.abc import Hashable, Sequence
from typing import NamedTuple


class Edge(NamedTuple):
    """A way from one node to another, for so many units at most, at a cost for each."""

    tail: Hashable
    head: Hashable
    capacity: int
    cost: int


class _Residual:
    """What can still flow: each edge and, directly behind it, the way back."""

    def __init__(self, edges: Sequence[Edge]) -> None:
        self.heads: list[Hashable] = []
        self.left: list[int] = []
        self.costs: list[int] = []
        self.ways: dict[Hashable, list[int]] = {}
        for tail, head, capacity, cost in edges:
            for start, end, most, price in ((tail, head, capacity, cost), (head, tail, 0, -cost)):
                self.ways.setdefault(start, []).append(len(self.heads))
                self.heads.append(end)
                self.left.append(most)
                self.costs.append(price)

    def cheapest_path(self, source: Hashable, sink: Hashable) -> list[int]:
        """The ways of the cheapest path on which something can flow; none where there is none.

        A cost may be below zero, but no circle's is.
        """
        costs: dict[Hashable, int] = {source: 0}
        by: dict[Hashable, int] = {}
        waiting = deque([source])
        while waiting:
            node = waiting.popleft()
            for way in self.ways.get(node, ()):
                head, cost = self.heads[way], costs[node] + self.costs[way]
                if self.left[way] and cost < costs.get(head, cost + 1):
                    costs[head] = cost
                    by[head] = way
                    if head not in waiting:
                        waiting.append(head)
        path: list[int] = []
        node = sink
        while node in by and node != source:
            path.append(by[node])
            node = self.heads[by[node] ^ 1]
        return path

    def send(self, path: Sequence[int]) -> None:
        """Let as much flow along the path as can."""
        units = min(self.left[way] for way in path)
        for way in path:
            self.left[way] -= units
            self.left[way ^ 1] += units


def cheapest_flow(edges: Sequence[Edge], source: Hashable, sink: Hashable) -> list[int]:
    """The units on each edge, of the cheapest among the largest flows."""
    residual = _Residual(edges)
    while path := residual.cheapest_path(source, sink):
        residual.send(path)
    return residual.left[1::2]

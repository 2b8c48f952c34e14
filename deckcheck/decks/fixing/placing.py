"""Where the copies of a deck go so that its sections have allowed sizes, at the least cost.

The cost is lexicographic: cards that are missing after all, then removals, moves, ids to replace.
It is one number, so that a flow can be the cheapest.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

from deckcheck.codecs.unpacked import MOST_CARDS
from deckcheck.decks.fixing.min_cost_flow import Edge, cheapest_flow
from deckcheck.model import SECTIONS, Section, SizeRange

MOST_COPIES = MOST_CARDS
_WEIGHT = MOST_COPIES + 1
REPLACE, MOVE, REMOVE, MISSING = (_WEIGHT**power for power in range(4))
"""What each id to replace costs, each move, each removal and each card that is missing.

A deck has at most ``MOST_COPIES`` copies, so as many of one as can be cost less than one of the
next: that is what makes the fewest of the dearer ones the cheapest.
"""

SKILLS = "skill"
"""What is missing where skill cards are."""
_REMOVED = "removed"
_SOURCE, _SINK = "source", "sink"


class Kind(NamedTuple):
    """What copies have in common that can take each other's place.

    ``fits``: the sections they may stand in, none for skill cards, which count in no section.
    ``at``: the section they stand in, None where moving them costs nothing. ``legend``: the cap on
    LEGEND cards that they count for. ``old``: their id is to be replaced. Of copies that are not
    ``known`` no more go or move than have to for a cap.
    """

    fits: tuple[Section, ...]
    at: Section | None
    legend: str | None = None
    old: bool = False
    known: bool = True


class Room(NamedTuple):
    """What the sections take. ``fixed``: lines in them that neither go nor move.

    ``legends``: how many LEGEND cards of each kind may stand in the sections of ``legends_in``.
    ``skills``: the fewest skill cards.
    """

    sizes: Mapping[Section, tuple[SizeRange, ...]]
    fixed: Mapping[Section, int]
    legends: Mapping[str, int]
    legends_in: tuple[Section, ...]
    skills: int


Goes = Mapping[tuple[Kind, Section | None], int]
"""How many copies of a kind go to a section they do not stand in; to None: out of the deck."""


class Placed(NamedTuple):
    """The cheapest way to place copies. ``missing``: cards that a section has too few of.

    ``too_many``: cards that it has too many of, none of which can go.
    """

    cost: int
    goes: Goes
    missing: Mapping[str, int]
    too_many: Mapping[Section, int]


def placed(copies: Mapping[Kind, int], room: Room) -> Placed:
    """The cheapest way to place so many copies of each kind."""
    kinds = [kind for kind, number in copies.items() if number and kind.known]
    stay = {section: room.fixed[section] + _unknown(copies, section) for section in SECTIONS}
    room = room._replace(fixed=stay)
    ranges = product(*(room.sizes[section] for section in SECTIONS))
    ways = (
        _placed(copies, kinds, room, dict(zip(SECTIONS, sizes, strict=True)), doors)
        for sizes in ranges
        for doors in _doors(kinds, room)
    )
    return min(ways, key=lambda way: way.cost)


def _unknown(copies: Mapping[Kind, int], section: Section) -> int:
    return sum(number for kind, number in copies.items() if not kind.known and kind.at == section)


Doors = Mapping[tuple[str, Section], int]
"""How many LEGEND cards of a kind may go into a section."""


def _doors(kinds: list[Kind], room: Room) -> Iterator[Doors]:
    """Every way to share what is allowed of LEGEND cards among the sections they may stand in."""
    shares: list[list[Doors]] = []
    for legend, allowed in room.legends.items():
        of_kind = [kind for kind in kinds if kind.legend == legend]
        into = [s for s in room.legends_in if any(s in kind.fits for kind in of_kind)]
        shares.append([
            {(legend, section): number for section, number in zip(into, numbers, strict=True)}
            for numbers in product(range(allowed + 1), repeat=len(into))
            if sum(numbers) == allowed or not into
        ])  # fmt: skip
    for share in product(*shares):
        yield {door: number for part in share for door, number in part.items()}


def _placed(
    copies: Mapping[Kind, int],
    kinds: list[Kind],
    room: Room,
    sizes: Mapping[Section, SizeRange],
    doors: Doors,
) -> Placed:
    """The cheapest way with one range of sizes for each section."""
    needs = {**_needs(sizes, room), SKILLS: room.skills}
    ends = [*_ends(sizes, room, needs, sum(copies.values()))]
    ends += [Edge(door, door[1], number, 0) for door, number in doors.items()]
    ends += [Edge(_SOURCE, kind, copies[kind], 0) for kind in kinds]
    ways = [way for kind in kinds for way in _ways(kind, copies[kind], doors)]
    edges = [*ends, *(edge for _, edge in ways)]
    flows = cheapest_flow(edges, _SOURCE, _SINK)
    goes = {
        (kind, to): flow
        for ((kind, to), _), flow in zip(ways, flows[len(ends) :], strict=True)
        if flow and (to is None or to != kind.at)
    }
    met = {str(edge.tail): flow for edge, flow in zip(edges, flows, strict=True) if edge.cost < 0}
    missing = {part: need - met[part] for part, need in needs.items() if need > met[part]}
    too_many = {
        section: room.fixed[section] - most
        for section in SECTIONS
        if (most := sizes[section].most) is not None and room.fixed[section] > most
    }
    cost = sum(edge.cost * flow for edge, flow in zip(edges, flows, strict=True))
    cost += MISSING * (sum(needs.values()) + sum(too_many.values()))
    return Placed(cost, goes, missing, too_many)


def _needs(sizes: Mapping[Section, SizeRange], room: Room) -> dict[str, int]:
    """How many cards each section must get, beside those that are fixed in it."""
    return {section: max(sizes[section].least - room.fixed[section], 0) for section in SECTIONS}


def _ends(
    sizes: Mapping[Section, SizeRange], room: Room, needs: Mapping[str, int], copies: int
) -> Iterator[Edge]:
    """What the sections, the skills and what is removed take; what must be is taken first."""
    for section in SECTIONS:
        most = sizes[section].most
        left = copies if most is None else max(most - room.fixed[section], 0)
        yield Edge(section, _SINK, needs[section], -MISSING)
        yield Edge(section, _SINK, max(left - needs[section], 0), 0)
    yield Edge(SKILLS, _SINK, needs[SKILLS], -MISSING)
    yield Edge(SKILLS, _SINK, copies, 0)
    yield Edge(_REMOVED, _SINK, copies, 0)


def _ways(
    kind: Kind, number: int, doors: Doors
) -> Iterator[tuple[tuple[Kind, Section | None], Edge]]:
    """Where copies of a kind may go, and stay, each with its edge; None is out of the deck."""
    stays = REPLACE if kind.old else 0
    yield (kind, None), Edge(kind, _REMOVED, number, REMOVE)
    if not kind.fits:
        yield (kind, kind.at), Edge(kind, SKILLS, number, stays)
    for section in kind.fits:
        move = MOVE if kind.at not in (None, section) else 0
        door = (str(kind.legend), section)
        yield (kind, section), Edge(kind, door if door in doors else section, number, stays + move)

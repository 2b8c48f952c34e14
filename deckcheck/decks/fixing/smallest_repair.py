"""The smallest change that makes a deck legal: what to remove, to move, and which ids to replace.

Smallest is the fewest removals, of those the fewest moves, of those the fewest ids to replace. No
card is ever added. Lines that cannot be read stay where they are, and so do unknown cards, but for
more copies of one than any card may have.

Two things couple what has to go: points, and the sizes of sections. ``removals`` finds the sets of
copies that end every excess, ``placing`` what else each set asks for so that the sizes are right;
the two cheapest together are the repair. It is first reckoned without regard to where copies stand,
which tells how many have to go. Where several changes are as small, the later copies go.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from deckcheck.decks.fixing.faults import Faults, faults_of, is_out_of_date, numbered
from deckcheck.decks.fixing.placing import (
    MISSING,
    MOST_COPIES,
    REMOVE,
    SKILLS,
    Kind,
    Placed,
    placed,
)
from deckcheck.decks.fixing.reasons import Goes, Reasons
from deckcheck.decks.fixing.removals import Due, Pile, removals
from deckcheck.errors import DeckcheckError
from deckcheck.model import SECTIONS, Copy, Deck, Finding, Ruleset, Section, SizeRange, Terms
from deckcheck.rules import Chosen


class Change(NamedTuple):
    """What happens to a copy: it goes ``to`` a section, or out of the deck where that is None.

    ``place`` is its own in the deck, from 0. ``reasons`` are the findings that this answers, on the
    lines of the deck. ``is_free``: the copy of another card would have done as well.
    """

    copy: Copy
    place: int
    to: Section | None
    reasons: tuple[Finding, ...]
    is_free: bool


class Repair(NamedTuple):
    """The changes, in the order of the deck, and the copies that stay whose ids are to be replaced.

    ``lacks`` says what no change can mend; there are none then, and ``needed`` are those that would
    still be the fewest once it is mended. ``missing``: how many cards each section has too few,
    skill cards under "skill".
    """

    changes: tuple[Change, ...] = ()
    old: tuple[Copy, ...] = ()
    lacks: tuple[str, ...] = ()
    missing: Mapping[str, int] = MappingProxyType({})
    needed: tuple[Change, ...] = ()


class _Found(NamedTuple):
    """The copies that have to go for caps and points, and what happens to the others."""

    cost: int
    taken: tuple[int, ...]
    placed: Placed

    @property
    def removed(self) -> int:
        """Copies that go, but for those that have to in any case."""
        placed = sum(number for (_, to), number in self.placed.goes.items() if to is None)
        return len(self.taken) + placed


def smallest_repair(deck: Deck, terms: Terms, chosen: Chosen) -> Repair:
    """The smallest change after which no chosen rule finds an error that proves something.

    DeckcheckError for so many copies that it is no deck.
    """
    if len(deck.copies) > MOST_COPIES:
        raise DeckcheckError(f"{len(deck.copies):,} cards; a deck to be repaired has up to "
                             f"{MOST_COPIES:,}")  # fmt: skip
    by_place = numbered(deck)
    every = faults = faults_of(by_place, terms, chosen)
    rough = _cheapest(faults, _wherever, None)
    is_lacking = rough.cost >= MISSING
    if is_lacking:
        faults = _without_filling(every, rough.placed.missing)
        rough = _cheapest(faults, _wherever, None)
    found = _cheapest(faults, lambda kind: kind, rough.removed)
    goes = _goes(faults, found)
    reasons = Reasons(by_place, terms, chosen, goes)
    free = _free(faults, goes, deck)
    changes = tuple(
        Change(deck.copies[at], at, to, tuple(reasons.of(deck, at)), at in free)
        for at, to in sorted(goes.items())
    )
    if is_lacking:
        missing = _missing(every, goes)
        lacks = (*_lacks(missing, found.placed.too_many, terms.ruleset, _after(changes)),)
        return Repair(lacks=lacks, missing=missing, needed=changes)
    return Repair(
        changes,
        tuple(
            copy
            for at, copy in enumerate(deck.copies)
            if goes.get(at, copy.section) and is_out_of_date(copy, chosen)
        ),
    )


def _without_filling(faults: Faults, short: Iterable[str]) -> Faults:
    """The faults without what is short, so that nothing is moved only to fill it in vain."""
    room = faults.room
    sizes = {
        section: (SizeRange(0, ranges[-1].most),) if section in short else ranges
        for section, ranges in room.sizes.items()
    }
    skills = 0 if SKILLS in short else room.skills
    return faults._replace(room=room._replace(sizes=sizes, skills=skills))


def _missing(faults: Faults, goes: Goes) -> dict[str, int]:
    """How many cards are missing after the changes, section by section, and skill cards."""
    room = faults.room
    held: Counter[str] = Counter(room.fixed)
    for at, kind in faults.kinds.items():
        section = goes.get(at, kind.at)
        held[SKILLS if not kind.fits and kind.known else str(section)] += section is not None
    missing = {}
    for section, ranges in room.sizes.items():
        size = held[section]
        larger = [sizes.least - size for sizes in ranges if sizes.least > size]
        if larger and not any(size in sizes for sizes in ranges):
            missing[str(section)] = min(larger)
    if held[SKILLS] < room.skills:
        missing[SKILLS] = room.skills - held[SKILLS]
    return missing


def _wherever(kind: Kind) -> Kind:
    """The kind without what tells only how many copies have to move."""
    return kind._replace(at=None, old=False) if kind.known and kind.fits else kind


def _cheapest(faults: Faults, like: Callable[[Kind], Kind], most: int | None) -> _Found:
    """The cheapest repair, where kinds that are ``like`` one another are one.

    ``most``: more copies do not have to go.
    """
    kinds = {at: like(kind) for at, kind in faults.kinds.items()}
    order = {kind: number for number, kind in enumerate(dict.fromkeys(kinds.values()))}
    every = Counter(kinds.values())
    due = Due(tuple(cap.excess for cap in faults.caps), faults.excess)
    sets = removals(list(_piles(faults, kinds, order)), due, len(order), most)
    best: _Found | None = None
    for taken in sets.values():
        cost = REMOVE * len(taken)
        if best and cost >= best.cost:
            continue
        way = placed(every - Counter(kinds[at] for at in taken), faults.room)
        if best is None or cost + way.cost < best.cost:
            best = _Found(cost + way.cost, taken, way)
    assert best  # all copies together are a set that ends every excess
    return best


def _piles(faults: Faults, kinds: Mapping[int, Kind], order: Mapping[Kind, int]) -> Iterator[Pile]:
    """The copies that an excess is about, later ones first."""
    piles: dict[tuple[int, int, tuple[int, ...]], list[int]] = {}
    for at, kind in sorted(kinds.items(), reverse=True):
        points, caps = _excesses(faults, at)
        if caps or points:
            piles.setdefault((order[kind], points, caps), []).append(at)
    for (number, points, caps), copies in piles.items():
        yield Pile(tuple(copies), number, points, caps)


def _excesses(faults: Faults, at: int) -> tuple[int, tuple[int, ...]]:
    """The points that a copy gives back when it goes, and the caps that it counts for."""
    caps = tuple(number for number, cap in enumerate(faults.caps) if at in cap.copies)
    return faults.points.get(at, 0) if faults.excess else 0, caps


def _goes(faults: Faults, found: _Found) -> Goes:
    """Which copies go where; of those of a kind the later ones."""
    goes: dict[int, Section | None] = dict.fromkeys((*faults.gone, *found.taken))
    left: dict[Kind, list[int]] = {}
    for at, kind in sorted(faults.kinds.items()):
        if at not in goes:
            left.setdefault(kind, []).append(at)
    for (kind, to), number in found.placed.goes.items():
        for _ in range(number):
            goes[left[kind].pop()] = to
    return goes


def _free(faults: Faults, goes: Goes, deck: Deck) -> set[int]:
    """The copies that go although one of another card, which stays, could go as well."""
    cards = [copy.identity for copy in deck.copies]
    like = {at: (kind, _excesses(faults, at)) for at, kind in faults.kinds.items()}
    stay: dict[object, set[int | str]] = {}
    for at, alike in like.items():
        if at not in goes:
            stay.setdefault(alike, set()).add(cards[at])
    return {at for at in goes if stay.get(like.get(at), set()) - {cards[at]}}


def _lacks(
    missing: Mapping[str, int], too_many: Mapping[Section, int], ruleset: Ruleset, after: str
) -> Iterator[str]:
    """What is missing, or too many, whatever goes and moves."""
    for part, number in missing.items():
        name = "skill cards" if part == SKILLS else _name(part, ruleset)
        yield f"{name}: {_cards(number)} missing{after}"
    for part, number in too_many.items():
        name = _name(part, ruleset)
        yield f"{name}: {_cards(number)} too many{after}, none of them known"


def _after(changes: Sequence[Change]) -> str:
    """Behind which changes something is lacking."""
    removed = sum(change.to is None for change in changes)
    counts = ((removed, "removal"), (len(changes) - removed, "move"))
    said = [f"{number} {what}{'s' if number > 1 else ''}" for number, what in counts if number]
    return f" after {' and '.join(said)}" if said else ""


def _name(part: str, ruleset: Ruleset) -> str:
    return next(ruleset.sections[section].name for section in SECTIONS if section == part)


def _cards(number: int) -> str:
    return "1 card is" if number == 1 else f"{number} cards are"

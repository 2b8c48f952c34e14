"""A deck as people read it: by section and kind, copies of a card in one row, with its status."""

from collections.abc import Iterator
from typing import NamedTuple

from deckcheck.findings import SKILL_KIND, section_size
from deckcheck.model import (
    SECTIONS,
    STATUSES,
    Card,
    CardRef,
    Copy,
    Deck,
    LimitGroup,
    LimitList,
    Points,
    Problem,
    Section,
    Terms,
    group_title,
)
from deckcheck.points import points_of
from deckcheck.rules import Rule, card_kind, card_pool, not_a_deck_card, unknown_card

UNKNOWN = "unknown"
TOKEN = "token"
CARDS = ("monster", "spell", "trap")
KINDS = (*CARDS, SKILL_KIND, TOKEN, UNKNOWN)
"""What the cards of a section are grouped by, in the order that players list them in."""

_OUT = "not in the pool"
_MARKS: tuple[tuple[Rule, str], ...] = (
    (not_a_deck_card, "not a deck card"), (card_kind, "barred kind"), (card_pool, _OUT),
)  # fmt: skip
"""How a card is marked that one of these rules finds something about; a deck may have none."""

_FORBIDDEN_SKILL = "0"
_NO_LIST = LimitList(None, None, None, "", (), {})


class Row(NamedTuple):
    """The copies of one card, or of one unknown id or name, that stand in a section.

    ``written``: what the deck calls it, each spelling once; ``lines``: of each copy. ``unknown``
    says what is wrong with an unknown one, which has no card. ``allowed``: copies that may be, by
    ruleset, list and pool; ``status``: the list's word, None where it has none. ``points``: of each
    copy, None where no points count; ``in_pool``: None where no pool is judged. ``groups``: names
    of the list's groups that the card is in. ``marks``: all of this in words.
    """

    card: Card | None
    kind: str
    written: tuple[str, ...]
    lines: tuple[int, ...]
    unknown: str | None = None
    allowed: int | None = None
    status: str | None = None
    points: int | None = None
    in_pool: bool | None = None
    groups: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()

    @property
    def copies(self) -> int:
        """How many there are in the section."""
        return len(self.lines)


class Part(NamedTuple):
    """A section, its rows in the order of the file, and the unreadable lines that count in it.

    ``name`` is what the ruleset calls it; ``size`` is the one that counts.
    """

    section: Section
    name: str
    size: int
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]

    def count(self, kind: str) -> int:
        """Cards of the kind, unreadable lines among the unknown ones."""
        held = sum(row.copies for row in self.rows if row.kind == kind)
        return held + (len(self.problems) if kind == UNKNOWN else 0)


class Group(NamedTuple):
    """Cards of a part that are listed together; ``kind`` is None for all that players list."""

    kind: str | None
    size: int
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]


class Listing(NamedTuple):
    """What is shown of a deck. ``skills``: skill cards, where the ruleset counts them in no size.

    ``problems``: unreadable lines that count as no card.
    """

    parts: tuple[Part, ...]
    skills: int
    points: Points | None
    problems: tuple[Problem, ...]


def listing(deck: Deck, terms: Terms) -> Listing:
    """What is shown of the deck; nothing of it is left out."""
    marks: dict[CardRef | None, list[str]] = {}
    for rule, mark in _MARKS:
        for finding in rule.check(deck, terms):
            marks.setdefault(finding.card, []).append(mark)
    parts = tuple(_part(deck, terms, section, marks) for section in SECTIONS)
    has_skills = terms.ruleset.skills is not None
    skills = sum(part.count(SKILL_KIND) for part in parts) if has_skills else 0
    others = tuple(problem for problem in deck.problems if problem.section is None)
    return Listing(parts, skills, points_of(deck, terms), others)


def groups(part: Part) -> Iterator[Group]:
    """The part by kinds, empty ones left out; the Extra Deck's cards stand together."""
    asked: list[tuple[str | None, tuple[str, ...]]] = [(kind, (kind,)) for kind in KINDS]
    if part.section == "extra":
        asked = [(None, CARDS), *asked[len(CARDS) :]]
    for kind, kinds in asked:
        rows = tuple(row for row in part.rows if row.kind in kinds)
        problems = part.problems if kind == UNKNOWN else ()
        if rows or problems:
            yield Group(kind, sum(map(part.count, kinds)), rows, problems)


def _part(
    deck: Deck, terms: Terms, section: Section, marks: dict[CardRef | None, list[str]]
) -> Part:
    held: dict[int | str, list[Copy]] = {}
    for copy in deck.copies:
        if copy.section == section:
            held.setdefault(copy.identity, []).append(copy)
    rows = (
        _known(copies, copies[0].card, terms, marks.get(copies[0].card.ref, []))
        if copies[0].card
        else _unknown(copies, deck, terms)
        for copies in held.values()
    )
    name, size = terms.ruleset.sections[section].name, section_size(deck, terms, section)
    problems = tuple(problem for problem in deck.problems if problem.section == section)
    return Part(section, name, size, tuple(rows), problems)


def _unknown(copies: list[Copy], deck: Deck, terms: Terms) -> Row:
    """The row of an unknown id or name, with what the rule says of it."""
    alone = deck._replace(copies=tuple(copies))
    said = "; ".join(finding.message for finding in unknown_card.check(alone, terms))
    lines = tuple(copy.line for copy in copies)
    return Row(None, UNKNOWN, (copies[0].written,), lines, said)


def _known(copies: list[Copy], card: Card, terms: Terms, by_rules: list[str]) -> Row:
    banlist = terms.banlist or _NO_LIST
    limit, pooled = _limit(card, banlist), _groups(card, banlist)
    caps = [group.allowed for group in pooled]
    caps += [] if limit is None else [limit]
    caps += [0] if card.key in banlist.skill_only else []
    caps += [] if card.kind == SKILL_KIND else [terms.ruleset.copies]
    has_points = terms.cap is not None and card.playable
    row = Row(
        card,
        card.kind,
        tuple(dict.fromkeys(copy.written for copy in copies)),
        tuple(copy.line for copy in copies),
        allowed=0 if by_rules else min(caps, default=None),
        status=next((word for word, allowed in STATUSES.items() if allowed == limit), None),
        points=banlist.points.get(card.key, 0) if has_points else None,
        in_pool=_OUT not in by_rules if terms.pool and card.playable else None,
        groups=tuple(group.name for group in pooled),
    )
    return row._replace(marks=(*_by_list(row, banlist), *_legend(card, terms), *by_rules))


def _limit(card: Card, banlist: LimitList) -> int | None:
    """Copies that the list's entries allow, those on names that the card counts as included."""
    if banlist.skills.get(card.key) == _FORBIDDEN_SKILL:
        return 0
    limits = (banlist.limits.get(key) for key in (card.key, *card.name_groups))
    return min((limit.allowed for limit in limits if limit), default=None)


def _groups(card: Card, banlist: LimitList) -> list[LimitGroup]:
    keys = {card.key, *card.name_groups}
    by_skill = banlist.skills.get(card.key)
    return [group for group in banlist.groups if group.name == by_skill or keys & group.cards]


def _by_list(row: Row, banlist: LimitList) -> Iterator[str]:
    """What the list says of a card, as people say it."""
    if row.card and row.card.key in banlist.skill_only:
        yield "only by a skill"
    if row.status:
        yield row.status.title()
    for group in row.groups:
        yield group_title(group)
    if row.points:
        yield "1 point" if row.points == 1 else f"{row.points} points"


def _legend(card: Card, terms: Terms) -> list[str]:
    return ["LEGEND"] if terms.ruleset.legends and "legend" in card.flags else []

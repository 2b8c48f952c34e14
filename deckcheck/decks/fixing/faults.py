"""What of a deck may not stay as it is, said in numbers that a repair can be reckoned from.

It is taken from the findings of the rules themselves: of the copies that a finding is about, so
many may stay as it allows. Copies are named by their place in the deck, from 0.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from deckcheck.decks.fixing.placing import Kind, Room
from deckcheck.findings import SKILL_KIND
from deckcheck.model import (
    OUT_OF_DATE,
    SECTIONS,
    Copy,
    Deck,
    Finding,
    LegendRule,
    SectionRule,
    SizeRange,
    Terms,
)
from deckcheck.rules import (
    Chosen,
    copy_limit,
    legend_limit,
    old_id,
    parse,
    placement,
    point_cap,
    run,
    section_size,
    skill_limit,
    unknown_card,
)

_OF_SECTIONS = (section_size.ID, placement.ID, legend_limit.ID)
"""Rules that ask for another section as well as for fewer copies."""
_PROVES_NOTHING = (parse.ID, unknown_card.ID)
_LEGEND = "legend"
_ANY_LEGEND = "card"


class Cap(NamedTuple):
    """Of these copies so many have to go, whichever they are."""

    copies: frozenset[int]
    excess: int


class Faults(NamedTuple):
    """What may not stay. ``gone``: copies that have to go, whatever else does.

    ``caps`` and ``excess``, of points, are what is left to do without those. ``points`` are those
    of copies that have some; ``kinds`` of all copies that are not gone.
    """

    gone: frozenset[int]
    caps: tuple[Cap, ...]
    points: Mapping[int, int]
    excess: int
    kinds: Mapping[int, Kind]
    room: Room


def numbered(deck: Deck) -> Deck:
    """The deck with the place of each copy for its line, so that findings name copies."""
    copies = tuple(copy._replace(line=at) for at, copy in enumerate(deck.copies))
    problems = tuple(problem._replace(line=-1) for problem in deck.problems)
    return deck._replace(copies=copies, problems=problems)


def errors(deck: Deck, terms: Terms, chosen: Chosen) -> list[Finding]:
    """The findings that prove a deck illegal."""
    here = terms._replace(elsewhere=())
    return [
        finding
        for finding in run(deck, here, chosen)
        if finding.severity == "error" and finding.rule not in _PROVES_NOTHING
    ]


def faults_of(deck: Deck, terms: Terms, chosen: Chosen) -> Faults:
    """The faults of a deck as ``numbered`` gives it."""
    allowed = [
        (frozenset(finding.lines), _allowed(finding, terms))
        for finding in errors(deck, terms, chosen)
        if finding.lines and finding.rule not in (*_OF_SECTIONS, point_cap.ID)
    ]
    gone = frozenset(at for copies, most in allowed if not most for at in copies)
    caps = (Cap(copies - gone, len(copies - gone) - most) for copies, most in allowed if most)
    points = _points(deck, terms, chosen)
    left = sum(each for at, each in points.items() if at not in gone)
    return Faults(
        gone,
        tuple(cap for cap in caps if cap.excess > 0),
        points,
        max(left - (terms.cap or 0), 0),
        {at: _kind(copy, terms, chosen) for at, copy in enumerate(deck.copies) if at not in gone},
        _room(deck, terms, chosen),
    )


def is_out_of_date(copy: Copy, chosen: Chosen) -> bool:
    """Whether the copy's id is to be replaced, by the passcode that its card has."""
    card = copy.card
    has_passcode = card is not None and card.playable and card.passcode is not None
    return has_passcode and copy.id_kind in OUT_OF_DATE and chosen.takes(old_id.ID)


def _allowed(finding: Finding, terms: Terms) -> int:
    """How many of the copies may stay, those included that pass with a warning."""
    allowed = finding.allowed or 0
    doubt = terms.ruleset.doubtful_copies
    if finding.rule == copy_limit.ID and doubt:
        while allowed + 1 in doubt.sizes and allowed < len(finding.lines):
            allowed += 1
    return allowed


def _points(deck: Deck, terms: Terms, chosen: Chosen) -> dict[int, int]:
    """The points of each copy, where there is a cap on them."""
    if terms.cap is None or not terms.banlist or not chosen.takes(point_cap.ID):
        return {}
    given = terms.banlist.points
    return {
        at: given[copy.card.key]
        for at, copy in enumerate(deck.copies)
        if copy.card and copy.card.playable and given.get(copy.card.key)
    }


# --- sections ---------------------------------------------------------------------------------


def _kind(copy: Copy, terms: Terms, chosen: Chosen) -> Kind:
    here, card, ruleset = copy.section, copy.card, terms.ruleset
    if not card:
        return Kind((here,), here, known=False)
    if card.kind == SKILL_KIND and ruleset.skills is not None:
        return Kind((), here)
    if not card.playable:
        return Kind((here,), here)
    fits = tuple(ruleset.stands_in[card.section])
    if not chosen.takes(placement.ID):
        fits = tuple(dict.fromkeys((*fits, here)))
    rule = _legends(terms, chosen)
    legend = None
    if rule and _LEGEND in card.flags:
        legend = card.kind if rule.of_each_kind else _ANY_LEGEND
    return Kind(fits, here, legend, is_out_of_date(copy, chosen))


def _legends(terms: Terms, chosen: Chosen) -> LegendRule | None:
    """The rule on LEGEND cards that is in force."""
    reached = [rule for rule in terms.ruleset.legends if rule.since <= terms.on]
    if not reached or not chosen.takes(legend_limit.ID):
        return None
    return max(reached, key=lambda rule: rule.since)


def _room(deck: Deck, terms: Terms, chosen: Chosen) -> Room:
    rules = terms.ruleset.sections
    sizes = {section: tuple(_merged(_sizes(rules[section], chosen))) for section in SECTIONS}
    fixed = {section: sum(p.section == section for p in deck.problems) for section in SECTIONS}
    legends = _legends(terms, chosen)
    kinds = ("monster", "spell", "trap") if legends and legends.of_each_kind else (_ANY_LEGEND,)
    skills = terms.ruleset.skills
    # an unknown card may be the skill that is missing
    is_sure = all(copy.card for copy in deck.copies) and chosen.takes(skill_limit.ID)
    return Room(
        sizes,
        fixed,
        dict.fromkeys(kinds, legends.allowed) if legends else {},
        legends.sections if legends else (),
        skills.least if skills and is_sure else 0,
    )


def _sizes(rule: SectionRule, chosen: Chosen) -> Iterator[SizeRange]:
    """The sizes that pass, those with a warning included."""
    if not chosen.takes(section_size.ID):
        yield SizeRange(0, None)
    yield from rule.sizes
    yield from (doubt.sizes for doubt in rule.doubtful)


def _merged(ranges: Iterable[SizeRange]) -> Iterator[SizeRange]:
    """The same sizes in as few ranges as can be."""
    ordered = sorted(ranges, key=lambda sizes: sizes.least)
    last = ordered[0]
    for sizes in ordered[1:]:
        if last.most is not None and sizes.least > last.most + 1:
            yield last
            last = sizes
        elif last.most is not None:
            most = None if sizes.most is None else max(sizes.most, last.most)
            last = SizeRange(last.least, most)
    yield last

"""The smallest repair of a deck, held against every possible change of small decks."""

import sqlite3
from collections.abc import Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckcheck import formats, rules
from deckcheck.decks.fixing.smallest_repair import Repair, smallest_repair
from deckcheck.errors import DeckcheckError
from deckcheck.model import (
    SECTIONS,
    Card,
    Copy,
    Deck,
    DoubtfulSize,
    Finding,
    IdKind,
    LegendRule,
    Limit,
    LimitGroup,
    LimitList,
    Problem,
    Section,
    SectionRule,
    SizeRange,
    Terms,
)
from judging import TODAY

A, B, C, D, E, LEGEND, LEGEND_2, TOKEN, SKILL, SKILL_2 = range(1, 11)
UNKNOWN = 0


def card(
    key: int, section: str = "main", kind: str = "monster", *names: int, flags: tuple[str, ...] = ()
) -> Card:
    """A card that counts as these names, its own where none is given."""
    playable = kind in ("monster", "spell", "trap")
    return Card(key, key, None, f"card {key}", kind, ("effect",), section, flags, playable,
                MappingProxyType({}), names or (key,))  # fmt: skip


CARDS = {
    A: card(A),
    B: card(B, "main", "spell"),
    C: card(C, "extra"),
    # counts as A alone, and as A as well as itself
    D: card(D, "main", "monster", A),
    E: card(E, "extra", "monster", E, A),
    LEGEND: card(LEGEND, "main", "trap", flags=("legend",)),
    LEGEND_2: card(LEGEND_2, "extra", flags=("legend",)),
    TOKEN: card(TOKEN, "none", "token"),
    SKILL: card(SKILL, "none", "skill"),
    SKILL_2: card(SKILL_2, "none", "skill"),
}

Lines = Sequence[tuple[int, Section, IdKind]]


def deck_of(lines: Lines, problems: Sequence[Section] = ()) -> Deck:
    """A deck of these cards, a line each; 0 is an unknown one."""
    copies: list[Copy] = []
    for number, (key, section, id_kind) in enumerate(lines, start=1):
        place = 1 + sum(copy.section == section for copy in copies)
        copies.append(Copy(section, number, place, str(key), CARDS.get(key), id_kind))
    unread = tuple(
        Problem(len(lines) + number, "x", section) for number, section in enumerate(problems, 1)
    )
    return Deck("ydk", None, tuple(copies), unread, CARDS)


def changed(deck: Deck, to: Sequence[Section | None]) -> Deck:
    """The deck with each copy in another section, or gone."""
    copies = (copy._replace(section=s) for copy, s in zip(deck.copies, to, strict=True) if s)
    return deck._replace(copies=tuple(copies))


def errors(deck: Deck, terms: Terms) -> list[Finding]:
    """What proves the deck illegal."""
    found = rules.run(deck, terms)
    return [f for f in found if f.severity == "error" and f.rule not in ("parse", "unknown-card")]


Cost = tuple[int, int, int]


def cost_of(deck: Deck, to: Sequence[Section | None]) -> Cost:
    """Removals, moves, and ids to be replaced."""
    pairs = list(zip(deck.copies, to, strict=True))
    return (
        sum(not section for _, section in pairs),
        sum(section not in (None, copy.section) for copy, section in pairs),
        sum(
            copy.id_kind == "prerelease" and copy.card is not None and copy.card.playable
            for copy, section in pairs
            if section
        ),
    )


def ways(copy: Copy) -> tuple[Section | None, ...]:
    """What may happen to a copy: one that is no known card of a section never moves."""
    moves = copy.card is not None and copy.card.playable
    return (None, *SECTIONS) if moves else (None, copy.section)


def fewest(deck: Deck, terms: Terms) -> Cost | None:
    """The cost of the smallest change, found by trying all of them."""
    unknown = [copy for copy in deck.copies if not copy.card]
    most = len(unknown) - terms.ruleset.copies
    if terms.ruleset.doubtful_copies and terms.ruleset.copies < 3:
        most = len(unknown) - 3
    every = (
        to
        for to in product(*map(ways, deck.copies))
        if sum(not (copy.card or s) for copy, s in zip(deck.copies, to, strict=True))
        <= max(most, 0)
    )
    by_cost = sorted(
        ((cost_of(deck, to), n, to) for n, to in enumerate(every)), key=lambda x: x[:2]
    )
    return next((cost for cost, _, to in by_cost if not errors(changed(deck, to), terms)), None)


def repaired(deck: Deck, repair: Repair) -> list[Section | None]:
    """Where each copy of the deck is after the repair."""
    goes = {change.copy.line: change.to for change in repair.changes}
    return [goes.get(copy.line, copy.section) for copy in deck.copies]


# --- against all changes ----------------------------------------------------------------------

_numbers = st.integers(0, 3)


@st.composite
def sizes(draw: st.DrawFn, most: int) -> SectionRule:
    """Sizes of a section: a range, or two."""
    first = draw(st.sampled_from([0, 0, 0, *range(1, most + 1)]))
    ranges = [SizeRange(first, draw(st.sampled_from([first, first + 1, first + 2, None])))]
    if draw(st.integers(0, 3)) == 0:
        ranges.append(SizeRange(most, most))
    doubtful: tuple[DoubtfulSize, ...] = ()
    if draw(st.integers(0, 5)) == 0:
        doubtful = (DoubtfulSize(SizeRange(0, 0), "may be empty"),)
    return SectionRule("Deck", tuple(ranges), doubtful)


@st.composite
def lists(draw: st.DrawFn) -> LimitList:
    """A limit list of the cards."""
    known = st.sampled_from([A, B, C, D, E, LEGEND])
    limits = draw(st.dictionaries(known, st.integers(0, 2), max_size=3))
    groups = draw(st.lists(
        st.tuples(st.integers(0, 2), st.frozensets(known, min_size=1, max_size=4)), max_size=2
    ))  # fmt: skip
    skills = draw(st.dictionaries(st.just(SKILL), st.sampled_from(["0", "group-0"]), max_size=1))
    return LimitList(
        "tcg", TODAY, None, "", (), {key: Limit(n, None) for key, n in limits.items()},
        points=draw(st.dictionaries(known, st.integers(1, 7), max_size=5)),
        groups=tuple(LimitGroup(f"group-{n}", a, cards) for n, (a, cards) in enumerate(groups)),
        skills=skills,
        skill_only=frozenset({B}) if draw(st.integers(0, 7)) == 0 else frozenset(),
    )  # fmt: skip


@st.composite
def changes_of_terms(draw: st.DrawFn) -> Mapping[str, Any]:
    """What a deck is judged by: small sizes, and whatever else a format may ask for."""
    with_fusion_deck = draw(_numbers) == 0
    ruleset = {
        "sections": {"main": draw(sizes(5)), "extra": draw(sizes(2)), "side": draw(sizes(2))},
        "copies": draw(st.integers(1, 3)),
        "doubtful_copies": DoubtfulSize(SizeRange(2, 3), "x") if draw(_numbers) == 0 else None,
        "counted": (("main",), ("extra",)) if with_fusion_deck else (("main", "extra"),),
        "stands_in": {
            "main": ("main", "side"), "extra": ("extra",) if with_fusion_deck else ("extra", "side")
        },
        "skills": SizeRange(1, 1) if draw(_numbers) == 0 else None,
        "legends": (LegendRule(TODAY, draw(st.integers(0, 1)), draw(st.booleans()),
                               ("main", "extra")),) if draw(_numbers) == 0 else (),
    }  # fmt: skip
    cap = draw(st.one_of(st.none(), st.integers(0, 15)))
    barred = ("spell",) if draw(st.integers(0, 5)) == 0 else ()
    return {"ruleset": ruleset, "banlist": draw(lists()), "cap": cap, "barred": barred}


_LIKELY = [A, A, A, B, B, C, C, D, E, LEGEND, LEGEND_2, TOKEN, SKILL, SKILL_2, UNKNOWN]
_ids: list[IdKind] = ["passcode", "passcode", "prerelease", "pre-errata"]
_decks = st.builds(
    deck_of,
    st.lists(
        st.tuples(st.sampled_from(_LIKELY), st.sampled_from(SECTIONS), st.sampled_from(_ids)),
        min_size=1,
        max_size=6,
    ),
    st.lists(st.sampled_from(SECTIONS), max_size=1),
)


def terms_of(base: Terms, asked: Mapping[str, Any]) -> Terms:
    """The terms with what is asked for instead."""
    ruleset = base.ruleset._replace(**asked["ruleset"])
    format_ = base.format._replace(barred=asked["barred"])
    return base._replace(
        format=format_, ruleset=ruleset, banlist=asked["banlist"], cap=asked["cap"]
    )


@pytest.fixture(scope="module")
def base(db: sqlite3.Connection) -> Terms:
    """The terms of a format without a pool."""
    terms = formats.terms(db, formats.Choice("tcg"), today=TODAY, read_list=formats.no_list)
    return terms._replace(pool=None)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(_decks, changes_of_terms())
def test_no_change_is_smaller(base: Terms, deck: Deck, asked: Mapping[str, Any]) -> None:
    terms = terms_of(base, asked)
    repair = smallest_repair(deck, terms, rules.ALL)
    cost = fewest(deck, terms)
    if cost is None:
        assert (bool(repair.lacks), repair.changes) == (True, ())
        # what has to change all the same leaves nothing but what is said to be lacking
        left = errors(changed(deck, repaired(deck, repair._replace(changes=repair.needed))), terms)
        assert {finding.rule for finding in left} <= {"section-size", "skill-limit"}
        assert left
        return
    assert not repair.lacks
    to = repaired(deck, repair)
    assert not errors(changed(deck, to), terms)
    assert (cost_of(deck, to), len(repair.old)) == (cost, cost[2])
    assert all(change.reasons for change in repair.changes)


_more = st.lists(
    st.tuples(
        st.sampled_from([A, A, B, B, C, D, E]), st.sampled_from(SECTIONS), st.just("passcode")
    ),
    min_size=5,
    max_size=10,
)


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(_more, lists(), st.integers(0, 20), st.integers(0, 4))
def test_no_set_of_removals_is_smaller(
    base: Terms, lines: Lines, banlist: LimitList, cap: int, least: int
) -> None:
    sections = {
        section: SectionRule("Deck", (SizeRange(least if section == "main" else 0, None),), ())
        for section in SECTIONS
    }
    anywhere = dict.fromkeys(("main", "extra"), SECTIONS)
    ruleset = base.ruleset._replace(sections=sections, stands_in=anywhere)
    terms = base._replace(ruleset=ruleset, banlist=banlist, cap=cap)
    deck = deck_of(lines)
    sets = product((True, False), repeat=len(lines))
    fewest_gone = min(
        (
            kept.count(False)
            for kept in sets
            if sum(kept) >= least
            and not errors(
                changed(deck, [s if k else None for (_, s, _), k in zip(lines, kept, strict=True)]),
                base._replace(ruleset=ruleset._replace(sections=_ANY), banlist=banlist, cap=cap),
            )
        ),
        default=None,
    )
    repair = smallest_repair(deck, terms, rules.ALL)
    gone = None if repair.lacks else sum(change.to is None for change in repair.changes)
    assert gone == fewest_gone


_ANY = {section: SectionRule("Deck", (SizeRange(0, None),), ()) for section in SECTIONS}


# --- cases ------------------------------------------------------------------------------------


def with_sizes(base: Terms, **sizes: tuple[int, int | None]) -> Terms:
    """The terms with sections of these sizes, any where none is given."""
    sections = {
        section: SectionRule(
            f"{section.title()} Deck", (SizeRange(*sizes.get(section, (0, None))),), ()
        )
        for section in SECTIONS
    }
    empty = LimitList("tcg", TODAY, None, "", (), {})
    return base._replace(ruleset=base.ruleset._replace(sections=sections), banlist=empty)


_LETTERS = {"A": A, "B": B, "C": C, "D": D, "E": E, "L": LEGEND, "M": LEGEND_2, "U": UNKNOWN}


def lines_of(**sections: str) -> Lines:
    """A line for each letter: the name of a card, U for one that is unknown, old where small."""
    found: list[tuple[int, Section, IdKind]] = []
    for section in SECTIONS:
        for letter in sections.get(section, ""):
            key = _LETTERS[letter.upper()]
            found.append((key, section, "passcode" if letter.isupper() else "prerelease"))
    return found


def said(repair: Repair) -> list[str]:
    """The changes in words: the line, and where its copy goes."""
    return [f"{change.copy.line} {change.to}" for change in repair.changes]


def with_list(terms: Terms, **parts: object) -> Terms:
    """The terms with a list of these parts."""
    empty = LimitList("tcg", TODAY, None, "", (), {})
    return terms._replace(banlist=empty._replace(**parts))  # type: ignore[arg-type]


def test_points_where_the_dearest_cards_may_not_go(base: Terms) -> None:
    # without one A the points would fit, but the Main Deck needs both
    terms = with_list(with_sizes(base, main=(3, None)), points={A: 6, C: 3, E: 1})._replace(cap=16)
    deck = deck_of(lines_of(main="AAB", extra="ECCC"))
    assert said(smallest_repair(deck, terms, rules.ALL)) == ["6 None", "7 None"]
    elsewhere = deck_of(lines_of(main="AABB", extra="ECCC"))
    assert said(smallest_repair(elsewhere, terms, rules.ALL)) == ["2 None"]


def test_one_card_that_counts_for_two_caps_goes_rather_than_two_others(base: Terms) -> None:
    groups = (LimitGroup("x", 1, frozenset({A, B})), LimitGroup("y", 1, frozenset({B, C})))
    terms = with_list(with_sizes(base), groups=groups)
    deck = deck_of(lines_of(main="BA", extra="C"))
    assert said(smallest_repair(deck, terms, rules.ALL)) == ["1 None"]


def test_the_later_copies_go(base: Terms) -> None:
    terms = with_sizes(base, main=(0, 2), side=(0, 1))
    repair = smallest_repair(deck_of(lines_of(main="ABAB")), terms, rules.ALL)
    assert sorted(said(repair)) == ["3 side", "4 None"]
    assert [change.is_free for change in repair.changes] == [True, True]
    terms = with_sizes(base)
    terms = terms._replace(ruleset=terms.ruleset._replace(copies=1))
    repair = smallest_repair(deck_of(lines_of(main="AB", side="A")), terms, rules.ALL)
    assert (said(repair), repair.changes[0].is_free) == (["3 None"], False)


def test_an_id_that_is_out_of_date_goes_rather_than_another(base: Terms) -> None:
    terms = with_sizes(base, main=(0, 2), side=(0, 0))
    repair = smallest_repair(deck_of(lines_of(main="aBB")), terms, rules.ALL)
    assert (said(repair), repair.old) == (["1 None"], ())
    kept = smallest_repair(deck_of(lines_of(main="aB")), terms, rules.ALL)
    assert (kept.changes, [copy.line for copy in kept.old]) == ((), [1])
    ignored = rules.Chosen(ignore=frozenset({"old-id"}))
    assert not smallest_repair(deck_of(lines_of(main="aB")), terms, ignored).old


def test_a_side_deck_fills_the_main_deck(base: Terms) -> None:
    terms = with_list(with_sizes(base, main=(2, None)), limits={A: Limit(0, None)})
    repair = smallest_repair(deck_of(lines_of(main="AB", side="BL")), terms, rules.ALL)
    assert said(repair) == ["1 None", "4 main"]
    rules_of = [[reason.rule for reason in change.reasons] for change in repair.changes]
    assert rules_of == [["limit"], ["section-size"]]
    assert repair.changes[1].reasons[0].message.startswith("Main Deck: 1 of at least 2 cards")


def test_a_card_that_finds_no_room_where_it_belongs(base: Terms) -> None:
    terms = with_sizes(base, main=(0, 1), extra=(0, 1), side=(0, 1))
    repair = smallest_repair(deck_of(lines_of(main="AC", extra="C", side="B")), terms, rules.ALL)
    assert said(repair) == ["2 None"]
    assert [reason.message for reason in repair.changes[0].reasons] == [
        "card 3: 1 copy in the Main Deck, belongs in the Extra Deck or Side Deck",
        "Extra Deck or Side Deck: no room",
    ]


def test_what_is_missing(base: Terms) -> None:
    terms = with_list(with_sizes(base, main=(4, None)), limits={A: Limit(1, None)})
    repair = smallest_repair(deck_of(lines_of(main="AAB"), ["main"]), terms, rules.ALL)
    assert repair.lacks == ("Main Deck: 1 card is missing after 1 removal",)
    assert repair.missing == {"main": 1}
    skills = terms._replace(ruleset=terms.ruleset._replace(skills=SizeRange(1, 1)))
    repair = smallest_repair(deck_of(lines_of(main="BB")), skills, rules.ALL)
    assert repair.lacks == ("Main Deck: 2 cards are missing", "skill cards: 1 card is missing")
    assert repair.missing == {"main": 2, "skill": 1}


def test_unknown_cards_and_unreadable_lines_stay(base: Terms) -> None:
    terms = with_sizes(base, main=(0, 2), side=(0, 0))
    repair = smallest_repair(deck_of(lines_of(main="UAB"), ["main"]), terms, rules.ALL)
    assert said(repair) == ["2 None", "3 None"]
    repair = smallest_repair(deck_of(lines_of(main="UUAB"), ["main"]), terms, rules.ALL)
    lacks = "Main Deck: 1 card is too many after 2 removals, none of them known"
    assert repair.lacks == (lacks,)
    repair = smallest_repair(deck_of(lines_of(main="UU", side="UUB")), with_sizes(base), rules.ALL)
    assert said(repair) == ["4 None"]


@pytest.mark.parametrize(
    ("main", "extra", "sizes", "expected"),
    [
        ("LL", "", {}, ["2 side"]),
        ("LL", "", {"side": (0, 0)}, ["2 None"]),
        # only one of the two may stand there: the one in extra, which is to be filled
        ("L", "M", {"extra": (1, 1)}, ["1 side"]),
        ("L", "M", {"main": (1, 1)}, ["2 side"]),
        ("L", "M", {"side": (0, 0), "extra": (1, 1)}, ["1 None"]),
        ("BL", "MC", {"side": (0, 0), "main": (2, 2)}, ["3 None"]),
    ],
)
def test_legend_cards(
    base: Terms, main: str, extra: str, sizes: dict[str, tuple[int, int]], expected: list[str]
) -> None:
    terms = with_sizes(base, **sizes)
    rule = LegendRule(TODAY, 1, False, ("main", "extra"))
    terms = terms._replace(ruleset=terms.ruleset._replace(legends=(rule,)))
    deck = deck_of(lines_of(main=main, extra=extra))
    assert said(smallest_repair(deck, terms, rules.ALL)) == expected


@pytest.mark.parametrize(("copies", "gone"), [(1, 0), (3, 0), (4, 1), (5, 2)])
def test_numbers_of_copies_that_pass_with_a_warning(base: Terms, copies: int, gone: int) -> None:
    doubt = DoubtfulSize(SizeRange(2, 3), "may be bought")
    terms = with_sizes(base)
    terms = terms._replace(ruleset=terms.ruleset._replace(copies=1, doubtful_copies=doubt))
    repair = smallest_repair(deck_of(lines_of(main="A" * copies)), terms, rules.ALL)
    assert len(repair.changes) == gone


def test_limits_that_no_list_has_are_refused(base: Terms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deckcheck.decks.fixing.removals._MOST_STATES", 1)
    terms = with_list(with_sizes(base), limits={A: Limit(1, None)})
    with pytest.raises(DeckcheckError, match="too many limits are exceeded by the same cards"):
        smallest_repair(deck_of(lines_of(main="AAA", side="A")), terms, rules.ALL)

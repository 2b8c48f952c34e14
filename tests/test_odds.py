"""Wants, the exact chances of them, and sample hands."""

import random
import sqlite3
import time
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck import codecs, formats
from deckcheck.decks.hands import Identity, identities, main_deck, sample_hands
from deckcheck.decks.hands_by_threes import HandsByThrees
from deckcheck.decks.odds import COPIES, WAYS, Ask, alone, odds
from deckcheck.decks.tallied_hands import TalliedHands
from deckcheck.decks.wants import FRAMES, KINDS, Item, Source, Want, cards_of, parse_want
from deckcheck.errors import DeckcheckError
from deckcheck.model import Copy, Deck, DeckList, Entry, SizeRange
from deckcheck.names import fold
from deckcheck.resolve import Resolver
from judging import TODAY

# --- chances ----------------------------------------------------------------------------------

Card = Identity | None
AMOUNTS = st.tuples(st.integers(0, 4), st.none() | st.integers(0, 3)).map(
    lambda pair: SizeRange(pair[0], None if pair[1] is None else pair[0] + pair[1])
)
ASKS = st.builds(
    Ask, AMOUNTS, st.lists(st.integers(0, 7), min_size=1, max_size=5, unique=True).map(tuple)
)


def meets(hand: Sequence[Card], asks: Sequence[Ask], any_of: bool) -> bool:
    """Whether a hand is as wanted, by looking at it."""
    met = [sum(card in ask.cards for card in hand) in ask.amount for ask in asks]
    return any(met) if any_of else all(met)


def by_force(deck: Sequence[Card], asks: Sequence[Ask], hand: int, any_of: bool) -> Fraction:
    """The chance by looking at every hand there is."""
    hands = [meets(cards, asks, any_of) for cards in combinations(deck, hand)]
    return Fraction(sum(hands), len(hands))


@pytest.mark.parametrize("way", [TalliedHands, HandsByThrees, None])
@settings(max_examples=200, deadline=None)
@given(
    deck=st.lists(st.none() | st.integers(0, 9), min_size=1, max_size=11),
    asks=st.lists(ASKS, min_size=1, max_size=4),
    hand=st.integers(1, 6),
    any_of=st.booleans(),
)
def test_chances_are_those_of_all_hands_looked_at(
    deck: list[Card], asks: list[Ask], hand: int, any_of: bool, way: type | None
) -> None:
    hand = min(hand, len(deck))
    with patch("deckcheck.decks.odds.WAYS", [way] if way else WAYS):
        found = odds(deck, asks, hand, any_of=any_of)
    assert found.together == by_force(deck, asks, hand, any_of)
    free = [card for card in deck if not any(card in ask.cards for ask in asks)]
    for ask, chance in zip(asks, found.asks, strict=True):
        assert chance.held == sum(card in ask.cards for card in deck)
        assert chance.alone == by_force(deck, [ask], hand, any_of=False)
        assert (chance.one_more is None) == (not free)
        if chance.one_more:
            swapped = list(deck)
            swapped.remove(free[0])
            more = {card: by_force([*swapped, card], asks, hand, any_of) for card in ask.cards}
            assert chance.one_more.together == more[chance.one_more.card] == max(more.values())
            grown = [*swapped, chance.one_more.card]
            assert chance.one_more.alone == by_force(grown, [ask], hand, any_of=False)


@given(
    size=st.integers(1, 9), held=st.integers(0, 9), amount=AMOUNTS, hand=st.integers(1, 9)
)  # fmt: skip
def test_the_chance_of_one_set(size: int, held: int, amount: SizeRange, hand: int) -> None:
    held, hand = min(held, size), min(hand, size)
    deck = [1] * held + [2] * (size - held)
    assert alone(size, held, amount, hand) == by_force(deck, [Ask(amount, (1,))], hand, False)


def test_a_known_chance() -> None:
    deck: list[Card] = [1, 1, 1, *range(10, 47)]
    found = odds(deck, [Ask(SizeRange(1, None), (1,))], 5)
    assert found.hands == 658_008
    assert found.together == found.asks[0].alone == 1 - Fraction(435_897, 658_008)
    assert found.asks[0].by_copies == tuple(
        alone(40, copies, SizeRange(1, None), 5) for copies in COPIES
    )
    assert found.asks[0].by_copies[3] == found.together
    assert found.asks[0].one_more
    assert found.asks[0].one_more.alone == found.asks[0].by_copies[4]


def test_a_card_in_two_sets_counts_for_both() -> None:
    deck: list[Card] = [1, 2, 3, 4]
    asks = [Ask(SizeRange(1, None), (1, 2)), Ask(SizeRange(1, None), (2, 3))]
    assert odds(deck, asks, 1).together == Fraction(1, 4)
    assert odds(deck, asks, 1, any_of=True).together == Fraction(3, 4)


def test_a_small_deck_has_a_short_table() -> None:
    (chance,) = odds([1, 2], [Ask(SizeRange(1, None), (1,))], 1).asks
    assert chance.by_copies == (Fraction(0), Fraction(1, 2), Fraction(1))


@pytest.mark.parametrize("any_of", [False, True])
@pytest.mark.parametrize("size", [2, 4, 8])
@pytest.mark.parametrize("least", [1, 2])
def test_ten_wants_of_sixty_cards_take_less_than_a_second(
    any_of: bool, size: int, least: int
) -> None:
    source = random.Random(size)
    deck = [number // 3 for number in range(60)]
    asks = [
        Ask(SizeRange(least, source.choice((None, None, 3))), tuple(source.sample(range(20), size)))
        for _ in range(10)
    ]
    start = time.perf_counter()
    found = odds(deck, asks, 6, any_of=any_of)
    assert time.perf_counter() - start < 1
    assert found.hands == comb(60, 6)


@pytest.mark.parametrize(
    ("least", "most", "size", "any_of"),
    [(1, 4, 20, False), (1, 4, 20, True), (0, 2, 12, False), (0, 6, 12, False), (1, 2, 12, True),
     (2, None, 12, False)],
)  # fmt: skip
def test_ten_wants_of_sixty_different_cards_take_less_than_a_second(
    least: int, most: int | None, size: int, any_of: bool
) -> None:
    source = random.Random(1)
    asks = [Ask(SizeRange(least, most), tuple(source.sample(range(60), size))) for _ in range(10)]
    start = time.perf_counter()
    odds(range(60), asks, 6, any_of=any_of)
    assert time.perf_counter() - start < 1


# --- wants ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "least", "most", "items"),
    [
        ("2+ of Sangan", 2, None, [("card", "Sangan")]),
        ("2 + OF  Sangan ", 2, None, [("card", "Sangan")]),
        ("1+of Sangan", 1, None, [("card", "Sangan")]),
        ("at least 2 of Sangan", 2, None, [("card", "Sangan")]),
        ("2 or more of Sangan", 2, None, [("card", "Sangan")]),
        ("Exactly 1 of Sangan", 1, 1, [("card", "Sangan")]),
        ("up to 2 of quick play spells", 0, 2, [("kind", "quick-play spell")]),
        ("2 of 14558127", 2, 2, [("card", "14558127")]),
        ("1-3 of Pot of Greed", 1, 3, [("card", "Pot of Greed")]),
        ("0 of Simorgh, Bird of Divinity", 0, 0, [("card", "Simorgh, Bird of Divinity")]),
        ("at most 2 of traps", 0, 2, [("kind", "trap")]),
        ("At Most 2 of Field Spells", 0, 2, [("kind", "field spell")]),
        ("1+ of tuner effect monster", 1, None, [("kind", "tuner effect monster")]),
        ("1+ of dark monsters", 1, None, [("card", "dark monsters")]),
        ("1+ of @hand traps", 1, None, [("tag", "hand traps")]),
        ("1+ of {A, 2 , @b,spells}", 1, None,
         [("card", "A"), ("card", "2"), ("tag", "b"), ("kind", "spell")]),
        ('1+ of {"A, B", \'C, D\', "A" Cell Incubator, "@b", "traps"}', 1, None,
         [("card", "A, B"), ("card", "C, D"), ("card", '"A" Cell Incubator'), ("card", "@b"),
          ("card", "traps")]),
        ('1+ of "traps"', 1, None, [("card", "traps")]),
        ('1+ of "A" Cell Incubator', 1, None, [("card", '"A" Cell Incubator')]),
        ("1+ of {A, B,}", 1, None, [("card", "A"), ("card", "B")]),
    ],
)  # fmt: skip
def test_what_a_want_says(
    text: str, least: int, most: int | None, items: list[tuple[str, str]]
) -> None:
    want = parse_want(text)
    assert want.amount == SizeRange(least, most)
    assert [tuple(item) for item in want.items] == items
    assert want.text == " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not of the form 2+ of SET"),
        ("Sangan", "not of the form"),
        ("1+ Sangan", "not of the form"),
        ("1+ of", "not of the form"),
        ("-1 of Sangan", "not of the form"),
        ("99999 of Sangan", "not of the form"),
        ("3-1 of Sangan", "3 is more than 1"),
        ("1+ of {}", "the set is to be"),
        ("1+ of { }", "the set is to be"),
        ("1+ of {A", "the set is to be"),
        ("1+ of {A,,B}", "the set is to be"),
        ("1+ of {A, {B}}", "the set is to be"),
        ("1+ of {A} or B", "the set is to be"),
        ("1+ of {A}, {B}", "the set is to be"),
        ("1+ of @", "the set is to be"),
        ('1+ of {"A" , ,}', "the set is to be"),
    ],
)
def test_what_says_no_want(text: str, reason: str) -> None:
    with pytest.raises(DeckcheckError) as caught:
        parse_want(text)
    assert str(caught.value).startswith(f"want {text!r}: ")
    assert reason in str(caught.value)


@given(st.text("0123456789+-– of{}@,\"'at mosABmonsters", max_size=40))
def test_any_text_is_a_want_or_an_error(text: str) -> None:
    try:
        want = parse_want(text)
    except DeckcheckError:
        return
    assert want.items
    assert all(item.text for item in want.items)


def test_words_of_kinds_are_those_of_cards_and_no_names(db: sqlite3.Connection) -> None:
    query = "SELECT DISTINCT frame FROM card WHERE kind IN ('monster', 'spell', 'trap')"
    assert {word for (frame,) in db.execute(query) for word in frame.split(",")} == set(FRAMES)
    phrases = [*KINDS, *(f"{frame} {kind}" for frame in FRAMES for kind in KINDS)]
    for phrase in phrases:
        for text in (phrase, f"{phrase}s"):
            assert parse_want(f"1 of {text}").items == (Item("kind", phrase),)
            named = db.execute("SELECT name FROM lookup WHERE folded = ?", [fold(text)])
            assert not named.fetchall()


# --- the cards of a set -----------------------------------------------------------------------

DECK = """\
main: [3 Ash Blossom & Joyous Spring, 46986414, 46986415, 99999999, 2 Mirror Force, Terraforming]
extra: [Stardust Dragon]
side: [Raigeki]
tags:
  Starters: [灰流丽, Dark Magician]
  sided: [Raigeki, 3 Mirror Force]
  misspelled:
    - Dark Magician
    - Sangon
  away: [Sangan]
  new: [99999999]
  none: []
"""


def source(db: sqlite3.Connection, text: str = DECK) -> Source:
    """What wants of a deck are about."""
    listed = codecs.parse(text.encode(), suffix=".yaml")
    terms = formats.terms(db, formats.Choice("tcg"), today=TODAY, read_list=formats.no_list)
    resolver = Resolver(db, "en")

    def find(entries: tuple[Entry, ...]) -> Deck:
        return resolver.deck(DeckList("yaml", None, entries), "ocg-tcg")

    deck = find(listed.entries)
    return Source(deck, terms, main_deck(deck, terms), listed.tags, find)


@pytest.mark.parametrize(
    ("set_", "names"),
    [
        ("ash blossom", ["Ash Blossom & Joyous Spring"]),
        ("灰流丽", ["Ash Blossom & Joyous Spring"]),
        ("46986415", ["Dark Magician"]),
        ("{46986414, 46986415, Dark Magician}", ["Dark Magician"]),
        ("{Sangan, Mirror Force}", ["Sangan", "Mirror Force"]),
        ("@starters", ["Ash Blossom & Joyous Spring", "Dark Magician"]),
        ("@sided", ["Raigeki", "Mirror Force"]),
        ("{@starters, field spells, spells}",
         ["Ash Blossom & Joyous Spring", "Dark Magician", "Terraforming"]),
        ("tuner monsters", ["Ash Blossom & Joyous Spring"]),
        ("monsters", ["Ash Blossom & Joyous Spring", "Dark Magician"]),
        ("99999999", ["99999999"]),
        ("@new", ["99999999"]),
    ],
)  # fmt: skip
def test_the_cards_of_a_set(db: sqlite3.Connection, set_: str, names: list[str]) -> None:
    found = cards_of(parse_want(f"1+ of {set_}"), source(db))
    assert [copy.card.name if copy.card else copy.written for copy in found.values()] == names


@pytest.mark.parametrize(
    ("set_", "reason"),
    [
        ("Ash Blosom", "unknown card 'Ash Blosom'; did you mean 'Ash Blossom & Joyous Spring'"),
        ("tuners", "; the kind is written 'tuner monsters'"),
        ("{Trishula, Dragon of the Ice Barrier}", "; in braces, a name with a comma stands in quo"),
        ("24558127", "unknown passcode 24558127; did you mean 14558127"),
        ("@strters", "unknown tag 'strters'; did you mean: starters"),
        ("@misspelled", "tag misspelled (line 9): unknown card 'Sangon'; did you mean 'Sangan'"),
        ("Starters", "unknown card 'Starters'; did you mean 'Star Eater'?; the tag is @Starters"),
    ],
)
def test_what_is_no_set_of_the_deck(db: sqlite3.Connection, set_: str, reason: str) -> None:
    with pytest.raises(DeckcheckError) as caught:
        cards_of(parse_want(f"1+ of {set_}"), source(db))
    assert reason in str(caught.value)


def test_a_deck_without_tags(db: sqlite3.Connection) -> None:
    with pytest.raises(DeckcheckError, match="the deck has no tags; a YAML deck may"):
        cards_of(parse_want("1+ of @a"), source(db, "main: [Sangan]\n"))


# --- hands ------------------------------------------------------------------------------------


def test_hands_of_a_seed_are_these_on_every_python() -> None:
    hands = list(sample_hands(range(40), seed=7, hand=5, draws=2, count=2))
    assert hands == [((12, 6, 26, 5, 23), (17, 7)), ((18, 12, 32, 28, 1), (25, 23))]
    (longer,) = sample_hands(range(40), seed=7, hand=6, draws=0, count=1)
    assert longer.cards == (*hands[0].cards, hands[0].draws[0])
    (whole,) = sample_hands(range(40), seed=8, hand=40, draws=0, count=1)
    assert sorted(whole.cards) == list(range(40))


def test_every_hand_is_as_likely() -> None:
    hands = sample_hands("abcd", seed=1, hand=2, draws=0, count=6_000)
    counts = Counter(hand.cards for hand in hands)
    assert len(counts) == 12
    assert all(400 < count < 600 for count in counts.values())


def test_what_hands_are_drawn_from(db: sqlite3.Connection) -> None:
    text = "#main\n46986414\n1x\n#extra\n44508094\n!side\n14558127\n#main\n99999999\n"
    listed = codecs.parse(text.encode(), suffix=".ydk")
    deck = Resolver(db, "en").deck(listed, "ocg-tcg")
    terms = source(db).terms
    main = main_deck(deck, terms)
    assert [card.line for card in main] == [2, 3, 9]
    card = main[0]
    assert isinstance(card, Copy)
    assert card.card
    assert identities(main) == [card.card.key, None, "99999999"]


def test_skill_cards_lie_beside_the_deck(db: sqlite3.Connection) -> None:
    listed = codecs.parse(b"main: [Kuriboh, Switcheroo]\n", suffix=".yaml")
    deck = Resolver(db, "en").deck(listed, "ocg-tcg")
    for format_, cards in (("speed", 1), ("tcg", 2)):
        choice = formats.Choice(format_)
        terms = formats.terms(db, choice, today=TODAY, read_list=formats.no_list)
        assert len(main_deck(deck, terms)) == cards


def test_a_want_is_a_record() -> None:
    assert parse_want("1 of A") == Want("1 of A", SizeRange(1, 1), (Item("card", "A"),))

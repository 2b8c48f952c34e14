"""Decks counted."""

import sqlite3

from deckcheck import codecs, formats
from deckcheck.cards import CardIndex
from deckcheck.catalog.facts import card_facts
from deckcheck.decks.listing import KINDS, listing
from deckcheck.decks.statistics import Statistics, statistics
from deckcheck.model import LimitGroup, LimitList, Terms
from deckcheck.resolve import Resolver
from judging import TODAY

DECK = """\
main:
  - 3 Ash Blossom & Joyous Spring
  - 2 Dark Magician
  - 1 Elemental HERO Neos
  - 1 Black Luster Soldier
  - 3 Odd-Eyes Pendulum Dragon
  - 2 Pot of Greed
  - 3 Called by the Grave
  - 1 Solemn Judgment
  - 2 Mirror Force
  - 99999999
extra: [Stardust Dragon, "2 Number 39: Utopia", Decode Talker, "Number F0: Utopic Future"]
side: [2 Called by the Grave, Pot of Greed, Sangan]
"""


def terms_of(db: sqlite3.Connection, format_: str) -> Terms:
    """What a format is on the pinned day, or on its own."""
    return formats.terms(db, formats.Choice(format_), today=TODAY, read_list=formats.no_list)


def counted(
    db: sqlite3.Connection, text: str = DECK, by: str | Terms = "tcg", suffix: str = ".yaml"
) -> Statistics:
    """What is counted of a deck text, for a format or for terms."""
    terms = terms_of(db, by) if isinstance(by, str) else by
    listed = codecs.parse(text.encode(), suffix=suffix)
    deck = Resolver(db, "en").deck(listed, terms.format.game)
    index = CardIndex(db, game=terms.format.game)
    cards = {copy.card.key: copy.card for copy in deck.copies if copy.card}
    facts = {key: card_facts(index, card) for key, card in cards.items()}
    return statistics(listing(deck, terms), terms, facts)


def test_kinds_and_frames_of_the_main_deck(db: sqlite3.Connection) -> None:
    main, _, _ = counted(db).sections
    assert (main.name, main.size) == ("Main Deck", 19)
    assert main.kinds == {
        "monster": 10, "spell": 5, "trap": 3, "skill": 0, "token": 0, "unknown": 1,
    }  # fmt: skip
    assert {kind: list(counts.items()) for kind, counts in main.frames.items()} == {
        "monster": [("effect", 6), ("normal", 3), ("pendulum", 3), ("tuner", 3), ("ritual", 1)],
        "spell": [("quick-play", 3), ("normal", 2)],
        "trap": [("normal", 2), ("counter", 1)],
    }


def test_attributes_levels_and_types_are_those_of_monsters(db: sqlite3.Connection) -> None:
    main, extra, side = counted(db).sections
    assert list(main.attributes.items()) == [("DARK", 5), ("FIRE", 3), ("EARTH", 1), ("LIGHT", 1)]
    assert list(main.levels.items()) == [("3", 3), ("7", 6), ("8", 1)]
    assert (main.ranks, main.link_ratings) == ({}, {})
    assert main.races == {"Dragon": 3, "Zombie": 3, "Spellcaster": 2, "Warrior": 2}
    assert (extra.levels, extra.ranks, extra.link_ratings) == ({"8": 1}, {"0": 1, "4": 2}, {"3": 1})
    assert list(extra.frames["monster"].items()) == [
        ("effect", 5), ("xyz", 3), ("link", 1), ("synchro", 1),
    ]  # fmt: skip
    assert side.levels == {"3": 1}


def test_levels_are_in_the_order_of_numbers(db: sqlite3.Connection) -> None:
    text = "main: [Sangan, 'Obelisk the Tormentor', 'Dark Magician', Kuriboh]\n"
    assert list(counted(db, text).sections[0].levels) == ["1", "3", "7", "10"]


def test_what_the_list_says_counts_over_all_sections(db: sqlite3.Connection) -> None:
    statuses = counted(db).statuses
    assert statuses
    assert [(status.status, status.copies) for status in statuses] == [
        ("forbidden", 3), ("limited", 6), ("semi-limited", 0),
    ]  # fmt: skip
    assert [(card.name, copies) for card, copies in statuses[0].cards] == [("Pot of Greed", 3)]


def test_points_and_the_pool(db: sqlite3.Connection) -> None:
    found = counted(db, by="genesys")
    assert found.points
    assert found.points.total > found.points.cap == 100
    assert found.outside
    assert found.outside.cards == ()
    outside = counted(db, by="goat").outside
    assert outside
    assert "Ash Blossom & Joyous Spring" in [card.name for card, _ in outside.cards]
    assert counted(db, by="master-duel").outside is None
    assert counted(db).points is None


def test_groups_of_a_list_and_none_at_all(db: sqlite3.Connection) -> None:
    (sangan,) = CardIndex(db).by_name("Sangan")
    group = LimitGroup("limited-2", 2, frozenset({sangan.key}))
    other = LimitGroup("limited-3", 3, frozenset())
    listed = LimitList("tcg", TODAY, None, "", (), {}, groups=(group, other))
    terms = terms_of(db, "tcg")
    statuses = counted(db, by=terms._replace(banlist=listed)).statuses
    assert statuses
    assert [status.status for status in statuses][3:] == ["limited-2"]
    assert counted(db, by=terms._replace(banlist=None)).statuses is None


def test_an_empty_deck_and_unreadable_lines(db: sqlite3.Connection) -> None:
    main, extra, _ = counted(db, "#main\n1x\n", suffix=".ydk").sections
    assert (main.size, main.kinds["unknown"]) == (1, 1)
    assert (extra.size, extra.kinds) == (0, dict.fromkeys(KINDS, 0))
    assert extra.attributes == {}


def test_rush_duel(db: sqlite3.Connection) -> None:
    main = counted(db, "#main\n160001028\n160204049\n", "rush", ".ydk").sections[0]
    assert main.kinds["monster"] + main.kinds["spell"] + main.kinds["trap"] == 2

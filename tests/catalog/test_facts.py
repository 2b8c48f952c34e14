"""The facts of a card."""

import sqlite3

import pytest

from deckcheck.cards import CardIndex
from deckcheck.catalog.facts import Facts, card_facts


def facts_of(db: sqlite3.Connection, passcode: int, game: str = "ocg-tcg") -> Facts:
    """The facts of the card of that passcode."""
    cards = CardIndex(db, game=game)
    return card_facts(cards, cards.by_passcodes([passcode])[passcode].card)


@pytest.mark.parametrize(
    ("passcode", "printed"),
    [
        (55144522, ("normal", "", "", "", "", "", "")),
        (16178681, ("effect,pendulum", "7", "DARK", "Dragon", "2500", "2000", "4")),
        (86066372, ("effect,link", "4", "DARK", "Cyberse", "2300", "", "")),
        (10000, ("effect", "10", "DARK", "Dragon", "?", "?", "")),
    ],
)
def test_what_is_printed(db: sqlite3.Connection, passcode: int, printed: tuple[str, ...]) -> None:
    found = facts_of(db, passcode)
    assert printed == (
        found.frame, found.level, found.attribute, found.race, found.atk, found.defense, found.scale
    )  # fmt: skip


def test_names_in_the_order_of_languages_with_what_fans_translated(db: sqlite3.Connection) -> None:
    names = facts_of(db, 55144522).names
    assert list(names) == ["en", "ja", "ko", "zh-CN", "zh-TW", "de", "fr", "it", "es", "pt"]
    assert names["zh-CN"] == ("强欲之壶", False)
    query = "SELECT card, lang FROM name WHERE unofficial AND card <= 14520 LIMIT 1"
    key, lang = db.execute(query).fetchone()
    cards = CardIndex(db)
    assert card_facts(cards, cards.card(key)).names[lang].unofficial


def test_other_ids_with_their_kinds(db: sqlite3.Connection) -> None:
    assert facts_of(db, 12580477).other_ids == ((12580478, "artwork"),)
    assert facts_of(db, 55144522).other_ids == ()


@pytest.mark.parametrize(
    ("passcode", "counts_as", "members"),
    [
        (55144522, {"Pot of Greed"}, set()),
        (27927359, {"Harpie Lady"}, set()),
        (76812113, {"Harpie Lady"},
         {"Harpie Lady 1", "Harpie Lady 2", "Harpie Lady 3", "Cyber Harpie Lady"}),
        (13857930, {"Neo-Spacian Glow Moss", "Neo-Spacian Twinkle Moss"}, set()),
    ],
)  # fmt: skip
def test_name_groups(
    db: sqlite3.Connection, passcode: int, counts_as: set[str], members: set[str]
) -> None:
    found = facts_of(db, passcode)
    assert {card.name for card in found.counts_as} == counts_as
    assert {card.name for card in found.members} == members

"""Which card a query means, and what it is of the card."""

import sqlite3

import pytest

from deckcheck.cards import CardIndex
from deckcheck.catalog import NAME_KINDS
from deckcheck.catalog.find import find, label


@pytest.mark.parametrize(
    ("query", "name", "matched", "kind"),
    [
        ("55144522", "Pot of Greed", "passcode", "passcode"),
        (" 05405694 ", "Black Luster Soldier", "passcode", "passcode"),
        ("12580478", "Raigeki", "passcode", "artwork"),
        ("504700000", "Skull Dice", "passcode", "goat"),
        ("4844", "Pot of Greed", "konami-id", None),
        ("pot OF greed", "Pot of Greed", "name", "own name, en"),
        ("強欲な壺", "Pot of Greed", "name", "own name, ja"),
        ("三眼怪", "Sangan", "name", "own name, zh-CN zh-TW"),
        ("闪电", "Raigeki", "nickname", "nickname of early lists, zh-CN"),
        ("未来壶", "Cyber Jar", "nickname", "nickname of early lists, zh-CN"),
        ("Frog the Jam", "Slime Toad", "nickname", "former name, en"),
        ("Black Luster Soldier", "Black Luster Soldier", "name", "own name, en"),
    ],
)
def test_found(db: sqlite3.Connection, query: str, name: str, matched: str, kind: str) -> None:
    found = find(CardIndex(db), query)
    assert found
    assert ([card.name for card in found.cards], found.matched, found.kind, found.remark) == (
        [name], matched, kind, None,
    )  # fmt: skip


def test_a_players_name_says_whose_it_is(db: sqlite3.Connection) -> None:
    found = find(CardIndex(db), "增殖的G")
    assert found
    assert (found.cards[0].name, found.matched) == ('Maxx "C"', "nickname")
    assert "Chinese" in (found.kind or "")


@pytest.mark.parametrize(
    ("query", "name", "matched", "remark"),
    [
        ("10000", "Ten Thousand Dragon", "passcode",
         "10000 is the Konami id of Gem-Knight Seraphinite (3113836) as well"),
        ("14809", "Ten Thousand Dragon", "konami-id", None),
        ("7", "7", "name", "7 is a name here, no passcode or Konami id"),
        ("７", "7", "name", None),
    ],
)  # fmt: skip
def test_numbers_that_may_mean_several_things(
    db: sqlite3.Connection, query: str, name: str, matched: str, remark: str | None
) -> None:
    found = find(CardIndex(db), query)
    assert found
    assert (found.cards[0].name, found.matched, found.remark) == (name, matched, remark)


@pytest.mark.parametrize(
    "query", ["", "   ", "!!!", "no such card", "0", "8", "99999999999", "灰", "\udcff"]
)
def test_not_found(db: sqlite3.Connection, query: str) -> None:
    assert find(CardIndex(db), query) is None


def test_ambiguous_names_give_every_card(db: sqlite3.Connection) -> None:
    found = find(CardIndex(db), "hero flash")
    assert found
    assert sorted(map(label, found.cards)) == [
        "H.E.R.O. Flash! (18482473)",
        "Hero Flash!! (191749)",
    ]


def test_cards_of_one_game_are_not_found_in_another(db: sqlite3.Connection) -> None:
    for query in ("Sevens Road Magician", "160301001", "15150"):
        assert find(CardIndex(db), query) is None
        found = find(CardIndex(db, game="rush"), query)
        assert found
        assert [card.name for card in found.cards] == ["Sevens Road Magician"]
    rush = find(CardIndex(db, game="rush"), "Pot of Greed")
    assert rush
    assert rush.cards[0].passcode == 160411003


def test_labels_of_cards_without_a_passcode(db: sqlite3.Connection) -> None:
    cards = CardIndex(db)
    query = "SELECT min(key) FROM card WHERE passcode IS NULL AND konami_id IS {} NULL"
    with_id, without = (
        cards.card(db.execute(query.format(word)).fetchone()[0]) for word in ("NOT", "")
    )
    assert label(with_id) == f"{with_id.name} (Konami id {with_id.konami_id})"
    assert label(without) == without.name


def test_every_kind_of_name_has_words(db: sqlite3.Connection) -> None:
    assert {kind for (kind,) in db.execute("SELECT DISTINCT kind FROM lookup")} == set(NAME_KINDS)

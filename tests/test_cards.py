"""The card index: ids, names, near ones, name groups."""

import sqlite3

import pytest

from deckcheck.cards import LANGUAGES, CardIndex
from deckcheck.errors import UnknownNameError
from deckcheck.near import NearNames, near_passcodes


def test_counts_of_the_snapshot(db: sqlite3.Connection) -> None:
    def count(query: str) -> int:
        return int(db.execute(query).fetchone()[0])

    assert count("SELECT count(*) FROM card WHERE game = 'ocg-tcg'") == 14_520
    assert (
        count("SELECT count(*) FROM name JOIN card ON card = card.key WHERE game = 'ocg-tcg'")
        == 142_353
    )
    assert count("SELECT count(DISTINCT lang) FROM name") == len(LANGUAGES) == 10
    assert count("SELECT count(*) FROM card WHERE kind = 'token'") == 200
    # 4,740 other ids, of which 19 rows are cards of their own
    assert (
        count("SELECT count(*) FROM passcode WHERE game = 'ocg-tcg' AND kind != 'passcode'")
        == 4_740 - 19
    )
    assert count("SELECT count(*) FROM card WHERE game = 'ocg-tcg' AND passcode IS NULL") == 60


def test_cards_treated_as_another_stay_themselves(db: sqlite3.Connection) -> None:
    cards = CardIndex(db)
    known = cards.by_passcodes([295517, 22702055])
    ocean, umi = known[295517].card, known[22702055].card
    assert (ocean.name, umi.name) == ("A Legendary Ocean", "Umi")
    assert ocean.name_groups == umi.name_groups == (umi.key,)


def test_every_kind_of_id_is_the_card(db: sqlite3.Connection) -> None:
    known = CardIndex(db).by_passcodes([64866, 8805661, 504700000, 3784444, 662853, 999])
    assert {code: (hit.id_kind, hit.card.name) for code, hit in known.items()} == {
        64866: ("artwork", "Cyberse Code Magician"),
        8805661: ("prerelease", "Megalith Phuloch"),
        504700000: ("goat", "Skull Dice"),
        3784444: ("pre-errata", "Rampaging Rhynos"),
        662853: ("superseded", "Sanctity of Dragon"),
    }


def test_all_of_a_thousand_ids_are_looked_up(db: sqlite3.Connection) -> None:
    codes = [code for (code,) in db.execute("SELECT passcode FROM passcode LIMIT 1700")]
    assert set(CardIndex(db).by_passcodes(codes)) == set(codes)


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Raigeki"), ("ja", "サンダー・ボルト"), ("zh-CN", "雷击"),
                           ("ZH-tw", "雷擊"), ("de", "Raigeki")]
)  # fmt: skip
def test_names_in_the_language_asked_for(db: sqlite3.Connection, language: str, name: str) -> None:
    cards = CardIndex(db, language)
    assert cards.by_passcodes([12580477])[12580477].card.name == name


def test_a_language_without_the_name_falls_back_to_english(db: sqlite3.Connection) -> None:
    (card,) = CardIndex(db, "pt").by_name("Thoroughbred Elf")
    assert card.name == "Thoroughbred Elf"


def test_an_unknown_language_names_the_known(db: sqlite3.Connection) -> None:
    with pytest.raises(UnknownNameError, match="unknown language 'zh'; did you mean: zh-"):
        CardIndex(db, "zh")


def test_every_name_finds_its_card_or_says_it_is_ambiguous(db: sqlite3.Connection) -> None:
    cards = CardIndex(db)
    rows = db.execute(
        "SELECT card, name FROM name WHERE card % 29 = 0 AND card <= 14520"
    ).fetchall()
    assert len(rows) > 4_000
    for key, name in rows:
        found = cards.by_name(name)
        groups = {group for card in found for group in card.name_groups}
        assert groups & set(cards.card(key).name_groups), name


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Tornado", ["Tornado"]),
        ("H.E.R.O. Flash!", ["H.E.R.O. Flash!"]),
        ("hero flash", ["H.E.R.O. Flash!", "Hero Flash!!"]),
        ("Black Luster Soldier", ["Black Luster Soldier"]),
        ("暴风雨", ["Rain Storm", "Violent Rain"]),
        ("no such card", []),
        ("", []),
        ("!!!", []),
    ],
)
def test_ambiguity(db: sqlite3.Connection, name: str, found: list[str]) -> None:
    assert sorted(card.name for card in CardIndex(db).by_name(name)) == found


@pytest.mark.parametrize(
    ("name", "found", "kind"),
    [
        ("增殖的G", 'Maxx "C"', "community-zh"),
        ("闪电", "Raigeki", "early-nickname"),
        ("未来壶", "Cyber Jar", "early-nickname"),
        ("三眼怪", "Sangan", "official"),
        ("Frog the Jam", "Slime Toad", "former"),
        ("Kinetic Soldier", "Cipher Soldier", "former"),
        ("Blizzard", "Blizzard", "official"),
    ],
)
def test_former_and_players_names_find_the_card_and_say_what_they_are(
    db: sqlite3.Connection, name: str, found: str, kind: str
) -> None:
    cards = CardIndex(db)
    assert [(cards.card(key).name, what) for key, what in cards.named(name).items()] == [
        (found, kind)
    ]


def test_what_is_not_sure_is_never_resolved_silently(db: sqlite3.Connection) -> None:
    cards, names = CardIndex(db), NearNames(CardIndex(db))
    assert cards.by_name("灰") == ()
    assert [card.name for card in names.find("灰")] == ["Ash Blossom & Joyous Spring"]
    assert cards.by_name("bls") == ()
    assert len(names.find("bls")) == 3
    assert cards.by_name("Chaos Soldier") == ()
    assert cards.by_name("Magallanica, the Deep Sea City") == ()
    assert len(cards.by_name("埃及使者各部分")) == 5
    query = "SELECT DISTINCT folded FROM lookup WHERE NOT sure AND card % 7 = 0"
    unsure = [folded for (folded,) in db.execute(query)]
    assert len(unsure) > 500
    for folded in unsure:
        kinds = set(cards.named(folded).values())
        sure = db.execute("SELECT count(*) FROM lookup WHERE folded = ? AND sure", [folded])
        assert bool(kinds) == bool(sure.fetchone()[0])


def test_a_name_of_the_own_language_comes_first(db: sqlite3.Connection) -> None:
    assert [card.passcode for card in CardIndex(db, "pt").by_name("Tornado")] == [45939841]
    assert [card.passcode for card in CardIndex(db).by_name("Tornado")] == [61068510]


def test_near_names_and_passcodes(db: sqlite3.Connection) -> None:
    cards = CardIndex(db)
    names = NearNames(cards)
    assert [card.name for card in names.find("Ash Blossom")] == ["Ash Blossom & Joyous Spring"]
    assert names.find("Nibiru")[0].name == "Nibiru, the Primal Being"
    assert names.find("Pot of Gred")[0].name == "Pot of Greed"
    assert names.find("Ｘ" * 30) == ()
    for typo in (8963113, 89631193, 896311399, 89631149):
        near = [card.name for card in near_passcodes(cards, typo)]
        assert ("Blue-Eyes White Dragon" in near) == (typo < 100_000_000)

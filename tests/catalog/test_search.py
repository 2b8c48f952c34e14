"""Cards found by parts of their names."""

import sqlite3

import pytest

from deckcheck.cards import CardIndex
from deckcheck.catalog.search import Filters, Hits, other_games, search
from deckcheck.errors import UnknownNameError


def found(
    db: sqlite3.Connection, words: str, filters: Filters | None = None, limit: int = 20
) -> Hits:
    """What the words find."""
    return search(CardIndex(db), words.split(), filters or Filters(), limit)


@pytest.mark.parametrize(
    ("words", "first", "language", "kind"),
    [
        ("pot", "Pot of Greed", "en", "official"),
        ("greed pot of", "Pot of Greed", "en", "official"),
        ("raigeki", "Raigeki", "en", "official"),
        ("lue-eyes whi", "Blue-Eyes White Dragon", "en", "official"),
        ("强欲之壶", "Pot of Greed", "zh-CN", "official"),
        ("増殖する", 'Maxx "C"', "ja", "official"),
        ("闪电", "Raigeki", "zh-CN", "early-nickname"),
        ("frog jam", "Slime Toad", "en", "former"),
        ("CUPIDITE", "Pot of Greed", "fr", "official"),
        ("& joyous", "Ash Blossom & Joyous Spring", "en", "official"),
        ("★ sangan", "Sangan", "en", "official"),
    ],
)
def test_the_best_hit(
    db: sqlite3.Connection, words: str, first: str, language: str, kind: str
) -> None:
    hits = found(db, words).hits
    cards = [hit.card.name for hit in hits]
    assert first in cards[:5]
    hit = hits[cards.index(first)]
    assert (hit.language, hit.kind, hit.certain) == (language, kind, True)


@pytest.mark.parametrize("words", ["xyzzyqqq", "!!!", "blue-eyes 强欲", "\udcff", "sevens road"])
def test_a_miss(db: sqlite3.Connection, words: str) -> None:
    assert found(db, words) == ((), 0)


def test_two_chinese_characters_find_every_card(db: sqlite3.Connection) -> None:
    hits = found(db, "强欲", limit=50)
    assert hits.total == len(hits.hits) >= 15
    assert len({hit.card.key for hit in hits.hits}) == hits.total
    assert all("强欲" in hit.name for hit in hits.hits)


def test_all_words_are_in_one_name(db: sqlite3.Connection) -> None:
    hits = found(db, "dragon eyes blue", limit=100).hits
    assert len(hits) > 10
    for hit in hits:
        assert all(word in hit.name.casefold() for word in ("dragon", "eyes", "blue")), hit


def test_the_shown_name_comes_before_others(db: sqlite3.Connection) -> None:
    hit = search(CardIndex(db, "zh-CN"), ["强欲之壶"], Filters(), 1).hits[0]
    assert (hit.name, hit.card.name) == ("强欲之壶", "强欲之壶")


def test_names_that_are_not_certain_come_last_and_say_so(db: sqlite3.Connection) -> None:
    hits = found(db, "灰色", limit=1000).hits
    certain = [hit.certain for hit in hits]
    assert certain == sorted(certain, reverse=True)
    assert False in certain


def test_the_limit_and_the_total(db: sqlite3.Connection) -> None:
    hits = found(db, "dragon", limit=3)
    assert len(hits.hits) == 3
    assert hits.total > 500
    assert hits == found(db, "dragon", limit=3)


@pytest.mark.parametrize(
    ("filters", "condition"),
    [
        (Filters(kind="trap"), "kind = 'trap'"),
        (Filters(kind="Spell Ritual"), "kind = 'spell' AND frame = 'ritual'"),
        (Filters(kind="xyz"), "frame LIKE '%xyz%'"),
        (Filters(attribute="dark", level=8), "attribute = 'DARK' AND level = '8'"),
        (Filters(race="sea serpent"), "race = 'Sea Serpent'"),
    ],
)
def test_filters(db: sqlite3.Connection, filters: Filters, condition: str) -> None:
    hits = found(db, "e", filters, 10_000)
    query = (
        "SELECT DISTINCT card FROM lookup JOIN card ON card = key WHERE lookup.game = 'ocg-tcg' "
        f"AND instr(folded, 'e') AND {condition.replace('kind', 'card.kind')}"
    )
    assert {hit.card.key for hit in hits.hits} == {key for (key,) in db.execute(query)}
    assert hits.total > 20


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        (Filters(kind="tarp"), "unknown kind 'tarp'; did you mean: trap"),
        (Filters(kind="trap spel"), "unknown kind 'spel'; did you mean: spell"),
        (Filters(kind=""), "unknown kind ''"),
        (Filters(attribute="drak"), "unknown attribute 'drak'; did you mean: dark"),
        (Filters(attribute=""), "unknown attribute ''"),
        (Filters(race="dragn"), "unknown race 'dragn'; did you mean: dragon"),
        (Filters(level=99), "unknown level '99'"),
        (Filters(race="galaxy"), "unknown race 'galaxy'"),
        (Filters(race="\udcff"), "unknown race"),
    ],
)
def test_filters_that_no_card_passes(
    db: sqlite3.Connection, filters: Filters, message: str
) -> None:
    with pytest.raises(UnknownNameError, match=message):
        found(db, "dragon", filters)


@pytest.mark.parametrize(
    ("words", "games"),
    [("sevens road", ("rush",)), ("peak performance", ("skill",)), ("xyzzyqqq", ())],
)
def test_the_other_games_that_have_the_words(
    db: sqlite3.Connection, words: str, games: tuple[str, ...]
) -> None:
    assert other_games(CardIndex(db), words.split()) == games


def test_rush_cards_are_found_apart(db: sqlite3.Connection) -> None:
    rush = search(CardIndex(db, game="rush"), ["sevens", "road"], Filters(race="spellcaster"), 20)
    assert {hit.card.name for hit in rush.hits} >= {"Sevens Road Magician", "Sevens Road Witch"}
    assert not {hit.card.key for hit in found(db, "pot of greed").hits} & {
        hit.card.key for hit in search(CardIndex(db, game="rush"), ["pot"], Filters(), 99).hits
    }

"""The text sources, and the index made of them."""

import sqlite3
from pathlib import Path

import pytest

from deckcheck.banlists.dated import RegionLists
from deckcheck.banlists.yamllist import read_list, resolve
from deckcheck.cards import CardIndex, game_of
from deckcheck.errors import DataError
from deckcheck.index import SCHEMA_VERSION, facts, open_index, sources
from deckcheck.index.sources import CHECKOUT
from deckcheck.model import STATUSES

LISTS = sorted(CHECKOUT.banlists.glob("*/*.yaml"))


ENTRIES = {
    # region: lists, and of its newest the entries: forbidden, limited, semi-limited, points,
    # cards in groups, cards on the whitelist
    "tcg": (80, (119, 97, 10, 0, 0, 0)),
    "ocg": (86, (92, 92, 13, 0, 0, 0)),
    "ocg-ae": (7, (33, 35, 18, 0, 0, 0)),
    "ocg-cn": (17, (25, 58, 16, 0, 0, 0)),
    "kr": (5, (85, 72, 22, 0, 0, 0)),
    "master-duel": (64, (107, 75, 24, 0, 0, 0)),
    "rush": (15, (3, 15, 16, 0, 0, 0)),
    "speed": (8, (0, 0, 0, 0, 49, 0)),
    "genesys": (11, (0, 0, 0, 704, 0, 0)),
    "ocg-genesys": (2, (0, 0, 0, 1084, 0, 0)),
    "tcg-adjusted": (1, (76, 73, 14, 0, 0, 0)),
    "traditional": (22, (0, 216, 10, 0, 0, 0)),
    "worlds": (37, (135, 119, 17, 0, 0, 0)),
    "goat": (1, (17, 41, 15, 0, 0, 1698)),
    "edison": (1, (43, 70, 19, 0, 0, 3673)),
    "hat": (1, (77, 71, 14, 0, 0, 6162)),
    "common-charity": (1, (48, 53, 5, 0, 0, 8068)),
    "duel-links": (1, (5, 0, 0, 0, 88, 0)),
    "dm5": (1, (3, 25, 10, 0, 0, 0)),
    "dm6": (1, (3, 25, 11, 0, 0, 0)),
    "dmi": (1, (0, 35, 6, 0, 0, 0)),
    "sample": (1, (2, 2, 1, 0, 0, 0)),
}


@pytest.mark.parametrize("region", ENTRIES)
def test_lists_and_entries_of_a_region(db: sqlite3.Connection, region: str) -> None:
    lists, entries = ENTRIES[region]
    found = db.execute("SELECT key FROM limit_list WHERE region = ? ORDER BY day", [region])
    keys = [key for (key,) in found]
    assert len(keys) >= lists

    def count(table: str, more: str = "") -> int:
        query = f"SELECT count(*) FROM {table} WHERE list = ? {more}"
        return int(db.execute(query, [keys[lists - 1]]).fetchone()[0])

    statuses = (count("limit_entry", f"AND allowed = {allowed}") for allowed in (0, 1, 2))
    others = map(count, ("list_points", "list_group_card", "list_whitelist"))
    assert (*statuses, *others) == entries


def test_every_region_is_counted(db: sqlite3.Connection) -> None:
    assert {region for (region,) in db.execute("SELECT region FROM limit_list")} == set(ENTRIES)


def test_pools_are_card_pools_of_their_own(db: sqlite3.Connection) -> None:
    pools = dict(db.execute("SELECT name, count(*) FROM pool GROUP BY name"))
    assert pools == {"rush": 2991, "speed": 1346}


def test_rush_cards_and_skills_are_kept_apart(db: sqlite3.Connection) -> None:
    counts = dict(db.execute("SELECT game, count(*) FROM card GROUP BY game"))
    assert counts == {"ocg-tcg": 14_520, "rush": 3_147, "skill": 175}
    blue_eyes, rush = CardIndex(db), CardIndex(db, game="rush")
    (ours,), (theirs,) = (c.by_name("Blue-Eyes White Dragon") for c in (blue_eyes, rush))
    assert (ours.passcode, theirs.passcode) == (89631139, 160001000)
    assert blue_eyes.by_passcodes([160001000]) == {}
    assert rush.by_passcodes([89631139]) == {}
    assert rush.by_name("Pot of Greed") != blue_eyes.by_name("Pot of Greed")
    (skill,) = CardIndex(db, game="skill").by_name("My Precious Queen!")
    assert (skill.kind, skill.playable) == ("skill", False)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: f"{path.parent.name}@{path.stem}")
def test_a_list_says_in_the_index_what_it_says_in_its_file(
    db: sqlite3.Connection, path: Path
) -> None:
    listed = read_list(path.read_text(encoding="utf-8"), str(path))
    game = game_of(path.parent.name)
    content = resolve(listed, CardIndex(db, game=game), every_comment_names=True)
    indexed = db.execute(
        "SELECT card, allowed FROM limit_entry JOIN limit_list ON list = limit_list.key "
        "WHERE region = ? AND day = ?",
        [path.parent.name, path.stem],
    )
    assert dict(indexed) == {card: limit.allowed for card, limit in content.limits.items()}
    assert content.limits or content.points or content.groups
    assert listed.sources
    assert all(card.comment for card, _ in (*listed.limits, *listed.points))
    for allowed in STATUSES.values():
        names = [str(card.comment).partition(" | ")[0].casefold()
                 for card, number in listed.limits if number == allowed]  # fmt: skip
        assert names == sorted(names)


@pytest.mark.parametrize(
    ("region", "day", "name", "allowed"),
    [
        ("ocg", "2014-07-01", "Primal Seed", 1),
        ("ocg", "2014-07-01", "Bottomless Trap Hole", 2),
        ("tcg", "2025-10-27", "Archnemeses Protos", 0),
        ("tcg", "2024-04-15", "Baronne de Fleur", 0),
        ("dm5", "2001-01-01", "Pot of Greed", 1),
        ("dm5", "2001-01-01", "Heavy Storm", 2),
        ("dm5", "2001-01-01", "Slifer the Sky Dragon", 0),
    ],
)
def test_entries_that_sources_disagree_on(
    db: sqlite3.Connection, region: str, day: str, name: str, allowed: int
) -> None:
    query = (
        "SELECT allowed FROM limit_entry JOIN limit_list ON list = limit_list.key "
        "JOIN card ON card = card.key WHERE region = ? AND day = ? AND card.name = ?"
    )
    assert db.execute(query, [region, day, name]).fetchall() == [(allowed,)]


def test_what_lists_say_of_themselves_survives(db: sqlite3.Connection) -> None:
    def about(region: str, day: str, column: str) -> object:
        query = f"SELECT {column} FROM limit_list WHERE region = ? AND day = ?"
        return db.execute(query, [region, day]).fetchone()[0]

    assert about("dm5", "2001-01-01", "precision") == "year"
    assert about("kr", "2020-04-01", "precision") == "month"
    assert about("tcg", "2004-08-01", "precision") == "month"
    assert about("tcg", "2026-05-18", "precision") is None
    assert about("tcg-adjusted", "2016-02-08", "until") == "2016-04-10"
    assert "YCS" in str(about("tcg-adjusted", "2016-02-08", "scope"))
    assert about("duel-links", "2022-04-01", "unresolved") == "100700001 2 --风筝机人"
    goat, speed = (RegionLists(db, region) for region in ("goat", "speed"))
    assert goat.load(goat.lists[-1]).parts == ("a whitelist",)
    assert speed.load(speed.lists[-1]).parts == ("groups", "skills")
    assert "suspect" in str(about("ocg-cn", "2022-07-01", "note"))


def test_the_optional_list_and_the_one_with_territories(db: sqlite3.Connection) -> None:
    optional = db.execute("SELECT region, day FROM limit_list WHERE optional").fetchall()
    assert optional == [
        ("speed", "2025-07-11"), ("speed", "2026-07-10"), ("tcg", "2004-08-01"),
    ]  # fmt: skip
    territories = db.execute(
        "SELECT limit_list.day, territory, list_territory.day FROM list_territory "
        "JOIN limit_list ON list = limit_list.key"
    ).fetchall()
    assert territories == [
        ("2024-04-15", "amer", "2024-04-15"), ("2024-04-15", "emea", "2024-04-22"),
    ]  # fmt: skip


def test_the_index_names_its_sources(db: sqlite3.Connection) -> None:
    said = facts(db)
    assert (said["snapshot"], said["digest"]) == ("2026-08-22", sources.digest(CHECKOUT.texts()))


def test_there_is_no_card_text() -> None:
    header = (CHECKOUT.data / "cards.tsv").read_text(encoding="utf-8").partition("\n")[0]
    assert header.split("\t") == list(sources.CARD_COLUMNS)
    longest = max(len(row.fields[1]) for path in sorted((CHECKOUT.data / "names").glob("*.tsv"))
                  for row in sources.rows(path, sources.NAME_COLUMNS))  # fmt: skip
    assert longest < 120


# --- opening ----------------------------------------------------------------------------------


def test_a_missing_index_says_how_to_build_it(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="run 'deckcheck data build'"):
        open_index(tmp_path / "none.sqlite")


def test_a_damaged_index_is_refused(tmp_path: Path) -> None:
    damaged = tmp_path / "index.sqlite"
    damaged.write_bytes(b"no database" * 100)
    with pytest.raises(DataError, match="is damaged"):
        open_index(damaged)


def test_an_index_of_another_schema_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "a ?#% name.sqlite"
    db = sqlite3.connect(other)
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    db.close()
    with pytest.raises(DataError, match="is of a newer deckcheck"):
        open_index(other)


def test_an_index_cannot_be_written(db: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        db.execute("DELETE FROM card")

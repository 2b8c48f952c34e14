"""The text sources, and the index made of them."""

import sqlite3
from pathlib import Path

import pytest

from deckcheck.banlists.yamllist import read_list
from deckcheck.cards import CardIndex
from deckcheck.errors import DataError
from deckcheck.index import SCHEMA_VERSION, facts, open_index, sources
from deckcheck.model import STATUSES

LISTS = sorted(sources.BANLISTS.glob("*/*.yaml"))


def test_every_table_is_here() -> None:
    counts = {region.name: len([*region.glob("*.yaml")]) for region in sources.BANLISTS.iterdir()}
    assert counts["tcg"] >= 80
    assert counts["ocg"] >= 86


@pytest.mark.parametrize("path", LISTS, ids=lambda path: f"{path.parent.name}@{path.stem}")
def test_a_list_says_in_the_index_what_it_says_in_its_file(
    db: sqlite3.Connection, path: Path
) -> None:
    listed = read_list(path.read_text(encoding="utf-8"), str(path))
    limits = listed.resolve(CardIndex(db), every_comment_names=True)
    indexed = db.execute(
        "SELECT card, allowed FROM limit_entry JOIN limit_list ON list = limit_list.key "
        "WHERE region = ? AND day = ?",
        [path.parent.name, path.stem],
    )
    assert dict(indexed) == {card: limit.allowed for card, limit in limits.items()}
    assert limits
    assert listed.sources
    assert all(entry.comment for entry in listed.entries)
    for allowed in STATUSES.values():
        names = [str(e.comment).casefold() for e in listed.entries if e.allowed == allowed]
        assert names == sorted(names)


@pytest.mark.parametrize(
    ("region", "day", "counts"),
    [
        ("ocg", "1999-07-08", [0, 3, 0]),
        ("ocg", "2004-03-01", [10, 42, 9]),
        ("ocg", "2014-07-01", [62, 62, 24]),
        ("ocg", "2026-07-01", [92, 92, 13]),
        ("tcg", "2002-05-07", [0, 10, 2]),
        ("tcg", "2004-08-01", [13, 37, 8]),
        ("tcg", "2024-04-15", [105, 84, 6]),
        ("tcg", "2026-05-18", [119, 97, 10]),
    ],
)
def test_entries_of_a_list(
    db: sqlite3.Connection, region: str, day: str, counts: list[int]
) -> None:
    found = [
        db.execute(
            "SELECT count(*) FROM limit_entry JOIN limit_list ON list = limit_list.key "
            "WHERE region = ? AND day = ? AND allowed = ?", [region, day, allowed],
        ).fetchone()[0]
        for allowed in (0, 1, 2)
    ]  # fmt: skip
    assert found == counts


def test_the_optional_list_and_the_one_with_territories(db: sqlite3.Connection) -> None:
    optional = db.execute("SELECT region, day FROM limit_list WHERE optional").fetchall()
    assert optional == [("tcg", "2004-08-01")]
    territories = db.execute(
        "SELECT limit_list.day, territory, list_territory.day FROM list_territory "
        "JOIN limit_list ON list = limit_list.key"
    ).fetchall()
    assert territories == [
        ("2024-04-15", "amer", "2024-04-15"), ("2024-04-15", "emea", "2024-04-22"),
    ]  # fmt: skip


def test_the_index_names_its_sources(db: sqlite3.Connection) -> None:
    assert facts(db) == {"snapshot": "2026-08-22", "digest": sources.digest()}


def test_there_is_no_card_text() -> None:
    header = (sources.DATA / "cards.tsv").read_text(encoding="utf-8").partition("\n")[0]
    assert header.split("\t") == list(sources.CARD_COLUMNS)
    longest = max(len(row.fields[1]) for path in sorted((sources.DATA / "names").glob("*.tsv"))
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
    with pytest.raises(DataError, match=f"has schema {SCHEMA_VERSION + 1}"):
        open_index(other)


def test_an_index_cannot_be_written(db: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        db.execute("DELETE FROM card")

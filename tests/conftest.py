"""Fixtures of all tests. The index is compiled first if the text sources have changed since."""

import os
import sqlite3
from collections.abc import Iterator

import pytest

from deckcheck.errors import DataError
from deckcheck.index import INDEX_FILE, facts, open_index
from deckcheck.index.build import build_index
from deckcheck.index.sources import digest


def _is_current() -> bool:
    try:
        db = open_index()
    except DataError:
        return False
    try:
        return facts(db)["digest"] == digest()
    finally:
        db.close()


def pytest_sessionstart() -> None:
    os.environ.pop("DECKCHECK_FORMAT", None)
    if not _is_current():
        build_index(INDEX_FILE)


@pytest.fixture(scope="session")
def db() -> Iterator[sqlite3.Connection]:
    """The index of this checkout."""
    connection = open_index()
    yield connection
    connection.close()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-golden", action="store_true", help="write rendered outputs anew")

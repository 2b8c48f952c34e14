"""Fixtures of all tests. The index is compiled first if the text sources have changed since."""

import os
import sqlite3
from collections.abc import Iterator

import pytest

from deckcheck.errors import DataError
from deckcheck.index import INDEX_FILE, facts, open_index
from deckcheck.index.build import build_index
from deckcheck.index.sources import CHECKOUT, digest


def _is_current() -> bool:
    try:
        db = open_index()
    except DataError:
        return False
    try:
        return facts(db)["digest"] == digest(CHECKOUT.texts())
    finally:
        db.close()


def pytest_sessionstart() -> None:
    os.environ.pop("DECKCHECK_FORMAT", None)
    # the data that the developer has updated is not what is tested
    os.environ["DECKCHECK_DATA_DIR"] = os.devnull
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

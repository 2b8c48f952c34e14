"""Real decks that are no YDK: pasted lists, links, exports of sites; names rather than passcodes.

``DECKCHECK_CORPUS`` names the folder with ``other.tar.xz``, and with ``open.tar.xz`` of YDK files.
"""

import os
import re
import sqlite3
import tarfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from deckcheck import codecs
from deckcheck.errors import ParseError
from deckcheck.model import Deck
from deckcheck.resolve import Resolver
from judging import report


def _files(archive: str) -> Iterator[tuple[str, bytes]]:
    folder = os.environ.get("DECKCHECK_CORPUS")
    if not folder:
        pytest.skip("DECKCHECK_CORPUS names no folder of real decks")
    with tarfile.open(Path(folder, f"{archive}.tar.xz")) as tar:
        for member in tar:
            if file := tar.extractfile(member):
                yield member.name, file.read()


@pytest.fixture(scope="module")
def lists(db: sqlite3.Connection) -> dict[str, Deck | ParseError]:
    """Each list by its path, or why it is none."""
    resolver = Resolver(db, "en")
    found: dict[str, Deck | ParseError] = {}
    for path, data in _files("other"):
        try:
            listed = codecs.parse(data, suffix=Path(path).suffix)
        except ParseError as error:
            found[path] = error
        else:
            found[path] = resolver.deck(listed, "ocg-tcg")
    return found


def _kind(path: str) -> str:
    return Path(path).parent.name


def test_what_is_no_deck_is_said(lists: dict[str, Deck | ParseError]) -> None:
    refused = {path: error for path, error in lists.items() if isinstance(error, ParseError)}
    assert Counter(map(_kind, refused)) == {
        # tables of several decks, and duels with the decks of both players
        "json-structure-deck": 12, "json-ygomaster-solo": 8,
        # an export whose objects have no card, and two links of someone's tests
        "json-ygoprodeck": 1, "ydke-url": 2,
    }  # fmt: skip
    assert all(error.line >= 1 and error.reason for error in refused.values())


def test_names_of_real_lists_are_cards_but_for_typos(
    lists: dict[str, Deck | ParseError],
) -> None:
    names: set[str] = set()
    typos: dict[str, tuple[str, ...]] = {}
    for path, deck in lists.items():
        # these exports have the set of a card behind its name; prose about decks is no list
        if isinstance(deck, ParseError) or _kind(path) == "json-structure-deck":
            continue
        if deck.problems and _kind(path) == "text-decklist":
            continue
        for copy in deck.copies:
            if copy.id_kind == "name" and not re.search(r"_\S* \S", copy.written):
                names.add(copy.written)
                if not copy.card and copy.written != "COMBOS":
                    typos[copy.written] = tuple(card.name for card in copy.near)
    assert len(names) > 2500
    assert len(typos) < 15
    assert all(len(near) for near in typos.values()), typos


_DIGITS_FIRST = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*[0-9]")


def test_every_line_with_an_id_is_counted_or_in_a_finding() -> None:
    read = 0
    for path, data in _files("open"):
        found = report(data, on="2026-06-01")
        assert found.sizes is not None
        lines = [line for line in re.split(rb"\r\n|\r|\n", data) if _DIGITS_FIRST.match(line)]
        assert sum(found.sizes.values()) == len(lines), path
        read += 1
    assert read == 5682

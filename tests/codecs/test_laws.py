"""What holds for every codec."""

import os
import tarfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck import codecs
from deckcheck.errors import ParseError
from deckcheck.model import SECTIONS, DeckList, Directive, Entry, Reading, Section

_PASSCODES = st.integers(1000, 2**32 - 1).map(str)
_NAMES = (
    st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=30)
    .map(str.strip)
    .filter(lambda name: name and not name.isdigit())
)
_COPIES = st.integers(1, 12)
_DIRECTIVES = st.sampled_from(
    [(), (Directive("format", "ocg", 1), Directive("on", "2005-01-01", 1))]
)


def _entries(cards: st.SearchStrategy[str]) -> st.SearchStrategy[list[Entry]]:
    reading = st.tuples(_COPIES, cards).map(lambda said: Reading(*said))
    entry = st.builds(Entry, st.sampled_from(SECTIONS), st.just(1), st.tuples(reading))
    return st.lists(entry, max_size=40)


def _said(deck: DeckList) -> list[tuple[Section | None, int, str]]:
    """Each entry by its first reading, section by section."""
    in_order = sorted(deck.entries, key=lambda entry: (*SECTIONS, None).index(entry.section))
    return [(entry.section, *entry.readings[0][:2]) for entry in in_order]


def _one_by_one(deck: DeckList) -> list[tuple[Section | None, int, str]]:
    return [(section, 1, text) for section, copies, text in _said(deck) for _ in range(copies)]


@pytest.mark.parametrize("name", codecs.CODECS)
@given(entries=_entries(_PASSCODES), asked=_DIRECTIVES)
def test_passcodes_are_read_back_as_they_were_written(
    name: str, entries: list[Entry], asked: tuple[Directive, ...]
) -> None:
    codec = codecs.codec(name)
    if not codec.HOLDS.sections:
        entries = [entry for entry in entries if entry.section == "side"]
    deck = DeckList(name, None, tuple(entries), directives=asked)
    try:
        found = codecs.parse(codec.dump(deck).encode(), name=name)
    except ParseError:
        assert not entries
        return
    same = _said if codec.HOLDS.names else _one_by_one
    assert same(found) == same(deck)
    assert not found.problems
    if codec.HOLDS.directives:
        assert [d[:2] for d in found.directives] == [d[:2] for d in asked]


@pytest.mark.parametrize("name", [name for name in codecs.CODECS if codecs.codec(name).HOLDS.names])
@given(entries=_entries(_NAMES), deck_name=st.none() | _NAMES)
def test_names_are_read_back_as_they_were_written(
    name: str, entries: list[Entry], deck_name: str | None
) -> None:
    deck = DeckList(name, deck_name, tuple(entries))
    try:
        found = codecs.parse(codecs.codec(name).dump(deck).encode(), name=name)
    except ParseError:
        assert not entries
        return
    assert _said(found) == _said(deck)
    assert found.name == deck_name
    assert not found.problems


@pytest.mark.parametrize("name", codecs.CODECS)
@given(
    data=st.binary(max_size=200)
    | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))
    | st.text("{}[]\":,0123456789mainex \n#!x-&", max_size=80).map(str.encode)
)  # fmt: skip
def test_any_text_is_read_or_refused_with_a_line(name: str, data: bytes) -> None:
    for chosen in (name, None):
        try:
            deck = codecs.parse(data, name=chosen)
        except ParseError as error:
            assert error.line >= 1
            assert error.reason
        else:
            lines = data.decode("utf-8", "replace").count("\n") + data.count(b"\r") + 1
            assert all(1 <= entry.line <= lines for entry in deck.entries)


def _real_files() -> Iterator[tuple[str, bytes]]:
    folder = os.environ.get("DECKCHECK_CORPUS")
    if not folder:
        pytest.skip("DECKCHECK_CORPUS names no folder of real decks")
    for archive in ("open", "other"):
        with tarfile.open(Path(folder, f"{archive}.tar.xz")) as tar:
            for member in tar:
                if file := tar.extractfile(member):
                    yield member.name, file.read()


def test_real_files_are_read_back_as_they_were_written() -> None:
    read = 0
    for path, data in _real_files():
        try:
            deck = codecs.parse(data, suffix=Path(path).suffix)
        except ParseError:
            continue
        for name in codecs.CODECS:
            codec = codecs.codec(name)
            ids_only = all(entry.readings[0].text.isdigit() for entry in deck.entries)
            cards = sum(entry.readings[0].copies for entry in deck.entries)
            if not (codec.HOLDS.names or ids_only) or not 0 < cards <= 255:
                continue
            if any(
                reading.by == "konami-id" for entry in deck.entries for reading in entry.readings
            ):
                continue
            entries = tuple(e._replace(section=e.section or "main") for e in deck.entries)
            plain = deck._replace(directives=(), entries=entries)
            found = codecs.parse(codec.dump(plain).encode("utf-8", "surrogateescape"), name=name)
            assert _count(found, name) == _count(plain, name), (path, name)
            read += 1
    assert read > 30_000


def _count(deck: DeckList, name: str) -> Counter[tuple[Section | None, str]]:
    """Copies by section and card, as the codec can hold them."""
    found: Counter[tuple[Section | None, str]] = Counter()
    holds = codecs.codec(name).HOLDS
    for entry in deck.entries:
        copies, text, _ = entry.readings[0]
        section = entry.section if holds.sections or entry.section == "side" else None
        card = str(int(text)) if text.isdigit() else text
        found[section, card] += copies
    return found

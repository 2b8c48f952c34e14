"""Folding of names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.names import exact, fold


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Elemental HERO Stratos", "elemental hero stratos"),
        ("Gagagigo’s", "Gagagigo's"),
        ("Number 39: Utopia", "Number 39 Utopia"),
        ("Ｎｏ．３９　希望皇ホープ", "No.39 希望皇ホープ"),
        ("E☆HERO Pit Boss", "E HERO Pit Boss"),
        ('A Case for "K9"', "A Case for K9"),
        ("Ash Blossom & Joyous Spring", "Ash Blossom and Joyous Spring"),
        ("Großer Drache", "grosser drache"),
        ("Réanimation", "Reanimation"),
        ("Über-Œuvre", "uber oeuvre"),
        ("Magnet Warrior Σ", "magnet warrior sigma"),
        ("Harpie Lady ×3", "Harpie Lady x3"),
        ("ﾊﾞﾗ", "バラ"),
    ],
)
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("ハラ", "バラ"), ("Harpie Lady ×3", "Harpie Lady 3"), ("ホ", "ポ"), ("Umi", "Umu")],
)
def test_names_that_stay_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_symbols_alone_are_kept() -> None:
    assert fold("？？") == "??"


@given(st.text())
def test_folding_is_stable(text: str) -> None:
    assert fold(exact(text)) == fold(text)
    assert fold(fold(text)) == fold(text)

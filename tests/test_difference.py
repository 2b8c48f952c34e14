"""What differs between two decks, and a deck as steady text."""

import random
import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck import codecs
from deckcheck.decks.difference import Change, difference, steady_text
from deckcheck.index import open_index
from deckcheck.model import SECTIONS, Deck, DeckList, Section
from deckcheck.resolve import Resolver

# a monster, another artwork and an old id of cards; two cards that count as Harpie Lady
DRAGON, ARTWORK = 89631139, 89631140
PRERELEASE, PHULOCH = 8805661, 8805651
HARPIE_1, HARPIE_2 = 91932350, 27927359
RAIGEKI, STARDUST = 12580477, 44508094


def ydk(main: object = "", extra: object = "", side: object = "") -> str:
    """A YDK text with these ids, parted by spaces."""
    parts = (("#main", main), ("#extra", extra), ("!side", side))
    return "".join(f"{head}\n" + "".join(f"{c}\n" for c in str(ids).split()) for head, ids in parts)


def listed(text: str, suffix: str = ".ydk") -> DeckList:
    """The deck list of a text."""
    return codecs.parse(text.encode(), suffix=suffix)


def deck(db: sqlite3.Connection, text: str, suffix: str = ".ydk") -> Deck:
    """The deck of a text."""
    return Resolver(db, "en").deck(listed(text, suffix), "ocg-tcg")


Row = tuple[str, int, Section | None, Section | None]

_TURNED = {"in": "out", "out": "in", "moved": "moved"}


def rows(changes: list[Change]) -> list[Row]:
    """The changes without their cards."""
    return [(c.item.label, c.copies, c.left, c.reached) for c in changes]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (ydk(DRAGON), ydk(DRAGON), []),
        (ydk(f"{DRAGON} {RAIGEKI}"), ydk(f"{RAIGEKI} {DRAGON}"), []),
        (ydk(f"{DRAGON} {DRAGON}"), ydk(f"{ARTWORK} {DRAGON}"), []),
        (ydk(PRERELEASE), ydk(PHULOCH), []),
        (ydk(RAIGEKI), ydk(), [("Raigeki", 1, "main", None)]),
        (ydk(), ydk(RAIGEKI), [("Raigeki", 1, None, "main")]),
        (ydk(RAIGEKI), ydk(side=RAIGEKI), [("Raigeki", 1, "main", "side")]),
        (
            ydk(f"{RAIGEKI} {RAIGEKI} {RAIGEKI}"),
            ydk(RAIGEKI, side=RAIGEKI),
            [("Raigeki", 1, "main", None), ("Raigeki", 1, "main", "side")],
        ),
        (
            ydk(RAIGEKI, "", RAIGEKI),
            ydk("", f"{RAIGEKI} {RAIGEKI} {RAIGEKI}"),
            [("Raigeki", 1, None, "extra"), ("Raigeki", 1, "main", "extra"),
             ("Raigeki", 1, "side", "extra")],
        ),
        (
            ydk(f"{HARPIE_1} {RAIGEKI}"),
            ydk(f"{HARPIE_2} {STARDUST}"),
            [("Harpie Lady 1", 1, "main", None), ("Harpie Lady 2", 1, None, "main"),
             ("Raigeki", 1, "main", None), ("Stardust Dragon", 1, None, "main")],
        ),
        (ydk("99999"), ydk("099999"), []),
        (ydk("99999"), ydk("99998"), [("99998 (unknown)", 1, None, "main"),
                                      ("99999 (unknown)", 1, "main", None)]),
        (ydk("-5"), ydk(side="-5"), [
            ("'-5' is not a passcode; write digits only, one card a line", 1, "main", "side"),
        ]),
        (ydk("foo"), ydk(), [
            ("'foo' is no passcode, section header or # comment", 1, None, None),
        ]),
    ],
)  # fmt: skip
def test_what_differs(db: sqlite3.Connection, before: str, after: str, expected: list[Row]) -> None:
    assert rows(difference(deck(db, before), deck(db, after))) == expected


def test_a_card_by_name_and_by_id_is_the_same(db: sqlite3.Connection) -> None:
    named = deck(db, "Main Deck\n2 Blue-Eyes White Dragon\n", ".txt")
    assert not difference(deck(db, ydk(f"{ARTWORK} {DRAGON}")), named)


def test_with_strict_ids_artworks_and_old_ids_differ(db: sqlite3.Connection) -> None:
    before, after = deck(db, ydk(f"{DRAGON} {PRERELEASE}")), deck(db, ydk(f"{ARTWORK} {PHULOCH}"))
    assert rows(difference(before, after, strict_ids=True)) == [
        (f"Blue-Eyes White Dragon [{DRAGON}]", 1, "main", None),
        (f"Blue-Eyes White Dragon [{ARTWORK}]", 1, None, "main"),
        (f"Megalith Phuloch [{PHULOCH}]", 1, None, "main"),
        (f"Megalith Phuloch [{PRERELEASE}]", 1, "main", None),
    ]
    named = deck(db, "Main Deck\nBlue-Eyes White Dragon\n", ".txt")
    assert not difference(deck(db, ydk(DRAGON)), named, strict_ids=True)


def test_what_kind_of_change_it_is(db: sqlite3.Connection) -> None:
    before, after = deck(db, ydk(f"{RAIGEKI} {DRAGON}") + "foo"), deck(db, ydk(side=DRAGON) + "bar")
    assert [(c.what, c.item.name.partition(" ")[0]) for c in difference(before, after)] == [
        ("moved", "Blue-Eyes"), ("out", "Raigeki"), ("in", "'bar'"), ("out", "'foo'"),
    ]  # fmt: skip


def test_the_name_that_a_card_counts_as(db: sqlite3.Connection) -> None:
    (gone, new) = difference(deck(db, ydk(HARPIE_1)), deck(db, ydk(HARPIE_2)))
    assert (gone.item.group, new.item.group) == ("Harpie Lady", "Harpie Lady")


_ids = st.sampled_from([DRAGON, ARTWORK, PRERELEASE, PHULOCH, HARPIE_1, RAIGEKI, STARDUST, 99999])
_decks = st.builds(
    ydk,
    *(st.lists(_ids, max_size=5).map(lambda codes: " ".join(map(str, codes))) for _ in SECTIONS),
)


@given(_decks, _decks)
def test_the_changes_turn_one_deck_into_the_other(before: str, after: str) -> None:
    db = open_index()
    try:
        old, new = deck(db, before), deck(db, after)
        changes = difference(old, new)
        back = difference(new, old)
        for section in SECTIONS:
            come = sum(c.copies for c in changes if c.reached == section)
            go = sum(c.copies for c in changes if c.left == section)
            assert old.size(section) + come - go == new.size(section)
        assert not difference(old, old)
        assert sorted(
            (_TURNED[c.what], c.item.label, c.copies, str(c.reached), str(c.left)) for c in back
        ) == sorted((c.what, c.item.label, c.copies, str(c.left), str(c.reached)) for c in changes)
        texts = ["\n".join(steady_text(d, listed(t))) for d, t in ((old, before), (new, after))]
        assert (texts[0] == texts[1]) == (not changes)
    finally:
        db.close()


# --- a deck as text ---------------------------------------------------------------------------


def test_a_deck_as_text(db: sqlite3.Connection) -> None:
    text = (
        "# deckcheck: format=ocg on=2005-01-01\n# mine\n"
        + ydk(f"{RAIGEKI} {ARTWORK} -5 {DRAGON} 99999 {RAIGEKI}", STARDUST)
        + "foo\n"
    )
    assert "\n".join(steady_text(deck(db, text), listed(text))) == (
        "# deckcheck: format=ocg\n# deckcheck: on=2005-01-01\n"
        "\n"
        "Main Deck (6)\n"
        "2 Blue-Eyes White Dragon\n"
        "2 Raigeki\n"
        "1 '-5' is not a passcode; write digits only, one card a line\n"
        "1 99999 (unknown)\n"
        "\n"
        "Extra Deck (1)\n"
        "1 Stardust Dragon\n"
        "\n"
        "Side Deck (0)\n"
        "\n"
        "Lines that count as no card\n"
        "1 'foo' is no passcode, section header or # comment"
    )


def test_the_name_of_a_deck_is_in_its_text(db: sqlite3.Connection) -> None:
    text = "Deck name: Dragons\n\nMain Deck\nRaigeki\n"
    assert next(steady_text(deck(db, text, ".txt"), listed(text, ".txt"))) == "Deck name: Dragons"


def test_the_order_of_lines_does_not_matter(db: sqlite3.Connection) -> None:
    codes = [DRAGON, ARTWORK, RAIGEKI, HARPIE_1, HARPIE_2, 99999, 99998, "-5", "-6", PRERELEASE]
    texts = set()
    for seed in range(20):
        random.Random(seed).shuffle(codes)
        text = ydk(" ".join(map(str, codes)))
        texts.add("\n".join(steady_text(deck(db, text), listed(text))))
    assert len(texts) == 1

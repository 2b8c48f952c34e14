"""Facts out of published aggregates, and what is refused there."""

import json
from typing import Any

import pytest

from deckcheck.errors import DataError
from deckcheck.published.aggregate import PublishedCard, read_cards, read_rush_cards
from publishing import NEWCOMER, POT_OF_GREED, SANGAN, changed


def card(**changes: Any) -> PublishedCard:
    """The newcomer, with changes, as it is read."""
    (found,) = read_cards("cards.json", json.dumps([changed(NEWCOMER, **changes)]))
    return found


def test_facts_of_a_monster() -> None:
    found = card()
    assert (found.konami_id, found.passcode, found.yugipedia_id) == ("99001", "99000001", "9900001")
    assert (found.kind, found.section, found.flags) == ("monster", "extra", ())
    assert found.facts == {
        "frame": "effect,synchro,tuner", "race": "Dragon", "level": "8", "attribute": "LIGHT",
        "atk": "3000", "def": "?", "scale": "",
    }  # fmt: skip
    assert found.names == {"en": ("Newcomer Dragon", False), "ja": ("新竜 ドラゴン", False)}
    assert found.released == ("ocg",)
    assert found.treated_as is None
    assert "not kept" not in repr(found)


@pytest.mark.parametrize(
    ("line", "frame", "section"),
    [
        ("Warrior", "normal", "main"),
        ("Warrior / Tuner", "effect,tuner", "main"),
        ("Warrior/Effect", "effect", "main"),
        ("Warrior / Xyz / Pendulum / Effect", "effect,xyz,pendulum", "extra"),
        ("Warrior / Link", "link", "extra"),
        ("Warrior / Ritual / Effect", "effect,ritual", "main"),
    ],
)
def test_frames(line: str, frame: str, section: str) -> None:
    found = card(monster_type_line=line)
    assert (found.facts["frame"], found.section) == (frame, section)


def test_a_link_monster_has_its_arrows_for_a_level() -> None:
    found = card(level=None, link_arrows=["⬅", "➡"], monster_type_line="Cyberse / Link")
    assert found.facts["level"] == "2"


def test_a_card_that_shows_no_passcode() -> None:
    found = card(password=None, fake_password=10000040)
    assert (found.passcode, found.flags) == ("10000040", ("fake-passcode",))
    assert card(password=None).passcode == ""


@pytest.mark.parametrize(
    ("text", "name", "also"),
    [
        ('(This card is always treated as "Umi".)', "Umi", False),
        ('(This card\'s name is always treated as "Harpie Lady".)', "Harpie Lady", False),
        ('(This card is also always treated as "Legendary Dragon".)', "Legendary Dragon", True),
    ],
)
def test_a_name_that_a_card_always_counts_as(text: str, name: str, also: bool) -> None:
    assert card(text={"en": f"Draw 1.\n{text}"}).treated_as == (name, also)
    assert card(pendulum_effect={"en": text}).treated_as == (name, also)


@pytest.mark.parametrize(
    "text",
    [
        '(This card is always treated as an "Archfiend" card.)',
        '(This card is always treated as a card "Fur Hire".)',
        'This card\'s name becomes "Umi" while on the field.',
        "This card's original Level is always treated as 12.",
    ],
)
def test_texts_that_make_no_card_count_as_another(text: str) -> None:
    assert card(text={"en": text}).treated_as is None


def test_rush_cards() -> None:
    rush = {**changed(SANGAN, password=None, limit_regulation=None), "legend": True,
            "monster_type_line": "Fiend / Fusion / Effect"}  # fmt: skip
    ritual = changed(rush, monster_type_line="Fiend / Ritual / Effect", legend=None)
    unusable = changed(ritual, monster_type_line="Fiend", cannot_be_used_in_official_duels=True)
    first, second, third = read_rush_cards("rush.json", json.dumps([rush, ritual, unusable]))
    assert (first.section, first.facts["frame"]) == ("extra", "fusion,effect")
    assert (first.flags, first.released, first.passcode) == (("legend",), ("rush",), "")
    assert (second.section, second.flags) == ("extra", ())
    assert (third.section, third.flags) == ("main", ("unusable",))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"konami_id": "4844"}, 'konami_id is "4844", not a number'),
        ({"password": -1}, "password is -1, not a number"),
        ({"password": True}, "password is true, not a number"),
        ({"name": ["Pot"]}, "name is a list, not an object"),
        ({"name": {"en": 3}}, "the name in en is 3, not text"),
        ({"name": {"ja_romaji": "Tsubo"}}, "there is no name"),
        ({"card_type": "Trick"}, 'card_type is "Trick", not one of Monster, Spell, Trap'),
        ({"monster_type_line": None}, "monster_type_line is null, not text"),
        ({"atk": "many"}, 'atk is "many", not a number'),
        ({"limit_regulation": "Forbidden"}, "limit_regulation is text, not an object"),
        ({"card_type": []}, "card_type is [], not one of"),
        ({"level": None, "link_arrows": 5}, "link_arrows is 5, not a list"),
        ({"is_translation_unofficial": {"name": True}}, "is_translation_unofficial.name is true"),
        ({"is_translation_unofficial": "yes"}, "is_translation_unofficial is text"),
        ({"name": {"en": "A\ud800"}}, "the name in en has the sign U+D800 in it"),
        ({"name": {"en": "A\x1b[0m"}}, "the name in en has the sign U+001B in it"),
        ({"name": {"en": "A" * 301}}, "the name in en has 301 letters"),
        ({"name": {"en": "<rt>" * 60_000}}, "the name in en has 240,000 letters"),
        ({"limit_regulation": {"tcg": [1]}}, "limit_regulation has a list, not text"),
        ({"konami_id": None, "password": None, "yugipedia_page_id": None}, "neither konami_id"),
    ],
)
def test_wrong_types_are_named_with_the_card(changes: dict[str, Any], message: str) -> None:
    text = json.dumps([POT_OF_GREED, changed(NEWCOMER, **changes)])
    with pytest.raises(DataError, match=r"cards\.json: card 2") as caught:
        list(read_cards("cards.json", text))
    assert message in str(caught.value)


WHOLE = json.dumps([POT_OF_GREED, SANGAN])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no array of cards"),
        ("<html>", "no array of cards"),
        ('{"cards": []}', "no array of cards"),
        ("[1]", "card 1 is 1, not an object"),
        (WHOLE[:-1], "ends or is broken behind card 2"),
        (WHOLE[:-40], "ends or is broken in card 2"),
        (WHOLE[: len(WHOLE) // 3], "ends or is broken in card 1"),
        (WHOLE + "[]", "something follows the array"),
        ("[" * 100_000, "ends or is broken in card 1"),
        ('[{"name": {"en": "X"}},', "card 1 (X): card_type is null"),
        ("[", "ends or is broken in card 1"),
    ],
)
def test_a_broken_file(text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        list(read_cards("cards.json", text))
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400


def test_an_empty_array_has_no_cards() -> None:
    assert list(read_cards("cards.json", " [ ] \n")) == []

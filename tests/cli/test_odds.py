"""``deckcheck odds`` and ``deckcheck hand`` as processes."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

DECK = """\
name: Mine
main:
  - 3 Ash Blossom & Joyous Spring
  - 3 Infinite Impermanence
  - 3 Dark Magician
  - 2 Pot of Greed
  - 12 Blue-Eyes White Dragon
  - 14 Sangan
  - 3 99999999
side: [Raigeki]
tags:
  starters: [ブラック・マジシャン, Raigeki]
"""

ODDS = """\
- (Mine)
  main 40, hand 5, 658,008 hands

want   chance
   1   15.42%  2+ of {Ash Blossom, Infinite Impermanence}
               6 in the main deck: 3 Ash Blossom & Joyous Spring, 3 Infinite Impermanence
   2   33.76%  1+ of @starters
               3 in the main deck: 3 Dark Magician, 0 Raigeki
 all    3.69%  exactly 675/18278

Each alone, if the deck had so many cards of its set
want        0        1        2        3        4        5
   1    0.00%    0.00%    1.28%    3.64%    6.90%   10.88%
   2    0.00%   12.50%   23.72%   33.76%   42.71%   50.66%

With one more copy of a card of its set, in place of one that no want asks for
want    alone    change      all    change
   1  no card of its set may have one more copy
   2   42.71%     +8.95    4.78%     +1.09  Raigeki
"""


def run(*arguments: str, stdin: str | None = DECK) -> subprocess.CompletedProcess[str]:
    """Run ``deckcheck``; a deck from standard input is read as it is recognised."""
    return subprocess.run([sys.executable, "-m", "deckcheck", *arguments], capture_output=True,
                          encoding="utf-8", check=False, input=stdin)  # fmt: skip


def said(*arguments: str, stdin: str | None = DECK) -> str:
    """What is said; there is nothing to complain of."""
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def as_json(*arguments: str) -> Any:
    """What a program is told."""
    return json.loads(said(*arguments, "-o", "json"))


WANTS = ("-w", "2+ of {Ash Blossom, Infinite Impermanence}", "--want", "1+ of @starters")


def test_the_table() -> None:
    assert said("odds", "-", *WANTS) == ODDS


def test_json_is_exact() -> None:
    found = as_json("odds", "-", *WANTS, "--going", "second")
    wants = found.pop("wants")
    chance = found.pop("chance")
    assert found == {
        "path": "-", "name": "Mine", "codec": "yaml", "main": 40, "hand": 6, "hands": 3838380,
        "joined_by": "all",
    }  # fmt: skip
    assert float(Fraction(chance["fraction"])) == chance["value"]
    first, second = wants
    assert (first["want"], first["least"], first["most"], first["copies"]) == (WANTS[1], 2, None, 6)
    assert [(card["name"], card["copies"]) for card in second["cards"]] == [
        ("Dark Magician", 3), ("Raigeki", 0),
    ]  # fmt: skip
    assert [one["copies"] for one in second["by_copies"]] == [0, 1, 2, 3, 4, 5]
    assert second["by_copies"][3]["chance"] == second["chance"]
    assert second["one_more"]["card"] == {
        "passcode": 12580477, "konami_id": 4343, "name": "Raigeki", "written": "Raigeki",
    }  # fmt: skip
    assert second["one_more"]["chance"] == second["by_copies"][4]["chance"]
    assert Fraction(second["one_more"]["together"]["fraction"]) > Fraction(chance["fraction"])


def test_one_more_is_a_card_that_the_deck_may_have() -> None:
    deck = """
main: [3 Ash Blossom & Joyous Spring, 1 Infinite Impermanence, 1 Monster Reborn, 1 Sangan,
  34 Mystical Elf]
extra: [1 Decode Talker]
"""
    for want, card in (
        ("1+ of {Ash Blossom, Infinite Impermanence}", "Infinite Impermanence"),
        ("1+ of {Monster Reborn, Dark Hole}", "Dark Hole"),
        ("1+ of {Decode Talker, Sangan}", "Sangan"),
        ("1+ of {Decode Talker, Pot of Greed}", None),
        ("1+ of Kuriboh", "Kuriboh"),
        ("at most 1 of field spells", None),
    ):
        dated = ("odds", "-", "-f", "tcg@2026-06-01", "-w", want, "-o", "json")
        (found,) = json.loads(said(*dated, stdin=deck))["wants"]
        assert (found["one_more"] and found["one_more"]["card"]["name"]) == card
    # whatever else is wrong with the deck, and by whichever id a card is written
    konami = '{"main": [{"konami_id": 4007, "count": 1}, {"konami_id": 4064, "count": 39}]}'
    for other in ("2 Nobody Xyz\n38 Jinzo\n", "99999999\n" + "89631139\n" * 39, konami):
        arguments = ("odds", "-", "-w", "1+ of {Sangan, Dark Magician}", "-o", "json")
        (found,) = json.loads(said(*arguments, stdin=other))["wants"]
        assert found["one_more"]["card"]["name"] == "Sangan"
    arguments = ("odds", "-", "-w", "1+ of normal monsters", "-o", "json")
    (found,) = json.loads(said(*arguments, stdin=konami))["wants"]
    assert found["one_more"]["card"]["name"] == "Blue-Eyes White Dragon"
    # of a card of which the deck has none, that is what the first copy gives
    arguments = ("odds", "-", "-w", "1+ of Kuriboh", "-o", "json")
    (found,) = json.loads(said(*arguments, stdin=deck))["wants"]
    assert (found["copies"], found["chance"]["value"]) == (0, 0)
    assert found["one_more"]["chance"] == found["by_copies"][1]["chance"]


def test_one_of_the_wants_may_be_enough() -> None:
    both, any_of = as_json("odds", "-", *WANTS), as_json("odds", "-", *WANTS, "--any")
    alone = [Fraction(want["chance"]["fraction"]) for want in both["wants"]]
    together = [Fraction(found["chance"]["fraction"]) for found in (both, any_of)]
    assert sum(alone) == sum(together)
    assert any_of["joined_by"] == "any"
    assert " any   45.49%  exactly 5251/11544" in said("odds", "-", *WANTS, "--any")


def test_a_card_that_is_not_known_may_be_wanted() -> None:
    (want,) = as_json("odds", "-", "-w", "1+ of 99999999")["wants"]
    assert want["cards"] == [
        {"passcode": None, "konami_id": None, "name": None, "written": "99999999", "copies": 3}
    ]


def test_a_deck_in_which_every_card_is_wanted() -> None:
    found = said("odds", "-", "-w", "1+ of monsters", "--hand", "1", stdin="main: [Sangan]\n")
    assert "   1  100.00%  1+ of monsters\n" in found
    assert found.endswith("   1  each card of the deck is in a set\n")


def test_chances_that_are_nearly_none_or_all_are_not_rounded_away() -> None:
    deck = f"main: [{', '.join(['7 Kuriboh', '53 Sangan'])}]\n"
    found = said("odds", "-", "-w", "7 of Kuriboh", "--hand", "7", stdin=deck)
    assert "   1   <0.01%  7 of Kuriboh\n" in found
    found = said("odds", "-", "-w", "at most 6 of Kuriboh", "--hand", "7", stdin=deck)
    assert "   1  >99.99%  at most 6 of Kuriboh\n" in found


def test_names_are_in_the_language_asked_for() -> None:
    assert "3 ブラック・マジシャン" in said("odds", "-", "-w", "1+ of @starters", "--lang", "ja")
    assert "灰流丽" in said("hand", "-", "--hand", "40", "--lang", "zh-CN")


def test_the_game_is_the_one_the_deck_asks_for() -> None:
    deck = "# deckcheck: format=rush\n#main\n" + "160001028\n" * 5
    assert as_json_of_rush(deck)["wants"][0]["copies"] == 5


def as_json_of_rush(deck: str) -> Any:
    """Odds of a card of Rush Duel."""
    return json.loads(said("odds", "-", "-w", "1+ of 160001028", "-o", "json", stdin=deck))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("odds", "-"), "Missing option '--want'"),
        (("odds", "-", "-w", "Sangan"), "want 'Sangan': not of the form"),
        (("odds", "-", "-w", "1+ of @starter"), "-: unknown tag 'starter'; did you mean: starters"),
        (("odds", "-", "-w", "1+ of starters"), "; the tag is @starters"),
        (("odds", "-", "-w", "1 of Sangan", "--hand", "61"), "61 is not in the range 1<=x<=60"),
        (("odds", "-", "-w", "1 of Sangan", "--hand", "5", "--going", "first"), "--hand and --goi"),
        (("odds", "-", "-w", "1 of Sangan", "--going", "fist"), "'fist'; did you mean: first"),
        (("odds", "-", "-w", "1 of Sangan", "--hand", "41"), "-: the main deck has 40 cards, and"),
        (("hand", "-", "--hand", "39", "--draws", "2"), "has 40 cards, and 41 are to be drawn"),
        (("hand", "-", "-o", "tabel"), "unknown output 'tabel'; did you mean: table"),
        (("hand", "-", "--lang", "xx"), "unknown language 'xx'"),
        (("hand", "-", "--codec", "xyz"), "unknown codec 'xyz'"),
        (("hand", "missing.ydk"), "missing.ydk: No such file"),
    ],
)
def test_what_cannot_be_done(arguments: tuple[str, ...], complaint: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr


# --- hands ------------------------------------------------------------------------------------

HANDS = """\
- (Mine)
  main 40, hand 5, seed 7

Hand 1
  Blue-Eyes White Dragon
  Dark Magician
  Sangan
  Infinite Impermanence
  Sangan
  then
    Blue-Eyes White Dragon

Hand 2
  Blue-Eyes White Dragon
  Blue-Eyes White Dragon
  Sangan
  Sangan
  Ash Blossom & Joyous Spring
  then
    Sangan
"""


def test_hands_of_a_seed() -> None:
    assert said("hand", "-", "--seed", "7", "--count", "2", "--draws", "1") == HANDS
    shorter = said("hand", "-", "--seed", "7", "-n", "2").splitlines()
    assert [line for line in shorter if line] == [
        line for line in HANDS.splitlines() if line and line[:3] != "   " and line != "  then"
    ]


def test_a_new_seed_is_shown_and_gives_the_same_hand_again() -> None:
    found = as_json("hand", "-", "--going", "second")
    assert found == as_json("hand", "-", "--hand", "6", "--seed", str(found["seed"]))
    assert (found["main"], found["hand"], found["draws"]) == (40, 6, 0)
    assert [len(hand["cards"]) for hand in found["hands"]] == [6]


@pytest.mark.parametrize(
    ("format_", "first", "second"),
    [("tcg", 5, 6), ("tcg@2014-07-13", 6, 6), ("edison", 6, 6), ("speed", 4, 5), ("rush", 5, 5)],
)
def test_a_hand_has_the_cards_of_the_ruleset(format_: str, first: int, second: int) -> None:
    assert as_json("hand", "-", "-f", format_)["hand"] == first
    assert as_json("hand", "-", "-f", format_, "--going", "second")["hand"] == second
    assert as_json("odds", "-", "-f", format_, "-w", "1+ of monsters")["hand"] == first


def test_what_is_no_card_is_drawn_as_it_is_written(tmp_path: Path) -> None:
    deck = tmp_path / "x.ydk"
    deck.write_text("#main\n12345678\n1x\n46986414\n")
    shown = said("hand", str(deck), "--hand", "3", "--seed", "1")
    assert "  12345678 (line 2)\n" in shown
    assert "  '1x' is not a passcode; write digits only, one card a line (line 3)\n" in shown
    (hand,) = as_json("hand", str(deck), "--hand", "3", "--seed", "1")["hands"]
    written = {card["line"]: (card["passcode"], card["written"]) for card in hand["cards"]}
    assert written[2] == (None, "12345678")
    assert written[4] == (46986414, "46986414")

"""``deckcheck search`` as a user runs it."""

import json
import os
import subprocess
import sys

import pytest


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``deckcheck search`` with the arguments."""
    return subprocess.run([sys.executable, "-m", "deckcheck", "search", *arguments],
                          capture_output=True, encoding="utf-8", check=False)  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("pot",), " 55144522  Pot of Greed"),
        (("强欲",), " 55144522  Pot of Greed  (强欲之壶: own name, zh-CN)"),
        (("强欲", "--lang", "zh-CN"), " 55144522  强欲之壶"),
        (("frog", "jam"), " 68638985  Slime Toad  (Frog the Jam: former name, en)"),
        (("灰", "--limit", "50"),
         " 14558127  Ash Blossom & Joyous Spring  (灰流丽: own name, zh-CN)"),
        (("road", "magician", "--game", "rush"), "160301001  Sevens Road Magician"),
        (("raigeki", "--kind", "trap"), "  4178474  Raigeki Break"),
        (("blue-eyes dragon", "--kind", "fusion", "--level", "12"),
         " 23995346  Blue-Eyes Ultimate Dragon"),
        (("assault lion",), "        -  Assault Lion"),
    ],
)  # fmt: skip
def test_hits_say_the_card_and_the_name_it_was_found_by(
    arguments: tuple[str, ...], line: str
) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert line in done.stdout.splitlines()


def test_the_limit_and_how_many_more() -> None:
    lines = run("dragon").stdout.splitlines()
    assert len(lines) == 21
    more, _, rest = lines[-1].partition(" more cards; see all with --limit ")
    assert int(more) + 20 == int(rest)
    assert run("raigeki", "--kind", "trap", "--limit", "3").stdout.splitlines()[-1] == (
        "1 more card; see all with --limit 4"
    )
    assert "more" not in run("raigeki", "--kind", "trap", "--limit", "4").stdout


def test_the_json_of_a_search() -> None:
    whole = json.loads(run("闪电", "-o", "json", "--limit", "500").stdout)
    assert whole["total"] == len(whole["cards"])
    assert whole["cards"][0] == {
        "passcode": 12580477,
        "konami_id": 4343,
        "name": "Raigeki",
        "kind": "spell",
        "found_by": {"name": "闪电", "lang": "zh-CN", "kind": "early-nickname", "certain": True},
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no words to search for are given, and no option says which cards"),
        (("", "  "), "no words to search for"),
        (("--legal-in", "edisn"), "unknown format 'edisn'; did you mean: edison"),
        (("--legal-in", "goat@2010-01-01"), "goat is played as of 2005-08-20"),
        (("pot", "--legal-in", "rush", "--game", "ocg-tcg"), "rush is of rush, not of ocg-tcg"),
        (("pot of greed", "--kind", "spell", "--legal-in", "tcg", "--limit", "1", "--not-in",
          "tests/decks/legal/tcg-today.ydk", "--level", "9"), "none of them with --kind spell"),
        (("jar of greed", "--legal-in", "goat", "--not-in", "ydke://!!!", "--kind", "spell"),
         "1 card has 'jar of greed' in a name, none of them with --kind spell"),
        (("pot of greed", "--kind", "spell", "--legal-in", "tcg@2010-03-01"),
         "1 card is found, none of them with --legal-in tcg@2010-03-01"),
        (("blue-eyes white dragon", "--kind", "normal", "--not-in", "ydke://o6lXBQ==!!!"),
         "1 card is found, none of them with --not-in ydke://o6lXBQ==!!!"),
        (("--kind", "fusion", "--level", "13"), "no card is there with --kind fusion --level 13"),
        (("--not-in", "none.ydk"), "none.ydk: No such file"),
        (("pot gred",), "no name of a card has 'pot gred' in it; spelled nearly so: Pot of Greed"),
        (("qqqqqqqqqqqqqqq",), "no name of a card has 'qqqqqqqqqqqqqqq' in it"),
        (("pot of greed", "--kind", "trap"),
         "2 cards have 'pot of greed' in a name, none of them with --kind trap"),
        (("sevens road magician",), "of rush there is Sevens Road Magician (160301001): use "
                                    "--game rush"),
        (("pot", "--limit", "0"), "0 is not in the range"),
        (("pot", "--level", "x"), "'x' is not a valid int"),
        (("pot", "--kind", "tarp"), "unknown kind 'tarp'; did you mean: trap"),
        (("pot", "--attribute", "drak"), "unknown attribute 'drak'; did you mean: dark"),
        (("pot", "--race", ""), "unknown race ''"),
        (("pot", "-o", "csv"), "unknown output 'csv'"),
        (("pot", "--game", "ruch"), "unknown game 'ruch'; did you mean: rush"),
        (("pot", "--lang", "xx"), "unknown language 'xx'"),
    ],
)  # fmt: skip
def test_what_finds_nothing_is_exit_2(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in " ".join(done.stderr.replace("│", " ").split())
    assert "Traceback" not in done.stderr


def ids(*arguments: str) -> list[str]:
    """The ids that a search finds; nothing but cards without a passcode is on stderr."""
    done = run(*arguments, "-o", "ids")
    assert done.returncode == 0
    left_out = "deckcheck: warning: without a passcode, and left out: "
    assert all(line.startswith(left_out) for line in done.stderr.splitlines())
    return done.stdout.split()


def test_cards_by_what_they_are_without_words() -> None:
    done = run("--kind", "monster", "--attribute", "dark", "--level", "4", "--race", "dragon")
    lines = done.stdout.splitlines()
    names = [line.split(maxsplit=1)[1].casefold() for line in lines[:-1]]
    assert (done.returncode, len(names)) == (0, 20)
    assert " more cards; see all with --limit " in lines[-1]
    assert names[0] < names[1] < names[2]
    named = run("--kind", "spell", "--limit", "1", "--lang", "ja", "-o", "json")
    (card,) = json.loads(named.stdout)["cards"]
    assert (card["kind"], card["found_by"]["lang"], card["found_by"]["name"]) == (
        "spell", "ja", card["name"]
    )  # fmt: skip


def test_ids_are_all_there_is_and_what_has_none_is_said() -> None:
    many = ids("--kind", "counter")
    assert len(many) > 150
    assert len(set(many)) == len(many)
    few = run("--kind", "counter", "--limit", "2", "-o", "ids")
    assert few.stdout.split() == many[:2]
    assert few.stderr == "deckcheck: 177 more; all without --limit\n"
    done = run("assault lion", "-o", "ids")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == ("deckcheck: warning: without a passcode, and left out: Assault Lion\n")


@pytest.mark.parametrize(
    ("arguments", "allowed", "barred"),
    [
        # the pool, the list, the kinds, points
        (("--kind", "trap", "--legal-in", "goat"), "44095762", "59305593"),
        (("pot", "--legal-in", "tcg@2026-06-01"), "98645731", "55144522"),
        (("pot", "--legal-in", "tcg@2004-11-01"), "55144522", "98645731"),
        (("knight", "--kind", "effect", "--legal-in", "genesys@2025-10-01"), "15767889",
         "29301450"),
        (("dragon", "--legal-in", "rush"), "160302008", "89631139"),
    ],
)  # fmt: skip
def test_only_cards_that_a_way_of_playing_allows(
    arguments: tuple[str, ...], allowed: str, barred: str
) -> None:
    found = ids(*arguments)
    assert allowed in found
    assert barred not in found


def test_every_card_that_is_allowed_is_found() -> None:
    goat = ids("--legal-in", "goat")
    assert 1_600 < len(goat) < 1_800
    speed = run("--legal-in", "speed", "-o", "json", "--limit", "9999")
    assert json.loads(speed.stdout)["total"] > 500


def test_only_cards_that_a_deck_has_not() -> None:
    deck = "tests/decks/legal/tcg-today.ydk"
    found = ids("magician", "--kind", "normal", "--not-in", deck)
    assert "46986414" not in found
    assert "46986414" in ids("magician", "--kind", "normal")
    both = ids("--kind", "normal", "--not-in", deck, "--not-in", "ydke://o6lXBQ==!!!")
    assert not {"46986414", "89631139"} & {*both}


@pytest.mark.skipif(sys.platform != "linux", reason="arguments are bytes only there")
def test_words_in_no_encoding() -> None:
    for arguments in (("\udcff",), ("pot", "--kind", "\udcff"), ("pot", "--race", "\udcff")):
        done = run(*(os.fsdecode(os.fsencode(argument)) for argument in arguments))
        assert (done.returncode, "Traceback" in done.stderr) == (2, False)

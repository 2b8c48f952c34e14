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
        ((), "Missing argument"),
        (("", "  "), "no words to search for"),
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


@pytest.mark.skipif(sys.platform != "linux", reason="arguments are bytes only there")
def test_words_in_no_encoding() -> None:
    for arguments in (("\udcff",), ("pot", "--kind", "\udcff"), ("pot", "--race", "\udcff")):
        done = run(*(os.fsdecode(os.fsencode(argument)) for argument in arguments))
        assert (done.returncode, "Traceback" in done.stderr) == (2, False)

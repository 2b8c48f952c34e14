"""``deckcheck card`` as a user runs it."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

DAY = ("--on", "2026-06-01")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``deckcheck card`` with the arguments."""
    return subprocess.run([sys.executable, "-m", "deckcheck", "card", *arguments],
                          capture_output=True, encoding="utf-8", check=False)  # fmt: skip


def as_json(*arguments: str) -> dict[str, Any]:
    """What the command says to a program; it has to be found."""
    done = run(*arguments, *DAY, "-o", "json")
    assert (done.returncode, done.stderr) == (0, "")
    whole: dict[str, Any] = json.loads(done.stdout)
    return whole


def test_the_json_of_a_card() -> None:
    whole = as_json("Raigeki")
    assert list(whole) == [
        "passcode", "konami_id", "names", "kind", "frame", "section", "name_groups", "other_ids",
        "released", "status", "matched",
    ]  # fmt: skip
    status = whole.pop("status")
    assert whole.pop("names")["zh-CN"] == "雷击"
    assert whole == {
        "passcode": 12580477,
        "konami_id": 4343,
        "kind": "spell",
        "frame": "normal",
        "section": "main",
        "name_groups": [{"passcode": 12580477, "name": "Raigeki"}],
        "other_ids": [{"passcode": 12580478, "kind": "artwork"}],
        "released": {"tcg": "2002-03-08", "ocg": "1999-03-06"},
        "matched": "name",
    }
    assert status["tcg"] == {"allowed": 3, "effective": "2026-05-18"}
    assert status["goat"] == {"allowed": 0, "effective": "2005-04-01"}
    assert set(status["genesys"]) == {"allowed", "effective", "points"}
    assert "rush" not in status


@pytest.mark.parametrize(
    ("query", "passcode", "matched"),
    [
        ("10000", 10000, "passcode"),
        ("12580478", 12580477, "passcode"),
        ("4343", 12580477, "konami-id"),
        ("サンダー・ボルト", 12580477, "name"),
        ("闪电", 12580477, "nickname"),
        ("增殖的G", 23434538, "nickname"),
        ("7", 67048711, "name"),
    ],
)
def test_what_a_card_was_found_by(query: str, passcode: int, matched: str) -> None:
    whole = as_json(query)
    assert (whole["passcode"], whole["matched"]) == (passcode, matched)


def test_the_history_for_programs() -> None:
    history = as_json("Chaos Emperor Dragon - Envoy of the End", "--history")["history"]
    assert history["tcg"] == [
        {"allowed": 3, "from": None, "until": "2004-04-18"},
        {"allowed": 1, "from": "2004-04-19", "until": "2004-09-30"},
        {"allowed": 0, "from": "2004-10-01", "until": "2019-01-27"},
        {"allowed": 1, "from": "2019-01-28", "until": "2019-07-14"},
        {"allowed": 2, "from": "2019-07-15", "until": "2019-10-13"},
        {"allowed": 3, "from": "2019-10-14", "until": None},
    ]
    assert history["genesys"][-1]["points"] >= 0


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (("Pot of Greed",),
         ["Pot of Greed", "found by name (own name, en)", "passcode 55144522", "konami id 4844",
          "kind spell (normal), main deck", "ja 強欲な壺",
          "released tcg 2002-03-08, ocg 1999-05-27 or earlier", "status on 2026-06-01",
          "tcg 0 allowed, Forbidden since 2005-10-01, list 2026-05-18",
          "genesys 3 allowed, 30 points since 2025-09-22, list 2026-05-01"]),
        (("Pot of Greed", "--history"),
         ["ocg 3 until 2000-03-31, 1 from 2000-04-01, 0 from 2006-03-01",
          "tcg-adjusted 0 from 2016-02-08 until 2016-04-10", "kr 0 from 2020-04",
          "never limited duel-links, sample, speed"]),
        (("Baronne", "de", "Fleur"),
         ["printed level 10, attribute WIND, race Warrior, atk 3000, def 2400",
          "tcg 0 allowed, Forbidden since 2024-04-15 (emea 2024-04-22), list 2026-05-18",
          "goat 0 allowed, not in the card pool, list 2005-04-01"]),
        (("Accesscode Talker",),
         ["printed link rating 4, attribute DARK, race Cyberse, atk 2300",
          "kind monster (effect, link), extra deck"]),
        (("16178681",), ["found by passcode", "printed level 7, attribute DARK, race Dragon, "
                                              "atk 2500, def 2000, scale 4"]),
        (("Harpie Lady 2",), ["counts as Harpie Lady (76812113)"]),
        (("Neo-Spacian Twinkle Moss",), ["counts as Neo-Spacian Twinkle Moss (13857930) and "
                                         "Neo-Spacian Glow Moss (17732278)"]),
        (("7",), ["found by name (own name, de en es fr it ja ko pt zh-CN zh-TW); 7 is a name "
                  "here, no passcode or Konami id", "released tcg 2004-05, ocg 2004-02-26"]),
        (("10000",), ["found by passcode; 10000 is the Konami id of Gem-Knight Seraphinite "
                      "(3113836) as well"]),
        (("12580478",), ["found by passcode (artwork)", "other ids 12580478 (artwork)"]),
        (("闪电", "--lang", "zh-cn"),
         ["雷击", "found by nickname (nickname of early lists, zh-CN)"]),
        (("Sevens Road Magician", "--game", "rush", "--history"),
         ["released rush on an unknown day", "never limited rush"]),
        (("Peak Performance", "--game", "Skill", "--history"),
         ["kind skill, not a deck card", "printed character Seto Kaiba", "konami id none",
          "status not a deck card", "history not a deck card"]),
    ],
)  # fmt: skip
def test_what_people_read(arguments: tuple[str, ...], lines: list[str]) -> None:
    done = run(*arguments, *DAY)
    assert (done.returncode, done.stderr) == (0, "")
    said = [" ".join(line.split()).removeprefix("names ") for line in done.stdout.splitlines()]
    assert [line for line in lines if line not in said] == []
    assert all(line == line.rstrip() for line in done.stdout.splitlines())


def test_the_members_of_a_name_group_and_those_no_list_names() -> None:
    done = run("Harpie Lady", *DAY)
    assert "Harpie Lady 1 (91932350) count as this card" in done.stdout
    assert "3 allowed, named by no list: common-charity 2024-09-17, dm5 2001-01-01" in done.stdout
    assert "no list is in force on 1990-01-01" in run("Kuriboh", "--on", "1990-01-01").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument"),
        (("",), "no card is asked for"),
        (("Pot of Gred",), "no card 'Pot of Gred'; did you mean: Pot of Greed (55144522)"),
        (("55144523",), "no card '55144523'; did you mean: Pot of Greed (55144522)"),
        (("hero flash",), "'hero flash' is a name of 2 cards; ask for one of them: "
                          "Hero Flash!! (191749), H.E.R.O. Flash! (18482473)"),
        (("埃及使者各部分",), "is a nickname of 5 cards"),
        (("灰",), "did you mean: Ash Blossom & Joyous Spring (14558127)"),
        (("Sevens Road Magician",), "but one of rush: Sevens Road Magician (160301001); use "
                                    "--game rush"),
        (("160301001",), "use --game rush"),
        (("Dark Magician", "--game", "skill"), "use --game ocg-tcg"),
        (("qqqqqqqqqqqqqqqqqqq",), "'deckcheck search' finds cards by parts of their names"),
        (("7", "-o", "yaml"), "unknown output 'yaml'"),
        (("7", "-o", ""), "unknown output ''"),
        (("7", "--game", "rsh"), "unknown game 'rsh'; did you mean: rush"),
        (("7", "--lang", "zh"), "unknown language 'zh'; did you mean: zh-"),
        (("7", "--on", "2026-02-30"), "'2026-02-30' is not a day"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_exit_2(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in " ".join(done.stderr.replace("│", " ").split())
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="arguments are bytes only there")
def test_a_query_in_no_encoding() -> None:
    done = run(os.fsdecode(b"\xff\xfe"))
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)


def test_two_runs_say_the_same() -> None:
    first, second = (run("Raigeki", "--history").stdout for _ in range(2))
    assert first == second


def test_a_look_up_imports_only_what_it_needs() -> None:
    code = (
        "import sys; from deckcheck.cli import run\n"
        "sys.argv = ['deckcheck', 'card', 'Pot of Greed', '--history']\n"
        "try: run()\n"
        "except SystemExit: pass\n"
        "print(sorted({'yaml', 'tabulate', 'rapidfuzz', 'hashlib', 'dataclasses', 'rich', "
        "'deckcheck.cli.check', 'deckcheck.codecs', 'deckcheck.near'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8",
                          check=True)  # fmt: skip
    assert done.stdout.splitlines()[-1] == "[]"

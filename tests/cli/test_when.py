"""``when``, ``legal-in``, ``format`` and ``ruleset``, as processes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from deckcheck import formats
from deckcheck.index import open_index
from decktext import ydk

DECKS = Path(__file__).parent.parent / "decks"


def run(*arguments: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run deckcheck."""
    return subprocess.run([sys.executable, "-m", "deckcheck", *arguments], capture_output=True,
                          encoding="utf-8", check=False, input=stdin)  # fmt: skip


def as_json(*arguments: str, stdin: str | None = None) -> Any:
    """What a command says to a program."""
    done = run(*arguments, "-o", "json", stdin=stdin)
    assert done.stderr == ""
    return json.loads(done.stdout)


# --- when -------------------------------------------------------------------------------------


def test_a_card_over_time_in_the_tcg() -> None:
    found = as_json("when", "--card", "Chaos Emperor Dragon - Envoy of the End")
    assert found["intervals"][0]["why"] == "first released in the TCG on 2004-03-01"
    assert [(i["allowed"], i["from"], i["until"]) for i in found["intervals"]] == [
        (0, "2002-05-07", "2004-02-29"),
        (3, "2004-03-01", "2004-04-18"),
        (1, "2004-04-19", "2004-09-30"),
        (0, "2004-10-01", "2019-01-27"),
        (1, "2019-01-28", "2019-07-14"),
        (2, "2019-07-15", "2019-10-13"),
        (3, "2019-10-14", None),
    ]
    lines = run("when", "--card", "Chaos Emperor Dragon - Envoy of the End").stdout.splitlines()
    assert lines[0] == "Chaos Emperor Dragon - Envoy of the End in TCG Advanced"
    assert lines[2] == "  2004-03-01 until 2004-04-18  3 copies"
    assert lines[-1] == "  2019-10-14 on                3 copies"


def test_a_card_over_time_in_the_ocg() -> None:
    found = as_json("when", "--card", "Pot of Greed", "-f", "ocg")
    assert [(i["allowed"], i["from"]) for i in found["intervals"]] == [
        (3, "1999-07-08"), (1, "2000-04-01"), (0, "2006-03-01"),
    ]  # fmt: skip
    later = as_json("when", "--card", "Pot of Greed", "-f", "ocg", "--since", "2010-01-01")
    assert [i["allowed"] for i in later["intervals"]] == [0]


def test_a_deck_over_time() -> None:
    deck = ydk([55144522, 82301904])
    found = as_json("when", "-", "-f", "tcg", "--until", "2026-06-01", stdin=deck)
    legal = [i for i in found["intervals"] if i["verdict"] == "legal"]
    assert [(i["from"], i["until"]) for i in legal] == [("2004-03-01", "2004-09-30")]
    before = found["intervals"][0]["last_errors"]
    assert [error["card"]["passcode"] for error in before] == [82301904]
    after = found["intervals"][found["intervals"].index(legal[0]) + 1]
    assert (after["from"], after["until"], after["banlist"]) == (
        "2004-10-01", "2026-06-01", "tcg 2004-10-01",
    )  # fmt: skip
    assert [(e["rule"], e["card"]["passcode"]) for e in after["errors"]] == [("limit", 82301904)]
    table = run("when", "-", "--until", "2026-06-01", stdin=deck).stdout
    assert "2004-03-01 until 2004-09-30  legal      ended by Chaos Emperor Dragon - Envoy" in table
    assert "█" in table
    assert " 2010 " in table or " 2011 " in table


def test_sizes_of_an_era_count_too() -> None:
    deck = ydk(size=70)
    found = as_json("when", "-", "-f", "ocg", "--until", "2026-06-01", stdin=deck)
    legal = [(i["from"], i["until"]) for i in found["intervals"] if i["verdict"] == "legal"]
    assert legal
    assert legal[-1][1] == "2008-03-14"


def test_the_territory_counts() -> None:
    deck = ydk(extra=[84815190])

    def ends(*territory: str) -> list[Any]:
        found = as_json("when", "-", "--until", "2024-06-01", *territory, stdin=deck)
        return [i["until"] for i in found["intervals"] if i["verdict"] == "legal"]

    assert (ends(), ends("--territory", "emea")) == (["2024-04-14"], ["2024-04-21"])


def test_every_interval_is_what_a_check_says_on_its_days() -> None:
    path = str(DECKS / "illegal" / "limit--pot-of-greed.ydk")
    deck = Path(path).read_text(encoding="utf-8").replace("# deckcheck", "# was")
    found = as_json("when", "-", "--since", "2004-01-01", "--until", "2012-01-01", stdin=deck)
    for interval in found["intervals"]:
        for day in filter(None, (interval["from"], interval["until"])):
            done = as_json("check", "-", "-f", "tcg", "--on", day, stdin=deck)
            assert done["decks"][0]["verdict"] == interval["verdict"], day


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give a deck, or a card with --card"),
        (("x.ydk", "--card", "Sangan"), "give a deck, or a card with --card"),
        (("x.ydk",), "x.ydk: No such file"),
        ((str(DECKS),), "is a folder; name one deck"),
        (("--card", "Potgreed"), "no card 'Potgreed'"),
        (("--card", "Sangan", "-f", "goat"), "goat is played as of 2005-08-20 alone"),
        (("--card", "Sangan", "--codec", "ydk"), "--codec is for decks"),
        (("--card", "Sangan", "-f", "tcg@2010-03-01"), "a format without a day is asked for"),
        (("ydke://o6lXBQ==!!!", "-f", "goat"), "goat is played as of 2005-08-20 alone"),
        (("ydke://o6lXBQ==!!!", "--since", "1990-01-01"), "tcg begins on 2002-05-07"),
        (("ydke://o6lXBQ==!!!", "--until", "1990-01-01"), "there are no days from"),
        (("ydke://o6lXBQ==!!!", "--territory", "mars"), "unknown territory 'mars'"),
        (("ydke://o6lXBQ==!!!", "-f", "gaot"), "unknown format 'gaot'; did you mean: goat"),
    ],
)
def test_what_cannot_be_followed_is_exit_2(arguments: tuple[str, ...], message: str) -> None:
    done = run("when", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_format_of_ones_own_over_time(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("based-on: tcg\nlimits: {Pot of Greed: 2}\nbarred: [link]\n")
    pot = as_json("when", "--card", "Pot of Greed", "-f", str(house))
    assert [i["allowed"] for i in pot["intervals"]] == [2]
    link = as_json("when", "--card", "Decode Talker", "-f", str(house))
    assert [(i["allowed"], i["why"]) for i in link["intervals"]] == [
        (0, f"a Link Monster, which {house} does not allow")
    ]
    speed = as_json("when", "--card", "Decode Talker", "-f", "speed")
    assert [i["why"] for i in speed["intervals"]] == ["not on the whitelist speed"]
    points = as_json("when", "--card", "Pot of Greed", "-f", "genesys", "--until", "2026-06-01")
    assert points["intervals"][0]["points"] == 30


def test_the_format_that_a_deck_asks_for() -> None:
    deck = "# deckcheck: format=ocg\n" + ydk([55144522])
    assert as_json("when", "-", stdin=deck)["format"] == "ocg"


@pytest.mark.parametrize(
    ("card", "format_", "allowed", "why"),
    [
        ("Mystical Space Typhoon", "speed", 1, None),
        ("Woodland Sprite", "duel-links", 1, None),
        ("E - Emergency Call", "duel-links", 0, None),
        ("Sheep Token", "tcg", 0, "a token, no card of a deck"),
        ("Meteo the Matchless", "master-duel", 0, "a prize card that may not be used in duels, no"),
        ("Harpie Lady 1", "tcg", 3, None),
    ],
)
def test_every_rule_about_cards_counts(
    card: str, format_: str, allowed: int, why: str | None
) -> None:
    last = as_json("when", "--card", card, "-f", format_)["intervals"][-1]
    assert last["allowed"] == allowed
    assert (last["why"] or "").startswith(why or "")
    assert (last["why"] is None) == (why is None)


def test_points_past_the_cap(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("based-on: genesys\ncap: 30\npoints: {Raigeki: 50, Sangan: 12}\n")
    raigeki = as_json("when", "--card", "Raigeki", "-f", str(house))["intervals"][-1]
    assert (raigeki["allowed"], raigeki["why"]) == (0, "50 points of at most 30: 1x Raigeki 50")
    sangan = as_json("when", "--card", "Sangan", "-f", str(house))["intervals"][-1]
    assert (sangan["allowed"], sangan["points"]) == (2, 12)


def test_a_deck_opens_no_file(tmp_path: Path) -> None:
    deck = tmp_path / "deck.ydk"
    deck.write_text("#main\n# deckcheck: format=/etc/passwd\n89631139\n")
    done = run("when", str(deck))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{deck}:2: unknown format '/etc/passwd'" in done.stderr


def test_rush_before_its_first_list() -> None:
    found = as_json("when", "--card", "Blue-Eyes White Dragon", "-f", "rush")
    assert found["intervals"][0]["from"] == "2020-04-04"


# --- legal-in ---------------------------------------------------------------------------------


def test_where_a_deck_is_legal() -> None:
    path = str(DECKS / "legal" / "tcg-today.ydk")
    found = as_json("legal-in", path, "--on", "2026-06-01")
    by_name = {standing["format"]: standing for standing in found["formats"]}
    assert by_name["tcg"]["verdict"] == "legal"
    assert by_name["goat"]["on"] == "2005-08-20"
    assert "section-size" in {e["rule"] for e in by_name["master-duel"]["errors"]}
    assert by_name["genesys"]["errors"][0]["rule"] == "card-kind"
    done = run("legal-in", path, "--on", "2026-06-01")
    assert done.returncode == 0
    assert "  tcg (TCG Advanced)\n" in done.stdout
    assert "nearly legal:\n" in done.stdout
    assert "Decode Talker: a Link Monster, which Genesys does not allow" in done.stdout
    assert "more formats find over 2 errors each; --all shows them" in done.stdout
    assert len(run("legal-in", path, "--all").stdout) > len(done.stdout)


def test_a_deck_that_is_legal_nowhere_is_exit_1() -> None:
    done = run("legal-in", "ydke://o6lXBQ==!!!")
    assert done.returncode == 1
    assert "legal in 0 of " in done.stdout


def test_the_day_that_a_deck_asks_for() -> None:
    link = "# deckcheck: on=2010-03\n" + ydk([55144522])
    assert as_json("legal-in", "-", stdin=link)["on"] == "2010-03-01"
    done = run("legal-in", "-", stdin=link.replace("2010-03", "2010-13"))
    assert (done.returncode, "-:1: " in done.stderr) == (2, True)


def test_formats_that_have_not_begun_are_left_out() -> None:
    found = as_json("legal-in", "ydke://o6lXBQ==!!!", "--on", "2001-01-01")
    names = {standing["format"] for standing in found["formats"]}
    assert "ocg" in names
    assert not {"tcg", "genesys", "rush"} & names


# --- format and ruleset -----------------------------------------------------------------------


def test_the_list_of_formats() -> None:
    db = open_index()
    known = formats.known(db)
    db.close()
    rows = as_json("format", "list")
    assert [row["name"] for row in rows] == known
    goat = next(row for row in rows if row["name"] == "goat")
    assert (goat["day"], goat["banlist"], goat["pool"]) == (
        "2005-08-20", "tcg@2005-04-01", "whitelist goat",
    )  # fmt: skip
    assert "april 2005" in goat["aliases"]
    table = run("format", "list").stdout
    assert "worlds" in table
    assert "the stricter of tcg and ocg" in table


def test_a_format_is_shown_whole_with_where_its_parts_are_from(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("based-on: tcg\nlimits: {Pot of Greed: 1}\nsizes: {side: [0, 15]}\n")
    parts = as_json("format", "show", str(house))["parts"]
    assert parts["limits"] == {
        "value": [{"passcode": 55144522, "konami_id": 4844, "name": "Pot of Greed", "number": 1}],
        "from": str(house),
    }
    assert (parts["banlist"]["value"]["regions"], parts["banlist"]["from"]) == (["tcg"], "tcg")
    done = run("format", "show", str(house))
    table = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert "limits Pot of Greed: 1" in table
    assert "pool released in tcg by the day (from tcg)" in table
    assert "sizes side 0 or 15" in table
    done = run("format", "show", "dm5")
    assert "pool        not judged" in done.stdout


def test_rulesets_are_listed_and_shown() -> None:
    rows = {row["name"]: row for row in as_json("ruleset", "list")}
    assert {
        "new-expert-rules", "starter-40-10", "side-exactly-15", "master-rule-3", "anime-zexal",
        "master-rule-4-extra-20", "rush-duel", "speed-duel", "speed-duel-ocg", "duel-links",
        "master-duel", "domain", "trinity",
    } <= set(rows)  # fmt: skip
    assert rows["side-exactly-15"]["sections"]["side"]["sizes"] == ["15"]
    assert rows["master-rule-4-extra-20"]["sections"]["extra"]["sizes"] == ["0-20"]
    assert "never official" in rows["master-rule-4-extra-20"]["confidence"]
    assert rows["starter-40-10"]["sections"]["main"]["sizes"] == ["40"]
    assert rows["rush-duel"]["legends"][1]["since"] == "2023-01-01"
    assert as_json("ruleset", "show", "大师规则3")["name"] == "master-rule-3"
    shown = run("ruleset", "show", "speed-duel").stdout
    assert "skill cards   1, in no size" in shown
    assert "6: a warning, today's tools allow 6, the text of 2018 says up to 5" in shown
    done = run("ruleset", "show", "mastr")
    assert (done.returncode, "unknown ruleset 'mastr'" in done.stderr) == (2, True)

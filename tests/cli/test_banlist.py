"""The ``banlist`` commands, as processes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from deckcheck.index.sources import CHECKOUT


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run ``deckcheck banlist`` with the arguments."""
    return subprocess.run(
        [sys.executable, "-m", "deckcheck", "banlist", *map(str, arguments)],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


def as_json(*arguments: str | Path) -> Any:
    done = run(*arguments, "-o", "json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_list_of_a_region() -> None:
    rows = as_json("list", "TCG")
    assert rows[0] == {
        "region": "tcg", "effective": "2002-05-07", "title": "May 2002", "entries": 12,
    }  # fmt: skip
    assert [row["effective"] for row in rows] == sorted(row["effective"] for row in rows)
    assert len(rows) >= 80
    assert run("list", "tcg").stdout.splitlines()[2].split() == [
        "tcg", "2002-05-07", "May", "2002", "12",
    ]  # fmt: skip


def test_list_of_all() -> None:
    rows = as_json("list")
    assert len(rows) >= 364
    assert len({row["region"] for row in rows}) == 22
    genesys = [row for row in rows if row["region"] == "genesys"]
    assert genesys[-1]["entries"] == 704


@pytest.mark.parametrize(
    ("name", "effective"),
    [
        ("tcg@2024-04-18", "2024-04-15"),
        ("tcg@2004-08", "2004-08-01"),
        ("tcg@2004-08-02", "2004-04-19"),
        ("OCG@2026-07-01", "2026-07-01"),
        ("dm5", "2001-01-01"),
    ],
)
def test_which_list_is_shown(name: str, effective: str) -> None:
    assert as_json("show", name)["effective"] == effective


def test_show_has_every_key_and_card() -> None:
    shown = as_json("show", "tcg@2024-04-15")
    assert list(shown) == [
        "region", "effective", "title", "source", "limits", "points", "groups", "skills",
        "skill_only", "whitelist", "territories",
    ]  # fmt: skip
    assert len(shown["limits"]) == 105 + 84 + 6
    (baronne,) = (card for card in shown["limits"] if card["passcode"] == 84815190)
    assert list(baronne) == ["passcode", "konami_id", "name", "allowed"]
    assert (baronne["name"], baronne["allowed"]) == ("Baronne de Fleur", 0)
    assert baronne["konami_id"]
    assert shown["territories"] == {"amer": "2024-04-15", "emea": "2024-04-22"}
    assert shown["whitelist"] is None


def test_points_groups_and_whitelists_are_shown() -> None:
    assert len(as_json("show", "genesys@2026-08-04")["points"]) == 704
    groups = as_json("show", "speed@2026-07-10")["groups"]
    assert [(g["name"], g["allowed"], len(g["cards"])) for g in groups] == [
        ("limited-1", 1, 13), ("limited-2", 2, 14), ("limited-3", 3, 22),
    ]  # fmt: skip
    skills = {skill["name"]: (skill["allowed"], skill["group"])
              for skill in as_json("show", "speed@2026-07-10")["skills"]}  # fmt: skip
    assert len(skills) == 8
    assert skills["My Precious Queen!"] == (0, None)
    assert skills["Heart of a Warrior"] == (None, "limited-2")
    table = run("show", "speed@2026-07-10").stdout
    lines = [" ".join(line.split()) for line in table.splitlines()]
    assert "2 of limited-2 (skill) 300307010 Heart of a Warrior" in lines
    assert "Forbidden (skill) 300307012 My Precious Queen!" in lines
    assert len(as_json("show", "duel-links")["skill_only"]) == 20
    assert len(as_json("show", "goat")["whitelist"]) == 1698
    assert "only 1698 cards are in the pool" in run("show", "goat").stdout
    rush = as_json("show", "rush@2026-07-01")["limits"]
    assert all(160_000_000 < card["passcode"] < 161_000_000 for card in rush)


def test_show_for_people() -> None:
    lines = run("show", "ocg@2026-07-01", "--lang", "ja").stdout.splitlines()
    assert lines[0] == "ocg 2026-07-01: July 2026"
    row = next(line for line in lines if "強欲な壺" in line)
    assert row.split()[:3] == ["Forbidden", "2006-03-01", "55144522"]


def test_diff_says_what_is_newly_forbidden_limited_and_freed() -> None:
    found = as_json("diff", "tcg@2025-10-27", "tcg@2026-02-02")
    changes = {c["name"]: (c["before"], c["after"]) for c in found["limits"]}
    assert changes["Herald of the Arc Light"] == (1, 0)
    assert changes["Droll & Lock Bird"] == (3, 2)
    assert changes["Snatch Steal"] == (1, 3)
    lines = run("diff", "tcg@2025-10-27", "tcg@2026-02-02").stdout.splitlines()
    assert lines[2].split()[:2] == ["Forbidden", "Limited"]
    assert run("diff", "ocg@2015-04-01", "ocg@2015-07-01").stdout == "no difference\n"
    points = as_json("diff", "genesys@2026-06-14", "genesys@2026-08-04")["points"]
    assert points
    assert all(change["before"] != change["after"] for change in points)


def test_diff_tells_of_groups_and_pools() -> None:
    found = as_json("diff", "speed@2025-07-11", "speed@2026-07-10")
    assert found["groups"]
    assert all(change["before"] != change["after"] for change in found["groups"])
    table = run("diff", "speed@2025-07-11", "speed@2026-07-10").stdout
    assert "limited-1" in table
    pools = as_json("diff", "goat", "edison")["whitelist"]
    assert (pools["before"], pools["after"]) == (True, True)
    assert len(pools["added"]) - len(pools["removed"]) == 3673 - 1698
    one = run("diff", "goat", "tcg@2005-04-01").stdout
    assert one.splitlines()[-1] == "only the list before has a card pool"


def test_a_users_own_file(tmp_path: Path) -> None:
    listed = tmp_path / "mine.yaml"
    listed.write_text("title: House list\nlimited: [Sangan]\n")
    shown = as_json("show", listed)
    assert (shown["region"], shown["effective"], shown["title"]) == (None, None, "House list")
    assert [card["name"] for card in shown["limits"]] == ["Sangan"]
    found = as_json("diff", listed, "dm5")
    assert {"Sangan": (1, 2)}.items() <= {
        c["name"]: (c["before"], c["after"]) for c in found["limits"]
    }.items()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("list", "tgc"), "unknown banlist region 'tgc'; did you mean: tcg"),
        (("show", "tgc"), "unknown banlist region 'tgc'"),
        (("show", "tcg@1999-01-01"), "tcg has no list before 2002-05-07"),
        (("show", "tcg@2026-03"), "no tcg list took effect in 2026-03"),
        (("show", "tcg", "-o", "yaml"), "unknown output 'yaml'; known: json, table"),
        (("show", "tcg", "--lang", "x"), "unknown language 'x'"),
        (("diff", "tcg@x", "ocg"), "'x' is not a day"),
        (("diff", "rush", "tcg"), "rush and tcg are lists of two games"),
        (("show",), "Missing argument"),
    ],
)
def test_what_cannot_be_shown_is_exit_2(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in " ".join(done.stderr.replace("│", " ").split())


# --- lint -------------------------------------------------------------------------------------


def test_lint_says_everything_at_once(tmp_path: Path) -> None:
    listed = tmp_path / "mine.yaml"
    listed.write_text(
        "forbidden:\n"
        "  - 55144522  # Pot of Greed\n"
        "  - 46986415  # Dark Magician\n"
        "  - 55144521\n"
        "  - Sangan\n"
        "limited:\n"
        "  - 26202165  # Kuriboh\n"
        "  - 55144522  # PoG of Greed\n"
        "  - 27927359  # Harpie Lady 2\n"
        "  - 55144522\n"
    )
    done = run("lint", listed)
    assert done.returncode == 1
    assert [line.removeprefix(f"{listed}:") for line in done.stdout.splitlines()] == [
        "3: 46986415 is another id of Dark Magician; its passcode is 46986414",
        "4: no card '55144521'; did you mean 55144522 (Pot of Greed)?",
        "7: 26202165 is Sangan, its comment says 'Kuriboh'",
        "8: 55144522 is Pot of Greed, its comment says 'PoG of Greed'",
        "9: Harpie Lady 2 counts as Harpie Lady; this entry limits it alone, one on Harpie Lady "
        "the whole name group",
        "10: Pot of Greed stands on line 2 already",
    ]


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("limited: []\n", ":1: the list is empty"),
        ("limted: [Sangan]\n", ":1: unknown key 'limted' in a limit list; did you mean 'limited'?"),
    ],
)
def test_lint_of_a_list_that_says_nothing(tmp_path: Path, text: str, remark: str) -> None:
    listed = tmp_path / "mine.yaml"
    listed.write_text(text)
    assert run("lint", listed).stdout == f"{listed}{remark}\n"


def test_lint_of_a_folder_looks_at_each_list_and_at_how_they_follow(tmp_path: Path) -> None:
    tcg = tmp_path / "tcg"
    tcg.mkdir()
    three = "forbidden: [55144522, 12580477, 26202165]\n"
    (tcg / "2020-01-01.yaml").write_text(three)
    (tcg / "2020-04-01.yaml").write_text("forbidden: [55144522]\n")
    (tcg / "2020-07-01.yaml").write_text("forbidden: [55144522]\nnote: nothing changed\n")
    (tcg / "2020-08-01.yaml").write_text("optional: true\nforbidden: [26202165]\n")
    (tcg / "2020-10-01.yaml").write_text(three.replace("26202165", "1"))
    (tcg / "2021-01-01.yaml").write_text(three)
    (tmp_path / "rush").mkdir()
    (tmp_path / "rush" / "2024-01-01.yaml").write_text("forbidden:\n  - 160001000\n")
    done = run("lint", str(tmp_path))
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"{tcg}/2020-04-01.yaml:1: 1 entries, more than a third fewer than the 3 of "
        "2020-01-01.yaml, and no note that says why",
        f"{tcg}/2020-10-01.yaml:1: no card '1'",
        f"{tcg}/2021-01-01.yaml:1: says the same as 2020-01-01.yaml, and no note says so",
    ]


def test_lint_finds_nothing_in_the_lists_that_are_shipped() -> None:
    done = run("lint", str(CHECKOUT.banlists))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_lint_of_a_simulators_file(tmp_path: Path) -> None:
    listed = tmp_path / "lflist.conf"
    listed.write_text("!A\n26202165  0\n!B\n46986414 1\n46986415 0\n1 x\n")
    done = run("lint", listed)
    assert (done.returncode, "lflist.conf:6: no count behind 1" in done.stdout) == (1, True)
    listed.write_text("!A\n26202165  0\n!B\n46986414 1\n46986415 0\n")
    lines = run("lint", listed).stdout.splitlines()
    assert [line.removeprefix(f"{listed}:") for line in lines] == [
        "2: several spaces behind the code: EDOPro passes the line over",
        "5: Dark Magician: 0 here, 1 on line 4",
    ]


def test_lint_of_a_good_list_is_silent_and_of_none_is_exit_2(tmp_path: Path) -> None:
    listed = tmp_path / "mine.yaml"
    listed.write_text("limited: [Sangan]\n")
    done = run("lint", listed)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert run("lint", tmp_path / "none.yaml").returncode == 2
    assert "unknown game 'rash'; did you mean: rush" in run("lint", listed, "--game", "rash").stderr


def test_every_shipped_list_passes() -> None:
    lists = Path(__file__).parent.parent.parent / "banlists"
    rush = sorted((lists / "rush").glob("*.yaml"))
    others = sorted(set(lists.glob("*/*.yaml")) - set(rush))
    assert len(rush) + len(others) >= 364
    assert run("lint", "--game", "rush", *rush).stdout == ""
    assert run("lint", *others).stdout.splitlines() == []


# --- convert ----------------------------------------------------------------------------------


def test_convert_to_lflist_and_back(tmp_path: Path) -> None:
    lflist = tmp_path / "lflist.conf"
    lflist.write_text(run("convert", "tcg@2026-05-18", "--to", "lflist").stdout, encoding="utf-8")
    assert lflist.read_text(encoding="utf-8").startswith("!2026-05-18 TCG\n#forbidden\n")
    assert run("diff", lflist, "tcg@2026-05-18").stdout == "no difference\n"
    back = tmp_path / "back.yaml"
    back.write_text(run("convert", f"{lflist}#2026-05-18 TCG", "--to", "yaml").stdout)
    assert run("lint", back).stdout == ""
    assert run("diff", back, "tcg@2026-05-18").stdout == "no difference\n"
    assert as_json("show", back)["title"] == "2026-05-18 TCG"


@pytest.mark.parametrize(
    "name", ["genesys@2026-08-04", "speed@2026-07-10", "goat", "tcg@2024-04-15"]
)
def test_convert_to_yaml_keeps_every_part(name: str) -> None:
    from deckcheck.banlists.yamllist import read_list

    text = run("convert", name, "--to", "yaml").stdout
    listed, shown = read_list(text, "x"), as_json("show", name)
    assert len(listed.limits) == len(shown["limits"])
    assert len(listed.points) == len(shown["points"])
    assert [len(group.cards) for group in listed.groups] == [
        len(group["cards"]) for group in shown["groups"]
    ]
    assert len(listed.whitelist or ()) == len(shown["whitelist"] or ())
    assert dict(listed.about.territories) == shown["territories"]
    assert json.loads(run("convert", name, "--to", "json").stdout) == shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("convert", "tcg", "--to", "ymal"), "unknown form 'ymal'; did you mean: yaml"),
        (("convert", "speed", "--to", "lflist"), "has groups and skills: lflist.conf holds none"),
        (("convert", "none.conf#A", "--to", "yaml"), "limit list none.conf: No such file"),
    ],
)
def test_what_cannot_be_converted_is_exit_2(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr

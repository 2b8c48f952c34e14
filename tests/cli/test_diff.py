"""``deckcheck diff`` as a user runs it, and as git runs it."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from deckcheck.cli import app
from decktext import times, ydk

POT, RAIGEKI, DRAGON, ARTWORK, STARDUST = 55144522, 12580477, 89631139, 89631140, 44508094
ON = ("-f", "tcg@2026-06-01")


def run(*arguments: str | Path, stdin: bytes = b"") -> tuple[int, str, str]:
    """Run ``deckcheck diff`` in this process; exit code, stdout, stderr."""
    done = CliRunner().invoke(app, ["diff", *map(str, arguments)], input=stdin)
    if done.exception and not isinstance(done.exception, SystemExit):
        return 2, done.stdout, str(done.exception)
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two decks, which is where the program runs."""
    (tmp_path / "old.ydk").write_text(ydk([POT, DRAGON], [], [STARDUST]))
    (tmp_path / "new.ydk").write_text(ydk([ARTWORK, *times(2, RAIGEKI)], [STARDUST]))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_is_said(decks: Path) -> None:  # noqa: ARG001 - the folder it runs in
    assert run("old.ydk", "new.ydk", *ON) == (1, (
        "old.ydk: illegal\n"
        "  main 40, extra 0, side 1 (tcg on 2026-06-01, banlist tcg 2026-05-18)\n"
        "  limit: Pot of Greed: 1 copy, 0 allowed (Forbidden since 2005-10-01, tcg 2026-05-18)\n"
        "new.ydk: legal\n"
        "  main 40, extra 1, side 0 (tcg on 2026-06-01, banlist tcg 2026-05-18)\n"
        "\n"
        "  - 1  main           Firegrass\n"
        "  - 1  main           Pot of Greed\n"
        "  + 2  main           Raigeki\n"
        "  > 1  side to extra  Stardust Dragon\n"
        "\n"
        "2 out, 2 in, 1 moved\n"
    ), "")  # fmt: skip


def test_the_same_cards(decks: Path) -> None:
    lines = (decks / "old.ydk").read_text().splitlines()
    lines[1:41] = reversed(lines[1:41])
    (decks / "turned.ydk").write_text("\n".join(lines).replace(str(DRAGON), str(ARTWORK)))
    exit_code, out, _ = run("old.ydk", "turned.ydk", *ON)
    assert (exit_code, out.splitlines()[-1]) == (0, "the same cards")
    exit_code, out, _ = run("old.ydk", "turned.ydk", "--strict-ids", *ON)
    assert exit_code == 1
    assert f"- 1  main  Blue-Eyes White Dragon [{DRAGON}]\n" in out
    assert f"+ 1  main  Blue-Eyes White Dragon [{ARTWORK}]\n" in out


def test_cards_that_count_as_one_name_are_not_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text("91932350\n")
    (tmp_path / "b.ydk").write_text("27927359\n")
    exit_code, out, _ = run(tmp_path / "a.ydk", tmp_path / "b.ydk", *ON)
    assert exit_code == 1
    assert "- 1  main  Harpie Lady 1, counts as Harpie Lady\n" in out
    assert "+ 1  main  Harpie Lady 2, counts as Harpie Lady\n" in out


def test_json(decks: Path) -> None:  # noqa: ARG001 - the folder it runs in
    exit_code, out, _ = run("old.ydk", "new.ydk", *ON, "-o", "json")
    found = json.loads(out)
    assert (exit_code, found["same"]) == (1, False)
    assert found["changes"][-1] == {
        "change": "moved", "copies": 1, "from": "side", "to": "extra",
        "card": {"passcode": STARDUST, "konami_id": 7734, "name": "Stardust Dragon"},
        "name": "Stardust Dragon", "name_group": "Stardust Dragon", "id": None,
    }  # fmt: skip
    assert [found[deck]["verdict"] for deck in ("before", "after")] == ["illegal", "legal"]
    assert found["before"]["sizes"] == {"main": 40, "extra": 0, "side": 1}
    assert found["before"]["findings"][0]["rule"] == "limit"
    assert json.loads(run("old.ydk", "old.ydk", "-o", "json")[1])["changes"] == []


def test_a_link_and_standard_input(decks: Path) -> None:
    link = "ydke://o6lXBQ==!!!"
    exit_code, out, _ = run(link, "-", *ON, stdin=b"#main\n89631140\n")
    assert (exit_code, out.splitlines()[-1]) == (0, "the same cards")
    long = f"ydke://{'o6lXBaOpVwWjqVcF' * 6}!!!"
    assert run(long, decks / "new.ydk", *ON)[1].splitlines()[0].endswith("...: illegal")


def test_each_deck_is_judged_by_what_it_asks_for(decks: Path) -> None:
    (decks / "old.ydk").write_text("# deckcheck: format=goat\n" + ydk([POT]))
    (decks / "new.ydk").write_text("# deckcheck: format=ocg on=2005-04-01\n" + ydk([POT]))
    exit_code, out, _ = run("old.ydk", "new.ydk")
    assert (exit_code, out.splitlines()[-1]) == (0, "the same cards")
    assert "(goat on 2005-08-20, banlist " in out
    assert "(ocg on 2005-04-01, banlist " in out
    assert "(tcg on 2026-06-01, banlist " in run("old.ydk", "new.ydk", *ON)[1]


def test_the_language_of_names(decks: Path) -> None:  # noqa: ARG001 - the folder it runs in
    assert "サンダー・ボルト" in run("old.ydk", "new.ydk", *ON, "--lang", "ja")[1]


def test_points_are_shown(decks: Path) -> None:  # noqa: ARG001 - the folder it runs in
    assert ", points 30 of 20 (genesys on" in run(
        "old.ydk", "new.ydk", "-f", "genesys@2025-10-01", "--points", "20"
    )[1]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("old.ydk",), "name two decks"),
        (("-", "-"), "A and B cannot both be standard input"),
        (("old.ydk", "missing.ydk"), "missing.ydk: No such file or directory"),
        (("old.ydk", "."), ". is a folder; name one deck"),
        (("old.ydk", "broken.ydke"), "broken.ydke:1: no ydke link"),
        (("old.ydk", "new.ydk", "-o", "xml"), "unknown output 'xml'"),
        (("old.ydk", "new.ydk", "--codec", "xyz"), "unknown codec 'xyz'"),
        (("old.ydk", "new.ydk", "-f", "tgc"), "unknown format 'tgc'"),
        (("old.ydk", "new.ydk", "--textconv"), "--textconv prints one deck; leave out B"),
        (("old.ydk", "--textconv", "-o", "csv"), "unknown output 'csv'"),
        (("old.ydk", "--textconv", "-o", "json"), "--textconv prints text, which is not judged"),
        (("old.ydk", "--textconv", "-f", "goat"), "--textconv prints text, which is not judged"),
        (("old.ydk", "--textconv", "--on", "never"), "--textconv prints text, which is not judged"),
        (("missing.ydk", "--textconv"), "missing.ydk: No such file or directory"),
        (("old.ydk", "--textconv", "--lang", "xx"), "unknown language 'xx'"),
        (("old.ydk", "--textconv", "--codec", "xx"), "unknown codec 'xx'"),
    ],
)
def test_what_cannot_be_done(decks: Path, arguments: tuple[str, ...], message: str) -> None:
    (decks / "broken.ydke").write_text("hello\n")
    exit_code, out, error = run(*arguments)
    assert (exit_code, out, message in error) == (2, "", True), error


# --- for git ----------------------------------------------------------------------------------


def test_a_deck_as_text(decks: Path) -> None:
    text = f"# deckcheck: format=rush\n#main\n160301001\n{DRAGON}\n"
    (decks / "rush.ydk").write_text(text)
    exit_code, out, _ = run("--textconv", "rush.ydk")
    assert (exit_code, out) == (0, (
        "# deckcheck: format=rush\n\n"
        f"Main Deck (2)\n1 Sevens Road Magician\n1 {DRAGON} (unknown)\n\n"
        "Extra Deck (0)\n\nSide Deck (0)\n"
    ))  # fmt: skip
    assert run("--textconv", "-", stdin=text.encode())[1] == out
    link = "ydke://o6lXBQ==!!!"
    assert run("--textconv", link)[1] == run("--textconv", "-", stdin=link.encode())[1]
    assert "1 Blue-Eyes White Dragon" in run("--textconv", link)[1]
    without = run("--textconv", "-", stdin=text.replace("rush", "no-such").encode())[1]
    assert without.splitlines()[3:5] == ["1 Blue-Eyes White Dragon", "1 160301001 (unknown)"]


def test_only_the_cards_count_for_the_text(decks: Path) -> None:
    first = run("--textconv", "old.ydk")[1]
    lines = (decks / "old.ydk").read_text().splitlines()
    (decks / "b.ydk").write_text("# mine\n" + "\r\n".join([*reversed(lines[1:41]), *lines[41:]]))
    assert run("--textconv", "b.ydk")[1] == first


def test_strict_ids_are_in_the_text(decks: Path) -> None:  # noqa: ARG001 - where it runs
    out = run("--textconv", "--strict-ids", "new.ydk")[1]
    assert f"1 Blue-Eyes White Dragon [{ARTWORK}]\n" in out


def textconv(data: bytes, suffix: str, folder: Path) -> bytes:
    """What git is given for a file."""
    path = folder / f"deck{suffix}"
    path.write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck", "diff", "--textconv", path],
        capture_output=True, check=True,
    )  # fmt: skip
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("data", "suffix"),
    [
        (b"", ".ydke"), (b"\xff\xfe\x00\xd8", ".ydk"), (b"\x00\x01\x02" * 999, ".ydk"),
        (b"<html>\r\n", ".ydk"), (b"hello\xe9\rworld", ".ydke"), (b"main: [\n", ".yaml"),
        (b"[" * 5000, ".json"), (b"# deckcheck: formta=goat\n89631139\n", ".ydk"),
        (b"89631139\n" * 200_000, ".ydk"), (b"ydke://!!", ".ydke"),
    ],
)  # fmt: skip
def test_what_is_no_deck_is_printed_as_it_is(data: bytes, suffix: str, tmp_path: Path) -> None:
    assert textconv(data, suffix, tmp_path) == data


@settings(max_examples=200, deadline=None)
@given(
    st.binary(max_size=80) | st.text(max_size=80).map(str.encode),
    st.sampled_from(["", ".ydk", ".yaml", ".json", ".ydke", ".txt", ".omega"]),
)
def test_no_file_ends_it(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, suffix: str
) -> None:
    path = tmp_path_factory.getbasetemp() / f"any{suffix}"
    path.write_bytes(data)
    assert run("--textconv", path)[0] == 0


def test_damaged_card_data_does_not_end_it(decks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged() -> None:
        raise sqlite3.DatabaseError("file is not a database")

    monkeypatch.setattr("deckcheck.cli.diff.open_data", damaged)
    exit_code, out, _ = run("--textconv", "new.ydk")
    assert (exit_code, out) == (0, (decks / "new.ydk").read_text())


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_git_shows_the_cards_that_differ(decks: Path) -> None:
    environment = {
        **os.environ, "HOME": str(decks), "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "x",
        "GIT_AUTHOR_EMAIL": "x@y.z", "GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x@y.z",
    }  # fmt: skip

    def git(*arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=decks, env=environment, capture_output=True, check=True
        )
        return done.stdout.decode(errors="replace")

    # the two settings of the README
    (decks / ".gitattributes").write_text("*.ydk diff=deckcheck\n")
    # a name that looks like an option
    (decks / "-w.ydk").write_text(ydk([DRAGON]))
    git("init", "-q")
    git("config", "diff.deckcheck.textconv", f"'{sys.executable}' -m deckcheck diff --textconv --")
    git("add", ".")
    git("commit", "-qm", "first")
    (decks / "old.ydk").write_text(ydk([DRAGON, RAIGEKI], [], [STARDUST, POT]))
    (decks / "-w.ydk").write_text(ydk([RAIGEKI]))
    (decks / "new.ydk").write_bytes(b"\xffbroken")
    assert git("diff").count("+1 Raigeki") == 2
    shown = git("diff", "old.ydk").splitlines()
    assert [line for line in shown if line[0] in "+-" and line[:3] not in ("+++", "---")] == [
        "-1 Pot of Greed", "+1 Raigeki", "-Side Deck (1)", "+Side Deck (2)", "+1 Pot of Greed",
    ]  # fmt: skip
    assert "broken" in git("diff", "new.ydk")
    git("commit", "-qam", "second")
    assert "+1 Raigeki" in git("log", "-p", "-1", "--", "old.ydk")
    text = (decks / "old.ydk").read_text().splitlines()
    text[1:41] = reversed(text[1:41])
    (decks / "old.ydk").write_text("\n".join(text))
    assert "@@" not in git("diff", "old.ydk")
    assert "@@" in git("diff", "--no-textconv", "old.ydk")

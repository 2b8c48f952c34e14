"""``data update`` and ``data build --from`` as processes, against a server on this machine."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deckcheck.index import INDEX_FILE, SCHEMA_VERSION
from deckcheck.index.archive import archived
from deckcheck.index.sources import CHECKOUT
from publishing import (
    NEWCOMER,
    POT_OF_GREED,
    SANGAN,
    Server,
    flood,
    hang,
    serving,
    write_json,
    write_regulation,
)

UPSTREAM = os.environ.get("DECKCHECK_UPSTREAM")


@pytest.fixture
def server() -> Iterator[Server]:
    """A server without files."""
    with serving() as found:
        yield found


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A user's data folder that is not there yet."""
    return tmp_path / "user" / "deckcheck"


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run deckcheck with the user's data there."""
    return subprocess.run(
        [sys.executable, "-m", "deckcheck", *arguments], capture_output=True, encoding="utf-8",
        check=False, env={**os.environ, "DECKCHECK_DATA_DIR": str(home)}, timeout=120,
    )  # fmt: skip


def update(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``data update``."""
    return run(home, "data", "update", *arguments)


def publish(folder: Path) -> None:
    """A newcomer, and a TCG list that forbids it."""
    write_json(folder / "cards.json", [POT_OF_GREED, SANGAN, NEWCOMER])
    tcg = json.loads(run(folder / "none", "banlist", "show", "tcg@2026-05-18", "-o", "json").stdout)
    numbers = {str(limit["konami_id"]): limit["allowed"] for limit in tcg["limits"]}
    write_regulation(folder, "tcg", "2026-09-14", {**numbers, "99001": 0})


def test_an_update_of_a_fresh_user(home: Path, server: Server, tmp_path: Path) -> None:
    publish(tmp_path / "site")
    (tmp_path / "site/tcg/2026-09-14.vector.json").rename(tmp_path / "site/tcg/current.vector.json")
    server.serve(tmp_path / "site")
    done = update(home, "--from", server.address, "--accept", "cards.json", "-o", "json")
    assert done.returncode == 0, done.stderr
    assert "rush.json is not there; what it is about stays as it is" in done.stderr
    said = json.loads(done.stdout)
    assert said["snapshot"] == "2026-09-01"
    assert said["path"] == str(home / "index.sqlite")
    assert said["cards"]["cards.json"]["new"] == ["Newcomer Dragon"]
    assert said["lists"] == {"new": ["tcg@2026-09-14"], "corrected": [], "withdrawn": []}

    card = json.loads(run(home, "card", "Newcomer Dragon", "-o", "json").stdout)
    assert card["status"]["tcg"] == {"allowed": 0, "effective": "2026-09-14"}
    deck = tmp_path / "deck.ydk"
    deck.write_text("#main\n" + "26202165\n" * 40 + "#extra\n99000001\n!side\n")
    report = json.loads(run(home, "check", str(deck), "--on", "2026-09-20", "-o", "json").stdout)
    assert report["data"]["snapshot"] == "2026-09-01"
    assert report["decks"][0]["banlist"]["effective"] == "2026-09-14"
    alone = run(home, "check", "--isolated", str(deck), "--on", "2026-09-20", "-o", "json")
    assert json.loads(alone.stdout)["data"]["snapshot"] == "2026-08-22"
    info = json.loads(run(home, "data", "info", "-o", "json").stdout)
    assert info["path"] == str(home / "index.sqlite")
    (part,) = (part for part in info["parts"] if part["part"] == "cards.json")
    assert (part["from"], part["day"], part["entries"]) == (
        f"{server.address}/cards.json", "2026-09-01", 3,
    )  # fmt: skip
    assert "(your own)" in run(home, "data", "info").stdout
    assert run(home, "data", "verify").returncode == 0

    # what only the user has is there after the next update, and nothing else is left behind
    server.files.clear()
    write_regulation(tmp_path / "more", "ocg", "2026-10-01", {"4844": 0})
    done = update(home, "--from", str(tmp_path / "more"), "--accept", "ocg@2026-10-01")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("1 new lists: ocg@2026-10-01\nthe card data is of 2026-09-01: ")
    assert run(home, "card", "99000001").returncode == 0
    assert run(home, "banlist", "show", "tcg@2026-09-14").returncode == 0
    assert [path.name for path in home.iterdir()] == ["index.sqlite"]


def test_the_published_layout_is_asked_for_first(home: Path, server: Server) -> None:
    server.files["/yaml-yugi/cards.json"] = b"[{}]"
    done = update(home, "--from", f"{server.address}/")
    assert done.returncode == 2
    assert f"{server.address}/yaml-yugi/cards.json: card 1: card_type is null" in done.stderr
    assert "/yaml-yugi-limit-regulation/tcg/current.vector.json" in server.asked
    assert "/yaml-yugi-limit-regulation/ocg/upcoming.vector.json" in server.asked


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (b'{"date": "2026-08-22", "regulation": {}}',
         "genesys@2026-08-22 ({where}): the list is empty; genesys@2026-08-04 has 704 entries\n"
         "--accept genesys@2026-08-22 takes it all the same, --skip genesys leaves"),
        (b'{"date": "2026-08-22", "regulation": {"4844"', "{where}: ends or is broken: "),
        (b'{"date": 20260822, "regulation": {"4844": 1}}', "{where}: date: '20260822' is not"),
        (b'{"date": "2026-09-01", "regulation": {"4844": 5}}',
         "1 entries, more than a third fewer; genesys@2026-08-04 has 704 entries"),
        (b"\xff\xfe", "{where}: is no UTF-8 text"),
        (500, "{where}: the server answers 500; tried 3 times"),
        ("http://example.org/x", "{where} leads to http://example.org/x: only https://"),
        (hang, "{where}: no answer in 0.2 seconds; tried 3 times"),
        (flood, "{where}: more than the 4,194,304 bytes that are taken"),
    ],
)  # fmt: skip
def test_bad_data_is_refused_and_the_old_is_kept(
    home: Path, server: Server, answer: object, message: str
) -> None:
    home.mkdir(parents=True)
    shutil.copy(INDEX_FILE, home / "index.sqlite")
    before = (home / "index.sqlite").read_bytes()
    server.files["/genesys/current.vector.json"] = answer
    where = f"{server.address}/genesys/current.vector.json"
    done = update(home, "--from", where, "--timeout", "0.2")
    assert (done.returncode, done.stdout) == (2, "")
    assert message.format(where=where) in done.stderr
    assert "Traceback" not in done.stderr
    assert (home / "index.sqlite").read_bytes() == before
    assert [path.name for path in home.iterdir()] == ["index.sqlite"]
    assert server.sent < 64 * 2**20


def test_offline(home: Path) -> None:
    with serving() as gone:
        address = gone.address
    done = update(home, "--from", address, "--timeout", "0.2")
    assert done.returncode == 2
    assert "cannot be reached" in done.stderr
    assert "are you offline?" in done.stderr
    assert not home.exists()
    assert run(home, "card", "Pot of Greed").returncode == 0


def test_an_interrupted_update_leaves_the_old_index(
    home: Path, server: Server, tmp_path: Path
) -> None:
    import signal
    import time

    home.mkdir(parents=True)
    shutil.copy(INDEX_FILE, home / "index.sqlite")
    before = (home / "index.sqlite").read_bytes()
    server.files["/cards.json"] = hang
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "deckcheck", "data", "update", "--from", server.address],
        stderr=subprocess.PIPE, encoding="utf-8",
        env={**os.environ, "DECKCHECK_DATA_DIR": str(home), "TMPDIR": str(temporary)},
    )  # fmt: skip
    while "/cards.json" not in server.asked:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=30)
    assert process.returncode in (130, -signal.SIGINT)
    assert "Traceback" not in complaint
    assert (home / "index.sqlite").read_bytes() == before
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--accept", "tgc@2026-01-01"], "unknown published region 'tgc'; did you mean: tcg"),
        (["--accept", "tcg@2026-01"], "'2026-01' is not a day"),
        (["--accept", "tcg"], "--accept tcg: name one list, tcg@YYYY-MM-DD"),
        (["--skip", "mars"], "unknown published region 'mars'"),
        (["--from", "nowhere"], "nowhere: no such file or folder"),
        (["--from", "http://example.org"], "only https:// addresses are fetched"),
        (["--as-of", "today"], "'today' is not a day"),
        (["-o", "xml"], "unknown output 'xml'"),
    ],
)
def test_a_wrong_option_is_exit_2(home: Path, arguments: list[str], message: str) -> None:
    done = update(home, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert not home.exists()


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    write_regulation(tmp_path / "site", "tcg", "2026-09-14", {"4844": 0})
    (tmp_path / "file").write_text("x")
    accept = ("--accept", "tcg@2026-09-14")
    done = update(tmp_path / "file" / "home", "--from", str(tmp_path / "site"), *accept)
    assert done.returncode == 2
    assert "cannot be made: Not a directory" in done.stderr


# --- which index is used ----------------------------------------------------------------------


def altered(home: Path, *statements: str) -> Path:
    """A user's index, altered."""
    home.mkdir(parents=True)
    path = home / "index.sqlite"
    shutil.copy(INDEX_FILE, path)
    db = sqlite3.connect(path)
    for statement in statements:
        db.execute(statement)
    db.commit()
    db.close()
    return path


def used(home: Path) -> tuple[str, str]:
    """The path of the index that is used, and what is said on stderr."""
    done = run(home, "data", "info", "-o", "json")
    return (json.loads(done.stdout)["path"] if done.stdout else ""), done.stderr


def test_an_older_snapshot_is_not_used(home: Path) -> None:
    altered(home, "UPDATE meta SET value = '2026-08-21' WHERE name = 'snapshot'")
    assert used(home) == (str(INDEX_FILE), "")


def test_a_newer_snapshot_is_used(home: Path) -> None:
    path = altered(home, "UPDATE meta SET value = '2026-08-23' WHERE name = 'snapshot'")
    assert used(home) == (str(path), "")


def test_an_index_of_other_rules_is_passed_over_aloud(home: Path) -> None:
    altered(home, "UPDATE meta SET value = 'sha256:0' WHERE name = 'rules'")
    path, said = used(home)
    assert path == str(INDEX_FILE)
    assert "is of another version of deckcheck; run 'deckcheck data update'" in said


def test_an_index_of_an_older_program_is_passed_over_aloud(home: Path) -> None:
    altered(home, f"PRAGMA user_version = {SCHEMA_VERSION - 1}")
    path, said = used(home)
    assert path == str(INDEX_FILE)
    assert "is of an older deckcheck; run 'deckcheck data update' to make it anew" in said


def test_an_index_of_a_newer_program_is_refused_and_not_lost(home: Path, tmp_path: Path) -> None:
    path = altered(home, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    done = run(home, "card", "Pot of Greed")
    assert done.returncode == 2
    assert "is of a newer deckcheck" in done.stderr
    assert "install the newer deckcheck, or delete it to use the data of the" in done.stderr
    before = path.read_bytes()
    write_regulation(tmp_path / "site", "tcg", "2026-09-14", {"4844": 0})
    accept = ("--accept", "tcg@2026-09-14")
    done = update(home, "--from", str(tmp_path / "site"), *accept)
    assert done.returncode == 2
    assert path.read_bytes() == before


def test_a_damaged_index_says_the_way_out_and_an_update_takes_it(
    home: Path, tmp_path: Path
) -> None:
    home.mkdir(parents=True)
    (home / "index.sqlite").write_bytes(b"no database" * 100)
    done = run(home, "card", "Pot of Greed")
    assert done.returncode == 2
    assert "is damaged" in done.stderr
    assert "run 'deckcheck data update' to make it anew, or delete it" in done.stderr
    write_regulation(tmp_path / "site", "tcg", "2026-09-14", {"4844": 0})
    done = update(home, "--from", str(tmp_path / "site"), "--accept", "tcg@2026-09-14")
    assert done.returncode == 0
    assert "is damaged" in done.stderr
    assert "lists that only it has are lost" in done.stderr
    assert run(home, "card", "Pot of Greed").returncode == 0


def test_lists_of_a_user_outlive_a_newer_package(home: Path, tmp_path: Path) -> None:
    publish(tmp_path / "site")
    done = update(home, "--from", str(tmp_path / "site"), "--accept", "cards.json")
    assert done.returncode == 0, done.stderr
    db = sqlite3.connect(home / "index.sqlite")
    db.execute("UPDATE meta SET value = '2026-01-01' WHERE name = 'snapshot'")
    db.commit()
    db.close()
    assert used(home)[0] == str(INDEX_FILE)
    write_regulation(tmp_path / "more", "ocg", "2026-10-01", {"4844": 0})
    done = update(home, "--from", str(tmp_path / "more"), "--accept", "ocg@2026-10-01")
    assert done.returncode == 0, done.stderr
    card = json.loads(run(home, "card", "Newcomer Dragon", "-o", "json").stdout)
    assert card["status"]["tcg"] == {"allowed": 0, "effective": "2026-09-14"}


def test_rows_that_are_damaged_are_no_crash(home: Path, tmp_path: Path) -> None:
    home.mkdir(parents=True)
    data = bytearray(INDEX_FILE.read_bytes())
    for page in range(7, len(data) // 4096, 7):
        data[page * 4096 : page * 4096 + 40] = b"\xff" * 40
    (home / "index.sqlite").write_bytes(data)
    for arguments in (("card", "Pot of Greed"), ("data", "verify"), ("search", "dragon")):
        done = run(home, *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert "damaged" in done.stderr
        assert "Traceback" not in done.stderr
    write_regulation(tmp_path / "site", "tcg", "2026-09-14", {"4844": 0})
    done = update(home, "--from", str(tmp_path / "site"), "--accept", "tcg@2026-09-14")
    assert done.returncode == 0, done.stderr
    assert run(home, "data", "verify").returncode == 0


def test_an_empty_database_is_damaged(home: Path) -> None:
    home.mkdir(parents=True)
    db = sqlite3.connect(home / "index.sqlite")
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    db.execute("CREATE TABLE meta (name, value)")
    db.commit()
    db.close()
    done = run(home, "card", "Pot of Greed")
    assert (done.returncode, "is damaged" in done.stderr) == (2, True)


def test_a_folder_whose_name_is_no_text(tmp_path: Path) -> None:
    home = Path(os.fsdecode(os.fsencode(tmp_path) + b"/b\xff"))
    try:
        home.mkdir()
    except OSError:
        pytest.skip("this file system takes only UTF-8")
    shutil.copy(INDEX_FILE, home / "index.sqlite")
    assert run(home, "card", "Pot of Greed").returncode == 0
    assert run(home, "data", "info").returncode == 0


def test_a_target_that_is_a_folder(home: Path, tmp_path: Path) -> None:
    (home / "index.sqlite").mkdir(parents=True)
    write_regulation(tmp_path / "site", "tcg", "2026-09-14", {"4844": 0})
    done = update(home, "--from", str(tmp_path / "site"), "--accept", "tcg@2026-09-14")
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert [path.name for path in home.iterdir()] == ["index.sqlite"]


def test_two_updates_at_once_do_not_lose_a_list(home: Path, tmp_path: Path) -> None:
    processes = []
    for region in ("tcg", "ocg"):
        write_regulation(tmp_path / region, region, "2026-10-01", {"4844": 0})
        arguments = ["--from", str(tmp_path / region), "--accept", f"{region}@2026-10-01"]
        processes.append(
            subprocess.Popen(
                [sys.executable, "-m", "deckcheck", "data", "update", *arguments],
                stderr=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                env={**os.environ, "DECKCHECK_DATA_DIR": str(home)},
            )
        )
    for process in processes:
        _, said = process.communicate(timeout=120)
        assert process.returncode == 0 or "was changed by another update meanwhile" in said
    listed = [run(home, "banlist", "list", region, "-o", "json") for region in ("tcg", "ocg")]
    rows = [row for done in listed for row in json.loads(done.stdout)]
    there = [row["region"] for row in rows if row["effective"] == "2026-10-01"]
    assert len(there) == sum(process.returncode == 0 for process in processes)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE limit_entry SET allowed = 3 WHERE allowed = 0", "its content says sha256:"),
        ("UPDATE meta SET value = 'sha256:0' WHERE name = 'digest'", "is not what it was"),
        ("UPDATE archive SET texts = x'00'", "the text sources in the card index are damaged"),
        ("DROP TABLE archive", "the text sources in the card index are damaged"),
    ],
)
def test_verify_tells_what_is_not_as_it_was(home: Path, statement: str, message: str) -> None:
    altered(home, statement)
    done = run(home, "data", "verify")
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_verify_of_the_package(home: Path) -> None:
    done = run(home, "data", "verify")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{INDEX_FILE} is as it was compiled, sha256:")
    assert json.loads(run(home, "data", "verify", "-o", "json").stdout)["verified"] is True


# --- the real thing ---------------------------------------------------------------------------


@pytest.mark.skipif(not UPSTREAM, reason="DECKCHECK_UPSTREAM names no folder of published files")
def test_the_published_data_of_the_snapshot_is_what_the_text_sources_say(home: Path) -> None:
    """Whatever stands in the tables beyond it, nothing in them is at odds with it."""
    assert UPSTREAM
    done = update(home, "--from", UPSTREAM)
    assert done.returncode == 2
    assert "genesys@2026-08-14 to genesys@2026-08-22 (9 lists, " in done.stderr
    assert "and others): the list is empty; genesys@2026-08-04 has 704 entries\n" in done.stderr
    done = update(home, "--from", UPSTREAM, "--skip", "genesys", "--as-of", "2026-08-22")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == (
        "1 passed over: GMX Lab #5 without ids, which is the name of a known card"
    )
    db = sqlite3.connect(home / "index.sqlite")
    theirs = archived(db)
    db.close()
    ours = CHECKOUT.texts()
    assert {name for name in {*ours, *theirs} if ours.get(name) != theirs.get(name)} == {
        "deckcheck/data/published.yaml"
    }

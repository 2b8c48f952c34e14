"""Decks in a repository: config files, baselines, changed files, lists of files."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from decktext import ydk

LEGAL, ILLEGAL, UNDECIDED = ydk(), ydk([55144522]), ydk([101999999])
OLD_ID = ydk([8805661])  # an id from before the passcode was known


def run(
    *arguments: str | Path, cwd: Path, stdin: str | bytes = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run ``deckcheck check`` in a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck", "check", *map(str, arguments)],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True, cwd=cwd, env={**os.environ, **environment}, check=False,
    )  # fmt: skip
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def formats_of(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    assert done.stderr == ""
    return {deck["path"]: deck["format"] for deck in json.loads(done.stdout)["decks"]}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A folder with a config, decks, and a folder below with a config of its own."""
    for name, text in {
        ".deckcheck.yaml": "format: ocg\non: 2026-07-15\noverrides:\n"
        "  - path: goat/**\n    format: goat\nexclude: [drafts/]\ninclude: ['lists/*.txt']\n",
        "a.ydk": LEGAL, "goat/b.ydk": LEGAL, "drafts/c.ydk": ILLEGAL,
        "lists/d.txt": "3 Sangan\n", "lists/notes.md": "x", "other/e.txt": "x",
        "own/.deckcheck.yaml": "format: edison\n", "own/below/f.ydk": LEGAL,
    }.items():  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_each_deck_is_judged_by_the_config_of_its_folder(repository: Path) -> None:
    found = formats_of(run("-o", "json", cwd=repository))
    assert found == {
        "./a.ydk": "ocg", "./goat/b.ydk": "goat", "./lists/d.txt": "ocg",
        "./own/below/f.ydk": "edison",
    }  # fmt: skip
    elsewhere = formats_of(run(repository / "goat", "-o", "json", cwd=repository / "own"))
    assert list(elsewhere.values()) == ["goat"]


def test_what_comes_before_what(repository: Path) -> None:
    asked = ("# deckcheck: format=tcg on=2026-06-01\n" + LEGAL).encode()
    (repository / "a.ydk").write_bytes(asked)
    for arguments, environment, expected in (
        (("a.ydk",), {}, "tcg"),
        (("a.ydk", "-f", "goat"), {}, "goat"),
        (("goat/b.ydk",), {"DECKCHECK_FORMAT": "edison"}, "goat"),
        (("lists/d.txt",), {"DECKCHECK_FORMAT": "edison"}, "ocg"),
        (("lists/d.txt", "--isolated"), {"DECKCHECK_FORMAT": "edison"}, "edison"),
        (("lists/d.txt", "--config", "own/.deckcheck.yaml"), {}, "edison"),
        (("-",), {}, "ocg"),
    ):  # fmt: skip
        done = run(*arguments, "-o", "json", cwd=repository, stdin=LEGAL, **environment)
        assert set(formats_of(done).values()) == {expected}, arguments
    days = json.loads(run("lists/d.txt", "-o", "json", cwd=repository).stdout)["decks"][0]
    assert (days["on"], days["banlist"]["effective"]) == ("2026-07-15", "2026-07-01")
    # what else a config says of a format is not for another one
    done = run("lists/d.txt", "-f", "tcg@2026-06-01", "-o", "json", cwd=repository)
    assert formats_of(done) == {"lists/d.txt": "tcg"}


def test_a_file_that_is_named_is_judged_even_if_it_is_excluded(repository: Path) -> None:
    assert run("drafts/c.ydk", cwd=repository).returncode == 1
    done = run("drafts/c.ydk", "a.ydk", "--force-exclude", "-o", "json", cwd=repository)
    assert list(formats_of(done)) == ["a.ydk"]


@pytest.mark.parametrize("command", [("annotate", "--check"), ("migrate",)])
def test_what_is_excluded_is_so_for_every_command(
    repository: Path, command: tuple[str, ...]
) -> None:
    done = subprocess.run([sys.executable, "-m", "deckcheck", *command, "."], cwd=repository,
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert "drafts" not in done.stdout
    assert done.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fromat: tcg\n", ".deckcheck.yaml:1: unknown key 'fromat' in a config; did you mean"),
        ("format: tgc\n", ".deckcheck.yaml:1: unknown format 'tgc'; did you mean: tcg"),
        ("\noverrides:\n  - path: x\n    banlist: tcg@2026-13-01\n", ".deckcheck.yaml:4: "),
        ("ruleset: no-such\n", ".deckcheck.yaml:1: unknown ruleset 'no-such'"),
        ("formats-dir: nowhere\n", ".deckcheck.yaml:1: formats-dir: there is no folder ./nowhere"),
        ("baseline: nowhere.json\n", "nowhere.json: No such file or directory; --write-baseline"),
        ("\xff", "binary data"),
    ],
)
def test_a_config_that_is_wrong_is_exit_2_with_its_line(
    tmp_path: Path, text: str, message: str
) -> None:
    (tmp_path / ".deckcheck.yaml").write_text(text, encoding="latin-1")
    (tmp_path / "a.ydk").write_text(LEGAL)
    done = run("a.ydk", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_config_that_is_not_there_is_exit_2(tmp_path: Path) -> None:
    done = run("-", "--config", "x.yaml", cwd=tmp_path)
    assert done.returncode == 2
    assert "config x.yaml: no such file" in done.stderr


def test_rules_that_count(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text(OLD_ID)
    day = ("--on", "2026-06-01", "-o", "concise")
    assert "old-id" in run("a.ydk", *day, cwd=tmp_path).stdout
    assert run("a.ydk", *day, "--strict", cwd=tmp_path).returncode == 1
    assert run("a.ydk", *day, "--strict", "--ignore", "old-id", cwd=tmp_path).returncode == 0
    assert (
        run("a.ydk", *day, "--strict", "--select", "limit,placement", cwd=tmp_path).returncode == 0
    )
    (tmp_path / ".deckcheck.yaml").write_text("strict: true\n")
    assert run("a.ydk", *day, cwd=tmp_path).returncode == 1
    assert run("a.ydk", *day, "--no-strict", cwd=tmp_path).returncode == 0
    (tmp_path / ".deckcheck.yaml").write_text("strict: true\nignore: old-id\nlang: ja\n")
    assert run("a.ydk", *day, cwd=tmp_path).returncode == 0
    done = run("a.ydk", "--ignore", "old-di", cwd=tmp_path)
    assert done.returncode == 2
    assert "unknown rule 'old-di'; did you mean: old-id" in done.stderr


def test_undecided_decks_and_the_language_are_for_the_config_to_say(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text(UNDECIDED)
    (tmp_path / "b.ydk").write_text(OLD_ID)
    (tmp_path / ".deckcheck.yaml").write_text("undecided: warn\nlang: ja\non: 2026-06-01\n")
    done = run("-o", "concise", cwd=tmp_path)
    assert done.returncode == 0
    assert run("--undecided", "fail", cwd=tmp_path).returncode == 1
    assert not done.stdout.partition("old-id: ")[2].partition(":")[0].isascii()


HOUSE = "title: House\nbased-on: tcg\nlimits: {Sangan: 0}\n"


def test_formats_and_lists_of_a_repository(tmp_path: Path) -> None:
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "house.yaml").write_text(HOUSE)
    (tmp_path / "formats" / "strict-house.yaml").write_text(
        "title: Strict\nbased-on: house\nlimits: {Raigeki: 0}\n"
    )
    (tmp_path / "lists.yaml").write_text("title: x\nsource: us\nforbidden: [Kuriboh]\n")
    (tmp_path / ".deckcheck.yaml").write_text(
        "formats-dir: formats\nformat: house@2026-06-01\noverrides:\n"
        "  - {path: x.ydk, format: tcg, on: 2026-06-01, banlist: lists.yaml}\n"
    )
    (tmp_path / "a.ydk").write_text(ydk([26202165]))
    (tmp_path / "x.ydk").write_text(ydk([40640057]))
    (tmp_path / "below").mkdir()
    asked = "# deckcheck: format=strict-house on=2026-06-01\n" + ydk([12580477])
    (tmp_path / "below" / "b.ydk").write_text(asked)
    done = run("-o", "json", cwd=tmp_path)
    assert formats_of(done) == {
        "./a.ydk": "house", "./below/b.ydk": "strict-house", "./x.ydk": "tcg",
    }  # fmt: skip
    messages = [d["findings"][0]["message"] for d in json.loads(done.stdout)["decks"]]
    assert [message.partition(":")[0] for message in messages] == ["Sangan", "Raigeki", "Kuriboh"]
    assert run("a.ydk", "-f", "house@2026-06-01", cwd=tmp_path / "below").returncode == 2
    assert run("../a.ydk", "-f", "house@2026-06-01", cwd=tmp_path / "below").returncode == 1
    shown = subprocess.run([sys.executable, "-m", "deckcheck", "format", "show", "strict-house"],
                           cwd=tmp_path, capture_output=True, text=True, check=True)  # fmt: skip
    assert "Raigeki" in shown.stdout
    (tmp_path / "formats" / "goat.yaml").write_text(HOUSE)
    done = run(cwd=tmp_path)
    assert done.returncode == 2
    assert "goat.yaml: goat is a format that ships; name yours otherwise" in done.stderr


def test_a_baseline_lets_pass_what_is_known(tmp_path: Path) -> None:
    (tmp_path / ".deckcheck.yaml").write_text("baseline: known.json\non: 2026-06-01\n")
    (tmp_path / "a.ydk").write_text(ILLEGAL)
    (tmp_path / "b.ydk").write_text(UNDECIDED)
    assert run(cwd=tmp_path).returncode == 2
    done = run("--write-baseline", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == (
        "deckcheck: ./known.json: 2 findings are known from now on, in 2 of 2 decks\n"
    )
    written = (tmp_path / "known.json").read_bytes()
    done = run("-o", "concise", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 known findings are not shown" in done.stdout
    assert "Pot of Greed" not in done.stdout
    (tmp_path / "a.ydk").write_text(ydk([55144522, 79571449]))
    done = run("-o", "concise", cwd=tmp_path)
    assert done.returncode == 1
    assert "Graceful Charity" in done.stdout
    assert "Pot of Greed" not in done.stdout
    (tmp_path / "a.ydk").write_text(LEGAL)
    done = run("-q", cwd=tmp_path)
    assert done.returncode == 0
    assert "./a.ydk: no longer occurs, and is in the baseline: limit: Pot of Greed" in done.stderr
    assert (tmp_path / "known.json").read_bytes() == written
    run("a.ydk", "--write-baseline", cwd=tmp_path)
    assert list(json.loads((tmp_path / "known.json").read_text())["decks"]) == ["b.ydk"]


def test_a_baseline_by_option_is_found_from_anywhere(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "a.ydk").write_text(ILLEGAL)
    day = ("--on", "2026-06-01")
    run("decks", *day, "--baseline", "x.json", "--write-baseline", cwd=tmp_path)
    assert run("decks/a.ydk", *day, "--baseline", "x.json", cwd=tmp_path).returncode == 0
    done = run("a.ydk", *day, "--baseline", "../x.json", cwd=tmp_path / "decks")
    assert done.returncode == 0
    missing = run("a.ydk", *day, "--baseline", "y.json", cwd=tmp_path / "decks")
    assert missing.returncode == 2
    assert "baseline y.json: No such file" in missing.stderr


def test_a_baseline_knows_which_rules_ran(tmp_path: Path) -> None:
    (tmp_path / ".deckcheck.yaml").write_text("baseline: known.json\non: 2026-06-01\n")
    (tmp_path / "a.ydk").write_text(ydk([55144522], size=41) + "44508094\n" * 4)
    run("--write-baseline", cwd=tmp_path)
    written = (tmp_path / "known.json").read_text()
    done = run("--select", "limit", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    run("--select", "limit", "--write-baseline", cwd=tmp_path)
    assert sorted((tmp_path / "known.json").read_text()) == sorted(written)


def test_a_baseline_that_is_broken_is_written_anew(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text(ILLEGAL)
    (tmp_path / "b.json").write_text('<<<<<<< HEAD\n{"schema": "deckcheck/baseline/1"\n')
    named = ("a.ydk", "--on", "2026-06-01", "--baseline", "b.json")
    done = run(*named, cwd=tmp_path)
    assert (done.returncode, "write it anew with --write-baseline" in done.stderr) == (2, True)
    done = run(*named, "--write-baseline", cwd=tmp_path)
    assert (done.returncode, "what was known of other decks is lost" in done.stderr) == (0, True)
    assert run(*named, cwd=tmp_path).returncode == 0


def test_junit_agrees_with_the_exit_code(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text(UNDECIDED)
    (tmp_path / "b.ydk").write_text(OLD_ID)
    day = ("--on", "2026-06-01", "-o", "junit")
    assert 'errors="1"' in run("a.ydk", *day, cwd=tmp_path).stdout
    assert 'errors="0"' in run("a.ydk", *day, "--undecided", "warn", cwd=tmp_path).stdout
    assert 'failures="0"' in run("b.ydk", *day, cwd=tmp_path).stdout
    assert 'failures="1"' in run("b.ydk", *day, "--strict", cwd=tmp_path).stdout


def test_files_only_lists_what_fails(repository: Path) -> None:
    (repository / "sp ace's.ydk").write_text(ILLEGAL)
    (repository / "u.ydk").write_text(UNDECIDED)
    done = run(".", "-f", "tcg@2026-06-01", "--files-only", cwd=repository)
    assert (done.returncode, done.stdout) == (1, "./lists/d.txt\n./sp ace's.ydk\n./u.ydk\n")
    done = run(".", "-f", "tcg@2026-06-01", "--files-only", "--undecided", "warn", cwd=repository)
    assert "u.ydk" not in done.stdout


@pytest.mark.parametrize("end", ["\n", "\r\n", "\0"])
def test_files_from_a_list(repository: Path, end: str) -> None:
    listed = end.join(["a.ydk", "goat/b.ydk", ""])
    found = formats_of(run("--files-from", "-", "-o", "json", cwd=repository, stdin=listed))
    assert list(found) == ["a.ydk", "goat/b.ydk"]
    (repository / "list").write_text(listed)
    assert formats_of(run("--files-from", "list", "-o", "json", cwd=repository)) == found
    assert run("--files-from", "nowhere", cwd=repository).returncode == 2


def git(folder: Path, *arguments: str) -> None:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_NAME": "x",
                   "GIT_AUTHOR_EMAIL": "x", "GIT_COMMITTER_NAME": "x",
                   "GIT_COMMITTER_EMAIL": "x"}  # fmt: skip
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True,
                   env=environment)  # fmt: skip


def test_only_what_has_changed_in_git(repository: Path) -> None:
    git(repository, "init", "-b", "main")
    (repository / ".gitignore").write_text("ignored.ydk\n")
    git(repository, "add", "-A")
    git(repository, "commit", "-m", "decks")
    git(repository, "checkout", "-b", "mine")
    changed = ("--changed-since", "main", "-o", "json")
    assert formats_of(run(*changed, cwd=repository)) == {}
    (repository / "a.ydk").write_text(LEGAL + "\n")
    (repository / "ü n.ydk").write_text(LEGAL)
    (repository / "ignored.ydk").write_text(LEGAL)
    git(repository, "rm", "goat/b.ydk")
    assert set(formats_of(run(*changed, cwd=repository))) == {"./a.ydk", "./ü n.ydk"}
    git(repository, "add", "-A")
    git(repository, "commit", "-m", "mine")
    assert set(formats_of(run(*changed, cwd=repository))) == {"./a.ydk", "./ü n.ydk"}
    assert formats_of(run("..", *changed, cwd=repository / "own")).keys() == {
        "../a.ydk", "../ü n.ydk",
    }  # fmt: skip
    git(repository, "checkout", "main")
    (repository / "lists" / "d.txt").write_text("2 Sangan\n")
    git(repository, "commit", "-am", "theirs")
    git(repository, "checkout", "mine")
    assert "./lists/d.txt" not in formats_of(run(*changed, cwd=repository))


def test_where_git_knows_nothing(tmp_path: Path, repository: Path) -> None:
    done = run("--changed-since", "HEAD", cwd=repository, GIT_CEILING_DIRECTORIES=str(tmp_path))
    assert done.returncode == 2
    assert "not a git repository" in done.stderr
    git(repository, "init")
    done = run("--changed-since", "--all", cwd=repository)
    assert done.returncode == 2
    assert "git knows no revision '--all'" in done.stderr


def test_the_report_goes_to_a_file(repository: Path) -> None:
    done = run("a.ydk", "-o", "json", "--output-file", "out.json", cwd=repository)
    assert (done.returncode, done.stdout) == (0, "")
    assert json.loads((repository / "out.json").read_text())["summary"]["decks"] == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes and links of this kind there")
def test_whatever_is_in_a_folder_is_said_and_the_rest_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / "a.ydk").write_text(LEGAL)
    (folder / "dangling.ydk").symlink_to("nowhere")
    (folder / "dangling.yaml").symlink_to("nowhere.yaml")
    (folder / "loop.ydk").symlink_to("loop.ydk")
    (folder / "around").symlink_to(".")
    os.mkfifo(folder / "pipe.ydk")
    with (folder / "huge.ydk").open("wb") as file:
        file.truncate(3 * 1024**3)
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff\xfe.ydk")).write_text(LEGAL)
    done = run("decks", "--on", "2026-06-01", "-o", "json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    said = {
        Path(deck["path"]).name: deck["findings"][0]["message"] if deck["findings"] else ""
        for deck in json.loads(done.stdout)["decks"]
    }
    assert said == {
        "a.ydk": "",
        "dangling.yaml": "cannot be read: No such file or directory",
        "dangling.ydk": "cannot be read: No such file or directory",
        "huge.ydk": "3,221,225,472 bytes, larger than 1,048,576 bytes, which no deck is "
        "(see --max-bytes)",
        "loop.ydk": "cannot be read: Too many levels of symbolic links",
        "pipe.ydk": "a pipe or a device, not a file",
        "\udcff\udcfe.ydk": "",
    }
    again = run("decks", "--on", "2026-06-01", "-o", "json", cwd=tmp_path)
    assert again.stdout == done.stdout
    assert run("decks", "--undecided", "warn", cwd=tmp_path).returncode == 0


def test_limit_lists_of_a_repository(tmp_path: Path) -> None:
    for name, text in {
        "lists/tcg/2026-09-01.yaml": "title: Newer\nsource: us\nforbidden:\n  - 26202165\n",
        "lists/house/2026-01-01.yaml": "title: House\nsource: us\nlimited: [Kuriboh]\n",
        "lists/house/2026-03-01.yaml": "title: House\nsource: us\nforbidden: [Kuriboh]\n",
        ".deckcheck.yaml": "banlists-dir: lists\noverrides:\n"
        "  - {path: h.ydk, format: unlimited, banlist: house}\n",
        "t.ydk": ydk([26202165]), "h.ydk": ydk([40640057]),
    }.items():  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    done = run("-o", "json", "--on", "2026-09-02", cwd=tmp_path)
    house, tcg = json.loads(done.stdout)["decks"]
    assert house["banlist"] == {"region": "house", "effective": "2026-03-01", "path": None}
    assert "0 allowed (Forbidden since 2026-03-01" in house["findings"][0]["message"]
    assert tcg["banlist"]["effective"] == "2026-09-01"
    assert tcg["findings"][0]["message"].startswith(
        "Sangan: 1 copy, 0 allowed (Forbidden since 2026-09-01, tcg 2026-09-01)"
    )
    assert run("t.ydk", "--on", "2026-08-31", cwd=tmp_path).returncode == 0
    exact = run("h.ydk", "--on", "2026-09-02", "--banlist", "house@2026-01-01", cwd=tmp_path)
    assert exact.returncode == 0


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("tcg/2026-05-18.yaml", "title: x\nforbidden: []\n", "there is a list tcg@2026-05-18"),
        ("tcg/today.yaml", "title: x\nforbidden: []\n", "the file name is no day in force"),
        ("tcg/2026-09-01.yaml", "title: x\nforbiden: []\n", "2026-09-01.yaml:2: unknown key"),
        ("tcg/2026-09-01.yaml", "title: x\nforbidden: [Sangann]\n", "Sangann"),
    ],
)
def test_a_list_that_is_wrong_is_exit_2(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / "lists" / "tcg").mkdir(parents=True)
    (tmp_path / "lists" / name).write_text(text)
    (tmp_path / ".deckcheck.yaml").write_text("banlists-dir: lists\n")
    done = run("-", cwd=tmp_path, stdin=LEGAL)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_report_or_a_baseline_overwrites_no_deck_and_no_config(tmp_path: Path) -> None:
    for name, text in (("a.ydk", ILLEGAL), ("w.ydk", LEGAL), (".deckcheck.yaml", "format: tcg\n")):
        (tmp_path / name).write_text(text)
    for arguments in (
        ("--output-file", "a.ydk"), ("--output-file", ".deckcheck.yaml"),
        ("--write-baseline", "--baseline", "a.ydk"), ("--write-baseline", "--baseline", "w.ydk"),
    ):  # fmt: skip
        done = run("a.ydk", *arguments, cwd=tmp_path)
        assert done.returncode == 2, arguments
    assert (tmp_path / "a.ydk").read_text() == ILLEGAL
    assert (tmp_path / "w.ydk").read_text() == LEGAL
    assert (tmp_path / ".deckcheck.yaml").read_text() == "format: tcg\n"


def test_a_baseline_of_too_few_cards_does_not_cover_too_many(tmp_path: Path) -> None:
    named = ("a.ydk", "--on", "2026-06-01", "--baseline", "b.json")
    (tmp_path / "a.ydk").write_text(ydk(size=39))
    run(*named, "--write-baseline", cwd=tmp_path)
    assert run(*named, cwd=tmp_path).returncode == 0
    (tmp_path / "a.ydk").write_text(ydk(size=61))
    assert run(*named, cwd=tmp_path).returncode == 1


def test_what_a_baseline_has_of_decks_that_are_no_more_is_said_and_dropped(tmp_path: Path) -> None:
    named = (".", "--on", "2026-06-01", "--baseline", "b.json")
    (tmp_path / "a.ydk").write_text(ILLEGAL)
    (tmp_path / "b.ydk").write_text(ILLEGAL)
    run(*named, "--write-baseline", cwd=tmp_path)
    (tmp_path / "b.ydk").unlink()
    done = run(*named, cwd=tmp_path)
    assert (done.returncode, "b.ydk: is no more, and is in the baseline" in done.stderr) == (
        0,
        True,
    )
    run(*named, "--write-baseline", cwd=tmp_path)
    assert list(json.loads((tmp_path / "b.json").read_text())["decks"]) == ["a.ydk"]


def test_a_finding_that_got_worse_is_new_and_not_gone(tmp_path: Path) -> None:
    named = ("a.ydk", "--on", "2026-06-01", "--baseline", "b.json")
    (tmp_path / "a.ydk").write_text(UNDECIDED)
    run(*named, "--write-baseline", cwd=tmp_path)
    (tmp_path / "a.ydk").write_text(ydk([101999999] * 2))
    done = run(*named, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")


def test_what_is_no_file_cannot_be_known(tmp_path: Path) -> None:
    for deck in ("ydke://!!!", "-"):
        done = run(deck, "--write-baseline", "--baseline", "b.json", cwd=tmp_path, stdin=ILLEGAL)
        assert (done.returncode, "only files can be known" in done.stderr) == (2, True)


def test_the_day_of_the_lists_is_in_no_baseline(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text(LEGAL)
    named = ("a.ydk", "--on", "2029-06-01", "--baseline", "b.json")
    run(*named, "--write-baseline", cwd=tmp_path)
    assert json.loads((tmp_path / "b.json").read_text())["decks"] == {}
    assert "banlist-stale" in run(*named, cwd=tmp_path).stdout


def test_changes_are_those_of_each_decks_repository(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.ydk").write_text(LEGAL)
        git(tmp_path / name, "init", "-b", "main")
        git(tmp_path / name, "add", "-A")
        git(tmp_path / name, "commit", "-m", "x")
    (tmp_path / "other" / "a.ydk").write_text(ILLEGAL)
    since = ("--changed-since", "HEAD", "--on", "2026-06-01")
    done = run("../one", "../other", *since, "-o", "json", cwd=tmp_path / "one")
    assert formats_of(done).keys() == {"../other/a.ydk"}
    assert run(tmp_path / "other", *since, cwd=Path("/")).returncode == 1
    missing = run("nowhere.ydk", *since, cwd=tmp_path / "one")
    assert (missing.returncode, "No such file" in missing.stderr) == (2, True)
    piped = run("-", *since, cwd=tmp_path / "one", stdin=ILLEGAL)
    assert (piped.returncode, "git does not know -" in piped.stderr) == (2, True)


@pytest.mark.skipif(sys.platform != "linux", reason="file names are text elsewhere")
def test_the_files_that_fail_are_named_in_their_own_bytes(tmp_path: Path) -> None:
    names = [b"\xff\xfe.ydk", b"two\nlines.ydk", b"plain.ydk"]
    for name in names:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text(ILLEGAL)
    command = [sys.executable, "-m", "deckcheck", "check", "-f", "tcg@2026-06-01", "--files-only"]
    listed = subprocess.run([*command, "-0", "."], cwd=tmp_path, capture_output=True, check=False)
    assert sorted(listed.stdout.split(b"\0")[:-1]) == sorted(b"./" + name for name in names)
    again = subprocess.run([*command, "-0", "--files-from", "-"], cwd=tmp_path,
                           input=listed.stdout, capture_output=True, check=False)  # fmt: skip
    assert (again.stdout, again.stderr) == (listed.stdout, b"")


def test_an_option_against_a_config_costs_its_decks_only(repository: Path) -> None:
    done = run("--on", "2015-01-01", "-o", "json", cwd=repository)
    assert done.returncode == 2
    assert "./goat/b.ydk: goat is played as of 2005-08-20" in done.stderr
    assert "(config .deckcheck.yaml)" in done.stderr
    assert len(json.loads(done.stdout)["decks"]) == 2


def test_the_day_of_a_config_is_for_its_format_whoever_names_that(tmp_path: Path) -> None:
    (tmp_path / ".deckcheck.yaml").write_text("format: tcg\non: 2010-03-01\n")
    (tmp_path / "a.ydk").write_text(LEGAL)
    for arguments in ((), ("-f", "TCG")):
        done = run("a.ydk", *arguments, "-o", "json", cwd=tmp_path)
        assert json.loads(done.stdout)["decks"][0]["on"] == "2010-03-01"


def test_isolated_uses_no_config_at_all(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("ignore: [limit]\n")
    done = run("-", "--isolated", "--config", "c.yaml", cwd=tmp_path, stdin=LEGAL)
    assert (done.returncode, "--isolated uses no config" in done.stderr) == (2, True)


@pytest.mark.parametrize("what", ["link", "folder"])
def test_a_config_that_is_no_file_is_said(tmp_path: Path, what: str) -> None:
    if what == "link":
        (tmp_path / ".deckcheck.yaml").symlink_to("nowhere")
    else:
        (tmp_path / ".deckcheck.yaml").mkdir()
    done = run("-", cwd=tmp_path, stdin=LEGAL)
    assert (done.returncode, "it is no file, or a link to none" in done.stderr) == (2, True)


def test_a_submodule_that_has_changed_is_judged_whole(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "b.ydk").write_text(LEGAL)
    for command in (("init", "-b", "main"), ("add", "-A"), ("commit", "-m", "x")):
        git(inner, *command)
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "-b", "main")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", str(inner), "sub")
    git(outer, "commit", "-m", "x")
    since = ("--changed-since", "HEAD", "--on", "2026-06-01", "-o", "json")
    assert formats_of(run(".", *since, cwd=outer)) == {}
    (outer / "sub" / "b.ydk").write_text(ILLEGAL)
    git(outer / "sub", "commit", "-am", "bad")
    assert run(".", *since, cwd=outer).returncode == 1


def test_a_link_changes_with_what_it_leads_to(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.ydk").write_text(LEGAL)
        git(tmp_path / name, "init", "-b", "main")
    (tmp_path / "one" / "l.ydk").symlink_to("../other/a.ydk")
    for name in ("one", "other"):
        git(tmp_path / name, "add", "-A")
        git(tmp_path / name, "commit", "-m", "x")
    (tmp_path / "other" / "a.ydk").write_text(ILLEGAL)
    since = ("--changed-since", "HEAD", "--on", "2026-06-01")
    assert run("l.ydk", *since, cwd=tmp_path / "one").returncode == 1


@pytest.mark.parametrize("asked", ["tcg", "TCG", "advanced"])
@pytest.mark.parametrize("config", ["format: tcg\non: 2010-03-01\n", "format: tcg@2010-03-01\n"])
def test_the_same_format_by_any_name(tmp_path: Path, config: str, asked: str) -> None:
    (tmp_path / ".deckcheck.yaml").write_text(config)
    (tmp_path / "a.ydk").write_text(LEGAL)
    done = run("a.ydk", "-f", asked, "-o", "json", cwd=tmp_path)
    assert json.loads(done.stdout)["decks"][0]["on"] == "2010-03-01"


def test_a_linked_baseline_keeps_what_it_knows(tmp_path: Path) -> None:
    (tmp_path / "shared" / "deep").mkdir(parents=True)
    decks = tmp_path / "decks"
    decks.mkdir()
    for name in ("x", "y"):
        (decks / f"{name}.ydk").write_text(ILLEGAL)
    (decks / "b.json").symlink_to("../shared/deep/b.json")
    named = ("--on", "2026-06-01", "--baseline", "b.json")
    run(".", *named, "--write-baseline", cwd=decks)
    assert run("x.ydk", *named, cwd=decks).stderr == ""
    run("x.ydk", *named, "--write-baseline", cwd=decks)
    assert run(".", *named, cwd=decks).returncode == 0


def test_what_is_made_known_passes_everywhere(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text(ILLEGAL)
    named = ("a.ydk", "--on", "2026-06-01", "--baseline", "b.json", "--write-baseline")
    assert run(*named, "--files-only", cwd=tmp_path).stdout == ""
    assert 'failures="0"' in run(*named, "-o", "junit", cwd=tmp_path).stdout


def test_a_baseline_is_no_file_in_another_encoding(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text(ILLEGAL)
    (tmp_path / "l.ydk").write_bytes(b"#main\n# caf\xe9\n")
    done = run("a.ydk", "--baseline", "l.ydk", "--write-baseline", cwd=tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)


def test_standard_output_by_its_path_is_appended_to(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text(LEGAL)
    (tmp_path / "log").write_text("kept\n")
    with (tmp_path / "log").open("a") as log:
        subprocess.run([sys.executable, "-m", "deckcheck", "check", "a.ydk", "--output-file",
                        "/dev/stdout"], cwd=tmp_path, stdout=log, check=True)  # fmt: skip
    assert (tmp_path / "log").read_text().startswith("kept\na.ydk: legal")

"""The command as a user runs it: a process with arguments, streams and an exit code."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from decktext import ydk

DAY = ("--on", "2026-06-01")
LEGAL = ydk()
ILLEGAL = ydk([55144522])
UNDECIDED = ydk([101999999])


def run(
    *arguments: str | Path,
    stdin: str | bytes = "",
    cwd: Path | None = None,
    **environment: str,
) -> subprocess.CompletedProcess[str]:
    """Run ``deckcheck check`` with the arguments."""
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck", "check", *map(str, arguments)],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **environment},
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    """A folder with a deck of each verdict, and files that are none."""
    (tmp_path / "a legal one.ydk").write_text(LEGAL)
    (tmp_path / "b.YDK").write_text(ILLEGAL)
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "c.ydk").write_text(UNDECIDED)
    (tmp_path / "below" / "deck.yaml").write_text("main: [Sangan]\n")
    (tmp_path / "below" / "config.yaml").write_text("services:\n  main: x\n")
    (tmp_path / "below" / "notes.txt").write_text(LEGAL)
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "d.ydk").write_text(ILLEGAL)
    (tmp_path / ".e.ydk").write_text(ILLEGAL)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "arguments", "code"),
    [
        (LEGAL, (), 0),
        (ILLEGAL, (), 1),
        (UNDECIDED, (), 1),
        (UNDECIDED, ("--undecided", "warn"), 0),
        (ILLEGAL, ("--undecided", "warn"), 1),
        (LEGAL, ("--codec", "yaml"), 1),
        (ILLEGAL, ("--banlist", "none"), 0),
    ],
)
def test_exit_codes(text: str, arguments: tuple[str, ...], code: int) -> None:
    done = run("-", *DAY, *arguments, stdin=text)
    assert (done.returncode, done.stderr) == (code, "")


def test_files_that_are_too_large_are_refused_with_their_size() -> None:
    done = run("-", *DAY, "--max-bytes", "100", stdin=LEGAL)
    assert "larger than 100 bytes, which no deck is (see --max-bytes)" in done.stdout
    assert run("-", *DAY, "--max-bytes", "2000000", stdin=LEGAL + "#" * 1_100_000).returncode == 0


def test_a_large_file_is_said_with_its_figure(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text(LEGAL + "#" * 1_100_000)
    done = run(tmp_path / "a.ydk", *DAY)
    assert (done.returncode, done.stderr) == (1, "")
    assert re.search(r"1,100,\d\d\d bytes, larger than 1,048,576 bytes", done.stdout)


def test_json_with_a_main_deck_is_judged_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"main": ["Sangan"]}')
    (tmp_path / "b.json").write_text('{"services": {"main": 1}}')
    (tmp_path / "c.json").write_text('{"main": [')
    done = run(tmp_path, *DAY, "-o", "json")
    assert [Path(deck["path"]).name for deck in json.loads(done.stdout)["decks"]] == [
        "a.json", "c.json",
    ]  # fmt: skip


def test_sections_can_be_repaired() -> None:
    text = ydk([44508094], size=41)
    assert run("-", *DAY, stdin=text).returncode == 1
    done = run("-", *DAY, "--repair-sections", stdin=text)
    assert done.returncode == 0
    assert "Stardust Dragon: 1 copy moved from Main Deck to Extra Deck" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name decks or folders"),
        (("missing.ydk",), "missing.ydk: No such file"),
        (("x" * 300 + ".ydk",), "File name too long"),
        (("ydk://o6lXBQ==",), "unsupported deck code, and no file; ydke:// links are read"),
        (("-", "-f", "tgc"), "unknown format 'tgc'; did you mean: tcg"),
        (("-", "-o", "tabel"), "unknown output 'tabel'; did you mean: table"),
        (("-", "--lang", "xx"), "unknown language 'xx'; known: de, en"),
        (("-", "--codec", "ydx"), "unknown codec 'ydx'; did you mean: ydk"),
        (("-", "--ruleset", "master"), "unknown ruleset 'master'; did you mean: master-"),
        (("-", "--banlist", "tgc"), "unknown banlist 'tgc'; did you mean: tcg"),
        (("-", "--banlist", "no/list.yaml"), "limit list no/list.yaml: No such file"),
        (("-", "--territory", "ameer"), "unknown territory 'ameer'; did you mean: amer"),
        (("-", "--on", "2026-05"), "changed within 2026-05, on 2026-05-18"),
        (("-", "-f", "tcg@2026-05-01", "--on", "2026-05-02"), "two different days"),
        (("-", "-f", "ocg", "--on", "1999-07-07"), "--banlist none"),
        (("-", "--undecided", "maybe"), "maybe"),
        (("-", "--no-such-option"), "No such option"),
    ],
)
def test_what_cannot_be_done_is_exit_2_and_said_on_stderr(
    arguments: tuple[str, ...], message: str
) -> None:
    done = run(*arguments, stdin=LEGAL)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.replace("│", " ").split())
    assert "Traceback" not in done.stderr


def test_a_missing_file_does_not_keep_the_others_from_being_judged(decks: Path) -> None:
    done = run("missing.ydk", "b.YDK", *DAY, "-o", "concise", cwd=decks)
    assert done.returncode == 2
    assert "b.YDK:2: error limit: " in done.stdout
    assert "1 deck judged" in done.stdout


def test_a_folder_is_searched_below_and_sorted(decks: Path) -> None:
    done = run(".", *DAY, "-o", "json", cwd=decks)
    report = json.loads(done.stdout)
    assert [Path(deck["path"]).as_posix() for deck in report["decks"]] == [
        "a legal one.ydk", "b.YDK", "below/c.ydk", "below/deck.yaml",
    ]  # fmt: skip
    assert report["summary"] == {"decks": 4, "legal": 1, "illegal": 2, "undecided": 1}
    assert done.returncode == 1


def test_a_named_file_is_always_judged_and_each_once(decks: Path) -> None:
    done = run(".e.ydk", "below/notes.txt", "./.e.ydk", "below/config.yaml", *DAY, "-o", "json",
               cwd=decks)  # fmt: skip
    verdicts = [deck["verdict"] for deck in json.loads(done.stdout)["decks"]]
    assert verdicts == ["illegal", "legal", "undecided"]


def test_a_folder_without_decks_is_no_success(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert done.returncode == 2
    assert "no decks in this folder" in done.stderr


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "binary data"),
        (b"<!DOCTYPE html><html>", "web page"),
        (b"#main\n" + b"#\n" * 600_000, "larger than 1,048,576 bytes"),
    ],
)
def test_a_file_that_is_no_deck_is_undecided_and_the_rest_goes_on(
    decks: Path, data: bytes, what: str
) -> None:
    (decks / "0.ydk").write_bytes(data)
    done = run("0.ydk", "b.YDK", *DAY, "-o", "json", cwd=decks)
    first, second = json.loads(done.stdout)["decks"]
    assert (first["verdict"], first["sizes"], second["verdict"]) == ("undecided", None, "illegal")
    (finding,) = first["findings"]
    assert finding["rule"] == "parse"
    assert what in finding["message"]
    assert done.returncode == 1


def test_a_link_to_nothing_and_a_loop_in_a_folder(decks: Path) -> None:
    (decks / "dangling.ydk").symlink_to("nowhere.ydk")
    (decks / "below" / "loop").symlink_to(decks, target_is_directory=True)
    done = run(".", *DAY, "-o", "json", cwd=decks)
    assert (done.returncode, done.stderr) == (1, "")
    assert "cannot be read: No such file or directory" in done.stdout
    assert json.loads(done.stdout)["summary"] == {
        "decks": 5, "legal": 1, "illegal": 2, "undecided": 2,
    }  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_in_a_folder_is_said_and_not_read(decks: Path) -> None:
    os.mkfifo(decks / "pipe.ydk")
    done = run(".", *DAY, "-o", "concise", cwd=decks)
    assert "pipe.ydk:1: error parse: a pipe or a device, not a file" in done.stdout


def test_links_and_standard_input() -> None:
    done = run("ydke://o6lXBQ==!!!", "-", *DAY, "-o", "json", stdin="main: [Sangan]\n")
    link, piped = json.loads(done.stdout)["decks"]
    assert (link["path"], link["codec"]) == ("ydke://o6lXBQ==!!!", "ydke")
    assert (piped["path"], piped["codec"]) == ("-", "yaml")


def test_the_environment_names_the_default_format() -> None:
    done = run("-", *DAY, "-o", "json", stdin=LEGAL, DECKCHECK_FORMAT="ocg")
    assert json.loads(done.stdout)["decks"][0]["format"] == "ocg"
    done = run("-", *DAY, "-f", "tcg", "-o", "json", stdin=LEGAL, DECKCHECK_FORMAT="ocg")
    assert json.loads(done.stdout)["decks"][0]["format"] == "tcg"
    done = run("-", *DAY, stdin=LEGAL, DECKCHECK_FORMAT="ogc")
    assert (done.returncode, "unknown format 'ogc'" in done.stderr) == (2, True)


def test_a_directive_that_cannot_be_met_is_said_and_the_rest_goes_on(decks: Path) -> None:
    (decks / "0.ydk").write_text(f"# deckcheck: format=tgc\n{LEGAL}")
    done = run("0.ydk", "b.YDK", *DAY, cwd=decks)
    assert done.returncode == 2
    assert "0.ydk:1: unknown format 'tgc'" in done.stderr
    assert "b.YDK: illegal" in done.stdout


def test_options_that_leave_nothing_to_judge_by_are_said_once(decks: Path) -> None:
    for arguments in (("--on", "2026-05"), ("--banlist", "tgc"), ("--codec", "x"), ("-f", "x")):
        done = run(".", *arguments, cwd=decks)
        assert (done.returncode, done.stderr.count("error")) == (2, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_is_said(decks: Path) -> None:
    command = f"{sys.executable} -m deckcheck check . --on 2026-06-01 > /dev/full"
    done = subprocess.run(["sh", "-c", command], cwd=decks, capture_output=True, check=False)
    assert done.returncode == 2
    assert (
        done.stderr == b"deckcheck: error: the report cannot be written: No space left on device\n"
    )


@pytest.mark.parametrize(
    ("data", "judged"),
    [
        ("\ufeffmain:\n  - Sangan\n".encode(), True),
        ("main:\n  - Sangan\n".encode("utf-16"), True),
        (b"name: x\rmain:\r  - Sangan\r", True),
        (b"{main: [Sangan]}", True),
        (b" main:\n  - Sangan\n", True),
        (b'"main": [Sangan]\n', True),
        (b"main: [Sangan\n", True),
        (b"services:\n  main: x\n", False),
        (b"- main\n", False),
        (b"\0\1\2", False),
    ],
)
def test_yaml_with_a_main_section_in_a_folder(decks: Path, data: bytes, judged: bool) -> None:
    (decks / "x.yml").write_bytes(data)
    done = run(".", *DAY, "-o", "concise", cwd=decks)
    assert ("x.yml:" in done.stdout) == judged
    assert f"{5 if judged else 4} decks judged" in done.stdout


def test_a_yaml_link_to_nothing_is_said(decks: Path) -> None:
    (decks / "dangling.yaml").symlink_to("nowhere.yaml")
    done = run(".", *DAY, cwd=decks)
    assert (done.returncode, "cannot be read: No such file" in done.stdout) == (1, True)


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell closes the streams")
@pytest.mark.parametrize(
    ("redirected", "code"),
    [("<&- -", 2), (">&- {}", 2), ("2>&- {} > /dev/null", 0), ("nofile 2> /dev/full", 2)],
)
def test_closed_and_full_streams(tmp_path: Path, redirected: str, code: int) -> None:
    (tmp_path / "legal.ydk").write_text(LEGAL)
    command = f"{sys.executable} -m deckcheck check --on 2026-06-01 {redirected}"
    done = subprocess.run(["sh", "-c", command.format("legal.ydk")], cwd=tmp_path,
                          capture_output=True, check=False)  # fmt: skip
    assert done.returncode == code
    assert b"Traceback" not in done.stdout + done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="arguments are bytes only there")
@pytest.mark.parametrize("option", ["-f", "--ruleset", "--banlist", "--territory", "--on"])
def test_an_option_in_no_encoding(option: str) -> None:
    done = run("-", option, os.fsdecode(b"\xff"), stdin=LEGAL)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_directive_in_no_encoding_does_not_end_the_run(decks: Path) -> None:
    (decks / "0.ydk").write_bytes(b"# deckcheck: format=\xff\n" + LEGAL.encode())
    (decks / "1.ydk").write_text(f"# deckcheck: on=9999-12\n{LEGAL}")
    done = run(".", "-o", "concise", cwd=decks)
    assert (done.returncode, "5 decks judged" in done.stdout) == (2, True)
    assert "0.ydk:1: unknown format" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [("--on", ""), ("--ruleset", ""), ("--codec", ""), ("-f", ""), ("-f", "tcg@"),
     ("--banlist", ""), ("--banlist", "tcg@"), ("--territory", ""), ("-o", "")],
)  # fmt: skip
def test_an_empty_value_is_no_default(arguments: tuple[str, str]) -> None:
    done = run("-", *arguments, stdin=LEGAL)
    assert (done.returncode, done.stdout) == (2, "")


def test_an_options_fault_is_not_blamed_on_the_deck(decks: Path) -> None:
    (decks / "a legal one.ydk").write_text(f"# deckcheck: format=ocg\n{LEGAL}")
    for arguments in (("--banlist", "tgc"), ("--ruleset", "x"), ("--territory", "x")):
        done = run(".", *arguments, cwd=decks)
        assert (done.returncode, done.stderr.count("error"), ".ydk" in done.stderr) == (2, 1, False)


def test_a_default_format_that_is_unknown_is_said_where_it_may_count() -> None:
    done = run("-", *DAY, stdin=f"# deckcheck: format=tcg\n{LEGAL}", DECKCHECK_FORMAT="ogc")
    assert done.returncode == 2
    assert "DECKCHECK_FORMAT: unknown format 'ogc'" in done.stderr
    assert run("-", "-f", "tcg", *DAY, stdin=LEGAL, DECKCHECK_FORMAT="ogc").returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="file size limits are set by its shell")
def test_a_disk_that_fills_up_half_way_is_said(decks: Path) -> None:
    for number in range(60):
        (decks / f"{number}.ydk").write_text(ILLEGAL)
    command = f"ulimit -f 10; {sys.executable} -m deckcheck check . -o json > out"
    done = subprocess.run(["bash", "-c", command], cwd=decks, capture_output=True, check=False,
                          env={**os.environ, "PYTHONUNBUFFERED": "1"})  # fmt: skip
    assert done.returncode == 2
    assert b"the report cannot be written: File too large" in done.stderr


def test_a_folder_behind_a_link_is_searched_once(tmp_path: Path) -> None:
    outside = tmp_path / "x" / "outside"
    outside.mkdir(parents=True)
    (outside / "far.ydk").write_text(LEGAL)
    here = tmp_path / "here"
    here.mkdir()
    (here / "link").symlink_to(outside, target_is_directory=True)
    (here / "again").symlink_to(outside, target_is_directory=True)
    (here / "circle").symlink_to(here, target_is_directory=True)
    done = run("here", *DAY, "-o", "json", cwd=tmp_path)
    assert json.loads(done.stdout)["summary"]["decks"] == 1


def test_an_unknown_codec_is_said_whatever_the_deck_is() -> None:
    done = run("-", "--codec", "x", stdin=b"\0\0\0")
    assert (done.returncode, done.stdout) == (2, "")


def test_a_limit_list_without_a_suffix(tmp_path: Path) -> None:
    (tmp_path / "house").write_text("forbidden: [Sangan, Kuriboh]  # since May\n")
    (tmp_path / "deck.ydk").write_text(ydk([26202165]))
    done = run("deck.ydk", *DAY, "--banlist", "house", "-o", "concise", cwd=tmp_path)
    assert "Sangan: 1 copy, 0 allowed (Forbidden, house)" in done.stdout


def test_quiet_shows_only_decks_with_findings(decks: Path) -> None:
    done = run(".", *DAY, "-q", cwd=decks)
    assert "a legal one" not in done.stdout
    assert "b.YDK: illegal" in done.stdout
    assert "judged" not in done.stdout
    assert run("-", *DAY, "-q", stdin=LEGAL).stdout == ""


def test_the_language_of_names() -> None:
    done = run("-", *DAY, "--lang", "ja", "-o", "concise", stdin=ILLEGAL)
    assert "強欲な壺: 1 copy, 0 allowed" in done.stdout


def test_two_runs_say_the_same(decks: Path) -> None:
    first, second = (run(".", *DAY, "-o", "json", cwd=decks).stdout for _ in range(2))
    assert first == second


def test_hostile_names_stay_names(tmp_path: Path) -> None:
    name = "Joey's \n#1 [deck] \x1b[31m.ydk"
    (tmp_path / name).write_text(ILLEGAL)
    for output in ("table", "concise"):
        done = run(tmp_path, *DAY, "-o", output)
        assert "\x1b" not in done.stdout
        assert r"Joey's \n#1 [deck] \x1b[31m.ydk" in done.stdout
    report = json.loads(run(tmp_path, *DAY, "-o", "json").stdout)
    assert report["decks"][0]["path"] == str(tmp_path / name)


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes only there")
def test_a_file_name_in_no_encoding(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff.ydk")).write_text(ILLEGAL)
    assert r"\udcff.ydk: illegal" in run(tmp_path, *DAY).stdout
    report = json.loads(run(tmp_path, *DAY, "-o", "json").stdout)
    assert report["decks"][0]["path"].endswith("\udcff.ydk")


def test_colours_only_when_asked_for_in_a_pipe() -> None:
    assert "\x1b[" not in run("-", *DAY, stdin=ILLEGAL).stdout
    assert "\x1b[31millegal" in run("-", *DAY, "--color", "always", stdin=ILLEGAL).stdout
    done = run("-", *DAY, "--color", "never", stdin=ILLEGAL)
    assert "\x1b[" not in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
@pytest.mark.parametrize(("environment", "colored"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_on_a_terminal_reports_are_coloured_and_wrapped(
    tmp_path: Path, environment: dict[str, str], colored: bool
) -> None:
    import pty

    (tmp_path / "deck.ydk").write_text(ydk([55144522, "8963113O"]))
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "deckcheck", "check", "deck.ydk", *DAY]
    env = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    subprocess.run(command, stdout=slave, cwd=tmp_path, check=False,
                   env={**env, "COLUMNS": "90", **environment})  # fmt: skip
    os.close(slave)
    text = os.read(master, 65536).decode()
    os.close(master)
    assert ("\x1b[31millegal\x1b[0m" in text) == colored
    plain = re.sub(r"\x1b\[[0-9]+m", "", text)
    assert max(map(len, plain.splitlines())) <= 90
    assert "Forbidden since" in plain


def test_a_file_that_may_not_be_read_is_undecided_whoever_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may read every file, so the refusal is made here."""
    from deckcheck.cli import inputs
    from deckcheck.errors import ParseError

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.ydk").write_text(LEGAL)
    (tmp_path / "b.yaml").write_text("main: []")
    monkeypatch.setattr(Path, "open", refuse)
    complaints: list[str] = []
    found = [Path(item.path).name for item in inputs.find([str(tmp_path)], complaints.append)]
    assert (found, complaints) == (["a.ydk", "b.yaml"], [])
    with pytest.raises(ParseError, match="cannot be read: Permission denied"):
        inputs.Input("a.ydk").read()


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
def test_a_reader_that_goes_away_ends_the_run_quietly(decks: Path) -> None:
    for number in range(300):
        (decks / f"{number}.ydk").write_text(ILLEGAL)
    command = f"{{ {sys.executable} -m deckcheck check . --on 2026-06-01; echo $? >&2; }} | head -1"
    done = subprocess.run(["sh", "-c", command], cwd=decks, capture_output=True, check=False)
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b"141\n"


def test_version_and_help() -> None:
    def of(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "deckcheck", *arguments], text=True,
                              capture_output=True, encoding="utf-8", check=False)  # fmt: skip

    assert of("--version").stdout.startswith("deckcheck 0.")
    assert "check" in of("--help").stdout
    assert "--territory" in of("check", "--help").stdout
    near = of("chek")
    assert (near.returncode, "Did you mean 'check'" in near.stderr) == (2, True)


def test_a_check_imports_only_what_it_needs() -> None:
    code = (
        "import sys; from deckcheck.cli import run\n"
        "sys.argv = ['deckcheck', 'check', '-', '--on', '2026-06-01']\n"
        "try: run()\n"
        "except SystemExit: pass\n"
        "print(sorted({'yaml', 'tabulate', 'rapidfuzz', 'hashlib', 'importlib.metadata', "
        "'dataclasses', 'rich', 'deckcheck.cli.data', 'deckcheck.index.build'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], input=LEGAL, text=True,
                          capture_output=True, check=True)  # fmt: skip
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_simulators_list_file(tmp_path: Path) -> None:
    (tmp_path / "lflist.conf").write_text(
        "#[A][B]\n!A\n26202165 0 --Sangan\n!B\n26202165  1 --Sangan\n!C\n$whitelist\n26202165 3\n"
    )
    (tmp_path / "deck.ydk").write_text(ydk([26202165]))
    done = run("deck.ydk", *DAY, "--banlist", "lflist.conf#A", "-o", "concise", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert "Sangan: 1 copy, 0 allowed (Forbidden, lflist.conf)" in done.stdout
    done = run("deck.ydk", "deck.ydk", *DAY, "--banlist", "lflist.conf#b", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == (
        "deckcheck: warning: lflist.conf:5: several spaces behind the code: EDOPro passes the "
        "line over\n"
    )
    (tmp_path / "a#b.conf").write_text("!A #1\n26202165 0\n")
    done = run("deck.ydk", *DAY, "--banlist", "a#b.conf#A #1", "-o", "concise", cwd=tmp_path)
    assert "(Forbidden, a#b.conf)" in done.stdout
    done = run("deck.ydk", *DAY, "--banlist", "lflist.conf", cwd=tmp_path)
    assert (done.returncode, "has 3 lists; name one as FILE#NAME" in done.stderr) == (2, True)
    done = run("deck.ydk", *DAY, "--banlist", "lflist.conf#C", "-o", "concise", cwd=tmp_path)
    assert done.returncode == 1
    assert "Aqua Madoor: not on the whitelist of lflist.conf" in done.stdout
    assert "Sangan" not in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no signals of this kind there")
def test_ctrl_c_ends_it_quietly(tmp_path: Path) -> None:
    for number in range(3000):
        (tmp_path / f"{number:04}.ydk").write_text(LEGAL)
    process = subprocess.Popen(
        [sys.executable, "-m", "deckcheck", "check", tmp_path, *DAY, "-o", "concise"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert (process.returncode, said) == (130, b"")

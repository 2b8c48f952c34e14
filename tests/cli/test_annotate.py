"""``deckcheck annotate`` as a user runs it: files, folders and standard input."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deckcheck.cli import app
from deckcheck.decks import annotation

JAR = b"33508719"
PLAIN = b"#created by me\n# my words\n#main\n33508719\n33508719\n#extra\n!side\n"
ABOVE = PLAIN.replace(JAR, b"# Morphing Jar\n" + JAR, 1)
BEHIND = PLAIN.replace(JAR, JAR + b" # Morphing Jar")


def run(
    *arguments: str | Path,
    stdin: bytes = b"",
    cwd: Path | None = None,
    before: Callable[[], None] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run ``deckcheck annotate``; ``before`` in the new process, ahead of it."""
    return subprocess.run(
        [sys.executable, "-m", "deckcheck", "annotate", *map(str, arguments)],
        input=stdin, capture_output=True, cwd=cwd, check=False, preexec_fn=before,
    )  # fmt: skip


def said(done: subprocess.CompletedProcess[bytes]) -> tuple[int, list[str], list[str]]:
    """Exit code, lines on stdout, lines on stderr."""
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode().splitlines()


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A deck without names."""
    path = tmp_path / "a.ydk"
    path.write_bytes(PLAIN)
    return path


def test_there_and_back(deck: Path) -> None:
    done = run("a.ydk", cwd=deck.parent)
    assert said(done) == (0, ["annotated a.ydk", "1 file annotated, 0 unchanged"], [])
    assert deck.read_bytes() == ABOVE
    assert said(run("a.ydk", cwd=deck.parent)) == (0, ["0 files annotated, 1 unchanged"], [])
    assert run(deck, "--style", "behind").returncode == 0
    assert deck.read_bytes() == BEHIND
    assert run(deck, "--lang", "ja").returncode == 0
    assert deck.read_bytes() == ABOVE.replace(b"Morphing Jar", "メタモルポット".encode())
    done = run("a.ydk", "--remove", cwd=deck.parent)
    assert said(done) == (0, ["stripped a.ydk", "1 file stripped of names, 0 unchanged"], [])
    assert deck.read_bytes() == PLAIN


@pytest.mark.parametrize(
    ("options", "content", "code", "out"),
    [
        ((), PLAIN, 1, ["would annotate a.ydk", "1 file would be annotated, 0 unchanged"]),
        ((), ABOVE, 0, ["0 files would be annotated, 1 unchanged"]),
        (("--remove",), ABOVE, 1,
         ["would strip a.ydk", "1 file would be stripped of names, 0 unchanged"]),
        (("--remove",), PLAIN, 0, ["0 files would be stripped of names, 1 unchanged"]),
    ],
)  # fmt: skip
def test_check_writes_nothing(
    options: tuple[str, ...], content: bytes, code: int, out: list[str], deck: Path
) -> None:
    deck.write_bytes(content)
    assert said(run("a.ydk", "--check", *options, cwd=deck.parent)) == (code, out, [])
    assert deck.read_bytes() == content
    done = run("-", "--check", *options, stdin=content)
    assert said(done) == (code, [line.replace("a.ydk", "-") for line in out], [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"#main\r\n33508719\r\n", b"#main\r\n# Morphing Jar\r\n33508719\r\n"),
        (b"#main\r\n33508719\n\r0", b"#main\r\n# Morphing Jar\r\n33508719\n\r0"),
        (b"#main\n33508719", b"#main\n# Morphing Jar\n33508719"),
        (b"\xef\xbb\xbf33508719\n", b"\xef\xbb\xbf# Morphing Jar\n33508719\n"),
        (b"\xef\xbb\xbf\xef\xbb\xbf33508719\n",
         b"\xef\xbb\xbf# Morphing Jar\n\xef\xbb\xbf33508719\n"),
        (b"# \x83\x5c\x83\x8a\n33508719 # \x83\x5c\n",
         b"# \x83\x5c\x83\x8a\n# Morphing Jar\n33508719 # \x83\x5c\n"),
        *((mark + "#main\r\n33508719\r\n# é".encode(codec),
           mark + "#main\r\n# Morphing Jar\r\n33508719\r\n# é".encode(codec))
          for mark, codec in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"),
                              (b"", "utf-16-le"), (b"", "utf-16-be"))),
        (b"", b""),
    ],
)  # fmt: skip
def test_every_other_byte_stays(before: bytes, after: bytes, deck: Path) -> None:
    deck.write_bytes(before)
    assert run(deck).returncode == 0
    assert deck.read_bytes() == after
    assert run(deck, "--remove").returncode == 0
    assert deck.read_bytes() == before
    piped = run("-", stdin=before)
    assert (piped.returncode, piped.stdout) == (0, after)


def test_standard_input_is_a_filter_and_the_rest_is_said_aside(deck: Path) -> None:
    assert said(run("-", stdin=PLAIN)) == (0, ABOVE.decode().splitlines(), [])
    assert run("-", stdin=ABOVE).stdout == ABOVE
    done = run("-", "a.ydk", "--style", "behind", stdin=PLAIN, cwd=deck.parent)
    assert said(done) == (0, BEHIND.decode().splitlines(), ["annotated a.ydk"])


def test_unknown_ids_are_said_once_for_a_file(deck: Path) -> None:
    deck.write_bytes(b"#main\n33508719\n101999999\n101999999\n7\nSangan\n101999999 # mine\n")
    code, _, err = said(run("a.ydk", cwd=deck.parent))
    assert code == 0
    assert err == ["deckcheck: warning: a.ydk: no card has the id 101999999 (lines 4-5, 8), "
                   "7 (line 6)"]  # fmt: skip
    (said_of_check,) = said(run("a.ydk", "--check", "--style", "behind", cwd=deck.parent))[2]
    assert said_of_check.endswith("no card has the id 101999999 (lines 4-5, 8), 7 (line 6)")
    assert run(deck, "--remove").stderr == b""


def test_a_comment_without_room_for_a_name_is_said(deck: Path) -> None:
    deck.write_bytes(b"#main\n33508719 # " + b"x" * 230 + b"\n")
    assert said(run("a.ydk", "--style", "behind", cwd=deck.parent)) == (
        0, ["0 files annotated, 1 unchanged"],
        ["deckcheck: warning: a.ydk: line 2: no room for a name before the comment"],
    )  # fmt: skip


def test_a_folder_has_its_ydk_files_annotated(deck: Path) -> None:
    below = deck.parent / "below"
    below.mkdir()
    (below / "b.YDK").write_bytes(ABOVE)
    (below / "c.yaml").write_text("main: [Sangan]\n")
    (deck.parent / ".hidden.ydk").write_bytes(PLAIN)
    code, out, err = said(run(".", "a.ydk", cwd=deck.parent))
    assert (code, err) == (0, [])
    assert [line.replace("./", "") for line in out] == [
        "annotated a.ydk", "1 file annotated, 1 unchanged",
    ]  # fmt: skip
    assert deck.read_bytes() == ABOVE
    assert (below / "c.yaml").read_text() == "main: [Sangan]\n"
    assert (deck.parent / ".hidden.ydk").read_bytes() == PLAIN


def test_a_folder_without_ydk_files(tmp_path: Path) -> None:
    assert run(tmp_path).returncode == 2
    (tmp_path / "c.yaml").write_text("main: [Sangan]\n")
    done = run(tmp_path)
    assert done.returncode == 2
    assert b"no YDK files there (*.ydk)" in done.stderr


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("b.yaml", b"main: [Sangan]\n", "b.yaml: annotate works on YDK files; this one is yaml"),
        ("b.json", PLAIN, "b.json: annotate works on YDK files; this one is json"),
        ("b.txt", b"3 Sangan\n", "b.txt: annotate works on YDK files; this one is text"),
        ("b.ydk", b"main: [Sangan]\n", "b.ydk:1: a yaml deck, not ydk"),
        ("b.ydk", b"\x89PNG\r\n\0\0", "b.ydk:2: binary data"),
        ("b.ydk", b"# deckcheck: form=at\n", "b.ydk:1: unknown directive"),
        ("b.ydk", b"#" * 1_048_577, "larger than 1,048,576 bytes"),
        ("b.ydk", b"\xff\xfe\xff\xfe", None),
    ],
)
def test_what_cannot_be_done_is_said_and_the_others_are_done(
    name: str, content: bytes, message: str | None, deck: Path
) -> None:
    other = deck.parent / name
    other.write_bytes(content)
    done = run("missing.ydk", name, "a.ydk", cwd=deck.parent)
    code, out, err = said(done)
    assert (code, out[0]) == (2, "annotated a.ydk")
    assert "missing.ydk: No such file" in err[0]
    assert len(err) == 1 + bool(message)
    assert (message or "") in err[-1]
    assert other.read_bytes() == content
    assert deck.read_bytes() == ABOVE


def test_a_file_that_would_be_too_large_to_read_is_not_written(deck: Path) -> None:
    done = run("a.ydk", "--max-bytes", str(len(ABOVE) - 1), cwd=deck.parent)
    message = f"deckcheck: error: a.ydk: would be larger than {len(ABOVE) - 1} bytes"
    assert said(done) == (2, ["0 files annotated, 0 unchanged"], [message])
    assert deck.read_bytes() == PLAIN


def test_a_ydk_by_content_and_a_link(deck: Path) -> None:
    (deck.parent / "b.txt").write_bytes(PLAIN)
    done = run("b.txt", "ydke://o6lXBQ==!!!", cwd=deck.parent)
    assert done.returncode == 2
    assert b"annotate works on YDK files; this one is ydke" in done.stderr
    assert (deck.parent / "b.txt").read_bytes() == ABOVE


@pytest.mark.parametrize("option", [("--lang", "xx"), ("--style", "below")])
def test_wrong_options(option: tuple[str, str], deck: Path) -> None:
    done = run(deck, *option)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert deck.read_bytes() == PLAIN


def test_help_says_why_names_stand_above() -> None:
    text = " ".join(run("--help").stdout.decode().split())
    assert "every simulator skips a line that begins with #" in text
    assert "take the whole line for a number" in text


def test_a_link_stays_and_the_mode_is_kept(deck: Path) -> None:
    deck.chmod(0o640)
    link = deck.parent / "link.ydk"
    link.symlink_to("a.ydk")
    assert said(run("link.ydk", "a.ydk", cwd=deck.parent))[1] == [
        "annotated link.ydk", "1 file annotated, 0 unchanged",
    ]  # fmt: skip
    assert link.is_symlink()
    assert deck.read_bytes() == ABOVE
    assert deck.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(sys.platform == "win32", reason="no resource limits there")
def test_a_file_that_cannot_be_written_is_as_it_was(deck: Path) -> None:
    import resource

    def on_a_full_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))

    (deck.parent / "b.ydk").write_bytes(b"#main\n")
    code, out, err = said(run("a.ydk", "b.ydk", cwd=deck.parent, before=on_a_full_disk))
    assert (code, out) == (2, ["0 files annotated, 1 unchanged"])
    assert err == ["deckcheck: error: a.ydk: cannot be written: File too large"]
    assert deck.read_bytes() == PLAIN


def test_what_would_be_another_deck_is_not_written(
    deck: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        annotation, "annotate", lambda text, *_: annotation.Annotated(text + "33508719\n", ())
    )
    done = CliRunner().invoke(app, ["annotate", str(deck)])
    assert done.exit_code == 2
    assert "would not be the same deck any more" in done.stderr
    assert deck.read_bytes() == PLAIN


def test_the_name_of_another_card_stays_and_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text("#main\n# Fusion\n89631139\n")
    done = run("a.ydk", cwd=tmp_path)
    assert (
        "the comment on line 2 is the name of another card than that below" in done.stderr.decode()
    )
    annotated = "#main\n# Fusion\n# Blue-Eyes White Dragon\n89631139\n"
    assert (tmp_path / "a.ydk").read_text() == annotated
    run("a.ydk", "--stale", cwd=tmp_path)
    assert (tmp_path / "a.ydk").read_text() == annotated.replace("# Fusion\n", "")

"""Files written in one step: the old one or the new one, whatever happens."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from deckcheck.cli.writing import UnwrittenError, replace_file, write_file
from decktext import ydk


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.ydk"
    path.write_bytes(b"old")
    path.chmod(0o640)
    return path


def test_mode_and_link_are_kept(file: Path) -> None:
    link = file.parent / "link.ydk"
    link.symlink_to("a.ydk")
    replace_file(str(link), b"new", was=b"old")
    assert file.read_bytes() == b"new"
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(p.name for p in file.parent.iterdir()) == ["a.ydk", "link.ydk"]


def test_a_file_that_has_changed_meanwhile_is_left_alone(file: Path) -> None:
    with pytest.raises(UnwrittenError, match="has changed meanwhile"):
        replace_file(str(file), b"new", was=b"older")
    assert file.read_bytes() == b"old"


def test_a_new_file_has_the_mode_of_new_files(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_file(str(tmp_path / "b"), b"x", force=False)
    finally:
        os.umask(before)
    assert (tmp_path / "b").stat().st_mode & 0o777 == 0o640


def test_another_file_is_overwritten_only_by_force(file: Path) -> None:
    dangling = file.parent / "dangling"
    dangling.symlink_to("nowhere")
    for path in (file, dangling):
        with pytest.raises(UnwrittenError, match="is there already; --force overwrites it"):
            write_file(str(path), b"new", force=False)
    write_file(str(file), b"new", force=True)
    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o777 == 0o640


_ON_A_FULL_DISK = """
import resource, sys
from deckcheck.cli.writing import UnwrittenError, replace_file
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    replace_file(sys.argv[1], b"x" * 5000, was=b"old")
except UnwrittenError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no resource limits there")
def test_on_a_full_disk_the_old_file_is_as_it_was(file: Path) -> None:
    done = subprocess.run([sys.executable, "-c", _ON_A_FULL_DISK, file], capture_output=True,
                          text=True, check=True)  # fmt: skip
    assert done.stdout == f"{file}: cannot be written: File too large\n"
    assert file.read_bytes() == b"old"
    assert [p.name for p in file.parent.iterdir()] == ["a.ydk"]


def test_a_folder_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(UnwrittenError, match="there is no folder"):
        write_file(str(tmp_path / "no" / "x"), b"", force=False)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        write_file(str(pipe), b"report", force=True)
        assert reader.stdout is not None
        assert reader.stdout.read() == b"report"
    assert pipe.is_fifo()


def test_a_file_that_comes_between_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, real = tmp_path / "a.ydk", os.link

    def link(source: Path, name: Path) -> None:
        target.write_bytes(b"another's")
        real(source, name)

    monkeypatch.setattr(os, "link", link)
    with pytest.raises(UnwrittenError, match=r"a\.ydk: is there already; --force overwrites it"):
        write_file(str(target), b"mine", force=False)
    assert target.read_bytes() == b"another's"
    assert [path.name for path in tmp_path.iterdir()] == ["a.ydk"]


def test_a_folder_that_takes_no_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(source: Path, name: Path) -> None:
        raise OSError(errno.EOPNOTSUPP, "Operation not supported", source, name)

    monkeypatch.setattr(os, "link", link)
    write_file(str(tmp_path / "a.ydk"), b"mine", force=False)
    assert (tmp_path / "a.ydk").read_bytes() == b"mine"
    assert [path.name for path in tmp_path.iterdir()] == ["a.ydk"]


_BOUND = ["setpriv", "--bounding-set=-dac_override,-dac_read_search",
          "--inh-caps=-dac_override,-dac_read_search"]  # fmt: skip
"""What a command of root's is put behind so that no file is written that is read-only."""


def bound() -> list[str]:
    """What a command is put behind so that permissions count; the test skips without it."""
    if not hasattr(os, "geteuid"):
        pytest.skip("no permissions of POSIX here")
    if os.geteuid() != 0:
        return []
    if not shutil.which("setpriv"):
        pytest.skip("root may write all, and there is no setpriv that bounds it")
    return _BOUND


WRITERS = (
    ("add", "a.ydk", "Raigeki"),
    ("remove", "a.ydk", "Kuriboh"),
    ("move", "a.ydk", "Kuriboh", "--to", "side"),
    ("sort", "a.ydk"),
    ("fix", "a.ydk", "--apply", "-f", "tcg@2026-06-01"),
    ("annotate", "a.ydk"),
    ("migrate", "a.ydk"),
    ("new", "a.ydk", "--force"),
    ("convert", "b.ydk", "--to", "yaml", "--output", "a.ydk", "--force"),
)


@pytest.mark.parametrize("command", WRITERS, ids=lambda command: str(command[0]))
@pytest.mark.parametrize("locked", ["a.ydk", "."])
def test_what_is_read_only_stays_as_it_is(
    tmp_path: Path, command: tuple[str, ...], locked: str
) -> None:
    # Pot of Greed, which is Forbidden, an id that is out of date, and cards in no order
    deck = ydk(["55144522", "40640057", "100200175"], size=50).encode()
    for name in ("a.ydk", "b.ydk"):
        (tmp_path / name).write_bytes(deck)
    place = tmp_path / locked
    place.chmod(0o555 if place.is_dir() else 0o444)
    try:
        done = subprocess.run(
            [*bound(), sys.executable, "-m", "deckcheck", *command],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
    finally:
        place.chmod(0o755)
    assert done.returncode == 2
    assert "a.ydk: cannot be written: Permission denied" in done.stderr
    assert (tmp_path / "a.ydk").read_bytes() == deck
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.ydk", "b.ydk"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_no_file_to_edit(tmp_path: Path) -> None:
    pipe = tmp_path / "a.ydk"
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", f"echo 40640057 > {pipe}"]):
        done = subprocess.run(
            [sys.executable, "-m", "deckcheck", "add", str(pipe), "Raigeki"],
            capture_output=True, text=True, check=False, timeout=30,
        )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"deckcheck: error: {pipe}: is no regular file; - reads a deck from standard input\n"
    )
    assert pipe.is_fifo()

"""Files written in one step: the old one or the new one, whatever happens."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deckcheck.cli.writing import UnwrittenError, replace_file, write_file


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
    with pytest.raises(UnwrittenError, match="No such file or directory"):
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

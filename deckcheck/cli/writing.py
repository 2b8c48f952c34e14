"""Files written so that a file is whole at any time: the old one, or the new one."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from deckcheck.errors import DeckcheckError


class UnwrittenError(DeckcheckError):
    """A file could not be written; what was there is as it was."""


def replace_file(path: str, data: bytes, *, was: bytes) -> None:
    """Put the bytes in place of those of the file, which keeps its mode and, if it may, its owner.

    Of a link, the file that it leads to is written. UnwrittenError, with the old file as it was, if
    the file holds other bytes than ``was`` by now, or cannot be written.
    """
    target = Path(os.path.realpath(path))
    if not target.is_file():
        raise UnwrittenError(f"{path}: is no regular file; - reads a deck from standard input")
    try:
        with target.open("r+b") as file:
            if file.read() != was:
                raise UnwrittenError(f"{path}: has changed meanwhile; nothing is written")
        _put(target, data, target.stat())
    except OSError as error:
        raise UnwrittenError(f"{path}: cannot be written: {error.strerror}") from error


def write_file(path: str, data: bytes, *, force: bool) -> None:
    """Write a new file; another file of that name only with ``force``.

    A pipe or device is written to. UnwrittenError, with what was there as it was, if it may not or
    cannot be written.
    """
    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        folder = os.path.dirname(path) or target.parent  # noqa: PTH120 - as it was written
        raise UnwrittenError(f"{path}: cannot be written: there is no folder {folder}")
    try:
        if force and Path(path).exists() and not Path(path).is_file():
            with Path(path).open("wb") as stream:
                stream.write(data)
        elif not force:
            if os.path.lexists(path):
                raise FileExistsError
            _put(target, data, None, is_new=True)
        elif target.is_file():
            target.open("r+b").close()  # a file that may not be written stays
            _put(target, data, target.stat())
        else:
            _put(target, data, None)
    except FileExistsError as error:
        raise UnwrittenError(f"{path}: is there already; --force overwrites it") from error
    except OSError as error:
        raise UnwrittenError(f"{path}: cannot be written: {error.strerror}") from error


def _put(target: Path, data: bytes, like: os.stat_result | None, *, is_new: bool = False) -> None:
    """The bytes at the target in one step, by way of a file beside it.

    ``is_new``: FileExistsError if there is a file by now, where the folder can tell so.
    """
    # what tempfile would choose, which takes as long to import as all the rest of a write
    beside = target.parent / f".deckcheck-{os.urandom(8).hex()}"
    try:
        with open(beside, "xb", opener=_opener) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _make_like(beside, like)
        # closed by now, since Windows renames no file that is open
        if is_new:
            _link(beside, target)
        else:
            beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _link(beside: Path, target: Path) -> None:
    """Give the file the name of the target; FileExistsError if there is a file by now."""
    try:
        os.link(beside, target)
    except FileExistsError:
        raise
    except OSError:
        # not every folder takes links
        beside.replace(target)
    else:
        beside.unlink()


def _opener(path: str, flags: int) -> int:
    """Open a file that nobody else may read before it is whole."""
    return os.open(path, flags, 0o600)


def _make_like(path: Path, like: os.stat_result | None) -> None:
    """Mode and owner of another file; of none, those that a new file has."""
    if like is None:
        mask = os.umask(0)
        os.umask(mask)
        path.chmod(0o666 & ~mask)
        return
    if hasattr(os, "chown"):
        # the group of a file that is shared may be kept by those who cannot give it its owner
        for owner, group in ((-1, like.st_gid), (like.st_uid, -1)):
            with suppress(PermissionError):
                os.chown(path, owner, group)
    path.chmod(stat.S_IMODE(like.st_mode))

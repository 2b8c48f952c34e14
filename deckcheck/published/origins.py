"""Where the published files are taken from: the web, a folder, or a single file.

On the web they stand as they are published: ``yaml-yugi/cards.json`` and ``rush.json`` and
``yaml-yugi-limit-regulation/REGION/current.vector.json`` and ``upcoming.vector.json``; or all of
them without the first folder. In a folder every ``REGION/DATE.vector.json`` at any depth counts,
and so do the files in ``*.tar``, packed or not; single files may be packed (``.xz``, ``.gz``,
``.bz2``).
"""

import bz2
import gzip
import lzma
import tarfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, NamedTuple, cast

from deckcheck.errors import DataError, MissingFileError
from deckcheck.model import Day
from deckcheck.published.regulation import REGIONS

if TYPE_CHECKING:
    from deckcheck.published.web import Web

PUBLISHED = "https://dawnbrandbots.github.io"
"""The address that the published data has."""

CARDS = "cards.json"
RUSH = "rush.json"

_MOST_BYTES = {CARDS: 256 * 2**20, RUSH: 64 * 2**20}
"""The aggregates had 86 and 6 MB in August 2026."""

_MOST_BYTES_OF_LIST = 4 * 2**20
_MOST_IN_ARCHIVE = 20_000

_OPEN: dict[str, Callable[[IO[bytes]], IO[bytes]]] = {
    ".xz": lzma.LZMAFile,
    ".gz": lambda file: cast("IO[bytes]", gzip.GzipFile(fileobj=file)),
    ".bz2": bz2.BZ2File,
}
_ARCHIVES = (".tar", ".tar.xz", ".tar.gz", ".tar.bz2", ".tgz")
_LIST_SUFFIX = ".vector.json"


class Published(NamedTuple):
    """A published file. ``region`` is None for cards; ``where`` is its address or path.

    ``part`` is what a message calls it: the name of the aggregate, or the region. ``day``: when it
    was last changed, where somebody says so; the times of files on disk are those of copies.
    """

    part: str
    region: str | None
    where: str
    text: str
    day: Day | None


def origin(where: str) -> str:
    """What the data says of where a file is from: its address, or its name and its folder's.

    The rest of a path says nothing to others.
    """
    if "://" in where:
        return where
    return "a file, " + "/".join(where.replace("\\", "/").split("/")[-2:])


def is_site(place: str) -> bool:
    """Whether all published files are to be found below an address."""
    return "://" in place and not _kind(PurePosixPath(place))[0]


def from_web(web: "Web", address: str, complain: Callable[[str], None]) -> Iterator[Published]:
    """The files below an address, or the one at it; what is not there goes to ``complain``.

    FetchError for what cannot be fetched; MissingFileError if there is nothing at all.
    """
    part, region = _kind(PurePosixPath(address))
    if part:
        found = web.fetch(address, _most(part))
        if not found:
            raise MissingFileError(f"{address}: not there")
        suffix = PurePosixPath(address).suffix
        data = _unpacked(address, found.data, suffix, _most(part))
        yield Published(part, region, found.address, _decoded(address, data), found.day)
        return
    base = address.rstrip("/")
    of_cards, of_lists = f"{base}/yaml-yugi", f"{base}/yaml-yugi-limit-regulation"
    cards = web.fetch(f"{of_cards}/{CARDS}", _most(CARDS))
    if not cards:
        of_cards = of_lists = base
        cards = web.fetch(f"{of_cards}/{CARDS}", _most(CARDS))
    anything = False
    wanted: list[tuple[str, str | None, str, bool]] = [
        (RUSH, None, f"{of_cards}/{RUSH}", True),
        *((region, region, f"{of_lists}/{region}/{name}{_LIST_SUFFIX}", needed)
          for region in REGIONS for name, needed in (("current", True), ("upcoming", False))),
    ]  # fmt: skip
    if cards:
        anything = True
        yield Published(CARDS, None, cards.address, _decoded(cards.address, cards.data), cards.day)
        del cards
    else:
        complain(f"{of_cards}/{CARDS} is not there; the cards stay as they are")
    for part, region, file, needed in wanted:
        fetched = web.fetch(file, _most(part))
        if fetched:
            anything = True
            text = _decoded(fetched.address, fetched.data)
            yield Published(part, region, fetched.address, text, fetched.day)
        elif needed:
            complain(f"{file} is not there; what it is about stays as it is")
    if not anything:
        raise MissingFileError(f"{address}: no published files below it")


def from_path(path: Path, complain: Callable[[str], None]) -> Iterator[Published]:
    """The files in a folder or an archive, or the one that the path names; lists sorted by name.

    MissingFileError if there are none; DataError for one that cannot be read.
    """
    if not path.exists():
        raise MissingFileError(f"{path}: no such file or folder")
    found = False
    for file in filter(Path.is_file, sorted(path.rglob("*"))) if path.is_dir() else [path]:
        for published in _from_file(file, complain):
            found = True
            yield published
    if not found:
        raise MissingFileError(
            f"{path}: no published file ({CARDS}, {RUSH}, REGION/DATE{_LIST_SUFFIX})"
        )


def _from_file(path: Path, complain: Callable[[str], None]) -> Iterator[Published]:
    if path.name.endswith(_ARCHIVES):
        yield from _from_archive(path)
        return
    part, region = _kind(PurePosixPath(path.absolute().as_posix()))
    if not part:
        if path.name.endswith(_LIST_SUFFIX):
            complain(f"{path}: passed over: {path.absolute().parent.name!r} is no region")
        return
    try:
        with path.open("rb") as file:
            data = file.read(_most(part) + 1)
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror}") from error
    data = _unpacked(str(path), data, path.suffix, _most(part))
    yield Published(part, region, str(path), _decoded(str(path), data), None)


def _from_archive(path: Path) -> Iterator[Published]:
    try:
        with tarfile.open(path) as archive:
            for member in _files(path, archive):
                part, region = _kind(PurePosixPath(member.name))
                file = archive.extractfile(member) if part else None
                if not part or not file:
                    continue
                where = f"{path}/{member.name}"
                data = _limited(where, file.read(_most(part) + 1), _most(part))
                yield Published(part, region, where, _decoded(where, data), None)
    except (tarfile.TarError, OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        raise DataError(f"{path}: cannot be read: {error}") from error


def _files(path: Path, archive: tarfile.TarFile) -> Iterable[tarfile.TarInfo]:
    found: list[tarfile.TarInfo] = []
    for member in archive:
        if member.isfile():
            found.append(member)
        if len(found) > _MOST_IN_ARCHIVE:
            raise DataError(f"{path}: more than {_MOST_IN_ARCHIVE:,} files")
    return sorted(found, key=lambda member: member.name)


def _kind(path: PurePosixPath) -> tuple[str, str | None]:
    """The part that a file of that path is, and its region if it is a list; no part if neither."""
    name = path.name.removesuffix(path.suffix) if path.suffix in _OPEN else path.name
    if name in (CARDS, RUSH):
        return name, None
    region = path.parent.name
    # what is not published in UTF-8 has no name that could be written into the data
    if any("\udc80" <= letter <= "\udcff" for letter in name):
        return "", None
    return (region, region) if name.endswith(_LIST_SUFFIX) and region in REGIONS else ("", None)


def _most(part: str) -> int:
    return _MOST_BYTES.get(part, _MOST_BYTES_OF_LIST)


def _unpacked(where: str, data: bytes, suffix: str, most: int) -> bytes:
    _limited(where, data, most)
    if suffix not in _OPEN:
        return data
    from io import BytesIO

    try:
        with _OPEN[suffix](BytesIO(data)) as file:
            return _limited(where, file.read(most + 1), most)
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        raise DataError(f"{where}: cannot be unpacked: {error}") from error


def _limited(where: str, data: bytes, most: int) -> bytes:
    if len(data) > most:
        raise DataError(f"{where}: more than the {most:,} bytes that are taken")
    return data


def _decoded(where: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{where}: is no UTF-8 text: {error}") from error

"""Fetches files over HTTP, with bounds on everything: time, size, redirects, tries.

HTTPS only; plain HTTP is for servers on this machine. Importing this module imports requests.
"""

import threading
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

import requests
import urllib3

from deckcheck import __version__
from deckcheck.errors import DeckcheckError
from deckcheck.model import Day

_TRIES = 3
_FIRST_PAUSE = 0.5
_MOST_REDIRECTS = 5
_PIECE = 64 * 1024
_WHOLE = 30
"""A file may take so many times as long as a server may be silent."""

_NOT_THERE = (404, 410)
_TRY_AGAIN = (408, 429, 500, 502, 503, 504)

Progress = Callable[[str, int, int | None], None]
"""Told, while a file comes in, its name, the bytes so far, and the bytes in all, if known."""


class FetchError(DeckcheckError):
    """A file cannot be fetched."""


class _PassingError(FetchError):
    """It may work when tried again."""


class Fetched(NamedTuple):
    """A file: its address in the end, its bytes, and the day the server says it is of."""

    address: str
    data: bytes
    day: Day | None


class Web:
    """Fetches files. ``timeout``: the seconds that a server may be silent."""

    def __init__(self, timeout: float, progress: Progress) -> None:
        """``progress`` is told of every piece that comes in."""
        self._timeout = timeout
        self._progress = progress
        self._session = requests.Session()
        self._session.headers["User-Agent"] = f"deckcheck/{__version__}"

    def fetch(self, address: str, most: int) -> Fetched | None:
        """The file at the address, at most so many bytes large; None if there is none.

        FetchError, with the address and the reason, if it cannot be fetched.
        """
        for attempt in range(1, _TRIES + 1):
            try:
                return self._in_time(address, most)
            except _PassingError as error:
                if attempt == _TRIES:
                    raise FetchError(f"{error}; tried {_TRIES} times") from error
                time.sleep(_FIRST_PAUSE * 2 ** (attempt - 1))
        raise AssertionError("the last try returns or raises")

    def _in_time(self, address: str, most: int) -> Fetched | None:
        """A try in a thread of its own, which is left behind where it does not end in time.

        A server can drip headers as long as it likes; no time-out of a socket sees that.
        """
        found: list[Fetched | None] = []
        errors: list[BaseException] = []

        def work() -> None:
            try:
                found.append(self._try(address, most))
            except BaseException as error:
                errors.append(error)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        thread.join(_WHOLE * self._timeout)
        if thread.is_alive():
            raise FetchError(
                f"{_shown(address)}: still not here after {_WHOLE * self._timeout:g} seconds; "
                "a longer --timeout waits longer"
            )
        if errors:
            raise errors[0]
        return found[0]

    def _try(self, address: str, most: int) -> Fetched | None:
        at = address
        for _ in range(_MOST_REDIRECTS + 1):
            _check_scheme(at, address)
            shown = _shown(at)
            try:
                with self._session.get(
                    at, stream=True, allow_redirects=False, timeout=self._timeout
                ) as response:
                    if response.is_redirect:
                        at = urljoin(at, response.headers["Location"])
                        continue
                    if response.status_code in _NOT_THERE:
                        return None
                    _check_status(shown, response.status_code)
                    return Fetched(shown, self._body(shown, response, most), _day(response))
            except requests.exceptions.SSLError as error:
                raise FetchError(
                    f"{shown}: the connection is not safe: {_reason(error)}"
                ) from error
            except (requests.exceptions.Timeout, urllib3.exceptions.TimeoutError) as error:
                raise _PassingError(f"{shown}: no answer in {self._timeout:g} seconds") from error
            except requests.exceptions.ConnectionError as error:
                raise _PassingError(
                    f"{shown}: cannot be reached: {_reason(error)}; are you offline?"
                ) from error
            except urllib3.exceptions.ProtocolError as error:
                raise _PassingError(f"{shown}: the answer breaks off: {_reason(error)}") from error
            except (
                requests.exceptions.RequestException, urllib3.exceptions.HTTPError, ValueError,
            ) as error:  # fmt: skip
                raise FetchError(f"{shown}: {_reason(error)}") from error
        raise FetchError(f"{_shown(address)}: more than {_MOST_REDIRECTS} redirects")

    def _body(self, shown: str, response: requests.Response, most: int) -> bytes:
        """The bytes, unpacked where they come packed, as long as they keep the bounds."""
        length = response.headers.get("Content-Length", "")
        total = int(length) if length.isascii() and length.isdigit() else None
        if total is not None and total > most:
            raise FetchError(f"{shown}: {total:,} bytes, more than the {most:,} that are taken")
        found = bytearray()
        # read1 gives what there is, so that a server that drips cannot hold a piece back
        while piece := response.raw.read1(_PIECE, decode_content=True):
            found += piece
            if len(found) > most:
                raise FetchError(f"{shown}: more than the {most:,} bytes that are taken")
            self._progress(shown, min(response.raw.tell(), total or len(found)), total)
        return bytes(found)


def _check_scheme(at: str, asked: str) -> None:
    try:
        parts, first = urlsplit(at), urlsplit(asked)
    except ValueError as error:
        raise FetchError(f"{at}: no address: {error}") from error
    is_here = parts.scheme == "http" and _is_here(parts.hostname or "")
    if parts.scheme == first.scheme and parts.hostname and (parts.scheme == "https" or is_here):
        return
    led = f"{_shown(asked)} leads to {_shown(at)}" if at != asked else _shown(at)
    raise FetchError(f"{led}: only https:// addresses are fetched, http:// from this machine alone")


def _shown(address: str) -> str:
    """The address without a password that it may hold."""
    head, sign, tail = address.partition("://")
    host, slash, path = tail.partition("/")
    return f"{head}{sign}{host.rpartition('@')[2]}{slash}{path}"


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


def _check_status(shown: str, status: int) -> None:
    if status == requests.codes.ok:
        return
    message = f"{shown}: the server answers {status}"
    raise _PassingError(message) if status in _TRY_AGAIN else FetchError(message)


def _day(response: requests.Response) -> Day | None:
    """The day that the server says the file was last changed."""
    try:
        changed = parsedate_to_datetime(response.headers["Last-Modified"])
        return Day(changed.date().isoformat())
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def _reason(error: BaseException) -> str:
    """What an error says at its root, without the names of objects."""
    inner: object = error
    while isinstance(inner, BaseException):
        below = getattr(inner, "reason", None) or (inner.args[0] if inner.args else None)
        if not isinstance(below, BaseException):
            break
        inner = below
    text = str(inner).partition(": ")[2] if " object at 0x" in str(inner) else str(inner)
    return text or type(error).__name__

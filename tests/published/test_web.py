"""Fetching from a real server on this machine that behaves in every bad way."""

import time
from collections.abc import Iterator

import pytest

from deckcheck.published.web import FetchError, Web
from publishing import (
    Server,
    break_off,
    claim_two_gigabytes,
    drip,
    drip_headers,
    flood,
    hang,
    serving,
)

MOST = 8 * 2**20


@pytest.fixture
def server() -> Iterator[Server]:
    """A server without files."""
    with serving() as found:
        yield found


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deckcheck.published.web._FIRST_PAUSE", 0.01)


def fetch(address: str, timeout: float = 0.3) -> bytes | None:
    """What is there."""
    found = Web(timeout, lambda *_: None).fetch(address, MOST)
    return found.data if found else None


def test_a_file_with_its_day_and_progress(server: Server) -> None:
    server.files["/a.json"] = b"x" * 200_000
    told: list[tuple[str, int, int | None]] = []
    found = Web(1, lambda *progress: told.append(progress)).fetch(f"{server.address}/a.json", MOST)
    assert found is not None
    assert (len(found.data), found.day) == (200_000, "2026-09-01")
    assert told[-1] == (f"{server.address}/a.json", 200_000, 200_000)
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)


def test_a_file_that_is_not_there(server: Server) -> None:
    assert fetch(f"{server.address}/none") is None
    assert server.asked == ["/none"]


def test_an_error_of_the_server_is_tried_again(server: Server) -> None:
    server.files["/a"] = [500, 503, b"here"]
    assert fetch(f"{server.address}/a") == b"here"
    assert len(server.asked) == 3


def test_an_error_that_stays(server: Server) -> None:
    server.files["/a"] = 500
    with pytest.raises(FetchError, match="/a: the server answers 500; tried 3 times"):
        fetch(f"{server.address}/a")
    assert len(server.asked) == 3


def test_a_refusal_is_not_tried_again(server: Server) -> None:
    server.files["/a"] = 403
    with pytest.raises(FetchError, match=r"answers 403$"):
        fetch(f"{server.address}/a")
    assert len(server.asked) == 1


def test_a_server_that_hangs(server: Server) -> None:
    server.files["/a"] = hang
    start = time.monotonic()
    with pytest.raises(FetchError, match=r"no answer in 0\.3 seconds; tried 3 times"):
        fetch(f"{server.address}/a")
    assert time.monotonic() - start < 5


@pytest.mark.parametrize("answer", [drip, drip_headers])
def test_a_server_that_drips(server: Server, answer: object) -> None:
    server.files["/a"] = answer
    start = time.monotonic()
    with pytest.raises(FetchError, match="still not here after 6 seconds; a longer --timeout"):
        fetch(f"{server.address}/a", 0.2)
    assert time.monotonic() - start < 15


def test_a_password_in_an_address_is_not_said(server: Server) -> None:
    server.files["/a"] = 403
    with pytest.raises(FetchError) as caught:
        fetch(server.address.replace("http://", "http://me:secret@") + "/a")
    assert "secret" not in str(caught.value)


def test_two_gigabytes_are_cut_off_early(server: Server) -> None:
    server.files["/a"] = flood
    with pytest.raises(FetchError, match="more than the 8,388,608 bytes that are taken"):
        fetch(f"{server.address}/a", 5)
    assert server.sent < 64 * 2**20


def test_two_gigabytes_that_are_announced_are_not_even_begun(server: Server) -> None:
    server.files["/a"] = claim_two_gigabytes
    with pytest.raises(FetchError, match="2,147,483,648 bytes, more than the 8,388,608"):
        fetch(f"{server.address}/a", 5)


def test_an_answer_that_breaks_off_is_tried_again(server: Server) -> None:
    server.files["/a"] = [break_off, b"whole"]
    assert fetch(f"{server.address}/a") == b"whole"
    server.files["/a"] = break_off
    with pytest.raises(FetchError, match=r"/a: .*; tried 3 times"):
        fetch(f"{server.address}/a")


def test_redirects_on_this_machine_are_followed(server: Server) -> None:
    server.files["/a"] = "/b"
    server.files["/b"] = b"moved"
    assert fetch(f"{server.address}/a") == b"moved"


@pytest.mark.parametrize("target", ["ftp://example.org/x", "file:///etc/passwd", "http://1.2.3.4/"])
def test_redirects_to_other_schemes_are_refused(server: Server, target: str) -> None:
    server.files["/a"] = target
    with pytest.raises(FetchError, match=f"/a leads to {target}: only https:// addresses"):
        fetch(f"{server.address}/a")


def test_redirects_in_a_circle(server: Server) -> None:
    server.files["/a"] = "/a"
    with pytest.raises(FetchError, match="more than 5 redirects"):
        fetch(f"{server.address}/a")


@pytest.mark.parametrize(
    "address",
    ["http://example.org/cards.json", "ftp://example.org/", "http://127.0.0.1.example.org/",
     "http://", "gopher://x", "https://", "https://[foo"],
)  # fmt: skip
def test_plain_http_is_for_this_machine_alone(address: str) -> None:
    with pytest.raises(FetchError, match=r"only https:// addresses are fetched|no address"):
        fetch(address)


def test_nobody_listens() -> None:
    with serving() as server:
        address = server.address
    with pytest.raises(FetchError) as caught:
        fetch(f"{address}/a")
    assert "cannot be reached: " in str(caught.value)
    assert str(caught.value).endswith("are you offline?; tried 3 times")
    assert " object at 0x" not in str(caught.value)


def test_a_name_that_nobody_has() -> None:
    with pytest.raises(FetchError, match="are you offline"):
        fetch("https://nobody.invalid/a")

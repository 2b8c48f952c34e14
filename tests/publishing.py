"""Published files as tests write them: small aggregates and lists, in a folder or on a server."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

POT_OF_GREED = {
    "konami_id": 4844,
    "password": 55144522,
    "name": {"en": "Pot of Greed", "de": "Topf der Gier", "ja": "強欲な壺"},
    "card_type": "Spell",
    "property": "Normal",
    "limit_regulation": {"tcg": "Forbidden", "ocg": "Forbidden"},
    "yugipedia_page_id": 505,
}
SANGAN = {
    "konami_id": 4054,
    "password": 26202165,
    "name": {"en": "Sangan", "ja": "クリッター"},
    "card_type": "Monster",
    "monster_type_line": "Fiend / Effect",
    "attribute": "DARK",
    "level": 3,
    "atk": 1000,
    "def": 600,
    "limit_regulation": {"tcg": "Unlimited", "ocg": "Unlimited"},
    "yugipedia_page_id": 641,
}
NEWCOMER = {
    "konami_id": 99001,
    "password": 99000001,
    "name": {"en": "Newcomer Dragon", "ja": "<ruby>新竜<rt>ニュー</rt></ruby>\u3000ドラゴン"},
    "text": {"en": "A text that is not kept."},
    "card_type": "Monster",
    "monster_type_line": "Dragon / Synchro / Tuner / Effect",
    "attribute": "LIGHT",
    "level": 8,
    "atk": 3000,
    "def": "?",
    "limit_regulation": {"tcg": "Not yet released", "ocg": "Unlimited"},
    "yugipedia_page_id": 9900001,
}


def changed(card: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The card with other values; None takes a key away."""
    whole = {**card, **changes}
    return {key: value for key, value in whole.items() if value is not None}


def write_json(path: Path, value: object) -> Path:
    """Write a published file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def write_regulation(folder: Path, region: str, day: str, numbers: dict[str, int]) -> Path:
    """Write a published list."""
    path = folder / region / f"{day}.vector.json"
    return write_json(path, {"date": day, "regulation": numbers})


class _Handler(BaseHTTPRequestHandler):
    """Serves ``server.files``: bytes, or what to do instead."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer with the file, or as it says."""
        server: Any = self.server
        server.asked.append(self.path)
        answer = server.files.get(self.path)
        if isinstance(answer, list):
            answer = answer.pop(0) if len(answer) > 1 else answer[0]
        if answer is None:
            self._send(404, b"not there")
        elif isinstance(answer, int):
            self._send(answer, b"an error page")
        elif isinstance(answer, str):
            self._send(302, b"", Location=answer)
        elif callable(answer):
            answer(self)
        else:
            self._send(200, answer, **{"Last-Modified": "Tue, 01 Sep 2026 10:00:00 GMT"})

    def _send(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def hang(handler: BaseHTTPRequestHandler) -> None:
    """Answer nothing for longer than anybody waits."""
    server: Any = handler.server
    server.stopped.wait(20)
    handler.close_connection = True


def drip(handler: BaseHTTPRequestHandler) -> None:
    """Send a byte now and then, for longer than anybody waits."""
    handler.send_response(200)
    handler.end_headers()
    try:
        server: Any = handler.server
        while not server.stopped.wait(0.05):
            handler.wfile.write(b" ")
            handler.wfile.flush()
    except OSError:
        pass
    handler.close_connection = True


def drip_headers(handler: BaseHTTPRequestHandler) -> None:
    """Send a letter of a header now and then."""
    server: Any = handler.server
    try:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
        while not server.stopped.wait(0.05):
            handler.wfile.write(b"x")
            handler.wfile.flush()
    except OSError:
        pass
    handler.close_connection = True


def flood(handler: BaseHTTPRequestHandler) -> None:
    """Send two gigabytes without saying so first; ``server.sent`` counts what went out."""
    server: Any = handler.server
    handler.send_response(200)
    handler.end_headers()
    try:
        for _ in range(2048):
            handler.wfile.write(b" " * 2**20)
            server.sent += 2**20
    except OSError:
        pass
    handler.close_connection = True


def claim_two_gigabytes(handler: BaseHTTPRequestHandler) -> None:
    """Say that two gigabytes follow."""
    handler.send_response(200)
    handler.send_header("Content-Length", str(2 * 2**30))
    handler.end_headers()
    hang(handler)


def break_off(handler: BaseHTTPRequestHandler) -> None:
    """Send less than was said."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b"[")
    handler.close_connection = True


class Server(ThreadingHTTPServer):
    """A server of ``files`` by path. ``asked``: the paths that were asked for."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files: dict[str, Any] = {}
        self.asked: list[str] = []
        self.sent = 0
        self.stopped = threading.Event()

    def handle_error(self, *_: object) -> None:
        """Say nothing of clients that went away."""

    @property
    def address(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def serve(self, folder: Path, below: str = "") -> None:
        """Serve the files in a folder."""
        for path in folder.rglob("*"):
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                self.files[f"{below}/{name}"] = path.read_bytes()


@contextmanager
def serving() -> Iterator[Server]:
    """A server that runs as long as the block."""
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.stopped.set()
        server.shutdown()
        thread.join()
        server.server_close()

"""A real HTTP server that takes webhooks, or fails in every way."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Behaviour = Callable[[BaseHTTPRequestHandler], None]


def status(code: int, **headers: str) -> Behaviour:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


def hangs_up(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)


def drips(handler: BaseHTTPRequestHandler) -> None:
    """A header byte by byte, for as long as somebody listens."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    try:
        while True:
            handler.wfile.write(b"X")
            handler.wfile.flush()
            if threading.Event().wait(0.02):
                return
    except OSError:
        return


def never_ends(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    try:
        while True:
            handler.wfile.write(b"x" * 65536)
    except OSError:
        return


def babbles(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"this is no HTTP\r\n\r\n")


@dataclass
class Receiver:
    """``next``: what it does with the requests to come, the last one for all others; ``got``: headers and body."""

    port: int = 0
    next: list[Behaviour] = field(default_factory=lambda: [status(204)])
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?key=of-the-receiver"

    @property
    def told(self) -> list[Any]:
        return [json.loads(body) for _, body in self.got]


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.got.append((dict(self.headers), body))
            behaviour = receiver.next.pop(0) if len(receiver.next) > 1 else receiver.next[0]
            behaviour(self)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()

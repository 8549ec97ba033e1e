"""A hall that keeps to the protocol of the link and no more: a real HTTP server, its store in memory. What it does
wrong on purpose is chosen by the test (``trouble``, ``after``)."""

from __future__ import annotations

import json
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

from controller.fairness.journal_head import head_of_text
from controller.fairness.signing import TableKey
from controller.journal.chain import first_hash, next_hash
from controller.journal.store import iso
from controller.uplink.order import sign_order

HALL = TableKey(bytes(range(32)))
CODE = "314159"
Reply = tuple[int, Any]


def _nothing(path: str) -> Reply | None:
    del path
    return None


@dataclass
class FakeHall:
    """``events``: by epoch and number, as they came. ``answers``: by order, every answer that came. ``trouble``: called
    with the path of a request before anything is done with it, and may answer in its place; ``after``: the same, when
    what was sent is stored already. A status of 0 cuts the connection."""

    token: str = ""
    table: str = "t-1"
    key: str = ""
    parents: dict[str, tuple[int, str, str]] = field(default_factory=dict)
    events: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    sent_again: int = 0
    orders: dict[str, dict[str, Any]] = field(default_factory=dict)
    answers: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    batches: list[int] = field(default_factory=list)
    trouble: Callable[[str], Reply | None] = _nothing
    after: Callable[[str], Reply | None] = _nothing
    lock: threading.Condition = field(default_factory=threading.Condition)
    closing: bool = False

    # ------------------------------------------------------------ what a test does

    def order(self, kind: str, body: dict[str, Any], now: datetime, **members: Any) -> str:
        """Gives an order to the table; its id."""
        with self.lock:
            number = len(self.orders) + 1
            order = {
                "id": f"o-{number}", "number": number, "kind": kind, "expected_seq": None,
                "expires": iso(now + timedelta(minutes=10)), "made_by": {"role": "referee", "name": "Mei"},
                "body": body, **members,
            }  # fmt: skip
            order.setdefault("signature", sign_order(order, self.key, HALL))
            self.orders[order["id"]] = order
            self.lock.notify_all()
            return str(order["id"])

    def well(self) -> None:
        """Nothing is wrong any more."""
        self.trouble = self.after = _nothing

    def acknowledged(self, epoch: str) -> int:
        seq = self.parents.get(epoch, (0, "", ""))[0]
        while (epoch, seq + 1) in self.events:
            seq += 1
        return seq

    # ------------------------------------------------------------ what it answers

    def answer(self, method: str, path: str, query: dict[str, list[str]], token: str, body: Any) -> Reply:
        name = path.removeprefix("/link/v1")
        with self.lock:
            self.requests.append(f"{method} {name}")
        if (wrong := self.trouble(name)) is not None:
            return wrong
        found = self._answer(name, query, token, body)
        return self.after(name) or found

    def _answer(self, name: str, query: dict[str, list[str]], token: str, body: Any) -> Reply:
        if name == "/enrolments":
            return self._enrol(body)
        if not self.token or token != self.token:
            return 401, {"code": "not-enrolled"}
        if name == "/events":
            return self._store(body)
        if name == "/orders":
            return self._wait(float(query["wait"][0]))
        _, _, id_, _ = name.split("/")
        with self.lock:
            self.answers.setdefault(id_, []).append(body)
        return 200, {}

    def _enrol(self, body: Any) -> Reply:
        proof = head_of_text(body["proof"])
        if body["code"] != CODE or not proof.is_genuine or proof.head.key.hex() != body["key"]:
            return 422, {"code": "wrong-code"}
        self.token, self.key = secrets.token_urlsafe(32), body["key"]
        hall = {"id": "h-1", "name": "North hall", "key": HALL.public.hex()}
        return 201, {"table": self.table, "hall": hall, "token": self.token}

    def _store(self, body: Any) -> Reply:
        assert len(body["events"]) <= 500 and len(json.dumps(body)) <= 1 << 20
        head, epoch = head_of_text(body["head"]), body["epoch"]
        if not head.is_genuine or head.head.key.hex() != self.key:
            return 422, {"code": "bad-signature"}
        with self.lock:
            self._learn_parent(epoch, body["events"])
            at = self.acknowledged(epoch)
            lacks_from, _, parent = self.parents.get(epoch, (0, "", ""))
            if parent and (known_of := self.acknowledged(parent)) < lacks_from:
                return 409, {"code": "gap", "acknowledged": known_of, "epoch": parent}
            if body["first"] > at + 1:
                return 409, {"code": "gap", "acknowledged": at, "epoch": epoch}
            self.batches.append(len(body["events"]))
            before = self._hash(epoch, body["first"] - 1)
            for event in body["events"]:
                if next_hash(before, event["seq"], event["time"], event["type"], event["data"]) != event["hash"]:
                    return 422, {"code": "bad-chain"}
                known = self.events.get((epoch, event["seq"]))
                if known is not None and known["hash"] != event["hash"]:
                    return 409, {"code": "conflict"}
                self.sent_again += known is not None
                before = event["hash"]
            if body["events"] and (head.head.seq, head.head.hash.hex()) != (body["events"][-1]["seq"], before):
                return 422, {"code": "bad-signature"}
            self.events |= {(epoch, event["seq"]): event for event in body["events"]}
            answer = {"acknowledged": self.acknowledged(epoch), "epoch": epoch, "orders": []}
            return 200, {**answer, "time": round(time.time() * 1000)}

    def _learn_parent(self, epoch: str, events: list[dict[str, Any]]) -> None:
        if events and events[0]["type"] == "journal.continued" and epoch not in self.parents:
            told = json.loads(events[0]["data"])
            self.parents[epoch] = (told["parent_seq"], told["parent_hash"], told["parent_epoch"])

    def _hash(self, epoch: str, seq: int) -> str:
        if seq == 0:
            return first_hash(epoch)
        if epoch in self.parents and seq == self.parents[epoch][0]:
            return self.parents[epoch][1]
        return str(self.events[epoch, seq]["hash"])

    def _wait(self, seconds: float) -> Reply:
        def open_orders() -> list[dict[str, Any]]:
            return [order for id_, order in self.orders.items() if id_ not in self.answers]

        with self.lock:
            self.lock.wait_for(lambda: bool(open_orders()) or self.closing, min(seconds, 10))
            return 200, {"orders": open_orders()}


class _Handler(BaseHTTPRequestHandler):
    protocol_version: ClassVar[str] = "HTTP/1.1"
    hall: ClassVar[FakeHall]
    timeout = 20

    def do_GET(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def _serve(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = urlsplit(self.path)
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        body = json.loads(content) if content else None
        status, answer = self.hall.answer(self.command, parts.path, parse_qs(parts.query), token, body)
        if status == 0:
            self.close_connection = True
            return
        sent = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        with suppress(OSError):
            self.send_response(status)
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.open: set[socket.socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        self.open.add(request)
        super().process_request(request, client_address)

    def cut(self) -> None:
        for connection in tuple(self.open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """The table has cut the connection."""


@contextmanager
def open_hall(hall: FakeHall, port: int = 0) -> Iterator[str]:
    """Its address, while it is open."""
    handler = type("Handler", (_Handler,), {"hall": hall})
    hall.closing = False
    with _Server(("127.0.0.1", port), handler) as server:
        thread = threading.Thread(target=lambda: server.serve_forever(0.02), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            with hall.lock:
                hall.closing = True
                hall.lock.notify_all()
            server.shutdown()
            server.cut()
    thread.join(10)

"""``python -m bench.lateness``: the worst request of each route, against the board's heartbeat and the service's loop.

The table is in mid build and keeps real time; a match of ``ENTRIES`` rulings of full length is in the journal. Each
request is sent by several clients at once. Meanwhile the board notes how long it waited for each heartbeat (the
dead-man stops the drum after 0.3 s), and a reader asks ``/healthz`` again and again, which waits as long as the loop.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from api.http.guard import MAX_BODY_BYTES
from api.table.routes.matches import MOST_MATCHES
from bench.link import LinkRow, say_when_busy, table
from bench.long_match import write_long_match
from bench.mid_build import DEADMAN, MidBuild, table_and_service
from hardware.firmware.build import FirmwareBuildError

ENTRIES: Final = 2000
CLIENTS: Final = 4
TIMES: Final = 3
GAP_LIMIT: Final = DEADMAN * 5 / 6
LOOP_LIMIT: Final = 0.2
BETWEEN: Final = 0.005

_MELDS: Final = [{"kind": "pung", "tiles": tiles, "concealed": False} for tiles in ("555z", "666z")]
_READY: Final[dict[str, Any]] = {
    "ruleset": "riichi", "hand": "1112345678999m", "melds": [], "win": "discard", "seat_wind": "W", "round_wind": "E",
    "discarder": "E", "flags": ["riichi"], "explain": True, "dora_indicators": "1s2s3s4s",
}  # fmt: skip
_LONG: Final = "1m" * (MAX_BODY_BYTES // 2 - 300)
_SEAT: Final = {"seat": True, "name": "x"}


@dataclass(frozen=True, slots=True)
class WorstRequest:
    """``body`` None: a GET."""

    name: str
    path: str
    body: Any = None


REQUESTS: Final = (
    *(WorstRequest(f"sheet as {form}", f"/api/v1/matches/current/sheet?format={form}") for form in ("html", "csv")),
    WorstRequest("sheet as JSON", "/api/v1/matches/long/sheet"),
    WorstRequest("match", "/api/v1/matches/current"),
    WorstRequest("table", "/api/v1/table"),
    WorstRequest("journal, 500 events", "/api/v1/journal?limit=500&since=500"),
    WorstRequest("matches", f"/api/v1/matches?limit={MOST_MATCHES}"),
    WorstRequest("dice, all records", "/api/v1/dice/log?since=0"),
    WorstRequest("dice, promise as QR code", "/api/v1/dice/anchor.svg"),
    WorstRequest("service report", "/api/v1/service"),
    WorstRequest("metrics", "/metrics"),
    WorstRequest("words", "/api/v1/words"),
    WorstRequest("contract", "/api/v1/openapi.json"),
    WorstRequest("rulesets", "/api/v1/rulesets"),
    WorstRequest("one ruleset", "/api/v1/rulesets/riichi"),
    WorstRequest("payments", "/api/v1/rulesets/riichi/payments?" + "&".join(f"total={n}" for n in range(1, 14))),
    WorstRequest("score", "/api/v1/score", {**_READY, "winning_tile": "5m"}),
    WorstRequest("waits of a nine-sided hand", "/api/v1/waits", _READY),
    WorstRequest("waits, texts of 64 kB", "/api/v1/waits", {**_READY, "seen": {"discards": _LONG}}),
    WorstRequest("score, 64 kB of melds", "/api/v1/score", {**_READY, "melds": _MELDS * 500}),
    WorstRequest("walls", "/api/v1/walls", {"ruleset": "hong-kong-old", "dice": [3, 4, 1], "dealer_seat": 0}),
    WorstRequest("a body that is wrong 2,000 times", "/api/v1/matches", {"ruleset": "x", "seats": [_SEAT] * 2000}),
    WorstRequest("a body nested 20,000 times", "/api/v1/score", {"hand": "[" * 20_000}),
)


class LoopWatch:
    """Asks ``/healthz`` on and on from another thread, and keeps the longest wait."""

    def __init__(self, running: MidBuild) -> None:
        self._running = running
        self._ended = threading.Event()
        self.worst = 0.0

    def run(self) -> None:
        while not self._ended.wait(BETWEEN):
            began = time.monotonic()
            self._running.ask("GET", "/healthz")
            self.worst = max(self.worst, time.monotonic() - began)

    @contextmanager
    def watching(self) -> Iterator[None]:
        thread = threading.Thread(target=self.run, daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._ended.set()
            thread.join()


@dataclass(frozen=True, slots=True)
class Lateness:
    """Seconds: of the slowest answer, of the longest wait for a heartbeat, of the loop. ``status`` of the last one."""

    request: WorstRequest
    status: int
    took: float
    gap: float
    loop: float

    @property
    def good(self) -> bool:
        return self.gap <= GAP_LIMIT and self.loop <= LOOP_LIMIT


def paired_clients(running: MidBuild) -> list[str]:
    """Tokens of as many programs as ask at once; they may ask everything."""
    return [running.pair("owner", f"client {client}") for client in range(CLIENTS)]


def late_by(running: MidBuild, request: WorstRequest, tokens: Sequence[str]) -> Lateness:
    """Each client sends the request ``TIMES`` times, from an address of its own."""
    watch, took, statuses = LoopWatch(running), list[float](), list[int]()

    def send(client: int, token: str) -> None:
        for _ in range(TIMES):
            began = time.monotonic()
            method = "GET" if request.body is None else "POST"
            status, _ = running.ask(method, request.path, request.body, f"127.0.0.{client + 2}", token)
            took.append(time.monotonic() - began)
            statuses.append(status)

    running.gaps()
    with watch.watching(), ThreadPoolExecutor(len(tokens)) as clients:
        list(clients.map(send, range(len(tokens)), tokens))
    return Lateness(request, statuses[-1], max(took), running.gaps()[0], watch.worst)


def rows(found: list[Lateness]) -> list[LinkRow]:
    limit = f"heartbeat < {GAP_LIMIT * 1e3:.0f} ms, loop < {LOOP_LIMIT * 1e3:.0f} ms"
    return [
        LinkRow(
            f"{each.request.name} ({each.status}, {each.took * 1e3:.0f} ms)",
            f"heartbeat {each.gap * 1e3:.0f} ms, loop {each.loop * 1e3:.0f} ms",
            limit,
            each.good,
        )
        for each in found
    ]


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="jantaku-lateness-") as name:
        folder = Path(name)
        write_long_match(folder / "state" / "journal.db", ENTRIES)
        try:
            with table_and_service(folder) as running:
                found, clients = list[Lateness](), paired_clients(running)
                for request in REQUESTS:
                    running.until_building()
                    found.append(late_by(running, request, clients))
                suspended = running.state == "suspended"
        except FirmwareBuildError as error:
            print(f"not measured: {error}", file=sys.stderr)
            return 1
    print(table(rows(found)))
    print(f"the build was {'SUSPENDED' if suspended else 'not suspended'}")
    say_when_busy()
    return 0 if not suspended and all(each.good for each in found) else 1


if __name__ == "__main__":
    sys.exit(main())

"""A hall with simulated tables on this computer: ``python -m tools.hall_demo --tables 4 [--demo]``; ``make hall``.

The hall and each table are services of their own, as in a parlour. A table that is new joins the hall by a code, with
two keys of its simulated board held down, and gets a number on the floor. Simulated people play there. ``--demo`` adds
people, a queue and a sample tournament, once: its games are played at the tables, when its rounds are started. The
state stays in ``.state/hall-demo`` until that folder is deleted. Ends with Ctrl-C.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
STATE: Final = ROOT / ".state" / "hall-demo"
START_SECONDS: Final = 180.0
FIRST_PORT: Final = 8001
"""Of the tables; one that another program uses is passed over."""
MOST_TABLES: Final = 16
KEYS: Final = ("open", "raise")
"""Held at a table that joins."""
NAMES: Final = tuple(
    f"{first} {last}"
    for first in ("Anna", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Hugo")
    for last in ("Bauer", "Huber", "Novak", "Wagner")
)


@dataclass
class Service:
    """A process that serves HTTP on this computer."""

    name: str
    port: int
    words: list[str]
    environment: dict[str, str]
    folder: Path = STATE
    """Of its log."""
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "api.cli", *self.words, "--http-port", str(self.port)]
            environment = {**os.environ, **self.environment}
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()

    def ask(self, path: str, body: dict[str, Any] | None = None, headers: Mapping[str, str] | None = None) -> Any:
        """Raises ``OSError`` for no answer, ``HTTPError`` for a refusal."""
        data = None if body is None else json.dumps(body).encode()
        heads = {"Content-Type": "application/json", **(headers or {})}
        request = urllib.request.Request(f"{self.address}{path}", data, heads)
        with urllib.request.urlopen(request, timeout=15) as answer:
            return json.load(answer)

    def give(self, row: str, /, **fields: Any) -> Any:
        """A command of a hall. Raises as ``ask`` does."""
        return self.ask(f"/api/v1/commands/{row}", fields)

    def wait(self, path: str, good: Callable[[Any], bool]) -> None:
        """Raises ``TimeoutError``, also for a process that has ended."""
        ends = time.monotonic() + START_SECONDS
        while time.monotonic() < ends:
            if self.process is not None and self.process.poll() is not None:
                break
            with contextlib.suppress(OSError, ValueError):
                if good(self.ask(path)):
                    return
            time.sleep(0.3)
        raise TimeoutError(f"{self.name} is not ready: see {self.log}\n{self._said_last()}")

    def _said_last(self) -> str:
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines() if self.log.exists() else []
        return lines[-1][:400] if lines else ""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make hall", description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=4, choices=range(MOST_TABLES + 1), metavar=f"0-{MOST_TABLES}")
    parser.add_argument("--demo", action="store_true", help="people, sessions and a sample tournament")
    parser.add_argument(
        "--port", type=int, default=8100, help="of the hall; tables have those from 8001 on that are free"
    )
    parser.add_argument("--speed", type=float, default=1.0, help="of the simulated tables, times real time")
    given = parser.parse_args(arguments)
    if not _is_free(given.port):
        print(f"hall: another program uses port {given.port}; choose another with HALL_PORT=", file=sys.stderr)
        return 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    hall = Service("hall", given.port, ["hall"], {"JANTAKU_HALL_STATE_DIR": str(STATE / "hall")})
    ports = free_ports(FIRST_PORT, given.tables)
    occasion = "ordered" if given.demo else "hall"
    tables = [_table(number, port, given.speed, occasion) for number, port in enumerate(ports, 1)]
    with _running([hall, *tables]):
        try:
            hall.wait("/readyz", lambda answer: answer["status"] == "ready")
            places = [_joined(hall, table, number) for number, table in enumerate(tables, 1)]
            if given.demo:
                fill(hall, places)
        except (TimeoutError, OSError) as error:
            print(f"hall: {_why(error)}", file=sys.stderr)
            return 1
        _greet(hall, tables)
        with contextlib.suppress(KeyboardInterrupt):
            signal.pause()
    return 0


def free_ports(first: int, count: int) -> list[int]:
    """The first ones from there on that no other program uses."""
    return list(itertools.islice(filter(_is_free, range(first, 65_536)), count))


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _table(number: int, port: int, speed: float, occasion: str) -> Service:
    folder = STATE / f"table-{number}"
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "table.toml"
    config.write_text(f'[table]\nname = "Table {number}"\n', encoding="utf-8")
    words = ["serve", "--config", str(config), "--port", "simulate", "--seed", str(number), "--unattended", occasion]
    return Service(
        f"table-{number}", port, [*words, "--speed", str(speed)], {"JANTAKU_STATE_DIR": str(folder / "state")}
    )


@contextlib.contextmanager
def _running(services: list[Service]) -> Iterator[None]:
    try:
        for service in services:
            service.start()
        yield
    finally:
        for service in reversed(services):
            service.stop()


def _joined(hall: Service, table: Service, number: int) -> str:
    """What the hall calls the table. One that belongs to the hall already is left as it is."""
    table.wait("/api/v1/table", lambda answer: answer["board"]["state"] == "ready")
    if (member := table.ask("/api/v1/hall")["hall"]) is not None:
        return str(member["table"])
    code = hall.ask("/api/v1/tables/code", {})["digits"]
    table.ask("/api/v1/hall/joining", {"code": code, "address": hall.address, "who": "demo"})
    try:  # a table wants both keys for a second of its own time, which a slow computer stretches
        table.wait("/api/v1/hall", lambda answer: answer["hall"] is not None or _hold(table))
    finally:
        for key in KEYS:
            table.ask("/api/v1/simulator", {"action": "release", "key": key})
    own = str(table.ask("/api/v1/hall")["hall"]["table"])
    hall.ask("/api/v1/commands/floor.place-table", {"table": own, "number": number, "name": f"Table {number}"})
    return own


def _hold(table: Service) -> bool:
    """Keys that simulated people who play there may have pressed, and so let go, since they were held last."""
    for key in KEYS:
        table.ask("/api/v1/simulator", {"action": "hold", "key": key})
    return False


def fill(hall: Service, places: Sequence[str] = ()) -> None:
    """People, a queue and a tournament whose first round is seated, at these tables of the hall; as many play as they
    hold, or 32. Once: a hall that has tournaments is left as it is."""
    if hall.ask("/api/v1/views/tournaments")["tournaments"]:
        return
    give = hall.give
    for name in NAMES[:12]:
        give("person.register", name=name)
    for label, size in (("Ito", 4), ("Jo and Kim", 2), ("Lea", 1)):
        give("floor.queue-party", label=label, size=size)
    players = NAMES[: 4 * max(len(places), 2)] if places else NAMES
    settings = {
        "tables": list(places),
        "city": "Vienna",
        "country": "AUT",
        "first_day": "2026-11-28",
        "last_day": "2026-11-29",
    }
    made = give("tournament.create", name="Sample Open", preset="ema-riichi-2025", rounds=4, settings=settings)
    id_ = made["events"][0]["tournament"]
    give("tournament.open-registration", tournament=id_)
    clubs, dice = ("Club Nord", "Kan!", "Vier Winde"), random.Random(1)
    rows = [f"{name},{dice.choice(clubs)},{dice.choice(('AUT', 'DEU', 'ITA'))}" for name in players]
    give("tournament.import-entrants", tournament=id_, text="\n".join(("name,club,country", *rows)))
    hall.ask(f"/api/v1/tournaments/{id_}/promise-draw", {})
    hall.ask(f"/api/v1/tournaments/{id_}/draw", {})
    give("tournament.make-schedule", tournament=id_)
    give("tournament.seat-round", tournament=id_)


def _why(error: Exception) -> str:
    if isinstance(error, urllib.error.HTTPError):
        return f"{error.url}: {error.read().decode(errors='replace')[:400]}"
    return str(error)


def _greet(hall: Service, tables: list[Service]) -> None:
    lines = [f"The hall is {hall.address}/ and its tournaments {hall.address}/tournaments."]
    lines += [f"{table.name}: {table.address}/ with its machine on {table.address}/plant" for table in tables]
    print("\n".join((*lines, f"Their state and logs lie in {STATE}. End with Ctrl-C.")), flush=True)


if __name__ == "__main__":
    sys.exit(main())

"""A table in mid build and its service, each in a process of its own, in real time: what requests may not disturb.

The table's process notes how long the board waited for each heartbeat of the host, in the board's own time.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import multiprocessing
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any, Final

from bench.link import be_hardware
from firmware_bridge.messages import DEADMAN_MS, Heartbeat
from hardware.firmware.build import host_library
from hardware.simulator.actions import act
from hardware.simulator.chip import LibraryChip
from hardware.simulator.table import SimulatedTable
from hardware.simulator.virtual_time import run

DEADMAN: Final = DEADMAN_MS / 1000
TILES: Final = 136
PATIENCE: Final = 60.0
WALL_SECONDS: Final = 180.0
"""For a wall to be begun again, lifts and hatch among it, on a computer that a thousand clients keep busy."""
LOOK: Final = 0.1
KEY_SECONDS: Final = 5.0
"""Until a pressed key has had its effect."""
NICE: Final = "-10"
"""As ``systemd/jantaku.service`` has it; without the right to it ``nice`` goes on without."""
HOST: Final = "127.0.0.1"


# ---------------------------------------------------------------- the table's process


class ListeningTable(SimulatedTable):
    """Notes when heartbeats come."""

    heard_at: float | None = None
    worst_gap: float = 0.0
    beats: int = 0

    def host_write(self, data: bytes) -> None:
        # The code of a message is the first byte of its frame; COBS puts one byte before it.
        if any(frame[1:2] == bytes([Heartbeat.code]) for frame in data.split(b"\0")):
            now = asyncio.get_running_loop().time()
            if self.heard_at is not None:
                self.worst_gap = max(self.worst_gap, now - self.heard_at)
            self.heard_at = now
            self.beats += 1
        super().host_write(data)

    def gaps(self) -> tuple[float, int]:
        """The longest wait since the last call, in seconds, and the heartbeats."""
        found, self.worst_gap, self.beats = (self.worst_gap, self.beats), 0.0, 0
        return found


def serve_table(link: Path, pipe: Pipe, profile: str) -> None:
    """Runs until the pipe is closed. A message is an action of the simulator, or ``"gaps"``."""
    be_hardware()
    table = ListeningTable(LibraryChip(host_library()), profile, 1, terminal=True, link=link)

    async def main() -> None:
        ended = asyncio.Event()

        def obey() -> None:
            try:
                asked = pipe.recv()
            except EOFError:
                ended.set()
                return
            pipe.send(table.gaps() if asked == "gaps" else act(table, asked))

        running = asyncio.create_task(table.run())
        await table.started()
        pipe.send("ready")
        asyncio.get_running_loop().add_reader(pipe.fileno(), obey)
        await ended.wait()
        running.cancel()

    run(main(), 1.0)


# ---------------------------------------------------------------- both


@dataclass(frozen=True, slots=True)
class MidBuild:
    """A service on ``port`` of this machine, process ``pid``, and the table that it runs."""

    port: int
    pid: int
    pipe: Pipe

    def act(self, action: str, **arguments: Any) -> Any:
        self.pipe.send({"action": action, **arguments})
        return self.pipe.recv()

    def gaps(self) -> tuple[float, int]:
        self.pipe.send("gaps")
        worst, beats = self.pipe.recv()
        return float(worst), int(beats)

    def ask(
        self, method: str, path: str, body: Any = None, source: str = HOST, token: str | None = None
    ) -> tuple[int, bytes]:
        """Status and body. ``source``: the address of this machine that asks. ``token``: of a paired device."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE, source_address=(source, 0))
        headers = {"Content-Type": "application/json", "Host": "localhost"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def pair(self, role: str, name: str) -> str:
        """The token of a program of this role, which the owner at this computer lets in."""
        _, granted = self.ask("POST", "/api/v1/grants", {"role": role, "name": name})
        code = json.loads(granted)["code"]
        _, paired = self.ask("POST", "/api/v1/me/pair", {"code": code, "name": name, "program": True})
        return str(json.loads(paired)["token"])

    def look(self) -> Mapping[str, Any]:
        return dict(json.loads(self.ask("GET", "/api/v1/table")[1]))

    @property
    def state(self) -> str:
        """Of the mechanism: ``building``, ``suspended`` ..."""
        return str(self.look()["mechanism"]["state"])

    def until_building(self) -> None:
        """Has a set put in, whatever stands at the table. Raises ``TimeoutError``."""
        end = time.monotonic() + WALL_SECONDS
        while self.state != "building":
            if time.monotonic() > end:
                raise TimeoutError(f"nothing is being built: {self.look()['prompt']}")
            self._step(self.look())
            time.sleep(LOOK)

    def _step(self, page: Mapping[str, Any]) -> None:
        if page["mechanism"]["hatch"] == "open":
            # from its box the first time; one that was played lies on the table
            self.act("bring-set", set=page["prompt"]["args"]["set"], tiles=TILES)
            self.act("push-in")
        elif page["mechanism"]["state"] not in ("idle", "suspended"):
            return
        self.act("press", key="raise" if page["mechanism"]["state"] == "suspended" else "open")
        self._until_moved(page["mechanism"])

    def _until_moved(self, before: Mapping[str, Any]) -> None:
        """A key that is pressed again before its first press has done anything would undo it."""
        end = time.monotonic() + KEY_SECONDS
        while time.monotonic() < end:
            now = self.look()["mechanism"]
            if (now["state"], now["hatch"]) != (before["state"], before["hatch"]):
                return
            time.sleep(LOOK)

    def memory(self) -> int:
        """Bytes that the service has in memory."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def table_and_service(folder: Path, profile: str = "slow") -> Iterator[MidBuild]:
    """``folder`` gets the journal, the log (``service.log``) and the port."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    table = context.Process(target=serve_table, args=(folder / "port", there, profile), daemon=True)
    table.start()
    there.close()
    try:
        if not here.poll(PATIENCE) or here.recv() != "ready":
            raise TimeoutError("the table's process did not start")
        with _service(folder) as (port, pid):
            yield MidBuild(port, pid, here)
    finally:
        here.close()
        table.join(10)
        table.kill()


@contextmanager
def _service(folder: Path) -> Iterator[tuple[int, int]]:
    with socket.create_server((HOST, 0)) as free:
        port = int(free.getsockname()[1])
    words = ("-m", "api.cli", "serve", "--port", str(folder / "port"), "--http-port", str(port))
    with (folder / "service.log").open("w") as log:
        environment = {**os.environ, "JANTAKU_STATE_DIR": str(folder / "state")}
        service = subprocess.Popen(["nice", "-n", NICE, sys.executable, *words], env=environment, stderr=log)
    try:
        _wait_ready(port)
        yield port, service.pid
    finally:
        service.terminate()
        service.wait(PATIENCE)


def _wait_ready(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        connection = http.client.HTTPConnection(HOST, port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        finally:
            connection.close()
        time.sleep(LOOK)
    raise TimeoutError("the service was not ready")

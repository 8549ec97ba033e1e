"""``jantaku simulate --chip avr`` and ``jantaku serve`` as processes, and people who use them: keys, tiles, HTTP."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.api.service.test_service import Service

LOOK_S = 0.1
PATIENCE_S = 120.0
"""Longest build at the speed of the test, on a busy computer."""
Picture = dict[str, Any]


class Simulator:
    """The simulated table in a process of its own."""

    def __init__(self, link: Path, *options: str) -> None:
        self.link = link
        words = ("simulate", "--chip", "avr", "--profile", "fast", "--json", "--link", str(link), *options)
        self._log = link.with_suffix(".log")
        with self._log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "api.cli", *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.said = self._line()

    def act(self, action: str, **arguments: Any) -> Picture:
        """Does one command; it must be possible."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"action": action, **arguments}) + "\n")
        self.process.stdin.flush()
        answer = self._line()
        assert answer["ok"], answer
        return answer

    def picture(self) -> Picture:
        return dict(self.act("snapshot")["table"])

    def _line(self) -> Picture:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self._said_last()
        return dict(json.loads(line))

    def _said_last(self) -> str:
        self.process.wait(20)
        return self._log.read_text()

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=20)
        return self.process.returncode


@contextmanager
def simulator(link: Path, *options: str) -> Iterator[Simulator]:
    running = Simulator(link, *options)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.communicate(timeout=20)


class People:
    """They look at the page, press keys, move tiles, and tell the tablet what happened."""

    def __init__(self, service: Service, table: Simulator, tiles: int) -> None:
        self.service, self.table, self.tiles = service, table, tiles

    def look(self) -> Picture:
        return self.service.until("/api/v1/table", 200)

    def tell(self, path: str, body: Picture) -> Picture:
        status, answer = self.service.ask(f"/api/v1{path}", body)
        assert status in (201, 202), answer
        return answer

    def see(self, what: Callable[[Picture], bool]) -> Picture:
        """Looks until it is so. A build that the table suspended, since the host was late, is gone on with."""
        end = time.monotonic() + PATIENCE_S
        while not what(page := self.look()):
            assert time.monotonic() < end, page
            if page["prompt"]["key"] == "prompt.build-suspended":
                self.table.act("press", key="raise")
            time.sleep(LOOK_S)
        return page

    def place(self, set_: str, place: str) -> Picture:
        return self.see(lambda page: page["mechanism"]["sets"][set_]["place"] == place)

    def load(self, set_: str) -> None:
        """What lies on the table goes into the drum; a set that is still in its box is brought first."""
        self.table.act("press", key="open")
        self.see(lambda page: page["mechanism"]["hatch"] == "open")
        self.table.act("gather")
        self.table.act("bring-set", set=set_, tiles=self.tiles)
        assert self.table.act("push-in")["tiles"] == self.tiles
        self.table.act("press", key="open")
        self.see(lambda page: page["mechanism"]["sets"][set_]["place"] in ("in_drum", "building", "staged"))

    def throw(self, dealer: int) -> Picture:
        """The dealer throws with the key at that side; the hand is in play."""
        self.table.act("press", key=f"dice-{dealer}")
        return self.see(lambda page: page["match"]["phase"] == "play")

"""Parts of a tournament that is played for the proof: services of a hall and of tables, a cable that can be pulled, and
standings counted by other code than the hall's.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from bench.ports import free_port
from tools.hall_demo import Service

NOBODY_WINS: Final = {0: (0, 0), 1: (3000, -1000), 2: (1500, -1500), 3: (1000, -3000), 4: (0, 0)}
"""What each gets who is ready when a hand of riichi is drawn, and who is not, by how many are."""
UMA: Final = (15, 5, -5, -15)
"""EMA riichi 2025, by rank at the table; those who are equal share the mean."""
START: Final = 30_000
WAIT_SECONDS: Final = 240.0
"""A tournament of ten services waits for others that share the cores."""
KEYS: Final = ("open", "raise")


def until(done: Callable[[], Any], what: str, seconds: float = WAIT_SECONDS) -> Any:
    """What ``done`` gives once it is true; no answer and a refusal are not yet. Raises ``TimeoutError``."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        with contextlib.suppress(OSError, KeyError, TypeError, ValueError):
            if found := done():
                return found
        time.sleep(0.1)
    raise TimeoutError(f"not within {seconds:.0f} s: {what}")


class Cable:
    """Between a table and its hall: bytes go through while it is plugged. ``pull`` cuts what is open."""

    def __init__(self, to: int) -> None:
        self._to, self._plugged, self._open = to, True, set[socket.socket]()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def pull(self) -> None:
        self._plugged = False
        for one in list(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def plug(self) -> None:
        self._plugged = True

    def close(self) -> None:
        self.pull()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._to), 5) if self._plugged else None
                if far is not None:
                    far.settimeout(None)  # a table waits half a minute for an answer
            except OSError:
                if self._listener.fileno() < 0:
                    return
                with contextlib.suppress(OSError, UnboundLocalError):
                    near.close()
                continue
            if far is None:
                near.close()
                continue
            self._open |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for each in (one, other):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
            self._open.discard(each)


@dataclass
class RealTable:
    """A service of a table on the simulated machine."""

    service: Service
    id: str = ""
    """What the hall calls it."""

    @classmethod
    def made(cls, name: str, seed: int, folder: Path) -> RealTable:
        config = folder / f"{name}.toml"
        config.write_text(f'[table]\nname = "{name}"\n', encoding="utf-8")
        words = ["serve", "--config", str(config), "--port", "simulate", "--seed", str(seed), "--speed", "4"]
        state = {"JANTAKU_STATE_DIR": str(folder / f"{name}-state")}
        return cls(Service(name, free_port(), words, state, folder))

    def join(self, hall: Service, address: str, number: int) -> None:
        """With both keys held, as a person does it."""
        code = hall.ask("/api/v1/tables/code", {})["digits"]
        self.service.ask("/api/v1/hall/joining", {"code": code, "address": address, "who": "Kei"})
        for key in KEYS:
            self.service.ask("/api/v1/simulator", {"action": "hold", "key": key})
        self.id = until(lambda: self.service.ask("/api/v1/hall")["hall"]["table"], f"{self.service.name} joins")
        for key in KEYS:
            self.service.ask("/api/v1/simulator", {"action": "release", "key": key})
        hall.give("floor.place-table", table=self.id, number=number, name=f"Board {number}")

    def match(self) -> Any:
        return self.service.ask("/api/v1/matches/current")

    def wait_for(self, names: Sequence[str]) -> None:
        """A game of these four, East first, in which no hand has begun."""
        until(lambda: self._stands(names), f"{self.service.name} has the game of {names}")

    def _stands(self, names: Sequence[str]) -> bool:
        match = self.match()
        by_wind = [one["name"] for wind in "ESWN" for one in match["seats"] if one["wind"] == wind]
        return by_wind == list(names) and not match["hands"]

    def clock(self) -> Any:
        return self.service.ask("/api/v1/table")["hall"]["clock"]

    def clock_runs(self) -> bool:
        """Whether it has that of the game that it has."""
        clock = self.clock()
        return bool(clock and clock["ends"])

    def begin(self) -> None:
        self.service.ask("/api/v1/matches/current/hands", {"who": "Kei"})

    def play(self, hand: int, ready: Sequence[int]) -> None:
        """A drawn hand, in which those who are ready are paid, confirmed by all four."""
        until(lambda: self._quietly(self.begin), "a hand begins", 20)
        body = {"kind": "draw", "hand": hand, "ready": list(ready), "who": "Kei"}
        self.service.ask("/api/v1/matches/current/hands/current/result", body)
        for seat in range(4):
            confirmation = {"hand": hand, "seat": seat, "who": "Kei"}
            self.service.ask("/api/v1/matches/current/confirmations", confirmation)

    @staticmethod
    def _quietly(act: Callable[[], None]) -> bool:
        act()
        return True

    def end(self) -> None:
        self.service.ask("/api/v1/matches/current/end", {"who": "Kei", "why": "time"})


def drawn(ready: Sequence[int], scores: Sequence[int] = (START,) * 4) -> list[int]:
    """Scores after a hand that nobody won."""
    those, others = NOBODY_WINS[len(ready)]
    return [score + (those if seat in ready else others) for seat, score in enumerate(scores)]


def kill(service: Service) -> None:
    """As a power cut does."""
    assert service.process is not None
    os.kill(service.process.pid, signal.SIGKILL)
    service.process.wait(10)


# ---------------------------------------------------------------- standings, counted again


@dataclass
class Ledger:
    """What the tournament's papers say. ``games``: of each round and table, who has how many points."""

    games: dict[tuple[int, int], Mapping[str, int]] = field(default_factory=dict)
    fines: list[tuple[str, int]] = field(default_factory=list)
    unranked: set[str] = field(default_factory=set)

    def points(self) -> dict[str, Fraction]:
        found: dict[str, Fraction] = defaultdict(Fraction)
        for scores in self.games.values():
            for player, score in scores.items():
                better = sum(other > score for other in scores.values())
                equal = sum(other == score for other in scores.values())
                uma = Fraction(sum(UMA[better : better + equal]), equal)
                found[player] += Fraction(score - START, 1000) + uma
        for player, points in self.fines:
            found[player] += points
        return dict(found)

    def standings(self) -> list[tuple[int, str, str]]:
        """Place, player and points of those who have a place, by place and name."""
        points = {player: total for player, total in self.points().items() if player not in self.unranked}
        rows = [(1 + sum(other > mine for other in points.values()), who, str(mine)) for who, mine in points.items()]
        return sorted(rows)

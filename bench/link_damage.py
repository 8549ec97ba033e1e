"""``python -m bench.link_damage [--frames N] [--seeds N] [--seed N] [--rate R] [--json]``: a link through a bad wire.

Both ends of a session talk over two lines that flip bits, lose, double, delay and invent bytes, and cut them off; from
time to time the board is reset or the host starts anew. Time is virtual. After every frame it is checked that

* no frame was accepted that the other end did not send in this session,
* no command was carried out twice, none out of order, none that was not sent,
* no event was lost, doubled or out of order within a session, and every command got its own answer.

``--seeds N`` divides the frames among N lines, ``--jobs`` of them at the same time. Exit status 0: nothing of the kind
happened; 1: it did, and the line says what.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bench.seeds import SeedFailed, in_seeds, shares
from firmware_bridge.codec import Damage, Frame
from firmware_bridge.messages import (
    Answer,
    BuildPhase,
    Capabilities,
    Command,
    Done,
    FromBoard,
    Latches,
    Position,
    PutSetting,
    ResetCause,
    Setting,
    ShowDice,
    Verdict,
    Welcome,
)
from firmware_bridge.peer import BoardSession
from firmware_bridge.recorder import Recorder
from firmware_bridge.session import HostSession, LinkStatistics, Phase, Unreadable

BYTE_SECONDS = 10 / 250_000
AHEAD = 6
"""Messages that each side keeps on their way: more than a window holds."""
REMEMBERED = 4
"""Sessions of which frames may still be on the lines."""
UPSET = 4000
"""A reset, a new host or a pulled plug once in so many frames, on average."""


class BrokenPromise(AssertionError):
    """The link did what it must never do."""


class RoughLine:
    """One direction. Bytes keep their order, as on any serial line; everything else may happen to them."""

    def __init__(self, rng: random.Random, rate: float, harm: Counter[str]) -> None:
        self._rng, self._rate, self._harm = rng, rate, harm
        self._queue: deque[tuple[float, bytes]] = deque()
        self._free = 0.0
        self.frames = 0

    @property
    def due(self) -> float:
        return self._queue[0][0] if self._queue else math.inf

    def send(self, data: bytes, now: float) -> None:
        for frame in data.split(b"\0")[:-1]:
            self.frames += 1
            wire = frame + b"\0"
            if self._rng.random() < self._rate:
                wire = self._damage(wire)
            self._free = max(self._free, now) + len(wire) * BYTE_SECONDS
            self._queue.append((self._free, wire))

    def arrived(self) -> bytes:
        return self._queue.popleft()[1]

    def cut(self) -> None:
        self._queue.clear()
        self._free = 0.0

    def heal(self) -> None:
        self._rate = 0.0

    def _damage(self, wire: bytes) -> bytes:
        kind = self._rng.choice(("flip", "flips", "lose", "double", "delay", "cut", "noise", "gone", "again", "zero"))
        self._harm[kind] += 1
        at = self._rng.randrange(len(wire))
        match kind:
            case "flip":
                return wire[:at] + bytes([wire[at] ^ 1 << self._rng.randrange(8)]) + wire[at + 1 :]
            case "flips":
                return bytes(byte ^ (self._rng.getrandbits(8) & self._rng.getrandbits(8)) for byte in wire)
            case "lose":
                return wire[:at] + wire[at + 1 :]
            case "double":
                return wire[: at + 1] + wire[at:]
            case "delay":
                self._free += self._rng.uniform(0.001, 0.3)
                return wire
            case "cut":
                return wire[:at]
            case "noise":
                return wire[:at] + self._rng.randbytes(self._rng.randrange(1, 90)) + wire[at:]
            case "gone":
                return b""
            case "again":
                return wire + wire
            case _:
                return wire[:at] + b"\0" + wire[at:]


class Witness(Recorder):
    """Sees every frame that one end sends or accepts, and holds what is accepted against what the other end sent."""

    def __init__(self) -> None:
        super().__init__(kept=16)
        self._seen = deque[set[Frame]]([set()], maxlen=REMEMBERED)
        self.other: Witness | None = None

    def sent(self, _now: float, frame: Frame) -> None:
        self._seen[-1].add(frame)

    def received(self, _now: float, frame: Frame) -> None:
        if self.other is None or not self.other.has_sent(frame):
            raise BrokenPromise(f"a frame was accepted that nobody sent: {frame}")

    def has_sent(self, frame: Frame) -> bool:
        return any(frame in frames for frames in reversed(self._seen))

    def new_session(self) -> None:
        self._seen.append(set())


@dataclass(slots=True)
class LinkBooks:
    """What was promised in one session: commands not yet carried out, ids not yet answered, messages not yet heard."""

    sent: deque[Command] = field(default_factory=deque)
    awaited: deque[int] = field(default_factory=deque)
    told: deque[FromBoard] = field(default_factory=deque)


class LinkOrdeal:
    """The two ends, the two lines, and the books."""

    def __init__(self, seed: int, rate: float) -> None:
        self.rng = random.Random(seed)
        self.harm: Counter[str] = Counter()
        self.up, self.down = (RoughLine(self.rng, rate, self.harm) for _ in range(2))
        self.statistics, self.board_damage = LinkStatistics(), Damage()
        self.now, self.boot = 0.0, 1
        self.commands = self.events = self.stops = 0
        self._upset_at = UPSET
        self._command = 0
        self.books: dict[tuple[int, int], LinkBooks] = {}
        self.board_witness, self.host_witness = Witness(), Witness()
        self.host_witness.other, self.board_witness.other = self.board_witness, self.host_witness
        self._power_board()
        self._start_host()

    @property
    def frames(self) -> int:
        return self.up.frames + self.down.frames

    def run(self, frames: int) -> None:
        """Goes on until so many frames went over the lines; then the lines heal and everything must arrive."""
        while self.frames < frames:
            if self.frames >= self._upset_at:
                self._upset()
            self._work()
            self._step()
        self._settle()

    # ---- the ends

    def _power_board(self) -> None:
        self.board = BoardSession(self._greet, self._execute, self.board_witness)
        self.board.decoder.damage = self.board_damage

    def _start_host(self) -> None:
        nonce = self.rng.getrandbits(32)
        self.host = HostSession(nonce, self.now, statistics=self.statistics, recorder=self.host_witness)
        self.board_witness.new_session()
        self.host_witness.new_session()

    def _books(self, nonce: int) -> LinkBooks:
        """The books of a session with the board as it is started now. Old ones are void, but bytes of that time may
        still be on the lines, and what they say must be true as well."""
        session = nonce, self.boot
        if session not in self.books:
            self.books[session] = LinkBooks()
            for old in list(self.books)[:-REMEMBERED]:
                del self.books[old]
        return self.books[session]

    def _greet(self, nonce: int) -> Welcome:
        return Welcome(
            nonce, self.boot, ResetCause.POWER_ON, 1, 0, (1, 0, 0), (0,) * 8, (0,) * 8, Capabilities(0), 20,
            (Position.HOME,) * 14, Latches(0), BuildPhase.NONE, (0,) * 4, (0,) * 4,
        )  # fmt: skip

    def _execute(self, command: Command) -> Answer:
        books = self._books(self.board.nonce)
        if not books.sent or books.sent.popleft() != command:
            raise BrokenPromise(f"carried out twice, out of order, or never sent: {command}")
        self.commands += 1
        answer = Answer(command.command, Verdict.ACCEPTED, command.command & 0xFF)
        books.told.append(answer)
        return answer

    # ---- the work

    def _work(self) -> None:
        if self.board.is_open:
            self._board_speaks(self._books(self.board.nonce))
        if self.host.phase is Phase.OPEN and self._same_session():
            self._host_speaks(self._books(self.host.nonce))

    def _board_speaks(self, books: LinkBooks) -> None:
        while self.board.backlog < AHEAD:
            event = self._event()
            books.told.append(event)
            self.board.send(event)

    def _host_speaks(self, books: LinkBooks) -> None:
        while len(books.awaited) < AHEAD:
            self._command = self._command % 0xFFFF + 1
            command = self._draw(self._command)
            books.sent.append(command)
            books.awaited.append(command.command)
            self.host.send(command, self.now)

    def _same_session(self) -> bool:
        welcomed = self.host.welcome is not None and self.host.welcome.boot == self.boot
        return welcomed and self.board.nonce == self.host.nonce

    def _draw(self, number: int) -> Command:
        if self.rng.random() < 0.5:
            return ShowDice((number % 6, 1, 6), number)
        return PutSetting(Setting.TAIL_MS, self.rng.getrandbits(16), number)

    def _event(self) -> Done:
        self.events += 1
        noise = self.rng.getrandbits(32)
        return Done(noise & 0xFFFF, self.events & 0xFFFFFFFF, noise >> 16, (noise & 0xFF, 0, 0xFF, self.events & 0xFF))

    def _step(self) -> None:
        """One thing happens: bytes arrive at one end, or a timer is due."""
        due = min(self.up.due, self.down.due, self.host.deadline, self.board.deadline)
        self.now = max(self.now, due)
        if self.up.due <= self.now:
            self.board.receive(self.up.arrived(), self.now)
        elif self.down.due <= self.now:
            self._arrive(self.down.arrived())
        self._flush()

    def _arrive(self, data: bytes) -> None:
        for message in self.host.receive(data, self.now):
            if isinstance(message, Unreadable):
                raise BrokenPromise(f"unreadable: {message}")
            if isinstance(message, Answer | Done):
                self._heard(message)

    def _heard(self, message: Answer | Done) -> None:
        if self.host.welcome is None or self.host.welcome.boot != self.boot:
            return  # bytes of a board that has been reset since
        books = self._books(self.host.nonce)
        if not books.told or books.told.popleft() != message:
            raise BrokenPromise(f"lost, doubled or out of order before: {message}")
        if isinstance(message, Answer) and books.awaited.popleft() != message.command:
            raise BrokenPromise(f"not the answer that is awaited: {message}")

    def _flush(self) -> None:
        self.host.poll(self.now)
        self.board.poll(self.now)
        self.up.send(self.host.take_urgent() + self.host.take(), self.now)
        self.down.send(self.board.take(), self.now)
        if self.host.phase is Phase.OVER:
            self._start_host()

    def _upset(self) -> None:
        self._upset_at = self.frames + self.rng.randrange(1, 2 * UPSET)
        kind = self.rng.choice(("board reset", "new host", "unplugged", "stop"))
        self.harm[kind] += 1
        match kind:
            case "board reset":
                self.boot += 1
                self._power_board()
            case "new host":
                self._start_host()
            case "unplugged":
                self.up.cut()
                self.down.cut()
            case "stop":
                self.stops += 1
                self.host.stop(self.stops & 0xFFFF, self.now)

    def _settle(self) -> None:
        self.up.heal()
        self.down.heal()
        end = self.now + 30
        while self.host.phase is not Phase.OPEN or not self._same_session() or self._owed():
            if self.now > end:
                raise BrokenPromise(f"{self._owed()} answers and events never arrived")
            self._step()

    def _owed(self) -> int:
        books = self._books(self.host.nonce)
        return len(books.told) + len(books.awaited)


Figures = dict[str, Any]


def ordeal(frames: int, seed: int = 1, rate: float = 0.1) -> Figures:
    """The figures of a campaign. Raises BrokenPromise."""
    began = time.process_time()
    trial = LinkOrdeal(seed, rate)
    trial.run(frames)
    seconds = time.process_time() - began
    return {
        "frames": trial.frames,
        "harmed": sum(trial.harm.values()),
        "harm": dict(sorted(trial.harm.items())),
        "dropped_by_host": trial.statistics.damage.as_json(),
        "dropped_by_board": trial.board_damage.as_json(),
        "commands": trial.commands,
        "events": trial.events,
        "sessions": trial.statistics.sessions,
        "repeated_by_host": trial.statistics.repeated,
        "virtual_seconds": round(trial.now, 1),
        "cpu_seconds": round(seconds, 1),
    }


def added(one: Figures, other: Figures) -> Figures:
    """The figures of both, kind by kind."""
    names = {**one, **other}
    return {
        name: added(one.get(name, {}), other.get(name, {}))
        if isinstance(names[name], dict)
        else round(one.get(name, 0) + other.get(name, 0), 1)
        for name in names
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.link_damage", description=__doc__)
    parser.add_argument("--frames", type=int, default=1_000_000, help="over all seeds")
    parser.add_argument("--seed", type=int, default=1, help="of the first line; the others follow")
    parser.add_argument("--seeds", type=int, default=1, help="lines that share the frames")
    parser.add_argument("--jobs", type=int, default=1, help="lines at the same time")
    parser.add_argument("--rate", type=float, default=0.1, help="share of frames that come to harm")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    figures: Figures = {}
    failed = False
    work = partial(ordeal, rate=options.rate)
    for seed, done in in_seeds(work, shares(options.frames, options.seeds), options.seed, options.jobs):
        if isinstance(done, SeedFailed):
            print(f"seed {seed}: {done.why}", file=sys.stderr, flush=True)
            failed = True
        else:
            figures = added(figures, done)
    if options.json:
        print(json.dumps(figures))
    else:
        print("\n".join(f"{name:18} {value}" for name, value in figures.items()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

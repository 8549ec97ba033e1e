"""``python -m bench.kill_nine --kills 200``: the service is killed at random moments; nothing acknowledged may be lost.

A child process runs a whole simulated table at high speed: walls are built all the time, and meanwhile a match is
entered command by command. It says ``ask`` before and ``ack`` after each command. The parent kills it with SIGKILL at
a random moment, looks into the journal, and starts it again; the child then repeats the command whose answer was lost,
with the same id.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import IO, Any, Final

from api.service.runtime import running
from api.unattended.attendant import Attendant
from api.unattended.autoplay import NAMES
from bench.deadline import LONGEST_SECONDS, Deadline, Late, Starved
from controller.commands import Command
from controller.config import BoardConfig, Config, SimulatorConfig, TableConfig
from controller.events import Recorded
from controller.events.match import HandEnded, MatchStarted, RulingRecorded
from controller.journal.store import Journal
from controller.match import EndHand, HandResult, MatchState, Rule, StartMatch, evolve, scores
from controller.mechanism import Plan, fresh
from controller.permits import LOCAL_OWNER
from controller.rules.game import QuickWin
from controller.table.commands import RollDice
from controller.table.projection import Projection
from controller.table.resume import ProjectionStart
from controller.table.table import Table
from hardware.simulator.virtual_time import run

START_SECONDS: Final = 30.0
"""In which the service could have worked."""
TRIES: Final = 3
PAUSE_SECONDS: Final = 1.0
"""Most virtual time between two commands."""
RULINGS: Final = 0.3
CHECKPOINT_EVENTS: Final = 10
"""Events between two checkpoints: far fewer than usual, so that kills fall into their writing."""
WHO: Final = "referee"
Spec = dict[str, Any]
"""A command as the child tells the parent, so that the parent can ask for it again."""


# ---------------------------------------------------------------- the child


def child(folder: Path, seed: int, again: Spec | None) -> None:
    config = Config(
        table=TableConfig(state_dir=folder),
        board=BoardConfig(port="simulate"),
        simulator=SimulatorConfig(profile="fast", seed=seed),
    )

    async def main() -> None:
        async with running(config) as runtime:
            assert runtime.table is not None and runtime.simulator is not None
            runtime.table.resume.every = CHECKPOINT_EVENTS
            say(what="up")
            async with asyncio.TaskGroup() as group:
                group.create_task(_walls(Attendant(runtime.table, runtime.simulator)))
                group.create_task(_play(runtime.table, Random(seed), again))

    run(main())


async def _walls(attendant: Attendant) -> None:
    """The machine works all the time, so that its events stand between those of the match."""
    while True:
        await attendant.fresh_wall()


async def _play(table: Table, random: Random, again: Spec | None) -> None:
    if again is not None:
        await _do(table, again)
    while True:
        await _do(table, _next(table.projection.match, random))
        await asyncio.sleep(random.uniform(0.0, PAUSE_SECONDS))


async def _do(table: Table, spec: Spec) -> None:
    say(what="ask", spec=spec)
    answer = await table.handle(_command(spec), by=LOCAL_OWNER, id=spec["id"])
    first = answer.events[0]
    say(what="ack", id=spec["id"], seq=first.seq, hash=first.hash)


def _next(state: MatchState | None, random: Random) -> Spec:
    """What the match waits for, or a ruling."""
    id_ = f"{random.getrandbits(64):016x}"
    if state is None or state.phase == "over":
        return {"id": id_, "kind": "start"}
    if random.random() < RULINGS:
        return {"id": id_, "kind": "ruling"}
    if state.running is None:
        return {"id": id_, "kind": "roll"}
    winner, discarder = random.sample(range(4), 2)
    total = random.randint(3, 13)
    return {"id": id_, "kind": "result", "hand": state.running.index, "win": [winner, discarder, total]}


def _command(spec: Spec) -> Command:
    match spec["kind"]:
        case "start":
            return StartMatch(WHO, spec["id"], "hong-kong-old", NAMES, seating="given", first_dealer=0)
        case "ruling":
            return Rule(WHO, spec["id"])
        case "roll":
            # The machine works apart from the match, so the wall on the table may be one that was played.
            return RollDice(WHO, "break", again=True)
    winner, discarder, total = spec["win"]
    return EndHand(WHO, spec["hand"], HandResult("win", (QuickWin(winner, "discard", discarder, total),)))


def say(**words: Any) -> None:
    """One line in one write, so that a kill leaves a whole line or none."""
    os.write(1, (json.dumps(words) + "\n").encode())


# ---------------------------------------------------------------- the parent


class Lost(AssertionError):
    """Something that was acknowledged is not in the journal as it was, or is there twice."""


@dataclass(slots=True)
class KillCampaign:
    """What the parent was told, and how often it killed; ``resumed``: the checkpoint was good for the next start;
    ``starved``: starts for which the computer was too busy."""

    folder: Path
    seed: int
    acks: dict[str, dict[str, Any]] = field(default_factory=dict)
    asked: Spec | None = None
    kills: int = 0
    repeated: int = 0
    starved: int = 0
    events: int = 0
    resumed: int = 0

    def kill_once(self, random: Random) -> None:
        """Raises ``Lost``, and ``Starved`` when the service got no processor in any of some tries."""
        for _ in range(TRIES):
            if self._killed(random.uniform(0.02, 1.6)):
                return
            self.starved += 1
        raise Starved(f"{TRIES} starts in {LONGEST_SECONDS:.0f} s each")

    def _killed(self, seconds: float) -> bool:
        """A service was started, and killed so long after it was up. Whether it got a processor to come up."""
        again = self.asked
        process = self._start(again)
        try:
            assert process.stdout is not None
            lines = self._listen(process.stdout)
            with Deadline(process, START_SECONDS) as deadline:
                first = next(lines, None)
            if deadline.late is Late.STARVED:
                return False
            if deadline.late is Late.HANGS:
                raise Lost(f"the service hangs as it starts: {_errors(process)}")
            if first is None:
                raise Lost(f"the service did not come up again: {_errors(process)}")
            killer = threading.Timer(seconds, process.kill)
            killer.start()
            for _ in lines:
                pass
            killer.join()
        finally:
            process.kill()
            process.wait()
        if process.returncode != -9:
            raise Lost(f"the service ended by itself ({process.returncode}): {_errors(process)}")
        self.kills += 1
        self.repeated += again is not None and again["id"] in self.acks
        return True

    def _start(self, again: Spec | None) -> subprocess.Popen[bytes]:
        seed = self.seed + self.kills
        program = [sys.executable, "-X", "faulthandler", "-m", "bench.kill_nine"]
        command = [*program, "--child", str(self.folder), "--seed", str(seed)]
        errors = (self.folder / "errors.log").open("wb")
        with errors:
            return subprocess.Popen(
                [*command, *(["--again", json.dumps(again)] if again else [])], stdout=subprocess.PIPE, stderr=errors
            )

    def _listen(self, stdout: IO[bytes]) -> Iterator[str]:
        for line in stdout:
            if not line.endswith(b"\n"):
                return
            report = json.loads(line)
            if report["what"] == "ask":
                self.asked = report["spec"]
            elif report["what"] == "ack":
                self.asked = None
                self._acknowledged(report)
            yield report["what"]

    def _acknowledged(self, report: dict[str, Any]) -> None:
        before = self.acks.setdefault(report["id"], report)
        if before != report:
            raise Lost(f"two answers to one command: {before} and {report}")

    def check(self) -> None:
        """Raises ``Lost`` unless the journal holds exactly what was acknowledged, in a whole chain."""
        with Journal(self.folder / "journal.db", now=lambda: datetime.now(UTC), read_only=True) as journal:
            if (broken := journal.verify()) is not None:
                raise Lost(f"the chain is broken at event {broken}")
            self.events = journal.last_seq
            self._check_checkpoint(journal)
            recorded = list(journal.replay())
            hashes = {one.seq: one.hash for one in recorded}
            for id_, report in self.acks.items():
                if hashes.get(report["seq"]) != report["hash"]:
                    raise Lost(f"{id_} was acknowledged as event {report['seq']}, which is another one now")
        twice = [text for text, n in Counter(_rulings(recorded)).items() if n > 1]
        if twice:
            raise Lost(f"written twice: {twice}")
        _check_scores(recorded)

    def _check_checkpoint(self, journal: Journal) -> None:
        """Raises ``Lost`` when the next start would come to another state than the whole journal says."""
        books = fresh(Plan((36, 36, 36, 36))).books
        resume = ProjectionStart(journal, books)
        short, whole = resume.begin(), Projection(books, hash=journal.hash_at(0) or "")
        self.resumed += short.seq > 0
        for projection in (short, whole):
            for _ in resume.catch_up(projection):
                pass
        if short != whole:
            raise Lost(f"the checkpoint leads to another state than the journal at event {short.seq}")


def _errors(process: subprocess.Popen[bytes]) -> str:
    folder = Path(process.args[6])  # type: ignore[index, arg-type]
    return (folder / "errors.log").read_text(encoding="utf-8", errors="replace")[-2000:]


def _rulings(recorded: list[Recorded]) -> list[str]:
    return [one.event.text for one in recorded if isinstance(one.event, RulingRecorded)]


def _check_scores(recorded: list[Recorded]) -> None:
    """The score of every match is the sum of what its results moved, each hand once."""
    state, moved, hands = None, Counter[int](), Counter[int]()
    for one in recorded:
        state = evolve(state, one)
        if isinstance(one.event, MatchStarted):
            moved, hands = Counter(), Counter()
        elif isinstance(one.event, HandEnded):
            hands[one.event.hand] += 1
            moved.update(dict(enumerate(one.event.settlement.net)))
            if state is None:
                raise Lost(f"event {one.seq} ends a hand of no match")
            points = dict(enumerate(score - state.start_points for score in scores(state)))
            if points != {seat: moved[seat] for seat in range(4)} or max(hands.values()) > 1:
                raise Lost(f"the scores after event {one.seq} are {points}, the results moved {dict(moved)}")


def campaign(kills: int, seed: int, folder: Path, progress: bool = False) -> KillCampaign:
    """Raises ``Lost``."""
    running_, random = KillCampaign(folder, seed), Random(seed)
    for _ in range(kills):
        running_.kill_once(random)
        running_.check()
        if progress or running_.kills % 50 == 0:
            print(f"\r{running_.kills} kills, {len(running_.acks)} acknowledged", end="", flush=True)
    return running_


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--again", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.child is not None:
        child(given.child, given.seed, json.loads(given.again) if given.again else None)
        return 0
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="jantaku-kill-") as folder:
        done = campaign(given.kills, given.seed, Path(folder), progress=sys.stdout.isatty())
    took = time.perf_counter() - began
    print(f"\n{done.kills} kills in {took:.0f} s: {len(done.acks)} acknowledged commands, {done.events} events")
    print(f"lost: 0   twice: 0   broken chains: 0   answers repeated after a kill: {done.repeated}")
    print(f"checkpoints that the next start could use: {done.resumed}")
    print(f"starts repeated because the computer was too busy: {done.starved}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

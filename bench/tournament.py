"""``python -m bench.tournament [--players 172] [--rounds 10] [--seed S]``: a whole tournament on simulated results.

Import of the list, draw, schedule, every round from seats to lock with results of tables, standings, the open report
and its check, through the same commands and events as in a hall. Prints seconds of computing by part. Exit status 1:
more than ``MOST_SECONDS`` in all, a report that does not hold, or uneven winds.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final

from controller.events import Event
from hall.commands import Context, HallCommand
from hall.tournament import commands as ask
from hall.tournament.decide import COMMANDS
from hall.tournament.decide.looking import program_version
from hall.tournament.draw import promise_of
from hall.tournament.outcome import outcome
from hall.tournament.report import make_report, text_of
from hall.tournament.report_check import check_report
from hall.tournament.results import GameKey
from hall.tournament.state import State, Tournament, evolve
from hall.tournament.values import TableResult

MOST_SECONDS: Final = 60.0
DECIDE: Final = {spec.command: spec.decide for spec in COMMANDS}
WHO: Final = "bench"


@dataclass(frozen=True, slots=True)
class Figures:
    seconds: Mapping[str, float]
    events: int
    report_bytes: int
    report_ok: bool
    wind_deviation: int
    repeats: int


@dataclass(frozen=True, slots=True)
class _Recorded:
    seq: int
    time: str
    event: Event


@dataclass(frozen=True, slots=True)
class _Parts:
    tournaments: State
    results: Mapping[GameKey, TableResult]


@dataclass
class _Run:
    random: Random
    state: State = field(default_factory=State)
    results: dict[GameKey, TableResult] = field(default_factory=dict)
    now: datetime = datetime(2026, 11, 25, 9, tzinfo=UTC)
    events: int = 0
    seconds: dict[str, float] = field(default_factory=dict)

    def do(self, part: str, command: HallCommand) -> None:
        began = time.process_time()
        context = Context(_Parts(self.state, self.results), self.now, self.random.randbytes)
        for event in DECIDE[type(command)](command, context):
            self.events += 1
            stamp = self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            self.state = evolve(self.state, _Recorded(self.events, stamp, event))
        self.seconds[part] = self.seconds.get(part, 0.0) + time.process_time() - began

    @property
    def tournament(self) -> Tournament:
        return next(iter(self.state.tournaments.values()))


def run(players: int, rounds: int, seed: int) -> Figures:
    this = _Run(Random(seed))
    secret = hashlib.sha256(str(seed).encode()).digest()
    this.do("entrants", ask.CreateTournament(WHO, "Bench", "wrc-2025", rounds))
    id = this.tournament.id
    this.do("entrants", ask.OpenRegistration(WHO, id))
    rows = (f"Player {n},{n:08d},Club {n // 3}" for n in range(players))
    this.do("entrants", ask.ImportEntrants(WHO, id, "\n".join(["name,ema,club", *rows])))
    this.do("draw", ask.PromiseDraw(WHO, id, promise_of(secret)))
    this.now += timedelta(hours=1)
    this.do("draw", ask.DrawByHall(WHO, id, secret.hex()))
    this.do("schedule", ask.MakeSchedule(WHO, id))
    for number in range(1, rounds + 1):
        _round(this, id, number)
    this.do("rounds", ask.PublishFinal(WHO, id))
    return _judged(this)


def _round(this: _Run, id: str, number: int) -> None:
    this.do("rounds", ask.SeatRound(WHO, id))
    this.do("rounds", ask.StartRound(WHO, id))
    this.now += timedelta(minutes=90)
    for table, seats in enumerate(this.tournament.rounds[-1].tables, 1):
        one, two, three = (this.random.randrange(-400, 401) * 100 for _ in range(3))
        scores = (30_000 + one, 30_000 + two, 30_000 + three, 30_000 - one - two - three)
        this.results[id, number, table] = TableResult(seats, scores, 0, state="confirmed", source="table")
    for step in (ask.CallTime, ask.CompleteResults, ask.PublishResults):
        this.do("rounds", step(WHO, id))
    this.now += timedelta(minutes=31)
    this.do("rounds", ask.LockRound(WHO, id))
    began = time.process_time()
    outcome(this.tournament, this.results)
    this.seconds["standings"] = this.seconds.get("standings", 0.0) + time.process_time() - began


def _judged(this: _Run) -> Figures:
    began = time.process_time()
    report = make_report(this.tournament, this.results, program_version())
    text = text_of(report).encode()
    this.seconds["report"] = time.process_time() - began
    began = time.process_time()
    found = check_report(text)
    this.seconds["check"] = time.process_time() - began
    seating = report.derived.seating
    return Figures(this.seconds, this.events, len(text), found["ok"], seating.wind_deviation, seating.repeats)


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.tournament", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, default=172)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    figures = run(given.players, given.rounds, given.seed)
    for part, seconds in figures.seconds.items():
        print(f"{part:10} {seconds:7.2f} s")
    total = sum(figures.seconds.values())
    print(f"{'in all':10} {total:7.2f} s of {MOST_SECONDS:.0f}; {figures.events} events")
    held = "holds" if figures.report_ok else "does NOT hold"
    print(
        f"report of {figures.report_bytes} bytes {held}; repeats {figures.repeats}, winds {figures.wind_deviation} off"
    )
    return 0 if figures.report_ok and figures.wind_deviation == 0 and total < MOST_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())

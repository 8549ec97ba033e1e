"""A hall with nothing but tournaments: commands become events, events are stored as JSON and read again, state follows.

``played`` makes results that add up, of a table or of the desk.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from controller.events import Event
from controller.events.catalogue import Catalogue
from controller.journal.chain import canonical
from hall.commands import Context, HallCommand
from hall.intake.state import State as TablesOfHall
from hall.tournament import commands as ask
from hall.tournament.decide import COMMANDS
from hall.tournament.draw import promise_of
from hall.tournament.events import EVENTS
from hall.tournament.results import GameKey
from hall.tournament.state import State, Tournament, evolve
from hall.tournament.values import TableDraw, TableResult

CATALOGUE = Catalogue(EVENTS, {})
DECIDE = {spec.command: spec.decide for spec in COMMANDS}
SECRET = hashlib.sha256(b"a secret of the tests").digest()
START = datetime(2026, 11, 25, 9, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Kept:
    """An event in the journal of the tests."""

    seq: int
    time: str
    event: Event


@dataclass(frozen=True)
class Parts:
    tournaments: State
    results: Mapping[GameKey, TableResult]
    tables: TablesOfHall
    draws: Mapping[str, TableDraw]


@dataclass
class TestHall:
    """``results`` and ``draws``: of tables with a board, as a projection would give them."""

    __test__ = False
    now: datetime = START
    state: State = field(default_factory=State)
    results: dict[GameKey, TableResult] = field(default_factory=dict)
    tables: TablesOfHall = field(default_factory=TablesOfHall)
    draws: dict[str, TableDraw] = field(default_factory=dict)
    journal: list[Kept] = field(default_factory=list)
    random: Random = field(default_factory=lambda: Random(1))

    def do(self, command: HallCommand) -> tuple[Event, ...]:
        context = Context(Parts(self.state, self.results, self.tables, self.draws), self.now, self.random.randbytes)
        events: tuple[Event, ...] = DECIDE[type(command)](command, context)
        for event in events:
            again = CATALOGUE.read(event.type, canonical(CATALOGUE.to_json(event)))
            assert again == event
            stamp = self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            kept = Kept(len(self.journal) + 1, stamp, again)
            self.journal.append(kept)
            self.state = evolve(self.state, kept)
        return events

    def wait(self, **time: float) -> None:
        self.now += timedelta(**time)

    def one(self) -> Tournament:
        return next(iter(self.state.tournaments.values()))

    @property
    def id(self) -> str:
        return self.one().id


def folded(journal: Sequence[Kept]) -> State:
    state = State()
    for kept in journal:
        state = evolve(state, kept)
    return state


def registered(players: int, preset: str = "wrc-2025", rounds: int = 3, **settings: Any) -> TestHall:
    """A tournament with so many players, who are persons of the hall, two in each club and four in each team."""
    hall = TestHall()
    hall.do(ask.CreateTournament("Ana", "Open", preset, rounds, settings))
    hall.do(ask.OpenRegistration("Ana", hall.id))
    rows = [f"Player {n},{n:08d},Club {n // 2},Team {n // 4},p-{n}" for n in range(players)]
    hall.do(ask.ImportEntrants("Ana", hall.id, "\n".join(["name,ema,club,team,person", *rows])))
    return hall


def drawn(players: int, preset: str = "wrc-2025", rounds: int = 3, **settings: Any) -> TestHall:
    return numbers_drawn(registered(players, preset, rounds, **settings))


def numbers_drawn(hall: TestHall) -> TestHall:
    hall.do(ask.PromiseDraw("Ana", hall.id, promise_of(SECRET)))
    hall.wait(minutes=1)
    hall.do(ask.DrawByHall("Ana", hall.id, SECRET.hex(), "said aloud"))
    return hall


def seated(hall: TestHall, **ask_for: Any) -> TestHall:
    if not any(s.first <= len(hall.one().rounds) + 1 < s.first + len(s.rounds) for s in hall.one().schedules):
        hall.do(ask.MakeSchedule("Ana", hall.id, **ask_for))
    hall.do(ask.SeatRound("Ana", hall.id))
    return hall


def scores_of(random: Random, start: int = 30_000) -> tuple[int, int, int, int]:
    """Of four players, negative ones and ties among them."""
    moved = [random.randrange(-400, 401) * 100 for _ in range(3)]
    if random.random() < 0.2:
        moved[1] = moved[0]
    return start + moved[0], start + moved[1], start + moved[2], start - sum(moved)


def result_of(hall: TestHall, number: int, table: int, scores: Sequence[int], **more: Any) -> TableResult:
    """A result as the journal of a table gives it."""
    seats = hall.one().rounds[number - 1].tables[table - 1]
    return TableResult(seats, tuple(scores), more.pop("sticks", 0), state="confirmed", source="table", **more)


def play(hall: TestHall, random: Random, start: int = 30_000) -> TestHall:
    """Starts the round that is seated, plays it at tables with boards, and locks it."""
    number = len(hall.one().rounds)
    hall.do(ask.StartRound("Ana", hall.id))
    hall.wait(minutes=90)
    for table in range(1, len(hall.one().rounds[-1].tables) + 1):
        result = result_of(hall, number, table, scores_of(random, start))
        hall.results[hall.id, number, table] = result
    return finish(hall)


def finish(hall: TestHall) -> TestHall:
    if hall.one().phase == "running":
        hall.do(ask.CallTime("Ana", hall.id))
    hall.do(ask.CompleteResults("Ana", hall.id))
    hall.do(ask.PublishResults("Ana", hall.id))
    hall.wait(minutes=31)
    hall.do(ask.LockRound("Ana", hall.id))
    return hall

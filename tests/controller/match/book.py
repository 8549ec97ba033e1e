"""A match in memory for the tests: commands in, recorded events and state out; every fold is replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from controller.commands import Command
from controller.events import Event, Recorded
from controller.fairness.roll import Roll
from controller.match import (
    BeginHand,
    EndHand,
    HandResult,
    MatchState,
    StartMatch,
    Throw,
    decide,
    evolve,
    wanted_roll,
)
from controller.match.decide import Configure
from controller.rules import configure
from controller.rules.game import QuickWin

NAMES = ("Ann", "Bob", "Cy", "Di")


@dataclass
class Book:
    configure: Configure = configure
    state: MatchState | None = None
    journal: list[Recorded] = field(default_factory=list)

    def do(self, command: Command) -> tuple[Event, ...]:
        events = decide(self.state, command, self.configure)
        for event in events:
            seq = len(self.journal) + 1
            minutes = 600 + 3 * seq
            time = f"2026-11-21T{minutes // 60 % 24:02}:{minutes % 60:02}:00Z"
            self.journal.append(Recorded(seq, time, event, ""))
            self.state = evolve(self.state, self.journal[-1])
        return events

    @property
    def match(self) -> MatchState:
        assert self.state is not None
        return self.state

    def replayed(self) -> MatchState | None:
        state = None
        for recorded in self.journal:
            state = evolve(state, recorded)
        return state

    def throw(self, *dice: int, seat: int | None = None) -> tuple[Event, ...]:
        wanted = wanted_roll(self.state)
        assert wanted is not None
        return self.do(Throw("table", wanted.seats[0] if seat is None else seat, Roll(1, wanted.purpose, dice)))

    def begin(self) -> None:
        self.do(BeginHand("table"))

    def end(self, result: HandResult, hand: int | None = None) -> tuple[Event, ...]:
        return self.do(EndHand("table", len(self.match.hands) if hand is None else hand, result))

    def play(self, *results: HandResult) -> None:
        for result in results:
            self.begin()
            self.end(result)


def started(
    ruleset: str = "hong-kong-old",
    options: Mapping[str, Any] | None = None,
    names: Sequence[str] = NAMES,
    dealer: int = 0,
) -> Book:
    book = Book()
    book.do(StartMatch("staff", "m1", ruleset, tuple(names), options or {}, "given", dealer))
    return book


def win(winner: int, discarder: int | None = None, total: int = 4, *, limit: bool = False) -> HandResult:
    source: Literal["self-draw", "discard"] = "self-draw" if discarder is None else "discard"
    return HandResult("win", (QuickWin(winner, source, discarder, total, limit),))


def wins(discarder: int, **totals: int) -> HandResult:
    """Several winners on one discard, ``seat2=5`` for five faan of seat 2."""
    return HandResult("win", tuple(QuickWin(int(seat[4:]), "discard", discarder, n) for seat, n in totals.items()))


DRAW = HandResult("draw")
VOID = HandResult("abort", reason="void")

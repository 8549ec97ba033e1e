"""The cycle under test with its board, and people who follow the prompts."""

from __future__ import annotations

from dataclasses import replace

from controller.events import Event
from controller.mechanism import (
    BoardConnected,
    BoardLost,
    Input,
    Plan,
    PlanRequested,
    Request,
    Requested,
    Setup,
    Situation,
    StartTimer,
    State,
    TimerElapsed,
    check,
    evolve,
    fresh,
    prompt,
    situation,
    step,
)
from controller.mechanism.follower import NextAct, next_act
from controller.mechanism.inputs import Timer
from controller.mechanism.moves import POSSIBLE_MOVES
from firmware_bridge import messages as m
from firmware_bridge.messages import Fault, Key, Latches
from tests.controller.mechanism.fake_board import STOPPING, FakeBoard

FLOWERS = Plan((36, 36, 36, 36))
SHORTER = Plan((26, 26, 26, 26))


class Desk:
    """The cycle with a board; every step is held against the invariants, the fold and the catalogue of prompts."""

    def __init__(self, plan: Plan = FLOWERS, sets: int = 2, board: FakeBoard | None = None) -> None:
        self.start = fresh(plan, sets, Setup())
        self.state: State = self.start
        self.board = board or FakeBoard()
        self.events: list[Event] = []
        self.timers: list[StartTimer] = []
        self.seen: set[Situation] = set()

    # ------------------------------------------------------------ driving

    def feed(self, given: Input) -> None:
        before = self.state.books
        result = step(self.state, given)
        self.state = result.state
        for event in result.events:
            before = evolve(before, event)
        assert before == self.state.books, "the durable part is the fold of the events"
        self.events += result.events
        self.timers += result.timers
        self.inspect()
        for order in result.commands:
            self.board.take(order)

    def pump(self) -> None:
        while self.board.out:
            self.feed(self.board.out.popleft())

    def tell(self, given: Input) -> None:
        self.feed(given)
        self.pump()

    def inspect(self) -> None:
        here = situation(self.state)
        self.seen.add(here)
        assert check(self.state) == (), (check(self.state), here)
        assert prompt(self.state).key
        way = POSSIBLE_MOVES[here]
        assert way.moves or way.people or way.passing or way.confirm, here

    def connect(self) -> None:
        self.feed(BoardConnected(self.board.welcome()))
        self.board.new_session()
        self.pump()

    def lose(self, reason: str = "link-lost") -> None:
        self.board.silence()
        self.tell(BoardLost(reason))

    def power_cycle(self, cause: m.ResetCause = m.ResetCause.POWER_ON) -> None:
        self.board.power_cut(cause)
        if self.state.live.connected:
            self.tell(BoardLost("link-lost"))
        self.connect()

    def restart_service(self) -> None:
        """As after kill -9: only the journal is left."""
        books = self.start.books
        for event in self.events:
            books = evolve(books, event)
        self.state = replace(self.start, books=books)
        self.board.silence()
        self.connect()

    def press(self, *keys: Key) -> None:
        self.board.press(*keys)
        self.pump()

    def ask(self, request: Request, fault: str | None = None) -> None:
        self.tell(Requested(request, fault))

    def finish(self) -> None:
        """Lets motions and dwells end until nothing but a build is under way."""
        for _ in range(60):
            task = self.state.live.task
            if task is None or not self._one_end():
                return
        raise AssertionError("motions never ended")

    def _one_end(self) -> bool:
        dwells = [wake for wake in self.timers if wake.timer == "dwell"]
        if self.board.job and not self.board.latches & STOPPING:
            self.board.finish()
        elif dwells:
            self.timers.remove(dwells[-1])
            self.feed(TimerElapsed("dwell", dwells[-1].serial))
        else:
            return False
        self.pump()
        return True

    def wake(self, timer: Timer) -> None:
        """The latest timer of this kind runs out."""
        due = [wake for wake in self.timers if wake.timer == timer][-1]
        self.timers.remove(due)
        self.feed(TimerElapsed(timer, due.serial))

    def finish_build(self, counts: tuple[int, ...] | None = None) -> None:
        self.board.finish_build(counts)
        self.pump()

    # ------------------------------------------------------------ people

    def load(self) -> None:
        """Open, push in, close: and what follows by itself."""
        self.press(Key.OPEN)
        self.finish()
        self.press(Key.OPEN)
        self.finish()

    def play_ready(self) -> None:
        """To the steady state: A on the table, B staged."""
        self.connect()
        self.load()
        self.finish_build()
        self.load()
        self.finish_build()

    def types(self) -> list[str]:
        return [event.type.removeprefix("machine.") for event in self.events]

    def follow(self, most: int = 80) -> int:
        """People do what the prompts say until a wall has risen; the number of steps that it took."""
        start = len(self.events)
        for steps in range(most):
            if "machine.wall-raised" in [event.type for event in self.events[start:]]:
                return steps
            self._next_step()
        raise AssertionError(f"no way forward from {situation(self.state)}: {self.types()[-12:]}")

    def _next_step(self) -> None:
        here = situation(self.state)
        self.board.causes -= {fault for fault in self.board.causes if fault < Fault.COVER}
        if here in (Situation.BOARD_AWAY, Situation.BOARD_INCOMPATIBLE):
            self.connect()
        elif here in (Situation.STOP_PRESSED, Situation.COVER_OPEN):
            self.board.release()
            self.pump()
        elif here is Situation.HOT:
            self.board._set_latches(self.board.latches & ~Latches.OVER_TEMPERATURE)
            self.pump()
        elif here is Situation.BOOKS_WRONG:
            self.ask(Request.EMPTIED)
        elif here is Situation.PLAN_TOO_LONG:
            self.tell(PlanRequested(SHORTER))
        elif here is Situation.BUILDING:
            self.finish_build()
        elif here is Situation.KEY_AWAITED:
            self.press(Key.OPEN)
        elif next_act(here) is NextAct.WAIT:
            self.finish()
        else:
            self.press(Key.RAISE if next_act(here) is NextAct.PRESS_RAISE else Key.OPEN)
        self.finish()

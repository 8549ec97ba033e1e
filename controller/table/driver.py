"""The cycle at work: the pure ``controller.mechanism`` between a real board, real timers and the table.

Orders go to the board in the same call in which a key or a sensor was heard, before anything is written down: the
board is told within a fraction of a millisecond. What happened is handed on to ``record``.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from controller.events import Event
from controller.mechanism.cycle import step
from controller.mechanism.inputs import (
    BoardConnected,
    BoardLost,
    DiceEchoed,
    Input,
    Message,
    Notification,
    Order,
    Outcome,
    Reply,
    StartTimer,
    TimerElapsed,
)
from controller.mechanism.state import Books, State
from controller.refusals import Refused
from controller.table.dice_echo import DiceEcho, Faces
from firmware_bridge import messages as m
from firmware_bridge.board import BoardState, BoardStatus
from firmware_bridge.commands import Sent
from firmware_bridge.errors import BridgeError
from firmware_bridge.session import LinkStatistics

log = logging.getLogger("jantaku.machine")

TELEMETRY_MS: Final = 100
_REMEMBERED_ORDERS: Final = 64

_OUTCOMES: Final = (m.Answer, m.Done, m.Failed, m.Halted)
_HEARD: Final = (
    m.KeyChanged, m.FaultRaised, m.FaultCleared, m.BuildChanged, m.LatchesChanged, m.Telemetry, m.SensorState,
    m.Stopped,
)  # fmt: skip


class BoardLink(Protocol):
    """What the table needs of ``firmware_bridge.Board``."""

    @property
    def state(self) -> BoardState: ...
    @property
    def statistics(self) -> LinkStatistics: ...
    def send(self, message: m.Command) -> Sent: ...
    def stop(self) -> asyncio.Future[m.Stopped]: ...
    def dump(self) -> list[dict[str, Any]]: ...


def _told_to_nobody(_meant: Faces, _shown: Faces) -> None:
    pass


class MachineDriver:
    """``record`` takes events that happened; ``changed`` is called after every input. ``misshown``: of the echo."""

    def __init__(
        self,
        state: State,
        record: Callable[[Sequence[Event]], None],
        changed: Callable[[], None],
        misshown: Callable[[Faces, Faces], None] = _told_to_nobody,
    ) -> None:
        self.state, self.echo = state, DiceEcho(self._echoed)
        self._misshown = misshown
        self.board: BoardLink | None = None
        self.frozen = False
        """While the journal cannot be written keys move nothing: what cannot be recorded must not begin."""
        self._record, self._changed = record, changed
        self._orders: OrderedDict[int, int] = OrderedDict()
        self._timers: set[asyncio.TimerHandle] = set()

    @property
    def ready(self) -> bool:
        return self.board is not None and self.board.state.status is BoardStatus.READY

    def replace_books(self, books: Books) -> None:
        """Before the first input: what the journal knows."""
        self.state = replace(self.state, books=books)

    # ------------------------------------------------------------ in

    def feed(self, given: Input) -> None:
        """Takes one input. Raises ``Refused`` for a request that cannot be met; nothing has changed then."""
        result = step(self.state, given)
        self.state = result.state
        for order in result.commands:
            self._give(order)
        for wake in result.timers:
            self._set_timer(wake)
        if result.events:
            self._record(result.events)
        self._changed()

    def try_out(self, given: Input) -> None:
        """Raises ``Refused`` when ``feed`` would; does nothing else."""
        step(self.state, given)

    def overtaken(self, refused: Refused) -> None:
        """A request that was accepted and came too late by the time it was written down: nothing moves."""
        log.warning("overtaken: %s", refused, extra={"code": refused.code})

    def on_state(self, state: BoardState) -> None:
        self.echo.forget()
        if state.status is BoardStatus.READY and state.welcome is not None:
            self.feed(BoardConnected(state.welcome))
            self.show(m.Subscribe(period_ms=TELEMETRY_MS))
        else:
            self.feed(BoardLost(state.reason or state.status.value))

    def on_message(self, message: m.FromBoard) -> None:
        if isinstance(message, _OUTCOMES):
            self._outcome(message)
        elif isinstance(message, m.DiceShown):
            self.echo.heard(message)
        elif isinstance(message, _HEARD) and not self._is_ignored(message):
            self.feed(Notification(message))

    def _echoed(self, meant: Faces, shown: Faces) -> None:
        if meant != shown:
            self._misshown(meant, shown)
        self.feed(DiceEchoed(meant, shown))

    def _is_ignored(self, message: Message) -> bool:
        return self.frozen and isinstance(message, m.KeyChanged)

    def _outcome(self, message: Outcome) -> None:
        tag = self._orders.get(message.command)
        if tag is not None:
            self.feed(Reply(tag, message))

    # ------------------------------------------------------------ out

    def stop_now(self) -> None:
        """All motors off, whatever else is going on."""
        if self.board is not None:
            self.board.stop().add_done_callback(_look_at)

    def show(self, message: m.Command) -> bool:
        """Sends something that moves nothing; False when it could not be sent."""
        return self._send(message) is not None

    def close(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def _give(self, order: Order) -> None:
        if isinstance(order.message, m.Stop):
            self.stop_now()
            return
        sent = self._send(order.message)
        if sent is None:
            # Told later, because the cycle is in the middle of an input. A lost board is told by its state.
            no = m.Answer(0, m.Verdict.BUSY, 0)
            asyncio.get_running_loop().call_soon(self._unsent, Reply(order.tag, no))
            return
        self._orders[sent.command] = order.tag
        if len(self._orders) > _REMEMBERED_ORDERS:
            self._orders.popitem(last=False)

    def _unsent(self, reply: Reply) -> None:
        if self.ready:
            self.feed(reply)

    def _send(self, message: m.Command) -> Sent | None:
        if self.board is None:
            return None
        try:
            sent = self.board.send(message)
        except BridgeError as error:
            log.warning("not sent: %s", type(message).__name__, extra={"code": error.code})
            return None
        if isinstance(message, m.ShowDice):
            self.echo.sent(sent.command, message)
        return sent

    def _set_timer(self, wake: StartTimer) -> None:
        def ring() -> None:
            self._timers.discard(handle)
            self.feed(TimerElapsed(wake.timer, wake.serial))

        handle = asyncio.get_running_loop().call_later(wake.after_ms / 1000, ring)
        self._timers.add(handle)


def _look_at(stopped: asyncio.Future[m.Stopped]) -> None:
    """A stop that was never confirmed has its reason in the board's state."""
    if not stopped.cancelled() and (error := stopped.exception()) is not None:
        log.warning("the stop was not confirmed: %s", error)

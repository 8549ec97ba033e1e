"""The inputs of the cycle: messages of the board, requests of people, timers; and the effects of one input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from controller.events import Event
from controller.events.machine import Place
from controller.mechanism.state import Plan, State
from controller.mechanism.tasks import Command
from firmware_bridge import messages as m

Outcome = m.Answer | m.Done | m.Failed | m.Halted
Message = (
    m.KeyChanged | m.FaultRaised | m.FaultCleared | m.BuildChanged | m.LatchesChanged | m.Telemetry | m.SensorState
    | m.Stopped
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class BoardConnected:
    """A session is open. The cycle compares what the board says with the books before anything moves."""

    welcome: m.Welcome


@dataclass(frozen=True, slots=True)
class BoardLost:
    """The session is over. ``reason`` is a stable word; ``closed`` means on purpose, ``incompatible`` that the board
    speaks another major version.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What the board said about an order: its answer, or its end. ``tag`` is that of the order."""

    tag: int
    message: Outcome


@dataclass(frozen=True, slots=True)
class Notification:
    """What the board said of its own accord: an unsolicited message."""

    message: Message


class Request(StrEnum):
    """What a person may ask for without a key at the table; the board then warns before anything moves."""

    OPEN = "open"
    CLOSE = "close"
    CLOSE_EMPTY = "close-empty"
    RAISE = "raise"
    BUILD = "build"
    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    RESET = "reset"
    CLEAR_FAULT = "clear-fault"
    EMPTIED = "emptied"


@dataclass(frozen=True, slots=True)
class Requested:
    """A request. ``fault`` (an id such as ``E11``) narrows CLEAR_FAULT to one fault."""

    request: Request
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class SetsPlaced:
    """A person tells where the sets are. Sets that are not named stay where the books have them."""

    sets: Mapping[str, Place]


@dataclass(frozen=True, slots=True)
class PlanRequested:
    """The wall that the next build shall make."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class DiceEchoed:
    """The board said which dice its display shows; ``meant``: those that it was sent."""

    meant: tuple[int, ...]
    shown: tuple[int, ...]


Timer = Literal["dwell", "watch", "notice", "refusal"]


@dataclass(frozen=True, slots=True)
class StartTimer:
    """Asks the caller for ``TimerElapsed`` with the same timer and serial after so many milliseconds. Never
    cancelled: a serial that no longer matters is ignored.
    """

    after_ms: int
    timer: Timer
    serial: int


@dataclass(frozen=True, slots=True)
class TimerElapsed:
    """A timer has run out."""

    timer: Timer
    serial: int


Input = (
    BoardConnected | BoardLost | Reply | Notification | DiceEchoed | Requested | SetsPlaced | PlanRequested
    | TimerElapsed
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Order:
    """A command for the board. Its ``command`` (or ``token``) is left 0 for the sender to fill in; what the board
    says about it comes back as ``Reply`` with the same ``tag``.
    """

    tag: int
    message: Command


@dataclass(frozen=True, slots=True)
class Effects:
    """What an input leads to. The durable part of ``state`` is exactly the old one folded over ``events``."""

    state: State
    commands: tuple[Order, ...] = ()
    events: tuple[Event, ...] = ()
    timers: tuple[StartTimer, ...] = ()

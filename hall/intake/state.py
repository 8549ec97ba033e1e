"""The tables of a hall as its own journal knows them: who belongs to it, and which orders wait for an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from controller.events import Recorded
from hall.intake.events import (
    AsideSettled,
    BatchSetAside,
    ClockChecked,
    JournalReplaced,
    OrderAnswered,
    TableEnrolled,
    TableEvent,
    TableOrdered,
    TableReleased,
    TableRenamed,
)

MOST_ASIDE: Final = 100
"""Alarms of one table that are remembered here; the journal has all."""
MOST_ANSWERED: Final = 32
"""Answered orders of one table that are remembered here."""


@dataclass(frozen=True, slots=True)
class OpenOrder:
    """``number``: of the event that made it. Past ``expires`` (ISO 8601) it is delivered no more. ``game``: the
    reference of the one that it is about, where it names one."""

    id: str
    number: int
    kind: str
    expires: str
    who: str
    made: str
    game: str | None = None


@dataclass(frozen=True, slots=True)
class AnsweredOrder:
    """``led_to``: the number of the table's event; None with the ``code`` of a refusal."""

    id: str
    number: int
    kind: str
    led_to: int | None
    code: str | None
    detail: str | None
    time: str
    game: str | None = None


@dataclass(frozen=True, slots=True)
class GameOrder:
    """The last game that a table was told to start. ``game``: its reference. ``number``: of the event that made the
    order; ``time``: when it was answered, before that when it was made, ISO 8601. ``code``: of the refusal."""

    game: str
    order: str
    number: int
    time: str
    answered: bool = False
    code: str | None = None

    @property
    def is_refused(self) -> bool:
        return self.code is not None


@dataclass(frozen=True, slots=True)
class EnrolledTable:
    """``key``: public, hexadecimal. ``enrolled`` and ``released``: ISO 8601, the latter None while it belongs here.
    ``orders``: open, oldest first. ``aside``: what was set aside and nobody has looked at. ``clock_off``: by how many
    milliseconds its clock is wrong, None while it is right."""

    id: str
    key: str
    name: str
    enrolled: str
    released: str | None = None
    orders: tuple[OpenOrder, ...] = ()
    answered: tuple[AnsweredOrder, ...] = ()
    aside: tuple[BatchSetAside, ...] = ()
    aside_since: tuple[int, str] | None = None
    """The event of the hall with which that began, and its time, ISO 8601."""
    clock_off: int | None = None
    replaced: str | None = None
    """When it began a new journal that does not continue the one before; ISO 8601."""
    game: GameOrder | None = None

    def open_order(self, id_: str) -> OpenOrder | None:
        return next((one for one in self.orders if one.id == id_), None)


@dataclass(frozen=True, slots=True)
class State:
    """By id, those that were let go too."""

    tables: Mapping[str, EnrolledTable] = field(default_factory=dict)

    @property
    def present(self) -> tuple[EnrolledTable, ...]:
        """Those that belong to the hall, in the order in which they came."""
        return tuple(one for one in self.tables.values() if one.released is None)


def evolve(state: State, recorded: Recorded) -> State:
    """Never fails; an event of another room, or of a table that is not known, changes nothing."""
    event, time = recorded.event, recorded.time
    if not isinstance(event, TableEvent):
        return state
    before = state.tables.get(event.table)
    if isinstance(event, TableEnrolled):
        after = _enrolled(before, event, time)
    elif before is None:
        return state
    else:
        after = _changed(before, event, time, recorded.seq)
    return State({**state.tables, event.table: after})


def _enrolled(before: EnrolledTable | None, event: TableEnrolled, time: str) -> EnrolledTable:
    if before is None:
        return EnrolledTable(event.table, event.key, event.name, time)
    return replace(before, name=event.name, enrolled=time, released=None)


def _changed(table: EnrolledTable, event: TableEvent, time: str, seq: int) -> EnrolledTable:
    match event:
        case TableRenamed():
            return replace(table, name=event.name)
        case TableReleased():
            return replace(table, released=time, orders=(), game=None)
        case TableOrdered():
            made = OpenOrder(event.order, seq, event.kind, event.expires, event.who, time, _reference(event))
            return replace(table, orders=(*table.orders, made), game=_game(event, seq, time) or table.game)
        case OrderAnswered():
            return _answered(table, event, time)
        case BatchSetAside():
            since = table.aside_since or (seq, time)
            return replace(table, aside=(*table.aside, event)[-MOST_ASIDE:], aside_since=since)
        case AsideSettled():
            return replace(table, aside=(), aside_since=None, replaced=None)
        case JournalReplaced():
            return replace(table, replaced=time)
        case ClockChecked():
            return replace(table, clock_off=None if event.right else event.offset_ms)
    return table


def _answered(table: EnrolledTable, event: OrderAnswered, time: str) -> EnrolledTable:
    order = table.open_order(event.order)
    if order is None:
        return table
    answer = AnsweredOrder(order.id, order.number, order.kind, event.led_to, event.code, event.detail, time, order.game)
    rest = tuple(one for one in table.orders if one is not order)
    game = table.game
    if game is not None and game.order == order.id:
        game = replace(game, time=time, answered=True, code=event.code)
    return replace(table, orders=rest, answered=(*table.answered, answer)[-MOST_ANSWERED:], game=game)


def _game(event: TableOrdered, seq: int, time: str) -> GameOrder | None:
    game = _reference(event) if event.kind == "start-game" else None
    return None if game is None else GameOrder(game, event.order, seq, time)


def _reference(event: TableOrdered) -> str | None:
    game = event.body.get("game")
    return game if isinstance(game, str) else None

"""A command about the hall: refused with a reason, or answered with events. ``now``: ISO 8601."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from controller.events import Event
from controller.events.hall import (
    HallClockSet,
    HallDrawWanted,
    HallGrantGiven,
    HallGrantRevoked,
    HallHandAllowed,
    HallJoined,
    HallLeft,
    HallMessageRead,
    HallMessageShown,
    HallOrderRefused,
    HallReleased,
)
from controller.fairness.signing import KEY_BYTES, is_sound
from controller.limits import LONGEST_NAME, LONGEST_RULING, LONGEST_WHO, check_words
from controller.match import MatchState
from controller.permits import Role
from controller.refusals import Code, Refused
from controller.uplink.commands import (
    AllowHand,
    CallTime,
    JoinHall,
    LeaveHall,
    ReadMessage,
    RefuseOrder,
    Release,
    RevokeGrant,
    SetClock,
    ShowMessage,
    StopPlay,
    TakeGrant,
    WantDraw,
)
from controller.uplink.draw import MOST_ROLLS
from controller.uplink.gong import MOST_HANDS, Clock, hands_left
from controller.uplink.order import Order
from controller.uplink.state import Answered, Hall, HallState

LONGEST_MESSAGE: Final = LONGEST_RULING
LONGEST_HALL_ID: Final = 64
LONGEST_HALL_NAME: Final = 60
_LONGEST_DETAIL: Final = 300
GRANTED: Final = (Role.STAFF, Role.REFEREE, Role.TECHNICIAN)
"""What a hall can make of a device at its tables."""


def join(state: HallState, command: JoinHall) -> tuple[Event, ...]:
    """A new token of the hall that the table belongs to is nothing new. Raises ``Refused``."""
    for field, most in (("hall", LONGEST_HALL_ID), ("table", LONGEST_HALL_ID), ("name", LONGEST_HALL_NAME)):
        check_words(getattr(command, field), field, most)
    if not _is_key(command.key):
        raise Refused(Code.INVALID, "key: it is no public key", field="key")
    known = state.hall
    if known is not None and known.id != command.hall:
        raise Refused(Code.IN_A_HALL, f"The table belongs to {known.name}.")
    if known is not None and (known.key, known.table, known.released) == (command.key, command.table, False):
        return ()
    return (HallJoined(command.hall, command.name, command.key, command.table, command.who),)


def leave(state: HallState, command: LeaveHall) -> tuple[Event, ...]:
    """Raises ``Refused``."""
    hall = member_of(state)
    if not hall.released and not command.unreleased:
        raise Refused(Code.NOT_RELEASED, f"{hall.name} has not let the table go.", field="unreleased")
    return (HallLeft(hall.id, hall.released, command.who),)


def allow_hand(state: HallState, command: AllowHand, match: MatchState | None, now: str) -> tuple[Event, ...]:
    """Raises ``Refused`` while the clock forbids nothing."""
    if time_is_up(state, match, now):
        return (HallHandAllowed(command.who),)
    raise Refused(Code.TIME_IS_NOT_UP)


def read_message(state: HallState, command: ReadMessage) -> tuple[Event, ...]:
    return () if state.message is None else (HallMessageRead(command.who),)


# ---------------------------------------------------------------- the clock


def time_is_up(state: HallState, match: MatchState | None, now: str) -> bool:
    """Whether no hand may begin any more."""
    if state.clock is None or match is None or match.phase == "over":
        return False
    return hands_left(state.clock, match, now) == 0


def check_time(state: HallState, match: MatchState | None, now: str) -> None:
    """Before a hand begins. Raises ``Refused``."""
    if time_is_up(state, match, now):
        raise Refused(Code.TIME_IS_UP)


def set_clock(state: HallState, command: SetClock, now: str) -> tuple[Event, ...]:
    del state, now
    for field, hands in (("inside", command.inside), ("between", command.between)):
        if not 0 <= hands <= MOST_HANDS:
            raise Refused(Code.BAD_ORDER, f"{field}: 0 to {MOST_HANDS} hands may begin after the gong", field=field)
    return (
        HallClockSet(
            command.ends, command.inside, command.between, command.again, command.stops, command.game, command.who
        ),
    )


def call_time(state: HallState, command: CallTime, now: str) -> tuple[Event, ...]:
    """Without a clock, the hand that is being played is the last one."""
    clock = state.clock or Clock(now, 0, 0)
    at = command.at or now
    return (HallClockSet(at, clock.inside, clock.between, clock.again, clock.stops, clock.game, command.who),)


def stop_play(state: HallState, command: StopPlay, now: str) -> tuple[Event, ...]:
    game = None if state.clock is None else state.clock.game
    return (HallClockSet(now, 0, 0, False, True, game, command.who),)


# ---------------------------------------------------------------- other orders


def show(state: HallState, command: ShowMessage, now: str) -> tuple[Event, ...]:
    del state, now
    check_words(command.text, "text", LONGEST_MESSAGE)
    return (HallMessageShown(command.text, command.who),)


def want_draw(state: HallState, command: WantDraw, now: str) -> tuple[Event, ...]:
    """Raises ``Refused``."""
    del now
    if command.draw is None:
        return () if state.draw is None else (HallDrawWanted(None, "", 0, command.who),)
    check_words(command.title, "title", LONGEST_RULING)
    if not 1 <= command.rolls <= MOST_ROLLS:
        raise Refused(Code.BAD_ORDER, f"rolls: 1 to {MOST_ROLLS}", field="rolls")
    if state.draw is not None and state.draw.draw == command.draw:
        return ()
    return (HallDrawWanted(command.draw, command.title, command.rolls, command.who),)


def grant(state: HallState, command: TakeGrant, now: str) -> tuple[Event, ...]:
    """Raises ``Refused``."""
    check_words(command.name, "name", LONGEST_NAME)
    if command.role not in GRANTED:
        raise Refused(Code.BAD_ORDER, f"role: one of {', '.join(GRANTED)}", field="role")
    if command.expires <= now:
        raise Refused(Code.ORDER_EXPIRED)
    if command.grant in state.grants:
        return ()
    return (HallGrantGiven(command.grant, command.role, command.name, command.expires, command.who),)


def revoke(state: HallState, command: RevokeGrant, now: str) -> tuple[Event, ...]:
    """Raises ``Refused``."""
    del now
    if command.grant not in state.grants:
        raise Refused(Code.NO_SUCH_GRANT)
    return (HallGrantRevoked(command.grant, command.who),)


def release(state: HallState, command: Release, now: str) -> tuple[Event, ...]:
    del now
    return () if member_of(state).released else (HallReleased(command.who),)


# ---------------------------------------------------------------- orders


def member_of(state: HallState) -> Hall:
    """Raises ``Refused``."""
    if state.hall is None:
        raise Refused(Code.IN_NO_HALL)
    return state.hall


def check_order(state: HallState, order: Order, now: datetime) -> Answered | None:
    """What was answered to it before; None for a new one. Raises ``Refused``."""
    member_of(state)
    check_words(order.who, "who", LONGEST_WHO)
    known = state.answer_to(order.id)
    if known is None and now >= datetime.fromisoformat(order.expires):
        raise Refused(Code.ORDER_EXPIRED, f"It was to be carried out before {order.expires}.")
    return known


def refuse(state: HallState, command: RefuseOrder) -> tuple[Event, ...]:
    order = command.order
    if state.hall is None or state.answer_to(order.id) is not None:
        return ()
    detail = command.detail[:_LONGEST_DETAIL]
    return (HallOrderRefused(order.id, order.number, order.kind, command.code, detail, order.who),)


def _is_key(text: str) -> bool:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        return False
    return len(key) == KEY_BYTES and len(text) == 2 * KEY_BYTES and is_sound(key)


IN_ORDERS: Final[dict[type[Any], Any]] = {
    SetClock: set_clock, CallTime: call_time, StopPlay: stop_play, ShowMessage: show, TakeGrant: grant,
    RevokeGrant: revoke, Release: release, WantDraw: want_draw,
}  # fmt: skip
"""What an order leads to that is no command of the match: ``(state, command, now) -> events``."""

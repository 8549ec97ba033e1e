"""Who sees to an alarm. Whether it is still there is a fact of the tables (``hall.floor.alarms``)."""

from __future__ import annotations

import re
from typing import Final

from controller.events import Event
from controller.limits import LONGEST_WHY, check_words
from controller.refusals import Code, Refused
from hall.commands import HallCommandSpec
from hall.floor.commands import ResolveAlarm, TakeAlarm
from hall.floor.decide.checks import FloorContext, check_who
from hall.floor.events import AlarmResolved, AlarmTaken

_ID: Final = re.compile(r"[a-z]+(:[\w.+-]{0,64}){1,6}")


def take_alarm(command: TakeAlarm, context: FloorContext) -> tuple[Event, ...]:
    """The first who takes it is the one who goes."""
    check_who(command.who)
    _check_id(command.alarm)
    known = command.alarm in context.state.floor.alarms
    return () if known else (AlarmTaken(command.alarm, command.who),)


def resolve_alarm(command: ResolveAlarm, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    check_words(command.why, "why", LONGEST_WHY, may_be_empty=True)
    _check_id(command.alarm)
    found = context.state.floor.alarms.get(command.alarm)
    if found is not None and found.resolved is not None:
        return ()
    return (AlarmResolved(command.alarm, command.how, command.why.strip(), command.who, command.returned or None),)


def _check_id(alarm: str) -> None:
    if not _ID.fullmatch(alarm):
        raise Refused(Code.NO_SUCH_ALARM, field="alarm")


COMMANDS: Final = (
    HallCommandSpec(command=TakeAlarm, name="floor.take-alarm", decide=take_alarm),
    HallCommandSpec(command=ResolveAlarm, name="floor.resolve-alarm", decide=resolve_alarm),
)

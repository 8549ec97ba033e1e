"""What decisions of the floor look at, and what they all check."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Protocol

from controller.limits import LONGEST_WHO, LONGEST_WHY, check_words
from controller.refusals import Code, Refused, Takes
from hall.commands import Context
from hall.floor.play import TablePlay
from hall.floor.sessions import Session
from hall.floor.state import FloorTable, Party, State
from hall.floor.times import HOUR, MINUTE, ms_at, ms_of
from hall.ids import is_id, new_id
from hall.people.state import State as People

EARLIEST: Final = 24 * HOUR
"""So long afterwards something can still be entered."""
SLACK: Final = MINUTE
"""So far the clock of a page may be ahead of the hall's."""
LONGEST_LABEL: Final = 20


class HallView(Protocol):
    @property
    def floor(self) -> State: ...

    @property
    def people(self) -> People: ...

    @property
    def plays(self) -> Mapping[str, TablePlay]:
        """What was played at each table, as its own journal says."""
        ...


FloorContext = Context[HallView]


def check_who(who: str) -> None:
    check_words(who, "who", LONGEST_WHO)


def check_reason(who: str, why: str) -> None:
    check_who(who)
    check_words(why, "why", LONGEST_WHY)


def check_label(label: str) -> None:
    check_words(label, "label", LONGEST_LABEL, may_be_empty=True)


def check_person(context: FloorContext, person: str, field: str) -> None:
    found = context.state.people.persons.get(person)
    if found is None or found.erased is not None:
        raise Refused(Code.NO_SUCH_PERSON, f"{person[:20]!r} is not registered.", field=field)


def table_of(state: State, id_: str) -> FloorTable:
    found = state.tables.get(id_)
    if found is None:
        raise Refused(Code.NO_SUCH_FLOOR_TABLE, field="table")
    return found


def free_table(state: State, id_: str) -> FloorTable:
    found = table_of(state, id_)
    if state.session_at(id_) is not None:
        raise Refused(Code.TABLE_TAKEN, field="table")
    if found.blocked is not None:
        raise Refused(Code.TABLE_BLOCKED, found.blocked, field="table")
    return found


def session_of(state: State, id_: str, field: str = "session") -> Session:
    found = state.sessions.get(id_)
    if found is None:
        raise Refused(Code.NO_SUCH_SESSION, field=field)
    return found


def open_session(state: State, id_: str, field: str = "session") -> Session:
    found = session_of(state, id_, field)
    if not found.is_open:
        raise Refused(Code.SESSION_OVER, field=field)
    return found


def party_of(state: State, id_: str) -> Party:
    found = state.queue.get(id_)
    if found is None:
        raise Refused(Code.NO_SUCH_PARTY, field="party")
    return found


def moment(at: str | None, now: datetime, least: int | None = None) -> int:
    """When something was so, milliseconds since 1970: not before ``least``, the last change of what it is about. Now,
    where nothing is said; a clock that was set back loses no time that runs. Raises ``Refused``."""
    present = ms_of(now)
    if at is None:
        return present if least is None else max(present, least)
    try:
        found = ms_at(at)
    except ValueError:
        raise Refused(Code.BAD_MOMENT, Takes.TIME(), field="at") from None
    if found > present + SLACK:
        raise Refused(Code.BAD_MOMENT, Takes.STILL_TO_COME(), field="at")
    if least is not None and found < least:
        raise Refused(Code.BAD_MOMENT, Takes.BEFORE_CHANGE(), field="at")
    if found < present - EARLIEST:
        raise Refused(Code.BAD_MOMENT, Takes.DAY_AGO(), field="at")
    return min(found, max(present, least or 0))


def chosen_id(kind: str, wanted: str | None, context: FloorContext) -> str:
    """Raises ``Refused`` (``bad-id``)."""
    if wanted is None:
        return new_id(kind, context.random)
    if not is_id(kind, wanted):
        raise Refused(Code.BAD_ID, f"An id is {kind}- and 12 characters.", field="id")
    return wanted

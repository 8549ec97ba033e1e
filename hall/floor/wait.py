"""How long a party in the queue has to wait: the queue is played through, in its order, with the tables as they are and
sessions as long as they usually are. An estimate for people, and the proposal for whom to seat next.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from controller.rules.seats import SEAT_COUNT
from hall.floor.events import Wishes
from hall.floor.sessions import Session
from hall.floor.state import FloorTable, Party, State
from hall.floor.times import MINUTE

USUAL_MINUTES: Final = 120
"""A session, as long as the hall has not seen enough of them: four players through two winds."""
ENOUGH: Final = 5
"""Sessions of a ruleset, or of all, from which a usual length is taken."""
OVERDUE_MINUTES: Final = 15
"""What is still expected of a session that lasts longer than any before it."""


@dataclass(frozen=True, slots=True)
class Wait:
    """``minutes``: None where it cannot be said, because ``missing`` more players are needed, or no table suits.
    ``table``: where they would sit. ``together``: the parties who would sit there, this one among them."""

    party: str
    minutes: int | None
    table: str | None
    together: tuple[str, ...]
    missing: int = 0


@dataclass
class _Slot:
    """A table in the played-through future. ``free_at``: milliseconds since 1970."""

    table: FloorTable
    free_at: float


@dataclass
class _Seats:
    """Empty seats of a session that goes on."""

    table: FloorTable
    session: Session
    free: int


def waits(state: State, now: int, taken: Collection[str] = ()) -> dict[str, Wait]:
    """By party, for those whose turn comes by itself (``Party.waits``). ``taken``: tables without a session at which
    people play all the same."""
    parties = [party for party in state.queue.values() if party.waits]
    slots, seats = _slots(state, now, taken), _open_seats(state)
    found: dict[str, Wait] = {}
    for party in parties:
        if party.id in found:
            continue
        joined = _joined(party, seats)
        if joined is not None:
            found[party.id] = Wait(party.id, 0, joined.table.id, (party.id,))
            continue
        group = _group(party, [one for one in parties if one.id not in found])
        for wait in _seated(group, slots, state, now):
            found[wait.party] = wait
    return found


def usual_ms(state: State, ruleset: str | None) -> float:
    """How long a session lasts: the median of those of the ruleset, or of all."""
    return median(_lengths(state, ruleset) or [USUAL_MINUTES * MINUTE])


def remaining_ms(state: State, session: Session, now: int) -> float:
    """What is still to come: of sessions that lasted longer than this one has, the median less what is past."""
    past = session.played(now)
    longer = [ms for ms in _lengths(state, session.ruleset) or [USUAL_MINUTES * MINUTE] if ms > past]
    return median(longer) - past if longer else OVERDUE_MINUTES * MINUTE


def _lengths(state: State, ruleset: str | None) -> Sequence[int]:
    own = [one.ms for one in state.lengths if one.ruleset == ruleset]
    every = [one.ms for one in state.lengths]
    return own if len(own) >= ENOUGH else every if len(every) >= ENOUGH else ()


def _slots(state: State, now: int, taken: Collection[str]) -> list[_Slot]:
    found = []
    kept = {party.called_to: party for party in state.queue.values() if party.called_to is not None}
    for table in state.tables.values():
        session = state.session_at(table.id)
        if table.blocked is not None:
            continue
        free_at: float = now if session is None else now + remaining_ms(state, session, now)
        if session is None and table.id in taken:
            free_at += usual_ms(state, None)
        if table.id in kept:
            free_at += usual_ms(state, kept[table.id].wishes.ruleset)
        found.append(_Slot(table, free_at))
    return found


def _open_seats(state: State) -> list[_Seats]:
    """Of sessions that others may join, and that nobody has been called to."""
    called = {party.called_to for party in state.queue.values()}
    return [
        _Seats(state.tables[one.table], one, SEAT_COUNT - len(one.seated))
        for one in state.sessions.values()
        if one.is_open and one.joinable and one.table in state.tables and one.table not in called
        if state.tables[one.table].blocked is None and len(one.seated) < SEAT_COUNT
    ]


def _joined(party: Party, seats: Iterable[_Seats]) -> _Seats | None:
    """The session that a party can join at once; its seats are taken."""
    for one in seats:
        there = {stay.person for stay in one.session.seated}
        if (
            party.size <= one.free
            and not party.wishes.alone
            and _suits(party.wishes, one.table)
            and party.wishes.ruleset in (None, one.session.ruleset)
            and not there & set(party.wishes.avoid)
        ):
            one.free -= party.size
            return one
    return None


def _group(first: Party, others: Sequence[Party]) -> list[Party]:
    """The first, and those after it who make the table full."""
    group = [first]
    for one in others:
        if sum(party.size for party in group) >= SEAT_COUNT or first.wishes.alone:
            break
        fits = sum(party.size for party in group) + one.size <= SEAT_COUNT
        if one.id != first.id and fits and all(_agree(one, party) for party in group):
            group.append(one)
    return group


def _agree(first: Party, second: Party) -> bool:
    """Whether two parties can share a table."""
    one, two = first.wishes, second.wishes
    if one.alone or two.alone or set(one.avoid) & set(second.persons) or set(two.avoid) & set(first.persons):
        return False
    pairs = ((one.ruleset, two.ruleset), (one.smoking, two.smoking), (one.area, two.area))
    return all(a is None or b is None or a == b for a, b in pairs)


def _seated(group: Sequence[Party], slots: Sequence[_Slot], state: State, now: int) -> list[Wait]:
    ids = tuple(party.id for party in group)
    size = sum(party.size for party in group)
    missing = 0 if size == SEAT_COUNT or group[0].wishes.alone else SEAT_COUNT - size
    fitting = [slot for slot in slots if all(_suits(party.wishes, slot.table) for party in group)]
    if missing or not fitting:
        return [Wait(group[0].id, None, None, ids, missing)]
    slot = min(fitting, key=lambda one: one.free_at)
    minutes = math.ceil(max(0, slot.free_at - now) / MINUTE)
    ruleset = next((party.wishes.ruleset for party in group if party.wishes.ruleset), None)
    slot.free_at = max(slot.free_at, now) + usual_ms(state, ruleset)
    return [Wait(party.id, minutes, slot.table.id, ids) for party in group]


def _suits(wishes: Wishes, table: FloorTable) -> bool:
    return wishes.area in (None, table.area) and wishes.smoking in (None, table.smoking)


def overdue_calls(state: State, now: int) -> list[str]:
    """Parties who were called and did not come in time."""
    return [one.id for one in state.queue.values() if one.until is not None and one.until <= now]

"""Floor plan, queue, till and prices as the pages of the hall show them. Times are milliseconds since 1970."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

from api.hall.views import MINUTE, ViewShown, view
from controller.match.view import match_summary
from controller.rules.seats import Wind
from hall.floor.state import State
from hall.floor.times import ms_of
from hall.floor.today import session_row, table_row
from hall.floor.wait import overdue_calls, waits
from hall.people.state import State as People

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime


class Part(BaseModel):
    """A part of a view."""

    model_config = ConfigDict(extra="forbid")


class GuestShown(Part):
    """``name``: the display name, or empty for a guest whom the hall does not know."""

    stay: int
    person: str | None
    name: str
    label: str
    seat: int | None
    left: bool


class SessionShown(Part):
    """``course``: ``running``, ``paused`` or ``ended``. ``played_ms``: up to ``now`` of the view. ``fee``: in the
    smallest coin, without games and hands that are still to be counted; None where nothing is charged. ``settled``:
    there is a receipt for all of it."""

    session: str
    table: str
    course: str
    started: int
    played_ms: int
    ruleset: str | None
    joinable: bool
    fee: int | None
    settled: bool
    guests: list[GuestShown]


class KeptFor(Part):
    """The party that was called to a table."""

    party: str
    ticket: int
    until: int | None


class LiveSeat(Part):
    seat: int
    name: str
    wind: Wind | None
    score: int


class LiveShown(Part):
    """What the table's own journal says. ``light``: ``green``, ``amber`` or ``red``; ``heard``: when the table was
    heard last, None where it was not since the hall started. ``prevailing``, ``in_round``, ``extra``: of the hand that
    is played or comes next, None and 0 without a match."""

    light: str
    faults: list[str]
    called: bool
    heard: int | None
    ruleset: str | None
    prevailing: Wind | None
    in_round: int
    extra: int
    dealer: int | None
    seats: list[LiveSeat]


class FloorTableShown(Part):
    """``x``, ``y``: thousandths of the plan. ``blocked``: why nobody is seated there."""

    table: str
    number: int
    name: str
    area: str
    smoking: bool
    x: int
    y: int
    blocked: str | None
    kept_for: KeptFor | None
    session: SessionShown | None
    live: LiveShown | None = None
    """Null for a table without a board, or one that has sent nothing yet."""


class FloorView(ViewShown):
    """``unpaid``: sessions that are over and have no receipt. ``prices``: the revision in force, 0 for none."""

    now: int
    tables: list[FloorTableShown]
    unpaid: list[SessionShown]
    prices: int


class PartyShown(Part):
    """``minutes``: the expected wait; None where it cannot be said. ``proposed``: the table they would get, with
    ``together``. ``missing``: players who are still needed. ``called_to``, ``until``, ``overdue``: of a call."""

    party: str
    ticket: int
    size: int
    persons: list[str]
    names: list[str]
    label: str
    wishes: dict[str, Any]
    since: int
    minutes: int | None
    proposed: str | None
    together: list[str]
    missing: int
    called_to: str | None
    until: int | None
    overdue: bool
    missed: int


class QueueView(ViewShown):
    """In the order in which they came."""

    now: int
    parties: list[PartyShown]


class ReceiptShown(Part):
    receipt: str
    number: int
    session: str | None
    stay: int | None
    time: str
    lines: list[dict[str, Any]]
    total: int
    paid: dict[str, int]
    currency: str
    digits: int
    who: str
    voided: str | None


class CloseShown(Part):
    close: int
    day: str
    takings: dict[str, int]
    difference: dict[str, int]
    left: int
    taken: int
    why: str
    who: str


class TillView(ViewShown):
    """Since the last close; ``next_close``: its number. ``closes``: the last ones, the latest first."""

    next_close: int
    takings: dict[str, int]
    expected: dict[str, int]
    opening: int
    moved: int
    receipts: list[ReceiptShown]
    closes: list[CloseShown]


class PricesView(ViewShown):
    """The list in force; None before the first."""

    revision: int
    prices: dict[str, Any] | None


@view("floor", "read.floor", "floor", "person", "table", MINUTE)
def floor(runtime: HallRuntime, _id: str) -> FloorView:
    hall, now = runtime.running.state, ms_of(runtime.now())
    tables = [
        FloorTableShown.model_validate(
            {**_named(table_row(hall.floor, table, now), hall.people), "live": _live(runtime, table.id)}
        )
        for table in sorted(hall.floor.tables.values(), key=lambda one: one.number)
    ]
    unpaid = [
        SessionShown.model_validate(_guests_named(session_row(hall.floor, session, now), hall.people))
        for session in hall.floor.sessions.values()
        if session.course.value == "ended" and not session.is_settled
    ]
    return FloorView(now=now, tables=tables, unpaid=unpaid, prices=hall.floor.revision)


@view("queue", "read.floor", "floor", "person", MINUTE)
def queue(runtime: HallRuntime, _id: str) -> QueueView:
    hall, now = runtime.running.state, ms_of(runtime.now())
    return QueueView(now=now, parties=_parties(hall.floor, hall.people, now))


@view("till", "read.money", "floor")
def till(runtime: HallRuntime, _id: str) -> TillView:
    found = runtime.running.state.floor.till
    receipts = [
        ReceiptShown(
            receipt=one.id,
            number=one.number,
            session=one.session,
            stay=one.stay,
            time=one.time,
            lines=[asdict(line) for line in one.lines],
            total=one.total,
            paid=dict(one.paid),
            currency=one.currency,
            digits=one.digits,
            who=one.who,
            voided=one.voided,
        )
        for one in reversed([*found.now.receipts.values()])
    ]
    closes = [
        CloseShown(
            close=one.close,
            day=one.day,
            takings=dict(one.takings),
            difference=dict(one.difference),
            left=one.left,
            taken=one.taken,
            why=one.why,
            who=one.who,
        )
        for period in reversed(found.closed)
        if (one := period.closed) is not None
    ]
    return TillView(
        next_close=found.closes + 1,
        takings=found.now.takings,
        expected=found.expected,
        opening=found.drawer,
        moved=found.now.moved,
        receipts=receipts,
        closes=closes,
    )


@view("prices", "read.money", "floor")
def prices(runtime: HallRuntime, _id: str) -> PricesView:
    state = runtime.running.state.floor
    found = state.prices.get(state.revision)
    return PricesView(revision=state.revision, prices=None if found is None else asdict(found))


def _live(runtime: HallRuntime, table: str) -> LiveShown | None:
    live = None if runtime.tables is None else runtime.tables.live.get(table)
    if live is None:
        return None
    match = match_summary(live.match)
    link = runtime.links.get(table)
    return LiveShown(
        light=live.machine.light,
        faults=[fault.code for fault in live.machine.faults],
        called=bool(live.calls.open),
        heard=None if link is None else link.heard,
        ruleset=None if match is None else match["ruleset"],
        prevailing=None if match is None else match["prevailing"],
        in_round=0 if match is None else match["in_round"],
        extra=0 if match is None else match["extra"],
        dealer=None if match is None else match["dealer"],
        seats=[]
        if match is None
        else [
            LiveSeat(seat=row["seat"], name=row["name"], wind=row["wind"], score=row["score"]) for row in match["seats"]
        ],
    )


def _parties(state: State, people: People, now: int) -> list[PartyShown]:
    expected, overdue = waits(state, now), set(overdue_calls(state, now))
    shown = []
    for party in state.queue.values():
        wait = expected.get(party.id)
        shown.append(
            PartyShown(
                party=party.id,
                ticket=party.ticket,
                size=party.size,
                persons=list(party.persons),
                names=[people.display_name(person) for person in party.persons],
                label=party.label,
                wishes=asdict(party.wishes),
                since=party.since,
                minutes=None if wait is None else wait.minutes,
                proposed=None if wait is None else wait.table,
                together=[] if wait is None else list(wait.together),
                missing=0 if wait is None else wait.missing,
                called_to=party.called_to,
                until=party.until,
                overdue=party.id in overdue,
                missed=party.missed,
            )
        )
    return shown


def _named(row: dict[str, Any], people: People) -> dict[str, Any]:
    session = row["session"]
    return row if session is None else {**row, "session": _guests_named(session, people)}


def _guests_named(session: dict[str, Any], people: People) -> dict[str, Any]:
    guests = [
        {**guest, "name": "" if guest["person"] is None else people.display_name(guest["person"])}
        for guest in session["guests"]
    ]
    return {**session, "guests": guests}

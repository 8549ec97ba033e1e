"""The day, the till and the prices as the pages of the hall show them. Times are milliseconds since 1970."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ConfigDict

from api.hall.views import ViewShown, view
from controller.refusals import Code, Refused
from hall.floor.bill import LineKind, ReceiptLine
from hall.floor.prices import Unit
from hall.floor.till import Receipt
from hall.floor.times import business_day, ms_of
from hall.floor.today import figures
from hall.stream import MINUTE

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime


MOST_EARLIER: Final = 300
"""Receipts of earlier closes on the page: some days of a large parlour."""


class Part(BaseModel):
    """A part of a view."""

    model_config = ConfigDict(extra="forbid")


class ReceiptLineShown(Part):
    """A line of a receipt (``floor.receipt-issued`` in ``docs/hall-events.md``)."""

    kind: LineKind
    text: str
    unit: Unit | None
    quantity: int
    price: int
    amount: int
    guest: int | None
    day: str

    @classmethod
    def of(cls, line: ReceiptLine) -> ReceiptLineShown:
        return cls.model_validate(asdict(line))


class ReceiptShown(Part):
    """``voided``: when, ISO 8601."""

    receipt: str
    number: int
    session: str | None
    stay: int | None
    time: str
    lines: list[ReceiptLineShown]
    total: int
    paid: dict[str, int]
    currency: str
    digits: int
    who: str
    voided: str | None


class ReceiptView(ViewShown):
    """One receipt, as it is printed. ``table``: the number of the table where the session ended, and ``guest``: whom it
    is for; None and empty where the hall no longer knows the session, or it is for all."""

    receipt: ReceiptShown
    table: int | None
    guest: str


class CloseShown(Part):
    close: int
    day: str
    takings: dict[str, int]
    difference: dict[str, int]
    left: int
    taken: int
    why: str
    who: str


class DayShown(Part):
    """Of the day of business: ``day`` YYYY-MM-DD in the time zone of the hall, ``began``. ``table_ms``: for which
    tables were taken, of ``table_ms_possible``; ``hand_ms``: the median."""

    day: str
    began: int
    table_ms: int
    table_ms_possible: int
    sessions: int
    games: int
    hands: int
    hand_ms: int | None


class TillView(ViewShown):
    """Since the last close; ``next_close``: its number. ``closes``: the last ones, and ``earlier`` the receipts in
    them, which can still be voided, the latest first."""

    today: DayShown
    next_close: int
    takings: dict[str, int]
    expected: dict[str, int]
    opening: int
    moved: int
    receipts: list[ReceiptShown]
    earlier: list[ReceiptShown]
    closes: list[CloseShown]


class PricesView(ViewShown):
    """The list in force; None before the first."""

    revision: int
    prices: dict[str, Any] | None


@view("till", "read.money", "floor", MINUTE)
def till(runtime: HallRuntime, _id: str) -> TillView:
    found = runtime.running.state.floor.till
    receipts = [_receipt_shown(one) for one in reversed([*found.now.receipts.values()])]
    before = [one for period in found.closed for one in period.receipts.values()]
    earlier = [_receipt_shown(one) for one in reversed(before[-MOST_EARLIER:])]
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
        today=_today(runtime),
        next_close=found.closes + 1,
        takings=found.now.takings,
        expected=found.expected,
        opening=found.drawer,
        moved=found.now.moved,
        receipts=receipts,
        earlier=earlier,
        closes=closes,
    )


@view("receipt", "read.money", "floor", "person")
def receipt(runtime: HallRuntime, id_: str) -> ReceiptView:
    hall = runtime.running.state
    found = hall.floor.till.receipt(id_)
    if found is None:
        raise Refused(Code.NO_SUCH_RECEIPT)
    session = None if found.session is None else hall.floor.sessions.get(found.session)
    table = None if session is None else hall.floor.tables.get(session.table)
    stay = None if session is None or found.stay is None else session.stay(found.stay)
    name = "" if stay is None else stay.label
    if stay is not None and stay.person is not None:
        name = hall.people.display_name(stay.person)
    return ReceiptView(receipt=_receipt_shown(found), table=None if table is None else table.number, guest=name)


def _receipt_shown(one: Receipt) -> ReceiptShown:
    return ReceiptShown(
        receipt=one.id,
        number=one.number,
        session=one.session,
        stay=one.stay,
        time=one.time,
        lines=list(map(ReceiptLineShown.of, one.lines)),
        total=one.total,
        paid=dict(one.paid),
        currency=one.currency,
        digits=one.digits,
        who=one.who,
        voided=one.voided,
    )


def _today(runtime: HallRuntime) -> DayShown:
    hall, now, config = runtime.running.state, ms_of(runtime.now()), runtime.config.hall
    day, began = business_day(now, config.zone, config.day_ends)
    found = figures(hall.floor, hall.plays, began, now)
    return DayShown(
        day=day.isoformat(),
        began=began,
        table_ms=found.table_ms,
        table_ms_possible=found.table_ms_possible,
        sessions=found.sessions,
        games=found.games,
        hands=found.hands,
        hand_ms=found.hand_ms,
    )


@view("prices", "read.money", "floor")
def prices(runtime: HallRuntime, _id: str) -> PricesView:
    state = runtime.running.state.floor
    found = state.prices.get(state.revision)
    return PricesView(revision=state.revision, prices=None if found is None else asdict(found))

"""The till: receipts since the last close, cash in the drawer, and what a close must find. A fold over the journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from hall.floor.bill import ReceiptLine
from hall.floor.events import Amounts, CashMoved, DayClosed, ReceiptIssued, ReceiptVoided

CASH: Final = "cash"
METHODS: Final = (CASH, "card", "transfer", "voucher")
CLOSES_KEPT: Final = 14
"""Closes whose receipts can still be voided; older ones stand in the journal and its export."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What ``ReceiptIssued`` says. ``time`` and ``voided``: ISO 8601."""

    id: str
    number: int
    session: str | None
    stay: int | None
    lines: tuple[ReceiptLine, ...]
    total: int
    paid: Amounts
    currency: str
    digits: int
    who: str
    time: str
    voided: str | None = None


@dataclass(frozen=True, slots=True)
class Period:
    """From one close to the next. ``receipts``: by id. ``paid_back``: for voided receipts of whatever age."""

    receipts: Mapping[str, Receipt] = field(default_factory=dict)
    paid_back: Mapping[str, int] = field(default_factory=dict)
    voided: int = 0
    moved: int = 0
    closed: DayClosed | None = None

    @property
    def takings(self) -> dict[str, int]:
        """By method, those that appear."""
        found: dict[str, int] = {}
        for receipt in self.receipts.values():
            found = added(found, receipt.paid)
        return added(found, self.paid_back, -1)


@dataclass(frozen=True, slots=True)
class Till:
    """``receipts`` and ``closes``: how many there have been. ``drawer``: cash in the till after the last close.
    ``closed``: the last periods, oldest first."""

    receipts: int = 0
    closes: int = 0
    drawer: int = 0
    now: Period = field(default_factory=Period)
    closed: tuple[Period, ...] = ()

    def receipt(self, id_: str) -> Receipt | None:
        for period in (self.now, *reversed(self.closed)):
            if id_ in period.receipts:
                return period.receipts[id_]
        return None

    @property
    def expected(self) -> dict[str, int]:
        """What should be there for each method; cash always."""
        return added({CASH: self.drawer + self.now.moved}, self.now.takings)


def added(amounts: Mapping[str, int], more: Mapping[str, int], times: int = 1) -> dict[str, int]:
    return {method: amounts.get(method, 0) + times * more.get(method, 0) for method in dict.fromkeys([*amounts, *more])}


def issued(till: Till, event: ReceiptIssued, time: str) -> Till:
    receipt = Receipt(
        event.receipt, event.number, event.session, event.stay, event.lines, event.total, dict(event.paid),
        event.currency, event.digits, event.who, time,
    )  # fmt: skip
    period = replace(till.now, receipts={**till.now.receipts, receipt.id: receipt})
    return replace(till, receipts=event.number, now=period)


def voided(till: Till, event: ReceiptVoided, time: str) -> Till:
    now = replace(till.now, paid_back=added(till.now.paid_back, event.paid_back), voided=till.now.voided + 1)
    closed = tuple(_marked(period, event.receipt, time) for period in till.closed)
    return replace(till, now=_marked(now, event.receipt, time), closed=closed)


def moved(till: Till, event: CashMoved) -> Till:
    return replace(till, now=replace(till.now, moved=till.now.moved + event.amount))


def closed(till: Till, event: DayClosed) -> Till:
    period = replace(till.now, closed=event)
    return replace(
        till, closes=event.close, drawer=event.left, now=Period(), closed=(*till.closed, period)[-CLOSES_KEPT:]
    )


def _marked(period: Period, receipt: str, time: str) -> Period:
    found = period.receipts.get(receipt)
    if found is None:
        return period
    return replace(period, receipts={**period.receipts, receipt: replace(found, voided=time)})

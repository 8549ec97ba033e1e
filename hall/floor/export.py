"""Receipts and closes as CSV (RFC 4180), straight from the hall's journal: nothing is left out, nothing summed up.

Amounts are in whole units with a decimal point, and once more as integers of the smallest coin. A text that a
spreadsheet would take for a formula is led by an apostrophe.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from controller.events import Recorded
from hall.floor.events import DayClosed, ReceiptIssued, ReceiptVoided
from hall.floor.till import METHODS

RECEIPT_COLUMNS: Final = (
    "number", "receipt", "time", "status", "session", "guest", "kind", "text", "unit", "quantity", "price", "amount",
    "amount_coins", "currency", "who", "why",
)  # fmt: skip
CLOSE_COLUMNS: Final = (
    "close", "day", "time", "receipts", "voided", "method", "takings_coins", "expected_coins", "counted_coins",
    "difference_coins", "opening_coins", "moved_coins", "left_coins", "taken_coins", "why", "who",
)  # fmt: skip
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def receipts_csv(events: Iterable[Recorded]) -> Iterator[str]:
    """A row for each line of each receipt; the lines of a voided one once more, with the sign turned. Row by row, for a
    journal of any length: what is kept meanwhile are the receipts themselves."""
    yield _row(RECEIPT_COLUMNS)
    known: dict[str, ReceiptIssued] = {}
    for recorded in events:
        match recorded.event:
            case ReceiptIssued() as issued:
                known[issued.receipt] = issued
                yield from _lines(issued, recorded.time, "issued", 1, issued.who, "")
            case ReceiptVoided(receipt=id_, who=who, why=why) if id_ in known:
                yield from _lines(known.pop(id_), recorded.time, "voided", -1, who, why)


def _lines(receipt: ReceiptIssued, time: str, status: str, sign: int, who: str, why: str) -> Iterator[str]:
    for line in receipt.lines:
        quantity = f"{line.quantity / 60_000:.2f}" if line.kind == "time" else str(line.quantity)
        yield _row(
            (
                receipt.number, receipt.receipt, time, status, receipt.session or "", line.guest or receipt.stay or "",
                line.kind, line.text, line.unit or "", quantity, amount_text(line.price, receipt.digits),
                amount_text(sign * line.amount, receipt.digits), sign * line.amount, receipt.currency, who, why,
            )
        )  # fmt: skip


def closes_csv(events: Iterable[Recorded]) -> Iterator[str]:
    """A row for each close and method."""
    yield _row(CLOSE_COLUMNS)
    for recorded in events:
        if isinstance(closed := recorded.event, DayClosed):
            for method in (one for one in METHODS if one in closed.counted):
                cash = (closed.opening, closed.moved, closed.left, closed.taken) if method == "cash" else ("",) * 4
                yield _row(
                    (
                        closed.close, closed.day, recorded.time, closed.receipts, closed.voided, method,
                        closed.takings.get(method, 0), closed.expected.get(method, 0), closed.counted[method],
                        closed.difference.get(method, 0), *cash, closed.why, closed.who,
                    )
                )  # fmt: skip


def amount_text(amount: int, digits: int) -> str:
    """``-1234`` with two digits is ``-12.34``."""
    if not digits:
        return str(amount)
    whole, rest = divmod(abs(amount), 10**digits)
    return f"{'-' if amount < 0 else ''}{whole}.{rest:0{digits}d}"


def _row(cells: Sequence[object]) -> str:
    out = io.StringIO()
    csv.writer(out).writerow([_harmless(cell) if isinstance(cell, str) else cell for cell in cells])
    return out.getvalue()


def _harmless(text: str) -> str:
    number = text.replace(".", "", 1).removeprefix("-").isdigit()
    return f"'{text}" if text.startswith(_FORMULA) and not number else text

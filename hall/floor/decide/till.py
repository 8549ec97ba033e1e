"""Receipts, cash and the day's close."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Final

from controller.events import Event
from controller.limits import LONGEST_NAME, LONGEST_WHY, check_words
from controller.refusals import Because, Code, Refused, Takes
from hall.commands import HallCommandSpec
from hall.floor.bill import Discount, Item, Played, ReceiptLine, bill, shared, total, with_items
from hall.floor.commands import Amount, CloseDay, IssueReceipt, MoveCash, VoidReceipt
from hall.floor.decide.checks import FloorContext, check_reason, check_who, chosen_id, session_of
from hall.floor.events import CashMoved, DayClosed, ReceiptIssued, ReceiptVoided
from hall.floor.export import amount_text
from hall.floor.play import played_at
from hall.floor.prices import MOST_AMOUNT, PriceList
from hall.floor.sessions import Course, Session
from hall.floor.state import State
from hall.floor.till import CASH, METHODS, added
from hall.floor.times import ms_of

MOST_ITEMS: Final = 50
MOST_DISCOUNTS: Final = 10
MOST_COUNT: Final = 1000


def issue_receipt(command: IssueReceipt, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    state = context.state.floor
    if command.receipt is not None and state.till.receipt(command.receipt) is not None:
        return ()
    _check_items(command.items, command.discounts)
    if command.session is None:
        prices = _prices(state, state.revision)
        revision, lines = state.revision, with_items((), command.items, command.discounts, prices)
        if not lines:
            raise Refused(Code.BAD_RECEIPT, Takes.SOMETHING(), field="items")
    else:
        session = session_of(state, command.session)
        prices = _prices(state, session.prices)
        if session.is_settled or command.stay in session.receipts:
            return ()
        played = played_at(session.stretches, context.state.plays) if command.played is None else command.played
        own = session_lines(session, prices, ms_of(context.now), played, command.stay)
        revision, lines = session.prices, with_items(own, command.items, command.discounts, prices)
    sum_ = total(lines)
    if command.total is not None and command.total != sum_:
        now, shown = (f"{amount_text(each, prices.digits)} {prices.currency}" for each in (sum_, command.total))
        raise Refused(Code.STALE, Because.COMES_TO(shown=shown, now=now), more={"total": sum_})
    paid = _paid(command, sum_, prices.digits)
    issued = ReceiptIssued(
        chosen_id("r", command.receipt, context), state.till.receipts + 1, command.session, command.stay, revision,
        prices.currency, prices.digits, lines, sum_, paid, command.who,
    )  # fmt: skip
    return (issued,)


def session_lines(
    session: Session, prices: PriceList, now: int, played: Played, payer: int | None
) -> tuple[ReceiptLine, ...]:
    """What one guest has to pay, or all who have not paid. Raises ``Refused``."""
    if session.course is Course.MERGED:
        raise Refused(Code.SESSION_OVER, Because.MERGED_SESSION(), field="session")
    lines = bill(session, prices, now, played)
    if payer is not None:
        stay = session.stay(payer)
        if stay is None:
            raise Refused(Code.NO_SUCH_STAY, field="stay")
        if session.is_open and (prices.shares or not stay.left):
            raise Refused(Code.SESSION_RUNNING, Because.PAYS_AT_END(), field="stay")
    elif session.is_open:
        raise Refused(Code.SESSION_RUNNING, field="session")
    if payer is None and not session.receipts:
        return lines
    parts = shared(lines, session.stays, prices, now)
    if payer is not None:
        return parts[payer]
    return tuple(line for stay, own in parts.items() if stay not in session.receipts for line in own)


def _prices(state: State, revision: int) -> PriceList:
    found = state.prices.get(revision)
    if found is None:
        raise Refused(Code.NO_PRICES)
    return found


def _check_items(items: Sequence[Item], discounts: Sequence[Discount]) -> None:
    for field, given, most in (("items", items, MOST_ITEMS), ("discounts", discounts, MOST_DISCOUNTS)):
        if len(given) > most:
            raise Refused(Code.BAD_RECEIPT, Takes.ENTRIES(most=most), field=field)
    for at, item in enumerate(items):
        check_words(item.text, f"items[{at}].text", LONGEST_NAME)
        if not (1 <= item.count <= MOST_COUNT and 0 <= item.price <= MOST_AMOUNT):
            raise Refused(Code.BAD_RECEIPT, Takes.ITEM(most=MOST_COUNT), field=f"items[{at}]")
    for at, one in enumerate(discounts):
        check_words(one.text, f"discounts[{at}].text", LONGEST_NAME)
        good = (one.percent is None) != (one.amount is None)
        if not good or not 1 <= (one.percent or 1) <= 100 or not 1 <= (one.amount or 1) <= MOST_AMOUNT:
            raise Refused(Code.BAD_RECEIPT, Takes.PERCENT_OR_AMOUNT(), field=f"discounts[{at}]")


def _paid(command: IssueReceipt, sum_: int, digits: int) -> dict[str, int]:
    paid = _by_method(command.paid, "paid") if command.paid else {command.method: sum_}
    _check_methods(paid, "paid")
    if min(paid.values(), default=0) < 0 or sum(paid.values()) != sum_:
        there, wanted = (amount_text(each, digits) for each in (sum(paid.values()), sum_))
        raise Refused(Code.BAD_PAYMENT, Takes.ADDS_UP(there=there, wanted=wanted), field="paid")
    return paid


def _named(methods: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"hall.method.{one}" for one in methods)


def _by_method(amounts: Sequence[Amount], field: str) -> dict[str, int]:
    found = {one.method: one.amount for one in amounts}
    if len(found) < len(amounts):
        raise Refused(Code.BAD_PAYMENT, Takes.ONCE(), field=field)
    _check_methods(found, field)
    return found


def _check_methods(amounts: Mapping[str, int], field: str) -> None:
    unknown = [method for method in amounts if method not in METHODS]
    if unknown:
        raise Refused(Code.BAD_PAYMENT, Takes.ONE_OF(choices=_named(METHODS)), field=field)


def void_receipt(command: VoidReceipt, context: FloorContext) -> tuple[Event, ...]:
    check_reason(command.who, command.why)
    found = context.state.floor.till.receipt(command.receipt)
    if found is None:
        raise Refused(Code.NO_SUCH_RECEIPT, field="receipt")
    if found.voided is not None:
        return ()
    return (ReceiptVoided(found.id, found.number, dict(found.paid), command.why, command.who),)


def move_cash(command: MoveCash, context: FloorContext) -> tuple[Event, ...]:
    check_reason(command.who, command.why)
    till = context.state.floor.till
    if not 0 < abs(command.amount) <= MOST_AMOUNT:
        most = _amount(context, MOST_AMOUNT)
        raise Refused(Code.BAD_PAYMENT, Takes.NOT_ZERO(most=most), field="amount")
    if till.expected[CASH] + command.amount < 0:
        there = _amount(context, till.expected[CASH])
        raise Refused(Code.BAD_PAYMENT, Because.IN_TILL(there=there), field="amount")
    return (CashMoved(command.amount, command.why, command.who),)


def close_day(command: CloseDay, context: FloorContext) -> tuple[Event, ...]:
    """A difference needs a reason. The same close again is nothing new."""
    check_who(command.who)
    check_words(command.why, "why", LONGEST_WHY, may_be_empty=True)
    till = context.state.floor.till
    if command.close == till.closes and till.closed and _is_same(command, till.closed[-1].closed):
        return ()
    if command.close != till.closes + 1:
        raise Refused(Code.STALE, Because.NEXT_CLOSE(n=till.closes + 1))
    _check_day(command.day)
    given = _by_method(command.counted, "counted")
    if given.get(CASH, 0) < 0:
        raise Refused(Code.BAD_COUNT, Takes.AT_LEAST(least=0), field="counted")
    expected = {method: amount for method, amount in till.expected.items() if amount or method == CASH}
    counted = added(dict.fromkeys(expected, 0), given)
    if missing := [method for method in expected if method not in given]:
        raise Refused(Code.BAD_COUNT, Takes.NOT_COUNTED(methods=_named(missing)), field="counted")
    difference = added(counted, expected, -1)
    if any(difference.values()) and not command.why.strip():
        raise Refused(Code.DIFFERENCE_UNEXPLAINED, field="why", more={"difference": difference})
    left = counted[CASH] if command.left is None else command.left
    if not 0 <= left <= counted[CASH]:
        most = _amount(context, counted[CASH])
        raise Refused(Code.BAD_COUNT, Takes.AMOUNTS(least=0, most=most), field="left")
    closed = DayClosed(
        command.close, command.day, len(till.now.receipts), till.now.voided, till.now.takings, till.drawer,
        till.now.moved, added(dict.fromkeys(counted, 0), expected), counted, difference, left, counted[CASH] - left,
        command.why.strip(), command.who,
    )  # fmt: skip
    return (closed,)


def _amount(context: FloorContext, amount: int) -> str:
    """As the price list in force writes it."""
    state = context.state.floor
    prices = state.prices.get(state.revision)
    return amount_text(amount, 0 if prices is None else prices.digits)


def _is_same(command: CloseDay, closed: DayClosed | None) -> bool:
    return (
        closed is not None
        and command.day == closed.day
        and all(closed.counted.get(one.method) == one.amount for one in command.counted)
    )


def _check_day(text: str) -> None:
    try:
        good = date.fromisoformat(text).isoformat() == text
    except ValueError:
        good = False
    if not good:
        raise Refused(Code.BAD_COUNT, Takes.DAY(), field="day")


COMMANDS: Final = (
    HallCommandSpec(command=IssueReceipt, name="floor.issue-receipt", decide=issue_receipt),
    HallCommandSpec(command=VoidReceipt, name="floor.void-receipt", decide=void_receipt),
    HallCommandSpec(command=MoveCash, name="floor.move-cash", decide=move_cash),
    HallCommandSpec(command=CloseDay, name="floor.close-day", decide=close_day),
)

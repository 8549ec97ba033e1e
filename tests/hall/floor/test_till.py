"""Receipts and the day's close: sums, shares, voids, and that everything is in one close, once."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from controller.refusals import Refused
from hall.floor.bill import Discount, Ended, Item, Played, bill, shared, split, total
from hall.floor.commands import (
    Amount,
    CloseDay,
    EndSession,
    Guest,
    IssueReceipt,
    LeaveGuest,
    MoveCash,
    MoveSession,
    VoidReceipt,
)
from hall.floor.events import DayClosed, ReceiptIssued, ReceiptVoided
from hall.floor.prices import PriceRule
from hall.floor.till import CASH, CLOSES_KEPT
from hall.floor.times import MINUTE, ms_of
from tests.hall.floor.house import NOW, WHO, House

TABLE = PriceRule("Table", "table-hour", 1200)
SEAT = PriceRule("Seat", "seat-hour", 600)
TEA = Item("Tea", 2, 250)


@pytest.fixture
def house() -> House:
    return House()


def ended(house: House, *rules: PriceRule, guests: int = 2, minutes: int = 60, **more: int) -> str:
    """The id of a session that is over."""
    house.priced(*rules, **more)
    session = house.started(house.table(1), guests=tuple(Guest(None, str(at)) for at in range(guests))).id
    house.later(minutes=minutes)
    house.give(EndSession(WHO, session))
    return session


def issued(house: House, command: IssueReceipt) -> ReceiptIssued:
    (event,) = house.give(command)
    assert isinstance(event, ReceiptIssued)
    assert event.total == total(event.lines) == sum(event.paid.values())
    return event


def counted(*amounts: int) -> tuple[Amount, ...]:
    return tuple(Amount(method, amount) for method, amount in zip((CASH, "card"), amounts, strict=False))


# ---------------------------------------------------------------- sharing


@given(
    st.integers(-100_000, 1_000_000),
    st.lists(st.integers(0, 10**9), min_size=1, max_size=6),
    st.sampled_from([1, 5, 50]),
)
def test_parts_are_the_whole_and_nobody_pays_a_coin_more_than_the_share(
    amount: int, weights: list[int], coin: int
) -> None:
    parts = split(amount, weights, coin)
    assert sum(parts) == amount
    weight = sum(weights)
    for part, own in zip(parts, weights, strict=True):
        exact = amount * own / weight if weight else amount / len(weights)
        assert abs(part - exact) < 2 * coin + 1e-6
        assert part * amount >= 0


def test_a_share_needs_somebody() -> None:
    with pytest.raises(ValueError, match="nobody"):
        split(5, [])


def test_guests_share_what_the_table_costs_by_the_time_that_they_sat(house: House) -> None:
    list_ = house.priced(TABLE)
    session = house.started(house.table(1), guests=(Guest(), Guest())).id
    house.later(minutes=30)
    house.give(LeaveGuest(WHO, session, 2))
    house.later(minutes=30)
    house.give(EndSession(WHO, session))
    found = house.floor.sessions[session]
    parts = shared(bill(found, list_, 0), found.stays, list_, 0)
    assert {stay: total(lines) for stay, lines in parts.items()} == {1: 800, 2: 400}


# ---------------------------------------------------------------- what is on a receipt


def test_games_and_hands_are_counted_where_and_while_they_were_played(house: House) -> None:
    list_ = house.priced(
        PriceRule("Game", "game", 400), PriceRule("Hand", "hand", 10), PriceRule("Each", "seat-game", 100)
    )
    one, two = house.table(1), house.table(2)
    session = house.started(one, guests=(Guest(), Guest())).id
    start = ms_of(NOW)
    house.later(minutes=30)
    house.give(LeaveGuest(WHO, session, 2))
    house.give(MoveSession(WHO, session, two))
    house.later(minutes=30)
    house.give(EndSession(WHO, session))
    times = [(one, 0), (one, 20), (one, 30), (one, 40), (two, 20), (two, 50), (two, 61)]
    played = tuple(Ended(table, start + minutes * MINUTE) for table, minutes in times)
    lines = bill(house.floor.sessions[session], list_, 0, Played(played, played))
    assert [(line.kind, line.guest, line.quantity, line.amount) for line in lines] == [
        ("game", None, 3, 1200), ("hand", None, 3, 30), ("game", 1, 3, 300), ("game", 2, 2, 200),
    ]  # fmt: skip


def test_the_least_price_is_reached_by_a_line_and_free_sessions_stay_free(house: House) -> None:
    session = ended(house, TABLE, minutes=10, minimum=500, grace_minutes=5)
    receipt = issued(house, IssueReceipt(WHO, session))
    assert [(line.kind, line.amount) for line in receipt.lines] == [("time", 100), ("minimum", 400)]
    house = House()
    session = ended(house, TABLE, minutes=5, minimum=500, grace_minutes=5)
    assert issued(house, IssueReceipt(WHO, session)).total == 0


def test_items_come_on_top_and_discounts_off_everything_before(house: House) -> None:
    session = ended(house, TABLE)
    discounts = (Discount("Member", percent=10), Discount("Voucher", amount=100))
    receipt = issued(house, IssueReceipt(WHO, session, items=(TEA,), discounts=discounts, method="card"))
    assert [(line.kind, line.amount) for line in receipt.lines] == [
        ("time", 1200), ("item", 500), ("discount", -170), ("discount", -100),
    ]  # fmt: skip
    assert receipt.paid == {"card": 1430}


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"discounts": (Discount("x", amount=1201),)}, "bad-receipt", "discounts[0]"),
        ({"discounts": (Discount("x"),)}, "bad-receipt", "discounts[0]"),
        ({"discounts": (Discount("x", 10, 10),)}, "bad-receipt", "discounts[0]"),
        ({"discounts": (Discount("x", 101),)}, "bad-receipt", "discounts[0]"),
        ({"items": (Item("Tea", 0, 5),)}, "bad-receipt", "items[0]"),
        ({"items": (Item("Tea", 1, -5),)}, "bad-receipt", "items[0]"),
        ({"items": (Item("", 1, 5),)}, "bad-words", "items[0].text"),
        ({"method": "stones"}, "bad-payment", "paid"),
        ({"paid": (Amount("cash", 1100),)}, "bad-payment", "paid"),
        ({"paid": (Amount("cash", 1300), Amount("card", -100))}, "bad-payment", "paid"),
        ({"paid": (Amount("cash", 1200), Amount("cash", 0))}, "bad-payment", "paid"),
        ({"total": 1100}, "stale", None),
        ({"session": "s-none"}, "no-such-session", "session"),
        ({"stay": 9}, "no-such-stay", "stay"),
        ({"session": None}, "bad-receipt", "items"),
    ],
)
def test_a_receipt_that_cannot_be_is_refused_and_says_why(
    house: House, change: dict[str, object], code: str, field: str | None
) -> None:
    session = ended(house, TABLE)
    assert house.refused(replace(IssueReceipt(WHO, session), **change)) == (code, field)


def test_a_session_is_paid_once_together_or_each(house: House) -> None:
    session = ended(house, TABLE, SEAT, guests=3)
    first = issued(house, IssueReceipt(WHO, session, stay=2))
    assert house.give(IssueReceipt(WHO, session, stay=2)) == ()
    rest = issued(house, IssueReceipt(WHO, session))
    assert first.total + rest.total == total(bill(house.floor.sessions[session], house.floor.prices[1], 0))
    assert house.give(IssueReceipt(WHO, session)) == ()
    assert house.give(IssueReceipt(WHO, session, stay=1)) == ()
    assert (first.number, rest.number) == (1, 2)


def test_a_running_session_is_not_paid_but_by_a_guest_who_left_where_nothing_is_shared(house: House) -> None:
    house.priced(SEAT)
    session = house.started(house.table(1), guests=(Guest(), Guest())).id
    house.later(minutes=60)
    assert house.refused(IssueReceipt(WHO, session)) == ("session-running", "session")
    assert house.refused(IssueReceipt(WHO, session, stay=1)) == ("session-running", "stay")
    house.give(LeaveGuest(WHO, session, 1))
    assert issued(house, IssueReceipt(WHO, session, stay=1)).total == 600
    house.later(minutes=60)
    house.give(EndSession(WHO, session))
    assert issued(house, IssueReceipt(WHO, session)).total == 1200


def test_without_prices_there_is_no_receipt(house: House) -> None:
    session = house.started(house.table(1)).id
    house.give(EndSession(WHO, session))
    assert house.refused(IssueReceipt(WHO, session)) == ("no-prices", None)


def test_a_voided_receipt_is_paid_back_once_and_the_session_can_be_charged_anew(house: House) -> None:
    session = ended(house, TABLE)
    receipt = issued(house, IssueReceipt(WHO, session, paid=(Amount("cash", 200), Amount("card", 1000))))
    (voided,) = house.give(VoidReceipt(WHO, receipt.receipt, "wrong table"))
    assert isinstance(voided, ReceiptVoided)
    assert voided.paid_back == {"cash": 200, "card": 1000}
    assert house.give(VoidReceipt(WHO, receipt.receipt, "wrong table")) == ()
    assert house.floor.till.now.takings == {"cash": 0, "card": 0}
    assert issued(house, IssueReceipt(WHO, session)).number == 2
    assert house.refused(VoidReceipt(WHO, "r-none", "x")) == ("no-such-receipt", "receipt")
    assert house.refused(VoidReceipt(WHO, receipt.receipt, "")) == ("bad-words", "why")


# ---------------------------------------------------------------- the close


def test_a_close_adds_up_and_the_next_begins_with_what_was_left(house: House) -> None:
    session = ended(house, TABLE)
    house.give(MoveCash(WHO, 5000, "change"))
    issued(house, IssueReceipt(WHO, session, paid=(Amount("cash", 200), Amount("card", 1000))))
    assert house.refused(CloseDay(WHO, 1, "2026-03-04", counted(5200))) == ("bad-count", "counted")
    assert house.refused(CloseDay(WHO, 1, "2026-03-04", counted(5190, 1000))) == ("difference-unexplained", "why")
    assert house.refused(CloseDay(WHO, 2, "2026-03-04", counted(5200, 1000))) == ("stale", None)
    assert house.refused(CloseDay(WHO, 1, "4.3.2026", counted(5200, 1000))) == ("bad-count", "day")
    close = CloseDay(WHO, 1, "2026-03-04", counted(5190, 1000), 5000, "ten cents on the floor")
    (closed,) = house.give(close)
    assert isinstance(closed, DayClosed)
    assert (closed.expected, closed.difference) == ({"cash": 5200, "card": 1000}, {"cash": -10, "card": 0})
    assert (closed.opening, closed.moved, closed.left, closed.taken) == (0, 5000, 5000, 190)
    assert house.give(close) == ()
    assert house.refused(replace(close, counted=counted(5000, 1000))) == ("stale", None)
    assert house.floor.till.expected == {"cash": 5000}


def test_the_till_cannot_give_more_than_it_should_hold(house: House) -> None:
    house.give(MoveCash(WHO, 100, "change"))
    assert house.refused(MoveCash(WHO, -101, "to the bank")) == ("bad-payment", "amount")
    assert house.refused(MoveCash(WHO, 0, "nothing")) == ("bad-payment", "amount")
    assert house.refused(CloseDay(WHO, 1, "2026-03-04", counted(100), 101)) == ("bad-count", "left")


def test_a_receipt_of_an_earlier_day_is_voided_in_this_one_and_very_old_ones_are_not(house: House) -> None:
    house.priced()
    receipt = issued(house, IssueReceipt(WHO, items=(TEA,), method="card")).receipt
    house.give(CloseDay(WHO, 1, "2026-03-04", counted(0, 500)))
    house.give(VoidReceipt(WHO, receipt, "complaint"))
    assert house.floor.till.expected == {"cash": 0, "card": -500}
    house.give(CloseDay(WHO, 2, "2026-03-05", counted(0, -500)))
    other = issued(house, IssueReceipt(WHO, items=(TEA,), method="card")).receipt
    house.give(CloseDay(WHO, 3, "2026-03-06", counted(0, 500)))
    for close in range(CLOSES_KEPT):
        house.give(CloseDay(WHO, 4 + close, "2026-03-07", counted(0)))
    assert house.refused(VoidReceipt(WHO, other, "late")) == ("no-such-receipt", "receipt")


class Days(RuleBasedStateMachine):
    """Days of receipts, voids, movements and closes, with a plain account book beside them."""

    @initialize()
    def begin(self) -> None:
        self.house = House()
        self.house.priced()
        self.book: Counter[str] = Counter()
        self.drawer = 0
        self.receipts: list[ReceiptIssued] = []
        self.voided: set[str] = set()

    @rule(price=st.integers(0, 500), count=st.integers(1, 3), method=st.sampled_from(["cash", "card"]))
    def sell(self, price: int, count: int, method: str) -> None:
        receipt = issued(self.house, IssueReceipt(WHO, items=(Item("x", count, price),), method=method))
        self.receipts.append(receipt)
        self.book[method] += receipt.total
        assert receipt.number == len(self.receipts)

    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        if not self.receipts:
            return
        receipt = data.draw(st.sampled_from(self.receipts))
        try:
            events = self.house.give(VoidReceipt(WHO, receipt.receipt, "x"))
        except Refused:
            return
        assert bool(events) == (receipt.receipt not in self.voided)
        if events:
            self.voided.add(receipt.receipt)
            self.book.subtract(receipt.paid)

    @rule(amount=st.integers(-300, 300))
    def move(self, amount: int) -> None:
        try:
            self.house.give(MoveCash(WHO, amount, "x"))
        except Refused:
            return
        self.book["cash"] += amount

    @rule(missing=st.integers(-5, 5), left=st.integers(0, 100))
    def close(self, missing: int, left: int) -> None:
        till = self.house.floor.till
        cash = max(0, self.book["cash"] + missing)
        amounts = counted(cash, self.book["card"] - self.banked())
        command = CloseDay(WHO, till.closes + 1, "2026-03-04", amounts, min(left, cash), "counted")
        (closed,) = self.house.give(command)
        assert isinstance(closed, DayClosed)
        assert self.house.give(command) == ()
        assert closed.opening + closed.moved + closed.takings.get("cash", 0) == closed.expected["cash"]
        assert {m: closed.expected.get(m, 0) + closed.difference[m] for m in closed.counted} == dict(closed.counted)
        assert closed.left + closed.taken == closed.counted["cash"]
        self.book["cash"] = closed.left
        self.card_closed = self.book["card"]

    card_closed = 0

    def banked(self) -> int:
        return self.card_closed

    @invariant()
    def the_till_expects_what_the_book_says(self) -> None:
        if hasattr(self, "house"):
            expected = self.house.floor.till.expected
            assert expected["cash"] == self.book["cash"]
            assert expected.get("card", 0) == self.book["card"] - self.banked()


Days.TestCase.settings = settings(max_examples=25, stateful_step_count=30)
TestDays = Days.TestCase

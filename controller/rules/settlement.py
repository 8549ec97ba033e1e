"""From shares (seat winds) to movements of points between seats, with what the position adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.rules.errors import RecordError
from controller.rules.game import Line, Outcome, Position, Settlement
from controller.rules.progression import order_from, seats_by_wind
from controller.rules.seats import SEAT_COUNT, WIND_INDEX, Seat, WindIndex, steps_between
from controller.rules.sheet.ruleset import Penalty, Progression, Share


def as_settlement(lines: Sequence[Line]) -> Settlement:
    net = [0] * SEAT_COUNT
    for line in lines:
        net[line.payer] -= line.amount
        net[line.payee] += line.amount
    return Settlement(tuple(net), tuple(lines))


def lines_of(plan: Progression, position: Position, winner: Seat, shares: Sequence[Share]) -> list[Line]:
    """Shares between winds as lines between seats; shares of nothing are left out."""
    seats = seats_by_wind(plan, position)
    return [Line(seats[share.payer], winner, share.amount, share.key) for share in shares if share.amount]


def shares_of(win: Mapping[str, Any], winner: WindIndex) -> list[Share]:
    """The shares in a scored result: who pays and why, by seat wind."""
    explained = win["result"].get("explain", {}).get("payments")
    if explained:
        return [Share(WIND_INDEX[row["payer"]], row["amount"], row["key"]) for row in explained]
    payments = win["result"]["payments"]
    key = "line.self-draw" if win.get("discarder") is None else "line.discard"
    return [
        Share(index, -payments[wind], key)
        for wind, index in WIND_INDEX.items()
        if index != winner and payments[wind] < 0
    ]


def carry_lines(plan: Progression, position: Position, winners: Sequence[Seat], discarder: Seat | None) -> list[Line]:
    """What the others pay for the drawn hands before this one: to one winner, the first after the discarder."""
    amount = plan.carry_each * position.carry
    if not amount or not winners:
        return []
    start = position.dealer if discarder is None else discarder
    winner = min(winners, key=lambda seat: steps_between(start, seat))
    others = (seat for seat in order_from(plan, winner) if seat != winner)
    return [Line(seat, winner, amount, "line.carry") for seat in others]


def wind_of(plan: Progression, position: Position, seat: Seat) -> WindIndex:
    """The wind of a seat. Raises RecordError for an empty or unknown seat."""
    seats = order_from(plan, position.dealer)
    if seat not in seats:
        raise RecordError("winner", f"nobody plays on seat {seat}")
    return WindIndex(seats.index(seat))


def penalty_settlement(plan: Progression, penalty: Penalty, position: Position, offender: Seat) -> Settlement:
    each = penalty.each
    if each is None:
        return Settlement((0, 0, 0, 0))
    others = [seat for seat in order_from(plan, offender) if seat != offender]
    return as_settlement([Line(offender, seat, each(position, offender, seat), "line.penalty") for seat in others])


def without_win(outcome: Outcome) -> Settlement:
    """A drawn or aborted hand moves nothing in games where only a winner scores."""
    del outcome
    return Settlement((0, 0, 0, 0))

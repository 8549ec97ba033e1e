"""From shares (seat winds) to movements of points between chairs, with what the position adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.rules.errors import RecordError
from controller.rules.game import Line, Outcome, Position, Settlement
from controller.rules.hand.record import SEATS
from controller.rules.progression import order_from
from controller.rules.sheet.ruleset import Penalty, Progression, Share


def as_settlement(lines: Sequence[Line]) -> Settlement:
    net = [0] * 4
    for line in lines:
        net[line.payer] -= line.amount
        net[line.payee] += line.amount
    return Settlement(tuple(net), tuple(lines))


def lines_of(plan: Progression, position: Position, winner: int, shares: Sequence[Share]) -> list[Line]:
    """Shares between winds as lines between chairs; shares of nothing are left out."""
    chairs = order_from(plan, position.dealer)
    return [Line(chairs[share.payer], winner, share.amount, share.key) for share in shares if share.amount]


def shares_of(win: Mapping[str, Any], winner: int) -> list[Share]:
    """The shares in a scored result: who pays and why, by seat wind."""
    explained = win["result"].get("explain", {}).get("payments")
    if explained:
        return [Share(SEATS[row["payer"]], row["amount"], row["key"]) for row in explained]
    payments = win["result"]["payments"]
    key = "line.self-draw" if win.get("discarder") is None else "line.discard"
    return [Share(seat, -payments[wind], key) for wind, seat in SEATS.items() if seat != winner and payments[wind] < 0]


def carry_lines(plan: Progression, position: Position, winners: Sequence[int], discarder: int | None) -> list[Line]:
    """What the others pay for the drawn hands before this one: to one winner, the first after the discarder."""
    amount = plan.carry_each * position.carry
    if not amount or not winners:
        return []
    start = position.dealer if discarder is None else discarder
    winner = min(winners, key=lambda chair: (chair - start) % 4)
    others = (chair for chair in order_from(plan, winner) if chair != winner)
    return [Line(chair, winner, amount, "line.carry") for chair in others]


def wind_of(plan: Progression, position: Position, chair: int) -> int:
    """Seat wind 0-3 of a chair. Raises RecordError for an empty or unknown chair."""
    chairs = order_from(plan, position.dealer)
    if chair not in chairs:
        raise RecordError("winner", f"nobody plays on chair {chair}")
    return chairs.index(chair)


def penalty_settlement(plan: Progression, penalty: Penalty, position: Position, offender: int) -> Settlement:
    each = penalty.each
    if each is None:
        return Settlement((0, 0, 0, 0))
    others = [chair for chair in order_from(plan, offender) if chair != offender]
    return as_settlement([Line(offender, chair, each(position, offender, chair), "line.penalty") for chair in others])


def without_win(outcome: Outcome) -> Settlement:
    """A drawn or aborted hand moves nothing in games where only a winner scores."""
    del outcome
    return Settlement((0, 0, 0, 0))

"""Payments: everybody pays eight points, the discarder (from the wall: everybody) the hand as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.rules.hand.record import SELF_DRAW
from controller.rules.paid import Share
from controller.rules.rulesets.mcr import fans as f
from controller.rules.seats import WIND_INDEXES
from controller.rules.sheet.ruleset import ReadingWorth, Step, Won

EACH_PAYS: Final = 8


def pay(won: Won) -> Sequence[Share]:
    """``won.base`` is the hand with its flowers."""
    winner, all_pay, discarder = won.winner, won.source == SELF_DRAW, won.discarder
    whole = EACH_PAYS + won.base
    return [
        Share(payer, whole, "line.hand-and-eight")
        if all_pay or payer == discarder
        else Share(payer, EACH_PAYS, "line.eight")
        for payer in WIND_INDEXES
        if payer != winner
    ]


def conversion(verdict: ReadingWorth) -> list[Step]:
    flowers = verdict.items.get(f.FAN[f.FLOWER_TILES].id, 0)
    steps: list[Step] = [("conversion.sum", {"total": verdict.counted, "unit": "points"})]
    if flowers:
        steps.append(("conversion.flowers", {"flowers": flowers, "total": verdict.total, "unit": "points"}))
    return steps

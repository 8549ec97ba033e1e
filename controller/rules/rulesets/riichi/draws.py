"""Payments after a hand that nobody won. Chairs 0-3; lines are movements between chairs."""

from __future__ import annotations

from collections.abc import Sequence

from controller.rules.game import Line, Outcome
from controller.rules.rulesets.riichi.payments import Payments
from controller.rules.rulesets.riichi.value import MANGAN


def noten_lines(chairs: Sequence[int], ready: Sequence[int], pool: int) -> list[Line]:
    """The noten players share the pool between the tenpai ones; nothing when all or none are tenpai."""
    tenpai = [chair for chair in chairs if chair in ready]
    noten = [chair for chair in chairs if chair not in ready]
    if not tenpai or not noten or not pool:
        return []
    each = pool // (len(tenpai) * len(noten))
    return [Line(payer, payee, each, "line.noten") for payer in noten for payee in tenpai]


def nagashi_lines(chairs: Sequence[int], winners: Sequence[int], payments: Payments) -> list[Line]:
    """Every player with such discards is paid like a self-drawn mangan. ``chairs``: in turn order from the dealer."""
    winds = {chair: wind for wind, chair in enumerate(chairs)}
    return [
        Line(payer, winner, payments.tsumo(MANGAN, winds[winner], winds[payer]), "line.nagashi")
        for winner in winners
        for payer in chairs
        if payer != winner
    ]


def drawn_lines(chairs: Sequence[int], outcome: Outcome, pool: int, nagashi: bool, payments: Payments) -> list[Line]:
    """``chairs``: the occupied ones in turn order from the dealer. An abortive draw moves nothing."""
    if outcome.kind != "draw":
        return []
    if nagashi and outcome.nagashi:
        return nagashi_lines(chairs, outcome.nagashi, payments)
    return noten_lines(chairs, outcome.ready, pool)

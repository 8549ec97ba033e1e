"""Payments after a hand that nobody won. Lines are movements between seats."""

from __future__ import annotations

from collections.abc import Sequence

from controller.rules.game import End, Line
from controller.rules.rulesets.riichi.payments import Payments
from controller.rules.rulesets.riichi.sticks import NAGASHI
from controller.rules.rulesets.riichi.value import MANGAN
from controller.rules.seats import Seat, WindIndex


def noten_lines(seats: Sequence[Seat], ready: Sequence[Seat], pool: int) -> list[Line]:
    """The noten players share the pool between the tenpai ones; nothing when all or none are tenpai."""
    tenpai = [seat for seat in seats if seat in ready]
    noten = [seat for seat in seats if seat not in ready]
    if not tenpai or not noten or not pool:
        return []
    each = pool // (len(tenpai) * len(noten))
    return [Line(payer, payee, each, "line.noten") for payer in noten for payee in tenpai]


def nagashi_lines(seats: Sequence[Seat], winners: Sequence[Seat], payments: Payments) -> list[Line]:
    """Every player with such discards is paid like a self-drawn mangan. ``seats``: in turn order from the dealer."""
    winds = {seat: WindIndex(place) for place, seat in enumerate(seats)}
    return [
        Line(payer, winner, payments.tsumo(MANGAN, winds[winner], winds[payer]), "line.nagashi")
        for winner in winners
        for payer in seats
        if payer != winner
    ]


def drawn_lines(seats: Sequence[Seat], end: End, pool: int, nagashi: bool, payments: Payments) -> list[Line]:
    """``seats``: the occupied ones in turn order from the dealer. An abortive draw moves nothing."""
    if end.kind != "draw":
        return []
    if nagashi and end.who_declared(NAGASHI):
        return nagashi_lines(seats, end.who_declared(NAGASHI), payments)
    return noten_lines(seats, end.ready, pool)

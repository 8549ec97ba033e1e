"""Payments among three: who pays the share of the player who is not there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from controller.rules.rulesets.riichi.payments import Payments
from controller.rules.rulesets.riichi.value import ron_value, tsumo_value, up
from controller.rules.seats import EAST, WIND_INDEXES, WindIndex
from controller.rules.sheet.ruleset import Options

Split = Callable[[int, WindIndex, WindIndex], int]
"""``(base, winner, payer)`` to a payment that is still to be rounded up."""


def absent_share(base: int, winner: WindIndex) -> int:
    """What North would pay."""
    return up(2 * base) if winner == EAST else up(base)


def split_north(base: int, winner: WindIndex, payer: WindIndex) -> int:
    """The payer's own share and half of North's are added before they are rounded up (the sheet's section 3)."""
    return base * (2 if EAST in (winner, payer) else 1) + absent_share(base, winner) // 2


def two_to_one(base: int, winner: WindIndex, payer: WindIndex) -> int:
    """Thirds of hundreds: what is cut off is never what rounding up would look at."""
    ron = ron_value(base, winner)
    return ron // 2 if winner == EAST else (2 if payer == EAST else 1) * ron // 3


def half(base: int, winner: WindIndex, payer: WindIndex) -> int:
    del payer
    return ron_value(base, winner) // 2


def plus_1000(base: int, winner: WindIndex, payer: WindIndex) -> int:
    return tsumo_value(base, winner, payer) + 1000


def dealer_triple(base: int, winner: WindIndex, payer: WindIndex) -> int:
    if winner == EAST:
        return split_north(base, winner, payer)
    return tsumo_value(base, winner, payer) + (absent_share(base, winner) if payer == EAST else 0)


def double(base: int, winner: WindIndex, payer: WindIndex) -> int:
    del payer
    return ron_value(base, winner)


SPLITS: Final[dict[str, Split]] = {
    "loss": tsumo_value,
    "split-north": split_north,
    "two-to-one": two_to_one,
    "half": half,
    "plus1000": plus_1000,
    "dealer-triple": dealer_triple,
    "double": double,
    "ron-reduced": tsumo_value,
}


class SanmaPayments(Payments):
    def __init__(self, options: Options, winds: Sequence[WindIndex] = WIND_INDEXES[:3]) -> None:
        super().__init__(options, winds)
        self._way: str = options["tsumo-payment"]
        self._split = SPLITS[self._way]
        self._reduced = self._way == "ron-reduced"
        self._step: int = options["round-to"]

    def extra_hand_of_each(self, options: Options) -> int:
        each: int = options["honba-each"]
        return each

    def rounded_to(self, base: int, winner: WindIndex, by_other: bool) -> int:
        amounts = (
            [self._ron(base, winner)] if by_other else [self._split(base, winner, it) for it in self._losers(winner)]
        )
        rounded = super().rounded_to(base, winner, by_other) or any(amount % self._step for amount in amounts)
        return self._step if rounded else 0

    def drawn_key(self, winner: WindIndex, payer: WindIndex) -> str:
        usual = super().drawn_key(winner, payer)
        if self._way == "split-north" or (self._way == "dealer-triple" and winner == EAST):
            return usual.replace("self-draw", "self-draw-split")
        return "line.self-draw-absent" if self._way == "dealer-triple" and payer == EAST else usual

    def ron(self, base: int, winner: WindIndex) -> int:
        return up(self._ron(base, winner), self._step)

    def _ron(self, base: int, winner: WindIndex) -> int:
        amount = ron_value(base, winner)
        if self._reduced:
            amount = 2 * amount // 3 if winner == EAST else 3 * amount // 4
        return amount

    def tsumo(self, base: int, winner: WindIndex, payer: WindIndex) -> int:
        return up(self._split(base, winner, payer), self._step)

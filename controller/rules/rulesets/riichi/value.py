"""From han and fu to base points and payments. Amounts are points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.rules.seats import EAST, WindIndex
from controller.rules.sheet.ruleset import Options

MANGAN: Final = 2000
HANEMAN: Final = 3000
BAIMAN: Final = 4000
SANBAIMAN: Final = 6000
YAKUMAN: Final = 8000
YAKUMAN_HAN: Final = 13
MOST_HAN: Final = 39
"""Without limits no more are counted (three yakuman), so that every program can hold the points exactly."""
# least han, base, level
LEVELS: Final = ((11, SANBAIMAN, "sanbaiman"), (8, BAIMAN, "baiman"), (6, HANEMAN, "haneman"), (5, MANGAN, "mangan"))
KIRIAGE: Final = ((4, 30), (3, 60))


class Worth:
    """Han, base and level of a hand, and what its result says of them. ``result``: see ``ReadingWorth``."""

    __slots__ = ("base", "han", "level", "more", "result")

    def __init__(self, han: int, base: int, level: str, fu: int | None, yakuman: int = 0) -> None:
        self.han, self.base, self.level = han, base, level
        self.more: Mapping[str, Any] = {"fu": fu, "level": level, "yakuman": yakuman}
        self.result: dict[str, Any] = {}


class Worths:
    """What hands are worth by their han and fu, worked out once each. Without limits every han doubles, to
    ``MOST_HAN``."""

    def __init__(self, options: Options) -> None:
        self._known: dict[int, dict[int, Worth]] = {}
        self._yakuman: dict[int, Worth] = {}
        self._kiriage, self._counted = options["kiriage"], options["kazoe"] == "yakuman"
        self.no_limits = options["no-limits"]

    def of(self, han: int, fu: int) -> Worth:
        of_han = self._known.get(han)
        worth = of_han.get(fu) if of_han is not None else None
        return self._learn(han, fu) if worth is None else worth

    def _learn(self, han: int, fu: int) -> Worth:
        base, level = self._work_out(han, fu)
        worth = self._known.setdefault(han, {})[fu] = Worth(han, base, level, fu)
        return worth

    def of_yakuman(self, times: int) -> Worth:
        worth = self._yakuman.get(times)
        if worth is None:
            worth = Worth(YAKUMAN_HAN * times, YAKUMAN * times, "yakuman", None, times)
            self._yakuman[times] = worth
        return worth

    def _work_out(self, han: int, fu: int) -> tuple[int, str]:
        if self.no_limits:
            return (fu << min(han, MOST_HAN) + 2, "")
        if han >= YAKUMAN_HAN and self._counted:
            return (YAKUMAN, "counted-yakuman")
        for least, base, level in LEVELS:
            if han >= least:
                return (base, level)
        base = fu << han + 2
        if base >= MANGAN or (self._kiriage and (han, fu) in KIRIAGE):
            return (MANGAN, "mangan")
        return (base, "")


HUNDRED: Final = 100


def up(amount: int, step: int = HUNDRED) -> int:
    """The amount rounded up."""
    return -(-amount // step) * step


def ron_value(base: int, winner: WindIndex) -> int:
    """What a discarder pays, before counters."""
    return up(base * (6 if winner == EAST else 4))


def tsumo_value(base: int, winner: WindIndex, payer: WindIndex) -> int:
    """What one payer gives for a self-drawn win, before counters: the dealer pays and is paid double."""
    return up(base * (2 if EAST in (winner, payer) else 1))

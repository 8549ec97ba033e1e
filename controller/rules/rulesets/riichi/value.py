"""From han and fu to base points and payments. Amounts are points."""

from __future__ import annotations

from typing import Final, NamedTuple

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


class Worth(NamedTuple):
    base: int
    level: str


class Worths(dict[tuple[int, int], Worth]):
    """Base and level by ``(han, fu)``, worked out once each. Without limits every han doubles, to ``MOST_HAN``."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        self._kiriage, self._counted = options["kiriage"], options["kazoe"] == "yakuman"
        self.no_limits = options["no-limits"]

    def __missing__(self, key: tuple[int, int]) -> Worth:
        worth = self._work_out(*key)
        self[key] = worth
        return worth

    def _work_out(self, han: int, fu: int) -> Worth:
        if self.no_limits:
            return Worth(fu << min(han, MOST_HAN) + 2, "")
        if han >= YAKUMAN_HAN and self._counted:
            return Worth(YAKUMAN, "counted-yakuman")
        for least, base, level in LEVELS:
            if han >= least:
                return Worth(base, level)
        base = fu << han + 2
        if base >= MANGAN or (self._kiriage and (han, fu) in KIRIAGE):
            return Worth(MANGAN, "mangan")
        return Worth(base, "")


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

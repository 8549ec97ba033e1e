"""Chips (shuugi): what players pay each other beside the points, for a quick or lucky win. Decisions:
docs/rulesets/riichi.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from controller.rules.game import MatchPosition, Pot, tally_of
from controller.rules.hand.record import SELF_DRAW, Hand
from controller.rules.paid import Paid
from controller.rules.seats import Seat, WindIndex
from controller.rules.sheet.options import Option, flag, number
from controller.rules.sheet.ruleset import Options, ReadingWorth

CHIPS: Final = "chips"
BY_HAN: Final = ("ura", "red")
"""Dora that earn a chip for each han."""
EARNED: Final = ("ippatsu", *BY_HAN, "yakuman")
OPTIONS: Final[tuple[Option, ...]] = (
    Option(CHIPS, (), members=EARNED),
    flag("chips-open-red", False),
    number("chips-yakuman", 5, (1, 100)),
    number("chips-yakuman-ron", 10, (1, 100)),
    number("chip-value", 0, (0, 100_000)),
)


class Chips:
    """How many chips a win earns, with the options fixed."""

    def __init__(self, options: Options) -> None:
        self.earned = frozenset(options[CHIPS])
        self._open_red: bool = options["chips-open-red"]
        self._by_yakuman = {
            True: options["chips-yakuman"] if "yakuman" in self.earned else 0,
            False: options["chips-yakuman-ron"] if "yakuman" in self.earned else 0,
        }
        self._ippatsu = "ippatsu" in self.earned
        self._by_han = tuple(name for name in BY_HAN if name in self.earned)

    def __bool__(self) -> bool:
        """Whether they are played for at all."""
        return bool(self.earned)

    def of(self, hand: Hand, best: ReadingWorth) -> int:
        """What each payer gives for a hand."""
        more: Mapping[str, Any] = best.more or {}
        if times := more["yakuman"]:
            return int(times * self._by_yakuman[hand.source == SELF_DRAW])
        counted = [name for name in self._by_han if name != "red" or self._open_red or not hand.shown]
        return int(self._ippatsu and "ippatsu" in best.items) + sum(best.items.get(name, 0) for name in counted)


def moved(wins: Iterable[Paid], seats: Mapping[WindIndex, Seat]) -> Pot:
    """How the chips of the seats change by these wins: the discarder gives them, or every other player."""
    change = dict.fromkeys(seats.values(), 0)
    for win in wins:
        payers = [win.discarder] if win.discarder is not None else [wind for wind in seats if wind != win.winner]
        for payer in payers:
            change[seats[payer]] -= win.tally
            change[seats[win.winner]] += win.tally
    return {tally_of(seat): more for seat, more in change.items() if more}


def held(position: MatchPosition, seats: Sequence[Seat]) -> list[int]:
    """The chips of these seats, net of those that they began with."""
    return [position.pot.get(tally_of(seat), 0) for seat in seats]

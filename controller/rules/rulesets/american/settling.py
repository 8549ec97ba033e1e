"""Who pays what, what the table says of a discard that costs its player more, and how the deal passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from controller.rules.game import Ends, MatchPosition, QuickWin, Settlement
from controller.rules.hand.record import SELF_DRAW
from controller.rules.paid import Paid, Share
from controller.rules.progression import Course, advance
from controller.rules.seats import WIND_INDEXES, WindIndex
from controller.rules.settlement import Settling
from controller.rules.sheet.ruleset import Options, Pay, Won
from controller.rules.sheet.shares import everybody, role

LATE_FRESH: Final = "late-fresh-discard"
"""The winner took a discard from the stacks counted by the dice, of which fewer than three lie open: a flag of a
record, and what is said of a win at the table."""
MISNAMED: Final = "misnamed-discard"
"""The winner claimed a tile by the wrong name that its discarder gave it."""
DEAD_HANDS: Final = "three-dead-hands"
"""Why nobody won: such a hand is no drawn one."""
TWICE, FOUR_TIMES = 2, 4
LATE_LINE, MISNAMED_LINE = "line.late-fresh-discard", "line.misnamed-discard"


def pay_with(options: Options) -> Pay:
    """The discarder twice the total and the others once; from the wall everybody twice. ``Won.own``: the discard was a
    late fresh one."""
    hot = options["hot-wall"] == "discarder-pays-all"

    def pay(won: Won) -> Sequence[Share]:
        if won.discarder is None:
            return everybody(won, TWICE * won.base, "line.self-draw-doubled")
        if hot and won.own:
            return [Share(won.discarder, FOUR_TIMES * won.base, LATE_LINE)]
        return [_share(won, payer) for payer in WIND_INDEXES if payer != won.winner]

    return pay


def _share(won: Won, payer: WindIndex) -> Share:
    if payer == won.discarder:
        return Share(payer, TWICE * won.base, f"{role(won, payer)}-doubled")
    return Share(payer, won.base, role(won, payer))


class AmericanSettling(Settling):
    """A discard that was named wrongly costs its player four times the total, and the others nothing."""

    def won_quick(self, position: MatchPosition, win: QuickWin) -> Won:
        late = win.winner in win.declared.get(LATE_FRESH, ())
        return super().won_quick(position, win).but(own=late)

    def settle(self, position: MatchPosition, ends: Ends, wins: Sequence[Paid] = ()) -> Settlement:
        misnamed = bool(ends[-1].who_declared(MISNAMED))
        return super().settle(position, ends, [_of_the_name(win) if misnamed else win for win in wins])


def _of_the_name(win: Paid) -> Paid:
    """What the win pays where its discard was named wrongly. From the wall nothing was named."""
    if win.source == SELF_DRAW:
        return win
    four_times = sum(share.amount for share in win.shares)  # what all pay together, be it twice and once and once
    shares = [Share(share.payer, four_times, MISNAMED_LINE) for share in win.shares if share.payer == win.discarder]
    return win.but(shares=shares)


class AmericanCourse(Course):
    """The deal passes after every hand, also after one that three dead hands ended."""

    def advance(self, position: MatchPosition, ends: Ends, scores: Sequence[int]) -> MatchPosition | None:
        del scores
        if ends[-1].reason != DEAD_HANDS:
            return advance(self.plan, position, ends)
        after = advance(self.plan, position, [replace(ends[-1], kind="draw")])
        return None if after is None else replace(after, extra_hands=position.extra_hands)

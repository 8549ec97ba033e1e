"""The dice display of the board. W04 stands for as long as the board says that it shows other dice than it was sent."""

from __future__ import annotations

from controller.mechanism.faults import DICE_MISSHOWN, declared, of_table
from controller.mechanism.inputs import DiceEchoed
from controller.mechanism.transition import Turn


def dice_echoed(turn: Turn, echo: DiceEchoed) -> None:
    active = turn.books.fault(DICE_MISSHOWN.code)
    if echo.meant == echo.shown:
        if active:
            turn.clear_fault(active, "board")
        return
    evidence = {"dice": list(echo.meant), "shown": list(echo.shown)}
    if active is None or active.evidence != evidence:
        turn.emit(declared(of_table(DICE_MISSHOWN, **evidence)))

"""Before anything moves, and after something went wrong: what holds the board, and the way out of it.

No service runs meanwhile, so there is no tablet to reset the table with: the technician does it here, at the key.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from api.doctor.console import PATIENCE_SECONDS, Say, agreed
from api.doctor.direct import BoardRefused, Direct
from api.doctor.finding import Finding
from api.doctor.parts import fault_name, held_by, name
from controller.mechanism.faults import code_of, spec_of
from controller.walls.sides import SIDES
from firmware_bridge import messages as m

_L = m.Latches
_BY_HAND: Final = {
    _L.EMERGENCY_STOP_PRESSED: ("the emergency stop is pressed", "Release it, and run this again."),
    _L.COVER_OPEN: ("the deck is open", "Close it, and run this again."),
    _L.OVER_TEMPERATURE: ("the motor drivers are too hot", "Let them cool, and look at their air."),
}
_BY_RESET: Final = _L.EMERGENCY_STOP_UNACKNOWLEDGED | _L.STOPPED_BY_HOST
AGAIN: Final = "Put right what it names, and run this again."


def obstacle(table: Direct) -> Finding | None:
    """What only a hand can take away."""
    for latch, (detail, remedy) in _BY_HAND.items():
        if latch in table.latches:
            return Finding("ready", "bad", detail, remedy)
    return None


async def made_ready(table: Direct, say: Say, *, all_home: bool = False) -> Finding | None:
    """A reset and a closed hatch, where they are needed and a person agrees; None: motors may be tried.

    With ``all_home`` a part away from home is a need as well. Raises ``DoctorError``.
    """
    state = await table.sensors()  # the faults that the board tells every new session have come before this answer
    if (found := obstacle(table)) is not None:
        return found
    parts = strays(state.sensors) if all_home else ()
    return await _at_rest(table, say, parts) or await _closed(table, say)


def strays(sensors: m.Sensors) -> list[str]:
    """Heads and lifts that their switches do not see at home."""
    homes = [("head", m.Sensors.HEAD_HOME_0), ("lift", m.Sensors.LIFT_HOME_0)]
    return [f"{kind} of side {n + 1}" for kind, first in homes for n in range(SIDES) if not sensors & first << n]


async def _at_rest(table: Direct, say: Say, away: Sequence[str]) -> Finding | None:
    if not (why := _reasons(table, away)):
        return None
    if not await agreed(table, say, f"The table is not at rest ({why}). Take tiles off the lifts. Bring all home"):
        return Finding("ready", "bad", f"not brought home: {why}", "Run this again and agree to it.")
    return await _reset(table, say)


def _reasons(table: Direct, away: Sequence[str]) -> str:
    held = held_by(table.latches & _BY_RESET)
    faults = [fault_name(fault) for fault, _ in table.faults]
    return "; ".join(part for part in (held, *faults, *(f"{each} not at home" for each in away)) if part)


async def _reset(table: Direct, say: Say) -> Finding | None:
    say("Now press any key at the table once more: it beeps, then heads and lifts go home.")
    try:
        ended = await table.move(m.Reset(), PATIENCE_SECONDS)
    except BoardRefused as refused:
        return Finding("ready", "bad", refused.detail, refused.remedy)
    if isinstance(ended, m.Done):
        table.faults.clear()
        return None
    return Finding("ready", "bad", f"the table did not come home: {why(table, ended)}", AGAIN)


async def _closed(table: Direct, say: Say) -> Finding | None:
    """Nothing below the deck turns under an open hatch, and no tablet is there to close it."""
    if m.Sensors.HATCH_CLOSED in (await table.sensors()).sensors:
        return None
    if not await agreed(table, say, "The hatch is not closed. Hands and tools out of the well. Close it"):
        return Finding("ready", "bad", "the hatch is not closed", "Run this again and agree to it.")
    try:
        ended = await table.move(m.CloseHatch())
    except BoardRefused as refused:
        return Finding("ready", "bad", refused.detail, refused.remedy)
    if isinstance(ended, m.Done):
        return None
    return Finding(
        "ready", "bad", f"the hatch did not close: {why(table, ended)}", "Clear its way, look at its switch and plug."
    )


async def settled(table: Direct) -> Finding | None:
    """After a step that failed: its faults are cleared where their cause is gone; a finding: nothing more can move."""
    for fault, side in tuple(table.faults):
        try:
            await table.answer(m.ClearFault(fault=fault))
        except BoardRefused:
            return Finding("ready", "bad", f"{fault_name(fault)} stays; the rest was not tried", AGAIN)
        table.faults.pop((fault, side), None)
    await table.sensors()  # whatever the board had to say of its latches has come before this answer
    if (found := obstacle(table)) is not None:
        return found
    if held := held_by(table.latches & _BY_RESET):
        return Finding("ready", "bad", f"held by {held}; the rest was not tried", AGAIN)
    return None


_STOPPED: Final = {
    m.StopReason.EMERGENCY_STOP: "stopped: the emergency stop was pressed, or the motor supply fell away (F1, K1, K2)",
    m.StopReason.COVER: "stopped: the deck was opened",
    m.StopReason.DEADMAN: "stopped: this computer was silent for too long; close other programs",
    m.StopReason.FAULT_ELSEWHERE: "stopped: another part is not at rest, or the hatch not closed",
}


def why(table: Direct, ended: m.Failed | m.Halted) -> str:
    """The fault behind an end that was not good, its own or another part's, else the reason of the stop."""
    if isinstance(ended, m.Failed):
        return _with_place(m.Fault(ended.fault), ended.side)
    if ended.reason is m.StopReason.FAULT_ELSEWHERE and table.faults:
        return f"stopped by {' and '.join(_with_place(*fault) for fault in table.faults)}"
    if ended.reason in _STOPPED:
        return _STOPPED[m.StopReason(ended.reason)]
    return f"stopped: {m.StopReason(ended.reason).name.lower().replace('_', ' ')}"


def _with_place(fault: m.Fault, side: int) -> str:
    if spec_of(code_of(fault)).where == "mechanism" and side in list(m.Mechanism):
        return f"{fault_name(fault)}, {name(m.Mechanism(side))}"
    return f"{fault_name(fault)}, side {side + 1}" if side < SIDES else fault_name(fault)

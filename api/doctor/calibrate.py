"""Repeated moves of lifts and hatch: mean and spread. The board learns from each good run by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import mean, pstdev
from typing import Final

from api.doctor.direct import Direct
from api.doctor.finding import Finding
from api.doctor.parts import name
from api.doctor.talk import Say, agreed
from firmware_bridge import messages as m

ROUNDS: Final = 8
"""What the board needs to trust a learnt time (``learnt.c``: runs enough to bridge a dead sensor)."""
STEADY_SHARE: Final = 0.08
"""Spread of a healthy mechanism; more is friction that comes and goes."""
_ALL_SIDES: Final = 0b1111

_HATCH: Final = (m.Mechanism.HATCH,)
_LIFTS: Final = (m.Mechanism.LIFT_0, m.Mechanism.LIFT_1, m.Mechanism.LIFT_2, m.Mechanism.LIFT_3)
_PAIRS: Final = (
    ("hatch", _HATCH, m.OpenHatch(), m.CloseHatch()),
    ("lifts", _LIFTS, m.RaiseLifts(sides=_ALL_SIDES), m.LowerLifts(sides=_ALL_SIDES)),
)

Times = dict[tuple[m.Mechanism, str], list[int]]
"""By mechanism and way, in milliseconds, as the board timed them: without its warning before the motion."""


async def calibrate(table: Direct, say: Say, rounds: int = ROUNDS) -> list[Finding]:
    """Raises ``NobodyThere``, ``BoardRefused`` and ``NoBoard``."""
    found: list[Finding] = []
    for part, mechanisms, out, back in _PAIRS:
        if not await agreed(table, say, f"Move the {part} out and home {rounds} times"):
            found.append(Finding("travel", "warn", f"{part}: left out"))
            continue
        times: Times = {}
        for n in range(rounds):
            if not (
                await _timed(table, out, "out", mechanisms, times)
                and await _timed(table, back, "home", mechanisms, times)
            ):
                found.append(
                    Finding("travel", "bad", f"{part}: stopped in round {n + 1}", "Look at it, then clear the fault.")
                )
                break
            say(f"{part} {n + 1}/{rounds}")
        found += [_finding(f"{name(each)} {way}", took) for (each, way), took in times.items()]
    return [*found, *(Finding("learnt", "ok", line) for line in _lines(await _learnt(table)))]


async def _timed(table: Direct, command: m.Command, way: str, mechanisms: Sequence[m.Mechanism], times: Times) -> bool:
    """One move; False when it did not end well."""
    if not isinstance(await table.move(command), m.Done):
        return False
    for told in await _learnt(table):
        if told.mechanism in mechanisms:
            times.setdefault((m.Mechanism(told.mechanism), way), []).append(told.last_ms)
    return True


def _finding(what: str, times: Sequence[int]) -> Finding:
    average, spread = mean(times), pstdev(times)
    detail = f"{what}: mean {average:.0f} ms, spread {spread:.0f} ms over {len(times)}"
    if spread > average * STEADY_SHARE:
        return Finding("travel", "warn", detail, "The times vary: clean and grease it.")
    return Finding("travel", "ok", detail)


async def _learnt(table: Direct) -> list[m.Learnt]:
    """What the board keeps: the nine mechanisms with a travel time."""
    return await table.ask_all(m.GetLearnt(), m.Learnt, 9)


def _lines(told: Sequence[m.Learnt]) -> Iterator[str]:
    for each in told:
        yield f"{name(m.Mechanism(each.mechanism))}: mean {each.mean_ms} ms, last {each.last_ms} ms, {each.runs} runs"

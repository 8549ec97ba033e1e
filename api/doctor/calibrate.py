"""Repeated moves of lifts and hatch: mean and spread. The board learns from each good run by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import mean, pstdev
from typing import Final

from api.doctor.console import Say, agreed
from api.doctor.direct import BoardRefused, Direct, DoctorError
from api.doctor.finding import Finding
from api.doctor.parts import name
from api.doctor.prepare import AGAIN, made_ready, settled, why
from controller.mechanism.agenda import ALL_SIDES
from firmware_bridge import messages as m

ROUNDS: Final = 8
"""What the board needs to trust a learnt time (``learnt.c``: runs enough to bridge a dead sensor)."""
STEADY_SHARE: Final = 0.08
"""Spread of a healthy mechanism; more is friction that comes and goes."""

_HATCH: Final = (m.Mechanism.HATCH,)
_LIFTS: Final = (m.Mechanism.LIFT_0, m.Mechanism.LIFT_1, m.Mechanism.LIFT_2, m.Mechanism.LIFT_3)
_Pair = tuple[str, tuple[m.Mechanism, ...], m.Command, m.Command]
_PAIRS: Final[tuple[_Pair, ...]] = (
    ("hatch", _HATCH, m.OpenHatch(), m.CloseHatch()),
    ("lifts", _LIFTS, m.RaiseLifts(sides=ALL_SIDES), m.LowerLifts(sides=ALL_SIDES)),
)

Times = dict[tuple[m.Mechanism, str], list[int]]
"""By mechanism and way, in milliseconds, as the board timed them: without its warning before the motion."""


async def calibrate(table: Direct, say: Say, rounds: int = ROUNDS) -> list[Finding]:
    """Raises ``DoctorError`` before the first motion; later it is a finding."""
    if (held := await made_ready(table, say, all_home=True)) is not None:
        return [held]
    found: list[Finding] = []
    for pair in _PAIRS:
        try:
            found += await _both_ways(table, say, pair, rounds)
            held = await settled(table) if found[-1].verdict == "bad" else None
        except DoctorError as error:
            if not found:
                raise
            held = Finding("ready", "bad", f"{error.detail}; the rest was not tried", error.remedy)
        if held is not None:
            return [*found, held]
    return [*found, *(Finding("learnt", "ok", line) for line in _lines(await _learnt(table)))]


async def _both_ways(table: Direct, say: Say, pair: _Pair, rounds: int) -> list[Finding]:
    part, mechanisms, out, back = pair
    if not await agreed(table, say, f"Move the {part} out and home {rounds} times"):
        return [Finding("travel", "warn", f"{part}: left out")]
    times: Times = {}
    for n in range(rounds):
        for command, way in ((out, "out"), (back, "home")):
            if (wrong := await _timed(table, command, way, mechanisms, times)) is not None:
                stopped = f"{part}: on the way {way} in round {n + 1}: {wrong}"
                return [*_findings(times), Finding("travel", "bad", stopped, AGAIN)]
        say(f"{part} {n + 1}/{rounds}")
    return _findings(times)


async def _timed(
    table: Direct, command: m.Command, way: str, mechanisms: Sequence[m.Mechanism], times: Times
) -> str | None:
    """One move; what went wrong when it did not end well."""
    try:
        ended = await table.move(command)
    except BoardRefused as refused:
        return refused.detail
    if not isinstance(ended, m.Done):
        return why(table, ended)
    for learnt in await _learnt(table):
        if learnt.mechanism in mechanisms:
            times.setdefault((m.Mechanism(learnt.mechanism), way), []).append(learnt.last_ms)
    return None


def _findings(times: Times) -> list[Finding]:
    return [_finding(f"{name(each)} {way}", took) for (each, way), took in times.items()]


def _finding(what: str, times: Sequence[int]) -> Finding:
    average, spread = mean(times), pstdev(times)
    detail = f"{what}: mean {average:.0f} ms, spread {spread:.0f} ms over {len(times)}"
    if spread > average * STEADY_SHARE:
        return Finding("travel", "warn", detail, "The times vary: clean and grease it.")
    return Finding("travel", "ok", detail)


async def _learnt(table: Direct) -> list[m.Learnt]:
    """What the board keeps: the nine mechanisms with a travel time."""
    return await table.ask_all(m.GetLearnt(), m.Learnt, 9)


def _lines(learnt: Sequence[m.Learnt]) -> Iterator[str]:
    for each in learnt:
        times = f"mean {each.mean_ms} ms, last {each.last_ms} ms, {each.runs} runs" if each.runs else "nothing yet"
        yield f"{name(m.Mechanism(each.mechanism))}: {times}"

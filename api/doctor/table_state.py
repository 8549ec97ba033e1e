"""The state of the table: what holds its motors, which faults are present, and switches that cannot both be right."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final

from api.doctor.direct import Direct
from api.doctor.finding import Finding, Verdict
from api.doctor.parts import KEYS, name
from api.doctor.prepare import strays
from api.words.catalogue import DEFAULT, say
from controller.mechanism.faults import from_message, spec_of
from controller.walls.sides import SIDES
from firmware_bridge import messages as m

_L = m.Latches
_S = m.Sensors
_WAY_OUT: Final = "Press Reset on the tablet, then a key; without the service --motors does it, with two keys."
_BY_MOTORS: Final = "Put right what it names; --motors then brings the table home, with two keys."
_HOLDS: Final[Mapping[m.Latches, tuple[Verdict, str, str]]] = {
    _L.EMERGENCY_STOP_PRESSED: (
        "bad",
        "the emergency stop is pressed, or its wire is open",
        "Release it. If it is not pressed: look at the wire of its fourth contact.",
    ),
    _L.COVER_OPEN: (
        "bad",
        "the deck is open, or the wire of its cover switch is",
        "Close it. If it is closed: look at the switch and its wire.",
    ),
    _L.OVER_TEMPERATURE: ("bad", "the motor drivers are too hot", "Let them cool, and look at their air."),
    _L.EMERGENCY_STOP_UNACKNOWLEDGED: ("warn", "a stop that nobody has acknowledged", _WAY_OUT),
    _L.STOPPED_BY_HOST: ("warn", "stopped from a tablet", _WAY_OUT),
}
"""What a healthy table does not show at rest. ``AWAITING_KEY`` is its usual state after power-on."""
_PICKS: Final = range(m.Mechanism.PICK_0, m.Mechanism.PICK_0 + SIDES)
_TOLD_BY_LATCH: Final = frozenset({"E40", "E50", "E51"})


async def table_state(table: Direct) -> list[Finding]:
    """Asked directly. Raises ``DoctorError``."""
    state = await table.sensors()
    faults = [asdict(from_message(each)) for each in table.faults.values()]
    reported = [*_holds(table.latches), *_faults(faults, _TOLD_BY_LATCH, _BY_MOTORS)]
    seen = [*contradictions(state.sensors), *held(state.keys), *blinded(state), *away(state.sensors)]
    return [*reported, *seen] or [Finding("table", "ok", _at_rest(table.latches))]


def through_service(snapshot: Mapping[str, Any]) -> list[Finding]:
    """As the running service tells it."""
    mechanism = snapshot.get("mechanism") or {}
    names = mechanism.get("latches", ())
    latches = _L(sum(each for each in _L if str(each.name).lower().replace("_", "-") in names))
    return [*_holds(latches), *_faults(snapshot["faults"], _TOLD_BY_LATCH if _holding(latches) else ())] or [
        Finding("table", "ok", _at_rest(latches))
    ]


def _holding(latches: m.Latches) -> bool:
    return any(latch in latches for latch in _HOLDS)


def _at_rest(latches: m.Latches) -> str:
    return "nothing holds the motors" + (", but for a key at the table" if _L.AWAITING_KEY in latches else "")


def _holds(latches: m.Latches) -> list[Finding]:
    """What a hand must undo; the reset comes after that, so it is asked for only then."""
    found = [Finding("table", *words) for latch, words in _HOLDS.items() if latch in latches]
    return [each for each in found if each.verdict == "bad"] or found[:1]


def _faults(faults: Iterable[Mapping[str, Any]], known: Collection[str], remedy: str = "") -> Iterator[Finding]:
    """Each with the sentence and the first remedy that the tablet shows; ``remedy`` where there is no tablet."""
    for each in faults:
        if each["code"] not in known:
            verdict: Verdict = "warn" if each["severity"] == "warn" else "bad"
            yield Finding("table", verdict, f"{each['code']}: {_words(each)}", remedy or _first_remedy(each))


def _words(fault: Mapping[str, Any]) -> str:
    return _say(fault.get("key") or spec_of(fault["code"]).key, fault)


def _first_remedy(fault: Mapping[str, Any]) -> str:
    remedies = fault.get("remedies") or spec_of(fault["code"]).remedies
    return _say(f"remedy.{remedies[0]}", fault) if remedies else ""


def _say(key: str, fault: Mapping[str, Any]) -> str:
    side, mechanism = fault.get("side"), fault.get("mechanism")
    place = name(m.Mechanism[mechanism.upper().replace("-", "_")]) if mechanism else "a motor"
    values = {
        **(fault.get("evidence") or {}),
        "side": "a side" if side is None else f"side {side + 1}",
        "mechanism": place,
    }
    return say(DEFAULT, key, **values) or key


def contradictions(sensors: m.Sensors) -> Iterator[Finding]:
    """Two ends of one travel at the same time: one of the switches lies, or its wire is on ground."""
    for part, first, second in _ends():
        if first in sensors and second in sensors:
            both = f"{part}: {name(first)} and {name(second)} are on at the same time"
            yield Finding(
                "table", "bad", both, "One of the two is stuck, or its wire touches ground: try them by hand."
            )


def held(keys: int) -> Iterator[Finding]:
    """Keys that are down while nobody presses: the hand that asks is at the computer."""
    stuck = [name(key) for key in KEYS if keys >> key & 1]
    if stuck:
        remedy = "If nobody holds it: dry it, free it, look whether its wire touches ground."
        yield Finding("table", "warn", f"held down: {', '.join(stuck)}", remedy)


def blinded(state: m.SensorState) -> Iterator[Finding]:
    """Tiles pass the counters in a build only."""
    if any(state.positions[pick] is m.Position.MOVING for pick in _PICKS):
        return
    on = [name(_S(_S.COUNT_0 << side)) for side in range(SIDES) if state.sensors & _S.COUNT_0 << side]
    if on:
        remedy = "Take out what lies there; else wipe it, and trim it anew: it would count nothing."
        yield Finding("table", "warn", f"sees a tile while none can pass: {', '.join(on)}", remedy)


def away(sensors: m.Sensors) -> Iterator[Finding]:
    """What its switch does not see at home, in one line: on a new board that is all of them."""
    ajar = _S.HATCH_OPEN not in sensors and _S.HATCH_CLOSED not in sensors
    parts = strays(sensors) + ["hatch (neither open nor closed)"] * ajar
    if parts:
        remedy = "If it is at home: wipe its sensor, look at its plug. Else --motors or a reset brings it home."
        yield Finding("table", "warn", f"not at home: {', '.join(parts)}", remedy)


def _ends() -> Iterator[tuple[str, m.Sensors, m.Sensors]]:
    yield "hatch", _S.HATCH_OPEN, _S.HATCH_CLOSED
    for side in range(SIDES):
        yield f"lift of side {side + 1}", _S(_S.LIFT_HOME_0 << side), _S(_S.LIFT_UP_0 << side)

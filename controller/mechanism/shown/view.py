"""The mechanism as plain data: its parts of the snapshot that pages and programs read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.events.machine import SetName
from controller.mechanism import faults
from controller.mechanism.board.building import elapsed_ms
from controller.mechanism.shown.prompts import prompt
from controller.mechanism.situation import STOPPING, Situation, situation
from controller.mechanism.state import SETS, ActiveFault, Live, Quota, State
from controller.mechanism.tasks import Task, TaskKind, sides_of
from controller.walls.sides import SIDES
from firmware_bridge.messages import BuildPhase, Latches, Mechanism, Position

_PHASES: Final = {
    BuildPhase.SHUFFLING: "shuffling",
    BuildPhase.PICKING: "picking",
    BuildPhase.CHECKING: "checking",
    BuildPhase.READY: "ready",
    BuildPhase.SUSPENDED: "suspended",
    BuildPhase.FAILED: "failed",
    BuildPhase.NONE: "failed",
}

_HATCH: Final = {Position.HOME: "closed", Position.AWAY: "open", Position.MOVING: "moving"}
_LIFT: Final = {Position.HOME: "home", Position.AWAY: "up", Position.MOVING: "moving"}


def mechanism_json(state: State) -> dict[str, Any]:
    """The ``mechanism`` part of the snapshot."""
    books, live = state.books, state.live
    moving = moving_mechanisms(live)
    return {
        "state": machine_state(state),
        "situation": situation(state).value,
        "moving": moving,
        "hatch": "moving" if "hatch" in moving else _HATCH.get(live.hatch, "unknown"),
        "lifts": [_lift(live, side, moving) for side in range(SIDES)],
        "sets": {name: _set_json(state, name) for name in SETS[: books.number_of_sets]},
        "build": _build_json(state),
        "plan": {
            "tiles": books.plan.tiles,
            "stacks": list(books.plan.stacks),
            "players": books.plan.players,
            "quota": list(books.plan.quota),
        },
        "latches": [bit.name.lower().replace("_", "-") for bit in live.latches if bit.name],
        "emergency_stop": emergency_stop(live),
        "warning": live.warning,
    }


def emergency_stop(live: Live) -> str:
    """``clear``, ``pressed``, ``unacknowledged`` (released, not yet reset), or ``absent`` while the board is away."""
    if not live.connected:
        return "absent"
    if live.latches & Latches.EMERGENCY_STOP_PRESSED:
        return "pressed"
    return "unacknowledged" if live.latches & Latches.EMERGENCY_STOP_UNACKNOWLEDGED else "clear"


def faults_json(state: State, since: Mapping[str, str]) -> list[dict[str, Any]]:
    """The ``faults`` part: gravest first. ``since`` gives the journal's time of each fault by its id."""
    grave = {"stop": 0, "hold": 1, "warn": 2}
    ordered = sorted(state.books.faults, key=lambda fault: grave[fault.severity])
    return [_fault_json(state, fault, since.get(fault.id)) for fault in ordered]


def prompt_json(state: State) -> dict[str, Any]:
    """The ``prompt`` part: what a person should do next."""
    shown = prompt(state)
    actions = [{"command": command, "key": f"action.{command}"} for command in shown.actions]
    return {"key": shown.key, "args": shown.args, "actions": actions}


def moving_mechanisms(live: Live) -> list[str]:
    """Names of what turns: by telemetry, and by the order under way where telemetry has not said so yet."""
    turning = [mech for mech in Mechanism if mech is not Mechanism.ALL and live.motors >> mech & 1]
    ordered = _ordered(live.task) if live.task and live.task.accepted and not live.warning else []
    return [faults.mechanism_name(mech) for mech in sorted({*turning, *ordered})]


def _ordered(task: Task) -> list[Mechanism]:
    if task.kind in (TaskKind.OPEN, TaskKind.CLOSE):
        return [Mechanism.HATCH]
    if task.kind in (TaskKind.RAISE, TaskKind.LOWER):
        return [Mechanism(Mechanism.LIFT_0 + side) for side in sorted(sides_of(task.sides))]
    return []


def machine_state(state: State) -> str:
    """What the machine does: ``idle``, ``moving``, ``building``, ``suspended``, ``stopped`` or ``unknown``."""
    here, live = situation(state), state.live
    if not live.connected:
        return "unknown"
    if live.latches & STOPPING:
        return "stopped"
    if here in (Situation.BUILDING, Situation.STARTING):
        return "building"
    if live.task is not None and here is not Situation.KEY_AWAITED:
        return "moving"
    if state.books.building:
        return "suspended"
    doubtful = (Situation.HATCH_BETWEEN, Situation.HATCH_DOUBT, Situation.LIFTS_AWAY, Situation.HALF_RAISED)
    return "unknown" if here in doubtful else "idle"


def _lift(live: Live, side: int, moving: list[str]) -> str:
    return "moving" if f"lift-{side}" in moving else _LIFT.get(live.lifts[side], "unknown")


def _set_json(state: State, name: SetName) -> dict[str, Any]:
    book = state.books.book(name)
    plan = book.plan or state.books.plan
    return {"place": book.place.value, "tiles": plan.tiles, "stacks": list(plan.stacks), "partial": book.partial}


def _build_json(state: State) -> dict[str, Any] | None:
    books, live = state.books, state.live
    name = books.building
    plan = books.book(name).plan if name else None
    if plan is None:
        return None
    phase = "failed" if books.lost else "suspended" if books.suspended else _PHASES[live.phase]
    elapsed = elapsed_ms(state.live)
    return {
        "set": name,
        "phase": phase,
        "reason": books.suspended,
        "quota": list(plan.quota),
        "counts": list(live.counts),
        "progress": progress(live.counts, plan.quota),
        "sides": [_share(count, quota) for count, quota in zip(live.counts, plan.quota, strict=True)],
        "seconds": round((elapsed or 0) / 1000, 1),
    }


def progress(counts: Quota, quota: Quota) -> float:
    """Tiles counted of all tiles asked for, 0 to 1."""
    return _share(sum(counts), sum(quota))


def _share(count: int, quota: int) -> float:
    return 1.0 if quota == 0 else round(min(1.0, count / quota), 3)


def _fault_json(state: State, fault: ActiveFault, since: str | None) -> dict[str, Any]:
    remedies = faults.remedies_of(fault)
    return {
        "id": fault.id,
        "code": fault.code,
        "severity": fault.severity,
        "side": fault.side,
        "mechanism": fault.mechanism or _mechanism_of(fault),
        "since": since,
        "evidence": dict(fault.evidence),
        "remedies": list(remedies),
        "level": faults.level(state.books.repeated(fault.id), len(remedies)),
        "key": faults.key_of(fault),
    }


def _mechanism_of(fault: ActiveFault) -> str | None:
    """The mechanism for the picture of a fault that is one side's."""
    kind = {"fault.head-jam": "head", "fault.channel": "channel", "fault.lift": "lift", "fault.short": "pick"}
    name = kind.get(faults.spec_of(fault.code).key)
    return None if name is None or fault.side is None else f"{name}-{fault.side}"

"""The durable part as a fold over ``machine.*`` events. Never fails: what it does not know changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from controller.events import Event
from controller.mechanism.state import SETS, ActiveFault, BoardFacts, Books, Place, Plan, Quota, SetBook, with_set

Data = Mapping[str, Any]


def evolve(books: Books, event: Event) -> Books:
    """The books after an event."""
    change = _CHANGES.get(event.type)
    return books if change is None else change(books, event.data)


def plan_data(plan: Plan) -> dict[str, Any]:
    """A plan as the journal keeps it."""
    return {
        "tiles": plan.tiles,
        "quota": list(plan.quota),
        "stacks": list(plan.stacks),
        "players": plan.players,
    }


def fault_data(fault: ActiveFault) -> dict[str, Any]:
    """A fault as the journal keeps it."""
    return {
        "code": fault.code,
        "severity": fault.severity,
        "side": fault.side,
        "mechanism": fault.mechanism,
        "origin": fault.origin,
        "evidence": dict(fault.evidence),
    }


def _quota(data: Data) -> Quota:
    a, b, c, d = (list(data.get("quota", ())) + [0] * 4)[:4]
    return (int(a), int(b), int(c), int(d))


def _connected(books: Books, data: Data) -> Books:
    facts = BoardFacts(
        boot=data.get("boot", 0),
        cause=data.get("cause", ""),
        firmware=data.get("firmware", ""),
        build=data.get("build", ""),
        serial=data.get("serial", ""),
        capabilities=tuple(data.get("capabilities", ())),
        max_stacks=data.get("max_stacks", books.max_stacks),
    )
    return replace(books, board=facts)


def _opened(books: Books, _data: Data) -> Books:
    return replace(books, hatch_open=True)


def _closed(books: Books, _data: Data) -> Books:
    return replace(books, hatch_open=False)


def _loaded(books: Books, data: Data) -> Books:
    return _set(books, data, place=Place.IN_DRUM, partial=False)


def _set(books: Books, data: Data, **changes: Any) -> Books:
    name = data.get("set")
    return with_set(books, name, **changes) if name in SETS else books


def _build_started(books: Books, data: Data) -> Books:
    plan = Plan(_quota(data), data.get("players", books.plan.players))
    return replace(_set(books, data, place=Place.BUILDING, plan=plan, partial=False), suspended=None)


def _build_suspended(books: Books, data: Data) -> Books:
    return replace(books, suspended=str(data.get("reason", "stop-command")))


def _build_resumed(books: Books, _data: Data) -> Books:
    return replace(books, suspended=None)


def _withdrawn(books: Books, data: Data) -> Books:
    return replace(_set(books, data, place=Place.IN_DRUM), suspended=None)


def _staged(books: Books, data: Data) -> Books:
    return replace(_set(books, data, place=Place.STAGED), suspended=None, repeats=())


def _raised(books: Books, data: Data) -> Books:
    return _set(books, data, place=Place.RAISED)


def _run_out(books: Books, data: Data) -> Books:
    return replace(_set(books, data, place=Place.IN_DRUM, partial=True), suspended=None)


def _stopped(books: Books, data: Data) -> Books:
    return replace(books, stop=str(data.get("cause", "operator")))


def _restored(books: Books, _data: Data) -> Books:
    return replace(books, stop=None)


def _fault_raised(books: Books, data: Data) -> Books:
    fault = ActiveFault(
        code=str(data.get("code", "")),
        severity=data.get("severity", "stop"),
        side=data.get("side"),
        mechanism=data.get("mechanism"),
        evidence=dict(data.get("evidence", {})),
        origin=data.get("origin", "board"),
    )
    others = tuple(active for active in books.faults if active.id != fault.id)
    repeats = {**dict(books.repeats), fault.id: books.repeated(fault.id) + 1}
    return replace(books, faults=(*others, fault), repeats=tuple(sorted(repeats.items())))


def _fault_cleared(books: Books, data: Data) -> Books:
    code, mechanism = data.get("code"), data.get("mechanism")
    kept = tuple(fault for fault in books.faults if (fault.code, fault.mechanism) != (code, mechanism))
    return replace(books, faults=kept)


def _emptied(books: Books, _data: Data) -> Books:
    return replace(books, sets=(SetBook(), SetBook()), suspended=None, repeats=())


def _placed(books: Books, data: Data) -> Books:
    """A building set stays one only when the person says so; otherwise its build is over."""
    for name, place in dict(data.get("sets", {})).items():
        if name in SETS:
            books = with_set(books, name, place=Place(place), partial=False)
    return books if books.building else replace(books, suspended=None)


def _plan_changed(books: Books, data: Data) -> Books:
    return replace(books, plan=Plan(_quota(data), data.get("players", 4)))


_CHANGES: Final[Mapping[str, Callable[[Books, Data], Books]]] = {
    "machine.board-connected": _connected,
    "machine.hatch-opened": _opened,
    "machine.hatch-closed": _closed,
    "machine.set-loaded": _loaded,
    "machine.build-started": _build_started,
    "machine.build-suspended": _build_suspended,
    "machine.build-resumed": _build_resumed,
    "machine.build-withdrawn": _withdrawn,
    "machine.wall-staged": _staged,
    "machine.wall-raised": _raised,
    "machine.run-out": _run_out,
    "machine.stopped": _stopped,
    "machine.restored": _restored,
    "machine.fault-raised": _fault_raised,
    "machine.fault-cleared": _fault_cleared,
    "machine.emptied": _emptied,
    "machine.placed": _placed,
    "machine.plan-changed": _plan_changed,
}

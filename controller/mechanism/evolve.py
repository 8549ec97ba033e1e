"""The durable part as a fold over the events of the machine. Never fails, whatever their order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from controller.events import Event
from controller.events.machine import (
    BoardAttached,
    BuildResumed,
    BuildRunOut,
    BuildStarted,
    BuildSuspended,
    BuildWithdrawn,
    FaultDeclared,
    FaultResolved,
    HatchClosed,
    HatchOpened,
    MachineRestored,
    MachineStopped,
    Place,
    PlanChanged,
    SetLoaded,
    SetName,
    SetsPlaced,
    TableEmptied,
    WallRaised,
    WallStaged,
)
from controller.mechanism.state import ActiveFault, BoardFacts, Books, Plan, SetBook, with_set


def evolve(books: Books, event: Event) -> Books:
    """The books after an event; one that is not about the machine changes nothing."""
    match event:
        case BuildStarted() | BuildSuspended() | BuildResumed() | BuildWithdrawn() | BuildRunOut() | WallStaged():
            return _build(books, event)
        case FaultDeclared():
            return _fault_declared(books, event)
        case FaultResolved():
            here = (event.code, event.mechanism)
            return replace(books, faults=tuple(one for one in books.faults if (one.code, one.mechanism) != here))
        case MachineStopped(cause=cause):
            return replace(books, stop=cause)
        case MachineRestored():
            return replace(books, stop=None)
        case BoardAttached():
            return replace(books, board=_facts(event))
        case PlanChanged():
            return replace(books, plan=Plan(event.quota, event.players))
    return _moved(books, event)


def _moved(books: Books, event: Event) -> Books:
    """Hatch and sets."""
    match event:
        case HatchOpened():
            return replace(books, hatch_open=True)
        case HatchClosed():
            return replace(books, hatch_open=False)
        case SetLoaded():
            return with_set(books, event.set, place=Place.IN_DRUM, partial=False)
        case WallRaised():
            return with_set(books, event.set, place=Place.RAISED)
        case TableEmptied():
            return replace(books, sets=(SetBook(), SetBook()), suspended=None, repeats=())
        case SetsPlaced():
            return _placed(books, event)
    return books


Build = BuildStarted | BuildSuspended | BuildResumed | BuildWithdrawn | BuildRunOut | WallStaged


def _build(books: Books, event: Build) -> Books:
    match event:
        case BuildStarted():
            plan = Plan(event.quota, event.players)
            return _no_longer_suspended(books, event.set, place=Place.BUILDING, plan=plan, partial=False)
        case BuildSuspended():
            return replace(books, suspended=event.reason)
        case BuildResumed():
            return replace(books, suspended=None)
        case BuildWithdrawn():
            return _no_longer_suspended(books, event.set, place=Place.IN_DRUM)
        case BuildRunOut():
            return _no_longer_suspended(books, event.set, place=Place.IN_DRUM, partial=True)
        case WallStaged():
            return replace(_no_longer_suspended(books, event.set, place=Place.STAGED), repeats=())


def _no_longer_suspended(books: Books, name: SetName, **changes: Any) -> Books:
    return replace(with_set(books, name, **changes), suspended=None)


def _facts(event: BoardAttached) -> BoardFacts:
    return BoardFacts(
        boot=event.boot,
        cause=event.cause,
        firmware=event.firmware,
        build=event.build,
        serial=event.serial,
        capabilities=event.capabilities,
        max_stacks=event.max_stacks,
    )


def _fault_declared(books: Books, event: FaultDeclared) -> Books:
    fault = ActiveFault(event.code, event.severity, event.side, event.mechanism, event.evidence, event.origin)
    others = tuple(active for active in books.faults if active.id != fault.id)
    repeats = {**dict(books.repeats), fault.id: books.repeated(fault.id) + 1}
    return replace(books, faults=(*others, fault), repeats=tuple(sorted(repeats.items())))


def _placed(books: Books, event: SetsPlaced) -> Books:
    """A building set stays one only when the person says so; otherwise its build is over."""
    for name, place in event.sets.items():
        books = with_set(books, name, place=place, partial=False)
    return books if books.building else replace(books, suspended=None)

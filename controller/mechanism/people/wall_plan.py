"""The wall asked for. A change holds from the next build on; W03 says so for as long as an older wall waits."""

from __future__ import annotations

from controller.events.machine import Place, PlanChanged, SetName
from controller.mechanism.faults import declared, of_table, spec_of
from controller.mechanism.state import SETS, Books, Plan
from controller.mechanism.transition import Turn
from controller.refusals import Code, Refused

_WAITING = (Place.BUILDING, Place.STAGED)


def plan_requested(turn: Turn, plan: Plan) -> None:
    """Takes a plan for the next build. Raises ``Refused`` (``wall-too-long``) when a side cannot hold its stacks."""
    if max(plan.stacks) > turn.books.max_stacks:
        raise Refused(
            Code.WALL_TOO_LONG,
            f"{plan.tiles} tiles need {max(plan.stacks)} stacks on a side; this table holds {turn.books.max_stacks}.",
            field="tiles",
        )
    if plan != turn.books.plan:
        turn.emit(PlanChanged(plan.tiles, plan.quota, plan.stacks, plan.players))


def note_plan(turn: Turn) -> None:
    """Keeps W03 up to date."""
    older = older_plan(turn.books)
    active = turn.books.fault("W03")
    if older is None and active:
        turn.clear_fault(active, "build")
    elif older is not None:
        asked, built = turn.books.plan.tiles, older.tiles
        if active is None or active.evidence != {"asked": asked, "built": built}:
            turn.emit(declared(of_table(spec_of("W03"), asked=asked, built=built)))


def older_plan(books: Books) -> Plan | None:
    """The plan of a wall that is built or being built otherwise than the match asks for."""
    for name in SETS:
        book = books.book(name)
        if book.place in _WAITING and book.plan is not None and book.plan.quota != books.plan.quota:
            return book.plan
    return None


def tiles_to_change(books: Books, name: SetName) -> int:
    """How many tiles people must add to a set (positive) or take out of it (negative) before its next build."""
    plan = books.book(name).plan
    return 0 if plan is None else books.plan.tiles - plan.tiles

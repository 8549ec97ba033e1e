"""What the routes need of the running service, and how they reach it.

``app.state.runtime`` is None while the service is being put together: HTTP answers at once, with 503 and the reason.
"""

from __future__ import annotations

from typing import Any, Protocol

from fastapi import Depends, Request

from api.table.models import Accepted, CommandInput
from api.table.shown.base import RecordedShown
from controller import permits
from controller.commands import Command
from controller.fairness.hardware_generator import HardwareGenerator
from controller.journal.errors import JournalError
from controller.permits import LOCAL_OWNER, Actor
from controller.refusals import Code, Refused
from controller.table.table import Table
from controller.upkeep.watch import Upkeep
from hardware.simulator.table import SimulatedTable


class RouteRuntime(Protocol):
    """``api.service.runtime.Runtime`` as the routes use it. ``problem``: why ``table`` stays None.
    ``pace``: seconds of the loop's clock per second of people."""

    @property
    def table(self) -> Table | None: ...
    @property
    def simulator(self) -> SimulatedTable | None: ...
    @property
    def upkeep(self) -> Upkeep | None: ...
    @property
    def generator(self) -> HardwareGenerator: ...
    @property
    def problem(self) -> Exception | None: ...
    @property
    def healthy(self) -> bool: ...
    @property
    def pace(self) -> float: ...


def runtime_of(request: Request) -> RouteRuntime | None:
    runtime: RouteRuntime | None = request.app.state.runtime
    return runtime


def table_of(request: Request) -> Table:
    runtime = runtime_of(request)
    if runtime is None or runtime.table is None:
        raise why_not(runtime)
    return runtime.table


def why_not(runtime: RouteRuntime | None) -> Refused:
    """Why there is no table: not yet, or never, with what to do."""
    problem = runtime.problem if runtime is not None else None
    if problem is None:
        return Refused(Code.STARTING)
    if isinstance(problem, JournalError):
        return problem
    return Refused(Code.NOT_STARTED, str(problem) or type(problem).__name__)


def actor_of(request: Request) -> Actor:
    """Who asks. Until devices pair, everyone who reaches the service is its owner."""
    del request
    return LOCAL_OWNER


def allowed(name: str) -> Any:
    """A dependency of routes that are no commands: refuses whoever may not (a row of ``controller.permits``)."""
    if name not in permits.PERMITS:
        raise LookupError(f"no row in controller.permits for {name}")

    async def check(request: Request) -> None:
        permits.require(actor_of(request), name)

    return Depends(check)


async def carry_out(request: Request, given: CommandInput, command: Command) -> Accepted:
    table = table_of(request)
    answer = await table.handle(command, by=actor_of(request), id=given.id, expected_seq=given.expected_seq)
    events = [RecordedShown(**recorded.as_json()) for recorded in answer.events]
    return Accepted(seq=answer.seq, events=events, repeated=answer.repeated)

"""What the routes need of the running service, and how they reach it.

``app.state.runtime`` is None while the service is being put together: HTTP answers at once, with 503 and the reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from fastapi import Request

from api.table.models import Accepted, CommandInput
from controller.journal.errors import JournalError
from controller.table.commands import Command
from controller.table.table import Table
from controller.upkeep.watch import Upkeep
from errors import Code, Refused


class Simulator(Protocol):
    """``hardware.simulator.table.SimulatedTable`` as the routes use it. ``act`` raises ``CommandError``."""

    def snapshot(self) -> dict[str, Any]: ...
    def act(self, command: Mapping[str, Any]) -> Mapping[str, Any]: ...


class Runtime(Protocol):
    """``api.service.runtime.Runtime`` as the routes use it. ``problem``: why ``table`` stays None.
    ``pace``: seconds of the loop's clock per second of people."""

    @property
    def table(self) -> Table | None: ...
    @property
    def simulator(self) -> Simulator | None: ...
    @property
    def upkeep(self) -> Upkeep | None: ...
    @property
    def problem(self) -> Exception | None: ...
    @property
    def healthy(self) -> bool: ...
    @property
    def pace(self) -> float: ...


def runtime_of(request: Request) -> Runtime | None:
    runtime: Runtime | None = request.app.state.runtime
    return runtime


def table_of(request: Request) -> Table:
    runtime = runtime_of(request)
    if runtime is None or runtime.table is None:
        raise why_not(runtime)
    return runtime.table


def why_not(runtime: Runtime | None) -> Refused:
    """Why there is no table: not yet, or never, with what to do."""
    problem = runtime.problem if runtime is not None else None
    if problem is None:
        return Refused(Code.STARTING)
    if isinstance(problem, JournalError):
        return problem
    return Refused(Code.NOT_STARTED, str(problem) or type(problem).__name__)


async def carry_out(request: Request, given: CommandInput, command: Command) -> Accepted:
    answer = await table_of(request).handle(command, id=given.id, expected_seq=given.expected_seq)
    events = [recorded.as_json() for recorded in answer.events]
    return Accepted(seq=answer.seq, events=events, repeated=answer.repeated)

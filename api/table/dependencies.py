"""What the routes need of the running service, and how they reach it.

``app.state.runtime`` is None while the service is being put together: HTTP answers at once, with 503 and the reason.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, Protocol

from fastapi import Request
from fastapi.routing import APIRoute

from api.access.access import Access
from api.access.caller import Caller, caller_of
from api.access.pairings import Pairings
from api.http.rows import allowed_by, row_of
from api.mqtt.table_publisher import TablePublisher
from api.peers.rounds import PeerRounds
from api.table.given.base import Accepted, CommandInput
from api.table.shown.base import RecordedShown
from api.uplink.uplink import Uplink
from controller import permits
from controller.commands import Command
from controller.fairness.hardware_generator import HardwareGenerator
from controller.journal.errors import JournalError
from controller.permits import Actor
from controller.refusals import Code, Refused
from controller.table.decide import COMMANDS
from controller.table.table import Table
from controller.upkeep.watch import Upkeep
from hardware.simulator.table import SimulatedTable


class RouteRuntime(Protocol):
    """``api.service.runtime.Runtime`` as the routes use it. ``problem``: why ``table`` stays None; ``awake`` is set as
    soon as there is one of the two. ``pace``: seconds of the loop's clock per second of people."""

    @property
    def table(self) -> Table | None: ...
    @property
    def simulator(self) -> SimulatedTable | None: ...
    @property
    def upkeep(self) -> Upkeep | None: ...
    @property
    def peers(self) -> PeerRounds | None: ...
    @property
    def mqtt(self) -> TablePublisher | None: ...
    @property
    def uplink(self) -> Uplink | None: ...
    @property
    def generator(self) -> HardwareGenerator: ...
    @property
    def problem(self) -> Exception | None: ...
    @property
    def awake(self) -> asyncio.Event: ...
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


async def awaited_table(request: Request, seconds: float) -> Table:
    """The table, once it is there; it is given ``seconds`` of people to start."""
    runtime = runtime_of(request)
    if runtime is not None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds * runtime.pace):
                await runtime.awake.wait()
    return table_of(request)


def why_not(runtime: RouteRuntime | None) -> Refused:
    """Why there is no table: not yet, or never, with what to do."""
    problem = runtime.problem if runtime is not None else None
    if problem is None:
        return Refused(Code.STARTING)
    if isinstance(problem, JournalError):
        return problem
    return Refused(Code.NOT_STARTED, str(problem) or type(problem).__name__)


def access_of(request: Request) -> Access:
    access: Access = request.app.state.access
    return access


def pairings_of(request: Request) -> Pairings:
    pairings: Pairings = request.app.state.pairings
    return pairings


def caller(request: Request) -> Caller:
    host = request.client.host if request.client else None
    return caller_of(host, request.headers, request.cookies)


def actor_of(request: Request) -> Actor:
    """Who asks: a paired device, this computer, or somebody who only looks on. Raises ``Refused`` (``not-paired``)."""
    known: Actor | None = getattr(request.state, "actor", None)
    if known is None:
        asks = caller(request)
        known = request.state.actor = access_of(request).actor(asks)
        if known.device is not None:
            request.app.state.known.note(asks.client)
    return known


ROWS_OF_COMMANDS: Final[Mapping[type[Command], tuple[str, ...]]] = {spec.command: spec.names for spec in COMMANDS}


allowed = allowed_by(permits.PERMITS, "controller.permits")
"""Routes of commands need none: their body says what it makes."""


def rows_of(route: APIRoute) -> tuple[str, ...]:
    """The rows of ``controller.permits`` that a route can ask for; none for one that nobody may ask."""
    named = row_of(route)
    if named is not None:
        return (named,)
    makes = [command for part in route.dependant.body_params for command in _makes(part.field_info.annotation)]
    return tuple(name for command in makes for name in ROWS_OF_COMMANDS[command])


def _makes(body: Any) -> tuple[type[Command], ...]:
    return getattr(body, "makes", ())


async def may_ask(request: Request) -> None:
    """Every route is asked about before its body is read. A route without a row is for nobody. Raises ``Refused``."""
    route, actor = request.scope["route"], actor_of(request)
    rows = rows_of(route)
    for name in rows:
        access_of(request).check_viewer(actor, name)
    if not rows:
        raise Refused(Code.NOT_ALLOWED, f"{route.path} has no row in controller.permits")
    if not permits.may_ask(actor, rows):
        raise permits.refusal(actor, rows[0])


async def carry_out(request: Request, given: CommandInput, command: Command) -> Accepted:
    table, actor = table_of(request), actor_of(request)
    named = replace(command, who=given.who or actor.name)
    answer = await table.handle(named, by=actor, id=given.id, expected_seq=given.expected_seq)
    events = [RecordedShown(**recorded.as_json()) for recorded in answer.events]
    return Accepted(seq=answer.seq, events=events, repeated=answer.repeated)

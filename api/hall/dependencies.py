"""What the routes of a hall need of the running service, and who asks.

``app.state.runtime`` has no hall while the store is being opened: HTTP answers at once, with 503 and the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from fastapi import Depends, Request
from fastapi.routing import APIRoute

from api.access.caller import Caller, caller_of
from api.hall.runtime import HallRuntime
from controller.permits import Permit
from controller.refusals import Code, Refused
from hall import permits
from hall.hall import Hall
from hall.intake.intake import Intake
from hall.permits import HallActor


def runtime_of(request: Request) -> HallRuntime:
    runtime: HallRuntime = request.app.state.runtime
    return runtime


def hall_of(request: Request) -> Hall:
    """Raises ``Refused`` while there is none."""
    return runtime_of(request).running


def intake_of(request: Request) -> Intake:
    """Raises ``Refused`` while there is none."""
    runtime = runtime_of(request)
    if runtime.intake is None:
        raise Refused(Code.STARTING)
    return runtime.intake


COOKIE: Final = "jantaku-hall"
"""Not that of a table: cookies know no ports, and a hall may run beside a table on one computer."""


def caller(request: Request) -> Caller:
    host = request.client.host if request.client else None
    return caller_of(host, request.headers, request.cookies, COOKIE)


def actor_of(request: Request) -> HallActor:
    """Who asks: a sign-in, this computer, or somebody who only looks on. Raises ``Refused`` (``not-paired``)."""
    known: HallActor | None = getattr(request.state, "actor", None)
    if known is None:
        asks = caller(request)
        known = request.state.actor = runtime_of(request).actor(asks)
        if known.device is not None:
            request.app.state.known.note(asks.client)
    return known


@dataclass(frozen=True, slots=True)
class Row:
    """What ``allowed`` leaves on a route."""

    name: str

    async def __call__(self) -> None:
        """Nothing: ``may_ask`` reads the name before the route is called."""


def allowed(name: str) -> Any:
    """A dependency that names the row of ``hall.permits`` which a route belongs to."""
    if name not in permits.PERMITS:
        raise LookupError(f"no row in hall.permits for {name}")
    return Depends(Row(name))


def row_of(route: APIRoute) -> str | None:
    """The row of ``hall.permits`` of a route; None for one that nobody may ask."""
    named = [depends.dependency.name for depends in route.dependencies if isinstance(depends.dependency, Row)]
    return named[-1] if named else None


async def may_ask(request: Request) -> None:
    """Every route is asked about before its body is read. A route without a row is for nobody. Raises ``Refused``."""
    route, actor = request.scope["route"], actor_of(request)
    name = row_of(route)
    if name is None:
        raise Refused(Code.NOT_ALLOWED, f"{route.path} has no row in hall.permits")
    if permits.PERMITS[name][actor.role] is Permit.NO:
        raise permits.refusal(actor, name)

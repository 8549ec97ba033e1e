"""What the routes of a hall need of the running service, and who asks.

``app.state.runtime`` has no hall while the store is being opened: HTTP answers at once, with 503 and the reason.
"""

from __future__ import annotations

from typing import Final

from fastapi import Request

from api.access.caller import Caller, caller_of
from api.hall.runtime import HallRuntime
from api.http.rows import allowed_by, row_of
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
    """Who asks: a sign-in, this computer, or somebody who only looks on. Raises ``Refused`` (``sign-in-over``)."""
    known: HallActor | None = getattr(request.state, "actor", None)
    if known is None:
        asks = caller(request)
        known = request.state.actor = runtime_of(request).actor(asks)
        if known.device is not None:
            request.app.state.known.note(asks.client)
    return known


allowed = allowed_by(permits.PERMITS, "hall.permits")


async def may_ask(request: Request) -> None:
    """Every route is asked about before its body is read. A route without a row is for nobody. Raises ``Refused``."""
    route, actor = request.scope["route"], actor_of(request)
    name = row_of(route)
    if name is None:
        raise Refused(Code.NOT_ALLOWED, f"{route.path} has no row in hall.permits")
    if permits.PERMITS[name][actor.role] is Permit.NO:
        raise permits.refusal(actor, name)

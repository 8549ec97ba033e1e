"""The HTTP service of a hall: commands, reads, the live stream, pages, and what stands guard before them."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from functools import cache
from typing import Final

from fastapi import APIRouter, Depends, FastAPI
from starlette.routing import BaseRoute

from api.hall.command_routes import command_routes
from api.hall.dependencies import may_ask
from api.hall.fields import field_word
from api.hall.link_events import LinkEvents
from api.hall.pages import hall_pages
from api.hall.part import MOST_KNOWN, Part
from api.hall.routes import (
    accounts,
    cards,
    exports,
    health,
    link,
    link_backups,
    link_releases,
    live,
    me,
    metrics,
    persons,
    receipts,
    round_standings,
    rulesets,
    sheets,
    tables,
    tournament_files,
    tournament_hands,
    tournaments,
    webhooks,
)
from api.hall.runtime import HallRuntime
from api.hall.views import Shown
from api.http import problems
from api.http.guard import Bounds, Guard
from api.http.heavy import HeavyWork
from api.http.loopback import is_loopback
from api.http.manual import manual
from api.http.pages import parts
from api.http.places import ClientPlaces, KnownClients
from api.http.rate import CommandRate
from api.http.secured import Secured
from api.http.trust import trust_routes
from api.https.setting import encrypted
from hall.config import Config
from hall.stream import MOST_LISTENERS

VERSION: Final = "v1"
PREFIX: Final = f"/api/{VERSION}"
ROUTERS: Final = (
    me.router, accounts.router, persons.router, tournaments.router, tournament_files.router, tournament_hands.router,
    round_standings.router, rulesets.router, cards.router, sheets.router, exports.router, receipts.router, live.router,
    webhooks.router, tables.router, command_routes(),
)  # fmt: skip
APART: Final = {
    f"{link.PREFIX}{link.EVENTS}": Bounds(link.MOST_BODY_BYTES, logged=False), f"{link.PREFIX}/orders": Bounds(),
    f"{link.PREFIX}{link_backups.BACKUPS}": Bounds(link.MOST_BODY_BYTES, logged=False),
}  # fmt: skip
"""Tables may send as often as they have something: their queue is bounded where it is kept (``hall.intake``), and a
line of the log for each batch would say nothing and fill the disk."""
PHOTOS: Final = f"{PREFIX}{sheets.PREFIX}/"
LIVE_PLACES: Final = (400, 40, 40, MOST_LISTENERS - 440)
"""Live streams of strangers in all, of one address (the phones of a hall may share one), and more for this machine and
for those who signed in."""


@cache
def _routes(part: Part) -> list[BaseRoute]:
    """What that part of a hall serves. All applications of a process share them: what each of them asks of a request is
    worked out when they are first looked through, which takes as long as fifty requests."""
    served = APIRouter()
    served.include_router(health.router)
    if part is not Part.WEB:
        served.include_router(link.router)
        served.include_router(link_releases.router)
        served.include_router(link_backups.router)
    if part is Part.INTAKE:
        served.include_router(metrics.of_intake)
    else:
        _people(served)
    served.include_router(trust_routes)
    return served.routes


def _people(served: APIRouter) -> None:
    asked = [Depends(may_ask)]
    for router in ROUTERS:
        served.include_router(router, prefix=PREFIX, dependencies=asked)
    served.include_router(metrics.router, dependencies=asked)
    served.include_router(hall_pages)
    served.include_router(manual)
    served.include_router(parts)


def create_app(
    runtime: HallRuntime,
    *,
    names: Iterable[str] = (),
    any_address: bool = False,
    rate: CommandRate | None = None,
    secured: bool = False,
) -> FastAPI:
    """``names`` and ``any_address`` say which ``Host`` headers are ours besides loopback; ``rate``: how many commands
    each client has (see ``Guard``); ``secured``: whether plain HTTP is sent on to HTTPS (see ``Secured``)."""
    app = FastAPI(
        title="Jantaku hall", version=VERSION, summary="A hall of mahjong tables: floor, people, tournaments.",
        openapi_url=None, docs_url=None, redoc_url=None, routes=_routes(runtime.part),
    )  # fmt: skip
    app.state.runtime = runtime
    known = app.state.known = KnownClients(MOST_KNOWN)
    app.state.live_places = ClientPlaces(*LIVE_PLACES, known)
    app.state.heavy = HeavyWork(known=known)
    if runtime.part is not Part.INTAKE:
        app.state.shown = Shown(runtime)
    problems.install(app, field_word)
    if runtime.part is not Part.WEB:
        app.add_middleware(LinkEvents)
    if secured:
        app.add_middleware(Secured)
    apart = {**APART, PHOTOS: Bounds(sheets.MOST_BYTES, rate)}
    app.add_middleware(Guard, names=tuple(names), any_address=any_address, rate=rate, apart=apart)
    return app


def app_for(config: Config, runtime: HallRuntime) -> FastAPI:
    """One that serves the network answers to its addresses and its host names."""
    alone = is_loopback(config.http.host)
    host = socket.gethostname().lower()
    names = () if alone else (host, f"{host.partition('.')[0]}.local", config.http.host)
    return create_app(runtime, names=names, any_address=not alone, rate=CommandRate(), secured=encrypted(config.http))

"""The HTTP service of one table: routes, pages, and what stands guard before them."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from typing import Any, Final

from fastapi import APIRouter, Depends, FastAPI
from starlette.routing import BaseRoute

from api.access.access import rules_of
from api.access.pairings import Pairings, kept_nowhere
from api.backups.maker import BackupMaker
from api.doctor.table_in_use import busy
from api.http import problems
from api.http.guard import Guard
from api.http.heavy import HeavyWork
from api.http.loopback import is_loopback
from api.http.manual import manual
from api.http.pages import parts
from api.http.places import ClientPlaces, KnownClients
from api.http.rate import CommandRate
from api.http.secured import Secured
from api.http.trust import trust_routes
from api.https.setting import encrypted
from api.table.contract import contract_at_root, contract_route
from api.table.dependencies import may_ask
from api.table.orders import command_of_order
from api.table.pages import pages
from api.table.routes import (
    backups,
    calls,
    devices,
    dice,
    hall,
    health,
    house,
    installation,
    journal,
    live,
    matches,
    me,
    questions,
    rules,
    seat,
    service,
    setup,
    simulator,
    table,
    updates,
    words,
)
from api.table.routes import pairings as pairing_routes
from api.updates.for_hall import UpdatesForHall
from controller.config import Config
from controller.table.stream import MOST_LISTENERS

VERSION = "v1"
PREFIX = f"/api/{VERSION}"
_FIRST: Final = (table.router, live.router)
_OTHERS: Final = (
    matches.router, seat.router, calls.router, rules.router, questions.router,
    house.router, dice.router, me.router, pairing_routes.router, devices.router,
    hall.router, journal.router, backups.router, updates.router, words.router, simulator.router, service.router,
    installation.router, setup.router,
)  # fmt: skip
ROUTERS: Final = (*_FIRST, health.router, *_OTHERS)
"""What may be asked for by who may (``may_ask``)."""


def _routes() -> list[BaseRoute]:
    """In the order in which they are asked for a path: each one that is not the one costs as much as reading a header.
    First what is asked for all the time, and the twenty parts of a page, which come before it is shown."""
    served = APIRouter()

    def serve(routers: Iterable[APIRouter], prefix: str) -> None:
        for router in routers:
            served.include_router(router, prefix=prefix, dependencies=[Depends(may_ask)])

    serve(_FIRST, PREFIX)
    serve([health.router], "")
    for router in (parts, pages):
        served.include_router(router)
    serve(_OTHERS, PREFIX)
    served.include_router(contract_route, prefix=PREFIX)
    for router in (contract_at_root, manual, trust_routes):
        served.include_router(router)
    return served.routes


_ROUTES: Final = _routes()
"""All applications of a process share them: what each of them asks of a request is worked out when they are first
looked through, which takes as long as fifty requests."""

LIVE_PLACES: Final = (104, 8, 8, 24)
"""Live streams of strangers in all, of one client, and more for this machine and for paired devices: together what the
table serves (``controller.table.stream.MOST_LISTENERS``)."""
DEVICE_STREAMS: Final = 6
"""Live streams of one paired device, whatever addresses it has."""
PICTURE_PLACES: Final = (12, 4, 4, 0)
"""The same for pictures of the simulated table, which are made for each one anew."""
DOWNLOAD_PLACES: Final = (2, 1, 1, 1)
"""The same for backups that are sent."""


def create_app(
    runtime: Any = None,
    *,
    pairings: Pairings | None = None,
    names: Iterable[str] = (),
    any_address: bool = False,
    rate: CommandRate | None = None,
    secured: bool = False,
) -> FastAPI:
    """``runtime`` becomes ``app.state.runtime``. ``pairings``: the devices of the table and how they get in; without
    it, nothing is kept and this computer is the owner's.

    ``names`` and ``any_address`` say which ``Host`` headers are ours besides loopback; ``rate``: how many commands each
    client has (see ``Guard``); ``secured``: whether plain HTTP is sent on to HTTPS (see ``Secured``).
    """
    app = FastAPI(
        title="Jantaku", version=VERSION, summary="One automatic mahjong table: machine, dice, walls, scores.",
        openapi_url=None, docs_url=None, redoc_url=None, routes=_ROUTES,
    )  # fmt: skip
    app.state.runtime = runtime
    app.state.pairings = pairings or kept_nowhere()
    app.state.access = app.state.pairings.access
    known = app.state.known = KnownClients()
    app.state.live_places = ClientPlaces(*LIVE_PLACES, known)
    app.state.picture_places = ClientPlaces(*PICTURE_PLACES, known)
    app.state.device_places = ClientPlaces(MOST_LISTENERS, DEVICE_STREAMS)
    app.state.download_places = ClientPlaces(*DOWNLOAD_PLACES, known)
    app.state.heavy = HeavyWork(known=known)
    app.state.backups = BackupMaker()
    problems.install(app)
    if secured:
        app.add_middleware(Secured)
    app.add_middleware(Guard, names=tuple(names), any_address=any_address, rate=rate)
    return app


def app_for(config: Config) -> Callable[[Any], FastAPI]:
    """Makes the application of a table. One that serves the network answers to its addresses and its host names. Raises
    ``ConfigError`` where the network would find it open to everybody."""
    alone = is_loopback(config.http.host)
    host = socket.gethostname().lower()
    names = () if alone else (host, f"{host.partition('.')[0]}.local", config.http.host)

    rules_of(config, alone)

    def make(runtime: Any) -> FastAPI:
        runtime.command_of_order = command_of_order
        runtime.release_box = lambda table: UpdatesForHall(
            config.table.state_dir, lambda: busy(table().projection) is not None
        )
        return create_app(
            runtime, pairings=runtime.pairings, names=names, any_address=not alone, rate=CommandRate(),
            secured=encrypted(config.http),
        )  # fmt: skip

    return make

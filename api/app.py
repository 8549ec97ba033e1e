"""The HTTP service of one table: routes, pages, and what stands guard before them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from fastapi import FastAPI

from api import problems
from api.guard import Guard
from api.pages import pages
from api.routes import dice, health, journal, live, matches, rules, simulator, table, words

VERSION = "v1"
PREFIX = f"/api/{VERSION}"
_ROUTERS = (
    table.router, live.router, rules.router, matches.router, dice.router, journal.router, words.router,
    simulator.router,
)  # fmt: skip


class Lifespan(Protocol):
    def __call__(self, app: FastAPI) -> AbstractAsyncContextManager[None]: ...


def create_app(
    runtime: Any = None, *, names: Iterable[str] = (), any_address: bool = False, lifespan: Lifespan | None = None
) -> FastAPI:
    """``runtime`` becomes ``app.state.runtime``; ``lifespan`` may set it later instead.

    ``names`` and ``any_address`` say which ``Host`` headers are ours besides loopback (see ``Guard``).
    """
    app = FastAPI(
        title="Jantaku", version=VERSION, summary="One automatic mahjong table: machine, dice, walls, scores.",
        openapi_url=f"{PREFIX}/openapi.json", docs_url=None, redoc_url=None, lifespan=lifespan,
    )  # fmt: skip
    app.state.runtime = runtime
    for router in _ROUTERS:
        app.include_router(router, prefix=PREFIX)
    app.include_router(health.router)
    app.include_router(pages)
    problems.install(app)
    app.add_middleware(Guard, names=tuple(names), any_address=any_address)
    return app

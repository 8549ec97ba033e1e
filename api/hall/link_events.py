"""Batches of tables past the framework, which costs more than all that is done with a small one. The route in
``api.hall.routes.link`` declares it for the contract, and has what cannot be read here: it says what is wrong.
"""

from __future__ import annotations

from typing import Final

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.hall.routes.link import EVENTS, PREFIX, BatchGiven, receive
from api.http.problems import refusal
from controller.refusals import Refused

PATH: Final = PREFIX + EVENTS


class LinkEvents:
    """ASGI middleware, inside the guard, which hands on the body in one piece."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != PATH or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        message = await receive()
        given = read_batch(message.get("body", b""))
        if given is None:
            await self._app(scope, _again(message, receive), send)
            return
        await (await _answer(given, Request(scope, receive)))(scope, receive, send)


def read_batch(body: bytes) -> BatchGiven | None:
    try:
        return BatchGiven.model_validate_json(body)
    except ValidationError:
        return None


async def _answer(given: BatchGiven, request: Request) -> Response:
    try:
        stands = await receive(given, request)
    except Refused as refused:
        return refusal(request, refused)
    return Response(stands.model_dump_json(), media_type="application/json")


def _again(message: Message, receive: Receive) -> Receive:
    first = [message]

    async def replay() -> Message:
        return first.pop() if first else await receive()

    return replay

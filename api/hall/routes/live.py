"""The views of a hall, once and live.

The stream sends each topic that was asked for, and again whenever it has changed; a client that reads slowly is sent
the present state, not what it missed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Annotated, Final, Union

from fastapi import APIRouter, Query, Request
from pydantic import StringConstraints
from starlette.responses import Response

from api.hall.dependencies import actor_of, allowed, caller, hall_of, runtime_of
from api.hall.shown import VIEWS, Shown, view_of
from api.http.event_stream import EventStream, Momentary, Sendable
from controller.refusals import Code, Refused
from hall import permits
from hall.permits import HallActor
from hall.stream import Listener

router = APIRouter(tags=["live"])
MOST_TOPICS: Final = 12
LONGEST_TOPIC: Final = 80
Topic = Annotated[str, StringConstraints(max_length=LONGEST_TOPIC)]
TOGETHER_SECONDS: Final = 0.1
"""Changes within this time are sent as one."""
ACCOUNTS: Final = "account"
"""The stream of the events after which somebody may be another to the hall."""
ENDED: Final = Momentary("ended", json.dumps({"code": Code.SIGN_IN_OVER.value.code}))


class Views:
    """A source of the stream: one listener and the topics that it shows. ``still``: whether the client is to the hall
    who it was when it began; when it is not, because a sign-in has ended or its role was changed, it is told so and
    sent nothing more."""

    def __init__(self, shown: Shown, listener: Listener, topics: Sequence[str], still: Callable[[], bool]) -> None:
        self._shown, self._listener, self._topics, self._still = shown, listener, topics, still
        self._over = False
        self._changes = {topic: changes_of(topic) for topic in topics}
        self._due = list(topics)

    @property
    def closed(self) -> bool:
        return self._over or self._listener.closed

    async def get(self, timeout: float) -> Sendable | None:  # noqa: ASYNC109 - it is how long to wait for news
        if not self._due:
            changed = await self._listener.changed(timeout)
            if self._listener.closed:
                return None
            if not self._still():
                self._over = True
                return ENDED
            if not changed:
                return None
            await asyncio.sleep(TOGETHER_SECONDS)
            changed |= self._listener.changed_already()
            self._due = [topic for topic in self._topics if self._changes[topic] & changed]
        return self._message(self._due.pop(0)) if self._due else None

    def waiting(self, most: int) -> Sequence[Sendable]:
        due, self._due = self._due[:most], self._due[most:]
        return [self._message(topic) for topic in due]

    def _message(self, topic: str) -> Sendable:
        try:
            return Momentary("view", self._shown.text(topic))
        except Refused as refused:
            return Momentary("gone", json.dumps({"topic": topic, "code": refused.code}))

    def on_news(self, told: Callable[[], bool]) -> None:
        """Never: what it sends is made when its client takes it."""

    def close(self) -> None:
        self._listener.close()


def changes_of(topic: str) -> frozenset[str]:
    found, id_ = view_of(topic)
    return found.changes(id_)


def _allowed_topics(request: Request, topics: Sequence[str]) -> list[str]:
    """Each once. Raises ``Refused`` for one that is unknown or not for who asks."""
    _check(actor_of(request), topics)
    return list(dict.fromkeys(topics))


def _check(actor: HallActor, topics: Sequence[str]) -> None:
    for topic in topics:
        found, id_ = view_of(topic)
        permits.require(actor, found.row, found.person(id_))


@router.get(
    "/views/{topic:path}",
    summary="A view as it is now",
    dependencies=[allowed("read.public")],
    response_class=Response,
    responses={200: {"model": Union[*(one.model for one in VIEWS.values())]}},
)
async def one(topic: str, request: Request) -> Response:
    (asked,) = _allowed_topics(request, [topic])
    hall_of(request)
    return Response(request.app.state.shown.text(asked), media_type="application/json")


@router.get(
    "/live",
    dependencies=[allowed("read.public")],
    summary="Server-sent events: each topic as an event `view`, again whenever it has changed; `gone`; `ping`; `ended` "
    "when the sign-in is over or another, as the last",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def live(
    request: Request,
    topic: Annotated[
        list[Annotated[str, Query(max_length=LONGEST_TOPIC)]], Query(min_length=1, max_length=MOST_TOPICS)
    ],
) -> Response:
    topics, hall, places = _allowed_topics(request, topic), hall_of(request), request.app.state.live_places
    asks, who = caller(request), actor_of(request)
    client, runtime = asks.client, runtime_of(request)

    def still() -> bool:
        try:
            return runtime.actor(asks) == who
        except Refused:
            return False

    places.take(client, Code.TOO_MANY_LISTENERS)
    try:
        listener = hall.stream.listen(frozenset({ACCOUNTS}).union(*map(changes_of, topics)))
    except BaseException:
        places.give_back(client)
        raise
    return EventStream(Views(request.app.state.shown, listener, topics, still), 1.0, lambda: places.give_back(client))

"""Webhooks: adding one, which makes its secret, and what was sent to it. The other commands are made from their
classes."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from api.hall.dependencies import actor_of, allowed, hall_of, runtime_of
from controller.limits import LONGEST_NAME
from controller.refusals import Code, Refused
from hall.webhooks.address import LONGEST_URL
from hall.webhooks.decide import MOST_WANTED

router = APIRouter(prefix="/webhooks", tags=["webhooks"])


class NewWebhook(BaseModel):
    """``wanted``: types of events, a room with a star (``tournament.*``), or a star alone."""

    model_config = ConfigDict(extra="forbid", strict=True)

    url: Annotated[str, Field(min_length=1, max_length=LONGEST_URL)]
    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    wanted: Annotated[list[Annotated[str, Field(max_length=60)]], Field(min_length=1, max_length=MOST_WANTED)]


class AddedWebhook(BaseModel):
    """``secret``: for checking signatures; it is not shown again."""

    webhook: str
    secret: str


class WebhookShown(BaseModel):
    """``off``: why it is told nothing (``by-hand``, ``failing``, ``gone``); null while it is."""

    webhook: str
    name: str
    place: str
    wanted: list[str]
    off: str | None


class WebhookList(BaseModel):
    webhooks: list[WebhookShown]


class AttemptShown(BaseModel):
    """``status``: null without an answer; ``problem``: why it was not taken, empty when it was."""

    time: str
    delivery: str
    type: str
    attempt: int
    status: int | None
    ms: int
    problem: str


class AttemptList(BaseModel):
    """The newest first."""

    attempts: list[AttemptShown]


@router.post("", status_code=201, summary="Add a webhook", dependencies=[allowed("webhook.add")])
async def add(given: NewWebhook, request: Request) -> AddedWebhook:
    hall, actor, desk = hall_of(request), actor_of(request), runtime_of(request).webhooks
    command, secret = await asyncio.to_thread(desk.prepare, given.url, given.name, tuple(given.wanted), actor.name)
    try:
        await hall.handle(command, by=actor)
    except Refused:
        await asyncio.to_thread(desk.forget, command.webhook)
        raise
    return AddedWebhook(webhook=command.webhook, secret=secret)


@router.get("", summary="All webhooks", dependencies=[allowed("read.webhooks")])
async def webhooks(request: Request) -> WebhookList:
    known = hall_of(request).state.webhooks.webhooks.values()
    rows = [
        WebhookShown(webhook=one.id, name=one.name, place=one.place, wanted=list(one.wanted), off=one.off)
        for one in known
    ]
    return WebhookList(webhooks=rows)


@router.get("/{webhook}/attempts", summary="What was sent to a webhook", dependencies=[allowed("read.webhooks")])
async def attempts(webhook: str, request: Request) -> AttemptList:
    if webhook not in hall_of(request).state.webhooks.webhooks:
        raise Refused(Code.NO_SUCH_WEBHOOK, webhook[:60], field="webhook")
    rows = await asyncio.to_thread(runtime_of(request).webhooks.log, webhook)
    return AttemptList(attempts=[AttemptShown(**row) for row in rows])

"""Webhooks as the pages of the hall show them; what was sent to one is read apart (``/webhooks/{id}/attempts``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from api.hall.views import ViewShown, view

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime


class HookShown(BaseModel):
    """``place``: scheme, host and port of its address. ``off``: why it is told nothing (``by-hand``, ``failing``,
    ``gone``). ``failing``: it took nothing the last time. ``waiting``: deliveries that are still to be made."""

    model_config = ConfigDict(extra="forbid")

    webhook: str
    name: str
    place: str
    wanted: list[str]
    off: str | None
    failing: bool
    waiting: int


class WebhooksView(ViewShown):
    """``local``: the owner lets them be sent into the local network."""

    webhooks: list[HookShown]
    local: bool


@view("webhooks", "read.webhooks", "webhook")
def webhooks(runtime: HallRuntime, _id: str) -> WebhooksView:
    deliverer = runtime.deliverer
    shown = [
        HookShown(
            webhook=one.id,
            name=one.name,
            place=one.place,
            wanted=list(one.wanted),
            off=one.off,
            failing=deliverer is not None and deliverer.is_failing(one.id),
            waiting=0 if deliverer is None else deliverer.waiting_for(one.id),
        )
        for one in runtime.running.state.webhooks.webhooks.values()
    ]
    return WebhooksView(webhooks=shown, local=runtime.config.webhooks.local)

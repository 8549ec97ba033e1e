"""Who a browser or program is to the hall."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel

from api.hall.dependencies import actor_of, allowed, runtime_of
from controller.permits import Permit
from hall.permits import LOCAL_OWNER, permits_of

router = APIRouter(tags=["me"])


class MeShown(BaseModel):
    """``permits``: rows of ``hall.permits`` that this role has; ``own`` only for its own person. ``open``: this
    computer needs no sign-in. ``accounts``: whether anybody has one. ``second_factor``: whether signing in asks for
    one. ``currency``: ISO 4217; ``digits``: of its smallest coin. ``zone``: the time zone of the hall by its name in
    the IANA database, empty for that of its computer."""

    role: str
    name: str
    account: str | None
    person: str | None
    sign_in: str | None
    second_factor: bool
    permits: dict[str, Literal["own", "yes"]]
    open: bool
    accounts: bool
    hall: str
    currency: str
    digits: int
    zone: str


@router.get("/me", summary="Who asks: role, and what it may", dependencies=[allowed("read.me")])
async def me(request: Request) -> MeShown:
    actor, runtime = actor_of(request), runtime_of(request)
    hall = runtime.config.hall
    accounts = runtime.running.state.people.accounts
    account = None if actor.account is None else accounts.get(actor.account)
    return MeShown(
        role=actor.role.value,
        name=actor.name,
        account=actor.account,
        person=actor.person,
        sign_in=actor.device,
        second_factor=account is not None and account.second_factor,
        permits={name: "own" if permit is Permit.OWN else "yes" for name, permit in permits_of(actor.role).items()},
        open=actor == LOCAL_OWNER,
        accounts=any(one.closed is None for one in accounts.values()),
        hall=hall.given_name,
        currency=hall.currency,
        digits=hall.digits,
        zone=hall.time_zone,
    )

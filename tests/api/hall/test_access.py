"""Who may do what in a hall, held for every way in: each route, each view and each command, by each role."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import httpx
from fastapi.routing import APIRoute

from api.hall.app import ROUTERS
from api.hall.routes import link, metrics
from api.hall.shown import VIEWS
from api.http.rows import row_of
from controller.permits import Permit
from controller.refusals import Refused
from hall.hall import COMMANDS
from hall.permits import PERMITS, HallActor, HallRole, allows
from tests.api.hall.conftest import API, HallHouse, OpenedHall

PASSPHRASE: Final = "correct horse battery"
NOBODY_KNOWN: Final = "x-unknown"
"""In place of every id in an address."""


ROUTES: Final = [
    (prefix + route.path, next(iter(route.methods)), row_of(route))
    for prefix, routers in ((API, ROUTERS), ("", (metrics.router,)))
    for router in routers
    for route in router.routes
    if isinstance(route, APIRoute)
]


def refused(answer: httpx.Response) -> bool:
    return answer.status_code == 403 and answer.json()["code"] == "not-allowed"


async def tokens_of(h: OpenedHall) -> dict[HallRole, str]:
    """A sign-in of each role that can have one."""
    found = {}
    for role in HallRole:
        if role is HallRole.VIEWER:
            continue
        account = {"name": f"a {role.value}", "role": role.value, "passphrase": PASSPHRASE}
        assert (await h.post("/accounts", account)).status_code == 201
        sign_in = {"name": account["name"], "passphrase": PASSPHRASE, "program": True}
        found[role] = (await h.post("/sign-ins", sign_in, h.stranger)).json()["token"]
    return found


def test_every_row_is_asked_for_by_something() -> None:
    asked = {spec.name for spec in COMMANDS.values()} | {view.row for view in VIEWS.values()}
    assert set(PERMITS) == asked | {row for _, _, row in ROUTES}


def test_routes_and_views_let_each_role_in_as_the_table_says_before_they_read_anything(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            tokens = await tokens_of(h)
            wrong = []
            for role in HallRole:
                headers = {"Authorization": f"Bearer {tokens[role]}"} if role in tokens else {}
                for path, method, row in ROUTES:
                    if path.endswith("/second-factor/drop"):
                        continue  # for one's own account alone: tests/hall/people/test_desk.py
                    address = path.replace("{topic:path}", "tournaments")
                    for name in ("sign_in", "account", "person", "tournament", "table", "webhook", "what"):
                        address = address.replace(f"{{{name}}}", NOBODY_KNOWN)
                    answer = await h.stranger.request(method, address, json={} if method == "POST" else None,
                                                      headers=headers)  # fmt: skip
                    permit = PERMITS[row or ""][role]
                    if refused(answer) != (permit is Permit.NO) or answer.status_code >= 500:
                        wrong.append((role.value, method, path, answer.status_code, answer.text[:200]))
                for name, view in VIEWS.items():
                    answer = await h.stranger.get(f"{API}/views/{name}/{NOBODY_KNOWN}", headers=headers)
                    if refused(answer) != (PERMITS[view.row][role] is not Permit.YES) or answer.status_code >= 500:
                        wrong.append((role.value, "view", name, answer.status_code, answer.text[:200]))
            assert "\n".join(map(str, wrong)) == ""

    asyncio.run(scenario())


def test_the_link_of_tables_answers_to_no_sign_in(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            headers = {"Authorization": "Bearer of-somebody-else"}
            batch = {"table": "t-aaaaaaaaaaaa", "epoch": "e", "first": 1, "events": []}
            for client in (h.client, h.stranger):
                answer = await client.post(f"{link.PREFIX}/events", json=batch, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (401, "not-enrolled")
                assert (await client.get(f"{link.PREFIX}/orders", headers=headers)).status_code == 401

    asyncio.run(scenario())


def command_for(kind: type[Any], person: str) -> Any:
    """One with nothing in it but whom it is for: who may is asked before the rest is looked at."""
    made = object.__new__(kind)
    if "person" in kind.__dataclass_fields__:
        object.__setattr__(made, "person", person)
    return made


def test_every_command_is_refused_to_whom_the_table_does_not_name_whatever_the_way_in(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            hall, let_in = h.runtime.running, []
            for role in HallRole:
                actor = HallActor(role, "Kim", person="p-own")
                for kind, spec in COMMANDS.items():
                    permit = PERMITS[spec.name][role]
                    if permit is Permit.YES:
                        continue
                    if permit is Permit.OWN:
                        assert allows(actor, spec.name, spec.person(command_for(kind, "p-own"))), spec.name
                    try:
                        await hall.handle(command_for(kind, "p-other"), by=actor)
                    except Refused as error:
                        if error.code == "not-allowed":
                            continue
                    let_in.append((role.value, spec.name))
            assert (let_in, hall.state.seq) == ([], 0)

    asyncio.run(scenario())

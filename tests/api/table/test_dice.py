"""What anybody gets over HTTP to check the dice: anchor, records, codes and the log; and the way in for the seats."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from api.table.app import create_app
from api.table.pages import POLICY
from controller.config import Config, TableConfig
from controller.fairness.discrepancies import ProofVerdict
from controller.fairness.keeper import Origin, SeedKeeper
from controller.fairness.proof import verify
from controller.fairness.record import from_text
from controller.fairness.statements import Purpose, RollStatement
from controller.journal.store import Journal
from controller.table.table import Table
from tests.api.conftest import HERE, Dice, FakeRuntime, House, Opened

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


@asynccontextmanager
async def checkable(folder: Path) -> AsyncIterator[House]:
    """A house whose table keeps its secrets."""
    origin = Origin(os.urandom, lambda: True, "", lambda: NOW)
    with Journal(folder / "journal.db", now=lambda: NOW) as journal:
        config = Config(table=TableConfig(state_dir=folder))
        keeper = SeedKeeper(folder / "secrets", "Table 1", origin)
        table = Table(journal, config, now=lambda: NOW, keeper=keeper)
        await table.start()
        runtime = FakeRuntime(table)
        transport = httpx.ASGITransport(create_app(runtime), raise_app_exceptions=False)
        try:
            async with httpx.AsyncClient(transport=transport, base_url=HERE) as http:
                yield House(http, runtime, Dice())
        finally:
            await table.close()


def test_anchor_record_and_log_are_read_and_verified(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            rolled = await h.post("/dice/rolls", {"dice": 2})
            assert rolled.json()["events"][0]["algorithm"] == "jantaku-dice-1"
            anchor = (await h.get("/dice/anchor")).json()
            record = (await h.get("/dice/rolls/1")).json()
            log = (await h.get("/dice/log")).text.splitlines()
            assert [anchor["record"], record["proof"]["record"]] == log[1:]
            assert verify(log).verdict is ProofVerdict.GOOD
            shown = (await h.get("/table")).json()["fair_dice"]
            assert (shown["checkable"], shown["rolled"], shown["anchor"]) == (True, 1, anchor)

    asyncio.run(scenario())


def test_codes_are_pictures_that_load_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            await h.post("/dice/rolls", {"dice": 2})
            for path in ("/dice/anchor.svg", "/dice/rolls/1/record.svg"):
                code = await h.get(path)
                assert (code.status_code, code.headers["content-type"]) == (200, "image/svg+xml")
                assert code.text.startswith("<svg") and "script" not in code.text

    asyncio.run(scenario())


def test_seats_give_over_http_and_the_roll_follows(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            asked = await h.post("/dice/rolls", {"dice": 2, "ask": [0, 2]})
            assert [event["type"] for event in asked.json()["events"]] == ["dice.asked"]
            for _ in range(2):
                turn = (await h.get("/table")).json()["fair_dice"]["open"]["turn"]
                given = await h.post("/dice/contributions", {"seat": turn, "numbers": [2, 6]})
            assert [event["type"] for event in given.json()["events"]] == ["dice.given", "dice.locked", "dice.rolled"]
            assert verify((await h.get("/dice/log")).text.splitlines()).uncontributed == 0

    asyncio.run(scenario())


def test_a_roll_is_given_up_over_http_and_counted(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            await h.post("/dice/rolls", {"dice": 2, "ask": [1]})
            void = await h.post("/dice/voids", {"who": "Ada", "reason": "disputed"})
            assert [event["type"] for event in void.json()["events"]] == ["dice.voided", "dice.rolled"]
            assert (await h.get("/table")).json()["fair_dice"]["tally"]["voids"] == 1

    asyncio.run(scenario())


def test_without_secrets_there_is_no_anchor_and_the_table_says_so(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            assert (await h.get("/dice/anchor")).json()["code"] == "dice-not-checkable"
            shown = (await h.get("/table")).json()["fair_dice"]
            assert (shown["checkable"], shown["reason"]) == (False, "dice-no-secrets")
            await h.post("/dice/rolls", {"dice": 2})
            assert (await h.get("/dice/rolls/1/record.svg")).json()["code"] == "no-such-roll"
            asked = await h.post("/dice/rolls", {"dice": 2, "ask": [0]})
            assert (asked.status_code, asked.json()["code"]) == (503, "dice-not-checkable")

    asyncio.run(scenario())


def test_the_verifier_is_served_with_the_policy_that_it_carries_and_can_be_kept(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            page = await h.http.get("/verify")
            own = POLICY.search(page.content)
            assert own is not None
            assert page.headers["content-security-policy"] == f"{own[1].decode()}; frame-ancestors 'none'"
            kept = await h.http.get("/verify?download=1")
            assert "attachment" in kept.headers["content-disposition"]
            assert kept.content == page.content

    asyncio.run(scenario())


@pytest.mark.parametrize("purpose", [purpose.id for purpose in Purpose])
def test_every_purpose_of_a_roll_stands_in_its_signed_record(tmp_path: Path, purpose: str) -> None:
    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            answer = await h.post("/dice/rolls", {"purpose": purpose, "dice": 2})
            event = answer.json()["events"][0]
            assert (answer.status_code, event["purpose"]) == (202, purpose)
            statement = from_text(event["proof"]["record"]).statement
            assert isinstance(statement, RollStatement) and statement.occasion.purpose.id == purpose

    asyncio.run(scenario())

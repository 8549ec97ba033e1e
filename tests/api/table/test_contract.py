"""The committed contract is the one that the routes have."""

from __future__ import annotations

import asyncio

import pytest

from api.table.contract import FILE
from api.table.openapi import contract
from tests.api.conftest import Opened


@pytest.fixture(scope="module")
def of_the_routes() -> str:
    """Made once: it takes seconds."""
    return contract()


def test_the_committed_contract_is_up_to_date(of_the_routes: str) -> None:
    assert FILE.read_text(encoding="utf-8") == of_the_routes, "run `make generate` and look at what changes for clients"


def test_the_committed_contract_is_what_the_service_answers_with(house: Opened, of_the_routes: str) -> None:
    async def scenario() -> str:
        async with house() as h:
            return str((await h.get("/openapi.json")).text)

    assert asyncio.run(scenario()) == of_the_routes

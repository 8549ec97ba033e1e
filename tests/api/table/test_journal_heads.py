"""Signed heads over HTTP: listed, cosigned, and refused when a cosignature is none."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from controller.fairness.journal_head import cosign, head_of_text
from controller.fairness.signing import TableKey
from controller.journal.kept_heads import MOST_COSIGNATURES
from controller.languages import LANGUAGES
from tests.api.conftest import House, Opened
from tests.api.table import flow
from tests.api.table.test_dice import checkable

PHONE = TableKey(bytes(range(32)))


def cosignature(record: str, witness: TableKey = PHONE) -> dict[str, str]:
    seen = cosign(head_of_text(record), witness)
    return {"key": seen.key.hex(), "signature": seen.signature.hex()}


async def signed_head(h: House) -> dict[str, Any]:
    await h.table.heads.sign()
    found: dict[str, Any] = (await h.get("/journal/heads")).json()["heads"][-1]
    return found


def test_a_head_is_listed_and_cosigned_once_for_each_key(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            head = await signed_head(h)
            assert (head["seq"], head["hash"]) == (h.table.seq, h.table.journal.head)
            assert head_of_text(head["record"]).is_genuine
            path = f"/journal/heads/{head['number']}/cosignatures"
            for _ in range(2):
                answer = await h.post(path, cosignature(head["record"]))
                assert (answer.status_code, answer.json()["cosignatures"]) == (201, [cosignature(head["record"])])
            page = (await h.get("/journal/heads")).json()
            assert (page["heads"][0]["cosignatures"], page["next"]) == ([cosignature(head["record"])], head["number"])
            assert (await h.get(f"/journal/heads?since={page['next']}")).json() == {"heads": [], "next": page["next"]}

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"key": "00"}, "key"),
        ({"key": "zz" * 32}, "key"),
        ({"key": "01" + 31 * "00"}, "key"),
        ({"signature": "00" * 64}, "signature"),
        ({"signature": "00"}, "signature"),
    ],
)
def test_a_cosignature_that_is_none_is_refused_by_its_field(tmp_path: Path, change: Any, field: str) -> None:
    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            head = await signed_head(h)
            body = {**cosignature(head["record"]), **change}
            answer = await h.post(f"/journal/heads/{head['number']}/cosignatures", body)
            problem = answer.json()
            assert (answer.status_code, problem["number"], problem["field"]) == (422, "R712", field)
            assert (await h.get("/journal/heads")).json()["heads"][-1]["cosignatures"] == []

    asyncio.run(scenario())


def test_the_table_is_no_witness_of_itself(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            head = await signed_head(h)
            keeper = h.table.maker.keeper
            assert keeper is not None and keeper.key is not None
            body = cosignature(head["record"], keeper.key)
            assert (await h.post(f"/journal/heads/{head['number']}/cosignatures", body)).json()["field"] == "key"

    asyncio.run(scenario())


def test_cosignatures_of_a_head_are_bounded(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            head = await signed_head(h)
            path = f"/journal/heads/{head['number']}/cosignatures"
            witnesses = [TableKey(bytes([n]) * 32) for n in range(MOST_COSIGNATURES + 1)]
            codes = [(await h.post(path, cosignature(head["record"], each))).status_code for each in witnesses]
            assert codes == [201] * MOST_COSIGNATURES + [409]

    asyncio.run(scenario())


def test_a_head_that_is_not_there_cannot_be_cosigned(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            head = await signed_head(h)
            answer = await h.post("/journal/heads/99/cosignatures", cosignature(head["record"]))
            assert (answer.status_code, answer.json()["code"]) == (404, "no-such-head")

    asyncio.run(scenario())


def test_a_table_without_a_key_has_no_heads(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await h.post("/dice/rolls", {"dice": 2})
            assert await h.table.heads.sign() is None
            assert (await h.get("/journal/heads")).json() == {"heads": [], "next": 0}

    asyncio.run(scenario())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_shows_the_head_that_was_signed_for_it(tmp_path: Path, language: str) -> None:
    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            await flow.start(h)
            sheet = (await h.get("/matches/current/sheet")).json()["journal"]
            head = (await h.get("/journal/heads")).json()["heads"][-1]
            assert sheet == {name: head[name] for name in ("epoch", "seq", "hash", "record")}
            assert head["seq"] == h.table.seq
            page = (await h.get("/matches/current/sheet?format=html", **{"Accept-Language": language})).text
            assert all(part in page for part in (head["epoch"], head["record"], head["hash"][:16], "<svg"))
            assert head["record"] in (await h.get("/matches/current/sheet?format=csv")).text

    asyncio.run(scenario())


def test_a_sheet_of_a_table_without_a_key_has_no_head(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await flow.start(h)
            assert (await h.get("/matches/current/sheet")).json()["journal"] is None

    asyncio.run(scenario())

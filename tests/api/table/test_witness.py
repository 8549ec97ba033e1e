"""A table as a witness of others: it keeps their signed heads, cosigns them, and notices two histories."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from controller.fairness.journal_head import Cosignature, JournalHead, SignedHead, head_of_text, sign_head
from controller.fairness.signing import TableKey
from controller.table import witness
from tests.api.conftest import House, Opened
from tests.api.table.test_dice import checkable

OTHER = TableKey(bytes(range(32)))
EPOCH = "8a6c3f6e-0000-4000-8000-000000000001"


def head(seq: int, hash_: bytes = bytes(32), key: TableKey = OTHER) -> SignedHead:
    return sign_head(JournalHead(key.public, 1_700_000_000_000 + seq, seq, hash_, EPOCH), key)


async def lines(h: House) -> list[str]:
    return (await h.get("/journal/witnessed")).text.splitlines()


def test_the_head_of_another_table_is_kept_and_cosigned(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            seen = head(7)
            for _ in range(2):
                answer = await h.post("/journal/witnessed", {"record": seen.text})
                assert answer.status_code == 201, answer.text
                mark = answer.json()
                given = Cosignature(bytes.fromhex(mark["key"]), bytes.fromhex(mark["signature"]))
                assert given.is_genuine(seen)
            assert await lines(h) == [seen.text]
        async with checkable(tmp_path) as h:
            assert await lines(h) == [seen.text]

    asyncio.run(scenario())


def test_two_histories_are_kept_and_not_cosigned(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            one, other = head(7), head(7, b"\x01" * 32)
            assert (await h.post("/journal/witnessed", {"record": one.text})).status_code == 201
            for _ in range(2):
                answer = await h.post("/journal/witnessed", {"record": other.text})
                assert (answer.status_code, answer.json()["number"]) == (409, "R720")
            assert await lines(h) == [one.text, other.text]

    asyncio.run(scenario())


@pytest.mark.parametrize("record", ["JJ1-", "JD1-AAAA", "", head(1).text[:-8] + "AAAAAAAA"])
def test_what_is_no_signed_head_is_refused_by_its_field(tmp_path: Path, record: str) -> None:
    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            answer = await h.post("/journal/witnessed", {"record": record})
            assert (answer.status_code, answer.json()["number"], answer.json()["field"]) == (422, "R719", "record")
            assert await lines(h) == []

    asyncio.run(scenario())


def test_the_table_does_not_witness_for_itself(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            own = await h.table.heads.sign()
            assert own is not None
            assert (await h.post("/journal/witnessed", {"record": own.record})).json()["number"] == "R719"

    asyncio.run(scenario())


def test_a_table_without_a_key_is_no_witness(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            assert (await h.post("/journal/witnessed", {"record": head(1).text})).json()["number"] == "R721"

    asyncio.run(scenario())


def test_only_the_latest_heads_of_a_table_are_kept() -> None:
    kept: witness.Kept = ()
    for seq in range(witness.MOST_OF_A_TABLE + 3):
        kept = witness.with_head(kept, head(seq))
    assert [one.head.seq for one in kept] == list(range(3, witness.MOST_OF_A_TABLE + 3))


def test_an_old_head_that_is_handed_in_again_pushes_no_newer_one_out() -> None:
    kept: witness.Kept = ()
    for seq in range(3, witness.MOST_OF_A_TABLE + 3):
        kept = witness.with_head(kept, head(seq))
    assert witness.with_head(kept, head(1)) == kept


def test_the_proof_of_two_histories_stays_however_many_heads_follow() -> None:
    kept: witness.Kept = ()
    for one in (head(1), head(1, b"\x01" * 32), *map(head, range(2, witness.MOST_OF_A_TABLE + 9))):
        kept = witness.with_head(kept, one)
    assert list(witness.forks(kept)) == [(head(1), head(1, b"\x01" * 32))]
    assert len(kept) == witness.MOST_OF_A_TABLE + 2


def test_tables_that_are_witnessed_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness, "MOST_TABLES", 1)

    async def scenario() -> None:
        async with checkable(tmp_path) as h:
            assert (await h.post("/journal/witnessed", {"record": head(1).text})).status_code == 201
            stranger = head(1, key=TableKey(b"\x07" * 32))
            answer = await h.post("/journal/witnessed", {"record": stranger.text})
            assert (answer.status_code, json.loads(answer.text)["number"]) == (409, "R722")

    asyncio.run(scenario())


def test_two_tables_witness_each_other(tmp_path: Path) -> None:
    async def scenario() -> None:
        (tmp_path / "one").mkdir()
        (tmp_path / "two").mkdir()
        async with checkable(tmp_path / "one") as one, checkable(tmp_path / "two") as two:
            own = await one.table.heads.sign()
            assert own is not None
            mark = (await two.post("/journal/witnessed", {"record": own.record})).json()
            answer = await one.post(f"/journal/heads/{own.number}/cosignatures", mark)
            assert (answer.status_code, answer.json()["cosignatures"]) == (201, [mark])
            assert head_of_text((await lines(two))[0]).head.seq == own.seq

    asyncio.run(scenario())

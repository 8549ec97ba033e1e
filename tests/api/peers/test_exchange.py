"""Two tables exchange heads: each keeps the other's, and both cosign."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.http.client import Answer
from api.peers.client import PeerClient
from api.peers.errors import PeerError, PeerTrouble
from api.peers.exchange import exchange
from api.peers.rounds import PeerRounds
from api.peers.state import FILE, MISSED_SECONDS, load_states
from controller.fairness.journal_head import JournalHead, head_of_text, sign_head
from controller.fairness.signing import TableKey
from controller.peers import PeerConfig
from tests.api.conftest import House
from tests.api.peers.houses import NearbyClient, in_thread, key_of, knows, latest, peer_of, two_tables

Scenario = Callable[[House, House], Awaitable[None]]


def play(folder: Path, scenario: Scenario) -> None:
    async def whole() -> None:
        async with two_tables(folder) as (one, two):
            await scenario(one, two)

    asyncio.run(whole())


def test_each_keeps_the_head_of_the_other_and_both_cosign(tmp_path: Path) -> None:
    async def scenario(one: House, two: House) -> None:
        knows(two, peer_of(one))
        found = await exchange(peer_of(two), NearbyClient(peer_of(two), two.http), one.table, in_thread)
        assert (found.trouble, found.head, found.witnessed) == (None, latest(two).record, latest(one).seq)
        assert [key for key, _ in latest(one).cosignatures] == [key_of(two)]
        assert await one.table.witness.texts() == [latest(two).record]
        assert await two.table.witness.texts() == [latest(one).record]

    play(tmp_path, scenario)


def test_a_head_that_is_cosigned_is_not_offered_again(tmp_path: Path) -> None:
    async def scenario(one: House, two: House) -> None:
        knows(two, peer_of(one))
        client = NearbyClient(peer_of(two), two.http)
        for _ in range(2):
            await exchange(peer_of(two), client, one.table, in_thread)
        assert [method for method, _ in client.asked] == ["GET", "POST", "GET"]

    play(tmp_path, scenario)


def test_a_table_that_does_not_know_this_one_is_witnessed_all_the_same(tmp_path: Path) -> None:
    async def scenario(one: House, two: House) -> None:
        found = await exchange(peer_of(two), NearbyClient(peer_of(two), two.http), one.table, in_thread)
        assert (found.trouble, found.head) == (PeerTrouble.NOT_A_PEER, latest(two).record)
        assert await two.table.witness.texts() == []

    play(tmp_path, scenario)


def test_a_head_under_another_key_is_not_kept(tmp_path: Path) -> None:
    async def scenario(one: House, two: House) -> None:
        other = replace(peer_of(two), key="00" * 32)
        found = await exchange(other, NearbyClient(other, two.http), one.table, in_thread)
        assert found.trouble is PeerTrouble.OTHER_KEY
        assert await one.table.witness.texts() == []

    play(tmp_path, scenario)


class AnsweringClient(PeerClient):
    """Answers every question with the same bytes."""

    def __init__(self, peer: PeerConfig, status: int, body: bytes) -> None:
        super().__init__(peer)
        self._answer = Answer(status, body)

    def _ask(self, method: str, path: str, body: bytes | None, most: int) -> Answer:
        return self._answer


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, b""), (200, b"null"), (200, b"[]"), (200, b"[" * 5000), (200, b'{"record": 7}'), (200, b"\xff"),
        (200, b'{"record": "JJ1-AAAA"}'), (404, b"nothing"), (500, b'{"code": 7}'), (302, b""),
    ],
)  # fmt: skip
def test_an_answer_that_is_none_is_told_and_ends_nothing(tmp_path: Path, status: int, body: bytes) -> None:
    async def scenario(one: House, two: House) -> None:
        peer = peer_of(two)
        found = await exchange(peer, AnsweringClient(peer, status, body), one.table, in_thread)
        assert (found.trouble, found.witnessed) == (PeerTrouble.BAD_ANSWER, 0)

    play(tmp_path, scenario)


class HeadlessClient(NearbyClient):
    """Of a table that has signed nothing yet."""

    def _ask(self, method: str, path: str, body: bytes | None, most: int) -> Answer:
        return Answer(404, b'{"code": "no-such-head"}') if method == "GET" else super()._ask(method, path, body, most)


def test_a_peer_without_a_head_cosigns_all_the_same(tmp_path: Path) -> None:
    async def scenario(one: House, two: House) -> None:
        knows(two, peer_of(one))
        found = await exchange(peer_of(two), HeadlessClient(peer_of(two), two.http), one.table, in_thread)
        assert (found.trouble, found.head, found.witnessed) == (None, "", latest(one).seq)

    play(tmp_path, scenario)


STRANGER = TableKey(bytes(range(32)))


def answers(seq: int, hash_: bytes) -> tuple[PeerConfig, AnsweringClient]:
    """A peer that shows this head."""
    peer = PeerConfig("table-2", "http://127.0.0.1:8000", STRANGER.public.hex())
    head = sign_head(JournalHead(STRANGER.public, 1_700_000_000_000 + seq, seq, hash_, "epoch"), STRANGER)
    return peer, AnsweringClient(peer, 200, b'{"record": "%s"}' % head.text.encode())


def test_a_peer_that_signs_another_history_is_found_out_and_both_heads_stay(tmp_path: Path) -> None:
    async def scenario(one: House, two: House) -> None:
        for hash_, trouble in ((bytes(32), PeerTrouble.BAD_ANSWER), (b"\x01" * 32, PeerTrouble.FORKED)):
            found = await exchange(*answers(7, hash_), one.table, in_thread)
            assert found.trouble is trouble  # the first shows no cosignature, which is asked for second
        assert len(await one.table.witness.kept()) == 2
        shown = (await one.get("/journal/peers")).json()
        assert [(fork["key"], fork["seq"], len(fork["records"])) for fork in shown["forks"]] == [
            (STRANGER.public.hex(), 7, 2)
        ]

    play(tmp_path, scenario)


def test_a_peer_whose_journal_has_become_shorter_is_found_out(tmp_path: Path) -> None:
    async def scenario(one: House, two: House) -> None:
        await exchange(*answers(9, bytes(32)), one.table, in_thread)
        found = await exchange(*answers(7, b"\x01" * 32), one.table, in_thread)
        assert found.trouble is PeerTrouble.WENT_BACK
        assert "event 9" in found.detail

    play(tmp_path, scenario)


class Clock:
    def __init__(self) -> None:
        self.seconds = 1_800_000_000

    def __call__(self) -> datetime:
        return datetime.fromtimestamp(self.seconds, UTC)


class DeadClient(PeerClient):
    def _ask(self, method: str, path: str, body: bytes | None, most: int) -> Answer:
        raise PeerError(PeerTrouble.UNREACHABLE, "nobody answers")


def test_a_round_asks_every_peer_and_its_state_outlives_a_restart(tmp_path: Path) -> None:
    async def scenario(one: House, two: House) -> None:
        knows(two, peer_of(one))
        dead = PeerConfig("table-3", "http://127.0.0.1:1", "22" * 32)

        def client(peer: PeerConfig) -> PeerClient:
            return DeadClient(peer) if peer is dead else NearbyClient(peer, two.http)

        now = Clock()
        peers = (peer_of(two), dead)
        rounds = PeerRounds(peers, one.table, tmp_path, now, rng=random.Random(1), client=client)
        await rounds.round()
        rounds.close()
        kept = load_states(tmp_path / FILE, peers, now.seconds + 5)
        assert kept == rounds.states
        assert (kept[key_of(two)].reached, kept[key_of(two)].witnessed) == (now.seconds, latest(one).seq)
        assert (kept[dead.key].since, kept[dead.key].reached) == (now.seconds, 0)
        assert [kept[dead.key].missed(now.seconds + later) for later in (60, MISSED_SECONDS)] == [False, True]

    play(tmp_path, scenario)


def test_a_damaged_file_of_states_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('[{"key": 3')
    peer = PeerConfig("table-2", "http://127.0.0.1:1", "22" * 32)
    assert load_states(tmp_path / FILE, [peer], 5)[peer.key].since == 5


def test_heads_are_offered_by_whoever_is_a_peer_and_by_nobody_else(tmp_path: Path) -> None:
    async def scenario(one: House, two: House) -> None:
        refused = await two.post("/journal/offers", {"record": latest(one).record})
        assert (refused.status_code, refused.json()["number"], refused.json()["field"]) == (403, "R723", "record")
        knows(two, peer_of(one))
        taken = await two.post("/journal/offers", {"record": latest(one).record})
        assert (taken.status_code, taken.json()["key"]) == (201, key_of(two))

    play(tmp_path, scenario)


def test_the_latest_head_is_shown_to_other_tables(tmp_path: Path) -> None:
    async def scenario(one: House, two: House) -> None:
        shown = (await one.get("/journal/heads/latest")).json()
        assert head_of_text(shown["record"]).is_genuine
        assert shown["seq"] == latest(one).seq

    play(tmp_path, scenario)

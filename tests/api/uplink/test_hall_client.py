"""Requests to a hall: bounded in time and bytes, and it is the hall that was meant. Real sockets and real TLS."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from api.https.authority import make_authority
from api.uplink.errors import LinkError, LinkTrouble
from api.uplink.hall_client import MOST_BYTES, HallClient, Stands
from tests.api.peers.test_client import HERE, NOW, secured, serving
from tests.api.uplink.fake_hall import FakeHall, Reply, open_hall

Ask = Callable[[HallClient], Any]
ASKS: dict[str, Ask] = {
    "enrol": lambda hall: hall.enrol("123456", "11" * 32, "Table 7", "e", "JJ1-"),
    "send": lambda hall: hall.send({}),
    "orders": lambda hall: hall.orders(""),
    "answer": lambda hall: hall.answer("o-1", {"seq": 1}),
}


def trouble(ask: Ask, client: HallClient) -> LinkError:
    with pytest.raises(LinkError) as caught:
        ask(client)
    return caught.value


def answering(reply: Reply, ask: Ask) -> LinkError:
    with open_hall(FakeHall(trouble=lambda path: reply)) as address:
        return trouble(ask, HallClient(address, "", "t" * 32, 5))


@pytest.mark.parametrize("name", ASKS)
def test_a_hall_that_never_answers_is_left_in_time(name: str) -> None:
    over = threading.Event()

    def never(path: str) -> Reply | None:
        del path
        over.wait(20)
        return None

    with open_hall(FakeHall(trouble=never)) as address:
        try:
            found = trouble(ASKS[name], HallClient(address, "", "t" * 32, 0.2))
        finally:
            over.set()
    assert found.trouble is LinkTrouble.UNREACHABLE


@pytest.mark.parametrize("name", ["enrol", "send", "orders"])
@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b'{"acknowledged": "1"}', b"x" * (MOST_BYTES + 1)]
)
def test_garbage_is_told_and_never_believed(name: str, body: bytes) -> None:
    status = 201 if name == "enrol" else 200
    assert answering((status, body), ASKS[name]).trouble is LinkTrouble.BAD_ANSWER


def test_more_orders_than_a_table_takes_at_once_are_no_answer() -> None:
    assert answering((200, {"orders": [{}] * 65}), ASKS["orders"]).trouble is LinkTrouble.BAD_ANSWER


def test_members_of_a_later_hall_are_passed_over() -> None:
    reply = (200, {"acknowledged": 7, "epoch": "e", "weather": "fine"})
    with open_hall(FakeHall(trouble=lambda path: reply)) as address:
        assert HallClient(address, "").send({}) == Stands(acknowledged=7, epoch="e")


@pytest.mark.parametrize(
    ("status", "kept"), [(200, True), (204, True), (404, True), (409, True), (500, False), (401, False)]
)
def test_an_answer_that_the_hall_has_or_does_not_want_is_not_sent_again(status: int, kept: bool) -> None:
    with open_hall(FakeHall(trouble=lambda path: (status, {}))) as address:
        client = HallClient(address, "", "t" * 32)
        if kept:
            client.answer("o-1", {"seq": 1})
        else:
            trouble(ASKS["answer"], client)


def test_a_connection_serves_for_several_requests() -> None:
    hall = FakeHall(trouble=lambda path: (200, {"acknowledged": 7, "epoch": "e"}))
    with open_hall(hall) as address:
        client = HallClient(address, "")
        assert [client.send({}) for _ in range(3)] == [Stands(acknowledged=7, epoch="e")] * 3
        assert client._service._kept is not None
        client.close()


def test_a_connection_that_the_hall_has_closed_meanwhile_is_made_anew() -> None:
    hall = FakeHall(trouble=lambda path: (200, {"acknowledged": 7, "epoch": "e"}))
    with open_hall(hall) as address:
        client = HallClient(address, "")
        client.send({})
    with open_hall(hall, int(address.rpartition(":")[2])):
        assert client.send({}) == Stands(acknowledged=7, epoch="e")


def test_another_certificate_than_the_one_that_is_known_is_told_with_its_fingerprint(tmp_path: Path) -> None:
    own, other = (make_authority("hall", HERE, NOW) for _ in range(2))
    with serving(secured(tmp_path, own, own)) as port:
        address = f"https://127.0.0.1:{port}"
        for known in (other.fingerprint, ""):
            found = trouble(ASKS["send"], HallClient(address, known, "t" * 32))
            assert (found.trouble, found.authority) == (LinkTrouble.OTHER_CERTIFICATE, own.fingerprint)


def test_a_hall_with_the_certificate_that_is_known_is_asked(tmp_path: Path) -> None:
    own = make_authority("hall", HERE, NOW)
    with serving(secured(tmp_path, own, own, b'{"acknowledged": 7, "epoch": "e"}')) as port:
        client = HallClient(f"https://127.0.0.1:{port}", own.fingerprint, "t" * 32)
        assert client.send({}) == Stands(acknowledged=7, epoch="e")


def test_a_hall_that_shows_the_authority_of_another_is_not_asked(tmp_path: Path) -> None:
    own, other = (make_authority("hall", HERE, NOW) for _ in range(2))
    with serving(secured(tmp_path, other, own)) as port:
        found = trouble(ASKS["send"], HallClient(f"https://127.0.0.1:{port}", other.fingerprint, "t" * 32))
        assert found.trouble is LinkTrouble.OTHER_CERTIFICATE

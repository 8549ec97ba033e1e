"""A receiver can neither hold a request, nor send it elsewhere, nor be somebody it may not be."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from api.webhooks.sender import Sender
from tests.api.webhooks.receiver import Behaviour, babbles, drips, hangs_up, never_ends, receiving, status

SENDER = Sender(local=True, seconds=60)  # a busy computer may take its time where an answer is waited for
IMPATIENT = Sender(local=True, seconds=0.5)


def test_what_is_answered_with_success_is_taken() -> None:
    with receiving() as receiver:
        outcome = SENDER.send(receiver.url, {"X-One": "1"}, b"{}")
        assert (outcome.status, outcome.taken) == (204, True)
        ((headers, body),) = receiver.got
        assert (headers["X-One"], headers["Host"], body) == ("1", f"127.0.0.1:{receiver.port}", b"{}")


@pytest.mark.parametrize("code", [301, 302, 307, 400, 401, 404, 410, 429, 500, 503])
def test_any_other_answer_is_not_taken_and_no_redirect_followed(code: int) -> None:
    with receiving() as receiver, receiving() as elsewhere:
        receiver.next = [status(code, Location=elsewhere.url)]
        outcome = SENDER.send(receiver.url, {}, b"{}")
        assert (outcome.status, outcome.taken, str(code) in outcome.problem) == (code, False, True)
        assert not elsewhere.got


@pytest.mark.parametrize("behaviour", [hangs_up, drips, babbles])
def test_a_receiver_that_answers_nothing_of_use_is_left_in_time(behaviour: Behaviour) -> None:
    with receiving() as receiver:
        receiver.next = [behaviour]
        outcome = IMPATIENT.send(receiver.url, {}, b"{}")
        assert (outcome.status, outcome.taken) == (None, False)
        assert outcome.problem


def test_of_an_answer_without_end_only_the_beginning_is_read() -> None:
    with receiving() as receiver:
        receiver.next = [never_ends]
        assert SENDER.send(receiver.url, {}, b"{}").taken


def test_a_port_where_nobody_listens_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert "refused" in SENDER.send(f"http://127.0.0.1:{port}/", {}, b"").problem


def test_a_server_without_tls_behind_an_https_address_is_told_nothing() -> None:
    with receiving() as receiver:
        outcome = SENDER.send(receiver.url.replace("http:", "https:"), {}, b"{}")
        assert not outcome.taken
        assert not receiver.got


def test_without_the_owners_word_a_name_that_leads_inside_is_not_followed() -> None:
    with receiving() as receiver:
        outcome = Sender(local=False).send(f"https://localhost:{receiver.port}/", {}, b"{}")
        assert "nothing is sent to" in outcome.problem


def test_a_name_that_leads_elsewhere_the_second_time_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection goes to the address that was checked: the name is looked up once."""
    asked: list[str] = []
    real = socket.getaddrinfo

    def resolve(host: Any, *more: Any, **named: Any) -> Any:
        asked.append(str(host))
        return real("127.0.0.1" if host == "rebinding.example" else host, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with receiving() as receiver:
        url = f"http://rebinding.example:{receiver.port}/"
        assert SENDER.send(url, {}, b"{}").taken
        assert asked.count("rebinding.example") == 1
        assert not Sender(local=False).send(url.replace("http:", "https:"), {}, b"{}").taken
        assert len(receiver.got) == 1

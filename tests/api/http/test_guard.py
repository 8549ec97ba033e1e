"""Who may speak to the table: our own pages and programs on this machine, nobody who merely knows the port."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.api.conftest import Opened

ROLL = {"purpose": "free", "dice": 2}


def ask(
    house: Opened, headers: dict[str, str], *, method: str = "POST", content: bytes | None = None, **options: Any
) -> Any:
    async def scenario() -> Any:
        async with house(**options) as h:
            body = {"content": content} if content is not None else {"json": ROLL}
            if method == "GET":
                return await h.http.get("/api/v1/table", headers=headers)
            return await h.http.post("/api/v1/dice/rolls", headers=headers, **body)

    return asyncio.run(scenario())


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "LOCALHOST"])
def test_loopback_names_are_ours(house: Opened, host: str) -> None:
    assert ask(house, {"Host": host}, method="GET").status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8000", "192.168.1.5:8000"])
def test_a_rebound_name_is_refused(house: Opened, host: str) -> None:
    answer = ask(house, {"Host": host}, method="GET")
    assert (answer.status_code, answer.json()["code"]) == (421, "wrong-host")


def test_on_the_local_network_addresses_and_configured_names_are_ours(house: Opened) -> None:
    assert ask(house, {"Host": "192.168.1.5:8000"}, method="GET", any_address=True).status_code == 200
    assert ask(house, {"Host": "table-3.local"}, method="GET", names=["table-3.local"]).status_code == 200
    assert ask(house, {"Host": "evil.example"}, method="GET", any_address=True).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_foreign_page_cannot_command(house: Opened, headers: dict[str, str]) -> None:
    answer = ask(house, headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page")


def test_our_own_page_can(house: Opened) -> None:
    assert ask(house, {"Origin": "http://127.0.0.1:8000", "Sec-Fetch-Site": "same-origin"}).status_code == 202


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_a_form_can_send_is_refused(house: Opened, media: str) -> None:
    answer = ask(house, {"Content-Type": media}, content=b'{"purpose": "free"}')
    assert (answer.status_code, answer.json()["code"]) == (415, "not-json")


def test_a_body_without_length_or_of_absurd_length_is_refused(house: Opened) -> None:
    async def chunks() -> Any:
        yield b'{"purpose": "free"}'

    async def scenario() -> tuple[int, int]:
        async with house() as h:
            json_type = {"Content-Type": "application/json"}
            endless = await h.http.post("/api/v1/dice/rolls", content=chunks(), headers=json_type)
            large = await h.http.post("/api/v1/dice/rolls", content=b" " * (256 * 1024 + 1), headers=json_type)
            return endless.status_code, large.status_code

    assert asyncio.run(scenario()) == (411, 413)


def test_every_answer_carries_the_safe_headers_and_a_request_id(house: Opened) -> None:
    headers = ask(house, {"X-Request-Id": "abc"}, method="GET").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["cache-control"] == "no-store"
    assert headers["x-request-id"] == "abc"

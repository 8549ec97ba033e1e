"""Who may speak to the table: our own pages and programs on this machine, nobody who merely knows the port."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from api.http.guard import MAX_BODY_BYTES, PIECE, Guard
from api.http.rate import CommandRate
from tests.api.conftest import House, Opened

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
    ("name", "host", "status"),
    [
        ("hall.local", "hall-2.local:8100", 200),
        ("table-3.local", "table-4.local", 200),
        ("hall.local", "hall-2.example", 421),
        ("hall.example", "hall-2.example", 421),
        ("hall.local", "hall-2.local.example", 421),
        ("hall.local", "another.local", 421),
        ("table-3.local", "table.local", 421),
    ],
)
def test_a_name_that_the_network_gave_another_number_is_ours(house: Opened, name: str, host: str, status: int) -> None:
    assert ask(house, {"Host": host}, method="GET", names=[name]).status_code == status


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


class Still(CommandRate):
    """While no time passes."""

    def wait(self, client: str, now: float) -> float:
        return super().wait(client, 0.0)


def test_a_client_with_too_many_commands_is_told_when_to_try_again(house: Opened) -> None:
    async def scenario() -> Any:
        async with house(rate=Still(per_second=0.5, burst=2)) as h:
            answers = [await h.post("/dice/rolls", ROLL) for _ in range(3)]
            assert [answer.status_code for answer in answers] == [202, 202, 429]
            assert (await h.get("/table")).status_code == 200
            return answers[2]

    refused = asyncio.run(scenario())
    assert refused.json()["code"] == "too-many-commands"
    assert refused.headers["retry-after"] == "2"


def test_a_body_with_two_framings_is_refused(house: Opened) -> None:
    answer = ask(house, {"Transfer-Encoding": "chunked", "Content-Length": "20"}, content=b'{"purpose": "free"}')
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")


def test_a_body_that_is_longer_than_it_says_is_not_read_to_its_end(house: Opened) -> None:
    async def scenario() -> tuple[int, int]:
        async with house() as h:
            return await endless(h)

    status, read = asyncio.run(scenario())
    assert status == 413
    assert read <= MAX_BODY_BYTES + 4096


async def endless(h: House) -> tuple[int, int]:
    """Status, and how many bytes were read, of a body for which the server does not check the length."""
    read, statuses = 0, list[int]()

    async def receive() -> dict[str, Any]:
        nonlocal read
        read += 4096
        return {"type": "http.request", "body": b" " * 4096, "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    headers = {"host": "localhost", "content-type": "application/json", "content-length": "5"}
    scope = {
        "type": "http", "method": "POST", "path": "/api/v1/score", "raw_path": b"/api/v1/score", "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()], "http_version": "1.1",
        "scheme": "http", "root_path": "", "server": ("127.0.0.1", 8000), "client": ("127.0.0.1", 1),
    }  # fmt: skip
    await h.http._transport.app(scope, receive, send)  # type: ignore[attr-defined]
    return statuses[0], read


def test_a_large_answer_is_handed_on_in_pieces_which_wait_for_the_client() -> None:
    content, taken = bytes(range(256)) * 1024, list[tuple[bytes, bool]]()

    async def large(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": content})

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            taken.append((message["body"], message["more_body"]))

    async def nothing() -> Any:
        raise AssertionError("a GET has no body to be read")

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")]}
    asyncio.run(Guard(large)(scope, nothing, send))
    assert b"".join(body for body, _ in taken) == content
    assert max(len(body) for body, _ in taken) == PIECE
    assert [more for _, more in taken] == [True, True, True, False]


@pytest.mark.parametrize("path", ["/api/v1/table", "/api/v1/live", "/metrics"])
def test_a_page_of_another_site_cannot_read(house: Opened, path: str) -> None:
    assert read(house, path, {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}) == 403


NAVIGATION = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


def test_a_link_on_another_site_leads_to_our_page_but_not_into_the_api(house: Opened) -> None:
    assert read(house, "/", NAVIGATION) == 200
    assert read(house, "/api/v1/table", NAVIGATION) == 403


def test_another_site_cannot_show_our_page_in_a_frame(house: Opened) -> None:
    assert read(house, "/", {**NAVIGATION, "Sec-Fetch-Dest": "iframe"}) == 403


def read(house: Opened, path: str, headers: dict[str, str]) -> int:
    async def scenario() -> int:
        async with house() as h:
            return int((await h.http.get(path, headers=headers)).status_code)

    return asyncio.run(scenario())


@pytest.mark.parametrize("sent", ["x" * 65, "a b", "<script>", "\x1b[2J", ""])
def test_a_request_id_that_is_no_word_is_replaced(house: Opened, sent: str) -> None:
    given = ask(house, {"X-Request-Id": sent}, method="GET").headers["x-request-id"]
    assert given != sent and re.fullmatch("[0-9a-f]{32}", given)


def test_every_answer_keeps_the_page_to_itself(house: Opened) -> None:
    headers = ask(house, {}, method="GET").headers
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]

"""Signing in at a hall: the first account from the console, cookies for browsers, tokens for programs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pyotp

from hall.people.contacts import Contact
from hall.people_records import ContactRecords
from tests.api.hall.conftest import HallHouse, OpenedHall
from tests.hall.conftest import Clock

WORDS = "seven quiet tiles on a shelf"


async def first_owner(h: OpenedHall) -> None:
    code = h.runtime.accounts.new_first_code()
    answer = await h.post("/accounts/first", {"code": code, "name": "Ana", "passphrase": WORDS}, h.stranger)
    assert answer.status_code == 201, answer.text


async def sign_in(h: OpenedHall, name: str, passphrase: str, **more: Any) -> Any:
    return await h.post("/sign-ins", {"name": name, "passphrase": passphrase, **more}, h.stranger)


def test_the_code_of_the_console_makes_one_owner(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            code = h.runtime.accounts.new_first_code()
            body = {"code": code, "name": "Ana", "passphrase": WORDS}
            accounts = [(await h.stranger.get("/api/v1/me")).json()["accounts"]]
            assert (await h.post("/accounts/first", body, h.stranger)).status_code == 201
            accounts.append((await h.stranger.get("/api/v1/me")).json()["accounts"])
            assert accounts == [False, True]
            assert (await h.post("/accounts/first", body, h.stranger)).json()["code"] == "wrong-console-code"

    asyncio.run(scenario())


def test_a_browser_that_signed_in_is_known_by_its_cookie(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            await first_owner(h)
            answer = await sign_in(h, "Ana", WORDS)
            assert answer.status_code == 201
            assert answer.json() == {"token": None}
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie and "samesite=strict" in cookie
            me = (await h.stranger.get("/api/v1/me")).json()
            assert (me["role"], me["name"], me["open"]) == ("owner", "Ana", False)
            sign_in_id = answer.cookies["jantaku-hall"].partition(".")[0]
            assert (await h.post(f"/sign-ins/{sign_in_id}/end", {}, h.stranger)).status_code == 200
            assert (await h.stranger.get("/api/v1/me")).json()["role"] == "viewer"

    asyncio.run(scenario())


def test_a_program_is_known_by_its_token_until_it_ends(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            await first_owner(h)
            token = (await sign_in(h, "Ana", WORDS, program=True)).json()["token"]
            bearer = {"Authorization": f"Bearer {token}"}
            assert (await h.stranger.get("/api/v1/me", headers=bearer)).json()["role"] == "owner"
            wrong = {"Authorization": f"Bearer {token}x"}
            refused = await h.stranger.get("/api/v1/me", headers=wrong)
            assert (refused.status_code, refused.json()["code"]) == (401, "sign-in-over")

    asyncio.run(scenario())


def test_a_stream_says_that_its_sign_in_is_over_and_ends_whatever_else_happens_there(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            await first_owner(h)
            made = (await h.post("/accounts", {"name": "Ben", "role": "staff", "passphrase": WORDS + "s"})).json()
            account = made["account"]

            async def followed(topic: str) -> tuple[str, asyncio.Task[httpx.Response]]:
                token = (await sign_in(h, "Ben", WORDS + "s", program=True)).json()["token"]
                headers = {"Authorization": f"Bearer {token}"}
                before = len(h.runtime.running.stream)
                following = asyncio.ensure_future(h.stranger.get(f"/api/v1/live?topic={topic}", headers=headers))
                while len(h.runtime.running.stream) == before:  # noqa: ASYNC110 - the hall has no word for a new listener
                    await asyncio.sleep(0)
                return token.partition(".")[0], following

            async def last_of(following: asyncio.Task[httpx.Response]) -> str:
                async with asyncio.timeout(20):
                    return (await following).text.strip().split("\n\n")[-1]

            ended = 'event: ended\ndata: {"code": "sign-in-over"}'
            id_, floor = await followed("floor")
            await h.post(f"/sign-ins/{id_}/end")
            assert await last_of(floor) == ended
            _, public = await followed("tournaments")
            await h.command("account.change", account=account, role="referee")
            assert await last_of(public) == ended
            _, floor = await followed("floor")
            await h.post(f"/accounts/{account}/close")
            assert await last_of(floor) == ended

    asyncio.run(scenario())


def test_neither_name_nor_passphrase_is_told_apart(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            await first_owner(h)
            answers = [await sign_in(h, "Ana", "wrong words entirely"), await sign_in(h, "Nobody", WORDS)]
            assert [one.status_code for one in answers] == [422, 422]
            assert len({one.json()["detail"] for one in answers}) == 1

    asyncio.run(scenario())


def test_contact_data_stand_beside_the_journal_and_can_be_erased(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            person = (await h.command("person.register", name="Ben"))["events"][0]["person"]
            body = {"fields": {"email": "ben@example.org", "club": "Club Nine"}}
            assert (await h.post(f"/persons/{person}/contact", body)).status_code == 200
            assert (await h.get(f"/persons/{person}/contact")).json()["contact"]["email"] == "ben@example.org"
            exported = (await h.post(f"/persons/{person}/export")).json()
            assert exported["contact"]["club"] == "Club Nine"
            assert [event["type"] for event in exported["events"]] == [
                "person.registered", "person.contact-kept", "person.exported",
            ]  # fmt: skip
            assert (await h.post(f"/persons/{person}/erase", {"why": "asked for"})).status_code == 200
            assert (await h.get(f"/persons/{person}/contact")).json() == {"contact": None}
            journal = h.runtime.hall.journal if h.runtime.hall else None
            assert journal is not None
            assert "ben@example.org" not in "".join(one.data for one in journal.stored())

    asyncio.run(scenario())


def test_contact_data_that_a_power_cut_left_behind_are_gone_after_the_next_start(
    hall_house: HallHouse, tmp_path: Path
) -> None:
    def written() -> tuple[bool, bool]:
        """Whether the files of the running hall hold the one and the other."""
        text = b"".join(file.read_bytes() for file in (tmp_path / "state").iterdir() if file.is_file())
        return b"kept@example.org" in text, b"lost@example.org" in text

    async def scenario() -> None:
        async with hall_house() as h:
            person = (await h.command("person.register", name="Ben"))["events"][0]["person"]
            body = {"fields": {"email": "kept@example.org"}}
            assert (await h.post(f"/persons/{person}/contact", body)).status_code == 200
            assert h.runtime.store is not None
            lost = ContactRecords(h.runtime.store)
            lost.put("k-lost", person, Contact(email="lost@example.org"))
        async with hall_house() as h:
            assert h.runtime.store is not None
            records = ContactRecords(h.runtime.store)
            await asyncio.wait_for(asyncio.gather(*h.runtime.passing), 5)
            assert len(list(records.records())) == 1
            assert await asyncio.to_thread(written) == (True, False)

    asyncio.run(scenario())


def test_the_page_knows_whether_signing_in_asks_for_a_second_factor_until_an_owner_removes_it(
    hall_house: HallHouse, clock: Clock
) -> None:
    """As after a lost phone."""

    async def scenario() -> None:
        async with hall_house() as h:
            await first_owner(h)
            await sign_in(h, "Ana", WORDS)

            async def asks() -> bool:
                return bool((await h.stranger.get("/api/v1/me")).json()["second_factor"])

            assert not await asks()
            secret = (await h.post("/me/second-factor", {}, h.stranger)).json()["secret"]
            wrong = await h.post("/me/second-factor/confirm", {"code": "abcdef"}, h.stranger)
            assert (wrong.status_code, wrong.json()["code"]) == (422, "wrong-factor-code")
            code = pyotp.TOTP(secret).at(int(clock().timestamp()))
            assert (await h.post("/me/second-factor/confirm", {"code": code}, h.stranger)).status_code == 200
            assert await asks()
            account = (await h.stranger.get("/api/v1/me")).json()["account"]
            assert (await h.post(f"/accounts/{account}/second-factor/drop")).status_code == 200
            assert not await asks()

    asyncio.run(scenario())

"""Webhooks over HTTP: added, listed, tried, and what was sent."""

from __future__ import annotations

import asyncio

from tests.api.hall.conftest import HallHouse

NEW = {"url": "https://example.org/hook?key=secret-of-it", "name": "door", "wanted": ["tournament.*"]}


def test_a_webhook_is_added_and_listed_without_its_secrets(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            answer = await h.post("/webhooks", NEW)
            assert answer.status_code == 201, answer.text
            made = answer.json()
            listed = await h.get("/webhooks")
            assert listed.json() == {
                "webhooks": [
                    {"webhook": made["webhook"], "name": "door", "place": "https://example.org",
                     "wanted": ["tournament.*"], "off": None}
                ]
            }  # fmt: skip
            assert made["secret"] not in listed.text and "secret-of-it" not in listed.text
            assert (await h.get(f"/webhooks/{made['webhook']}/attempts")).json() == {"attempts": []}
            await h.command("webhook.switch-off", webhook=made["webhook"])
            assert (await h.get("/webhooks")).json()["webhooks"][0]["off"] == "by-hand"
            await h.command("webhook.remove", webhook=made["webhook"])
            assert (await h.get("/webhooks")).json() == {"webhooks": []}

    asyncio.run(scenario())


def test_what_cannot_be_sent_to_is_refused_and_nothing_kept(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            for url in ("http://example.org/", "https://127.0.0.1/", "https://169.254.169.254/"):
                answer = await h.post("/webhooks", {**NEW, "url": url})
                assert (answer.status_code, answer.json()["field"]) == (422, "url"), answer.text
            answer = await h.post("/webhooks", {**NEW, "wanted": ["account.*"]})
            assert answer.json()["field"] == "wanted"
            assert h.runtime.webhooks.kept() == []

    asyncio.run(scenario())


def test_strangers_learn_and_change_nothing(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            assert (await h.stranger.get("/api/v1/webhooks")).status_code == 403
            assert (await h.post("/webhooks", NEW, client=h.stranger)).status_code == 403
            assert (await h.get("/webhooks/w-aaaaaaaaaaaa/attempts")).status_code == 404

    asyncio.run(scenario())

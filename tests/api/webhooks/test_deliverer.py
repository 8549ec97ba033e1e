"""What happened in a hall reaches a real receiver at least once, signed, and again when it was not taken."""

from __future__ import annotations

import asyncio
import random
import re
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from api.webhooks.deliverer import LEASE_SECONDS, Deliverer
from api.webhooks.desk import LOGGED, WebhookDesk
from api.webhooks.sender import Sender
from hall.hall import Hall
from hall.people.commands import RegisterPerson
from hall.permits import LOCAL_OWNER
from hall.webhooks.commands import RemoveWebhook, SwitchWebhookOn, TryWebhook
from hall.webhooks.schedule import PAUSES
from tests.api.webhooks.receiver import Receiver, hangs_up, receiving, status
from tests.hall.conftest import Clock, OpenHall

DOCS = Path(__file__).parents[3] / "docs" / "webhooks.md"


@dataclass
class Post:
    """A hall with one deliverer."""

    hall: Hall
    desk: WebhookDesk
    deliverer: Deliverer
    clock: Clock
    secret: str = ""

    async def add(self, receiver: Receiver, *wanted: str) -> str:
        command, self.secret = self.desk.prepare(receiver.url, "door", wanted or ("person.*",), "Ana")
        await self.hall.handle(command, by=LOCAL_OWNER)
        return command.webhook

    async def register(self, name: str) -> None:
        await self.hall.handle(RegisterPerson("Ana", name), by=LOCAL_OWNER)

    async def look(self) -> float:
        """Until what is due now has its outcome."""
        while True:
            seconds = await self.deliverer.look()
            if not self.deliverer._busy:
                return seconds
            await self.deliverer.settled()


@asynccontextmanager
async def post(open_hall: OpenHall, clock: Clock, owner: str = "one") -> AsyncIterator[Post]:
    async with open_hall() as hall:
        desk = WebhookDesk(hall.journal.store, random.randbytes, local=True)
        sender = Sender(local=True, seconds=2.0)
        deliverer = Deliverer(hall, desk, sender, owner, now=clock, rng=random.Random(3))
        yield Post(hall, desk, deliverer, clock)


def names(receiver: Receiver) -> list[str]:
    return [told["data"]["name"] for told in receiver.told]


def checker() -> Any:
    """The function that docs/webhooks.md gives receivers."""
    code = re.search(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    found: dict[str, Any] = {}
    exec(code[1], found)
    return found["is_genuine"]


def test_an_event_is_told_once_signed_and_without_who_sits_at_which_computer(open_hall: OpenHall, clock: Clock) -> None:
    async def scenario(receiver: Receiver) -> None:
        async with post(open_hall, clock) as p:
            await p.register("before")
            webhook = await p.add(receiver)
            await p.register("Ben")
            await p.look()
            await p.look()
            ((headers, body),) = receiver.got
            (told,) = receiver.told
            assert (told["type"], told["data"]["name"], told["delivery"]) == (
                "person.registered",
                "Ben",
                f"{webhook}.3",
            )
            assert "actor" not in told["data"]
            assert (headers["Jantaku-Delivery"], headers["Jantaku-Event"]) == (told["delivery"], told["type"])
            genuine = checker()
            now = clock().timestamp()
            assert genuine(p.secret, headers["Jantaku-Signature"], body, now)
            assert not genuine(p.secret, headers["Jantaku-Signature"], body + b" ", now)
            assert not genuine("whs-other", headers["Jantaku-Signature"], body, now)
            assert not genuine(p.secret, headers["Jantaku-Signature"], body, now + 301), "an old one sent again"
            (row,) = p.desk.log(webhook)
            assert (row["status"], row["problem"], row["attempt"]) == (204, "", 1)

    with receiving() as receiver:
        asyncio.run(scenario(receiver))


def test_what_was_not_taken_is_sent_again_later_with_the_same_id(open_hall: OpenHall, clock: Clock) -> None:
    async def scenario(receiver: Receiver) -> None:
        async with post(open_hall, clock) as p:
            webhook = await p.add(receiver)
            await p.register("Ben")
            assert 0 < await p.look() <= PAUSES[0]
            assert len(receiver.got) == 1
            clock.forward(seconds=PAUSES[0] / 2)
            await p.look()
            assert len(receiver.got) == 1, "not before its time"
            clock.forward(seconds=PAUSES[0])
            await p.look()
            clock.forward(seconds=PAUSES[1] * 2)
            await p.look()
            assert [told["delivery"] for told in receiver.told] == [f"{webhook}.2"] * 3
            assert [row["status"] for row in p.desk.log(webhook)] == [204, None, 500]
            assert (p.deliverer.waiting, p.deliverer.failing) == (0, 0)

    with receiving() as receiver:
        receiver.next = [status(500), hangs_up, status(204)]
        asyncio.run(scenario(receiver))


def test_nothing_is_lost_over_a_restart_before_or_after_it_was_written_down(open_hall: OpenHall, clock: Clock) -> None:
    async def scenario(receiver: Receiver) -> None:
        async with post(open_hall, clock) as p:
            await p.add(receiver)
            await p.register("Ben")
            await p.look()
            await p.register("Cho")
        clock.forward(seconds=LEASE_SECONDS + PAUSES[0] * 2)
        async with post(open_hall, clock, "two") as p:
            await p.look()
            assert sorted(names(receiver)) == ["Ben", "Ben", "Cho"]

    with receiving() as receiver:
        receiver.next = [status(503), status(204)]
        asyncio.run(scenario(receiver))


def test_of_two_processes_one_tells_and_the_other_takes_over_when_it_is_gone(open_hall: OpenHall, clock: Clock) -> None:
    async def scenario(receiver: Receiver) -> None:
        async with post(open_hall, clock, "one") as first, post(open_hall, clock, "two") as second:
            await first.add(receiver)
            await first.register("Ben")
            await second.hall.refresh()
            await first.look()
            await second.look()
            assert names(receiver) == ["Ben"]
            await first.register("Cho")
            await second.hall.refresh()
            clock.forward(seconds=LEASE_SECONDS + 1)
            await second.look()
            await first.look()
            assert names(receiver) == ["Ben", "Cho"]

    with receiving() as receiver:
        asyncio.run(scenario(receiver))


def test_a_webhook_that_fails_for_days_is_switched_off_and_can_be_switched_on(
    open_hall: OpenHall, clock: Clock
) -> None:
    async def scenario(receiver: Receiver) -> None:
        async with post(open_hall, clock) as p:
            webhook = await p.add(receiver)
            for day in range(4):
                await p.register(f"day {day}")
                await p.look()
                assert (p.hall.state.webhooks.webhooks[webhook].off is None) == (day < 3)
                clock.forward(days=1)
            assert p.hall.state.webhooks.webhooks[webhook].off == "failing"
            await p.look()
            assert p.deliverer.waiting == 0, "what waited is dropped"
            receiver.next = [status(204)]
            receiver.got.clear()
            await p.hall.handle(SwitchWebhookOn("Ana", webhook), by=LOCAL_OWNER)
            await p.register("again")
            await p.look()
            assert names(receiver) == ["again"]

    with receiving() as receiver:
        receiver.next = [status(500)]
        asyncio.run(scenario(receiver))


def test_a_receiver_that_says_it_is_gone_is_asked_no_more(open_hall: OpenHall, clock: Clock) -> None:
    async def scenario(receiver: Receiver) -> None:
        async with post(open_hall, clock) as p:
            webhook = await p.add(receiver)
            await p.register("Ben")
            await p.look()
            assert p.hall.state.webhooks.webhooks[webhook].off == "gone"
            await p.register("Cho")
            clock.forward(days=2)
            await p.look()
            assert len(receiver.got) == 1

    with receiving() as receiver:
        receiver.next = [status(410)]
        asyncio.run(scenario(receiver))


def test_one_that_is_removed_leaves_no_secret_behind(open_hall: OpenHall, clock: Clock) -> None:
    async def scenario(receiver: Receiver) -> None:
        async with post(open_hall, clock) as p:
            webhook = await p.add(receiver)
            await p.look()
            await p.hall.handle(TryWebhook("Ana", webhook), by=LOCAL_OWNER)
            await p.look()
            assert receiver.told[0]["type"] == "webhook.tried"
            await p.hall.handle(RemoveWebhook("Ana", webhook), by=LOCAL_OWNER)
            await p.look()
            assert (p.desk.target(webhook), p.desk.log(webhook)) == (None, [])
            journal = repr(p.hall.journal.stored())
            assert p.secret not in journal and "of-the-receiver" not in journal

    with receiving() as receiver:
        asyncio.run(scenario(receiver))


def test_a_receiver_that_hangs_does_not_hold_up_the_others(open_hall: OpenHall, clock: Clock) -> None:
    async def scenario(slow: Receiver, quick: Receiver) -> None:
        async with post(open_hall, clock) as p:
            await p.add(slow)
            await p.add(quick)
            await p.register("Ben")
            await p.register("Cho")
            await p.deliverer.look()
            while len(quick.got) < 2:
                await p.deliverer.look()
                await asyncio.sleep(0.01)
            assert len(slow.got) <= 1
            release.set()
            await p.look()
            assert sorted(names(slow)) == ["Ben", "Cho"]

    release = threading.Event()
    with receiving() as slow, receiving() as quick:
        slow.next = [lambda handler: (release.wait(5), status(204)(handler))[1], status(204)]
        asyncio.run(scenario(slow, quick))


def test_the_log_has_a_bound(open_hall: OpenHall, clock: Clock) -> None:
    async def scenario(receiver: Receiver) -> None:
        async with post(open_hall, clock) as p:
            webhook = await p.add(receiver)
            for number in range(LOGGED + 5):
                await p.register(f"n {number}")
            await p.look()
            assert len(p.desk.log(webhook)) == LOGGED
            assert sorted(names(receiver)) == sorted(f"n {number}" for number in range(LOGGED + 5))

    with receiving() as receiver:
        asyncio.run(scenario(receiver))

"""Tells webhooks what happened in the hall: each event is written down for those who want it, then sent, and sent again
until it was taken or given up (``hall.webhooks.schedule``).

Of several processes on one store, one does this at a time: the one that holds the lease.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from api.webhooks.desk import LOGGED, WebhookDesk, health_key, log_key, read_log
from api.webhooks.sender import Outcome
from controller.events import Recorded
from controller.journal.store import iso
from controller.refusals import JantakuError
from hall.catalogue import HALL_CATALOGUE
from hall.hall import Hall
from hall.permits import HALL_ITSELF
from hall.webhooks.commands import GiveWebhookUp
from hall.webhooks.events import WebhookRemoved
from hall.webhooks.schedule import MOST_WAITING, Delivery, Health, again, due, next_due
from hall.webhooks.signature import DELIVERY, EVENT, HEADER, signature

log = logging.getLogger("jantaku.webhooks")
T = TypeVar("T")

AT_ONCE: Final = 4
LOOK_SECONDS: Final = 20.0
"""At the latest so often it is looked whether something is due."""
LEASE_SECONDS: Final = 60.0
GONE: Final = 410
_LEASE, _POSITION, _DELIVERY, _HEALTH = "lease", "position", "delivery/", "health/"


class Sends(Protocol):
    def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Outcome: ...


class Deliverer:
    """``run`` for ever. ``owner``: a name that no other process has; ``now``: the wall clock, UTC."""

    def __init__(
        self,
        hall: Hall,
        desk: WebhookDesk,
        sender: Sends,
        owner: str,
        *,
        now: Callable[[], datetime],
        rng: random.Random | None = None,
    ) -> None:
        self._hall, self._desk, self._sender, self._owner = hall, desk, sender, owner
        self._now, self._rng = now, rng or random.Random()
        self._threads = ThreadPoolExecutor(AT_ONCE + 1, "webhooks")
        self._wake = asyncio.Event()
        self._position: int | None = None
        """The last event that was looked at; None without the lease."""
        self._waiting: dict[str, Delivery] = {}
        self._health: dict[str, Health] = {}
        self._busy: dict[str, asyncio.Task[None]] = {}
        self.dropped = 0
        """Deliveries that were given up or had no room, since the start."""
        hall.changed.append(lambda _: self._wake.set())

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def failing(self) -> int:
        """Webhooks that took nothing the last time."""
        return sum(one.failing_since is not None for one in self._health.values())

    def waiting_for(self, webhook: str) -> int:
        return sum(one.webhook == webhook for one in self._waiting.values())

    def is_failing(self, webhook: str) -> bool:
        """Whether it took nothing the last time."""
        found = self._health.get(webhook)
        return found is not None and found.failing_since is not None

    async def run(self) -> None:
        try:
            while True:
                self._wake.clear()
                seconds = await self._looked()
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        await self._wake.wait()
        finally:
            self._threads.shutdown(wait=False, cancel_futures=True)

    async def _looked(self) -> float:
        try:
            return await self.look()
        except JantakuError as error:  # a store that is away comes back
            log.error("webhooks wait: %s", error, extra={"code": error.code})
            self._position = None
            return LOOK_SECONDS

    async def look(self) -> float:
        """Takes up what happened and begins to send what is due. Seconds until there may be more to do."""
        if not await self._in_thread(self._take_lease):
            self._position = None
            return LOOK_SECONDS
        if self._position is None:
            self._position = await self._in_thread(self._load)
        await self._gather()
        now = self._now().timestamp()
        for one in due(self._waiting.values(), now, self._busy, AT_ONCE - len(self._busy)):
            self._busy[one.webhook] = asyncio.create_task(self._deliver(one), name=f"webhook {one.webhook}")
        first = next_due(self._waiting.values(), self._busy)
        return LOOK_SECONDS if first is None else min(LOOK_SECONDS, max(0.05, first - now))

    async def settled(self) -> None:
        """What is being sent now has its outcome."""
        await asyncio.gather(*self._busy.values())

    # ------------------------------------------------------------ what is to be told

    def _take_lease(self) -> bool:
        now = self._now().timestamp()

        def taken(text: str | None) -> str | None:
            held = None if text is None else json.loads(text)
            if held is not None and held["owner"] != self._owner and held["until"] > now:
                return text
            return json.dumps({"owner": self._owner, "until": now + LEASE_SECONDS})

        after = self._desk.work.change(_LEASE, taken)
        return after is not None and json.loads(after)["owner"] == self._owner

    def _load(self) -> int:
        records = self._desk.work.all()
        read = {key: json.loads(text) for key, text in records.items()}
        found = [Delivery(**value) for key, value in read.items() if key.startswith(_DELIVERY)]
        self._waiting = {one.id: one for one in found}
        health = {key.removeprefix(_HEALTH): value for key, value in read.items() if key.startswith(_HEALTH)}
        self._health = {webhook: Health(**value) for webhook, value in health.items()}
        webhooks = self._hall.state.webhooks.webhooks.values()
        first = min((one.since for one in webhooks), default=self._hall.state.seq)
        return int(read.get(_POSITION, first))

    async def _gather(self) -> None:
        """Events that came since, for those who want them; in one transaction with how far that is."""
        known = self._hall.state.webhooks.webhooks
        gone = [one for one in self._waiting.values() if one.webhook not in known or known[one.webhook].off]
        if gone:
            await self._keep({one.id: None for one in gone})
        assert self._position is not None, "with the lease"
        while self._position < (until := self._hall.state.seq):
            since = self._position
            found = await self._in_thread(partial(self._hall.journal.read, since))
            batch = [one for one in found if one.seq <= until]
            removed = [one.event.webhook for one in batch if isinstance(one.event, WebhookRemoved)]
            for webhook in removed:
                await self._in_thread(partial(self._desk.forget, webhook))
            await self._keep(self._new(batch), batch[-1].seq)

    def _new(self, batch: Sequence[Recorded]) -> dict[str, Delivery | None]:
        now = self._now().timestamp()
        webhooks = self._hall.state.webhooks.webhooks.values()
        made = [Delivery(webhook.id, one.seq, now) for one in batch for webhook in webhooks if webhook.wants(one)]
        found: dict[str, Delivery | None] = {one.id: one for one in made}
        for webhook in {one.webhook for one in made}:
            mine = [one for one in (*self._waiting.values(), *made) if one.webhook == webhook]
            for old in sorted(mine, key=lambda one: one.seq)[: max(0, len(mine) - MOST_WAITING)]:
                found[old.id] = None
                self.dropped += 1
        return found

    async def _keep(
        self,
        deliveries: Mapping[str, Delivery | None],
        position: int | None = None,
        more: Mapping[str, str | None] | None = None,
    ) -> None:
        """All of it or nothing. None deletes; ``more``: other records, by key."""
        values = {f"{_DELIVERY}{id_}": None if one is None else _text(one) for id_, one in deliveries.items()}
        if position is not None:
            values[_POSITION] = str(position)
        values |= more or {}
        await self._in_thread(lambda: self._desk.work.put_all(values))
        for id_, one in deliveries.items():
            self._waiting.pop(id_, None)
            if one is not None:
                self._waiting[id_] = one
        self._position = self._position if position is None else position

    # ------------------------------------------------------------ one attempt

    async def _deliver(self, one: Delivery) -> None:
        try:
            outcome, type_ = await self._in_thread(lambda: self._send(one))
            await self._note(one, outcome, type_)
        except JantakuError as error:
            log.error("webhook %s: %s", one.webhook, error, extra={"code": error.code})
            self._position = None  # what is written down is looked at again
        finally:
            self._busy.pop(one.webhook, None)
            self._wake.set()

    def _send(self, one: Delivery) -> tuple[Outcome, str]:
        """The outcome, and the type of the event."""
        target, (recorded,) = self._desk.target(one.webhook), self._hall.journal.read(one.seq - 1, 1)
        if target is None:
            return Outcome(None, 0, "its record is gone"), recorded.event.type
        body, sent = self._body(one, recorded), int(self._now().timestamp())
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Jantaku",
            HEADER: signature(target.secret, sent, body),
            DELIVERY: one.id,
            EVENT: recorded.event.type,
        }
        return self._sender.send(target.url, headers, body), recorded.event.type

    def _body(self, one: Delivery, recorded: Recorded) -> bytes:
        data = {name: value for name, value in HALL_CATALOGUE.to_json(recorded.event).items() if name != "actor"}
        told = {
            "delivery": one.id, "hall": self._hall.journal.hall, "seq": recorded.seq, "time": recorded.time,
            "type": recorded.event.type, "data": data,
        }  # fmt: skip
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()

    async def _note(self, one: Delivery, outcome: Outcome, type_: str) -> None:
        now = self._now()
        health = self._health.get(one.webhook, Health()).after(outcome.taken, now.timestamp())
        after = None if outcome.taken else again(one, now.timestamp(), self._rng)
        if after is None and not outcome.taken:
            self.dropped += 1
            log.warning("webhook %s: event %s was not taken and is given up", one.webhook, one.seq)
        row = {
            "time": iso(now), "delivery": one.id, "type": type_, "attempt": one.attempts + 1,
            "status": outcome.status, "ms": outcome.ms, "problem": outcome.problem,
        }  # fmt: skip
        entries = await self._in_thread(lambda: read_log(self._desk.work.get(log_key(one.webhook))))
        logged = json.dumps([row, *entries][:LOGGED], ensure_ascii=False)
        self._health[one.webhook] = health
        records: dict[str, str | None] = {
            log_key(one.webhook): logged,
            health_key(one.webhook): json.dumps(asdict(health)),
        }
        await self._keep({one.id: after}, more=records)
        self._hall.tell({"webhook"})
        if outcome.status == GONE or health.hopeless(now.timestamp()):
            await self._give_up(one.webhook, "gone" if outcome.status == GONE else "failing")

    async def _give_up(self, webhook: str, reason: str) -> None:
        name = self._hall.state.webhooks.webhooks[webhook].name if webhook in self._hall.state.webhooks.webhooks else ""
        log.critical("webhook %s (%s) is switched off: %s", webhook, name, reason)
        self._health.pop(webhook, None)
        await self._keep({}, more={health_key(webhook): None})
        await self._hall.handle(GiveWebhookUp("hall", webhook, reason), by=HALL_ITSELF)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _text(one: Delivery) -> str:
    found: dict[str, Any] = asdict(one)
    return json.dumps(found)

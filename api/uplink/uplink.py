"""The link of a running table to its hall: who it belongs to, what goes up, what comes down, how it stands.

Two tasks while the table belongs to a hall, each with a thread of its own for its requests: one sends the events after
those that the hall has, one waits for orders. The table never waits for either.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final, TypeVar

from api.uplink.errors import LinkError, LinkTrouble
from api.uplink.hall_client import POLL_SECONDS, REQUEST_SECONDS, Gap, HallClient, Stands
from api.uplink.joining import WAIT_SECONDS, Joining
from api.uplink.membership import Membership, MembershipFile
from api.uplink.orders import NotNow, OrderDesk
from api.uplink.outbox import Span, as_sent, next_batch, spans
from api.uplink.releases import DOWNLOAD_SECONDS, ReleaseBox, report_for_ever
from api.uplink.state import LinkState, keep_link_state, load_link_state
from controller.fairness.journal_head import JournalHead, sign_head
from controller.journal.errors import JournalError
from controller.permits import Actor, Role
from controller.refusals import Code, Refused
from controller.table.table import Table
from controller.uplink import JoinHall, LeaveHall
from controller.uplink.decide import member_of

log = logging.getLogger("jantaku.uplink")

HEARTBEAT_SECONDS: Final = (12.0, 18.0)
"""Between requests while nothing happens: so spread that the tables of a hall do not ask all at the same moment."""
FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
"""After a request that failed: doubled each time, less a random part of up to half."""
LATER_SECONDS: Final = 5.0
"""Until an order is looked at again that could not be answered now."""
MOST_FAREWELLS: Final = 3
"""Tries to send the last events to a hall that was left."""
KEEP_SECONDS: Final = 600
"""Between notes of the state in its file, while nothing changes in it that matters."""
_ALARMS: Final = frozenset({LinkTrouble.CONFLICT, LinkTrouble.BATCH_REFUSED})
_FOR_GOOD: Final = _ALARMS | {LinkTrouble.NOT_ENROLLED}
"""What does not change by itself in a minute."""
T = TypeVar("T")
MakeClient = Callable[[str, str, str, float], HallClient]


class Uplink:
    """``run`` for ever. ``folder``: the state folder; ``private``: that of ``api.access.folder``. ``now``: the wall
    clock; ``steady``: seconds of people's time; ``pace``: seconds of the loop per second of people; ``changed`` is
    called when pages have something else to show; ``client`` makes what asks the hall."""

    def __init__(
        self,
        table: Table,
        desk: OrderDesk,
        folder: Path,
        private: Path,
        *,
        now: Callable[[], datetime],
        steady: Callable[[], float],
        pace: float = 1.0,
        changed: Callable[[], None] = lambda: None,
        left: Callable[[], None] = lambda: None,
        rng: random.Random | None = None,
        client: MakeClient = HallClient,
        releases: ReleaseBox | None = None,
    ) -> None:
        self._table, self._desk, self._folder = table, desk, folder
        self._file, self._now, self.steady, self._pace = MembershipFile(private), now, steady, pace
        self._changed, self._left, self._rng, self._client = changed, left, rng or random.Random(), client
        self.member: Membership | None = None
        self.joining: Joining | None = None
        self.state = LinkState()
        self._kept_at, self._keeping = 0, ThreadPoolExecutor(1, "link state")
        self._acknowledged: dict[str, int] = {}
        self._releases = releases
        self._wake, self._member_changed, self._again = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._clock_changed = asyncio.Event()
        self._taking, self._clients = asyncio.Lock(), set[HallClient]()
        self._tasks = set[asyncio.Task[Any]]()

    def wake(self) -> None:
        """Something happened at the table."""
        self._wake.set()
        self._clock_changed.set()

    def try_again(self) -> None:
        """Somebody has settled a conflict."""
        self._again.set()

    @property
    def behind(self) -> int:
        """Events that the hall does not have yet; as long as it was not asked, so many at most."""
        return max(0, self._table.seq - self.state.acknowledged)

    def shown(self) -> dict[str, Any]:
        """For the snapshot (``controller.table.hall_view``)."""
        joining = None if self.joining is None else self.joining.at(self.steady())
        recent = joining is not None and joining.state in ("waiting", "asking")
        return {
            "status": self.state.status(self._table.seq),
            "heard": self.state.heard if self.state.asked else 0,
            "behind": self.behind,
            "joining": joining.state if joining is not None and recent else None,
        }

    # ------------------------------------------------------------ life

    async def run(self) -> None:
        await self._find_membership()
        gong = asyncio.create_task(self._tell_the_gong(), name="gong")
        try:
            while True:
                self._member_changed.clear()
                try:
                    await self._belong()
                except Exception:  # a mistake in the link must not end the service, and with it the game
                    log.exception("the link to the hall has failed; it begins anew")
                    await self._sleep(LONGEST_PAUSE)
        finally:
            for task in (gong, *self._tasks):
                task.cancel()
            if self.state.asked:
                self._keep_state(tell=False)  # the next start begins with it
            self._keeping.shutdown()

    async def _tell_the_gong(self) -> None:
        """The gong is no event: pages are told when it sounds."""
        while True:
            self._clock_changed.clear()
            clock = self._table.projection.hall.clock
            left = None if clock is None else datetime.fromisoformat(clock.ends) - self._now()
            if left is None or left.total_seconds() <= 0:
                await self._clock_changed.wait()
                continue
            await self._pause(left.total_seconds() + 0.05, self._clock_changed)
            if not self._clock_changed.is_set():
                self._changed()

    async def _belong(self) -> None:
        """Until the membership changes."""
        change = asyncio.create_task(self._member_changed.wait())
        member = self.member
        work = [] if member is None else [self._sending(member), self._ordered(member), *self._reporting(member)]
        tasks = [asyncio.create_task(one) for one in work]
        try:
            done, _ = await asyncio.wait([change, *tasks], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for client in tuple(self._clients):
                client.close()
            for task in (change, *tasks):
                task.cancel()
            await asyncio.wait([change, *tasks])

    async def _find_membership(self) -> None:
        """File and journal can differ by what a power cut left undone, and by a backup on another computer."""
        hall, found = self._table.projection.hall, self._file.load()
        if found is not None and hall.hall is None:
            if hall.left_at > found.since:
                self._file.forget()
                found = None
            else:
                found = await self._join_again(found)
        elif found is not None and hall.hall is not None and (found.hall, found.key) != (hall.hall.id, hall.hall.key):
            log.error("%s is of another hall than the journal names", self._file.path)
            found = None
        self.member = found
        known = self._table.projection.hall.hall
        if known is not None:
            kept = await asyncio.to_thread(load_link_state, self._folder)
            self.state = kept.remembered(known.id, self._table.journal.epoch)
        if found is None and known is not None:
            self._note(LinkError(LinkTrouble.NO_TOKEN, "enrol the table at its hall again"))

    async def _join_again(self, found: Membership) -> Membership | None:
        try:
            await self._table.handle(_join(found), by=Actor(Role.STAFF, found.who))
        except (Refused, JournalError) as error:
            log.error("the table was taken in by %s, and cannot write it down: %s", found.name, error)
            return None
        return found

    # ------------------------------------------------------------ joining and leaving

    def ask_to_join(self, code: str, address: str, authority: str, by: Actor, who: str) -> Joining:
        """Waits for a key at the table. Raises ``Refused``."""
        if self._table.heads.key is None:
            raise Refused(Code.NO_TABLE_KEY)
        self.joining = Joining(code, address, authority, by, who, self.steady() + WAIT_SECONDS)
        self._changed()
        return self.joining

    def key_held(self) -> bool:
        """A key at the table was held; whether it was waited for here."""
        joining = self.joining
        if joining is None or not joining.waits(self.steady()):
            return False
        self._set_joining(joining, state="asking")
        task = asyncio.create_task(self._join(joining), name="joining a hall")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    async def _join(self, joining: Joining) -> None:
        try:
            member = await self._enrolled(joining)
            await self._table.handle(_join(member), by=joining.by)
        except LinkError as error:
            log.warning("no hall was joined: %s: %s", error.trouble.value, error.detail)
            self.joining = joining.failed(error)
        except (Refused, JournalError) as error:
            self.joining = joining.failed(LinkError(LinkTrouble.NOT_KEPT, error.detail or error.code))
        else:
            log.info("the table belongs to %s", member.name, extra={"hall": member.hall})
            self.member, self._acknowledged = member, {}
            self.state = LinkState(hall=member.hall)
            self._set_joining(joining, state="joined", code="")
            self._member_changed.set()
        self._changed()

    async def _enrolled(self, joining: Joining) -> Membership:
        """Taken in by the hall, and the token kept. Raises ``LinkError``."""
        table, key = self._table, self._table.heads.key
        if key is None:
            raise LinkError(LinkTrouble.NO_KEY, "the table has no key")
        epoch, since = table.journal.epoch, table.seq
        hash_ = table.journal.hash_at(since) or ""
        proof = sign_head(JournalHead(key.public, self._wall_ms(), since, bytes.fromhex(hash_), epoch), key).text
        with _one_thread("joining") as thread:
            client = self._client(joining.address, joining.authority, "", REQUEST_SECONDS)
            name = table.config.table.name
            asked = await self._in(thread, lambda: client.enrol(joining.code, key.public.hex(), name, epoch, proof))
            known = table.projection.hall.hall
            if known is not None and known.id != asked.hall.id:
                raise LinkError(LinkTrouble.NOT_KEPT, f"the table belongs to {known.name}")
            member = Membership(
                address=joining.address, authority=joining.authority, hall=asked.hall.id, name=asked.hall.name,
                key=asked.hall.key, table=asked.table, token=asked.token, since=since, who=joining.who,
            )  # fmt: skip
            try:
                await self._in(thread, lambda: self._file.keep(member))
            except OSError as error:
                raise LinkError(LinkTrouble.NOT_KEPT, f"{self._file.path}: {error.strerror}") from error
        return member

    async def leave(self, by: Actor, who: str, *, unreleased: bool) -> None:
        """The hall hears of it, if it can. Raises ``Refused``."""
        member_of(self._table.projection.hall)
        await self._table.handle(LeaveHall(who, unreleased), by=by)
        self._left()
        if self.member is None:
            self._gone()
        self._changed()

    def _gone(self) -> None:
        """The hall was left, and has heard of it or cannot be reached."""
        try:
            self._file.forget()
        except OSError as error:
            log.error("%s: %s", self._file.path, error.strerror)
        self.member, self.state, self.joining = None, LinkState(), None
        self._member_changed.set()
        self._changed()

    def _set_joining(self, joining: Joining, **changes: Any) -> None:
        self.joining = replace(joining, **changes)
        self._changed()

    # ------------------------------------------------------------ up

    async def _sending(self, member: Membership) -> None:
        """Sends until the table has left the hall and said so."""
        failures = farewells = 0
        with _one_thread("uplink") as thread, self._asking(member, REQUEST_SECONDS) as client:
            while True:
                left = self._table.projection.hall.hall is None
                try:
                    self._wake.clear()
                    more = await self._send(client, member, thread)
                    failures = 0
                    if left and not more:
                        break
                    if not more:
                        await self._pause(self._rng.uniform(*HEARTBEAT_SECONDS), self._wake)
                except LinkError as error:
                    self._note(error)
                    failures, farewells = failures + 1, farewells + left
                    if farewells >= MOST_FAREWELLS or (left and error.trouble in _FOR_GOOD):
                        break
                    await self._after_failure(error, failures)
        if self.member is member:
            self._gone()
        await asyncio.Event().wait()  # the change of membership ends it

    async def _send(self, client: HallClient, member: Membership, thread: ThreadPoolExecutor) -> bool:
        """One batch, or a question; whether there is more to send. Raises ``LinkError``."""
        key, journal, last = self._table.heads.key, self._table.journal, self._table.seq
        if key is None:
            raise LinkError(LinkTrouble.NO_KEY, "the table has no key")
        try:
            all_spans = spans(journal, last)
            span = next((one for one in all_spans if self._acknowledged.get(one.epoch, -1) < one.last), all_spans[-1])
            known = self._acknowledged.get(span.epoch)
            batch = next_batch(journal, span, span.last if known is None else known)
        except JournalError as error:
            raise LinkError(LinkTrouble.NOT_KEPT, error.detail) from error
        wall, steady = self._wall_ms(), round(self.steady() * 1000)
        answer = await self._in(thread, lambda: client.send(as_sent(batch, member.table, key, wall, steady)))
        if answer.epoch not in (span.epoch, None):
            self._other_epoch(answer, all_spans)
            return True
        at = max(answer.acknowledged, span.first - 1)
        if span is all_spans[-1] and at > span.last:
            detail = f"it has event {at} of this epoch; the table has {span.last} events"
            raise LinkError(LinkTrouble.CONFLICT, detail)
        if batch.events and at < batch.first and known == at:
            raise LinkError(LinkTrouble.BAD_ANSWER, f"event {batch.first} was sent and is not stored")
        self._acknowledged[span.epoch] = at
        self._heard(answer, at if span is all_spans[-1] else min(at, span.last))
        if isinstance(answer, Stands) and answer.orders:
            await self._take(answer.orders, client, member, thread)
        return any(self._acknowledged.get(one.epoch, -1) < one.last for one in spans(journal, self._table.seq))

    def _other_epoch(self, answer: Stands | Gap, all_spans: Sequence[Span]) -> None:
        """The hall lacks events of an earlier epoch. Raises ``LinkError`` when it does not."""
        other = next((one for one in all_spans if one.epoch == answer.epoch), None)
        lacks = isinstance(answer, Gap) and other is not None and answer.acknowledged < other.last
        if not lacks or other is None or self._acknowledged.get(other.epoch) == answer.acknowledged:
            raise LinkError(LinkTrouble.BAD_ANSWER, f"it answers for the epoch {answer.epoch}")
        self._acknowledged[other.epoch] = answer.acknowledged

    async def _after_failure(self, error: LinkError, failures: int) -> None:
        if error.trouble is LinkTrouble.CONFLICT:
            self._again.clear()
            await self._again.wait()
            self._acknowledged = {}
            return
        longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(failures - 1, 10))
        if error.trouble in _FOR_GOOD:
            longest = LONGEST_PAUSE
        await self._sleep(max(longest * self._rng.uniform(0.5, 1.0), min(error.retry_after, 600)))

    def _heard(self, answer: Stands | Gap, acknowledged: int) -> None:
        before, now, last = self.state, self._seconds(), self._table.seq
        offset = answer.time - self._wall_ms() if isinstance(answer, Stands) and answer.time else before.offset
        known = {"heard": now, "acknowledged": acknowledged, "offset": offset, "last": last}
        journal = {"epoch": self._table.journal.epoch, "asked": True}
        self.state = before.model_copy(update={"trouble": None, "detail": "", "since": 0, **known, **journal})
        if before.status(last) != self.state.status(last):
            if before.trouble is not None:
                log.info("the hall is heard again")
            self._keep_state()
        elif now - self._kept_at >= KEEP_SECONDS:
            self._keep_state(tell=False)

    def _note(self, error: LinkError) -> None:
        before = self.state
        if error.trouble is before.trouble:
            self.state = before.model_copy(update={"detail": error.detail})
            return
        level = logging.CRITICAL if error.trouble in _ALARMS else logging.WARNING
        log.log(level, "hall: %s: %s", error.trouble.value, error.detail)
        since = before.since if before.trouble is not None else self._seconds()
        self.state = before.model_copy(
            update={"trouble": error.trouble, "detail": error.detail, "since": since, "last": self._table.seq}
        )
        self._keep_state()

    def _keep_state(self, *, tell: bool = True) -> None:
        self._kept_at = self._seconds()
        self._keeping.submit(keep_link_state, self._folder, self.state)
        if tell:
            self._changed()

    # ------------------------------------------------------------ down

    async def _ordered(self, member: Membership) -> None:
        """Waits for orders for ever; how the hall is reached is for ``_sending`` to say."""
        failures = 0
        with _one_thread("orders") as thread, self._asking(member, POLL_SECONDS + REQUEST_SECONDS) as client:
            while True:
                try:
                    found = await self._in(thread, lambda: client.orders(""))
                    done = await self._take(found, client, member, thread)
                    failures = 0
                    if found and not done:
                        await self._sleep(LATER_SECONDS)
                except LinkError as error:
                    failures += 1
                    await self._after_failure_of_orders(error, failures)

    async def _after_failure_of_orders(self, error: LinkError, failures: int) -> None:
        log.debug("no orders: %s", error)
        longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(failures - 1, 10))
        await self._sleep(max(longest * self._rng.uniform(0.5, 1.0), min(error.retry_after, 600)))

    async def _take(self, sent: Any, client: HallClient, member: Membership, thread: ThreadPoolExecutor) -> bool:
        """Carries orders out in the order of their numbers and answers them; whether all have an answer now. Raises
        ``LinkError``."""
        async with self._taking:
            for order in sorted(sent, key=_number):
                try:
                    answered = await self._desk.answer_to(order, member)
                except NotNow:
                    return False
                if answered is None:
                    return False
                id_, answer = answered
                await self._in(thread, _answering(client, id_, answer))
        return True

    # ------------------------------------------------------------ releases

    def _reporting(self, member: Membership) -> Iterator[Coroutine[Any, Any, None]]:
        """Nothing of a table that has no updates."""
        if self._releases is not None:
            yield self._report(member, self._releases)

    async def _report(self, member: Membership, box: ReleaseBox) -> None:
        with _one_thread("releases") as thread, self._asking(member, DOWNLOAD_SECONDS) as client:
            await report_for_ever(client, box, thread, self._sleep, self._rng)

    # ------------------------------------------------------------ parts

    @contextmanager
    def _asking(self, member: Membership, seconds: float) -> Iterator[HallClient]:
        config = self._table.config.hall
        address, authority = config.address or member.address, config.authority or member.authority
        client = self._client(address, authority, member.token, seconds)
        self._clients.add(client)
        try:
            yield client
        finally:
            client.close()
            self._clients.discard(client)

    async def _in(self, thread: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(thread, work)

    async def _sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds * self._pace)

    async def _pause(self, seconds: float, wake: asyncio.Event) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds * self._pace):
                await wake.wait()

    def _seconds(self) -> int:
        return int(self._now().timestamp())

    def _wall_ms(self) -> int:
        return int(self._now().timestamp() * 1000)


def _answering(client: HallClient, order: str, answer: dict[str, Any]) -> Callable[[], None]:
    return lambda: client.answer(order, answer)


def _number(order: Any) -> int:
    number = order.get("number")
    return number if type(number) is int else 0


def _join(member: Membership) -> JoinHall:
    return JoinHall(member.who, member.hall, member.name, member.key, member.table)


@contextmanager
def _one_thread(name: str) -> Iterator[ThreadPoolExecutor]:
    """Whatever is under way ends by itself, within its time."""
    thread = ThreadPoolExecutor(1, name)
    try:
        yield thread
    finally:
        thread.shutdown(wait=False, cancel_futures=True)

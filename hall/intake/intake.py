"""The hall's end of the link: one object for a running process, with a method for each request of a table.

A table is answered after the commit and never before. Who finds the queue full is told to come again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, TypeVar

from controller.events import Event, Recorded
from controller.fairness.signing import TableKey
from controller.journal.store import iso
from controller.refusals import Code, Refused
from hall.intake import orders as order_rows
from hall.intake.aside import keep_aside
from hall.intake.batch import Batch, check_batch
from hall.intake.enrolled import Member, Members, let_go, member_of_token, members
from hall.intake.enrolment import Enrolled, Enrolments, OpenCode
from hall.intake.events import (
    ClockChecked,
    JournalReplaced,
    OrderAnswered,
    TableEnrolled,
    TableOrdered,
    TableReleased,
)
from hall.intake.group_writer import Done, GroupWriter
from hall.intake.orders import AnsweredAlready, WaitingOrder
from hall.intake.storing import Arrival, Missing, Wrong
from hall.store import HallJournal
from hall.store.notices import Notice

log = logging.getLogger("jantaku.hall.intake")
T = TypeVar("T")

LONGEST_POLL: Final = 30.0
"""Seconds that a question for orders is held back."""
CLOCK_OFF_MS: Final = 1000
CLOCK_SAMPLES: Final = 8
"""Batches from which the offset of a clock is taken: the one that was the shortest time under way is right."""
MOST_NOTES: Final = 500
"""Events in one transaction of the hall's journal."""


@dataclass(frozen=True, slots=True)
class Stands:
    """The answer to a batch. ``time``: of the hall, Unix milliseconds."""

    acknowledged: int
    epoch: str
    orders: Sequence[dict[str, Any]]
    time: int


@dataclass(slots=True)
class Link:
    """What this process knows of a table that it heard of. ``heard``: Unix milliseconds. ``signed``: the last event of
    ``epoch`` that the table said it has; ``behind``: how many of those this hall does not have. ``offset``: its clock
    less ours, milliseconds. ``off``: by more than a second."""

    heard: int
    epoch: str = ""
    signed: int = 0
    behind: int = 0
    offset: int | None = None
    samples: deque[int] = field(default_factory=lambda: deque(maxlen=CLOCK_SAMPLES))
    off: bool = False

    def says(self, batch: Batch, last: int) -> None:
        """A batch has a head of event ``last``: one of events has that of its own last event, which is not the last one
        of a table that catches up."""
        self.signed = max(self.signed, last) if self.epoch == batch.epoch else last
        self.epoch = batch.epoch


def keep_rows(journal: HallJournal) -> None:
    """Whoever writes to the hall's journal also writes, in the same transaction, what the intake of any process looks
    up: orders, and who was let go."""
    journal.beside(order_rows.keep_orders)
    journal.beside(let_go)


class Intake:
    """``start``, then the requests; ``close`` in the end: what was accepted is stored. ``now``: the wall clock, UTC.

    ``links``: by table id, as this process heard of them.
    """

    def __init__(
        self,
        journal: HallJournal,
        name: Callable[[], str],
        *,
        now: Callable[[], datetime],
        random: Callable[[int], bytes],
    ) -> None:
        self.journal, self.store, self._now = journal, journal.store, now
        self.enrolments = Enrolments(journal, name, now=now, random=random)
        self.links: dict[str, Link] = {}
        self._key: TableKey | None = None
        self._members = Members()
        self._orders: dict[str, list[WaitingOrder]] = {}
        self._seen = 0
        self._awake: dict[str, asyncio.Event] = {}
        self._closing = False
        self._writer = GroupWriter(self.store)
        self._reader = ThreadPoolExecutor(2, "intake reads")
        self._tasks: set[asyncio.Task[None]] = set()
        self._notes: deque[Event] = deque()
        self._noting = False
        self._follow_lock = asyncio.Lock()
        keep_rows(journal)

    async def start(self) -> None:
        """Raises ``StoreError``."""
        self._loop = asyncio.get_running_loop()
        self._key = await self._read(self.enrolments.hall_key)
        await self._reload()
        self._end_of_notices = self.store.notices.subscribe(self._notice)
        self._writer.start()

    async def close(self) -> None:
        """What waits is stored, if it can be."""
        self._closing = True
        for awake in self._awake.values():
            awake.set()
        self._end_of_notices()
        await self._writer.close()
        for task in tuple(self._tasks):
            await asyncio.wait([task])
        self._reader.shutdown()

    # ------------------------------------------------------------ enrolment

    async def open_enrolment(self, who: str) -> OpenCode:
        """A code for the hall's page. Raises ``Refused`` and ``StoreError``."""
        return await self._read(lambda: self.enrolments.open(who))

    async def opened_enrolment(self) -> OpenCode | None:
        return await self._read(self.enrolments.opened)

    async def close_enrolment(self) -> None:
        await self._read(self.enrolments.close)

    async def enrol(self, code: str, key: str, name: str, epoch: str, proof: str) -> Enrolled:
        """Raises ``Refused`` and ``StoreError``."""
        enrolled = await self._read(lambda: self.enrolments.enrol(code, key, name, epoch, proof))
        await self._follow()
        return enrolled

    # ------------------------------------------------------------ events up

    async def receive(self, token: str, batch: Batch) -> Stands:
        """Raises ``Refused`` and ``StoreError``; events are stored all or none. A batch that cannot be right is set
        aside first."""
        member = await self._member(token)
        if batch.table != member.id:
            refused = Refused(Code.FOREIGN_TABLE, f"table: the token is that of {member.id}", field="table")
            raise await self._set_aside(member, batch, "foreign-table", refused)
        try:
            self._writer.refuse_when_full()
        except Refused:
            self._link(member, self.time())  # it is there, although it has to come again
            raise
        try:
            head = check_batch(batch, member.key)
        except Refused as wrong:
            if wrong.entry in (Code.BAD_CHAIN.value, Code.BAD_SIGNATURE.value):
                raise await self._set_aside(member, batch, wrong.code, wrong) from None
            raise
        time = self.time()
        link = self._heard(member, batch, time)
        link.says(batch, batch.last if head is None or head.head.epoch != batch.epoch else head.head.seq)
        outcome = await self._writer.store(Arrival(member.number, batch, time, link.offset, link.signed))
        match outcome:
            case Missing():
                more = {"acknowledged": outcome.acknowledged, "epoch": outcome.epoch}
                detail = f"first: of epoch {outcome.epoch} the hall has the events up to {outcome.acknowledged}"
                raise Refused(Code.GAP, detail, field="first", more=more)
            case Wrong():
                code = Code.CONFLICT if outcome.reason == "conflict" else Code.BAD_CHAIN
                refused = Refused(code, outcome.detail, field="events")
                raise await self._set_aside(member, batch, outcome.reason, refused)
        if outcome.replaced:
            self._note(JournalReplaced(member.id, batch.epoch))
        link.behind = max(0, link.signed - outcome.acknowledged)
        return Stands(outcome.acknowledged, batch.epoch, self._deliverable(member), self.time())

    # ------------------------------------------------------------ orders down

    async def orders(self, token: str, after: str = "", wait: float = 0) -> Sequence[dict[str, Any]]:
        """Orders to this table that have no answer, without those up to the order ``after``; waits for some. Raises
        ``Refused``."""
        member = await self._member(token)
        awake = self._awake.setdefault(member.id, asyncio.Event())
        until = self._loop.time() + min(max(wait, 0), LONGEST_POLL)
        while True:
            awake.clear()
            found = self._deliverable(member, after)
            left = until - self._loop.time()
            if found or left <= 0 or self._closing:
                return found
            try:
                async with asyncio.timeout(left):
                    await awake.wait()
            except TimeoutError:
                continue

    async def answer(self, token: str, order: str, seq: int | None, code: str | None, detail: str | None) -> None:
        """``seq``: the event of the table that followed; ``code`` and ``detail``: of its refusal. The same answer again
        changes nothing. Raises ``Refused``: ``no-such-order``, ``conflict`` for another answer, and ``StoreError``."""
        member = await self._member(token)
        await self._read(lambda: self._answered(member, order, seq, code, detail))
        await self._follow()

    def _answered(self, member: Member, id_: str, seq: int | None, code: str | None, detail: str | None) -> None:
        with self.store.reading() as connection:
            order, known = order_rows.order_of(connection, member.id, id_)
        event = OrderAnswered(member.id, id_, order.kind, seq, code, detail)
        if known is None:
            events: list[Event] = [event]
            if order.kind == "release" and seq is not None:
                events.append(TableReleased(member.id, "released"))
            try:
                self.journal.append(events)
            except AnsweredAlready:
                with self.store.reading() as connection:
                    _, known = order_rows.order_of(connection, member.id, id_)
        if known is not None and known != order_rows.answer_text(event):
            raise Refused(Code.ANSWERED_OTHERWISE, f"order {id_} has another answer", field="order")

    def _deliverable(self, member: Member, after: str = "") -> Sequence[dict[str, Any]]:
        orders = self._orders.get(member.id)
        if not orders or self._key is None:
            return []
        found = order_rows.deliverable(orders, iso(self._now()), after)
        return [order_rows.as_sent(one, member.key, self._key) for one in found]

    # ------------------------------------------------------------ what the hall's journal says

    def _notice(self, notice: Notice) -> None:
        """In the thread that wrote or heard."""
        if notice.hall or notice.missed:
            self._loop.call_soon_threadsafe(self._spawn_follow, notice.missed)

    def _spawn_follow(self, missed: bool) -> None:
        if not self._closing:
            self._spawn(self._reload() if missed else self._follow())

    def _spawn(self, work: Any) -> None:
        task: asyncio.Task[None] = self._loop.create_task(self._logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _logged(self, work: Any) -> None:
        try:
            await work
        except Refused as error:
            log.error("%s", error, extra={"code": error.code})

    async def _follow(self) -> None:
        """Takes over what the hall's journal says of tables and orders since."""
        async with self._follow_lock:
            types = (TableEnrolled.type, TableReleased.type, TableOrdered.type, OrderAnswered.type)
            while batch := await self._read(lambda: self.journal.of_types(types, self._seen)):
                if len(batch) >= 100:
                    await self._reload_now()
                    return
                self._take(batch)

    async def _reload(self) -> None:
        async with self._follow_lock:
            await self._reload_now()

    async def _reload_now(self) -> None:
        """All of it anew."""
        self._seen, self._orders, known = await self._read(self._loaded)
        self._members.replace(known)
        for awake in self._awake.values():
            awake.set()

    def _loaded(self) -> tuple[int, dict[str, list[WaitingOrder]], dict[str, Member]]:
        seen = self.journal.last_seq  # before the rest: what comes between is taken twice
        with self.store.reading() as connection:
            return seen, order_rows.waiting(connection), members(connection)

    def _take(self, batch: Sequence[Recorded]) -> None:
        for one in batch:
            self._seen = one.seq
            match one.event:
                case TableEnrolled(table=table):
                    self._members.forget(table)
                case TableReleased(table=table):
                    self._members.forget(table)
                    self._orders.pop(table, None)
                case OrderAnswered():
                    mine = self._orders.get(one.event.table, [])
                    self._orders[one.event.table] = [order for order in mine if order.id != one.event.order]
                case TableOrdered():
                    self._add_order(one.event, one.seq)

    def _add_order(self, event: TableOrdered, number: int) -> None:
        mine = self._orders.setdefault(event.table, [])
        if all(order.id != event.order for order in mine):
            content = order_rows.content_of(event, number)
            mine.append(WaitingOrder(number, event.order, event.kind, event.expires, content))
        if (awake := self._awake.get(event.table)) is not None:
            awake.set()

    # ------------------------------------------------------------ tables

    async def member_of(self, token: str) -> str:
        """The id of the table that has this token. Raises ``Refused`` (``not-enrolled``)."""
        return (await self._member(token)).id

    async def _member(self, token: str) -> Member:
        """Raises ``Refused`` (``not-enrolled``)."""
        member = self._members.of_token(token)
        if member is None:  # one that another process enrolled now, or nobody
            changes = self._members.changes
            member = await self._read(lambda: self._looked_up(token))
            if member is None:
                raise Refused(Code.NOT_ENROLLED, "this token is that of no table of this hall")
            self._members.keep(token, member, changes)
        return member

    def _looked_up(self, token: str) -> Member | None:
        with self.store.reading() as connection:
            return member_of_token(connection, token)

    def _link(self, member: Member, time: int) -> Link:
        """Of a table that was heard now."""
        link = self.links.setdefault(member.id, Link(time))
        link.heard = time
        return link

    def _heard(self, member: Member, batch: Batch, time: int) -> Link:
        link = self._link(member, time)
        if batch.sent is not None:
            link.samples.append(batch.sent - time)
            link.offset = max(link.samples)  # it was under way for some time: the greatest is the nearest
            off = abs(link.offset) > CLOCK_OFF_MS
            if off is not link.off and len(link.samples) >= 2:
                link.off = off
                self._note(ClockChecked(member.id, link.offset, not off))
        return link

    # ------------------------------------------------------------ what is set aside

    async def _set_aside(self, member: Member, batch: Batch, reason: str, refused: Refused) -> Refused:
        """Keeps the batch and raises the alarm, once for the same batch; what to answer. Raises ``StoreError``."""
        log.error("%s of table %s is set aside: %s", reason, member.id, refused.detail, extra={"code": refused.code})
        await self._read(lambda: keep_aside(self.journal, member, batch, reason, refused.detail, iso(self._now())))
        return refused

    def _note(self, event: Event) -> None:
        """Into the hall's journal, soon. What is noted meanwhile goes into one transaction: when the hall's own clock
        jumps, that of every table is off from one batch to the next."""
        self._notes.append(event)
        if not self._noting:
            self._noting = True
            self._spawn(self._write_notes())

    async def _write_notes(self) -> None:
        try:
            while self._notes:
                events = [self._notes.popleft() for _ in range(min(len(self._notes), MOST_NOTES))]
                await self._logged(self._read(partial(self.journal.append, events)))
        finally:
            self._noting = False

    # ------------------------------------------------------------ inside

    @property
    def done(self) -> Done:
        """What was stored since the start."""
        return self._writer.done

    @property
    def waiting(self) -> int:
        """Batches that wait for their transaction."""
        return self._writer.waiting

    def time(self) -> int:
        """The wall clock, Unix milliseconds."""
        return round(self._now().astimezone(UTC).timestamp() * 1000)

    async def _read(self, work: Callable[[], T]) -> T:
        return await self._loop.run_in_executor(self._reader, work)

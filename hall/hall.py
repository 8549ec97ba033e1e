"""One hall: the writer between its people and its journal.

Commands are carried out one at a time. A command is refused with a reason, or its events are in the store (durable)
before anyone is told. Several processes may write to one store: whoever was overtaken looks at what happened meanwhile
and decides again.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeVar

from controller.events import Event, Recorded
from controller.events.event import EventActor
from controller.journal.store import CommandKey, Remembered
from controller.limits import LONGEST_COMMAND_ID
from controller.refusals import Code, RefusalKind, Refused
from controller.uplink.order import role_at_table
from hall import permits
from hall.commands import Context, HallCommand, HallCommandSpec
from hall.floor.play import TablePlay
from hall.intake.events import OrderAnswered, TableOrdered
from hall.permits import HALL_ITSELF, HallActor
from hall.rooms import ROOMS
from hall.state import HallState
from hall.store import HallJournal, Overtaken
from hall.stream import GAME_ORDERS, HallStream
from hall.told import told
from hall.touched import Touched, lists_of, said_of, things_of
from hall.tournament.results import Results
from hall.tournament.values import TableDraw

log = logging.getLogger("jantaku.hall")
T = TypeVar("T")

LOCK_SECONDS: Final = 10.0
"""How long a command may wait for those before it."""
MOST_ATTEMPTS: Final = 20
"""Of a command that other processes overtake again and again."""
COMMANDS: Final = {spec.command: spec for room in ROOMS for spec in room.commands}


@dataclass(frozen=True, slots=True)
class Receipt:
    """A command was carried out: its events are durable. ``seq``: the last event of the hall after it. ``repeated``:
    the id was known, and this is the answer that was given before."""

    seq: int
    events: tuple[Recorded, ...]
    repeated: bool = False


class Hall:
    """``start``, then ``handle``; ``close`` in the end. ``now``: the wall clock, UTC. ``random``: so many bytes."""

    def __init__(
        self, journal: HallJournal, *, now: Callable[[], datetime], random: Callable[[int], bytes] = os.urandom
    ) -> None:
        self.state, self.stream = HallState(), HallStream()
        self.journal, self._now, self._random = journal, now, random
        self.changed: list[Callable[[frozenset[str]], None]] = []
        """Called with the topics that have changed, before listeners are told."""
        self._touched = Touched()
        self._lock = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, "hall journal")
        self._open = False

    async def start(self) -> None:
        """Reads the journal. Raises ``JantakuError`` when it cannot be read."""
        await self._catch_up()
        self._open = True

    async def close(self) -> None:
        """The command under way is finished."""
        self._open = False
        self.stream.close()
        async with self._lock:
            self._thread.shutdown()

    async def handle(
        self, command: HallCommand, *, by: HallActor, id: str | None = None, expected_seq: int | None = None
    ) -> Receipt:
        """Carries a command out. ``id`` (chosen by the client): the same one again gets the same answer.
        ``expected_seq``: the state that the person saw; refused as stale when the room has changed since. Raises
        ``Refused``, with nothing changed. It is carried out to its end also when the caller is cancelled."""
        spec = COMMANDS[type(command)]
        permits.require(by, spec.name, spec.person(command))
        key = _key(id, command)
        return await asyncio.shield(asyncio.ensure_future(self._locked(spec, command, by, key, expected_seq)))

    def would(self, command: HallCommand, *, by: HallActor) -> tuple[Event, ...]:
        """What a command would write if it were given now; nothing is written. Raises ``Refused``."""
        spec = COMMANDS[type(command)]
        permits.require(by, spec.name, spec.person(command))
        return spec.decide(command, Context(self.state, self._now(), self._random))

    async def record(self, events: Sequence[Event]) -> None:
        """What the hall itself noticed (an alarm, a table that enrolled). Raises ``JantakuError``."""
        async with self._lock:
            await self._written(lambda: tuple(events), None)

    async def refresh(self) -> None:
        """Takes over what other processes have written."""
        async with self._lock:
            await self._catch_up()

    # ------------------------------------------------------------ one command

    async def _locked(
        self,
        spec: HallCommandSpec[Any],
        command: HallCommand,
        by: HallActor,
        key: CommandKey | None,
        expected_seq: int | None,
    ) -> Receipt:
        if not self._open:
            raise Refused(Code.CLOSED)
        try:
            async with asyncio.timeout(LOCK_SECONDS):
                await self._lock.acquire()
        except TimeoutError:
            raise Refused(Code.BUSY) from None
        try:
            known = None if key is None else await self._in_thread(lambda: self.journal.remembered(key.id))
            if key is not None and known is not None:
                return await self._repeated(key, known)

            def decide() -> tuple[Event, ...]:
                context = Context(self.state, self._now(), self._random)
                try:
                    events = spec.decide(command, context)
                except Refused as refused:
                    raise self._explained(refused, command, by, expected_seq) from None
                self._check_fresh(events, by, expected_seq)
                orders = told(events, command.who if _may_order(by) else HALL_ITSELF.name, context)
                return (*_by(by, events), *_by(by if _may_order(by) else HALL_ITSELF, orders))

            recorded = tuple(await self._written(decide, key, slow=spec.slow))
            return Receipt(self.state.seq, recorded)
        finally:
            self._lock.release()

    def _check_fresh(self, events: Sequence[Event], by: HallActor, expected_seq: int | None) -> None:
        """Raises ``Refused`` when somebody has changed the same things after the state that this was made for. It says
        what was changed, and who did it where ``by`` may know."""
        if expected_seq is None:
            return
        things = frozenset(thing for event in events for thing in things_of(event))
        if changed := self._touched.since(things, expected_seq):
            detail = f"changed since event {expected_seq}: {', '.join(changed)}"
            raise Refused(Code.STALE, detail, more={"changes": said_of(changed, by)})

    def _explained(self, refused: Refused, command: HallCommand, by: HallActor, expected_seq: int | None) -> Refused:
        """A refusal of something made for an older state, with what was changed since: a session that is over was
        ended by somebody."""
        if expected_seq is not None:
            changed = self._touched.since(things_of(command), expected_seq)
        elif refused.kind is RefusalKind.STALE:
            changed = self._touched.since(lists_of(command), 0)
        else:
            return refused
        if changes := said_of(changed, by):
            refused.more = {**refused.more, "changes": changes}
        return refused

    async def _written(
        self, decide: Callable[[], tuple[Event, ...]], key: CommandKey | None, slow: bool = False
    ) -> list[Recorded]:
        for _ in range(MOST_ATTEMPTS):
            events = await self._in_thread(decide) if slow else decide()
            after = self.state.seq
            try:
                recorded = await self._in_thread(lambda: self.journal.append(events, key, after))  # noqa: B023
            except Overtaken:
                await self._catch_up()
                continue
            self._take(recorded)
            return recorded
        raise Refused(Code.BUSY)

    async def _repeated(self, key: CommandKey, known: Remembered) -> Receipt:
        if known.fingerprint != key.fingerprint:
            raise Refused(Code.ID_USED)
        count = known.last - known.first + 1
        events = await self._in_thread(lambda: self.journal.read(known.first - 1, count)) if count > 0 else []
        return Receipt(known.last, tuple(events), repeated=True)

    async def _catch_up(self) -> None:
        while batch := await self._in_thread(lambda: self.journal.read(self.state.seq)):
            self._take(batch)

    def _take(self, recorded: Sequence[Recorded]) -> None:
        for one in recorded:
            self.state = self.state.after(one)
            self._touched.note(one)
        self.tell(topic for one in recorded for topic in topics_of(one.event))

    def take_results(self, results: Results, topics: Iterable[str]) -> None:
        """What the tables say of their games by now, and what has changed with it."""
        self.state = replace(self.state, results=results)
        self.tell(topics)

    def read_tables(self, plays: Mapping[str, TablePlay], draws: Mapping[str, TableDraw]) -> None:
        """Where it is read what was played at the tables, and thrown for draws."""
        self.state = replace(self.state, plays=plays, draws=draws)

    def tell(self, topics: Iterable[str]) -> None:
        """These have changed: by events of the hall, or by those of its tables."""
        changed = frozenset(topics)
        for forget in self.changed:
            forget(changed)
        self.stream.tell(changed)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


def _may_order(actor: HallActor) -> bool:
    """Whether a table takes orders of this role. What follows from the doing of others, as from four players who
    confirm a result, the hall orders itself."""
    return role_at_table(actor.role.value) is not None


def _by(actor: HallActor, events: Iterable[Event]) -> Iterator[Event]:
    known = EventActor(actor.role.value, actor.name, actor.account or actor.person or actor.device)
    return (replace(event, actor=known) for event in events)


def topics_of(event: Event) -> set[str]:
    """What listeners of a page wait for: the stream of the event, for a tournament its own id, and for the start of a
    game at a table ``GAME_ORDERS``."""
    topics = {event.stream}
    if isinstance(event, TableOrdered | OrderAnswered) and event.kind == "start-game":
        topics.add(GAME_ORDERS)
    tournament = getattr(event, "tournament", None)
    if isinstance(tournament, str):
        topics.add(tournament)
    return topics


def _key(id_: str | None, command: HallCommand) -> CommandKey | None:
    """Raises ``Refused`` for an id that cannot be one."""
    if id_ is None:
        return None
    if not 1 <= len(id_) <= LONGEST_COMMAND_ID or not id_.isascii() or not id_.isprintable():
        raise Refused(Code.BAD_ID, f"An id has 1 to {LONGEST_COMMAND_ID} printable ASCII characters.", field="id")
    fingerprint = hashlib.sha256(repr(command).encode("utf-8", "backslashreplace")).hexdigest()[:32]
    return CommandKey(id_, fingerprint)

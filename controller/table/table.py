"""One table: the single writer between people, the board, the match and the journal.

Commands are carried out one at a time, in the order in which they came. A command is refused with a reason, or its
events are in the journal (durable) before anyone is told: the one who asked, the other pages, the dome of the table.
The machine is the exception in time, not in truth: its orders go to the board at once, and what it did is written down
behind it.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from controller import permits
from controller.commands import Command
from controller.config import Config
from controller.events import Event, Recorded
from controller.events.dice import DiceMisshown
from controller.events.event import EventActor
from controller.fairness.dice import Source
from controller.fairness.keeper import SeedKeeper
from controller.journal.errors import JournalError
from controller.journal.reserve import Reserve
from controller.journal.store import CommandKey, Journal, iso
from controller.journal.writer import JournalWriter
from controller.match import MatchState, PlayOn, StartMatch
from controller.mechanism import Setup, State, fresh
from controller.permits import Actor
from controller.refusals import Code, Refused
from controller.rules.seats import SEATS, Seat
from controller.table.archive import Archive
from controller.table.blackbox import BlackBox
from controller.table.commands import Receipt, RollDice, StartByHouseRules, TakeOrder
from controller.table.decide import Context, carry_out, decide, spec_of, time_out_entry
from controller.table.dice_echo import Faces
from controller.table.driver import BoardLink, MachineDriver
from controller.table.entry_time import EntryPhase, EntryTime, phase_of
from controller.table.epochs import DiceEpochs
from controller.table.games import Games, plan_input
from controller.table.heads import HeadSigner
from controller.table.idempotency import IdempotentAnswers
from controller.table.lamps import DomeLamps
from controller.table.making import DiceMaker
from controller.table.projection import Projection
from controller.table.resume import ProjectionStart
from controller.table.rolls import BREAK, roll_by_key
from controller.table.snapshot import Sources, passing, snapshot, telemetry
from controller.table.stream import ALL_KINDS, MOST_RESUMED, MessageKind, Stream, StreamMessage, Subscription
from controller.table.witness import FILE, Witness
from firmware_bridge import messages as m
from firmware_bridge.board import BoardState

log = logging.getLogger("jantaku.table")

LOCK_SECONDS: Final = 10.0
"""How long a command may wait for those before it."""
STALLED_SECONDS: Final = 30.0
"""A disk that takes longer for one transaction will not come back."""
TELEMETRY_SECONDS: Final = 0.2
TWICE_SECONDS: Final = 10.0
"""Within which a dice key is pressed a second time for a wall that was played already."""


class Table:
    """``start``, then ``attach`` a board whose callbacks are ``on_board_state`` and ``on_board_message``; ``close`` in
    the end. ``now`` gives the wall clock; all other time is the running loop's. ``keeper``: the table's secrets, with
    which its dice can be checked; without them it throws ordinary dice from ``source``.
    """

    def __init__(
        self,
        journal: Journal,
        config: Config,
        *,
        now: Callable[[], datetime],
        source: Source = os.urandom,
        keeper: SeedKeeper | None = None,
    ) -> None:
        self.config, self.journal = config, journal
        self.speed = 1.0
        self._now = now
        self._games, self.maker = Games(config.game), DiceMaker(keeper, source)
        initial = _initial(config, self._games)
        self.resume, self.archive = ProjectionStart(journal, initial.books), Archive(journal)
        self.machine = MachineDriver(initial, self._happened, self._moved, self._misshown)
        self.link: Callable[[], dict[str, Any]] | None = None
        """How the table stands with its hall, from the service (``controller.table.hall_view``)."""
        self._look_at(Projection(initial.books))
        self._lamps = DomeLamps(self.machine.show)
        self._stream = Stream(self.snapshot)
        self._answered = IdempotentAnswers(journal)
        self._black_box = BlackBox(config.faults_dir)
        reserve = Reserve(config.table.state_dir / "reserve")
        self._writer = JournalWriter(journal, reserve, self._publish, self._on_stuck)
        self._entry_time = EntryTime(self._entry_is_over)
        self._epochs = DiceEpochs(keeper, self._writer.write)
        self.heads = HeadSigner(keeper, self._writer, now)
        self.witness = Witness(config.table.state_dir / FILE, keeper, self._writer)
        self._running: set[asyncio.Task[Any]] = set()
        self._passing: tuple[Any, ...] = ()
        self._telemetry_at, self._denied_at = 0.0, -math.inf
        self._open = self._broken = False
        self._misshown_roll = 0
        self.recorded: Callable[[], None] = _nobody_waits
        """Called after every event that is durable and part of the state."""

    # ------------------------------------------------------------ life

    async def start(self) -> None:
        """Reads the journal, a batch at a time so that the loop keeps turning. Where an event of it cannot be used, the
        table shows what was before it, and refuses every command. Raises ``JournalError`` when nothing can be read."""
        self._look_at(self.resume.begin())
        damage = await self._catch_up()
        self.machine.replace_books(self.projection.books)
        self._writer.start()
        if damage is not None:
            self.read_only(damage)
        else:
            async with self._writer.lock:
                await self._epochs.open(self.projection)
        self._open = True
        if damage is None:
            self._entry_time.follow(self.projection.fair)
            self._ask_for_plan()

    async def _catch_up(self) -> JournalError | None:
        try:
            for _ in self.resume.catch_up(self.projection):
                await asyncio.sleep(0)
        except JournalError as error:
            if error.seq in (None, 1):
                raise
            return error
        return None

    def read_only(self, damage: JournalError) -> None:
        """The journal is damaged: from its first bad event on nothing is read, and nothing is written or moves."""
        log.critical("%s", damage, extra={"code": damage.code, "seq": damage.seq})
        self.journal.end_before(damage)
        self._writer.refuse(damage)
        self._stream.changed()

    def _look_at(self, projection: Projection) -> None:
        self.projection = projection
        self._context = Context(projection, self.machine, self._games, self.maker, self._now)
        self._sources = Sources(projection, self.machine, self.maker, self, self.config.table.given_name, self._link)

    def attach(self, board: BoardLink) -> None:
        self.machine.board = board

    async def close(self) -> None:
        """Commands under way are finished; what the machine did is written down."""
        self._open = False
        self._entry_time.close()
        self._stream.close()
        if self._running:
            await asyncio.wait(self._running, timeout=LOCK_SECONDS)
        self.machine.close()
        await self.heads.close()
        await self._writer.close()
        await self._epochs.close()
        if not self._broken:
            await self.resume.close(self.projection)

    @property
    def healthy(self) -> bool:
        """False when only a restart helps."""
        stalled = self._writer.stalled(STALLED_SECONDS * max(self.speed, 1.0))
        return self._open and not self._broken and self._writer.alive and not stalled

    # ------------------------------------------------------------ commands

    async def handle(
        self, command: Command, *, by: Actor, id: str | None = None, expected_seq: int | None = None
    ) -> Receipt:
        """Carries a command out. ``by``: who asks, for ``controller.permits``. ``id`` (chosen by the client): the same
        one again gets the same answer. ``expected_seq``: the state that the person saw; refused as stale when something
        that matters has happened since. Raises ``Refused``, with nothing changed.

        It is carried out to its end also when the caller is cancelled.
        """
        return await asyncio.shield(self._accept(command, by, id, expected_seq))

    def _accept(
        self, command: Command, by: Actor, id_: str | None = None, expected_seq: int | None = None
    ) -> asyncio.Task[Receipt]:
        """Every way in comes through here. Raises ``Refused`` (``not-allowed``)."""
        spec = spec_of(command)
        permits.require(by, spec.name(command), spec.seats(command))
        if spec.urgent(command):
            self.machine.stop_now()
        task = asyncio.create_task(self._locked(command, by, id_, expected_seq), name=spec.name(command))
        self._running.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # its caller may be gone; asyncio need not complain

    async def _locked(self, command: Command, by: Actor, id_: str | None, expected_seq: int | None) -> Receipt:
        if not self._open:
            raise Refused(Code.CLOSED)
        try:
            async with asyncio.timeout(LOCK_SECONDS * max(self.speed, 1.0)):
                await self._writer.lock.acquire()
        except TimeoutError:
            raise Refused(Code.BUSY) from None
        try:
            return await self._carry_out(command, by, id_, expected_seq)
        finally:
            self._writer.lock.release()

    async def _carry_out(self, command: Command, by: Actor, id_: str | None, expected_seq: int | None) -> Receipt:
        key = self._answered.key(id_, command)
        if key is not None and (known := self._answered.recall(key)) is not None:
            return known
        await self._writer.write_facts()
        asked = command.command if isinstance(command, TakeOrder) else command
        if isinstance(asked, RollDice | StartMatch | StartByHouseRules | PlayOn):
            await self._epochs.renew(self.projection)
        try:
            events = decide(command, self._context, expected_seq)
        except Refused as refused:
            self._answered.refused(key, refused)
            raise
        recorded = await self._write(caused_by(by, events), key)
        carry_out(command, self.machine)
        self._ask_for_plan()
        return Receipt(self.projection.seq, tuple(recorded))

    async def _write(self, events: Sequence[Event], key: CommandKey | None) -> list[Recorded]:
        try:
            return await self._writer.write(events, key)
        except ValueError as error:
            raise Refused(Code.BAD_WORDS, "The entry holds characters that cannot be kept.") from error

    # ------------------------------------------------------------ what the machine does

    def on_board_state(self, state: BoardState) -> None:
        self._lamps.forget()
        self.machine.on_state(state)
        self._black_box.trace(self._time(), "board", {"state": state.status.value, "reason": state.reason})
        log.info("board %s", state.status.value, extra={"reason": state.reason, "detail": state.detail})

    def on_board_message(self, message: m.FromBoard, *, throws: bool = True) -> None:
        """``throws``: whether a dice key that goes down throws at once."""
        self.machine.on_message(message)
        self._black_box.heard(self._time(), message)
        if not (throws and isinstance(message, m.KeyChanged) and message.pressed):
            return
        if m.Key.DICE_0 <= message.key <= m.Key.DICE_3:
            self.throw_by_key(SEATS[message.key - m.Key.DICE_0])

    def _misshown(self, meant: Faces, shown: Faces) -> None:
        """The board shows other dice than it was sent. Once for each roll: after a reconnection they are sent again."""
        log.error("the board shows the dice %s in the place of %s", shown, meant)
        dice = self.projection.dice
        if dice is not None and dice["roll"] != self._misshown_roll:
            self._misshown_roll = dice["roll"]
            self._happened((DiceMisshown(dice["roll"], tuple(dice["dice"]), shown),))

    def throw_by_key(self, seat: Seat) -> None:
        """The dice key of a seat asks for what the match waits for, or for free dice."""
        command = roll_by_key(self.projection.match, seat, self.projection.hall.draw)
        waits = self.projection.fair.open is not None
        busy = waits or len(self._running) > len(m.Key) or self.machine.frozen
        if command is None or busy or self._asks_first(command):
            self.machine.show(m.SoundBeep(m.Beep.SHORT))
            return
        self._accept(replace(command, again=True), permits.at_key(seat))

    def _asks_first(self, command: RollDice) -> bool:
        """A key that would break a wall which was played already has to be pressed twice."""
        now, before = self._time(), self._denied_at
        if command.purpose != BREAK or not self.projection.played_wall:
            return False
        self._denied_at = now
        return not 0 <= now - before <= TWICE_SECONDS * max(self.speed, 1.0)

    def _entry_is_over(self, phase: EntryPhase) -> None:
        task = asyncio.create_task(self._time_out(phase), name="entry-time")
        self._running.add(task)
        task.add_done_callback(self._finished)

    async def _time_out(self, phase: EntryPhase) -> None:
        """Whoever has not answered by now is no longer waited for, unless the roll went on meanwhile."""
        try:
            async with asyncio.timeout(LOCK_SECONDS * max(self.speed, 1.0)):
                await self._writer.lock.acquire()
        except TimeoutError:
            self._entry_time.again()
            return
        try:
            if phase_of(self.projection.fair) == phase:
                await self._writer.write(time_out_entry(self._context))
        except (Refused, JournalError) as error:
            log.error("the time of an entry is over and nothing follows: %s", error)
            self._entry_time.again()
        finally:
            self._writer.lock.release()

    def _happened(self, events: Sequence[Event]) -> None:
        self._writer.note(events)

    def _on_stuck(self, error: JournalError | None) -> None:
        self._stream.changed()
        self.machine.frozen = error is not None
        if error is not None:
            self.machine.stop_now()

    def _ask_for_plan(self) -> None:
        """The wall of the match is the wall that the machine builds next."""
        wanted = plan_input(self.projection.match, self.machine.state)
        if wanted is not None:
            self.machine.feed(wanted)

    # ------------------------------------------------------------ publishing

    def _publish(self, recorded: Sequence[Recorded]) -> None:
        """Everything here is durable. A failure in the fold leaves the state behind the journal: a restart helps."""
        self._broken = True
        for one in recorded:
            self.projection.fold(one)
        self._broken = False
        self.resume.note(self.projection, recorded)
        if any(one.event.stream == "dice" for one in recorded):
            self._epochs.published(self.projection.fair)
        for one in recorded:
            self._stream.publish(StreamMessage("event", one.as_json(), one.seq))
        asyncio.get_running_loop().call_soon(_log_events, recorded)  # who listens is told first
        self.heads.published(recorded, self.speed)
        self._entry_time.follow(self.projection.fair)
        self._stream.refresh()
        self._black_box.recorded(self._time(), recorded, self.machine)
        self._show()
        self.recorded()

    def _moved(self) -> None:
        self._show()
        self._stream.changed()
        if not len(self._stream):
            return
        now = self._time()
        passing_now = passing(self._sources)
        if passing_now != self._passing:
            self._passing = passing_now
            self._stream.refresh()
        elif now >= self._telemetry_at:
            self._telemetry_at = now + TELEMETRY_SECONDS * max(self.speed, 1.0)
            self._stream.publish(StreamMessage("telemetry", telemetry(self._sources, now)))

    def _show(self) -> None:
        if self.machine.ready:
            self._lamps.show(self.machine.state, self.projection.match, self.projection.dice)

    # ------------------------------------------------------------ asking

    def snapshot(self) -> dict[str, Any]:
        """The state of everything (``GET /table``)."""
        return snapshot(self._sources, iso(self._now()), self.speed)

    def _link(self) -> dict[str, Any] | None:
        return None if self.link is None else self.link()

    def show_again(self) -> None:
        """A snapshot for every listener: something that its edge adds has changed."""
        self._stream.refresh()

    @property
    def first_epoch(self) -> str:
        """The one that the hash before event 1 is made of."""
        return self.journal.first_epoch

    @property
    def epoch(self) -> str:
        """Of the journal; event numbers are unique in it."""
        return self.journal.epoch

    @property
    def problem(self) -> JournalError | None:
        """Why nothing can be written; None while it can."""
        return self.journal.damage or self._writer.trouble or self._writer.failing

    def look_at_journal(self) -> None:
        """Notices at once when the file has lost its name, also while nobody asks for anything."""
        try:
            self.journal.check_place()
        except JournalError as gone:
            self.read_only(gone)

    @property
    def seq(self) -> int:
        """The number of the last event that is part of the state."""
        return self.projection.seq

    def subscribe(self, last_seq: int | None = None, kinds: frozenset[MessageKind] = ALL_KINDS) -> Subscription:
        """A listener of the live stream; ``last_seq``: the last event that it has seen; ``kinds``: what it wants to
        hear. Raises ``Refused``."""
        if not self._open or self._stream.crowded:
            raise Refused(Code.TOO_MANY_LISTENERS)
        return self._stream.join(self._missed(last_seq), kinds)

    def _missed(self, last_seq: int | None) -> list[StreamMessage]:
        if last_seq is None or not self.seq - MOST_RESUMED <= last_seq < self.seq:
            return []
        events = self.journal.read(last_seq, MOST_RESUMED)
        return [StreamMessage("event", one.as_json(), one.seq) for one in events if one.seq <= self.seq]

    def match(self, id_: str) -> MatchState | None:
        """A match of any time; None when there is none with this id. Raises ``JournalError``."""
        current = self.projection.match
        return current if current is not None and current.id == id_ else self.archive.match(id_)

    def _time(self) -> float:
        return asyncio.get_running_loop().time()


def _nobody_waits() -> None:
    pass


def _log_events(recorded: Sequence[Recorded]) -> None:
    for one in recorded:
        log.info("event %s", one.event.type, extra={"seq": one.seq})


def caused_by(actor: Actor, events: Sequence[Event]) -> list[Event]:
    """The events, each naming who caused it."""
    cause = EventActor(actor.role.value, actor.name, actor.device)
    return [replace(event, actor=cause) for event in events]


def _initial(config: Config, games: Games) -> State:
    """The machine of an empty journal: it builds the wall of the ruleset that the table usually plays."""
    setup = Setup(round(config.board.gap_seconds * 1000), round(config.board.shuffle_seconds * 1000))
    return fresh(games.usual_plan(config.table.max_stacks), config.table.sets, setup)

"""The parts of a running hall, put together and taken apart in the right order. HTTP is added by
``api.hall.service``."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import ChainMap
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, cast

from api.access.caller import Caller
from api.hall.cards import CardDesk
from api.hall.part import Part
from api.hall.releases import fetch_for_ever, night_of
from api.hall.sweeping import sweep_contacts, sweep_sheets
from api.hall.table_backups import TableBackups
from api.hall.told import heard_of, of_journal, of_journals, told
from api.http.loopback import is_loopback
from api.mqtt.hall_publisher import HallPublisher
from api.service.version import version
from api.webhooks.deliverer import Deliverer
from api.webhooks.desk import WebhookDesk
from api.webhooks.sender import Sender, trusting
from api.words.catalogue import catalogue
from controller.fairness.signing import DRAW, TableKey
from controller.journal.store import iso
from controller.refusals import Code, JantakuError, Refused
from hall.catalogue import HALL_CATALOGUE
from hall.commands import HallCommand
from hall.config import Config
from hall.hall import Hall, Receipt
from hall.intake.enrolment import Enrolments
from hall.intake.following import TableFollower
from hall.intake.intake import Intake, Link, keep_rows
from hall.intake.links import Heard, LinkWatch, heard_links
from hall.intake.live import LiveTable
from hall.intake.plays import Draws, Plays
from hall.intake.tables import Tables
from hall.key import hall_key
from hall.people.contacts import ContactDesk
from hall.people.desk import AccountDesk
from hall.people.state import State
from hall.people_records import ContactRecords, SecretRecords
from hall.permits import HALL_ITSELF, LOCAL_OWNER, HallActor, HallRole
from hall.releases.desk import ReleaseDesk
from hall.sheets import Sheets
from hall.store import HallJournal, Store, open_store
from hall.store.notices import Notice
from hall.stream import MINUTE

if TYPE_CHECKING:
    from api.https.certificates import Certificates

log = logging.getLogger("jantaku.hall")
SWEEP_SECONDS: Final = 900.0
TICK_SECONDS: Final = 30.0


def utc_now() -> datetime:
    return datetime.now(UTC)


class HallRuntime:
    """What the routes reach. ``hall`` is None until the store has been read; ``problem`` says why it stays None."""

    pace = 1.0
    """A hall has no simulated time."""

    def __init__(self, config: Config, now: Callable[[], datetime] = utc_now, part: Part = Part.ALL) -> None:
        self.config, self.now, self.began, self.part = config, now, now(), part
        self.table_backups = TableBackups(config.hall.state_dir)
        self.hall: Hall | None = None
        self.store: Store | None = None
        self.intake: Intake | None = None
        """Where tables send their events and fetch their orders; None in a process for people alone."""
        self._releases: ReleaseDesk | None = None
        self._heard_before: dict[str, Link | Heard] = {}
        self.watch: LinkWatch | None = None
        """There instead of it: when tables were heard by others."""
        self._enrolments: Enrolments | None = None
        self.tables: Tables | None = None
        """The tables, live, as folded from their events."""
        self.problem: Exception | None = None
        self.serving: asyncio.Task[None] | None = None
        self.certificates: Certificates | None = None
        self.local_owner = is_loopback(config.http.host)
        self.changed: list[Callable[[frozenset[str]], None]] = []
        """Called with what has changed in the hall, once there is one."""
        self._accounts: AccountDesk | None = None
        self._contacts: ContactDesk | None = None
        self._cards: CardDesk | None = None
        self._sheets: Sheets | None = None
        self._key: TableKey | None = None
        self._webhooks: WebhookDesk | None = None
        self.deliverer: Deliverer | None = None
        self.mqtt: HallPublisher | None = None
        """Of a hall that publishes to a broker."""
        self.tasks: set[asyncio.Task[None]] = set()
        self.passing: set[asyncio.Task[None]] = set()
        """Work that ends by itself."""

    @property
    def running(self) -> Hall:
        """Raises ``Refused`` while there is none."""
        if self.hall is None:
            raise self.why_not
        return self.hall

    @property
    def why_not(self) -> Refused:
        """Why there is no hall: not yet, or never, with what to do."""
        problem = self.problem
        if problem is None:
            return Refused(Code.STARTING)
        if isinstance(problem, Refused):
            return problem
        detail = problem.sentence if isinstance(problem, JantakuError) else str(problem)
        return Refused(Code.NOT_STARTED, detail or type(problem).__name__)

    def sign(self, body: bytes) -> bytes:
        """For a draw or a card, with the hall's key; the same for the same bytes. Raises ``Refused`` while there is no
        hall."""
        return self.key.sign(body, DRAW)

    def now_text(self) -> str:
        """ISO 8601, UTC, as in every event."""
        return iso(self.now())

    @property
    def key(self) -> TableKey:
        """Signs reports. Raises ``Refused`` while there is no hall."""
        if self._key is None:
            raise self.why_not
        return self._key

    @property
    def accounts(self) -> AccountDesk:
        """Raises ``Refused`` while there is no hall."""
        if self._accounts is None:
            raise self.why_not
        return self._accounts

    @property
    def contacts(self) -> ContactDesk:
        """Raises ``Refused`` while there is no hall."""
        if self._contacts is None:
            raise self.why_not
        return self._contacts

    @property
    def cards(self) -> CardDesk:
        """Raises ``Refused`` while there is no hall."""
        if self._cards is None:
            raise self.why_not
        return self._cards

    @property
    def sheets(self) -> Sheets:
        """Raises ``Refused`` while there is no hall."""
        if self._sheets is None:
            raise self.why_not
        return self._sheets

    @property
    def webhooks(self) -> WebhookDesk:
        """Raises ``Refused`` while there is no hall."""
        if self._webhooks is None:
            raise self.why_not
        return self._webhooks

    @property
    def enrolments(self) -> Enrolments:
        """Raises ``Refused`` while there is no hall."""
        if self._enrolments is None:
            raise self.why_not
        return self._enrolments

    @property
    def release_desk(self) -> ReleaseDesk:
        """Raises ``Refused`` in a process that tables do not ask, and while there is no hall."""
        if self._releases is None:
            raise self.why_not
        return self._releases

    @property
    def links(self) -> Mapping[str, Link | Heard]:
        """When each table was heard, by its id: by this process, or as the store has it from before."""
        if self.intake is not None:
            return ChainMap(cast("dict[str, Link | Heard]", self.intake.links), self._heard_before)
        return {} if self.watch is None else self.watch.links

    @property
    def authority(self) -> str:
        """The SHA-256 fingerprint of its certificate authority, which tables and phones compare; empty without TLS."""
        return "" if self.certificates is None else self.certificates.authority.fingerprint

    def furnish(self, store: Store, hall: Hall) -> None:
        """The desks that keep something beside the journal."""

        async def give(command: HallCommand) -> Receipt:
            return await hall.handle(command, by=HALL_ITSELF)

        def people() -> State:
            return hall.state.people

        self._accounts = AccountDesk(
            SecretRecords(store), people, give, now=self.now, steady=monotonic, random=os.urandom
        )
        self._contacts = ContactDesk(ContactRecords(store), people, give, os.urandom)
        self._key = hall_key(store, os.urandom)
        self._cards = CardDesk(self.sign, lambda: hall.state.tournaments.tournaments, monotonic)
        self._sheets = Sheets(store)
        name = self.config.hall.name
        self._enrolments = Enrolments(hall.journal, lambda: name, now=self.now, random=os.urandom)
        self._webhooks = WebhookDesk(store, os.urandom, local=self.config.webhooks.local)
        self.store, self.hall = store, hall

    def actor(self, caller: Caller) -> HallActor:
        """Raises ``Refused``: ``sign-in-over`` for a program whose token is none; and for every token while there is no
        hall, since nobody knows yet whose it is."""
        if caller.token is not None:
            found = self.accounts.actor(caller.token) or self.cards.actor(caller.token)
            if found is not None:
                return found
            if caller.program:
                raise Refused(Code.SIGN_IN_OVER)
        if self.local_owner and caller.local:
            return LOCAL_OWNER
        return HallActor(HallRole.VIEWER, caller.client)

    @property
    def listens_since(self) -> int:
        """When this hall was started, Unix milliseconds: no table is missed for what it said before."""
        return int(self.began.timestamp() * 1000)

    def heard(self) -> dict[str, int]:
        """When each table that was ever enrolled was heard last, Unix milliseconds; one that never was, since this hall
        was started."""
        heard = dict.fromkeys(self.running.state.tables.tables, self.listens_since)
        heard |= {id_: link.heard for id_, link in self.links.items()}
        return heard

    def live(self) -> tuple[tuple[str, LiveTable], ...]:
        """The tables that have sent something, by id, as folded from their journals."""
        return () if self.tables is None else tuple(self.tables.live.items())

    def live_of(self, table: str) -> LiveTable | None:
        return None if self.tables is None else self.tables.live.get(table)

    def told(self) -> dict[str, Any]:
        """What a broker and ``/metrics`` are told of the floor. Raises ``Refused`` while there is no hall."""
        state, now, live = self.running.state, self.now(), dict(self.live())
        words = catalogue(self.config.hall.language)
        known = heard_of(state, self.heard(), now, of_journals(state, live.items()), self.listens_since)
        known |= {id_: known[id_] | of_journal(live[id_], words) for id_ in known.keys() & live.keys()}
        return told(state, now, known)

    @property
    def failed(self) -> str:
        """Names of the parts that have ended although they must not; empty when all is well."""
        ended = [task.get_name() for task in (*self.tasks, *filter(None, (self.serving,))) if task.done()]
        return ", ".join(sorted(ended))


@asynccontextmanager
async def running(runtime: HallRuntime) -> AsyncIterator[HallRuntime]:
    """Opens everything and closes it again. Raises ``JantakuError``."""
    config = runtime.config
    config.hall.state_dir.mkdir(parents=True, exist_ok=True, mode=0o750)
    store = await asyncio.to_thread(open_store, config.store_url)
    try:
        await _secure(runtime.certificates, store)
        journal = HallJournal(store, HALL_CATALOGUE, now=runtime.now, random=os.urandom)
        async with _tables(runtime, journal):
            if runtime.part is Part.INTAKE:
                yield runtime
            else:
                async with _people(runtime, journal):
                    yield runtime
    finally:
        await asyncio.to_thread(store.close)


async def _secure(certificates: Certificates | None, store: Store) -> None:
    """A service that encrypts shows a certificate of the hall's authority. Raises ``JantakuError`` and ``OSError``."""
    if certificates is not None:
        from api.hall.authority import agree  # takes a moment, which a plain service need not wait

        if await asyncio.to_thread(agree, store, certificates):
            certificates.show()


@asynccontextmanager
async def _tables(runtime: HallRuntime, journal: HallJournal) -> AsyncIterator[None]:
    """What tables need, or what is to be known of them in a process that they do not ask."""
    if runtime.part is Part.WEB:
        keep_rows(journal)
        runtime.watch = LinkWatch(journal.store)
        await runtime.watch.start()
        watching = asyncio.create_task(runtime.watch.run(), name="links")
        runtime.tasks.add(watching)
        try:
            yield
        finally:
            runtime.tasks.discard(watching)
            watching.cancel()
        return
    intake = Intake(journal, lambda: runtime.config.hall.name, now=runtime.now, random=os.urandom)
    await intake.start()
    runtime._heard_before = dict(await asyncio.to_thread(heard_links, journal.store))
    runtime.intake = intake
    runtime._releases = ReleaseDesk(journal, runtime.now, night_of(runtime.config))
    try:
        yield
    finally:
        runtime.intake = runtime._releases = None
        await intake.close()


@asynccontextmanager
async def _people(runtime: HallRuntime, journal: HallJournal) -> AsyncIterator[None]:
    """Everything that is not for tables."""
    store = journal.store
    hall = Hall(journal, now=runtime.now, random=os.urandom)
    hall.changed.extend(runtime.changed)
    await hall.start()
    runtime.furnish(store, hall)
    follower = TableFollower(store, _tell_tables(runtime, hall))
    runtime.tables = follower.tables
    hall.read_tables(Plays(follower.tables), Draws(follower.tables))
    await follower.start()
    following = asyncio.create_task(follower.run(), name="tables")
    runtime.tasks.add(following)
    unsubscribe = store.notices.subscribe(_follow(runtime, hall))
    sweeping = asyncio.create_task(
        sweep_contacts(runtime.contacts, 0 if store.is_sqlite else SWEEP_SECONDS), name="sweep"
    )
    ticking = asyncio.create_task(_minutes(hall), name="minutes")
    photographs = sweep_sheets(runtime.sheets, lambda: hall.state.tournaments.tournaments, runtime.now)
    deleting = asyncio.create_task(photographs, name="photographs")
    runtime.tasks |= {ticking, deleting}
    runtime.passing.add(sweeping)
    sweeping.add_done_callback(runtime.passing.discard)
    telling = set(_tellers(runtime, hall))
    try:
        yield
    finally:
        unsubscribe()
        own = {sweeping, ticking, deleting, *telling, following}
        runtime.tasks -= own
        for task in own:
            task.cancel()
        await asyncio.wait(own)
        runtime.hall = runtime.tables = None
        await follower.close()
        await hall.close()


async def _minutes(hall: Hall) -> None:
    """Tells listeners of what grows by itself: waits, fees, alarms."""
    while True:
        await asyncio.sleep(TICK_SECONDS)
        hall.tell({MINUTE})


def _tellers(runtime: HallRuntime, hall: Hall) -> Iterator[asyncio.Task[None]]:
    """What tells others what happens here."""
    config = runtime.config
    sender = Sender(local=config.webhooks.local, tls=trusting(config.webhooks.authority))
    runtime.deliverer = Deliverer(hall, runtime.webhooks, sender, os.urandom(8).hex(), now=runtime.now)
    works = {"webhooks": runtime.deliverer.run()}
    if config.mqtt.address:
        runtime.mqtt = HallPublisher(config, hall.journal.hall, runtime.told, version())
        works["mqtt"] = runtime.mqtt.run()
    if config.updates.address:
        works["releases"] = fetch_for_ever(config, lambda: hall.tell({"release"}))
    for name, work in works.items():
        task = asyncio.create_task(work, name=name)
        runtime.tasks.add(task)
        yield task


def _tell_tables(runtime: HallRuntime, hall: Hall) -> Callable[[Collection[str]], None]:
    """Pages hear of tables that changed, and tournaments have the results of their games."""

    def changed(tables: Collection[str]) -> None:
        if runtime.tables is not None:
            games = (key for table in tables for key in runtime.tables.live[table].results)
            tournaments = {game.partition("/")[0] for game in games}
            tournaments |= {
                one.id
                for one in hall.state.tournaments.tournaments.values()
                if one.dice_asked is not None and one.dice_asked.table in tables
            }
            hall.take_results(runtime.tables.results, {"table", *tables, *tournaments})

    return changed


def _follow(runtime: HallRuntime, hall: Hall) -> Callable[[Notice], None]:
    """What other processes write into the store is taken over at once. Called in any thread."""
    loop = asyncio.get_running_loop()

    def refresh() -> None:
        task = asyncio.create_task(hall.refresh(), name="refresh")
        runtime.passing.add(task)
        task.add_done_callback(runtime.passing.discard)

    def heard(notice: Notice) -> None:
        if notice.missed or notice.hall > hall.state.seq:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(refresh)

    return heard

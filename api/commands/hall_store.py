"""What is done to the store of a hall at its console: the code of the first account, a copy, a rebuild."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

from api.commands.exits import DONE, NO, WrongUse
from controller.files import scratch_in, sync_folder

if TYPE_CHECKING:
    from hall.config import Config
    from hall.intake.rebuild import Progress, Rebuilt
    from hall.store import HallJournal, Store

WORD_SECONDS: Final = 2.0
"""Between two lines of progress."""
PRIVATE: Final = 0o600
HALL: Final = "hall"
"""In the names of the backups of a hall that has no name."""
SCRATCH: Final = "/var/tmp"
MOST_NAMED: Final = 20
"""Broken events that are named."""


@contextmanager
def _opened(config: Config) -> Iterator[Store]:
    """The hall may be running. Raises ``JantakuError`` and ``OSError``."""
    from hall.store import open_store

    config.hall.state_dir.mkdir(parents=True, exist_ok=True, mode=0o750)
    with open_store(config.store_url) as store:
        yield store


def _done(work: Callable[[], int]) -> int:
    from api.backups.sealed import SealedError
    from controller.refusals import JantakuError

    try:
        return work()
    except (JantakuError, OSError, SealedError) as error:
        if isinstance(error, WrongUse):
            raise
        print(f"jantaku: {getattr(error, 'sentence', None) or error}", file=sys.stderr)
        return NO


def owner_code(config: Config) -> int:
    """Whoever may run programs here, and read the store, is an owner."""
    import os

    from api.hall.runtime import utc_now
    from hall.commands import HallCommand
    from hall.people.desk import FIRST_CODE_SECONDS, AccountDesk
    from hall.people.state import State
    from hall.people_records import SecretRecords

    async def give(_command: HallCommand) -> None:
        raise AssertionError("a code needs no command")

    def make() -> int:
        with _opened(config) as store:
            secrets = SecretRecords(store)
            desk = AccountDesk(secrets, State, give, now=utc_now, steady=monotonic, random=os.urandom)
            code = desk.new_first_code()
        print(f"{code}\nOpen /sign-in of the hall and enter it there within {FIRST_CODE_SECONDS // 60} minutes.")
        return DONE

    return _done(make)


def write_backup(config: Config, target: Path, passphrase_file: Path | None, keep: int) -> int:
    """Only what the hall itself knew is lost without one: tables send their events again. Into a folder it is one more
    of a series. It is read back before older ones go."""
    from api.backups.sealed import passphrase_of
    from api.backups.series import HALL_SUFFIX, clear, name
    from api.hall.runtime import utc_now
    from hall.store.backup import backup

    def write() -> int:
        series, file = target.is_dir(), target
        if series:
            sealed = passphrase_file is not None
            file = target / name(config.hall.name or HALL, utc_now(), sealed=sealed, suffix=HALL_SUFFIX)
        if file.exists():
            raise WrongUse(f"{file} exists already; choose another name")
        passphrase = None if passphrase_file is None else passphrase_of(passphrase_file)
        with scratch_in(file.parent, ".backup-") as scratch:
            plain = scratch / "copy"
            with _opened(config) as store:
                backup(store, plain)
            made = plain if passphrase is None else _sealed(plain, scratch / "sealed", passphrase)
            with _copy_of(made, passphrase, scratch) as found:
                events = found.last_seq
            made.chmod(PRIVATE)
            made.rename(file)
            sync_folder(file.parent)
        if series:
            clear(target, config.hall.name or HALL, keep, HALL_SUFFIX)
        print(f"{file}: {file.stat().st_size / 2**20:.1f} MiB, {events} events of the hall, read back to the last")
        return DONE

    return _done(write)


def restore_backup(config: Config, file: Path, passphrase_file: Path | None) -> int:
    """Into an empty store, of SQLite or PostgreSQL, whatever it was copied from."""
    from api.backups.sealed import passphrase_of
    from api.commands.as_owner import as_owner
    from hall.store.backup import restore

    def put_back() -> int:
        passphrase = None if passphrase_file is None else passphrase_of(passphrase_file)
        with tempfile.TemporaryDirectory(dir=SCRATCH) as scratch, _copy_of(file, passphrase, Path(scratch)) as found:
            config.hall.state_dir.mkdir(parents=True, exist_ok=True, mode=0o750)
            with as_owner(config.hall.state_dir), _opened(config) as store:
                restore(found.store, store)
                events = _check(store).last_seq
        print(f"{events} events of the hall are back; start it: systemctl start jantaku-hall")
        return DONE

    return _done(put_back)


def _sealed(plain: Path, into: Path, passphrase: bytes) -> Path:
    import os

    from api.backups.archive import new_file
    from api.backups.sealed import seal

    with plain.open("rb") as content, new_file(into) as file:
        seal(content, file, passphrase, os.urandom(24))
        file.flush()
        os.fsync(file.fileno())
    return into


@contextmanager
def _copy_of(file: Path, passphrase: bytes | None, scratch: Path) -> Iterator[HallJournal]:
    """What a backup holds, opened apart from it and read to the last event of the hall. Raises ``StoreError``,
    ``SealedError``, ``OSError``."""
    import shutil

    from api.commands.backup import archive_of
    from hall.store import open_store

    opened = scratch / "opened"
    with archive_of(file, passphrase) as content, opened.open("wb") as plain:
        shutil.copyfileobj(content, plain)
    with open_store(f"sqlite:///{opened}") as store:
        yield _check(store)


def _check(store: Store) -> HallJournal:
    """Raises ``StoreError`` when the journal of the hall is not whole."""
    import os

    from api.hall.runtime import utc_now
    from controller.refusals import Code
    from hall.catalogue import HALL_CATALOGUE
    from hall.store import HallJournal, StoreError

    journal = HallJournal(store, HALL_CATALOGUE, now=utc_now, random=os.urandom)
    wrong = journal.verify()
    if wrong is not None:
        raise StoreError(Code.STORE_DAMAGED, f"the journal of the hall is damaged from event {wrong} on")
    return journal


def take_release(config: Config, file: Path) -> int:
    """For the tables of the hall; its page says when they get it."""
    from api.commands.as_owner import as_owner
    from api.hall.releases import take_in

    def take() -> int:
        with as_owner(config.hall.state_dir):
            bundle = take_in(config, file)
        said = bundle.manifest
        print(f"release {said.version} for {said.machine} is here; the page /releases gives it to the tables")
        return DONE

    return _done(take)


def rebuild_all(config: Config, from_tables: Sequence[str] | None) -> int:
    """``from_tables``: None for a rebuild from what is stored; else the tables that send anew, all where none is
    named."""
    return _done(lambda: _rebuilt(config) if from_tables is None else _sent_again(config, from_tables))


def _rebuilt(config: Config) -> int:
    import os

    from api.hall.runtime import utc_now
    from hall.catalogue import HALL_CATALOGUE
    from hall.intake.rebuild import rebuild
    from hall.store import HallJournal

    began = monotonic()
    with _opened(config) as store:
        journal = HallJournal(store, HALL_CATALOGUE, now=utc_now, random=os.urandom)
        found = rebuild(journal, _words(began))
    rate = found.events / max(monotonic() - began, 0.001)
    print(
        f"{found.tables} tables with {found.events:,} events, {found.orders} orders that wait: rebuilt in "
        f"{monotonic() - began:.1f} s ({rate:,.0f} events/s)."
    )
    return _broken(found)


def _words(began: float) -> Callable[[Progress], None]:
    said = began

    def say(progress: Progress) -> None:
        nonlocal said
        now = monotonic()
        if now - said >= WORD_SECONDS:
            said = now
            left = (progress.all - progress.events) * (now - began) / progress.events
            share = 100 * progress.events // progress.all
            print(
                f"{progress.events:,} of {progress.all:,} events ({share} %), {left:.0f} s to go",
                file=sys.stderr, flush=True,
            )  # fmt: skip

    return say


def _broken(found: Rebuilt) -> int:
    if found.hall is not None:
        print(f"jantaku: the journal of the hall is broken from event {found.hall} on: restore it", file=sys.stderr)
    for one in found.broken[:MOST_NAMED]:
        print(
            f"jantaku: event {one.seq} of table {one.table} (epoch {one.epoch}) does not follow the one before it; "
            f"jantaku hall rebuild --from-tables {one.table} lets the table send its journal again",
            file=sys.stderr,
        )  # fmt: skip
    if len(found.broken) > MOST_NAMED:
        print(f"jantaku: and {len(found.broken) - MOST_NAMED} more", file=sys.stderr)
    return NO if found.broken or found.hall is not None else DONE


def _sent_again(config: Config, tables: Sequence[str]) -> int:
    from api.hall.runtime import utc_now
    from controller.journal.store import iso
    from hall.intake.rebuild import send_again

    with _opened(config) as store:
        chosen = send_again(store, iso(utc_now()), tables)
    print(f"{len(chosen)} tables send their journals from the first event as soon as they ask. {' '.join(chosen[:20])}")
    return DONE

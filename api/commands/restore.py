"""``jantaku restore``: puts a backup in place of the state folder. The old state is moved aside, never deleted.

The restored journal goes on in a new epoch that names its parent, so that no number of an event means two things. When
the present journal has events that the backup lacks, the command says which, and asks.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from api.backups.archive import ARCHIVED_JOURNAL, MANIFEST, OF_OTHER_TABLES, OF_THIS_COMPUTER
from api.backups.hall_store import HallPlace
from api.backups.object_store import Place, StoreFailed
from api.backups.sealed import SealedError, passphrase_of
from api.commands.backup import SCRATCH, archive_of, opened_store, target_of
from api.commands.exits import NO, WrongUse
from controller.files import sync_folder
from controller.journal.checkpoint import Mark
from controller.journal.continuation import continue_journal
from controller.journal.errors import JournalError
from controller.journal.opening import SALVAGED_SUFFIX
from controller.journal.store import Journal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument(
        "archive", type=target_of, metavar="FILE|hall:[NAME]|s3://BUCKET/PREFIX/[NAME]",
        help="archive that jantaku backup wrote; of a hall or store without a name the newest of this table",
    )  # fmt: skip
    parser.add_argument("--store-file", type=Path, metavar="FILE", help="endpoint and keys of the store")
    parser.add_argument("--passphrase-file", type=Path, metavar="FILE", help="what a sealed archive was sealed with")
    parser.add_argument("--yes", action="store_true", help="do not ask, also when newer events go")
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.commands.state import now, sole_owner, state_dir

    if not isinstance(arguments.archive, Path):
        return _from_store(arguments, arguments.archive)
    folder = state_dir(arguments)
    try:
        # The archive is the caller's: root opens it before it acts as the owner of the folder.
        given = arguments.passphrase_file
        passphrase = None if given is None else passphrase_of(given)
        with archive_of(arguments.archive, passphrase) as source, sole_owner(folder):
            scratch = folder / f"before-restore-{now():%Y%m%dT%H%M%S%f}"
            return _restore(arguments, source, folder, scratch)
    except SealedError as error:
        raise WrongUse(str(error)) from error
    except (OSError, tarfile.TarError) as error:
        raise WrongUse(f"{arguments.archive}: {error.strerror if isinstance(error, OSError) else error}") from error


def _from_store(arguments: argparse.Namespace, place: Place | HallPlace) -> int:
    from api.backups.series import of_table
    from api.commands.state import configuration

    store = opened_store(arguments, place)
    try:
        there = [one.removeprefix(place.prefix) for one in store.names(place.prefix)]
        name = place.name
        if not name:
            table = configuration(arguments).table.name
            listed = of_table(there, table)
            if not listed:
                raise WrongUse(f"{place}: there is no backup of {table} ([table] name); name one")
            name = listed[0]
        elif name not in there:
            raise WrongUse(f"{place}: there is no such backup; there are: {', '.join(sorted(there)[-14:]) or 'none'}")
        with tempfile.TemporaryDirectory(dir=SCRATCH) as scratch:
            arguments.archive = Path(scratch) / "archive"
            with arguments.archive.open("wb") as file:
                store.get(place.prefix + name, file)
            print(place.address(place.prefix + name), file=sys.stderr)
            return run(arguments)
    except StoreFailed as error:
        raise WrongUse(str(error)) from error


def _restore(arguments: argparse.Namespace, source: IO[bytes], folder: Path, aside: Path) -> int:
    fresh = aside.with_name(aside.name + ".new")
    try:
        _unpack(source, fresh, arguments.archive)
        events = _checked(fresh)
        if events is None:
            print(f"jantaku: {arguments.archive}: the journal in it is damaged; nothing was changed")
            return NO
        going = _going(folder, fresh)
        if going is not None and going.first <= going.last and not _agreed(going, arguments.yes):
            print("jantaku: nothing was changed")
            return NO
        epoch = _continued(fresh, None if going is None else going.head)
        _swap(folder, aside, fresh)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    found = {"events": events, "epoch": epoch, "old_state": str(aside)}
    if arguments.json:
        print(json.dumps(found))
    else:
        print(f"{events} events are back; the epoch from now on is {epoch}. The state before is in {aside}")
    return 0


@dataclass(frozen=True)
class Going:
    """The events of the present journal that the backup lacks: none when ``first`` > ``last``."""

    first: int
    last: int
    times: tuple[str, str]
    head: Mark


def _going(folder: Path, fresh: Path) -> Going | None:
    """None when there is no journal at present that can be read."""
    from api.commands.state import journal_of, now, open_journal

    try:
        with (
            Journal(journal_of(folder), now=now, read_only=True) as present,
            open_journal(journal_of(fresh)) as restored,
        ):
            first = _common(present, restored) + 1
            ends = [one.time for seq in (first, present.last_seq) for one in present.stored(seq - 1, 1)]
            head = Mark(present.epoch, present.last_seq, present.head)
            return Going(first, present.last_seq, (ends[0], ends[-1]) if ends else ("", ""), head)
    except JournalError:
        return None


def _common(present: Journal, restored: Journal) -> int:
    """The number of the last event that both have. By halves: after one that differs all differ."""
    low, high = 0, min(present.last_seq, restored.last_seq)
    if present.hash_at(0) != restored.hash_at(0):
        return 0
    while low < high:
        middle = (low + high + 1) // 2
        if present.hash_at(middle) == restored.hash_at(middle):
            low = middle
        else:
            high = middle - 1
    return low


def _agreed(going: Going, yes: bool) -> bool:
    """Says what goes, and asks, unless the answer was given. Without a terminal the answer is no."""
    print(
        f"jantaku: events {going.first} to {going.last} of the present journal ({going.times[0]} to {going.times[1]}) "
        "are not in the backup. They are kept aside, but the table forgets them.",
        file=sys.stderr,
    )
    if yes:
        return True
    if not sys.stdin.isatty():
        print("jantaku: give --yes to restore all the same", file=sys.stderr)
        return False
    print("Restore all the same? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _continued(fresh: Path, left: Mark | None) -> str:
    """Begins the new epoch in the unpacked journal; its name."""
    from api.commands.state import journal_of, now

    path = journal_of(fresh)
    with Journal(path, now=now) as journal:
        epoch = continue_journal(journal, "restored", left)
    path.with_name(path.name + ".lock").unlink(missing_ok=True)
    (fresh / MANIFEST).unlink(missing_ok=True)
    return epoch


def _unpack(source: IO[bytes], fresh: Path, name: Path) -> None:
    """Only plain files with plain relative names; everything else in an archive is not ours."""
    with tarfile.open(fileobj=source, mode="r:gz") as archive:
        for member in archive:
            target = (fresh / member.name).resolve()
            content = archive.extractfile(member) if member.isreg() else None
            if content is None or not target.is_relative_to(fresh.resolve()):
                raise WrongUse(f"{name}: {member.name!r} does not belong into a backup")
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as written:
                shutil.copyfileobj(content, written)


def _checked(fresh: Path) -> int | None:
    from api.commands.state import journal_of, open_journal

    with open_journal(journal_of(fresh)) as journal:
        return journal.last_seq if journal.verify() is None else None


def _swap(folder: Path, aside: Path, fresh: Path) -> None:
    """The secrets stay: with them the table sees that its journal is older than its dice, and begins new seeds. So do
    the devices: those that were revoked since the backup stay revoked. An archive of others cannot bring its own.
    Heads of other tables that were witnessed since the backup stay too.

    When it is cut off, the new journal lies complete beside the place of the old one: no service starts then, and
    ``jantaku journal salvage`` puts it in place."""
    ready = folder / (ARCHIVED_JOURNAL + SALVAGED_SUFFIX)
    (fresh / ARCHIVED_JOURNAL).rename(ready)
    sync_folder(folder)
    aside.mkdir()
    for path in list(folder.iterdir()):
        stays = path.name.startswith(("before-restore-", "before-salvage-", *OF_THIS_COMPUTER))
        if path.name not in ("journal.db.lock", ready.name, *OF_OTHER_TABLES) and not stays:
            path.rename(aside / path.name)
    for path in list(fresh.iterdir()):
        there = path.name in OF_OTHER_TABLES and (folder / path.name).exists()
        if not there and not path.name.startswith(OF_THIS_COMPUTER):
            path.rename(folder / path.name)
    ready.rename(folder / ARCHIVED_JOURNAL)
    sync_folder(folder)

"""The state folder as one archive, also while the service runs.

The journal is copied through SQLite's backup interface, so that the copy is whole; other files are copied as they are.
The copy is checked; ``backup.json``, the first member, names the head that it holds, and the last one that was signed.
"""

from __future__ import annotations

import json
import os
import tarfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Final

from api.access.folder import FOLDER as DEVICES
from api.peers.state import FILE as PEERS
from controller.files import scratch_in
from controller.journal.store import Journal, iso
from controller.refusals import Code, Refused
from controller.table.witness import FILE as WITNESSED

ARCHIVED_JOURNAL: Final = "journal.db"
MANIFEST: Final = "backup.json"
LONGEST_MANIFEST: Final = 65_536
KEPT: Final = "backups"
"""The folder of those that were made from the page, in the state folder."""
SECRETS: Final = "secrets"
"""The folders that begin so: ``controller.fairness.vault.FOLDER``, and those of another computer."""
UPDATES: Final = "updates"
"""The folder of releases that wait, which any hall brings again."""
OF_THIS_COMPUTER: Final = (SECRETS, DEVICES, KEPT, UPDATES)
"""Folders that begin so are in no backup, and a restored one leaves them as they are."""
OF_OTHER_TABLES: Final = (WITNESSED, PEERS)
"""Files that are in a backup, for a new computer; a restored one leaves those that are there as they are. What this
table has witnessed of others since must not be forgotten with its own events."""
SCRATCH: Final = ".backup-"
"""The copy of the journal lies in the table's own folder while it is packed: no other has room for it for certain."""


@dataclass(frozen=True, slots=True)
class ArchiveContent:
    """What an archive holds. ``head``: hash of the last of its ``events``. ``signed_head``: number and record of the
    last one that the table signed. ``first_bad``: the first damaged event; None for a good journal."""

    epoch: str
    events: int
    head: str
    signed_head: Mapping[str, Any] | None
    first_bad: int | None
    made: str
    files: int


class DamagedJournal(Refused):
    """The journal is damaged, and nobody asked for an archive of a damaged one."""

    def __init__(self, first_bad: int) -> None:
        super().__init__(Code.BACKUP_DAMAGED, f"the journal is damaged from event {first_bad} on")
        self.first_bad = first_bad


def new_file(path: Path) -> IO[bytes]:
    """Readable by nobody else: it holds names. What an earlier attempt left goes first."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600), "wb")


def write_archive(
    journal: Journal, folder: Path, file: IO[bytes], *, damaged: bool, now: Callable[[], datetime]
) -> ArchiveContent:
    """Durably. ``damaged``: whether a damaged journal is archived as well. Raises ``DamagedJournal`` (nothing of use is
    in the file then), ``OSError``, ``JournalError``."""
    others = [path for path in sorted(folder.rglob("*")) if _is_kept(path, folder)]
    with scratch_in(folder, SCRATCH) as scratch:
        copy = scratch / ARCHIVED_JOURNAL
        journal.backup(copy)
        found = _content(copy, len(others) + 1, now)
        if found.first_bad is not None and not damaged:
            raise DamagedJournal(found.first_bad)
        manifest = scratch / MANIFEST
        manifest.write_text(json.dumps(asdict(found)), encoding="utf-8")
        with tarfile.open(fileobj=file, mode="w:gz") as archive:
            archive.add(manifest, MANIFEST)
            archive.add(copy, ARCHIVED_JOURNAL)
            for path in others:
                with suppress(FileNotFoundError):  # the service clears away old ones
                    archive.add(path, path.relative_to(folder).as_posix(), recursive=False)
    file.flush()
    os.fsync(file.fileno())
    return found


def content_of(path: Path) -> ArchiveContent | None:
    """What an archive says that it holds; None for a file that is none of ours."""
    try:
        with tarfile.open(path, mode="r:gz") as archive:
            first = archive.next()
            if first is None or first.name != MANIFEST or first.size > LONGEST_MANIFEST:
                return None
            file = archive.extractfile(first)
            return None if file is None else ArchiveContent(**json.load(file))
    except (OSError, EOFError, tarfile.TarError, ValueError, TypeError):
        return None


def _content(copy: Path, files: int, now: Callable[[], datetime]) -> ArchiveContent:
    """Which events the copy holds, and the first one of them that is bad."""
    with Journal(copy, now=now, read_only=True) as journal:
        signed = None if journal.damage else journal.latest_head()
        return ArchiveContent(
            epoch=journal.epoch,
            events=journal.last_seq,
            head=journal.head,
            signed_head=None if signed is None else {"seq": signed.seq, "record": signed.record},
            first_bad=journal.damage.seq if journal.damage else journal.verify(),
            made=iso(now()),
            files=files,
        )


def _is_kept(path: Path, folder: Path) -> bool:
    """Everything but the journal's own files (copied apart), other archives, older states, the table's secrets (whoever
    has those can foretell the dice) and its devices: a revoked one must not come back with a backup."""
    top = path.relative_to(folder).parts[0]
    ours = (MANIFEST, "journal.db", "before-restore-", "before-salvage-", *OF_THIS_COMPUTER, SCRATCH)
    own = top.startswith(ours) or path.suffix in (".part", ".gz", ".lock")
    return path.is_file() and not path.is_symlink() and not own

"""``jantaku backup``: the state folder as one archive, also while the service runs.

The journal is copied through SQLite's backup interface, so that the copy is whole; other files are copied as they are.
The copy is checked; ``backup.json`` in the archive names the head that it holds, and
the last one that was signed. Nobody but its owner can read it.
"""

from __future__ import annotations

import argparse
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from api.access.store import FOLDER as DEVICES
from api.commands.exits import NO

if TYPE_CHECKING:
    from controller.journal.store import Journal

ARCHIVED_JOURNAL = "journal.db"
MANIFEST = "backup.json"
SECRETS = "secrets"
"""The folders that begin so: ``controller.fairness.vault.FOLDER``, and those of another computer."""
OF_THIS_COMPUTER = (SECRETS, DEVICES)
"""Folders that begin so are in no backup, and a restored one leaves them as they are."""
SCRATCH = ".backup-"
"""The copy of the journal lies in the table's own folder while it is packed: no other has room for it for certain."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument("target", type=Path, metavar="FILE", help="archive to write (.tar.gz); must not exist")
    parser.add_argument("--damaged", action="store_true", help="archive a damaged journal as well, marked as damaged")
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.commands.exits import WrongUse
    from api.commands.state import journal_of, open_journal, state_dir

    folder, target = state_dir(arguments), arguments.target
    if target.exists():
        raise WrongUse(f"{target} exists already; choose another name")
    part = target.with_name(target.name + ".part")
    try:
        # The archive is the caller's, the folder its owner's: root opens the one, and reads the other as that user.
        with _new_file(part) as file, open_journal(journal_of(folder)) as journal:
            found = _archive(journal, folder, file, arguments.damaged)
        if found is not None:
            part.rename(target)
    except OSError as error:
        raise WrongUse(f"{error.filename or target}: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
    if found is None:
        print("jantaku: the journal is damaged; nothing was written. --damaged archives it all the same, marked")
        return NO
    print(json.dumps({"file": str(target), **found}) if arguments.json else "\n".join(_described(target, found)))
    return 0


def _described(target: Path, found: dict[str, Any]) -> Iterator[str]:
    yield f"{target}: {found['events']} events, {found['files']} files"
    yield f"head: event {found['events']}, {found['head']}, epoch {found['epoch']}"
    if found["signed_head"] is not None:
        yield f"last signed head: event {found['signed_head']['seq']}, {found['signed_head']['record']}"
    if found["first_bad"] is not None:
        yield f"The journal in it is damaged from event {found['first_bad']} on."


def _new_file(path: Path) -> IO[bytes]:
    """Readable by nobody else: it holds names. What an earlier attempt left goes first."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600), "wb")


def _archive(journal: Journal, folder: Path, file: IO[bytes], damaged: bool) -> dict[str, Any] | None:
    """What the archive holds; None, and nothing of use in the file, for a damaged journal unless ``damaged``."""
    others = [path for path in sorted(folder.rglob("*")) if _is_kept(path, folder)]
    with tempfile.TemporaryDirectory(dir=folder, prefix=SCRATCH) as scratch:
        copy = Path(scratch) / ARCHIVED_JOURNAL
        journal.backup(copy)
        found = {**_head(copy), "files": len(others) + 1}
        if found["first_bad"] is not None and not damaged:
            return None
        manifest = Path(scratch) / MANIFEST
        manifest.write_text(json.dumps(found), encoding="utf-8")
        with tarfile.open(fileobj=file, mode="w:gz") as archive:
            archive.add(manifest, MANIFEST)
            archive.add(copy, ARCHIVED_JOURNAL)
            for path in others:
                archive.add(path, path.relative_to(folder).as_posix(), recursive=False)
    file.flush()
    os.fsync(file.fileno())
    return found


def _head(copy: Path) -> dict[str, Any]:
    """Which events the copy holds, and the first one of them that is bad."""
    from api.commands.state import now
    from controller.journal.store import Journal

    with Journal(copy, now=now, read_only=True) as journal:
        head: dict[str, Any] = {"epoch": journal.epoch, "events": journal.last_seq, "head": journal.head}
        signed = None if journal.damage else journal.latest_head()
        head["signed_head"] = None if signed is None else {"seq": signed.seq, "record": signed.record}
        return {**head, "first_bad": journal.damage.seq if journal.damage else journal.verify()}


def _is_kept(path: Path, folder: Path) -> bool:
    """Everything but the journal's own files (copied apart), other archives, older states, the table's secrets (whoever
    has those can foretell the dice) and its devices: a revoked one must not come back with a backup."""
    top = path.relative_to(folder).parts[0]
    ours = (MANIFEST, "journal.db", "before-restore-", "before-salvage-", *OF_THIS_COMPUTER, SCRATCH)
    own = top.startswith(ours) or path.suffix in (".part", ".gz", ".lock")
    return path.is_file() and not path.is_symlink() and not own

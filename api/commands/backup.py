"""``jantaku backup``: the state folder as one archive, also while the service runs.

The journal is copied through SQLite's backup interface, so that the copy is whole; other files are copied as they are.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.journal.store import Journal

ARCHIVED_JOURNAL = "journal.db"
SECRETS = "secrets"
"""The folders that begin so: ``controller.fairness.vault.FOLDER``, and those of another computer."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument("target", type=Path, metavar="FILE", help="archive to write (.tar.gz); must not exist")
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.commands.exits import WrongUse
    from api.commands.state import journal_of, open_journal, state_dir

    folder, target = state_dir(arguments), arguments.target
    if target.exists():
        raise WrongUse(f"{target} exists already; choose another name")
    try:
        with open_journal(journal_of(folder)) as journal:
            files = _archive(journal, folder, target)
            found = {"file": str(target), "events": journal.last_seq, "head": journal.head, "files": files}
    except OSError as error:
        raise WrongUse(f"{error.filename or target}: {error.strerror}") from error
    print(json.dumps(found) if arguments.json else f"{target}: {found['events']} events, {files} files")
    return 0


def _archive(journal: Journal, folder: Path, target: Path) -> int:
    import tarfile
    import tempfile

    part = target.with_name(target.name + ".part")
    with tempfile.TemporaryDirectory(dir=target.absolute().parent) as scratch:
        copy = Path(scratch) / ARCHIVED_JOURNAL
        journal.backup(copy)
        others = [path for path in sorted(folder.rglob("*")) if _is_kept(path, folder)]
        with tarfile.open(part, "w:gz") as archive:
            archive.add(copy, ARCHIVED_JOURNAL)
            for path in others:
                archive.add(path, path.relative_to(folder).as_posix(), recursive=False)
    with part.open("rb") as written:
        os.fsync(written.fileno())
    part.rename(target)
    return len(others) + 1


def _is_kept(path: Path, folder: Path) -> bool:
    """Everything but the journal's own files (copied apart), other archives, older states, and the table's secrets:
    whoever has those can foretell the dice."""
    top = path.relative_to(folder).parts[0]
    own = top.startswith(("journal.db", "before-restore-", SECRETS)) or path.suffix in (".part", ".gz", ".lock")
    return path.is_file() and not path.is_symlink() and not own

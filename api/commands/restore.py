"""``jantaku restore``: puts a backup in place of the state folder. The old state is moved aside, never deleted."""

from __future__ import annotations

import argparse
import json
import shutil
import tarfile
from pathlib import Path
from typing import IO

from api.commands.exits import NO, WrongUse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument("archive", type=Path, metavar="FILE", help="archive that jantaku backup wrote")
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.commands.state import now, sole_owner, state_dir

    folder = state_dir(arguments)
    try:
        # The archive is the caller's: root opens it before it acts as the owner of the folder.
        with arguments.archive.open("rb") as source, sole_owner(folder):
            scratch = folder / f"before-restore-{now():%Y%m%dT%H%M%S%f}"
            return _restore(source, folder, scratch, arguments.json)
    except (OSError, tarfile.TarError) as error:
        raise WrongUse(f"{arguments.archive}: {error.strerror if isinstance(error, OSError) else error}") from error


def _restore(source: IO[bytes], folder: Path, aside: Path, as_json: bool) -> int:
    fresh = aside.with_name(aside.name + ".new")
    try:
        _unpack(source, fresh)
        events = _checked(fresh)
        if events is None:
            print(f"jantaku: {source.name}: the journal in it is damaged; nothing was changed")
            return NO
        _swap(folder, aside, fresh)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    found = {"events": events, "old_state": str(aside)}
    print(json.dumps(found) if as_json else f"{events} events are back. The state before is in {aside}")
    return 0


def _unpack(source: IO[bytes], fresh: Path) -> None:
    """Only plain files with plain relative names; everything else in an archive is not ours."""
    with tarfile.open(fileobj=source, mode="r:gz") as archive:
        for member in archive:
            target = (fresh / member.name).resolve()
            content = archive.extractfile(member) if member.isreg() else None
            if content is None or not target.is_relative_to(fresh.resolve()):
                raise WrongUse(f"{source.name}: {member.name!r} does not belong into a backup")
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as written:
                shutil.copyfileobj(content, written)


def _checked(fresh: Path) -> int | None:
    from api.commands.state import journal_of, open_journal

    with open_journal(journal_of(fresh)) as journal:
        return journal.last_seq if journal.verify() is None else None


def _swap(folder: Path, aside: Path, fresh: Path) -> None:
    """The secrets stay: with them the table sees that its journal is older than its dice, and begins new seeds. An
    archive of others cannot bring its own."""
    from api.commands.backup import SECRETS

    aside.mkdir()
    for path in list(folder.iterdir()):
        if path.name != "journal.db.lock" and not path.name.startswith(("before-restore-", "before-salvage-", SECRETS)):
            path.rename(aside / path.name)
    for path in list(fresh.iterdir()):
        if not path.name.startswith(SECRETS):
            path.rename(folder / path.name)

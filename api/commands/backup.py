"""``jantaku backup``: the state folder as one archive, also while the service runs."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from api.commands.exits import NO

if TYPE_CHECKING:
    from api.backups.archive import ArchiveContent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument("target", type=Path, metavar="FILE", help="archive to write (.tar.gz); must not exist")
    parser.add_argument("--damaged", action="store_true", help="archive a damaged journal as well, marked as damaged")
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.backups.archive import DamagedJournal, new_file, write_archive
    from api.commands.exits import WrongUse
    from api.commands.state import journal_of, now, open_journal, state_dir

    folder, target = state_dir(arguments), arguments.target
    if target.exists():
        raise WrongUse(f"{target} exists already; choose another name")
    part = target.with_name(target.name + ".part")
    try:
        # The archive is the caller's, the folder its owner's: root opens the one, and reads the other as that user.
        with new_file(part) as file, open_journal(journal_of(folder)) as journal:
            found = write_archive(journal, folder, file, damaged=arguments.damaged, now=now)
        part.rename(target)
    except DamagedJournal:
        print("jantaku: the journal is damaged; nothing was written. --damaged archives it all the same, marked")
        return NO
    except OSError as error:
        raise WrongUse(f"{error.filename or target}: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
    if arguments.json:
        print(json.dumps({"file": str(target), **asdict(found)}))
    else:
        print("\n".join(_described(target, found)))
    return 0


def _described(target: Path, found: ArchiveContent) -> Iterator[str]:
    yield f"{target}: {found.events} events, {found.files} files"
    yield f"head: event {found.events}, {found.head}, epoch {found.epoch}"
    if found.signed_head is not None:
        yield f"last signed head: event {found.signed_head['seq']}, {found.signed_head['record']}"
    if found.first_bad is not None:
        yield f"The journal in it is damaged from event {found.first_bad} on."

"""``jantaku backup``: the state folder as one archive, also while the service runs.

Into a folder it keeps a series: each archive is named by its time and read back, and the latest few stay.
"""

from __future__ import annotations

import argparse
import errno
import json
import zlib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import IO, TYPE_CHECKING

from api.commands.exits import NO
from controller.files import sync_folder

if TYPE_CHECKING:
    from api.backups.archive import ArchiveContent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument(
        "target", type=Path, metavar="FILE|FOLDER",
        help="archive to write (.tar.gz), which must not exist; or a folder, which gets one more of a series",
    )  # fmt: skip
    parser.add_argument("--keep", type=_count, default=14, metavar="N", help="how many a folder keeps (default 14)")
    parser.add_argument("--passphrase-file", type=Path, metavar="FILE", help="seal it with the first line of this file")
    parser.add_argument("--damaged", action="store_true", help="archive a damaged journal as well, marked as damaged")
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.backups.archive import DamagedJournal
    from api.backups.sealed import SealedError
    from api.backups.series import clear, name
    from api.commands.exits import WrongUse
    from api.commands.state import configuration, now, state_dir

    folder, target, series = state_dir(arguments), arguments.target, arguments.target.is_dir()
    table = configuration(arguments).table.name
    if series:
        target = target / name(table, now(), sealed=arguments.passphrase_file is not None)
    if target.exists():
        raise WrongUse(f"{target} exists already; choose another name")
    part = target.with_name(target.name + ".part")
    try:
        found = _write(part, folder, arguments)
        part.rename(target)
        sync_folder(target.parent)
        if series:
            clear(arguments.target, table, arguments.keep)
    except DamagedJournal:
        print("jantaku: the journal is damaged; nothing was written. --damaged archives it all the same, marked")
        return NO
    except SealedError as error:
        raise WrongUse(str(error)) from error
    except OSError as error:
        raise WrongUse(f"{error.filename or target}: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
    if arguments.json:
        print(json.dumps({"file": str(target), **asdict(found)}))
    else:
        print("\n".join(_described(target, found)))
    return 0


def _write(part: Path, folder: Path, arguments: argparse.Namespace) -> ArchiveContent:
    """The archive is the caller's, the folder its owner's: root opens the one, and reads the other as that user. What
    was written is read back."""
    import os
    import tempfile

    from api.backups.archive import new_file, write_archive
    from api.backups.sealed import passphrase_of, seal
    from api.commands.as_owner import as_owner
    from api.commands.state import journal_of, now, open_journal

    passphrase = None if arguments.passphrase_file is None else passphrase_of(arguments.passphrase_file)
    with new_file(part) as file, open_journal(journal_of(folder)) as journal:
        if passphrase is None:
            found = write_archive(journal, folder, file, damaged=arguments.damaged, now=now)
        else:
            with as_owner(folder), tempfile.TemporaryFile(dir=folder) as plain:
                found = write_archive(journal, folder, plain, damaged=arguments.damaged, now=now)
                plain.seek(0)
                seal(plain, file, passphrase, os.urandom(24))
                file.flush()
                os.fsync(file.fileno())
    with archive_of(part, passphrase) as whole:
        _read_back(whole, found)
    return found


def archive_of(path: Path, passphrase: bytes | None) -> IO[bytes]:
    """The archive in a file, unsealed when it is sealed. Raises ``SealedError``, ``OSError``."""
    import tempfile

    from api.backups.sealed import SealedError, is_sealed, unsealed

    file = path.open("rb")
    if not is_sealed(file):
        return file
    with file:
        if passphrase is None:
            raise SealedError(f"{path} is sealed; name the file of its passphrase with --passphrase-file")
        return unsealed(file, passphrase, Path(tempfile.gettempdir()))


def _read_back(file: IO[bytes], found: ArchiveContent) -> None:
    """Raises ``OSError`` when what lies there now is not the whole archive: a stick that is worn says so only then."""
    import tarfile

    count = 0
    try:
        with tarfile.open(fileobj=file, mode="r:gz") as archive:
            for member in archive:
                content = archive.extractfile(member)
                while content is not None and content.read(1 << 20):
                    pass
                count += 1
    except (EOFError, tarfile.TarError, zlib.error) as error:
        raise OSError(errno.EIO, "what was written cannot be read back") from error
    if count < 2 or found.files < 1:
        raise OSError(errno.EIO, "what was written cannot be read back")


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 10_000):
        raise argparse.ArgumentTypeError("a whole number from 1 to 10000")
    return int(text)


def _described(target: Path, found: ArchiveContent) -> Iterator[str]:
    yield f"{target}: {found.events} events, {found.files} files"
    yield f"head: event {found.events}, {found.head}, epoch {found.epoch}"
    if found.signed_head is not None:
        yield f"last signed head: event {found.signed_head['seq']}, {found.signed_head['record']}"
    if found.first_bad is not None:
        yield f"The journal in it is damaged from event {found.first_bad} on."

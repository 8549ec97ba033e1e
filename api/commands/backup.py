"""``jantaku backup``: the state folder as one archive, also while the service runs.

Into a folder, the hall of the table, or a store that speaks S3, it keeps a series: each archive is named by its time
and read back, and the latest few stay.
"""

from __future__ import annotations

import argparse
import errno
import json
import zlib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from api.commands.exits import NO
from controller.files import sync_folder

if TYPE_CHECKING:
    from api.backups.archive import ArchiveContent
    from api.backups.hall_store import HallPlace, HallStore
    from api.backups.object_store import ObjectStore, Place


SCRATCH: Final = "/var/tmp"
"""Where an archive lies on its way to a store or from it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument(
        "target", type=target_of, metavar="FILE|FOLDER|hall:|s3://BUCKET/PREFIX/",
        help="archive to write (.tar.gz), which must not exist; or a folder, the table's hall or a store for one more "
        "of a series",
    )  # fmt: skip
    parser.add_argument("--keep", type=count, default=14, metavar="N", help="how many a series keeps (default 14)")
    parser.add_argument("--passphrase-file", type=Path, metavar="FILE", help="seal it with the first line of this file")
    parser.add_argument("--store-file", type=Path, metavar="FILE", help="endpoint and keys of the store")
    parser.add_argument("--damaged", action="store_true", help="archive a damaged journal as well, marked as damaged")
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.backups.archive import DamagedJournal
    from api.backups.sealed import SealedError
    from api.backups.series import clear, name
    from api.commands.exits import WrongUse
    from api.commands.state import configuration, now, state_dir

    if not isinstance(arguments.target, Path):
        return _into_store(arguments, arguments.target)
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
    _tell(str(target), found, arguments)
    return 0


def _tell(target: str, found: ArchiveContent, arguments: argparse.Namespace) -> None:
    if arguments.json:
        print(json.dumps({"file": target, **asdict(found)}))
    else:
        print("\n".join(_described(target, found)))


def _into_store(arguments: argparse.Namespace, place: Place | HallPlace) -> int:
    """A store is somebody else's: what goes there is sealed, and read back as it came from there."""
    import tempfile

    from api.backups.archive import DamagedJournal
    from api.backups.sealed import SealedError, passphrase_of
    from api.backups.series import name, of_table
    from api.commands.exits import WrongUse
    from api.commands.state import configuration, now, state_dir

    if arguments.passphrase_file is None or place.name:
        raise WrongUse("a backup in a hall or store needs --passphrase-file, and an address that ends with : or /")
    store, table = opened_store(arguments, place), configuration(arguments).table.name
    key = place.prefix + name(table, now(), sealed=True)
    try:
        with tempfile.TemporaryDirectory(dir=SCRATCH) as scratch:
            part, back = Path(scratch) / "made", Path(scratch) / "back"
            found = _write(part, state_dir(arguments), arguments)
            with part.open("rb") as file:
                store.put(key, file)
            try:
                with back.open("wb") as file:
                    store.get(key, file)
                with archive_of(back, passphrase_of(arguments.passphrase_file)) as whole:
                    _read_back(whole, found)
            except (OSError, SealedError):
                store.remove(key)
                raise
        for old in of_table((one.removeprefix(place.prefix) for one in store.names(place.prefix)), table)[
            arguments.keep :
        ]:
            store.remove(place.prefix + old)
    except DamagedJournal:
        print("jantaku: the journal is damaged; nothing was written. --damaged archives it all the same, marked")
        return NO
    except (SealedError, OSError) as error:
        raise WrongUse(str(error)) from error
    _tell(place.address(key), found, arguments)
    return 0


def opened_store(arguments: argparse.Namespace, place: Place | HallPlace) -> ObjectStore | HallStore:
    from api.backups.object_store import ObjectStore, Place, account_of
    from api.commands.exits import WrongUse
    from api.commands.state import now

    if not isinstance(place, Place):
        return _store_of_hall(arguments)
    if arguments.store_file is None:
        raise WrongUse(f"{place}: name the file with the endpoint and the keys of the store with --store-file")
    try:
        return ObjectStore(account_of(arguments.store_file), place.bucket, now)
    except (ValueError, OSError) as error:
        raise WrongUse(str(error)) from error


def _store_of_hall(arguments: argparse.Namespace) -> HallStore:
    from api.access.folder import FOLDER
    from api.backups.hall_store import HallStore
    from api.commands.as_owner import as_owner
    from api.commands.exits import WrongUse
    from api.commands.state import state_dir
    from api.uplink.hall_client import HallClient
    from api.uplink.membership import MembershipFile

    folder = state_dir(arguments)
    with as_owner(folder):
        member = MembershipFile(folder / FOLDER).load()
    if member is None:
        raise WrongUse("this table belongs to no hall; its backups there can be downloaded from its page at the hall")
    return HallStore(HallClient(member.address, member.authority, member.token))


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


def target_of(text: str) -> Path | Place | HallPlace:
    from api.backups.hall_store import hall_place_of
    from api.backups.object_store import place_of

    try:
        return hall_place_of(text) or place_of(text) or Path(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 10_000):
        raise argparse.ArgumentTypeError("a whole number from 1 to 10000")
    return int(text)


def _described(target: str, found: ArchiveContent) -> Iterator[str]:
    yield f"{target}: {found.events} events, {found.files} files"
    yield f"head: event {found.events}, {found.head}, epoch {found.epoch}"
    if found.signed_head is not None:
        yield f"last signed head: event {found.signed_head['seq']}, {found.signed_head['record']}"
    if found.first_bad is not None:
        yield f"The journal in it is damaged from event {found.first_bad} on."

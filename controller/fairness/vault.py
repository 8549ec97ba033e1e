"""The secrets of a table on its disk: its key, and the seeds of its epochs. Files of the service's user alone.

A file appears whole or not at all, and is never written over. It does not belong into a backup: whoever reads it can
foretell the dice, or sign for the table.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

from controller.fairness.dice import Source
from controller.fairness.seeds import SeedChain, grow
from controller.fairness.signing import KEY_BYTES, TableKey
from controller.fairness.statements import HASH_BYTES, ID_BYTES, MOST_ROLLS
from controller.files import sync_folder, write_whole
from controller.refusals import JantakuError

FOLDER: Final = "secrets"
"""In the state folder of the table."""
KEY_FILE: Final = "table.key"
COMPUTER_FILE: Final = "computer"
"""A hash of the serial number of the computer on which the secrets were made."""
_PRIVATE: Final = 0o600
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


class EntropyNotReady(JantakuError):
    """The kernel has no good random numbers yet. Nothing was made."""

    code = "entropy-not-ready"
    remedy = "Wait until the computer has started fully; then try again."


class SecretExposed(JantakuError):
    """A secret file that others than its owner may read: it may be known."""

    code = "dice-secret-exposed"
    remedy = "Find out who could read it. Then remove it: the table makes a new one, and says so."


class SecretDamaged(JantakuError):
    """A secret file that holds something else than was written."""

    code = "dice-secret-damaged"
    remedy = "Remove the file: the table makes a new one, and says so."


def prepare_folder(folder: Path, computer: str) -> Path | None:
    """Makes the folder of the secrets, for its owner alone. Secrets that were made on another computer (``computer``:
    its serial number, "" where it has none) may still be in use there: they are moved aside, and the new place is
    answered, so that this computer makes its own. Raises ``OSError``."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.chmod(0o700)
    digest = hashlib.sha256(b"computer" + computer.encode()).hexdigest()
    path, moved = folder / COMPUTER_FILE, None
    if computer and path.exists() and path.read_text(encoding="ascii", errors="replace").strip() != digest:
        moved = _free_name(folder.with_name(f"{folder.name}-of-another-computer"))
        folder.rename(moved)
        folder.mkdir(mode=0o700)
    if computer and not path.exists():
        write_whole(path, f"{digest}\n".encode())
    return moved


def _free_name(path: Path) -> Path:
    numbered = (path.with_name(f"{path.name}-{number}") for number in count(2))
    return path if not path.exists() else next(each for each in numbered if not each.exists())


def table_key(folder: Path, ready: Callable[[], bool], source: Source) -> TableKey:
    """The key of this table, made at the first call: the one that signs for it, whatever is signed. ``folder``: that
    of the secrets (``FOLDER`` in the state folder), which exists; ``ready``: whether ``source`` may be trusted yet.

    Raises ``EntropyNotReady``, ``SecretExposed`` or ``SecretDamaged``.
    """
    path = folder / KEY_FILE
    secret = _read(path, KEY_BYTES)
    if secret is None:
        _check_ready(ready)
        _write_once(path, source(KEY_BYTES))
        secret = _read(path, KEY_BYTES)  # of two makers the first one's counts, for both
    if secret is None:
        raise SecretDamaged(f"{path} is gone as soon as it is written")
    return TableKey(secret)


def new_seeds(
    folder: Path, table: bytes, ready: Callable[[], bool], source: Source, length: int = MOST_ROLLS
) -> SeedChain:
    """The seeds of a new epoch, durable before they are used. Raises ``EntropyNotReady``."""
    _check_ready(ready)
    epoch = source(ID_BYTES)
    last = source(HASH_BYTES)
    if not _write_once(_seed_file(folder, epoch), last):
        raise SecretDamaged(f"two epochs have the id {epoch.hex()}: the source of random bytes repeats itself")
    return grow(table, epoch, last, length)


def seeds_of(folder: Path, table: bytes, epoch: bytes, length: int = MOST_ROLLS) -> SeedChain | None:
    """The seeds of an epoch, None when they are lost. Raises ``SecretExposed`` or ``SecretDamaged``."""
    last = _read(_seed_file(folder, epoch), HASH_BYTES)
    return None if last is None else grow(table, epoch, last, length)


def forget_seeds_but(folder: Path, epoch: bytes) -> None:
    """Removes the seeds of all epochs but this one, which is anchored: nobody may roll with them any more."""
    keep = _seed_file(folder, epoch)
    for path in folder.glob("dice-*.seed"):
        if path != keep:
            path.unlink(missing_ok=True)


def _seed_file(folder: Path, epoch: bytes) -> Path:
    return folder / f"dice-{epoch.hex()}.seed"


def _check_ready(ready: Callable[[], bool]) -> None:
    if not ready():
        raise EntropyNotReady("the generator of random numbers is not ready: no key and no seeds are made")


def _read(path: Path, size: int) -> bytes | None:
    """The secret, None when there is no file."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as file:
        if os.fstat(handle).st_mode & _OTHERS:
            raise SecretExposed(f"{path} can be read by others than its owner")
        secret = file.read(size + 1)
    if len(secret) != size:
        raise SecretDamaged(f"{path} does not hold {size} bytes")
    return secret


def _write_once(path: Path, secret: bytes) -> bool:
    """Whether the file was made; False when there was one already, which stays as it is. Durable on return."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, _PRIVATE)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secret)
            file.flush()
            os.fsync(handle)
        return _linked(draft, path)
    finally:
        draft.unlink(missing_ok=True)
        sync_folder(path.parent)


def _linked(draft: Path, path: Path) -> bool:
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        return False
    return True

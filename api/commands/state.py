"""What commands share that look at a table's state folder: configuration, journal, who holds it."""

from __future__ import annotations

import argparse
import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from api.commands.as_owner import as_owner
from api.commands.exits import WrongUse
from api.doctor.finding import AS_THE_SERVICE

if TYPE_CHECKING:
    from controller.config import Config
    from controller.journal.store import Journal


def add_state_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help="configuration (default /etc/jantaku/table.toml)")
    parser.add_argument("--state-dir", type=Path, metavar="DIR", help="state folder, instead of the configured one")
    parser.add_argument("--json", action="store_true", help="print JSON")


def configuration(arguments: argparse.Namespace) -> Config:
    from controller.config import load
    from controller.config_file import ConfigError

    try:
        return load(arguments.config)
    except ConfigError as error:
        raise WrongUse(str(error)) from error


def state_dir(arguments: argparse.Namespace) -> Path:
    chosen: Path | None = arguments.state_dir
    return chosen or configuration(arguments).table.state_dir


def journal_of(folder: Path) -> Path:
    return folder / "journal.db"


def now() -> datetime:
    return datetime.now(UTC)


@contextmanager
def open_journal(path: Path) -> Iterator[Journal]:
    """For reading, as the owner of its folder; the service may write meanwhile. Raises ``WrongUse`` when there is none
    that can be read."""
    from controller.journal.errors import JournalError
    from controller.journal.store import Journal

    with as_owner(path.parent):
        try:
            there = path.is_file()
        except PermissionError as error:
            raise WrongUse(f"{path} cannot be read by this user. {AS_THE_SERVICE}") from error
        if not there:
            raise WrongUse(f"{path}: there is no journal here")
        try:
            with Journal(path, now=now, read_only=True) as journal:
                yield journal
        except JournalError as error:
            raise WrongUse(f"{error.detail}. {error.remedy}") from error


@contextmanager
def sole_owner(folder: Path) -> Iterator[None]:
    """Holds the lock that a running service holds (see ``controller.journal.store``), so that none starts meanwhile,
    and acts as the owner of the folder.

    Raises ``WrongUse``."""
    with as_owner(folder), _lock_file(folder) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise WrongUse(f"{folder} is in use: stop the service first, or the other command") from error
        yield


def _lock_file(folder: Path) -> TextIO:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return (folder / "journal.db.lock").open("a")
    except PermissionError as error:
        raise WrongUse(f"{folder} may not be written by this user. {AS_THE_SERVICE}") from error
    except OSError as error:
        raise WrongUse(f"{folder} cannot be written: {error.strerror}") from error

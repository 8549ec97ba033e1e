"""Checks of this installation: configuration, disk, journal, clock."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from api.doctor.finding import AS_THE_SERVICE, Finding
from controller.config import Config, load
from controller.config_file import ConfigError
from controller.journal.errors import JournalError
from controller.journal.store import Journal

LEAST_FREE_BYTES: Final = 200 * 1024 * 1024
NO_ROOM_BYTES: Final = 4 * 1024 * 1024
"""Less than the journal and its log of changes grow by in an evening."""
EARLIEST: Final = datetime(2025, 1, 1, tzinfo=UTC)
SYNCHRONIZED: Final = Path("/run/systemd/timesync/synchronized")


def configuration(path: Path | None) -> tuple[Finding, Config | None]:
    try:
        config = load(path)
    except ConfigError as error:
        return Finding("config", "bad", str(error), "Correct the file; nothing is guessed."), None
    return in_use(config), config


def in_use(config: Config) -> Finding:
    return Finding("config", "ok", f"port {config.board.port}, state in {config.table.state_dir}")


def engine(form: str) -> Finding:
    """``form``: ``api.service.version.rules_engine``. Both say the same; a computer is only sooner with the first."""
    return Finding(
        "rules-engine", "ok", form if form == "compiled" else f"{form}; the package jantaku-compiled is faster"
    )


def disk(folder: Path) -> Finding:
    """``folder`` may not exist yet; then its nearest parent has to allow making it."""
    present = next(parent for parent in (folder, *folder.absolute().parents) if parent.is_dir())
    if os.statvfs(present).f_flag & os.ST_RDONLY:
        remedy = "The card was mounted so, or has failed: look at dmesg, and keep a copy of the folder."
        return Finding("disk", "bad", f"{present} is on a disk that can only be read", remedy)
    if not os.access(present, os.W_OK | os.X_OK):
        return Finding("disk", "bad", f"{present} cannot be written by this user", AS_THE_SERVICE)
    free = shutil.disk_usage(present).free
    detail = f"{free // 1024**2} MiB free for {folder}"
    if free < NO_ROOM_BYTES:
        return Finding("disk", "bad", detail, "Free some space: the service cannot keep results any more.")
    if free < LEAST_FREE_BYTES:
        return Finding("disk", "warn", detail, "Free some space: results are refused when the disk is full.")
    return Finding("disk", "ok", detail)


def journal(path: Path, now: datetime) -> Finding:
    try:
        if not path.exists():
            return Finding("journal", "ok", f"{path}: none yet; the service makes it")
        with Journal(path, now=lambda: now, read_only=True) as opened:
            return _chain(opened, now)
    except JournalError as error:
        return Finding("journal", "bad", error.detail, error.remedy)
    except PermissionError:
        return Finding("journal", "bad", f"{path} cannot be read by this user", AS_THE_SERVICE)


def _chain(opened: Journal, now: datetime) -> Finding:
    wrong = opened.verify()
    if wrong is not None:
        return Finding("journal", "bad", f"event {wrong} does not fit the chain", "Keep the file; restore a backup.")
    last = opened.read(max(0, opened.last_seq - 1), 1)
    if last and datetime.fromisoformat(last[0].time) > now + timedelta(minutes=1):
        return Finding("journal", "warn", f"the last event is of {last[0].time}, in the future", "Set the clock.")
    return Finding("journal", "ok", f"{opened.last_seq} events, all in order")


def clock(now: datetime, reported: bool | None = None, synchronized: Path = SYNCHRONIZED) -> Finding:
    """Times in the journal are only as good as this clock; nothing of the machine depends on it. ``reported``: what the
    system says of its time server, None when it does not say."""
    if now < EARLIEST:
        return Finding("clock", "bad", f"the clock says {now:%Y-%m-%d}", "Set the clock, or connect a network once.")
    silent = synchronized.parent.is_dir() and not synchronized.exists()
    if reported is False or (reported is None and silent):
        return Finding("clock", "warn", "not set by a time server since the start", "Results will carry this time.")
    return Finding("clock", "ok", f"{now:%Y-%m-%d %H:%M} UTC")

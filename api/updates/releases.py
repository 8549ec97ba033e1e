"""Releases side by side under one folder, and which of them runs: one link, exchanged in one step.

``releases/VERSION/``: a whole release each. ``current``: a link to the one that runs; without it the packaged program
does. ``update.json``: the update under way. ``last.json``: how the last one ended. ``refused.json``: versions that were
taken back.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from pathlib import Path
from typing import Any, Final

from api.updates.errors import NotNow
from controller.files import sync_folder, write_whole

ROOT: Final = Path("/opt/jantaku")
MOST_KEPT: Final = 2
"""Releases beside the one that runs: the way back, and one more."""


class Phase(StrEnum):
    """How far an update is. BEGUN: what runs is untouched. TRYING: the link, the board or the journal may be new.
    UNDOING: the release before is being put back. GOOD: the new one was found well."""

    BEGUN = "begun"
    TRYING = "trying"
    UNDOING = "undoing"
    GOOD = "good"


@dataclass(frozen=True, slots=True)
class Plan:
    """``before``: the release that ran; None for the packaged one. ``flash``: whether the board's firmware changes.
    ``why``: it is taken back."""

    version: str
    before: str | None
    flash: bool = False
    phase: Phase = Phase.BEGUN
    why: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the last update ended: ``why`` is empty when ``version`` runs. ``time``: ISO 8601."""

    version: str
    before: str | None
    time: str
    why: str = ""


class Releases:
    """``root``: ``ROOT``, but in tests."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root

    def folder(self, version: str) -> Path:
        return self.root / "releases" / version

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """One update at a time on this computer. Raises ``NotNow``, ``OSError``."""
        self.root.mkdir(parents=True, exist_ok=True, mode=0o755)
        with (self.root / "lock").open("a") as lock:
            try:
                flock(lock, LOCK_EX | LOCK_NB)
            except OSError as error:
                raise NotNow("another update is under way") from error
            yield

    def under_way(self) -> bool:
        """Whether an update goes on now, or was cut off. May be asked by anybody."""
        if self.plan() is not None:
            return True
        try:
            with (self.root / "lock").open("rb") as lock:
                flock(lock, LOCK_SH | LOCK_NB)
        except FileNotFoundError:
            return False
        except OSError:
            return True
        return False

    def current(self) -> str | None:
        """The release that is linked; None: the packaged one."""
        link = self.root / "current"
        return link.readlink().name if link.is_symlink() and link.exists() else None

    def link(self, version: str | None) -> None:
        """From now on ``version`` is what starts; None: the packaged one. In one step, durably."""
        link = self.root / "current"
        if version is None:
            link.unlink(missing_ok=True)
        else:
            new = self.root / "current.new"
            new.unlink(missing_ok=True)
            new.symlink_to(Path("releases") / version)
            new.replace(link)
        sync_folder(self.root)

    def versions(self) -> list[str]:
        """All whole releases here, the one put in last first."""
        folder = self.root / "releases"
        found = [path for path in folder.iterdir() if not path.name.startswith(".")] if folder.is_dir() else []
        return [
            path.name for path in sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
        ]

    def place_for(self, version: str) -> Path:
        """Where a release is unpacked before it is one. What an update that was cut off left there is gone."""
        place = self.root / "releases" / f".{version}"
        place.parent.mkdir(parents=True, exist_ok=True)
        for left in place.parent.glob(".*"):
            shutil.rmtree(left, ignore_errors=True)
        return place

    def take_in(self, place: Path, version: str) -> None:
        """The unpacked folder becomes a release: whole on the disk before it has its name."""
        for folder in (place, *(path for path in place.rglob("*") if path.is_dir())):
            for path in folder.iterdir():
                if path.is_file():
                    _sync_file(path)
            sync_folder(folder)
        target = self.folder(version)
        if target.exists():
            shutil.rmtree(target)
        os.utime(place)
        place.rename(target)
        sync_folder(target.parent)

    def plan(self) -> Plan | None:
        """The update under way."""
        read = self._read("update.json")
        return None if read is None else Plan(**{**read, "phase": Phase(read["phase"])})

    def keep_plan(self, plan: Plan) -> None:
        write_whole(self.root / "update.json", json.dumps(asdict(plan)).encode())

    def end(self, outcome: Outcome, *, refused: bool) -> None:
        """The update is over. ``refused``: it is not tried again by itself."""
        if refused:
            names = sorted({*self.refused(), outcome.version})
            write_whole(self.root / "refused.json", json.dumps(names).encode())
        self.note(outcome)
        (self.root / "update.json").unlink(missing_ok=True)
        sync_folder(self.root)
        self._clear()

    def note(self, outcome: Outcome) -> None:
        """How an update ended that was not begun."""
        write_whole(self.root / "last.json", json.dumps(asdict(outcome)).encode())

    def last(self) -> Outcome | None:
        read = self._read("last.json")
        return None if read is None else Outcome(**read)

    def refused(self) -> list[str]:
        read = self._read("refused.json")
        return list(read) if isinstance(read, list) else []

    def _clear(self) -> None:
        """Releases that nobody goes back to any more."""
        others = [version for version in self.versions() if version != self.current()]
        for version in others[MOST_KEPT:]:
            shutil.rmtree(self.folder(version), ignore_errors=True)

    def _read(self, name: str) -> Any:
        try:
            return json.loads((self.root / name).read_bytes())
        except FileNotFoundError:
            return None


def _sync_file(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

"""Updates that wait in a state folder, brought by a hall, and the wish to put one in.

The service has no rights to change its own program: it writes the wish, and a unit of systemd that is root's looks at
it (``jantaku update wanted``). That one trusts nothing here but signatures.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

from api.backups.archive import UPDATES
from api.updates.bundle import SUFFIX, Bundle, checked, numbers
from api.updates.errors import BadBundle, NotNow
from controller.files import sync_folder, write_whole

WISH: Final = "update-wanted"
"""``jantaku-update.path`` of systemd waits for it."""
LONGEST_WISH: Final = 200
MOST_BYTES: Final = 100 << 20
"""Of an update file: some eight times what one has."""
_PRIVATE: Final = 0o600


class Inbox:
    """``state_dir``: of a table or hall. ``keys``: whose updates are taken. ``machine``: for which; None: for any."""

    def __init__(self, state_dir: Path, keys: Sequence[str], machine: str | None) -> None:
        self._state_dir, self.folder, self._keys, self._machine = state_dir, state_dir / UPDATES, keys, machine

    def waiting(self) -> list[Bundle]:
        """Those with a good signature, the newest first; none in a folder that cannot be read."""
        found = []
        for path in self._files():
            try:
                bundle = checked(path, self._keys)
            except BadBundle:
                continue
            if self._machine in (None, bundle.manifest.machine):
                found.append(bundle)
        return sorted(found, key=lambda one: numbers(one.manifest.version), reverse=True)

    def _files(self) -> list[Path]:
        try:
            return [path for path in self.folder.iterdir() if path.suffix == SUFFIX]
        except OSError:
            return []

    def newest(self, after: str) -> Bundle | None:
        """None when there is none that is newer than the release ``after``."""
        return next((one for one in self.waiting()[:1] if is_newer(one.manifest.version, after)), None)

    def of(self, version: str, machine: str) -> Bundle | None:
        wanted = (version, machine)
        return next((one for one in self.waiting() if (one.manifest.version, one.manifest.machine) == wanted), None)

    def new_part(self) -> IO[bytes]:
        """Where an update is written while it comes; ``take_in`` makes it one. Raises ``OSError``."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        path = self.folder / "coming.part"
        path.unlink(missing_ok=True)
        flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC
        return os.fdopen(os.open(path, flags, _PRIVATE), "w+b")

    def take_in(self, part: IO[bytes]) -> Bundle:
        """What was written is an update from now on, durably, and older ones for the same machine go. Raises
        ``BadBundle``, ``OSError``."""
        part.flush()
        os.fsync(part.fileno())
        path = Path(part.name if isinstance(part.name, str) else self.folder / "coming.part")
        bundle = checked(path, self._keys)
        said = bundle.manifest
        if self._machine not in (None, said.machine):
            raise BadBundle(f"it is for {said.machine}; this computer is {self._machine}")
        target = self.folder / f"jantaku-{said.version}-{said.machine}{SUFFIX}"
        path.replace(target)
        sync_folder(self.folder)
        for other in self.waiting():
            older = other.manifest.machine == said.machine and is_newer(said.version, other.manifest.version)
            if older:
                other.path.unlink(missing_ok=True)
        return Bundle(target, said, bundle.key)

    def wish(self, version: str) -> None:
        """Durably. Raises ``OSError``."""
        write_whole(self._state_dir / WISH, json.dumps({"version": version}).encode(), _PRIVATE)

    def is_wished(self) -> bool:
        return (self._state_dir / WISH).exists()

    def take_wish(self) -> str:
        """The version that is wanted; the wish is gone, whatever comes of it. Raises ``NotNow`` when there is none that
        can be read, ``OSError``."""
        path = self._state_dir / WISH
        try:
            with path.open("rb") as file:
                content = file.read(LONGEST_WISH)
            path.unlink()
            version = json.loads(content)["version"]
            numbers(version)
        except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError, BadBundle) as error:
            path.unlink(missing_ok=True)
            raise NotNow("nobody wants an update") from error
        return str(version)


def is_newer(version: str, than: str) -> bool:
    """Raises ``BadBundle`` for what is no version."""
    return numbers(version) > numbers(than)

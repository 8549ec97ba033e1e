"""What an owner wishes of the computer of a table: one thing at a time, as a small file.

Whoever may write into the state folder may write a wish, so that all of it is checked where it is taken.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from api.card.settings import ForNetwork, ForTable
from api.card.table_file import profiles_of
from api.setup.errors import BadWish
from controller.config_file import ConfigError, Source, checked_by, section
from controller.files import write_whole

WANTED: Final = "setup-wanted"
"""``jantaku-setup.path`` of systemd waits for it."""
LONGEST: Final = 2048
_PRIVATE: Final = 0o600
_RELEASE: Final = re.compile(r"[0-9]{1,6}([.][0-9]{1,6}){0,4}")


def _release(value: str) -> None:
    if not _RELEASE.fullmatch(value):
        raise ValueError("must be a version such as 1.0.0")


@dataclass(frozen=True, slots=True)
class ForFirmware:
    """``version``: of the firmware that comes with this release. ``blank``: somebody looked, and nothing is raised or
    half way: the board has no firmware or no sensors that could say so."""

    version: str = field(metadata=checked_by(_release))
    blank: bool = False


Wish = ForTable | ForNetwork | ForFirmware
KINDS: Final[Mapping[str, type[Wish]]] = {"table": ForTable, "network": ForNetwork, "firmware": ForFirmware}


def kind_of(wish: Wish) -> str:
    return next(name for name, kind in KINDS.items() if isinstance(wish, kind))


def packed(wish: Wish) -> bytes:
    return json.dumps({kind_of(wish): asdict(wish)}).encode()


def unpacked(content: bytes) -> Wish:
    """Raises ``BadWish``, which names the field."""
    if len(content) > LONGEST:
        raise BadWish(f"it is longer than {LONGEST} bytes")
    try:
        given: Any = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise BadWish("it is no JSON") from error
    if not isinstance(given, dict) or len(given) != 1 or not given.keys() <= KINDS.keys():
        raise BadWish(f"it is none of {', '.join(KINDS)}")
    ((name, values),) = given.items()
    return checked(name, values)


def checked(name: str, values: Any) -> Wish:
    """A wish of this kind. Raises ``BadWish``."""
    if not isinstance(values, dict):
        raise BadWish(f"{name} must be a section")
    try:
        wish: Wish = section(KINDS[name], values, name, Source("", None))
    except ConfigError as error:
        named = re.match(rf"{name}\.(\w+) must", error.detail)
        raise BadWish(error.detail, field=None if named is None else named[1]) from None
    if isinstance(wish, ForNetwork):
        for key in ("name", "country"):
            if not getattr(wish, key):
                raise BadWish(f"network.{key} must be given", field=key)
    if isinstance(wish, ForTable):
        if wish == ForTable():
            raise BadWish("table has nothing to change")
        if wish.profile and wish.profile not in (profiles_of(wish.ruleset) if wish.ruleset else ()):
            raise BadWish("table.profile must be one of the ruleset that is given", field="profile")
    return wish


class WishBox:
    """``folder``: the state folder of a table."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / WANTED

    def put(self, wish: Wish) -> None:
        """Durably. Raises ``OSError``."""
        write_whole(self._path, packed(wish), _PRIVATE)

    def is_there(self) -> bool:
        return self._path.is_file()

    def is_left(self) -> bool:
        """Whatever lies there: for whoever takes it away."""
        return os.path.lexists(self._path)

    def take(self) -> Wish:
        """The wish is gone, whatever comes of it. For root as the owner of the folder: a link leads nowhere, and what
        is no plain file is not waited for. Raises ``BadWish``, ``OSError``."""
        try:
            handle = os.open(self._path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            self._remove()
            raise BadWish(f"there is none that can be read: {error.strerror}") from error
        try:
            plain = stat.S_ISREG(os.fstat(handle).st_mode)
            content = os.read(handle, LONGEST + 1) if plain else b""
        finally:
            os.close(handle)
        self._remove()
        return unpacked(content)

    def _remove(self) -> None:
        """A folder in its place stays for the unit, which removes it as well."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError:
            return

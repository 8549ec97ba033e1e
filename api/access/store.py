"""Where a table keeps its devices: one file, only its owner may read it, in a folder that no backup holds.

A backup that is restored therefore brings no device back that was revoked after it, and a copy of one opens no table:
devices belong to the computer, as the secrets of the dice do.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from api.access.devices import Device
from api.access.folder import CONSOLE, FILE, PRIVATE
from api.access.grants import Grant
from controller.credentials.tokens import new_token
from controller.files import write_whole

log = logging.getLogger("jantaku.access")


@dataclass(frozen=True, slots=True)
class Kept:
    """What the file holds. ``devices``: by id, in the order of pairing. ``pin``: of ``api.access.pin``."""

    devices: Mapping[str, Device] = field(default_factory=dict)
    grants: tuple[Grant, ...] = ()
    pin: str | None = None


@cache
def _adapter() -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(Kept)


class AccessStore:
    """``folder``: made when something is written."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._path = folder, folder / FILE

    def load(self) -> Kept:
        """A file that cannot be read lets nobody in and is kept aside; the console pairs the owner anew."""
        try:
            kept: Kept = _adapter().validate_json(self._path.read_bytes())
        except FileNotFoundError:
            return Kept()
        except (OSError, ValueError) as error:
            log.critical("%s cannot be read: no device is paired any more; pair the owner anew", self._path)
            log.info("what is wrong with it: %s", error)
            self._set_aside()
            return Kept()
        return kept

    def save(self, kept: Kept) -> None:
        """Durably. Raises ``OSError``."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(self._path, _adapter().dump_json(kept, indent=1), mode=PRIVATE)

    def new_console_token(self) -> str:
        """Written for the programs of the console. Empty where the disk does not take it: then they are strangers."""
        token = new_token().text
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self.folder / CONSOLE, token.encode(), mode=PRIVATE)
        except OSError as error:
            log.warning("no token for the programs of the console: %s", error)
            return ""
        return token

    def _set_aside(self) -> None:
        try:
            self._path.rename(self._path.with_suffix(".damaged"))
        except OSError as error:
            log.error("%s: %s", self._path, error.strerror)

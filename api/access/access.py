"""Whom each request comes from, and the devices that are paired. One for a running service."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from api.access.caller import Caller
from api.access.devices import LIFETIME, SEEN_SECONDS, Device, device_of, ended_with_match, living, with_device
from api.access.store import AccessStore, Kept
from controller.config import Config
from controller.config_file import ConfigError
from controller.credentials.tokens import Token, new_token
from controller.permits import LOCAL_OWNER, Actor, Role
from controller.refusals import Code, Refused
from controller.rules.seats import Seat

log = logging.getLogger("jantaku.access")

CONSOLE: Final = Actor(Role.TECHNICIAN, "console")
"""A program of this computer that may read the table's folder."""
FOR_EVERYBODY: Final = frozenset(
    {
        "read.me",
        "read.words",
        "read.health",
        "read.rules",
        "pairing.ask",
        "pairing.enter",
        "read.heads",
        "journal.offer",
    }
)
"""Rows of ``controller.permits`` for whoever is not paired, also where viewers are switched off: what a device needs to
be paired at all, and what tables exchange with each other, which shows nothing of the game."""


@dataclass(frozen=True, slots=True)
class AccessRules:
    """``local_owner``: pages and programs of this computer are its owner's, without pairing. ``viewers``: whoever is
    not paired may look on."""

    local_owner: bool = True
    viewers: bool = True


def rules_of(config: Config, alone: bool) -> AccessRules:
    """``alone``: only this computer hears the service. Raises ``ConfigError`` where the network would find it open."""
    control = config.access.control
    if control == "off" and not alone:
        detail = f'access.control is "off", so that http.host must be 127.0.0.1, not {config.http.host}'
        raise ConfigError(None, 0, detail)
    return AccessRules(local_owner=alone and control != "always", viewers=config.access.viewers)


@dataclass(frozen=True, slots=True)
class MatchBounds:
    """The last events that began and ended a match, and the last event of all; 0 for none."""

    started: int = 0
    over: int = 0
    last: int = 0


class Access:
    """``store``: where devices are kept; None keeps them in memory. ``now``: the wall clock. ``bounds``: of the match,
    asked for whenever a seat's device is looked at."""

    def __init__(
        self,
        rules: AccessRules,
        store: AccessStore | None = None,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        bounds: Callable[[], MatchBounds] = MatchBounds,
    ) -> None:
        self.rules, self.bounds = rules, bounds
        self._store, self._now = store, now
        self.kept = Kept() if store is None else store.load()
        self._console = ""
        self._leaving: dict[str, dict[object, Callable[[], None]]] = {}

    # ------------------------------------------------------------ who asks

    def actor(self, caller: Caller) -> Actor:
        """Raises ``Refused`` (``not-paired``) for a program whose token is none. A page with such a token is a viewer:
        it must still be able to say that it is not paired."""
        device = self.device(caller)
        if device is not None:
            return device.actor
        if caller.local and caller.program and self._is_console(caller.token or ""):
            return CONSOLE
        if caller.token is not None and caller.program:
            raise Refused(Code.NOT_PAIRED, "this token is unknown, revoked or expired")
        if caller.local and self.rules.local_owner:
            return LOCAL_OWNER
        return Actor(Role.VIEWER, caller.client)

    def open_console(self) -> None:
        """Lets the programs in that may read the table's folder. Once, when the service starts."""
        self._console = "" if self._store is None else self._store.new_console_token()

    def _is_console(self, token: str) -> bool:
        return bool(self._console) and hmac.compare_digest(token.encode("utf-8", "replace"), self._console.encode())

    def device(self, caller: Caller) -> Device | None:
        """The paired device that asks, and a note that it was seen."""
        if caller.token is None:
            return None
        found = device_of(self.kept.devices, caller.token, self.seconds())
        return None if found is None else self._seen(found)

    def check_viewer(self, actor: Actor, name: str) -> None:
        """Raises ``Refused`` (``not-paired``) where whoever is not paired may not even look."""
        if actor.role is Role.VIEWER and not self.rules.viewers and name not in FOR_EVERYBODY:
            raise Refused(Code.NOT_PAIRED, f"{actor.name} is not paired, and this table is not open to viewers")

    def still(self, actor: Actor) -> bool:
        """Whether a device that was let in still is: for streams, which are asked for once."""
        if actor.device is None:
            return True
        device = self.kept.devices.get(actor.device)
        return device is not None and self._kept_until(device) > self.seconds()

    def when_revoked(self, actor: Actor, leave: Callable[[], None]) -> Callable[[], None]:
        """Calls ``leave`` when the device of ``actor`` is revoked, until what is answered here is called."""
        if actor.device is None:
            return lambda: None
        id_, mark = actor.device, object()
        self._leaving.setdefault(id_, {})[mark] = leave

        def forget() -> None:
            leaving = self._leaving.get(id_, {})
            leaving.pop(mark, None)
            if not leaving:
                self._leaving.pop(id_, None)

        return forget

    def seconds(self) -> int:
        """Of the wall clock, since 1970."""
        return int(self._now().timestamp())

    def _kept_until(self, device: Device) -> int:
        """When it ends. That is written down when a match shortens it: else half an hour would begin anew each time."""
        ends = self._ended(device)
        if ends != device.expires_at:
            changed = replace(device, expires_at=ends)
            self.keep(replace(self.kept, devices={**self.kept.devices, device.id: changed}), must=False)
        return ends

    def _seen(self, device: Device) -> Device | None:
        now, ends = self.seconds(), self._ended(device)
        if ends <= now:
            return None
        if ends != device.expires_at or now - device.last_seen >= SEEN_SECONDS:
            device = replace(device, last_seen=now, expires_at=ends)
            self.keep(replace(self.kept, devices={**self.kept.devices, device.id: device}), must=False)
        return device

    def _ended(self, device: Device) -> int:
        bounds = self.bounds()
        return ended_with_match(device, bounds.started, bounds.over, self.seconds())

    # ------------------------------------------------------------ the list

    def devices(self) -> list[Device]:
        """Those that are let in now, in the order of pairing."""
        now = self.seconds()
        return [one for one in living(self.kept.devices, now).values() if self._kept_until(one) > now]

    def let_in(self, name: str, role: Role, seat: Seat | None, by: str, lifetime: int = 0) -> Token:
        """Pairs a device for ``lifetime`` seconds, or as long as its role lasts; its token is known here for the last
        time. Raises ``Refused``."""
        now, token = self.seconds(), new_token()
        ends = now + (lifetime or LIFETIME[role])
        device = Device(token.id, name, role, seat, token.hash, by, now, ends, now, self.bounds().last)
        devices = with_device(self.kept.devices, device, now)
        if devices is None:
            raise Refused(Code.DEVICES_FULL)
        self.keep(replace(self.kept, devices=devices))
        log.info("paired %s", name, extra={"device": device.id, "role": role.value, "seat": seat, "by": by})
        return token

    def revoke(self, id_: str, by: str) -> None:
        """At once: the next request of the device is that of a stranger, and its streams end. Raises ``Refused``."""
        device = self.kept.devices.get(id_)
        if device is None:
            raise Refused(Code.NO_SUCH_DEVICE, f"no device {id_[:40]!r} is paired")
        self.keep(replace(self.kept, devices={key: one for key, one in self.kept.devices.items() if key != id_}))
        log.info("revoked %s", device.name, extra={"device": id_, "role": device.role.value, "by": by})
        for leave in tuple(self._leaving.get(id_, {}).values()):
            leave()

    def keep(self, kept: Kept, must: bool = True) -> None:
        """``must``: raises ``Refused`` when the disk does not take it; a note that a device was seen can be lost."""
        if self._store is not None:
            try:
                self._store.save(kept)
            except OSError as error:
                if must:
                    raise Refused(Code.ACCESS_UNWRITABLE, f"{error.strerror}") from error
                log.error("the devices could not be written: %s", error)
        self.kept = kept

    @property
    def folder(self) -> Path | None:
        """Where it is kept; None for one that lives in memory."""
        return None if self._store is None else self._store.folder

"""How devices get in: by a key at the table, by a code that the owner gave away, by a code of the console."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, Literal

from api.access import owner_code
from api.access.access import Access, AccessRules
from api.access.desk import WAIT_SECONDS, Asked, OpenPairing, PairingDesk, Wish
from api.access.grants import MOST_GRANTS, Grant, grant_of
from api.access.keys import Later
from api.access.pin import is_pin
from controller.credentials.codes import hash_of_code, new_code
from controller.credentials.tokens import Token
from controller.credentials.tries import Tries
from controller.permits import Actor, Role
from controller.refusals import Code, Refused
from controller.rules.seats import Seat

log = logging.getLogger("jantaku.access")

AskedState = Literal["waiting", "open", "over"]
CONSOLE: Final = "console"
Slowly = Callable[[Callable[[], bool]], Awaitable[bool]]
"""Answers a question that takes a tenth of a second without holding the others up."""


class Pairings:
    """``steady``: seconds of people's time that never jump; ``later``: calls back after so many of them. ``changed`` is
    called when the display has something else to show. ``url``: where other devices reach the table."""

    def __init__(
        self,
        access: Access,
        *,
        steady: Callable[[], float],
        later: Later,
        changed: Callable[[], None] = lambda: None,
        desk: PairingDesk | None = None,
    ) -> None:
        self.access, self.desk, self.url = access, desk or PairingDesk(), ""
        self._steady, self._later, self._changed = steady, later, changed
        self._pin_tries = Tries()

    # ------------------------------------------------------------ asking and opening

    def ask(self, wish: Wish, name: str, client: str) -> Asked:
        """Raises ``Refused``."""
        if wish.role is Role.OWNER and self._has_owner():
            raise Refused(Code.NOT_ALLOWED, "there is an owner already; the console gives out a code for another")
        now = self._steady()
        asked = Asked(secrets.token_hex(16), wish, name, client, now + WAIT_SECONDS)
        self.desk.ask(asked, now)
        log.info("asks to be paired: %s", name, extra={"role": wish.role.value, "seat": wish.seat, "client": client})
        return asked

    def waits_for(self, role: Role, seat: Seat | None) -> bool:
        return self.desk.waits_for(role, seat, self._steady())

    def key_held(self, seat: Seat | None) -> None:
        """A dice key, or Open and Raise together (None)."""
        now = self._steady()
        if self.desk.both_keys_held(now) if seat is None else self.desk.seat_key_held(seat, now):
            self._opened()

    def button_pressed(self) -> None:
        """The service button of the Pi. It makes the first owner and no other."""
        if not self._has_owner() and self.desk.button_pressed(self._steady()):
            self._opened()

    def vouch(self, id_: str, by: Actor) -> None:
        """Raises ``Refused``."""
        self.desk.vouch(id_, by.name, self._steady())
        self._opened()

    def _opened(self) -> None:
        opened = self.desk.opened
        if opened is not None:
            wish = opened.wish
            log.info("pairing open", extra={"role": wish.role.value, "seat": wish.seat, "by": opened.by})
            self._later(opened.until - self._steady() + 0.1, self._look)
        self._changed()

    def _look(self) -> None:
        if self.desk.tidy(self._steady()):
            self._changed()

    def _has_owner(self) -> bool:
        return any(one.role is Role.OWNER for one in self.access.devices())

    # ------------------------------------------------------------ what is shown

    def state(self, id_: str) -> tuple[AskedState, float, bool]:
        """Of a device that asked: ``waiting``, ``open`` or ``over``; seconds left; whether the PIN is wanted."""
        now = self._steady()
        self.desk.tidy(now)
        asked, opened = self.desk.waiting.get(id_), self.desk.opened
        if asked is None:
            return "over", 0.0, False
        if opened is not None and opened.wish == asked.wish:
            return "open", opened.until - now, opened.pin
        return "waiting", asked.until - now, asked.wish.role in (Role.STAFF, Role.TABLE)

    def waiting(self) -> list[Asked]:
        self.desk.tidy(self._steady())
        return list(self.desk.waiting.values())

    def open_now(self) -> tuple[OpenPairing, float, int] | None:
        """The open pairing, seconds left, and wrong digits that are still allowed."""
        now = self._steady()
        self.desk.tidy(now)
        opened = self.desk.opened
        return None if opened is None else (opened, opened.until - now, self.desk.tries.left(now))

    def link(self, code: str) -> str:
        """What a code holds that is scanned. The code stands in the fragment, which no server and no log sees."""
        return f"{self.url}/pair#{code}"

    # ------------------------------------------------------------ entering

    async def enter(self, text: str, name: str | None, pin: str | None, slowly: Slowly) -> Token:
        """Lets a device in that knows a code. Raises ``Refused``."""
        opened = self.desk.entered(text, self._steady())
        if opened is None:
            return self._by_code(text, name)
        if opened.pin:
            await self._check_pin(pin, slowly)
        if self.desk.opened is not opened:
            raise Refused(Code.NO_SUCH_PAIRING, "this pairing is over")
        wish = opened.wish
        token = self.access.let_in(name or opened.name or wish.role.value, wish.role, wish.seat, opened.by)
        self.desk.used(opened, self._steady())
        self._changed()
        return token

    def _by_code(self, text: str, name: str | None) -> Token:
        access = self.access
        now, folder = access.seconds(), access.folder
        grant = grant_of(access.kept.grants, text, now)
        if grant is not None:
            lifetime = grant.expires_at - now if grant.bounds else 0
            token = access.let_in(name or grant.name, grant.role, None, grant.made_by, lifetime)
            self._drop(grant.id)
            return token
        if folder is not None and owner_code.is_owner_code(folder, text, now):
            owner_code.forget(folder)
            return access.let_in(name or Role.OWNER.value, Role.OWNER, None, CONSOLE)
        raise Refused(Code.WRONG_CODE, field="code")

    async def _check_pin(self, pin: str | None, slowly: Slowly) -> None:
        kept, now = self.access.kept.pin, self._steady()
        if kept is None:
            raise Refused(Code.NO_PIN)
        if (wait := self._pin_tries.wait(now)) > 0:
            raise Refused(Code.TOO_MANY_TRIES, more={"retry_after": round(wait)})
        if not pin:
            raise Refused(Code.WRONG_PIN, "the PIN of the staff is wanted as well", field="pin")
        self._pin_tries = self._pin_tries.failed(now)  # before the answer: many at once are not tried for one
        if not await slowly(lambda: is_pin(pin, kept)):
            raise Refused(Code.WRONG_PIN, field="pin", more={"tries": self._pin_tries.left(self._steady())})
        self._pin_tries = Tries()

    # ------------------------------------------------------------ what the owner gives away

    def grants(self) -> list[Grant]:
        now = self.access.seconds()
        return [one for one in self.access.kept.grants if now < one.expires_at]

    def make_grant(self, role: Role, name: str, lifetime: int, by: Actor) -> tuple[Grant, str]:
        """The grant, and its code, which is known here for the last time. Raises ``Refused``."""
        grants, now, code = self.grants(), self.access.seconds(), new_code()
        if len(grants) >= MOST_GRANTS:
            raise Refused(Code.TOO_MANY_GRANTS)
        made_by = by.name
        grant = Grant(secrets.token_hex(8), role, name, hash_of_code(code), made_by, now, now + lifetime)
        self.access.keep(replace(self.access.kept, grants=(*grants, grant)))
        return grant, code

    def take_back(self, id_: str) -> None:
        """Raises ``Refused``."""
        if id_ not in {one.id for one in self.grants()}:
            raise Refused(Code.NO_SUCH_GRANT, f"no grant {id_[:40]!r} is open")
        self._drop(id_)

    def _drop(self, id_: str) -> None:
        left = tuple(one for one in self.grants() if one.id != id_)
        self.access.keep(replace(self.access.kept, grants=left))

    def set_pin(self, pin_hash: str) -> None:
        """``pin_hash``: of ``api.access.pin``. Devices of the staff that are paired stay so. Raises ``Refused``."""
        self.access.keep(replace(self.access.kept, pin=pin_hash))
        self._pin_tries = Tries()


def kept_nowhere() -> Pairings:
    """For a table whose devices are in memory alone, in the running loop: this computer is the owner's."""

    def later(seconds: float, call: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(seconds, call)

    return Pairings(Access(AccessRules()), steady=lambda: asyncio.get_running_loop().time(), later=later)

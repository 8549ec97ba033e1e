"""The pairing of devices at the table. Pure: times are seconds of a steady clock, codes come in as arguments.

A device asks and waits. A key at the table, held while it waits, opens the pairing: the table's display shows a code
and six digits for two minutes, and whoever has read either there is let in, once. The network can ask, and it can
guess; it cannot press a key, and it does not see the display.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from controller.credentials.codes import is_digits, new_code, new_digits, plain
from controller.credentials.tries import Tries
from controller.permits import Role
from controller.refusals import Code, Refused
from controller.rules.seats import Seat

WAIT_SECONDS: Final = 120.0
"""For the key, after a device asked."""
OPEN_SECONDS: Final = 120.0
MOST_WAITING: Final = 8
MOST_OF_A_CLIENT: Final = 2
SINCE_KEYS: Final = (Role.STAFF, Role.TABLE)
"""What Open and Raise together are held for; both want the PIN as well."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a device wants to be. ``seat``: of a player's phone."""

    role: Role
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A device that asked. ``id``: 128 random bits that only it knows."""

    id: str
    wish: Wish
    name: str
    client: str
    until: float


@dataclass(frozen=True, slots=True)
class OpenPairing:
    """``by``: the key or the device that opened it. ``pin``: the staff's PIN is wanted as well."""

    wish: Wish
    name: str | None
    digits: str
    code: str
    by: str
    pin: bool
    until: float


@dataclass
class PairingDesk:
    """``waiting`` in the order in which they asked; one pairing is open at a time, as there is one display."""

    digits: Callable[[], str] = new_digits
    code: Callable[[], str] = new_code
    waiting: dict[str, Asked] = field(default_factory=dict)
    opened: OpenPairing | None = None
    tries: Tries = field(default_factory=Tries)

    # ------------------------------------------------------------ asking

    def ask(self, asked: Asked, now: float) -> None:
        """Raises ``Refused`` when too many wait: of one client its own oldest gives way."""
        self.tidy(now)
        own = [one.id for one in self.waiting.values() if one.client == asked.client]
        for id_ in own[: max(0, len(own) - MOST_OF_A_CLIENT + 1)]:
            del self.waiting[id_]
        if len(self.waiting) >= MOST_WAITING:
            raise Refused(Code.TOO_MANY_PAIRINGS, more={"retry_after": round(WAIT_SECONDS)})
        self.waiting[asked.id] = asked

    def waits_for(self, role: Role, seat: Seat | None, now: float) -> bool:
        """Whether a key held now would mean this."""
        return any(one.wish == Wish(role, seat) and now < one.until for one in self.waiting.values())

    def tidy(self, now: float) -> bool:
        """Drops what is over; whether the open pairing was."""
        for id_ in [one.id for one in self.waiting.values() if now >= one.until]:
            del self.waiting[id_]
        if self.opened is None or now < self.opened.until:
            return False
        self.opened = None
        return True

    # ------------------------------------------------------------ opening

    def seat_key_held(self, seat: Seat, now: float) -> bool:
        """Whether that opened a pairing."""
        return self._open([Wish(Role.SEAT, seat)], f"key-{seat}", now)

    def both_keys_held(self, now: float) -> bool:
        return self._open([Wish(role) for role in SINCE_KEYS], "key-open-raise", now, pin=True)

    def button_pressed(self, now: float) -> bool:
        """The service button of the Pi, for the first owner."""
        return self._open([Wish(Role.OWNER)], "service-button", now)

    def vouch(self, id_: str, by: str, now: float) -> None:
        """A paired device of the staff opens what a tablet asked for. Raises ``Refused``."""
        self.tidy(now)
        asked = self.waiting.get(id_)
        if asked is None or asked.wish.role is not Role.TABLE:
            raise Refused(Code.NO_SUCH_PAIRING, "no tablet waits under this id")
        if not self._open([asked.wish], by, now):
            raise Refused(Code.PAIRING_OPEN)

    def _open(self, wishes: list[Wish], by: str, now: float, *, pin: bool = False) -> bool:
        self.tidy(now)
        found = next((one for wish in wishes for one in self.waiting.values() if one.wish == wish), None)
        if found is None or (self.opened is not None and self.opened.wish != found.wish):
            return False
        until = now + OPEN_SECONDS
        self.opened = OpenPairing(found.wish, found.name, self.digits(), self.code(), by, pin, until)
        return True

    # ------------------------------------------------------------ entering

    def entered(self, text: str, now: float) -> OpenPairing | None:
        """The pairing that this code opens; None for a long code that is another's. Wrong digits are counted, and after
        five of them digits are not taken for a while; the long code, which nobody guesses, always is. Raises
        ``Refused``."""
        self.tidy(now)
        opened = self.opened
        if not is_digits(text):
            right = opened is not None and _same(plain(text), plain(opened.code))
            return opened if right else None
        if (wait := self.tries.wait(now)) > 0:
            raise Refused(Code.TOO_MANY_TRIES, more={"retry_after": round(wait)})
        if opened is None:
            raise Refused(Code.NO_SUCH_PAIRING, "no pairing is open at the table")
        if not _same(plain(text), opened.digits):
            self.tries = self.tries.failed(now)
            raise Refused(Code.WRONG_CODE, field="code", more={"tries": self.tries.left(now)})
        return opened

    def used(self, opened: OpenPairing, now: float) -> None:
        """A device is let in: the code is worth nothing any more. Raises ``Refused`` when it was another that was."""
        self.tidy(now)
        if self.opened is not opened:
            raise Refused(Code.NO_SUCH_PAIRING, "this pairing is over")
        self.opened, self.tries = None, Tries()
        for id_ in [one.id for one in self.waiting.values() if one.wish == opened.wish]:
            del self.waiting[id_]


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass"))

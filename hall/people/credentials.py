"""What proves who somebody is: hashes of passphrases, secrets of second factors, hashes of tokens. Never in the
journal.

A store keeps them (``SecretStore``); a backup of the hall holds them as it holds the rest of the store.
"""

from __future__ import annotations

import hmac
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Final, Protocol

from controller.refusals import Code, Refused, Takes

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST_PASSPHRASE: Final = 12
"""Characters. NIST SP 800-63B asks for 8 at least where a second factor stands beside it, and 15 where none does; tries
are bounded here."""
LONGEST_PASSPHRASE: Final = 256
FEWEST_LETTERS: Final = 5
"""Different characters: ``aaaaaaaaaaaa`` is none."""
TIME_COST, MEMORY_KIB, LANES = 2, 19 * 1024, 1
"""A choice of the OWASP Password Storage Cheat Sheet for argon2id. RFC 9106 would have 64 MiB: too much beside a hall
on a small Pi, where two people sign in at once."""
STEP_SECONDS: Final = 30
"""RFC 6238, section 5.2."""
WINDOW: Final = 1
"""Steps before and after that are taken: a phone's clock and a slow hand."""
ISSUER: Final = "Jantaku"


@dataclass(frozen=True, slots=True)
class AccountSecrets:
    """``passphrase``: an argon2id hash in its own text form. ``second_factor``: base32. ``pending``: one that has been
    shown and not yet been confirmed by a code. ``used_step``: the last step whose code was taken; no code is taken
    twice."""

    passphrase: str | None = field(default=None, repr=False)
    second_factor: str | None = field(default=None, repr=False)
    pending: str | None = field(default=None, repr=False)
    used_step: int = 0


@dataclass(frozen=True, slots=True)
class SignInSecret:
    """A token of ``controller.credentials.tokens``. ``ends`` and ``last_seen``: seconds since 1970."""

    id: str
    account: str
    hash: str = field(repr=False)
    ends: int
    last_seen: int


@dataclass(frozen=True, slots=True)
class FirstCode:
    """The code that the console gave out. ``ends``: seconds since 1970."""

    hash: str = field(repr=False)
    ends: int


class SecretStore(Protocol):
    """Durable when it returns. All of an account's is forgotten at once."""

    def account(self, account: str) -> AccountSecrets: ...

    def keep_account(self, account: str, secrets: AccountSecrets) -> None: ...

    def sign_in(self, id_: str) -> SignInSecret | None: ...

    def keep_sign_in(self, sign_in: SignInSecret) -> None: ...

    def forget_sign_in(self, id_: str) -> None: ...

    def sign_ins_of(self, account: str) -> Iterable[SignInSecret]: ...

    def forget_account(self, account: str) -> None:
        """Its secrets and its sign-ins."""

    def first_code(self) -> FirstCode | None: ...

    def keep_first_code(self, code: FirstCode | None) -> None: ...


class SecretsInMemory:
    """For tests."""

    def __init__(self) -> None:
        self._accounts: dict[str, AccountSecrets] = {}
        self._sign_ins: dict[str, SignInSecret] = {}
        self._first: FirstCode | None = None

    def account(self, account: str) -> AccountSecrets:
        return self._accounts.get(account, AccountSecrets())

    def keep_account(self, account: str, secrets: AccountSecrets) -> None:
        self._accounts[account] = secrets

    def sign_in(self, id_: str) -> SignInSecret | None:
        return self._sign_ins.get(id_)

    def keep_sign_in(self, sign_in: SignInSecret) -> None:
        self._sign_ins[sign_in.id] = sign_in

    def forget_sign_in(self, id_: str) -> None:
        self._sign_ins.pop(id_, None)

    def sign_ins_of(self, account: str) -> Iterable[SignInSecret]:
        return [one for one in self._sign_ins.values() if one.account == account]

    def forget_account(self, account: str) -> None:
        self._accounts.pop(account, None)
        for one in self.sign_ins_of(account):
            self.forget_sign_in(one.id)

    def first_code(self) -> FirstCode | None:
        return self._first

    def keep_first_code(self, code: FirstCode | None) -> None:
        self._first = code


# ---------------------------------------------------------------- passphrases


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher, Type

    return PasswordHasher(time_cost=TIME_COST, memory_cost=MEMORY_KIB, parallelism=LANES, type=Type.ID)


@cache
def nobodys_hash() -> str:
    """Compared with where there is no account: the answer takes as long, and says no more."""
    return _hasher().hash("nobody has this passphrase")


def check_passphrase(passphrase: str, name: str) -> None:
    """Raises ``Refused`` (``weak-passphrase``)."""
    text = _plain(passphrase)
    if not SHORTEST_PASSPHRASE <= len(text) <= LONGEST_PASSPHRASE:
        detail = Takes.CHARACTERS(least=SHORTEST_PASSPHRASE, most=LONGEST_PASSPHRASE)
        raise Refused(Code.WEAK_PASSPHRASE, detail, field="passphrase")
    known = name.casefold().replace(" ", "")
    if len(set(text)) < FEWEST_LETTERS or not text.casefold().replace(" ", "").replace(known, ""):
        raise Refused(Code.WEAK_PASSPHRASE, Takes.EASY_TO_GUESS(), field="passphrase")


def hash_of_passphrase(passphrase: str) -> str:
    """Slow on purpose: some 30 ms on a computer, five times as long on a Pi 4."""
    return _hasher().hash(_plain(passphrase))


def is_passphrase(passphrase: str, kept: str | None) -> bool:
    """As slow, also where there is no hash."""
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return _hasher().verify(kept or nobodys_hash(), _plain(passphrase)[:LONGEST_PASSPHRASE]) and kept is not None
    except (VerificationError, InvalidHashError):
        return False


def is_outdated(kept: str) -> bool:
    """Whether a hash was made with other costs than today's."""
    return _hasher().check_needs_rehash(kept)


def _plain(passphrase: str) -> str:
    """One spelling for letters that keyboards compose differently."""
    return unicodedata.normalize("NFKC", passphrase)


# ---------------------------------------------------------------- second factors


def new_second_factor() -> str:
    """160 random bits in base32, as RFC 4226, section 4, recommends."""
    import pyotp

    return pyotp.random_base32()


def second_factor_link(secret: str, name: str) -> str:
    """What the code holds that an authenticator scans."""
    import pyotp

    return pyotp.TOTP(secret, interval=STEP_SECONDS).provisioning_uri(name=name, issuer_name=ISSUER)


def step_of(secret: str, code: str, now: datetime, used: int) -> int | None:
    """The step that six digits belong to; None for wrong ones, and for a step that was used (RFC 6238, 5.2)."""
    import pyotp

    digits = "".join(code.split())
    if len(digits) != 6 or not digits.isascii() or not digits.isdigit():
        return None
    totp, present = pyotp.TOTP(secret, interval=STEP_SECONDS), int(now.timestamp()) // STEP_SECONDS
    for step in range(present - WINDOW, present + WINDOW + 1):
        if step > used and hmac.compare_digest(totp.at(step * STEP_SECONDS), digits):
            return step
    return None

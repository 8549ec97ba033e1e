"""How people come in: the first account, signing in, passphrases and second factors. Secrets go into their store, what
happened goes into the journal. One for a running hall.

Tries are bounded twice: for each account, and for each client that asks, so that neither many clients against one
account nor one client against many accounts gets far. A pause that an attacker causes for an account holds its owner up
as well; sign-ins that are open go on.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final, TypeVar

from controller.credentials.codes import hash_of_code, new_code, plain
from controller.credentials.tokens import Token, new_token, proves, split
from controller.credentials.tries import Tries
from controller.journal.store import iso
from controller.refusals import Code, Refused
from hall.ids import new_id
from hall.people.commands import (
    CloseAccount,
    EndSignIn,
    MakeAccount,
    MakeGrant,
    OpenSignIn,
    SetPassphrase,
    SetSecondFactor,
)
from hall.people.contacts import Give
from hall.people.credentials import (
    AccountSecrets,
    FirstCode,
    SecretStore,
    SignInSecret,
    check_passphrase,
    hash_of_passphrase,
    is_outdated,
    is_passphrase,
    new_second_factor,
    second_factor_link,
    step_of,
)
from hall.people.state import Account, State
from hall.permits import HallActor, HallRole

log = logging.getLogger("jantaku.hall")
T = TypeVar("T")
Slowly = Callable[[Callable[[], T]], Awaitable[T]]
"""Runs a slow function where it holds nobody up, one or two at a time."""

SHIFT: Final = timedelta(hours=16)
"""How long a sign-in lasts on a device that several people use."""
OWN_DEVICE: Final = timedelta(days=30)
SEEN_SECONDS: Final = 300
"""So often it is noted that a sign-in was used."""
FIRST_CODE_SECONDS: Final = 15 * 60
MOST_WATCHED: Final = 4096
"""Accounts and clients whose tries are counted; the ones seen longest ago are forgotten first."""
CONSOLE: Final = "console"


@dataclass(frozen=True, slots=True)
class SecondFactor:
    """To be confirmed by a code. ``link``: for the authenticator to scan; ``secret``: to type."""

    secret: str
    link: str


class Counted:
    """Tries by account and by client, in memory: a restart forgives."""

    def __init__(self, steady: Callable[[], float]) -> None:
        self._steady, self._tries = steady, dict[str, Tries]()

    def check(self, *keys: str) -> None:
        """Raises ``Refused`` (``too-many-tries``)."""
        wait = max(self._tries.get(key, Tries()).wait(self._steady()) for key in keys)
        if wait > 0:
            raise Refused(Code.TOO_MANY_TRIES, more={"retry_after": round(wait) or 1})

    def failed(self, *keys: str) -> None:
        for key in keys:
            tries = self._tries.pop(key, Tries()).failed(self._steady())
            self._tries[key] = tries
        while len(self._tries) > MOST_WATCHED:
            del self._tries[next(iter(self._tries))]

    def forget(self, *keys: str) -> None:
        for key in keys:
            self._tries.pop(key, None)


class AccountDesk:
    """``give``: to the hall's one writer, with the authority of the hall. ``now``: the wall clock; ``steady``: a clock
    that only goes forward, in seconds."""

    def __init__(
        self,
        secrets: SecretStore,
        state: Callable[[], State],
        give: Give,
        *,
        now: Callable[[], datetime],
        steady: Callable[[], float],
        random: Callable[[int], bytes],
    ) -> None:
        self._secrets, self._state, self._give = secrets, state, give
        self._now, self._random, self._counted = now, random, Counted(steady)

    # ------------------------------------------------------------ the first account

    def new_first_code(self) -> str:
        """For the console of the hall's computer: whoever may run a program there is an owner. Good once, for a quarter
        of an hour; an earlier code is void."""
        code = new_code()
        self._secrets.keep_first_code(FirstCode(hash_of_code(code), self._seconds() + FIRST_CODE_SECONDS))
        return code

    async def make_first(self, code: str, name: str, passphrase: str, client: str, slowly: Slowly[str]) -> str:
        """The id of a new account of an owner. Raises ``Refused``."""
        self._counted.check(f"client {client}")
        kept = self._secrets.first_code()
        if kept is None or self._seconds() >= kept.ends or not proves(plain(code), kept.hash):
            self._counted.failed(f"client {client}")
            raise Refused(Code.WRONG_CONSOLE_CODE, field="code")
        check_passphrase(passphrase, name)
        account = await self.make(name, HallRole.OWNER, passphrase, None, CONSOLE, slowly)
        self._secrets.keep_first_code(None)
        return account

    # ------------------------------------------------------------ accounts

    async def make(
        self, name: str, role: HallRole, passphrase: str, person: str | None, who: str, slowly: Slowly[str]
    ) -> str:
        """The id of the account. Raises ``Refused``."""
        check_passphrase(passphrase, name)
        account = new_id("u", self._random)
        hashed = await slowly(lambda: hash_of_passphrase(passphrase))
        self._secrets.keep_account(account, AccountSecrets(hashed))
        try:
            await self._give(MakeAccount(who, account, name, role.value, person))
        except BaseException:
            self._secrets.forget_account(account)
            raise
        return account

    async def close(self, account: str, who: str) -> None:
        """Its secrets are forgotten. Raises ``Refused``."""
        await self._give(CloseAccount(who, account))
        self._secrets.forget_account(account)

    # ------------------------------------------------------------ signing in

    async def sign_in(
        self, name: str, passphrase: str, code: str, device: str, client: str, own: bool, slowly: Slowly[bool]
    ) -> Token:
        """``code``: of the second factor, or empty. ``own``: a device of this person alone, which stays signed in
        longer. The token is known here for the last time. Raises ``Refused``: who cannot sign in does not hear whether
        name or passphrase was wrong."""
        account = self._named(name)
        keys = (f"client {client}", f"account {name.strip().casefold()[:80]}")
        self._counted.check(*keys)
        kept = AccountSecrets() if account is None else self._secrets.account(account.id)
        self._counted.failed(*keys)  # before the answer: many at once are not tried for one
        right = await slowly(lambda: is_passphrase(passphrase, kept.passphrase))
        if not right or account is None:
            log.warning("a sign-in failed", extra={"client": client})
            raise Refused(Code.WRONG_SIGN_IN, field="passphrase")
        if account.second_factor:
            self._use_code(account, code)
        self._counted.forget(*keys)
        if kept.passphrase is not None and is_outdated(kept.passphrase):
            renewed = replace(self._secrets.account(account.id), passphrase=hash_of_passphrase(passphrase))
            self._secrets.keep_account(account.id, renewed)
        return await self._let_in(account, device, OWN_DEVICE if own else SHIFT)

    def _use_code(self, account: Account, code: str) -> None:
        if not code:
            raise Refused(Code.SECOND_FACTOR_WANTED, field="code")
        kept = self._secrets.account(account.id)
        step = step_of(kept.second_factor or "", code, self._now(), kept.used_step) if kept.second_factor else None
        if step is None:
            raise Refused(Code.WRONG_FACTOR_CODE, field="code")
        self._secrets.keep_account(account.id, replace(kept, used_step=step))

    async def _let_in(self, account: Account, device: str, lasting: timedelta) -> Token:
        token, ends = new_token(), self._now() + lasting
        secret = SignInSecret(token.id, account.id, token.hash, int(ends.timestamp()), self._seconds())
        self._secrets.keep_sign_in(secret)
        try:
            await self._give(OpenSignIn(account.name, account.id, token.id, device, iso(ends)))
        except BaseException:
            self._secrets.forget_sign_in(token.id)
            raise
        return token

    def actor(self, token: str) -> HallActor | None:
        """Whom a token is of, as the account stands now; None for one that is unknown, over or of a closed account."""
        id_, secret = split(token)
        kept, now = self._secrets.sign_in(id_), self._seconds()
        if kept is None or now >= kept.ends or not proves(secret, kept.hash):
            return None
        state = self._state()
        listed, account = state.sign_ins.get(id_), state.accounts.get(kept.account)
        if listed is None or listed.ended is not None or account is None or account.closed is not None:
            return None
        if now - kept.last_seen >= SEEN_SECONDS:
            self._secrets.keep_sign_in(replace(kept, last_seen=now))
        return HallActor(account.role, account.name, account.id, account.person, id_)

    def last_seen(self, account: str) -> dict[str, str]:
        """When each sign-in of an account was last used, to five minutes; ISO 8601."""
        return {one.id: iso(datetime.fromtimestamp(one.last_seen, UTC)) for one in self._secrets.sign_ins_of(account)}

    async def sign_out(self, actor: HallActor, sign_in: str) -> None:
        """One's own sign-ins, or those of anybody for an owner. Raises ``Refused``."""
        found = self._state().sign_ins.get(sign_in)
        if found is None:
            raise Refused(Code.NO_SUCH_SIGN_IN, field="sign_in")
        self._check_own(actor, found.account)
        await self._give(EndSignIn(actor.name, sign_in, "left" if sign_in == actor.device else "revoked"))
        self._secrets.forget_sign_in(sign_in)

    # ------------------------------------------------------------ changing what proves somebody

    async def change_passphrase(
        self, actor: HallActor, old: str, new: str, slowly: Slowly[bool], hashed: Slowly[str]
    ) -> None:
        """One's own; ends all one's sign-ins, this one too. Raises ``Refused``."""
        account = self._own(actor)
        key = f"account {account.name.casefold()}"
        self._counted.check(key)
        self._counted.failed(key)
        kept = self._secrets.account(account.id)
        if not await slowly(lambda: is_passphrase(old, kept.passphrase)):
            raise Refused(Code.WRONG_SIGN_IN, field="passphrase")
        self._counted.forget(key)
        await self._replace_passphrase(account, new, actor.name, hashed)

    async def reset_passphrase(self, actor: HallActor, account: str, new: str, hashed: Slowly[str]) -> None:
        """By an owner, for somebody who has forgotten theirs. Raises ``Refused``."""
        if actor.role is not HallRole.OWNER:
            raise Refused(Code.NOT_ALLOWED, "an owner resets passphrases", words={"roles": ("role.owner",)})
        await self._replace_passphrase(self._open(account), new, actor.name, hashed)

    async def _replace_passphrase(self, account: Account, new: str, who: str, hashed: Slowly[str]) -> None:
        check_passphrase(new, account.name)
        text = await hashed(lambda: hash_of_passphrase(new))
        self._secrets.keep_account(account.id, replace(self._secrets.account(account.id), passphrase=text))
        await self._give(SetPassphrase(who, account.id))
        for one in list(self._secrets.sign_ins_of(account.id)):
            self._secrets.forget_sign_in(one.id)

    def begin_second_factor(self, actor: HallActor) -> SecondFactor:
        """Nothing changes until ``confirm_second_factor``. Raises ``Refused``."""
        account, secret = self._own(actor), new_second_factor()
        self._secrets.keep_account(account.id, replace(self._secrets.account(account.id), pending=secret))
        return SecondFactor(secret, second_factor_link(secret, account.name))

    async def confirm_second_factor(self, actor: HallActor, code: str) -> None:
        """Raises ``Refused``."""
        account = self._own(actor)
        key = f"code {account.id}"
        self._counted.check(key)
        kept = self._secrets.account(account.id)
        step = step_of(kept.pending, code, self._now(), 0) if kept.pending else None
        if step is None:
            self._counted.failed(key)
            raise Refused(Code.WRONG_FACTOR_CODE, field="code")
        changed = replace(kept, second_factor=kept.pending, pending=None, used_step=step)
        self._secrets.keep_account(account.id, changed)
        await self._give(SetSecondFactor(actor.name, account.id, True))

    async def drop_second_factor(self, actor: HallActor, account: str) -> None:
        """By its holder, or by an owner for somebody who lost the phone. Raises ``Refused``."""
        self._check_own(actor, account)
        found = self._open(account)
        await self._give(SetSecondFactor(actor.name, found.id, False))
        kept = self._secrets.account(found.id)
        self._secrets.keep_account(found.id, replace(kept, second_factor=None, pending=None))

    # ------------------------------------------------------------ grants at tables

    async def grant(
        self, account: str, starts: datetime, ends: datetime, who: str, tables: tuple[str, ...] = (), role: str = ""
    ) -> tuple[str, str]:
        """The id of the grant, and the code that its holder enters at tables: known here for the last time. Raises
        ``Refused``."""
        grant, code = new_id("g", self._random), new_code()
        await self._give(
            MakeGrant(who, grant, account, iso(starts), iso(ends), hash_of_code(code), tables, role or None)
        )
        return grant, code

    # ------------------------------------------------------------ inside

    def _seconds(self) -> int:
        return int(self._now().timestamp())

    def _named(self, name: str) -> Account | None:
        wanted = name.strip().casefold()
        accounts = self._state().accounts.values()
        return next((one for one in accounts if one.closed is None and one.name.casefold() == wanted), None)

    def _open(self, account: str) -> Account:
        found = self._state().accounts.get(account)
        if found is None:
            raise Refused(Code.NO_SUCH_ACCOUNT, field="account")
        if found.closed is not None:
            raise Refused(Code.ACCOUNT_CLOSED, field="account")
        return found

    def _own(self, actor: HallActor) -> Account:
        return self._open(actor.account or "")

    @staticmethod
    def _check_own(actor: HallActor, account: str) -> None:
        if actor.account != account and actor.role is not HallRole.OWNER:
            raise Refused(Code.NOT_ALLOWED, "this is another's account", words={"roles": ("role.owner",)})

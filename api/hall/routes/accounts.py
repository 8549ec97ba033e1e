"""Signing in, and the accounts of those who work in the hall: what needs a passphrase, a code or a token, which never
pass through the hall's journal."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Final

from fastapi import APIRouter, Request, Response
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from api.hall.dependencies import COOKIE, actor_of, allowed, caller, runtime_of
from api.http.heavy import heavily
from api.http.qr import qr_svg
from controller.limits import LONGEST_NAME
from hall.permits import HallRole

router = APIRouter(tags=["accounts"])
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Passphrase = Annotated[str, Field(min_length=1, max_length=200)]
Digits = Annotated[str, Field(max_length=40)]
SHIFT_SECONDS: Final = 16 * 3600
OWN_SECONDS: Final = 30 * 24 * 3600


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Done(BaseModel):
    """It is done."""


class SignIn(Body):
    """``code``: of the second factor, where the account has one. ``device``: a name for this browser. ``own``: it
    belongs to one person alone and stays signed in for 30 days, else for 16 hours. ``program``: the token comes in the
    answer and not as a cookie."""

    name: Name
    passphrase: Passphrase
    code: Digits = ""
    device: Name = "browser"
    own: bool = False
    program: bool = False


class SignedIn(BaseModel):
    token: str | None = None


class FirstAccount(Body):
    """``code``: printed by ``jantaku hall owner-code`` on the hall's computer."""

    code: Digits
    name: Name
    passphrase: Passphrase


class NewAccount(Body):
    name: Name
    role: HallRole = Field(strict=False)
    passphrase: Passphrase
    person: Annotated[str | None, Field(max_length=20)] = None


class Made(BaseModel):
    account: str


class Changed(Body):
    old: Passphrase
    new: Passphrase


class Reset(Body):
    new: Passphrase


class CodeOfFactor(Body):
    code: Digits


class FactorShown(BaseModel):
    """``secret``: to type into an authenticator; ``qr``: the same as an SVG picture."""

    secret: str
    qr: str


class NewGrant(Body):
    """``role``: the one of the account where it is left out. ``tables``: all where it is empty."""

    account: Annotated[str, Field(max_length=20)]
    starts: AwareDatetime = Field(strict=False)
    ends: AwareDatetime = Field(strict=False)
    tables: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=500)] = []
    role: Annotated[str, Field(max_length=20)] = ""


class Granted(BaseModel):
    """``code``: what its holder enters at a table; it is not shown again."""

    grant: str
    code: str


@router.post("/sign-ins", status_code=201, summary="Sign in", dependencies=[allowed("read.me")])
async def sign_in(given: SignIn, request: Request, response: Response) -> SignedIn:
    desk = runtime_of(request).accounts
    token = await desk.sign_in(
        given.name, given.passphrase, given.code, given.device, caller(request).client, given.own,
        lambda work: heavily(request, work),
    )  # fmt: skip
    if given.program:
        return SignedIn(token=token.text)
    seconds = OWN_SECONDS if given.own else SHIFT_SECONDS
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, token.text, max_age=seconds, path="/", secure=secure, httponly=True, samesite="strict"
    )  # fmt: skip
    return SignedIn()


@router.post("/sign-ins/{sign_in}/end", summary="End a sign-in", dependencies=[allowed("account.sign-out")])
async def sign_out(sign_in: str, request: Request, response: Response) -> Done:
    actor = actor_of(request)
    await runtime_of(request).accounts.sign_out(actor, sign_in)
    if sign_in == actor.device:
        response.delete_cookie(COOKIE, path="/")
    return Done()


@router.post(
    "/accounts/first", status_code=201, summary="The first account of an owner", dependencies=[allowed("read.me")]
)
async def first(given: FirstAccount, request: Request) -> Made:
    client = caller(request).client
    desk = runtime_of(request).accounts
    made = await desk.make_first(given.code, given.name, given.passphrase, client, lambda work: heavily(request, work))
    return Made(account=made)


@router.post("/accounts", status_code=201, summary="Make an account", dependencies=[allowed("account.make")])
async def make(given: NewAccount, request: Request) -> Made:
    who = actor_of(request).name
    made = await runtime_of(request).accounts.make(
        given.name, given.role, given.passphrase, given.person, who, lambda work: heavily(request, work)
    )
    return Made(account=made)


@router.post("/accounts/{account}/close", summary="Close an account", dependencies=[allowed("account.close")])
async def close(account: str, request: Request) -> Done:
    await runtime_of(request).accounts.close(account, actor_of(request).name)
    return Done()


@router.post("/accounts/{account}/passphrase", summary="Set another passphrase", dependencies=[allowed("account.make")])
async def reset(account: str, given: Reset, request: Request) -> Done:
    desk = runtime_of(request).accounts
    await desk.reset_passphrase(actor_of(request), account, given.new, lambda work: heavily(request, work))
    return Done()


@router.post("/me/passphrase", summary="Change one's own passphrase", dependencies=[allowed("account.set-passphrase")])
async def change(given: Changed, request: Request) -> Done:
    await runtime_of(request).accounts.change_passphrase(
        actor_of(request), given.old, given.new,
        lambda work: heavily(request, work), lambda work: heavily(request, work),
    )  # fmt: skip
    return Done()


@router.post("/me/second-factor", summary="Begin a second factor", dependencies=[allowed("account.set-second-factor")])
async def begin_factor(request: Request) -> FactorShown:
    found = runtime_of(request).accounts.begin_second_factor(actor_of(request))
    return FactorShown(secret=found.secret, qr=qr_svg(found.link).decode())


@router.post(
    "/me/second-factor/confirm",
    summary="Confirm it by its first code",
    dependencies=[allowed("account.set-second-factor")],
)
async def confirm_factor(given: CodeOfFactor, request: Request) -> Done:
    await runtime_of(request).accounts.confirm_second_factor(actor_of(request), given.code)
    return Done()


@router.post(
    "/accounts/{account}/second-factor/drop",
    summary="Do without it",
    dependencies=[allowed("account.set-second-factor")],
)
async def drop_factor(account: str, request: Request) -> Done:
    await runtime_of(request).accounts.drop_second_factor(actor_of(request), account)
    return Done()


@router.post("/grants", status_code=201, summary="Make a grant", dependencies=[allowed("account.make-grant")])
async def grant(given: NewGrant, request: Request) -> Granted:
    made, code = await runtime_of(request).accounts.grant(
        given.account, _utc(given.starts), _utc(given.ends), actor_of(request).name, tuple(given.tables), given.role
    )
    return Granted(grant=made, code=code)


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)

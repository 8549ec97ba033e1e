"""Cards of players: printed at the desk, and entered or scanned by their phones."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from api.hall.dependencies import COOKIE, actor_of, allowed, caller, runtime_of
from api.hall.shown.tournament import tournament_of
from api.http.heavy import heavily
from api.http.qr import qr_svg
from api.http.reached import live_address
from controller.credentials.codes import LONGEST_ENTRY
from hall.permits import HallRole

router = APIRouter(prefix="/tournaments/{tournament}/cards", tags=["tournament"])
CARD_SECONDS: Final = 14 * 24 * 3600
"""How long a phone remembers its card: longer than a tournament lasts."""


class CardShown(BaseModel):
    """``number``: drawn; null before the draw. ``code``: to type. ``qr``: the address of the phone's page with the
    code in it, as SVG; empty where other devices cannot reach this hall."""

    entrant: str
    name: str
    number: int | None
    code: str
    qr: str


class CardList(BaseModel):
    """``address``: of the phone's page, to type; empty where other devices cannot reach this hall."""

    name: str
    address: str
    cards: list[CardShown]


class CardEntered(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    code: Annotated[str, Field(min_length=1, max_length=LONGEST_ENTRY)]


class CardTaken(BaseModel):
    """``person``: whom this browser acts for from now on, in commands and in the topic ``player/...``."""

    person: str
    name: str


class CardLeft(BaseModel):
    """This browser acts for nobody any more."""


@router.get("", summary="The cards of all players, to print", dependencies=[allowed("read.cards")])
async def cards(tournament: str, request: Request) -> CardList:
    runtime = runtime_of(request)
    found, desk = tournament_of(runtime, tournament), runtime.cards
    base = runtime.config.hall.url.rstrip("/") or live_address(request).rstrip("/")
    address = f"{base}/play/{found.id}" if base else ""
    numbers = {} if found.draw is None else {id_: at for at, id_ in enumerate(found.draw.numbers, 1)}

    def made() -> list[CardShown]:
        return [
            CardShown(
                entrant=entrant.id,
                name=entrant.name,
                number=numbers.get(entrant.id),
                code=code,
                qr=qr_svg(f"{address}#{code}").decode() if address else "",
            )
            for entrant, code in desk.cards(found)
        ]

    return CardList(name=found.settings.name, address=address, cards=await heavily(request, made))


@router.post("/entry", status_code=201, summary="Let this phone in by its card", dependencies=[allowed("read.me")])
async def enter(tournament: str, given: CardEntered, request: Request, response: Response) -> CardTaken:
    """Raises ``Refused``."""
    client = caller(request).client
    token, actor = runtime_of(request).cards.let_in(tournament, given.code, client)
    response.set_cookie(
        COOKIE, token, max_age=CARD_SECONDS, path="/", secure=request.url.scheme == "https", httponly=True,
        samesite="strict",
    )  # fmt: skip
    return CardTaken(person=actor.person or "", name=actor.name)


@router.post("/leave", summary="Forget the card on this phone", dependencies=[allowed("read.me")])
async def leave(tournament: str, request: Request, response: Response) -> CardLeft:
    """A sign-in of an account stays."""
    del tournament
    actor = actor_of(request)
    if actor.account is None and actor.role is HallRole.PLAYER:
        response.delete_cookie(COOKIE, path="/")
    return CardLeft()

"""The link between the hall and its tables (``docs/hall-link.md``): enrolment, events up, orders down.

Who asks is known by the token that the table got when it was enrolled, not by a sign-in: these routes have no row in
``hall.permits``. A program or page cannot use them for anything but what its table said.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from api.hall.dependencies import intake_of
from api.http.places import client_of
from controller.events import Stored
from controller.fairness.journal_head import LONGEST_HEAD_TEXT
from controller.refusals import Code, Refused
from hall.intake.batch import MOST_BYTES, MOST_EVENTS, Batch
from hall.intake.decide import LONGEST_NAME

PREFIX: Final = "/link/v1"
EVENTS: Final = "/events"
MOST_BODY_BYTES: Final = MOST_BYTES
LONGEST_TOKEN: Final = 128
_BEARER: Final = "Bearer "
_MOST: Final = 2**53
router = APIRouter(prefix=PREFIX, tags=["link"])

Ms = Annotated[int, Field(ge=0, le=_MOST)]
Seq = Annotated[int, Field(ge=0, le=_MOST)]


class _Given(BaseModel):
    """Members that a later table adds are passed over."""

    model_config = ConfigDict(strict=True)


class EnrolmentGiven(_Given):
    code: Annotated[str, Field(max_length=16)]
    key: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    name: Annotated[str, Field(max_length=LONGEST_NAME)]
    epoch: Annotated[str, Field(min_length=1, max_length=64)]
    proof: Annotated[str, Field(max_length=LONGEST_HEAD_TEXT)]


class HallNamed(BaseModel):
    """``key``: its public Ed25519 key, which signs its orders; hexadecimal."""

    id: str
    name: str
    key: str


class EnrolledAnswer(BaseModel):
    """``token``: what the table shows from now on; the hall keeps only its hash."""

    table: str
    hall: HallNamed
    token: str


class EventGiven(_Given):
    seq: Annotated[int, Field(ge=1, le=_MOST)]
    time: str
    type: str
    data: str
    hash: str


class BatchGiven(_Given):
    table: Annotated[str, Field(max_length=40)]
    epoch: str
    first: Annotated[int, Field(ge=1, le=_MOST)]
    events: Annotated[list[EventGiven], Field(max_length=MOST_EVENTS)] = []
    head: Annotated[str, Field(max_length=LONGEST_HEAD_TEXT)] | None = None
    sent: Ms | None = None
    steady: Ms | None = None

    def to_batch(self) -> Batch:
        events = tuple(Stored(one.seq, one.time, one.type, one.data, one.hash) for one in self.events)
        return Batch(self.table, self.epoch, self.first, events, self.head, self.sent, self.steady)


class MadeBy(BaseModel):
    role: str
    name: str


class OrderSent(BaseModel):
    """``signature``: of the hall, over what ``controller.uplink.order`` says; hexadecimal."""

    id: str
    number: int
    kind: str
    expected_seq: int | None
    expires: str
    made_by: MadeBy
    body: dict[str, Any]
    signature: str


class StandsAnswer(BaseModel):
    """``acknowledged``: of this epoch, all events up to this number are in the store. ``time``: of the hall, Unix
    milliseconds."""

    acknowledged: int
    epoch: str
    orders: list[OrderSent]
    time: int


class OrdersAnswer(BaseModel):
    orders: list[OrderSent]
    time: int


class RefusalGiven(_Given):
    code: Annotated[str, Field(min_length=1, max_length=60)]
    detail: Annotated[str, Field(max_length=400)] = ""


class AnswerGiven(_Given):
    """One of the two: the number of the event that followed, or why there is none."""

    seq: Seq | None = None
    refused: RefusalGiven | None = None


class Taken(BaseModel):
    taken: Literal[True] = True


@router.post(
    "/enrolments", status_code=201, summary="A table joins the hall: the code of its page, and the table's key"
)
async def enrol(given: EnrolmentGiven, request: Request) -> EnrolledAnswer:
    enrolled = await intake_of(request).enrol(given.code, given.key, given.name, given.epoch, given.proof)
    hall = HallNamed(id=enrolled.hall, name=enrolled.hall_name, key=enrolled.hall_key)
    return EnrolledAnswer(table=enrolled.table, hall=hall, token=enrolled.token)


@router.post(
    EVENTS,
    summary="Events of a table, acknowledged when they are stored; none: where does the hall stand?",
    responses={409: {"description": "`gap`: send from the event after `acknowledged`; `conflict`: stop"}},
)
async def receive(given: BatchGiven, request: Request) -> StandsAnswer:
    # nearly all of them come by api.hall.link_events
    stands = await intake_of(request).receive(token_of(request), given.to_batch())
    request.app.state.known.note(client_of(request.client.host if request.client else None))  # its place is kept
    orders = [OrderSent(**order) for order in stands.orders]
    return StandsAnswer(acknowledged=stands.acknowledged, epoch=stands.epoch, orders=orders, time=stands.time)


@router.get("/orders", summary="Orders to this table that have no answer; waits for one")
async def orders(
    request: Request,
    after: Annotated[str, Query(max_length=60)] = "",
    wait: Annotated[float, Query(ge=0, le=30)] = 0,
) -> OrdersAnswer:
    intake = intake_of(request)
    found = await intake.orders(token_of(request), after, wait)
    return OrdersAnswer(orders=[OrderSent(**order) for order in found], time=intake.time())


@router.post("/orders/{order}/answers", summary="What became of an order; the same again changes nothing")
async def answer(order: str, given: AnswerGiven, request: Request) -> Taken:
    if (given.seq is None) is (given.refused is None):
        raise Refused(Code.INVALID, "either seq or refused is expected", field="seq")
    refused = given.refused
    code, detail = (None, None) if refused is None else (refused.code, refused.detail)
    await intake_of(request).answer(token_of(request), order, given.seq, code, detail)
    return Taken()


def token_of(request: Request) -> str:
    """Raises ``Refused`` (``not-enrolled``)."""
    header = request.headers.get("authorization", "")
    token = header[len(_BEARER) :].strip() if header.startswith(_BEARER) else ""
    if not 1 <= len(token) <= LONGEST_TOKEN:
        raise Refused(Code.NOT_ENROLLED, "the token of the table is missing")
    return token

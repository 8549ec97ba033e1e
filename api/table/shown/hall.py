"""The hall of a table, and how the table stands with it."""

from __future__ import annotations

from pydantic import Field

from api.table.shown.base import Shown
from api.uplink.errors import LinkTrouble
from api.uplink.joining import Joining, JoiningState
from api.uplink.state import LinkStatus
from api.uplink.uplink import Uplink
from controller.table.table import Table

MOST_ORDERS_SHOWN = 20


class HallClockShown(Shown):
    """The clock of the round. ``ends``: when the gong sounds, ISO 8601 in UTC."""

    ends: str
    inside: int = Field(description="hands that may still begin when the gong sounds inside a hand")
    between: int = Field(description="the same when it sounds between two")
    stops: bool = Field(description="what is being played at the gong is not played on")
    left: int | None = Field(description="hands that may still begin; null before the gong")


class HallMessageShown(Shown):
    text: str
    who: str
    time: str


class HallDrawShown(Shown):
    """Dice that the hall wants for a draw: so many rolls of ten dice. With all of them it stays until the next order of
    the hall, or a match, so that people can read it."""

    title: str = Field(description="the tournament")
    rolls: int
    dice: list[list[int]] = Field(description="the faces of each roll so far")


class HallOrderShown(Shown):
    """The last order of the hall. ``seq``: the number of the event that answers it."""

    kind: str
    who: str = Field(description="who gave it at the hall")
    time: str
    seq: int
    refused: str | None = Field(description="the code of the refusal, where it was not carried out")


class HallShown(Shown):
    """As every page of the table shows it. ``heard``: when the hall answered last, Unix seconds, 0: never."""

    name: str | None = Field(description="of the hall, empty if nobody named it; null while the table belongs to none")
    released: bool = Field(description="the hall has let the table go; the people at the table leave it")
    status: LinkStatus
    heard: int
    behind: int = Field(description="events that the hall does not have yet")
    joining: JoiningState | None
    clock: HallClockShown | None
    message: HallMessageShown | None
    draw: HallDrawShown | None
    order: HallOrderShown | None


class JoiningShown(Shown):
    """``waiting``: Open and Raise have to be held together at the table."""

    state: JoiningState
    address: str
    seconds: float = Field(description="left to hold the keys")
    trouble: LinkTrouble | None
    detail: str
    authority: str = Field(description="SHA-256 fingerprint of the certificate authority that is taken for the hall's")
    found: str = Field(description="the one that it has, where it is another or none was known: compare it there")


class MemberShown(Shown):
    id: str
    name: str = Field(description="of the hall, empty where nobody named it")
    table: str = Field(description="what the hall calls this table")
    joined: str
    released: bool


class AnsweredShown(HallOrderShown):
    order: str
    detail: str


class HallStanding(Shown):
    """Times in Unix seconds, 0: never. ``since``: from when on ``trouble`` is there. ``asked``: the hall has answered
    since the table was started; until then it may have been heard later than ``heard``, and have more events."""

    hall: MemberShown | None
    status: LinkStatus
    address: str = Field(description="where the hall is reached, or is looked for when none is entered")
    trouble: LinkTrouble | None
    detail: str
    since: int
    asked: bool
    heard: int
    acknowledged: int = Field(description="the last event that the hall has stored")
    behind: int
    offset: int = Field(description="milliseconds by which the clock of the hall is before that of the table")
    joining: JoiningShown | None
    orders: list[AnsweredShown] = Field(description="the last ones, the newest first")


def standing(table: Table, uplink: Uplink | None) -> HallStanding:
    """``uplink``: None for a table without one, such as a simulated one that runs as fast as it can."""
    state, known = table.projection.hall, table.projection.hall.hall
    link, config = None if uplink is None else uplink.state, table.config.hall
    member = None if uplink is None else uplink.member
    answered = list(reversed(state.answered))[:MOST_ORDERS_SHOWN]
    return HallStanding(
        hall=None
        if known is None
        else MemberShown(
            id=known.id, name=known.given_name, table=known.table, joined=known.joined, released=known.released
        ),
        status="none" if link is None or known is None else link.status(table.seq),
        address=config.address or ("" if member is None else member.address),
        trouble=None if link is None else link.trouble,
        detail="" if link is None else link.detail,
        since=0 if link is None else link.since,
        asked=link is not None and link.asked,
        heard=0 if link is None else link.heard,
        acknowledged=0 if link is None else link.acknowledged,
        behind=0 if uplink is None else uplink.behind,
        offset=0 if link is None else link.offset,
        joining=None if uplink is None or uplink.joining is None else joining_shown(uplink.joining, uplink.steady()),
        orders=[
            AnsweredShown(
                order=one.order, kind=one.kind, who=one.who, time=one.time, seq=one.seq, refused=one.code or None,
                detail=one.detail,
            )
            for one in answered
        ],
    )  # fmt: skip


def joining_shown(joining: Joining, now: float) -> JoiningShown:
    known = joining.at(now)
    return JoiningShown(
        state=known.state,
        address=known.address,
        seconds=round(max(0.0, known.until - now), 1) if known.state == "waiting" else 0.0,
        trouble=known.trouble,
        detail=known.detail,
        authority=known.authority,
        found=known.found,
    )

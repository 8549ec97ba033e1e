"""What a seat's phone is shown, once or followed (``controller.table.seat_view``)."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from api.table.shown.base import PurposeName, Seat, Shown, Wind
from api.table.shown.calls import CallShown
from api.table.shown.match import NextShown, Phase, PlayerShown
from api.table.shown.rules import AsksShown
from api.table.shown.table import LightShown


class GapShown(Shown):
    """How far the next better player is (negative), or for the first one the next worse."""

    name: str
    points: int


class OwnPlayerShown(PlayerShown):
    place: int = Field(description="from 1; equal scores share a place")
    gap: GapShown | None


class OwnDeclaration(Shown):
    """What this seat can lay on the table while the hand is played, or has."""

    declaration: str
    stake: int
    laid: bool


class OwnInstant(Shown):
    """What this seat was paid at once, such as for a kong."""

    instant: str = Field(description="one of `asks.instants`")
    net: int


class SeatWinnerShown(Shown):
    seat: Seat
    name: str
    source: Literal["self-draw", "discard", "robbed-kong"]
    discarder: Seat | None
    total: int
    limit: bool
    fu: int | None
    level: str


class AgreementShown(Shown):
    seat: Seat
    name: str
    confirmed: bool


class SeatHandShown(Shown):
    """The newest result. ``net``: of this seat."""

    hand: int
    number: int
    extra: int
    carry: int
    round: int
    in_round: int
    prevailing: Wind
    dealer: Seat
    kind: Literal["win", "draw", "abort"]
    reason: str
    revision: int
    winners: list[SeatWinnerShown]
    net: int
    standing: Literal["recorded", "open", "confirmed", "disputed", "locked"]
    players: list[AgreementShown]
    disputed: list[Seat] = Field(description="who does not agree with it")
    own_dispute: str | None = Field(description="what this seat said against it, until it is settled")


class OwnFinalShown(Shown):
    place: int
    score: int
    points: float


class SeatMatchShown(Shown):
    id: str
    ruleset: str
    unit: str
    phase: Phase
    round: int
    prevailing: Wind | None
    dealer: Seat | None
    hand: int
    in_round: int
    extra: int
    carry: int
    index: int
    deposits: int
    next: NextShown
    started: str
    ended: str | None
    confirmation: Literal["none", "tablet", "phones"]
    options: dict[str, Any]
    asks: AsksShown = Field(description="what this game asks of a result: the phone enters a win of its own seat")
    out: list[Seat] = Field(description="who has won in this hand already, and plays no more in it")
    own: OwnPlayerShown | None = Field(description="null: nobody plays at this seat")
    others: list[PlayerShown]
    declarations: list[OwnDeclaration]
    paid: list[OwnInstant] = Field(description="what was paid at once to this seat in the hand being played")
    last: SeatHandShown | None
    final: OwnFinalShown | None = Field(description="how this seat's player ended, where the match was ranked")


class WaitShown(Shown):
    """How far the next wall is."""

    state: Literal["none", "building", "halted", "ready"]
    progress: float
    seconds: int | None = Field(description="about how long it still takes; null where nobody can say")


class SeatRollShown(Shown):
    """A roll that waits for the seats. ``waiting`` and ``revealing``: the seats that are late."""

    number: int
    roll_id: str = Field(description="table, epoch and number, hexadecimal: part of a phone's commitment")
    purpose: PurposeName | str
    dice: int
    turn: Seat | None
    waiting: list[Seat]
    revealing: list[Seat]
    locked: str | None = Field(description="the signed lock, which holds this phone's commitment")
    seconds: float
    wants: Literal["commitment", "nonce"] | None = Field(description="of this seat")


class SeatDiceShown(Shown):
    """The last throw that counts. ``record``: signed; null for dice that leave none."""

    roll: int | None
    purpose: PurposeName | str
    dice: list[int]
    record: str | None


class SeatSnapshot(Shown):
    """``seq``: the last event that is in it, of the journal's ``epoch``; ``speed`` as in the table's snapshot."""

    seq: int
    epoch: str
    name: str = Field(description="of the table")
    time: str
    speed: float | None
    seat: Seat
    light: LightShown
    wait: WaitShown
    match: SeatMatchShown | None
    roll: SeatRollShown | None
    dice: SeatDiceShown | None
    anchor: str | None = Field(description="the signed promise of the seeds that are used now")
    call: CallShown | None = Field(description="this seat's open call for staff")

"""A table as an overlay of a video stream shows it: what everybody beside the table sees on its display, no more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from api.hall.shown.people import Part
from api.hall.views import ViewShown, view
from controller.match.view import match_summary
from controller.refusals import Code, Refused
from controller.rules.seats import Wind

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime


class OverlayPlayer(Part):
    """``wind``: of the seat, null before there is a dealer."""

    seat: int
    name: str
    wind: Wind | None
    score: int


class OverlayDeclared(Part):
    id: str


class OverlayAsks(Part):
    """As at the table: what can be declared, and of how many hands the match is, 0 where it is not counted so."""

    declared: list[OverlayDeclared]
    hands: int


class OverlayMatch(Part):
    """The hand that is played, as players of the game call it."""

    ruleset: str
    phase: str
    prevailing: Wind | None
    dealer: int | None
    in_round: int
    extra: int
    carry: int
    deposits: int
    asks: OverlayAsks
    seats: list[OverlayPlayer]


class OverlayView(ViewShown):
    """``name``: of the table. ``match``: null when nothing is played or its journal says nothing."""

    name: str
    match: OverlayMatch | None


@view("overlay", "read.public", "*", "floor")
def overlay(runtime: HallRuntime, id_: str) -> OverlayView:
    placed = runtime.running.state.floor.tables.get(id_)
    if placed is None:
        raise Refused(Code.NOT_FOUND, f"there is no table {id_[:40]!r} on the floor")
    live = None if runtime.tables is None else runtime.tables.live.get(id_)
    match = None if live is None else match_summary(live.match)
    return OverlayView(name=placed.name or f"{placed.number}", match=None if match is None else _match(match))


def _match(match: Mapping[str, Any]) -> OverlayMatch:
    asks = match["asks"]
    same = ("ruleset", "phase", "prevailing", "dealer", "in_round", "extra", "carry", "deposits")
    return OverlayMatch(
        **{member: match[member] for member in same},
        asks=OverlayAsks(
            declared=[OverlayDeclared(id=one["id"]) for one in asks["declared"]], hands=asks["hands"] or 0
        ),
        seats=[
            OverlayPlayer(seat=row["seat"], name=row["name"], wind=row["wind"], score=row["score"])
            for row in match["seats"]
        ],
    )

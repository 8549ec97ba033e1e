"""The standings of one round alone, as everybody may see them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request

from api.hall.dependencies import allowed, runtime_of
from api.hall.shown.people import Part
from api.hall.shown.standings import standings_now
from api.hall.shown.tournament import tournament_of
from controller.refusals import Code, Refused, Takes
from hall.tournament.outcome import session_rows
from hall.tournament.results import SIDES

router = APIRouter(prefix="/tournaments/{tournament}/rounds", tags=["tournament"])


class RoundRow(Part):
    """Equal points share a place. ``points``: an exact fraction, penalties at the table included; ``score``: as ranked
    there."""

    place: int
    entrant: str
    name: str
    points: str
    score: int
    table: int
    wind: Literal["E", "S", "W", "N"]


class RoundStandings(Part):
    """Best first; of tables with a result."""

    round: int
    rows: list[RoundRow]


@router.get(
    "/{number}/standings",
    summary="Who had how many points from one round alone",
    dependencies=[allowed("read.public")],
)
def standings_of_round(
    tournament: str, number: Annotated[int, Path(ge=1, le=1000)], request: Request
) -> RoundStandings:
    """Rounds that are hidden are refused as if they had not been played."""
    runtime = runtime_of(request)
    one = tournament_of(runtime, tournament)
    shown = standings_now(runtime, one)
    if number > shown.made.last_round:
        raise Refused(Code.NO_SUCH_GAME, Takes.AT_MOST(most=shown.made.last_round), field="round")
    names = {each.id: each.name for each in one.entrants}
    return RoundStandings(
        round=number,
        rows=[
            RoundRow(
                place=row.place,
                entrant=row.player,
                name=names.get(row.player, row.player),
                points=str(row.points),
                score=row.score,
                table=row.table,
                wind=SIDES[row.seat],
            )
            for row in session_rows(shown.made, number)
        ],
    )

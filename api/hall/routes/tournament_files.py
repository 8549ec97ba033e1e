"""What is given out of a tournament: the open report, tables as CSV, the forms of federations."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, Literal

from fastapi import APIRouter, Request
from starlette.responses import Response

from api.hall.dependencies import allowed, hall_of, runtime_of
from api.hall.shown.tournament import tournament_of
from api.http.heavy import heavily
from hall.tournament.decide.looking import program_version
from hall.tournament.exports import federations, tables
from hall.tournament.outcome import Outcome, outcome
from hall.tournament.published_draw import published_draw
from hall.tournament.report import make_report, text_of
from hall.tournament.state import Tournament

router = APIRouter(prefix="/tournaments/{tournament}", tags=["tournament"])
CSV: Final = "text/csv; charset=utf-8"
JSON: Final = "application/json"
Made = Callable[[Tournament, Outcome], Any]
FILES: Final[dict[str, tuple[str, Made]]] = {
    "standings.csv": (CSV, tables.standings_csv),
    "results.csv": (CSV, tables.results_csv),
    "seating.csv": (CSV, lambda one, _: tables.seating_csv(one)),
    "penalties.csv": (CSV, tables.fines_csv),
    "ema.csv": (CSV, federations.ema_csv),
    "mers.json": (JSON, federations.mers_report),
    "portal.csv": (CSV, federations.portal_csv),
    "pantheon.json": (JSON, federations.pantheon),
}
"""By name: ``docs/tournament-exports.md``."""


@router.get(
    "/report.json",
    summary="The open report: all that happened, signed by the hall; `jantaku tournament check` recomputes it",
    dependencies=[allowed("read.tournaments")],
    response_class=Response,
    responses={200: {"content": {JSON: {}}}},
)
async def report(tournament: str, request: Request) -> Response:
    runtime = runtime_of(request)
    one, results = tournament_of(runtime, tournament), hall_of(request).state.results
    text = await heavily(request, lambda: text_of(make_report(one, results, program_version(), runtime.key)))
    return _file(text, JSON, f"{one.id}-report.json")


@router.get(
    "/files/{what}",
    summary="Standings, results, seating, penalties, and the forms of federations",
    dependencies=[allowed("read.tournaments")],
    response_class=Response,
    responses={200: {"content": {"text/csv": {}, JSON: {}}}},
)
async def export(
    tournament: str,
    what: Literal["standings.csv", "results.csv", "seating.csv", "penalties.csv", "ema.csv", "mers.json", "portal.csv",
                  "pantheon.json"],
    request: Request,
) -> Response:  # fmt: skip
    one, results = tournament_of(runtime_of(request), tournament), hall_of(request).state.results
    media, make = FILES[what]

    def made() -> str:
        found = make(one, outcome(one, results))
        return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False, indent=1) + "\n"

    return _file(await heavily(request, made), media, f"{one.id}-{what}")


@router.get(
    "/draw.json",
    summary="What was promised, drawn and scheduled; `jantaku tournament draw-check` recomputes it",
    dependencies=[allowed("read.public")],
    response_class=Response,
    responses={200: {"content": {JSON: {}}}},
)
async def draw(tournament: str, request: Request) -> Response:
    one = tournament_of(runtime_of(request), tournament)
    text = await heavily(request, lambda: json.dumps(published_draw(one), ensure_ascii=False, indent=1) + "\n")
    return _file(text, JSON, f"{one.id}-draw.json")


def _file(text: str, media: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type=media, headers=headers)

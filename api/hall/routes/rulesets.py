"""The rules of the games that are played at the tables, for whoever sets up a tournament."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse

from api.hall.dependencies import allowed
from api.http.heavy import heavily
from api.words.rulesets import described
from controller.limits import LONGEST_RULE_ID
from controller.refusals import Code, Refused
from controller.rules import rulesets

router = APIRouter(prefix="/rulesets", tags=["tournament"])


@router.get(
    "/{ruleset}",
    summary="One ruleset: items, options with limits; the same as at a table",
    dependencies=[allowed("read.tournaments")],
    responses={200: {"model": dict[str, Any]}},
)
async def one_ruleset(ruleset: Annotated[str, Path(max_length=LONGEST_RULE_ID)], request: Request) -> JSONResponse:
    if ruleset not in rulesets():
        raise Refused(Code.NO_SUCH_RULESET, f"there is no ruleset {ruleset!r}")
    return JSONResponse(await heavily(request, described, ruleset))

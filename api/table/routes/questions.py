"""What a table asks besides the score: waits and locks of a hand, who gets a discard, who pays what."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request

from api.http.heavy import heavily
from api.http.problems import language_of
from api.http.record_ids import id_of
from api.table.answers import ClaimsAnswer, WaitsAnswer
from api.table.dependencies import allowed
from api.table.routes.rules import RulesetId
from api.words.catalogue import topic
from api.words.sentences import with_claims, with_waits
from controller.limits import LONGEST_RULE_ID, check_record
from controller.refusals import Code, Refused
from controller.rules import configure, rulesets
from controller.rules.questions.paytable import example_total, payment_text, payments
from controller.rules.questions.records import claims_record, waits_record

router = APIRouter(tags=["rules"], dependencies=[allowed("read.rules")])

_READY: dict[str, Any] = {
    "id": "1", "ruleset": "hong-kong-old", "options": {}, "hand": "234m78p99s",
    "melds": [{"kind": "pung", "tiles": tiles, "concealed": False} for tiles in ("555z", "666z")],
    "win": "discard", "seat_wind": "W", "round_wind": "E", "discarder": "E", "flags": [], "flowers": "1f",
    "seen": {"discards": "19m", "since_draw": "9m", "passed_win": False, "open": "6p2s"},
}  # fmt: skip
_CLAIMS = {
    "id": "1", "ruleset": "hong-kong-old", "discarder": 0, "bids": [
        {"seat": 1, "claim": "chow"}, {"seat": 2, "claim": "win", "total": 5, "base": 2}, {"seat": 3, "claim": "pung"},
    ],
}  # fmt: skip
Record = dict[str, Any]
Total = Annotated[int, Query(ge=0, le=10_000)]


@router.post(
    "/waits",
    response_model=WaitsAnswer,
    response_model_exclude_unset=True,
    summary="A ready hand: its waits, what each pays, what it lacks to the minimum, what bars a win",
)
async def waits(record: Annotated[Record, Body(examples=[_READY])], request: Request) -> Record:
    return await heavily(request, _waits, record, language_of(request))


def _waits(record: Record, language: str) -> Record:
    check_record(record)
    answer = {"id": id_of(record), **waits_record(record)}
    return with_waits(answer, record["ruleset"], record.get("options"), language)


@router.post("/claims", response_model=ClaimsAnswer, summary="Several people want one discard: who gets it, and why")
async def claims(record: Annotated[Record, Body(examples=[_CLAIMS])], request: Request) -> Record:
    return await heavily(request, _claims, record, language_of(request))


def _claims(record: Record, language: str) -> Record:
    check_record(record)
    answer = {"id": id_of(record), **claims_record(record)}
    return with_claims(answer, language)


@router.get("/rulesets/{ruleset}/payments", summary="Who pays what, for hands of these totals, with sentences")
async def payment_table(
    ruleset: RulesetId, request: Request, total: Annotated[list[Total] | None, Query(max_length=20)] = None,
    profile: Annotated[str | None, Query(max_length=LONGEST_RULE_ID)] = None,
) -> Record:  # fmt: skip
    if ruleset not in rulesets():
        raise Refused(
            Code.NO_SUCH_RULESET, f"there is no ruleset {ruleset[:60]!r}", f"Known are {', '.join(rulesets())}."
        )
    return await heavily(request, _payments, ruleset, profile, total, language_of(request))


def _payments(ruleset: str, profile: str | None, total: list[Total] | None, language: str) -> Record:
    game = configure(ruleset, None, profile)
    rows = payments(game, total or [example_total(game)])
    return {"unit": game.unit, "rows": rows, "sentences": payment_text(rows, topic(language, "rules"))}

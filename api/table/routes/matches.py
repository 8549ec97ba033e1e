"""Matches: start, state, results, corrections, penalties, rulings, result sheets."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from api.http.guard import CONTENT_POLICY
from api.http.problems import language_of
from api.table.dependencies import carry_out, table_of
from api.table.models import (
    Abandonment,
    Accepted,
    CommandInput,
    Correction,
    DrawnWinds,
    EarlyEnd,
    HandEnded,
    PenaltyInput,
    Preview,
    Result,
    RulingInput,
    StartMatch,
    Win,
)
from api.words.catalogue import catalogue
from api.words.items import item_words_played
from api.words.sentences import with_sentences
from controller import match
from controller.events import CATALOGUE
from controller.limits import LONGEST_MATCH_ID
from controller.match import MatchState
from controller.match.sheet import sheet_csv, sheet_html, sheet_json
from controller.match.view import hand_summary
from controller.refusals import Code, Refused
from controller.rules import configure
from controller.rules.game import QuickWin
from controller.rules.seats import SEATS
from controller.table.table import Table

router = APIRouter(prefix="/matches", tags=["matches"])
MatchId = Annotated[str, Path(max_length=LONGEST_MATCH_ID)]


# ---------------------------------------------------------------- starting and looking


@router.post("", status_code=201, summary="Start a match: ruleset, options, seats")
async def start(given: StartMatch, request: Request) -> Accepted:
    names = {player.seat: player.name for player in given.seats}
    seated = tuple(names.get(seat, "") for seat in SEATS)
    command = match.StartMatch(
        who=given.who,
        # The id of the command makes the id of the match, so that a repeated command is the same command.
        match=hashlib.sha256(given.id.encode()).hexdigest()[:16],
        ruleset=given.ruleset,
        names=(*seated, given.fifth) if given.fifth else seated,
        options=given.options,
        profile=given.profile,
        seating=given.seating,
        first_dealer=given.first_dealer,
    )
    return await carry_out(request, given, command)


@router.get("", summary="All matches of this table, the oldest first")
async def matches(request: Request) -> dict[str, list[str]]:
    return {"matches": list(table_of(request).matches())}


@router.get("/current", summary="The match: round, winds, dealer, extra hands, scores, hands, what comes next")
async def current(request: Request) -> dict[str, Any]:
    table = table_of(request)
    state = _current(table)
    hands = [hand_summary(state, hand) for hand in state.hands if hand.result is not None]
    return {**table.snapshot()["match"], "hands": hands}


def _current(table: Table) -> MatchState:
    state = table.story.match
    if state is None:
        raise Refused(Code.NO_MATCH)
    return state


# ---------------------------------------------------------------- the hand being played


@router.post("/current/winds", status_code=202, summary="The wind tiles that the players drew")
async def winds(given: DrawnWinds, request: Request) -> Accepted:
    drawn = {SEATS[int(seat)]: wind for seat, wind in given.winds.items()}
    return await carry_out(request, given, match.DrawWinds(given.who, drawn, given.east_seat))


@router.post("/current/hands", status_code=202, summary="The hand begins without recorded dice")
async def begin(given: CommandInput, request: Request) -> Accepted:
    return await carry_out(request, given, match.BeginHand(given.who))


@router.post("/current/hands/current/result", status_code=202, summary="How the hand ended; answers what it pays")
async def result(given: HandEnded, request: Request) -> Accepted:
    hand = given.hand if given.hand is not None else _running(_current(table_of(request)))
    return await carry_out(request, given, match.EndHand(given.who, hand, _hand_result(given)))


def _running(state: MatchState) -> int:
    # Without a running hand the command is refused by the match itself, which says what it waits for instead.
    return state.running.index if state.running is not None else max(len(state.hands), 1)


@router.post("/current/preview", summary="What a result would pay; nothing is recorded")
async def preview(given: Preview, request: Request) -> dict[str, Any]:
    state = _current(table_of(request))
    outcome = _hand_result(given)
    command: match.EndHand | match.CorrectHand = (
        match.EndHand("preview", _running(state), outcome)
        if given.hand is None
        else match.CorrectHand("preview", "preview", given.hand, outcome)
    )
    events = match.decide(state, command, configure)
    return _previewed(CATALOGUE.to_json(events[0]), state, language_of(request))


def _previewed(data: Any, state: MatchState, language: str) -> dict[str, Any]:
    following, ruleset = data.get("next"), state.ruleset
    return {
        "results": [with_sentences(dict(win["result"]), ruleset, language) for win in data["wins"] if "result" in win],
        "wins": [{key: win.get(key) for key in ("winner", "total", "fu", "level", "limit")} for win in data["wins"]],
        "passed_over": list(data.get("passed_over", ())),
        "net": data["settlement"]["net"],
        "lines": data["settlement"]["lines"],
        "next": following and {**following, "dealer_name": state.names[following["players"][following["dealer"]]]},
        "ends_match": "next" in data and following is None,
    }


def _hand_result(given: Result) -> match.HandResult:
    wins = tuple(_win(win) for win in given.wins)
    declared = {"riichi": tuple(given.riichi), "nagashi": tuple(given.nagashi)}
    return match.HandResult(given.kind, wins, tuple(given.ready), given.reason, declared)


def _win(win: Win) -> QuickWin | match.ScoredWin:
    if win.tiles is not None:
        return match.ScoredWin(win.winner, win.source, win.discarder, win.tiles, win.liable)
    return QuickWin(win.winner, win.source, win.discarder, win.total or 0, win.limit, win.fu, win.liable)


# ---------------------------------------------------------------- what is put right, and how it ends


@router.post("/current/corrections", status_code=202, summary="A new result for an earlier hand; names who and why")
async def correct(given: Correction, request: Request) -> Accepted:
    command = match.CorrectHand(given.who, given.why, given.hand, _hand_result(given), given.revision)
    return await carry_out(request, given, command)


@router.post("/current/penalties", status_code=202, summary="A penalty, or the cancelling of one")
async def penalty(given: PenaltyInput, request: Request) -> Accepted:
    if given.cancels is not None:
        return await carry_out(request, given, match.CancelPenalty(given.who, given.why, given.cancels))
    command = match.Penalize(
        given.who, given.why, given.seat, given.penalty, given.pays_each_other, given.pays_bank, given.hand
    )
    return await carry_out(request, given, command)


@router.post("/current/rulings", status_code=202, summary="A ruling in words, for the record")
async def ruling(given: RulingInput, request: Request) -> Accepted:
    return await carry_out(request, given, match.Rule(given.who, given.text, given.hand))


@router.post("/current/end", status_code=202, summary="The match ends here and is ranked as it stands")
async def end(given: EarlyEnd, request: Request) -> Accepted:
    return await carry_out(request, given, match.EndMatch(given.who, given.why))


@router.post("/current/abandon", status_code=202, summary="The match ends here without a ranking")
async def abandon(given: Abandonment, request: Request) -> Accepted:
    return await carry_out(request, given, match.Abandon(given.who, given.why))


# ---------------------------------------------------------------- result sheets


@router.get(
    "/{match_id}/sheet",
    summary="Result sheet: json, csv or html (one printed page)",
    responses={200: {"content": {"text/html": {}, "text/csv": {}}}},
)
async def sheet(
    match_id: MatchId, request: Request, format: Annotated[Literal["json", "csv", "html"], Query()] = "json"
) -> Response:
    state = _by_id(table_of(request), match_id)
    if format == "json":
        return JSONResponse(sheet_json(state))
    if format == "csv":
        return Response(sheet_csv(state), media_type="text/csv; charset=utf-8", headers=_file(f"{state.id}.csv"))
    return _page(state, language_of(request))


def _file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{re.sub(r"[^A-Za-z0-9._-]", "-", name)}"'}


def _page(state: MatchState, language: str) -> Response:
    words = {**catalogue(language), **item_words_played(state.ruleset, state.options, language)}
    document = sheet_html(state, words, language)
    headers = {"Content-Security-Policy": policy_for(document)}
    return Response(document, media_type="text/html; charset=utf-8", headers=headers)


def policy_for(document: str) -> str:
    """The page carries its own style, named by its hash; nothing else may run or load."""
    styles = re.findall(r"<style>(.*?)</style>", document, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in styles]
    allowed = " ".join(f"'sha256-{digest}'" for digest in hashes)
    return CONTENT_POLICY.replace("style-src 'self'", f"style-src 'self' {allowed}")


def _by_id(table: Table, match_id: str) -> MatchState:
    state = _current(table) if match_id == "current" else table.match(match_id)
    if state is None:
        raise Refused(Code.NO_SUCH_MATCH, f"this table has no match {match_id!r}")
    return state

"""Matches: start, state, results, corrections, penalties, rulings, result sheets."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any, Final, Literal
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response
from pydantic import AfterValidator, Field

from api.http.heavy import heavily
from api.http.own_style import policy_for
from api.http.problems import language_of
from api.http.qr import qr_svg
from api.http.reached import live_address
from api.http.reader import language_of_reader
from api.table.dependencies import allowed, carry_out, table_of
from api.table.given.base import Accepted
from api.table.given.hands import (
    Abandonment,
    ConfirmedSeats,
    DeclarationInput,
    EarlyEnd,
    HandBegun,
    InstantInput,
    InstantUndoing,
    PassInput,
    Undoing,
)
from api.table.given.results import Correction, HandEnded, Preview
from api.table.given.rulings import (
    ConfirmationInput,
    DisputeInput,
    LiftedBar,
    LockInput,
    PenaltyInput,
    RulingInput,
    Upholding,
)
from api.table.given.start import DrawnWinds, FurtherMatch, StartMatch
from api.table.shown.match import DayTotals, MatchPage, PiecesShown, PlayedMatch, PreviewAnswer
from api.words.catalogue import catalogue
from api.words.items import item_words_played
from api.words.names import with_local_names
from api.words.played_rules import played_rules
from api.words.sentences import with_sentences
from controller import match
from controller.events import CATALOGUE
from controller.journal.kept_heads import KeptHead
from controller.journal.match_index import MatchQuery
from controller.limits import LONGEST_MATCH_ID, LONGEST_NAME
from controller.match import MatchState
from controller.match.pieces import pieces_json
from controller.match.sheet import (
    SheetHead,
    SheetPlace,
    file_name,
    sheet_csv,
    sheet_html,
    sheet_json,
)
from controller.match.view import hand_summary, match_summary
from controller.refusals import Code, Refused
from controller.rules import configure
from controller.rules.seats import SEATS
from controller.table.days import day_bounds
from controller.table.table import Table

router = APIRouter(prefix="/matches", tags=["matches"])
MOST_MATCHES: Final = 100
"""In one answer: each is folded from its events, some milliseconds."""
MOST_OF_A_DAY: Final = 200
MatchId = Annotated[str, Path(max_length=LONGEST_MATCH_ID)]
YEARS: Final = range(2000, 3000)


def _of_these_years(day: date) -> date:
    if day.year not in YEARS:
        raise ValueError(f"a day of the years {YEARS[0]} to {YEARS[-1]}")
    return day


Day = Annotated[date, AfterValidator(_of_these_years)]


# ---------------------------------------------------------------- starting and looking


@router.post("", status_code=201, summary="Start a match: ruleset, options, seats")
async def start(given: StartMatch, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post(
    "/current/further", status_code=201, summary="Play on: another match of the same game and players, with totals"
)
async def play_on(given: FurtherMatch, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.get(
    "",
    summary="Matches with date, names and result, the oldest first unless `newest`; ask again with `next`",
    dependencies=[allowed("read.matches")],
    responses={200: {"model": MatchPage}},
)
async def matches(
    request: Request,
    since: Annotated[int, Query(ge=0, le=2**53, description="that began after this event")] = 0,
    before: Annotated[int | None, Query(ge=1, le=2**53, description="that began before this event")] = None,
    day: Annotated[Day | None, Query(description="that began on this day of the table's clock")] = None,
    player: Annotated[
        str | None, Query(min_length=1, max_length=LONGEST_NAME, description="that this name played")
    ] = None,
    newest: bool = False,
    limit: Annotated[int, Query(ge=1, le=MOST_MATCHES)] = 50,
) -> JSONResponse:
    start, end = (None, None) if day is None else day_bounds(day)
    query = MatchQuery(limit + 1, since, before, start, end, player, newest)
    return JSONResponse(await heavily(request, _listed, table_of(request), query, limit))


def _listed(table: Table, query: MatchQuery, limit: int) -> dict[str, Any]:
    found = table.archive.find_matches(query)
    page = found[:limit]
    listed = [{"seq": seq, **match.listing(state)} for seq, id_ in page if (state := table.match(id_)) is not None]
    start = query.since if not query.newest else query.before or 1
    return {"matches": listed, "next": page[-1][0] if page else start, "more": len(found) > limit}


@router.get(
    "/totals",
    summary="What the ranked matches of a day came to for each player, by ruleset",
    dependencies=[allowed("read.matches")],
    responses={200: {"model": DayTotals}},
)
async def day_totals(
    request: Request,
    day: Annotated[Day, Query(description="of the table's clock, on which the matches began")],
) -> JSONResponse:
    return JSONResponse(await heavily(request, _totals, table_of(request), day))


def _totals(table: Table, day: date) -> dict[str, Any]:
    start, end = day_bounds(day)
    found = table.archive.find_matches(MatchQuery(MOST_OF_A_DAY, start=start, end=end))
    states = (table.match(id_) for _, id_ in found)
    return {"day": day.isoformat(), "totals": match.totals(state for state in states if state is not None)}


@router.get(
    "/current",
    summary="The match that began last, also when it is over (phase `over`); 404 only before the first one",
    dependencies=[allowed("read.table")],
    responses={200: {"model": PlayedMatch}},
)
async def current(request: Request) -> JSONResponse:
    return await heavily(request, _played, _current(table_of(request)))


def _played(state: MatchState) -> JSONResponse:
    hands = [hand_summary(state, hand) for hand in state.hands if hand.result is not None]
    return JSONResponse({**match_summary(state), "hands": hands, "course": match.course(state)})


MOST_PIECES: Final = 8
PieceValue = Annotated[int, Field(ge=1, le=1_000_000)]


@router.get(
    "/current/pieces",
    summary="The scores in sticks, counters or chips, and what is handed over after the last hand",
    dependencies=[allowed("read.table")],
    responses={200: {"model": PiecesShown}},
)
async def pieces(
    request: Request,
    value: Annotated[
        list[PieceValue], Query(max_length=MOST_PIECES, description="of the pieces; those of the game when left out")
    ] = [],  # noqa: B006 (never changed)
) -> JSONResponse:
    state = _current(table_of(request))
    return JSONResponse(await heavily(request, _pieces, state, tuple(value)))


def _pieces(state: MatchState, values: tuple[int, ...]) -> dict[str, Any]:
    return pieces_json(state, values or configure(state.ruleset, state.options).pieces)


def _current(table: Table) -> MatchState:
    state = table.projection.match
    if state is None:
        raise Refused(Code.NO_MATCH)
    return state


# ---------------------------------------------------------------- the hand being played


@router.post("/current/winds", status_code=202, summary="The wind tiles that the players drew")
async def winds(given: DrawnWinds, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/current/seats", status_code=202, summary="Everybody who had to change seats has; nothing waits for it")
async def seats(given: ConfirmedSeats, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/current/hands", status_code=202, summary="The hand begins without recorded dice")
async def begin(given: HandBegun, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/current/hands/current/result", status_code=202, summary="How the hand ended; answers what it pays")
async def result(given: HandEnded, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command(_running(_current(table_of(request)))))


def _running(state: MatchState) -> int:
    # Without a running hand the command is refused by the match itself, which says what it waits for instead.
    return state.running.index if state.running is not None else max(len(state.hands), 1)


@router.post(
    "/current/hands/current/declarations",
    status_code=202,
    summary="A player lays points on the table while the hand is played (riichi), or takes them back",
)
async def declare(given: DeclarationInput, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command(_running(_current(table_of(request)))))


@router.post(
    "/current/hands/current/passes",
    status_code=202,
    summary="Tiles were passed before the first discard (Charleston), or that is taken back",
)
async def pass_tiles(given: PassInput, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command(_running(_current(table_of(request)))))


@router.post(
    "/current/hands/current/instants",
    status_code=202,
    summary="Something that is paid at once while the hand is played, such as a kong",
)
async def pay_instant(given: InstantInput, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command(_running(_current(table_of(request)))))


@router.post(
    "/current/hands/current/instants/undo",
    status_code=202,
    summary="Take back what was paid at once last, while nobody has won since",
)
async def undo_instant(given: InstantUndoing, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command(_running(_current(table_of(request)))))


@router.post(
    "/current/preview",
    summary="What a result would pay; nothing is recorded",
    dependencies=[allowed("match.end-hand")],
    responses={200: {"model": PreviewAnswer}, 409: {}, 423: {}},
)
async def preview(given: Preview, request: Request) -> JSONResponse:
    state = _current(table_of(request))
    command = given.to_command(_running(state))
    return JSONResponse(await heavily(request, _preview, state, command, language_of(request)))


def _preview(state: MatchState, command: match.EndHand | match.CorrectHand, language: str) -> dict[str, Any]:
    events = match.decide(state, command, configure)
    return _previewed(CATALOGUE.to_json(events[0]), state, language)


def _previewed(data: Any, state: MatchState, language: str) -> dict[str, Any]:
    following, rules = data.get("next"), (state.ruleset, state.options)
    return {
        "results": [with_sentences(dict(win["result"]), *rules, language) for win in data["wins"] if "result" in win],
        "wins": [{key: win.get(key) for key in ("winner", "total", "fu", "level", "limit")} for win in data["wins"]],
        "passed_over": list(data.get("passed_over", ())),
        "net": data["settlement"]["net"],
        "lines": data["settlement"]["lines"],
        "next": following and _coming(following, state),
        "ends_match": "next" in data and following is None,
    }


def _coming(following: dict[str, Any], state: MatchState) -> dict[str, Any]:
    """The position of the next hand as it is recorded, with all that its readers are promised."""
    return {
        **following,
        "jackpot": following.get("jackpot") or 0,
        "tally": following.get("tally") or [0] * len(SEATS),
        "has_won": following.get("has_won") or [0] * len(SEATS),
        "dealer_name": state.names[following["players"][following["dealer"]]],
    }


# ---------------------------------------------------------------- what is put right, and how it ends


@router.post("/current/undo", status_code=202, summary="Takes the newest result back within ten seconds")
async def undo(given: Undoing, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/current/confirmations", status_code=202, summary="A player agrees with a result")
async def confirm(given: ConfirmationInput, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/current/disputes", status_code=202, summary="A player does not agree with a result; a referee decides")
async def dispute(given: DisputeInput, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/current/upheld", status_code=202, summary="A referee decides that a disputed result stands")
async def uphold(given: Upholding, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/current/locks", status_code=202, summary="Only a referee changes this result from now on")
async def lock(given: LockInput, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/current/corrections", status_code=202, summary="A new result for an earlier hand; names who and why")
async def correct(given: Correction, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/current/penalties", status_code=202, summary="A penalty, or the cancelling of one")
async def penalty(given: PenaltyInput, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post(
    "/current/bars/lifted", status_code=202, summary="A player who might not win before his next turn has had it"
)
async def lift_bar(given: LiftedBar, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/current/rulings", status_code=202, summary="A ruling in words, for the record")
async def ruling(given: RulingInput, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/current/end", status_code=202, summary="The match ends here and is ranked as it stands")
async def end(given: EarlyEnd, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/current/abandon", status_code=202, summary="The match ends here without a ranking")
async def abandon(given: Abandonment, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


# ---------------------------------------------------------------- result sheets


@router.get(
    "/{match_id}/sheet",
    dependencies=[allowed("read.matches")],
    summary="Result sheet: json, csv or html (one printed page)",
    responses={200: {"content": {"text/html": {}, "text/csv": {}}}},
)
async def sheet(
    match_id: MatchId, request: Request, format: Annotated[Literal["json", "csv", "html"], Query()] = "json"
) -> Response:
    table = table_of(request)
    current = _current(table) if match_id == "current" else None
    kept = await table.heads.sign()
    language, live = language_of_reader(request), live_address(request)
    return await heavily(request, _sheet, table, match_id, current, kept, format, language, live)


def _sheet(
    table: Table,
    match_id: str,
    current: MatchState | None,
    kept: KeptHead | None,
    format: str,
    language: str,
    live: str,
) -> Response:
    state = current or table.match(match_id)
    if state is None:
        raise Refused(Code.NO_SUCH_MATCH, f"this table has no match {match_id!r}")
    head = None if kept is None else _head(kept)
    if format == "json":
        return JSONResponse({**sheet_json(state), "journal": None if head is None else head.as_json()})
    place = _place(table, live)
    if format == "csv":
        headers = {"Content-Disposition": _named("attachment", state, place, "csv")}
        return Response(sheet_csv(state, head), media_type="text/csv; charset=utf-8", headers=headers)
    return _page(state, head, place, language)


def _head(kept: KeptHead) -> SheetHead:
    return SheetHead(kept.epoch, kept.seq, kept.hash, kept.record, qr_svg(kept.record).decode())


def _place(table: Table, live: str) -> SheetPlace:
    own = table.config.table
    return SheetPlace(own.given_name, own.hall, own.zone, live, qr_svg(live).decode() if live else "")


def _named(disposition: str, state: MatchState, place: SheetPlace, ending: str) -> str:
    """``Content-Disposition`` with a name in ASCII and one in all letters (RFC 6266 section 4.3)."""
    name = file_name(state.started, place.zone, state.names, ending)
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name)
    return f"{disposition}; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


def _page(state: MatchState, head: SheetHead | None, place: SheetPlace, language: str) -> Response:
    words = {**catalogue(language), **item_words_played(state.ruleset, state.options, language)}
    rules = played_rules(state, words)
    document = sheet_html(with_local_names(state, words), words, language, head, place, rules)
    headers = {
        "Content-Security-Policy": policy_for(document),
        "Content-Disposition": _named("inline", state, place, "html"),
    }
    return Response(document, media_type="text/html; charset=utf-8", headers=headers)

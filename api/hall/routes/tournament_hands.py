"""Hands of a table without a board, reckoned as they are entered at the desk, where nothing of it is kept, and told
again to whoever changes a result that was entered so."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Request
from pydantic import Field, StringConstraints

from api.hall.command_routes import CommandPart
from api.hall.dependencies import allowed, runtime_of
from api.hall.shown.people import Part
from api.hall.shown.tournament import tournament_of
from api.http.heavy import heavily
from controller.limits import LONGEST_ABORT, LONGEST_RULE_ID, MOST_DECLARED, MOST_FU, MOST_WINNERS
from controller.match.commands import HandResult
from controller.refusals import Because, Code, Refused
from controller.rules.game import QuickWin
from controller.rules.seats import SEAT_COUNT, Seat
from hall.intake.paper_game import PaperGame, PaperRules, reckoned
from hall.tournament.decide.results import MOST_HANDS
from hall.tournament.outcome import preset_of_tournament
from hall.tournament.results import scores_of_hands
from hall.tournament.state import Tournament
from hall.tournament.values import PlayedHand, WrittenHand

router = APIRouter(prefix="/tournaments/{tournament}", tags=["tournament"])
SeatGiven = Annotated[int, Field(ge=0, lt=SEAT_COUNT)]
SeatsGiven = Annotated[list[SeatGiven], Field(max_length=SEAT_COUNT)]
Name = Annotated[str, StringConstraints(max_length=LONGEST_RULE_ID)]


class WinGiven(CommandPart):
    """``total``: in the unit of the game; ``limit``: it counts as one."""

    winner: SeatGiven
    discarder: SeatGiven | None = None
    total: Annotated[int, Field(ge=0, le=10**6)] = 0
    limit: bool = False
    fu: Annotated[int, Field(ge=0, le=MOST_FU)] | None = None


class HandGiven(CommandPart):
    """Seats are E S W N of the first hand, 0 to 3. What a game asks for is in the answer (``asks``)."""

    kind: Literal["win", "draw", "abort"]
    wins: Annotated[list[WinGiven], Field(max_length=MOST_WINNERS)] = Field(default_factory=list)
    ready: SeatsGiven = Field(default_factory=list)
    reason: Annotated[str, StringConstraints(max_length=LONGEST_ABORT)] = ""
    declared: Annotated[dict[Name, SeatsGiven], Field(max_length=MOST_DECLARED)] = Field(default_factory=dict)


class HandsGiven(CommandPart):
    hands: Annotated[list[HandGiven], Field(max_length=MOST_HANDS)]


class HandsWritten(Part):
    hands: list[WrittenHand]


class DeclarationAsked(Part):
    """``after``: the ends of a hand with which it may be named."""

    id: str
    after: list[str]


class LevelAsked(Part):
    total: int
    fu: int
    id: str


class HandsAsk(Part):
    """What the result of a hand says in this game, as at a table."""

    declared: list[DeclarationAsked]
    ready: bool
    abort: list[str]
    least: int
    presets: list[int]
    fu: list[int]
    fu_below: int
    levels: list[LevelAsked]
    limit: str
    limit_totals: list[int]
    one_winner: bool
    sources: list[str]


class NextHandShown(Part):
    """``wind``: the prevailing one; ``number``: of the hand in its round; ``repeat``: hands that this dealer has dealt
    before in a row; ``counter``: extra hands that its winner is paid for."""

    wind: str
    number: int
    repeat: int
    counter: int
    dealer: int


class HandsReckoned(Part):
    """``start``: points of each player before the first hand; ``scores`` and ``sticks``: after the last one. ``next``:
    null where the rules end the match."""

    unit: str
    asks: HandsAsk
    start: int
    hands: list[PlayedHand]
    scores: list[int]
    sticks: int
    next: NextHandShown | None


@router.post(
    "/hands",
    summary="What hands come to that were written on paper: scores, sticks left, the next hand",
    dependencies=[allowed("tournament.enter-result")],
)
async def hands(tournament: str, given: HandsGiven, request: Request) -> HandsReckoned:
    found = tournament_of(runtime_of(request), tournament)
    return await heavily(request, _reckoned, found, [_entered(hand) for hand in given.hands])


@router.get(
    "/entries/{entry}/hands",
    summary="The hands of a result as they were entered, so that one of them can be changed; none where none were",
    dependencies=[allowed("tournament.enter-result")],
)
async def written(tournament: str, entry: int, request: Request) -> HandsWritten:
    return HandsWritten(hands=list(tournament_of(runtime_of(request), tournament).written.get(entry, ())))


def _entered(hand: HandGiven) -> HandResult:
    wins = tuple(
        QuickWin(
            Seat(win.winner),
            "self-draw" if win.discarder is None else "discard",
            None if win.discarder is None else Seat(win.discarder),
            win.total,
            win.limit,
            win.fu,
        )
        for win in hand.wins
    )
    declared = {name: tuple(map(Seat, seats)) for name, seats in hand.declared.items()}
    return HandResult(hand.kind, wins, tuple(map(Seat, hand.ready)), hand.reason, declared)


def _reckoned(tournament: Tournament, given: list[HandResult]) -> HandsReckoned:
    preset = preset_of_tournament(tournament)
    if preset.ruleset is None:
        raise Refused(Code.TOURNAMENT_NOT_NOW, Because.NO_GAME(), field="tournament")
    game = reckoned(PaperRules(preset.ruleset, preset.profile, tournament.settings.options), given)
    start = preset.start or 0
    result = game.result
    return HandsReckoned(
        unit=game.unit,
        asks=_asks(game),
        start=start,
        hands=[] if result is None else list(result.hands),
        scores=[start] * SEAT_COUNT if result is None else scores_of_hands(result, start),
        sticks=0 if result is None else result.sticks,
        next=None if game.next is None else NextHandShown.model_validate(game.next, from_attributes=True),
    )


def _asks(game: PaperGame) -> HandsAsk:
    asks = game.asks
    return HandsAsk(
        declared=[DeclarationAsked(id=one.id, after=list(one.after)) for one in asks.declared],
        ready=asks.ready,
        abort=list(asks.abort),
        least=asks.least,
        presets=list(asks.presets),
        fu=list(asks.fu),
        fu_below=asks.fu_below,
        levels=[LevelAsked(total=one.total, fu=one.fu, id=one.id) for one in asks.levels],
        limit=asks.limit,
        limit_totals=list(asks.limit_totals),
        one_winner=asks.one_winner,
        sources=list(asks.sources),
    )

"""One tournament as the desk works with it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from api.hall.conditions import games_to_start
from api.hall.shown.people import Part
from api.hall.views import ViewShown, view
from controller.refusals import Code, Refused
from hall.floor.state import FloorTable
from hall.intake.state import EnrolledTable
from hall.state import HallState
from hall.stream import GAME_ORDERS
from hall.tournament.decide.drawing import dice_thrown, planned
from hall.tournament.gong import RoundClock
from hall.tournament.orders import ROLLS
from hall.tournament.outcome import preset_of_tournament
from hall.tournament.planning import waiting_list
from hall.tournament.results import Results, effective
from hall.tournament.state import Tournament, open_calls
from hall.tournament.times import clock_of, iso
from hall.tournament.values import (
    Commitment,
    CutMade,
    Draw,
    Entrant,
    Entry,
    Fine,
    Protest,
    RefereeCall,
    ResultState,
    Round,
    Settings,
    Step,
    Substitution,
    TableResult,
)

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime


class StartShown(Part):
    """A table was told to start its game. ``since``: when it refused, or was told, ISO 8601. ``code``: of the refusal;
    null: it has not answered."""

    since: str
    code: str | None


class GameShown(Part):
    """A table of a round. ``place``: the table of the hall, empty where it has no board. ``gong``: when time is called
    there, ISO 8601; null: never by itself. ``result``: the one that counts. ``start``: null where the game was begun,
    and where no table was told to. ``sitting``: who of the newest round has said to sit there."""

    table: int
    place: str
    seats: list[str]
    sitting: list[str]
    gong: str | None
    state: ResultState | None
    result: TableResult | None
    start: StartShown | None = None


class RoundShown(Part):
    """``clock``: whether it stands still at the moment."""

    number: int
    start: str | None
    minutes: int
    standing: bool
    called: bool
    protests_until: str | None
    locked: str | None
    games: list[GameShown]


class TariffShown(Part):
    """``points``: that may be chosen; empty: any. ``effect``: what the penalty does beside them."""

    kind: str
    points: list[str]
    effect: str


class TournamentView(ViewShown):
    """All that the desk works with. Entrants are named by their ids."""

    tournament: str
    settings: Settings
    phase: str
    abandoned: str
    entrants: list[Entrant]
    waiting: list[str]
    substitutions: list[Substitution]
    commitments: list[Commitment]
    promised: bool
    """Whether one of them is for the draw to come."""
    dice_asked: DiceAskedShown | None
    dice_dropped: list[DiceDroppedShown]
    draw: Draw | None
    planned: int
    """Rounds that were seated, and those after them that are scheduled."""
    rounds: list[RoundShown]
    entries: list[Entry]
    fines: list[Fine]
    protests: list[Protest]
    calls: list[RefereeCall]
    """For a referee, that nobody has answered."""
    cuts: list[CutMade]
    published: list[int]
    steps: list[Step]
    tariff: list[TariffShown]


class DiceAskedShown(Part):
    """The table that throws the dice of the next draw. ``table``: its name. ``faces``: of the rolls so far; ``rolls``:
    how many there will be. ``thrown``: all of them are. ``put_away``: a match began there, and no more are thrown.
    ``refused``: the code with which the table refused."""

    table: str
    words: str
    time: str
    rolls: int
    faces: list[list[int]]
    thrown: bool
    put_away: bool
    refused: str | None


class DiceDroppedShown(Part):
    """Dice that were asked for and are not used. ``faces``: what was thrown of them."""

    table: str
    time: str
    why: str
    faces: list[list[int]]


def tournament_of(runtime: HallRuntime, id_: str) -> Tournament:
    """Raises ``Refused``."""
    found = runtime.running.state.tournaments.tournaments.get(id_)
    if found is None:
        raise Refused(Code.NO_SUCH_TOURNAMENT, field="tournament")
    return found


@view("tournament", "read.tournaments", "*", "results", GAME_ORDERS)
def tournament(runtime: HallRuntime, id_: str) -> TournamentView:
    one, results, now = tournament_of(runtime, id_), runtime.running.state.results, runtime.now()
    rounds = [round_shown(one, results, each, now) for each in one.rounds]
    for table, (_, order) in games_to_start(one, runtime.running.state).items():
        rounds[-1].games[table - 1].start = StartShown(since=order.time, code=order.code)
    return TournamentView(
        tournament=one.id,
        settings=one.settings,
        phase=one.phase or "draft",
        abandoned=one.abandoned,
        entrants=list(one.entrants),
        waiting=[each.id for each in waiting_list(one)],
        substitutions=list(one.substitutions),
        commitments=list(one.commitments),
        promised=one.promised,
        dice_asked=_dice_asked(one, runtime.running.state),
        dice_dropped=[
            DiceDroppedShown(
                table=_name_of(each.table, runtime.running.state),
                time=each.time,
                why=each.ended,
                faces=[] if each.dropped is None else [list(faces) for faces in each.dropped.faces],
            )
            for each in one.asked
            if each.ended
        ],
        draw=one.draw,
        planned=planned(one),
        rounds=rounds,
        entries=list(one.entries),
        fines=list(one.fines),
        protests=list(one.protests),
        calls=open_calls(one),
        cuts=list(one.cuts),
        published=list(one.published),
        steps=list(one.steps),
        tariff=[
            TariffShown(kind=row.id, points=list(map(str, row.points)), effect=row.effect.value)
            for row in preset_of_tournament(one).tariff
        ],
    )


def _dice_asked(one: Tournament, state: HallState) -> DiceAskedShown | None:
    asked = one.dice_asked
    if asked is None:
        return None
    thrown, there = dice_thrown(one, state.draws), state.tables.tables.get(asked.table)
    refused = None
    if thrown is None and there is not None and not any(order.kind == "throw-draw" for order in there.orders):
        last = next((order for order in reversed(there.answered) if order.kind == "throw-draw"), None)
        refused = None if last is None else last.code
    return DiceAskedShown(
        table=_name_of(asked.table, state),
        words=asked.words,
        time=asked.time,
        rolls=ROLLS if thrown is None else thrown.rolls,
        faces=[] if thrown is None else [list(faces) for faces in thrown.faces],
        thrown=thrown is not None and bool(thrown.records),
        put_away=thrown is not None and thrown.put_away,
        refused=refused,
    )


def _name_of(table: str, state: HallState) -> str:
    there = state.tables.tables.get(table)
    return table if there is None else place_name(state.floor.tables.get(table), there)


def round_shown(one: Tournament, results: Results, found: Round, now: datetime) -> RoundShown:
    clock = running_clock(one, found)
    games = []
    for table, seats in enumerate(found.tables, 1):
        result = effective(one, results, found.number, table)
        gong = None if clock is None else clock.gong(table, now)
        games.append(
            GameShown(
                table=table,
                place=found.places[table - 1],
                seats=list(seats),
                sitting=[each for each in seats if found is one.round and each in one.sitting],
                gong=None if gong is None else iso(gong),
                state=None if result is None else result.state,
                result=result,
            )
        )
    return RoundShown(
        number=found.number,
        start=found.start,
        minutes=found.minutes,
        standing=stands_still(found),
        called=bool(found.called),
        protests_until=found.protests_until,
        locked=found.locked,
        games=games,
    )


def running_clock(one: Tournament, found: Round) -> RoundClock | None:
    """None before the round is started, and once its results are in."""
    return clock_of(found) if found is one.round and one.phase in ("running", "time-called") else None


def stands_still(found: Round) -> bool:
    return any(stop.end is None for stop in found.stopped)


def place_name(on_floor: FloorTable | None, table: EnrolledTable) -> str:
    return table.name if on_floor is None else f"{on_floor.number} · {on_floor.name}"

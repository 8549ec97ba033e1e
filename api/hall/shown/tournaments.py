"""Tournaments as the desk and the public see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from api.hall.conditions import games_to_start
from api.hall.shown.people import Part
from api.hall.views import ViewShown, view
from controller.refusals import Code, Refused
from hall.floor.state import FloorTable
from hall.intake.state import EnrolledTable
from hall.state import HallState
from hall.stream import GAME_ORDERS
from hall.tournament import outcome as outcomes
from hall.tournament.decide.drawing import dice_thrown, planned
from hall.tournament.gong import RoundClock
from hall.tournament.orders import ROLLS
from hall.tournament.planning import waiting_list
from hall.tournament.presets import Preset, differences, preset_of, presets
from hall.tournament.results import Results, effective
from hall.tournament.standings import Standing
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

MOST_BEST_HANDS: Final = 10
MOST_NUMBER: Final = 10**6
"""Beyond every number on the floor."""


class TournamentListed(Part):
    tournament: str
    name: str
    phase: str
    round: int
    rounds: int
    entrants: int
    city: str
    first_day: str
    last_day: str
    abandoned: bool


class Difference(Part):
    """A member in which rules of the house differ from those that they were made from; null: it is not there."""

    member: str
    value: Any
    source: Any


class PresetListed(Part):
    """``own``: of this house. ``document``: as the command ``tournament.keep-preset`` takes it. ``source``: the edition
    of the rules that it was made from, where it says so and they are there; ``differences`` from them."""

    id: str
    edition: str
    version: int
    own: bool
    document: dict[str, Any]
    source: str | None
    differences: list[Difference]


class TournamentsView(ViewShown):
    """All of them, the latest first. ``presets``: scoring rules that a new one can have."""

    tournaments: list[TournamentListed]
    presets: list[PresetListed]


class PlaceShown(Part):
    """A table with a board, by its number and name on the floor."""

    table: str
    name: str


class PlacesView(ViewShown):
    """Where games of a tournament can be played."""

    places: list[PlaceShown]


class StartShown(Part):
    """A table was told to start its game. ``since``: when it refused, or was told, ISO 8601. ``code``: of the refusal;
    null: it has not answered."""

    since: str
    code: str | None


class GameShown(Part):
    """A table of a round. ``place``: the table of the hall, empty where it has no board. ``gong``: when time is called
    there, ISO 8601; null: never by itself. ``result``: the one that counts. ``start``: null where the game was begun,
    and where no table was told to."""

    table: int
    place: str
    seats: list[str]
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
    how many there will be. ``thrown``: all of them are. ``refused``: the code with which the table refused."""

    table: str
    words: str
    time: str
    rolls: int
    faces: list[list[int]]
    thrown: bool
    refused: str | None


class DiceDroppedShown(Part):
    """Dice that were asked for and are not used."""

    table: str
    time: str
    why: str


class StandingShown(Part):
    """``place`` null: listed without one. ``points``: an exact fraction. ``rounds``: points of each round, null where
    the player did not play."""

    place: int | None
    entrant: str
    name: str
    club: str
    team: str
    country: str
    status: str
    points: str
    score: int
    group: int
    games: int
    rounds: list[str | None]


class GroupShown(Part):
    place: int
    name: str
    points: str
    score: int


class BestHandShown(Part):
    name: str
    round: int
    table: int
    hand: str
    value: int
    level: str


class FineShown(Part):
    name: str
    round: int
    kind: str
    points: str
    why: str


class StandingsView(ViewShown):
    """What everybody may see. ``after``: the round after which it stands; ``hidden``: later ones are not shown yet."""

    name: str
    phase: str
    after: int
    hidden: bool
    rows: list[StandingShown]
    teams: list[GroupShown]
    countries: list[GroupShown]
    best_hands: list[BestHandShown]
    fines: list[FineShown]


class SeatShown(Part):
    entrant: str
    name: str


class ScreenTable(Part):
    """``hand``, ``scores``: of a game that is played or has ended; empty before."""

    table: int
    place: str
    seats: list[SeatShown]
    gong: str | None
    state: ResultState | None
    scores: list[int]


class ScreenView(ViewShown):
    """The running round for screens and phones. ``now``: the clock of the hall when this was made."""

    name: str
    phase: str
    rounds: int
    round: int
    start: str | None
    minutes: int
    standing: bool
    now: str
    protests_until: str | None
    tables: list[ScreenTable]
    winners: list[StandingShown]
    """The first three, once the final standings are published."""


def tournament_of(runtime: HallRuntime, id_: str) -> Tournament:
    """Raises ``Refused``."""
    found = runtime.running.state.tournaments.tournaments.get(id_)
    if found is None:
        raise Refused(Code.NO_SUCH_TOURNAMENT, field="tournament")
    return found


@view("tournaments", "read.public", "tournament", "preset")
def tournaments(runtime: HallRuntime, _id: str) -> TournamentsView:
    state = runtime.running.state.tournaments
    listed = [
        TournamentListed(
            tournament=one.id,
            name=one.settings.name,
            phase=one.phase or "draft",
            round=len(one.rounds),
            rounds=one.settings.rounds,
            entrants=len(one.entrants),
            city=one.settings.city,
            first_day=one.settings.first_day,
            last_day=one.settings.last_day,
            abandoned=bool(one.abandoned),
        )
        for one in reversed([*state.tournaments.values()])
    ]
    own = {id_: preset_of(document) for id_, document in state.presets.items()}
    known = {**presets(), **own}
    return TournamentsView(tournaments=listed, presets=[_preset(one, known, one.id in own) for one in known.values()])


def _preset(one: Preset, known: Mapping[str, Preset], own: bool) -> PresetListed:
    source, document = known.get(one.based_on), one.document()
    return PresetListed(
        id=one.id,
        edition=one.edition,
        version=one.version,
        own=own,
        document=document,
        source=None if source is None else source.edition,
        differences=[]
        if source is None
        else [Difference(member=name, value=value, source=before) for name, value, before in differences(one, source)],
    )


@view("places", "read.tournaments", "floor", "table")
def places(runtime: HallRuntime, _id: str) -> PlacesView:
    state = runtime.running.state
    floor = state.floor.tables
    listed = sorted(state.tables.present, key=lambda one: floor[one.id].number if one.id in floor else MOST_NUMBER)
    return PlacesView(places=[PlaceShown(table=one.id, name=_place_name(floor.get(one.id), one)) for one in listed])


def _place_name(on_floor: FloorTable | None, table: EnrolledTable) -> str:
    return table.name if on_floor is None else f"{on_floor.number} · {on_floor.name}"


@view("tournament", "read.tournaments", "*", "results", GAME_ORDERS)
def tournament(runtime: HallRuntime, id_: str) -> TournamentView:
    one, results, now = tournament_of(runtime, id_), runtime.running.state.results, runtime.now()
    rounds = [_round(one, results, each, now) for each in one.rounds]
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
        dice_asked=_dice_asked(one, runtime.running.state),
        dice_dropped=[
            DiceDroppedShown(table=_name_of(each.table, runtime.running.state), time=each.time, why=each.ended)
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
            for row in outcomes.preset_of_tournament(one).tariff
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
        refused=refused,
    )


def _name_of(table: str, state: HallState) -> str:
    there = state.tables.tables.get(table)
    return table if there is None else _place_name(state.floor.tables.get(table), there)


def _round(one: Tournament, results: Results, found: Round, now: datetime) -> RoundShown:
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
                gong=None if gong is None else iso(gong),
                state=None if result is None else result.state,
                result=result,
            )
        )
    return RoundShown(
        number=found.number,
        start=found.start,
        minutes=found.minutes,
        standing=_stands(found),
        called=bool(found.called),
        protests_until=found.protests_until,
        locked=found.locked,
        games=games,
    )


def running_clock(one: Tournament, found: Round) -> RoundClock | None:
    """None before the round is started, and once its results are in."""
    return clock_of(found) if found is one.round and one.phase in ("running", "time-called") else None


def _stands(found: Round) -> bool:
    return any(stop.end is None for stop in found.stopped)


@view("standings", "read.public", "*", "results")
def standings(runtime: HallRuntime, id_: str) -> StandingsView:
    one = tournament_of(runtime, id_)
    after, made, rows = standings_now(runtime, one)
    names = {each.id: each.name for each in one.entrants}
    return StandingsView(
        name=one.settings.name,
        phase=one.phase or "draft",
        after=after,
        hidden=after < len(one.rounds),
        rows=rows,
        teams=[_group(row) for row in outcomes.team_rows(one, made)],
        countries=[_group(row) for row in outcomes.country_rows(one, made)],
        best_hands=[
            BestHandShown(
                name=names.get(best.player, best.player), round=best.round, table=best.table, hand=best.hand.name,
                value=best.hand.value, level=best.hand.level,
            )
            for best in outcomes.best_hands(made, MOST_BEST_HANDS)
        ],
        fines=[
            FineShown(
                name=names.get(fine.entrant, fine.entrant), round=fine.round, kind=fine.kind, points=fine.points,
                why=fine.why,
            )
            for fine in outcomes.fines_of(one)
            if fine.round <= after
        ],
    )  # fmt: skip


class Standings(NamedTuple):
    """What everybody may see now: after so many rounds."""

    after: int
    made: outcomes.Outcome
    rows: list[StandingShown]


_KEPT: Final = dict[str, tuple[Tournament, Results, Standings]]()
"""Of each tournament, with the values that they follow from, which are never changed."""


def standings_now(runtime: HallRuntime, one: Tournament) -> Standings:
    """Made once for all who look, the phones of a hundred players among them."""
    results = runtime.running.state.results
    of, by, kept = _KEPT.get(one.id, (None, None, None))
    if kept is None or of is not one or by is not results:
        upto = outcomes.shown_after(one)
        made = outcomes.outcome(one, results, upto)
        after = len(one.rounds) if upto is None else min(upto, len(one.rounds))
        kept = Standings(after, made, standing_rows(one, made, after))
        _KEPT[one.id] = one, results, kept
    return kept


def standing_rows(one: Tournament, made: outcomes.Outcome, rounds: int) -> list[StandingShown]:
    entrants = {each.id: each for each in one.entrants}
    by_round = _points_by_round(made, rounds)
    return [_standing(row, entrants[row.player], by_round.get(row.player, [None] * rounds)) for row in made.rows]


def _points_by_round(made: outcomes.Outcome, rounds: int) -> dict[str, list[str | None]]:
    found: dict[str, list[str | None]] = {}
    for game in made.games:
        for seat, player in enumerate(game.result.seats):
            if game.round <= rounds:
                found.setdefault(player, [None] * rounds)[game.round - 1] = str(game.points[seat])
    return found


def _standing(row: Standing, who: Entrant, rounds: Sequence[str | None]) -> StandingShown:
    return StandingShown(
        place=row.place,
        entrant=row.player,
        name=who.name,
        club=who.club,
        team=who.team,
        country=who.country,
        status=who.status or ("substitute" if who.substitute else ""),
        points=str(row.points),
        score=row.score,
        group=row.group,
        games=row.games,
        rounds=list(rounds),
    )


def _group(row: outcomes.GroupRow) -> GroupShown:
    return GroupShown(place=row.place, name=row.name, points=str(row.points), score=row.score)


@view("screen", "read.public", "*", "results")
def screen(runtime: HallRuntime, id_: str) -> ScreenView:
    one, results, now = tournament_of(runtime, id_), runtime.running.state.results, runtime.now()
    found = one.round
    names = {each.id: each.name for each in one.entrants}
    over = one.phase in ("final", "closed")
    rows = standing_rows(one, outcomes.outcome(one, results), len(one.rounds)) if over else []
    return ScreenView(
        name=one.settings.name,
        phase=one.phase or "draft",
        rounds=one.settings.rounds,
        round=0 if found is None else found.number,
        start=None if found is None else found.start,
        minutes=0 if found is None else found.minutes,
        standing=found is not None and _stands(found),
        now=iso(now),
        protests_until=None if found is None else found.protests_until,
        tables=[] if found is None else [_screen_table(each, names) for each in _round(one, results, found, now).games],
        winners=[row for row in rows if row.place is not None and row.place <= 3],
    )


def _screen_table(game: GameShown, names: Mapping[str, str]) -> ScreenTable:
    return ScreenTable(
        table=game.table,
        place=game.place,
        seats=[SeatShown(entrant=each, name=names.get(each, each)) for each in game.seats],
        gong=game.gong,
        state=game.state,
        scores=[] if game.result is None else list(game.result.scores),
    )

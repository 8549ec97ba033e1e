"""A tournament as one of its players sees it: the own seat now and next, own games, calls and protests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from api.hall.shown.people import Part
from api.hall.shown.screen import SeatShown
from api.hall.shown.standings import FineShown, Reach, StandingShown, standings_now
from api.hall.shown.tournament import running_clock, tournament_of
from api.hall.views import ViewShown, view
from controller.refusals import Code, Refused
from hall.tournament import outcome as outcomes
from hall.tournament.cards import entrant_of
from hall.tournament.decide.drawing import scheduled
from hall.tournament.results import Results, effective, entries_of
from hall.tournament.state import Tournament
from hall.tournament.times import iso
from hall.tournament.values import Entrant, Protest, RefereeCall, ResultState, Round

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime


class OwnSeat(Part):
    """``seat``: 0 for East. ``gong``: when time is called at this table, ISO 8601; null: never by itself. ``sitting``:
    the player has said to sit there."""

    round: int
    table: int
    seat: int
    seats: list[SeatShown]
    start: str | None
    standing: bool
    gong: str | None
    sitting: bool


class OwnGame(Part):
    """A round that has begun. ``entry``: the number under which the result is confirmed or disputed; null for one of
    a table with a board, where that is done at the table. ``board``: the table has one. ``points``: own ones, null
    while they are not known or not shown yet. ``confirmed``, ``disputed``: by this player."""

    round: int
    table: int
    seat: int
    seats: list[SeatShown]
    board: bool
    state: ResultState | None
    source: Literal["table", "desk", "phone", ""]
    scores: list[int]
    sticks: int
    points: str | None
    entry: int | None
    confirmed: bool
    disputed: bool
    open: bool
    """Whether the round takes results and protests."""
    protests_until: str | None


class PlayerView(ViewShown):
    """``now``: the clock of the hall when this was made. ``number``: that was drawn. ``seat``: in the newest round that
    is not locked. ``next``: in the round after it by the schedule, which the desk may still change. ``reach``,
    ``standing``: as everybody sees them."""

    tournament: str
    name: str
    phase: str
    rounds: int
    round: int
    now: str
    entrant: str
    person: str
    player: str
    number: int | None
    status: str
    seat: OwnSeat | None
    next: OwnSeat | None
    games: list[OwnGame]
    reach: Reach
    standing: StandingShown | None
    fines: list[FineShown]
    protests: list[Protest]
    call: RefereeCall | None


def whose(id_: str) -> str:
    """Whom the topic ``player/<tournament>/<entrant or person>`` is of."""
    _, _, who = id_.partition("/")
    return who if who.startswith("p-") else id_


@view("player", "read.own-games", "*", "results", person=whose)
def player(runtime: HallRuntime, id_: str) -> PlayerView:
    one, results = tournament_of(runtime, id_.partition("/")[0]), runtime.running.state.results
    who = entrant_of(one, whose(id_))
    if who is None:
        raise Refused(Code.NO_SUCH_ENTRANT, field="entrant")
    reach, _, _, rows = standings_now(runtime, one)
    standing = next((row for row in rows if row.entrant == who.id), None)
    points = [None] * reach.round if standing is None else standing.rounds
    numbers = () if one.draw is None else one.draw.numbers
    return PlayerView(
        tournament=one.id,
        name=one.settings.name,
        phase="abandoned" if one.abandoned else one.phase or "draft",
        rounds=one.settings.rounds,
        round=len(one.rounds),
        now=iso(runtime.now()),
        entrant=who.id,
        person=whose(id_),
        player=who.name,
        number=numbers.index(who.id) + 1 if who.id in numbers else None,
        status=who.status,
        seat=_seat(one, who, runtime.now()),
        next=_next(one, who),
        games=[found for each in one.rounds if (found := _game(one, results, each, who, points)) is not None],
        reach=reach,
        standing=standing,
        fines=[
            FineShown(name=who.name, round=each.round, kind=each.kind, points=each.points, why=each.why)
            for each in outcomes.fines_of(one)
            if each.entrant == who.id
        ],
        protests=[each for each in one.protests if each.entrant == who.id],
        call=next((each for each in reversed(one.calls) if each.entrant == who.id and not each.answered), None),
    )


def _seats(one: Tournament, ids: Sequence[str]) -> list[SeatShown]:
    names = {each.id: each.name for each in one.entrants}
    return [SeatShown(entrant=id_, name=names.get(id_, id_)) for id_ in ids]


def _place(tables: Sequence[Sequence[str]], who: Entrant) -> tuple[int, Sequence[str]] | None:
    return next(((at, seats) for at, seats in enumerate(tables, 1) if who.id in seats), None)


def _seat(one: Tournament, who: Entrant, now: datetime) -> OwnSeat | None:
    round = one.round
    found = None if round is None or round.locked else _place(round.tables, who)
    if round is None or found is None:
        return None
    table, seats = found
    clock = running_clock(one, round)
    gong = None if clock is None else clock.gong(table, now)
    return OwnSeat(
        round=round.number,
        table=table,
        seat=seats.index(who.id),
        seats=_seats(one, seats),
        start=round.start,
        standing=any(stop.end is None for stop in round.stopped),
        gong=None if gong is None else iso(gong),
        sitting=who.id in one.sitting,
    )


def _next(one: Tournament, who: Entrant) -> OwnSeat | None:
    tables = scheduled(one) if len(one.rounds) < one.settings.rounds else None
    found = None if tables is None else _place(tables, who)
    if found is None:
        return None
    table, seats = found
    return OwnSeat(
        round=len(one.rounds) + 1, table=table, seat=seats.index(who.id), seats=_seats(one, seats), start=None,
        standing=False, gong=None, sitting=False,
    )  # fmt: skip


def _game(
    one: Tournament, results: Results, round: Round, who: Entrant, points: Sequence[str | None]
) -> OwnGame | None:
    found = None if round.start is None else _place(round.tables, who)
    if found is None:
        return None
    table, seats = found
    seat = seats.index(who.id)
    result = effective(one, results, round.number, table)
    entry = next(reversed(entries_of(one, round.number, table)), None)
    open_ = round.locked is None
    return OwnGame(
        round=round.number,
        table=table,
        seat=seat,
        seats=_seats(one, seats),
        board=bool(round.places[table - 1]),
        state=None if result is None else result.state,
        source="" if result is None else result.source,
        scores=[] if result is None else list(result.scores),
        sticks=0 if result is None else result.sticks,
        points=points[round.number - 1] if round.number <= len(points) else None,
        entry=None if entry is None or result is None or result.source == "table" else entry.number,
        confirmed=entry is not None and seat in entry.confirmed,
        disputed=entry is not None and seat in entry.disputed,
        open=open_ and not one.abandoned,
        protests_until=round.protests_until,
    )

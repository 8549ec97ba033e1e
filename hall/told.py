"""What the tables of a hall are told when something happens in a tournament, and of grants: orders in the same
transaction as the event that they follow from, so that neither is there without the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from controller.events import Event, Recorded
from controller.journal.store import iso
from hall.intake.decide import make_order
from hall.intake.grants import grant_order, revoke_order
from hall.intake.state import AnsweredOrder, EnrolledTable, OpenOrder
from hall.people.events import GrantMade, GrantRevoked
from hall.tournament import events as did
from hall.tournament import orders
from hall.tournament.orders import OrderToTable
from hall.tournament.results import Results, authority_of, effective, runs_on
from hall.tournament.state import State, Tournament, evolve
from hall.tournament.values import Round, TableResult

if TYPE_CHECKING:
    from hall.commands import Context
    from hall.state import HallState

SECONDS: Final = 12 * 3600
"""Until an order expires that a table could not be given."""


def told(events: Sequence[Event], who: str, context: Context[HallState]) -> tuple[Event, ...]:
    """The orders that these events lead to. Tables that do not belong to the hall are told nothing: they have no
    board, or have left."""
    before = context.state.tournaments
    after = _after(before, events, context.now)
    tables = context.state.tables.tables
    of_tournaments = tuple(
        make_order(order.place, order.kind, order.body, who, context.now, context.random, seconds=SECONDS)
        for event in events
        if isinstance(event, did.TournamentEvent)
        for order in (
            *_of_played_on(event, after, context),
            *_orders(event, before, after, context.state.results, context.now),
        )
        if order.place in tables and tables[order.place].released is None
    )
    return (*of_tournaments, *_grants(events, who, context))


def _ends(table: EnrolledTable | None, game: str, now: datetime) -> bool:
    """Whether the table was told to end this game, and has yet to answer, or did so: its events come after that."""
    if table is None:
        return False
    told: list[AnsweredOrder | OpenOrder] = [
        *(one for one in table.answered if one.code is None),
        *(one for one in table.orders if one.expires > iso(now)),
    ]
    of_game = [one for one in told if one.game == game and one.kind in ("start-game", "end-game")]
    return bool(of_game) and of_game[-1].kind == "end-game"


def _grants(events: Sequence[Event], who: str, context: Context[HallState]) -> Iterator[Event]:
    """Grants at tables, and grants that end there before their time."""
    known, now, random = context.state.people.grants, context.now, context.random
    for event in events:
        if isinstance(event, GrantMade):
            for table in _where(event.tables, context):
                yield grant_order(table, event, event.grant, who, now, random)
        elif isinstance(event, GrantRevoked) and event.grant in known:
            for table in _where(known[event.grant].tables, context):
                yield revoke_order(table, known[event.grant], who, now, random)


def _where(tables: Sequence[str], context: Context[HallState]) -> list[str]:
    """Those that belong to the hall; none named: all of them."""
    return [one.id for one in context.state.tables.present if not tables or one.id in tables]


def _after(state: State, events: Iterable[Event], now: datetime) -> State:
    for event in events:
        state = evolve(state, Recorded(0, iso(now), event, ""))
    return state


def _orders(
    event: did.TournamentEvent, before: State, after: State, results: Results, now: datetime
) -> Iterator[OrderToTable]:
    one, old = after.tournaments[event.tournament], before.tournaments.get(event.tournament)
    match event:
        case did.DiceAsked() | did.DiceDropped():
            yield from orders.draw_orders(one, one.asked[-1], now)
        case did.RoundSeated():
            yield from _of_round(one, orders.start_orders, now)
        case did.RoundStarted() | did.ClockSwitched():
            yield from _of_round(one, orders.clock_orders, now)
        case did.ClockExtended(table=table):
            if one.round is not None:
                yield from orders.clock_orders(one, one.round, now, table)
        case did.TableCalled(table=table):
            if one.round is not None:
                yield from orders.call_time_orders(one, one.round, now, table)
        case did.TimeCalled():
            yield from _of_round(one, orders.call_time_orders, now)
        case did.StartRepeated(table=table):
            if one.round is not None:
                yield from _begun(one, one.round, table, now)
        case did.TableMoved(table=table, round=number, why=why):
            yield from _moved(one, old, number, table, now, why)
        case did.SeatsExchanged(why=why):
            yield from _others_sit(one, old, results, now, why)
        case did.SubstituteNamed(substitution=named):
            yield from _others_sit(one, old, results, now, _name(one, named.by))
        case did.StepUndone(why=why):
            if old is not None and old.round is not None and len(one.rounds) < len(old.rounds):
                yield from orders.end_game_orders(old, old.round, now, why)


def _of_round(one: Tournament, make: orders.Maker, now: datetime) -> Iterator[OrderToTable]:
    if one.round is not None:
        yield from make(one, one.round, now)


def _of_played_on(event: did.TournamentEvent, after: State, context: Context[HallState]) -> Iterator[OrderToTable]:
    """Games whose result was entered by hand are ended where they are still played, so that the table can begin the
    next one: once the result is there, and whatever runs on when the round is complete."""
    one, results, tables = after.tournaments[event.tournament], context.state.results, context.state.tables.tables
    for number, table in _decided(event, one):
        round, result = one.round_of(number), effective(one, results, number, table)
        if round is None or result is None or not runs_on(one, results, number, table):
            continue
        if not _ends(tables.get(round.places[table - 1]), orders.game_of(one, number, table), context.now):
            yield from orders.end_game_orders(one, round, context.now, result.why or _scores(result), table)


def _decided(event: did.TournamentEvent, one: Tournament) -> list[tuple[int, int]]:
    """Round and table of the games that this may end. What a phone enters does so when all four have confirmed it."""
    match event:
        case did.ResultEntered(round=number, table=table, result=TableResult(source="desk")):
            return [(number, table)]
        case did.ResultConfirmed(entry=entry):
            found = [each for each in one.entries if each.number == entry and authority_of(each) != "entered"]
            return [(each.round, each.table) for each in found]
        case did.ResultsComplete() | did.RoundSeated():  # and in between a table may have been cut off
            number = event.round if isinstance(event, did.ResultsComplete) else event.round - 1
            round = one.round_of(number)
            return [] if round is None else [(number, table) for table in range(1, len(round.tables) + 1)]
    return []


def _scores(result: TableResult) -> str:
    """Why a game was ended, where nobody gave a reason: in figures, which need no language."""
    return " / ".join(map(str, result.scores))


def _others_sit(
    one: Tournament, old: Tournament | None, results: Results, now: datetime, why: str
) -> Iterator[OrderToTable]:
    """Tables at which nothing was played begin anew with those who sit there now. A game that was begun goes on: its
    result is theirs, whatever names the table shows."""
    before, after = None if old is None else old.round, one.round
    if before is None or after is None or old is None or before.number != after.number:
        return
    for table, (were, are) in enumerate(zip(before.tables, after.tables, strict=True), 1):
        if were != are and not _was_begun(results.get((one.id, after.number, table)), after):
            yield from orders.end_game_orders(old, before, now, why, table)
            yield from _begun(one, after, table, now)


def _was_begun(result: TableResult | None, round: Round) -> bool:
    """Whether a hand was played, or is since the round was started. ``result.start`` of a game without a hand is the
    moment when its seats were given."""
    if result is None:
        return False
    return bool(result.hands) or (round.start is not None and result.start is not None and result.start >= round.start)


def _name(one: Tournament, id_: str) -> str:
    found = one.entrant(id_)
    return id_ if found is None else found.name


def _moved(
    one: Tournament, old: Tournament | None, number: int, table: int, now: datetime, why: str
) -> Iterator[OrderToTable]:
    """The game ends where it was and begins where it goes on."""
    before, after = None if old is None else old.round_of(number), one.round_of(number)
    if old is not None and before is not None:
        yield from orders.end_game_orders(old, before, now, why, table)
    if after is not None:
        yield from _begun(one, after, table, now)


def _begun(one: Tournament, round: Round, table: int, now: datetime) -> Iterator[OrderToTable]:
    """The game of this table of the round, with its clock where the round runs."""
    place = round.places[table - 1]
    yield from (order for order in orders.start_orders(one, round, now) if order.place == place)
    if round.start is not None:
        yield from orders.clock_orders(one, round, now, table)

"""Tables on the plan, and price lists."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.events import Event
from controller.limits import LONGEST_NAME, check_words
from controller.refusals import Because, Code, Refused, Takes
from hall.commands import HallCommandSpec
from hall.floor.commands import BlockTable, PlaceTable, SetPrices, TakeTableAway, UnblockTable
from hall.floor.decide.checks import FloorContext, check_reason, check_who, chosen_id, table_of
from hall.floor.events import PricesSet, TableBlocked, TablePlaced, TableTakenAway, TableUnblocked
from hall.floor.prices import check_prices
from hall.floor.state import FloorTable

MOST_TABLES: Final = 1000
MOST_NUMBER: Final = 9999
PLAN: Final = 1000


def place_table(command: PlaceTable, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    state = context.state.floor
    check_words(command.name, "name", LONGEST_NAME, may_be_empty=True)
    check_words(command.area, "area", LONGEST_NAME, may_be_empty=True)
    id_ = chosen_id("t", command.table, context)
    if id_ not in state.tables and len(state.tables) >= MOST_TABLES:
        raise Refused(Code.LIST_FULL, Takes.FULL(most=MOST_TABLES))
    if not 1 <= command.number <= MOST_NUMBER:
        raise Refused(Code.BAD_TABLE_NUMBER, Takes.BETWEEN(least=1, most=MOST_NUMBER), field="number")
    if any(one.number == command.number and one.id != id_ for one in state.tables.values()):
        raise Refused(Code.TABLE_NUMBER_TAKEN, field="number")
    for field, value in (("x", command.x), ("y", command.y)):
        if not 0 <= value <= PLAN:
            raise Refused(Code.BAD_PLACE, Takes.BETWEEN(least=0, most=PLAN), field=field)
    name, area = command.name.strip(), command.area.strip()
    there = state.tables.get(id_)
    placed = FloorTable(id_, command.number, name, area, command.smoking, command.x, command.y)
    if there is not None and there == replace(placed, blocked=there.blocked):
        return ()
    return (TablePlaced(id_, command.number, name, area, command.smoking, command.x, command.y, command.who),)


def take_table_away(command: TakeTableAway, context: FloorContext) -> tuple[Event, ...]:
    """Not while somebody sits there."""
    check_who(command.who)
    state = context.state.floor
    if command.table not in state.tables:
        return ()
    if state.session_at(command.table) is not None:
        raise Refused(Code.TABLE_TAKEN, field="table")
    return (TableTakenAway(command.table, command.who),)


def block_table(command: BlockTable, context: FloorContext) -> tuple[Event, ...]:
    """Guests who sit there play on."""
    check_reason(command.who, command.why)
    table = table_of(context.state.floor, command.table)
    return () if table.blocked == command.why else (TableBlocked(table.id, command.why, command.who),)


def unblock_table(command: UnblockTable, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    table = table_of(context.state.floor, command.table)
    return () if table.blocked is None else (TableUnblocked(table.id, command.who),)


def set_prices(command: SetPrices, context: FloorContext) -> tuple[Event, ...]:
    """Raises ``Refused`` (``stale``) where somebody else has set prices meanwhile."""
    check_who(command.who)
    check_prices(command.prices)
    state = context.state.floor
    if state.prices.get(state.revision) == command.prices:
        return ()
    if command.revision != state.revision:
        raise Refused(Code.STALE, Because.OTHER_PRICES())
    return (PricesSet(state.revision + 1, command.prices, command.who),)


COMMANDS: Final = (
    HallCommandSpec(command=PlaceTable, name="floor.place-table", decide=place_table),
    HallCommandSpec(command=TakeTableAway, name="floor.take-table-away", decide=take_table_away),
    HallCommandSpec(command=BlockTable, name="floor.block-table", decide=block_table),
    HallCommandSpec(command=UnblockTable, name="floor.unblock-table", decide=unblock_table),
    HallCommandSpec(command=SetPrices, name="floor.set-prices", decide=set_prices),
)

"""The day in figures: hours of tables, games, hands, takings, and what the floor looks like right now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

from hall.floor.bill import NOTHING_PLAYED, Played, bill, total
from hall.floor.play import TablePlay
from hall.floor.sessions import Session
from hall.floor.state import FloorTable, State


@dataclass(frozen=True, slots=True)
class Figures:
    """``table_ms``: for which tables were taken; ``table_ms_possible``: those that stand on the floor. ``hand_ms``: the
    median; None without a hand. ``takings``: since the last close, by method."""

    table_ms: int
    table_ms_possible: int
    sessions: int
    games: int
    hands: int
    hand_ms: int | None
    takings: Mapping[str, int]
    receipts: int


def figures(state: State, plays: Mapping[str, TablePlay], starts: int, now: int) -> Figures:
    """From ``starts`` to now, milliseconds since 1970; sessions as far as they are still listed."""
    stretches = [one for session in state.sessions.values() for one in session.stretches]
    hands = [span for play in plays.values() for span in play.hands.values() if starts < span.ends <= now]
    return Figures(
        table_ms=sum(max(0, min(one.until(now), now) - max(one.starts, starts)) for one in stretches),
        table_ms_possible=len(state.tables) * max(0, now - starts),
        sessions=sum(1 for one in state.sessions.values() if one.started >= starts and one.stretches),
        games=sum(1 for play in plays.values() for at in play.games.values() if starts < at <= now),
        hands=len(hands),
        hand_ms=round(median(span.ends - span.starts for span in hands)) if hands else None,
        takings=state.till.now.takings,
        receipts=len(state.till.now.receipts),
    )


def fee_so_far(state: State, session: Session, now: int, played: Played = NOTHING_PLAYED) -> int | None:
    """What a session costs up to now; None where nothing is charged."""
    prices = state.prices.get(session.prices)
    return None if prices is None else total(bill(session, prices, now, played))


def table_row(state: State, table: FloorTable, now: int, played: Played = NOTHING_PLAYED) -> dict[str, Any]:
    """A table on the floor plan as plain data; times in milliseconds."""
    session = state.session_at(table.id)
    party = next((one for one in state.queue.values() if one.called_to == table.id), None)
    return {
        "table": table.id,
        "number": table.number,
        "name": table.name,
        "area": table.area,
        "smoking": table.smoking,
        "x": table.x,
        "y": table.y,
        "blocked": table.blocked,
        "kept_for": None if party is None else {"party": party.id, "ticket": party.ticket, "until": party.until},
        "session": None if session is None else session_row(state, session, now, played),
    }


def session_row(state: State, session: Session, now: int, played: Played = NOTHING_PLAYED) -> dict[str, Any]:
    return {
        "session": session.id,
        "table": session.table,
        "course": session.course.value,
        "started": session.started,
        "played_ms": session.played(now),
        "ruleset": session.ruleset,
        "joinable": session.joinable,
        "fee": fee_so_far(state, session, now, played),
        "settled": session.is_settled,
        "guests": [
            {
                "stay": stay.number,
                "person": stay.person,
                "label": stay.label,
                "seat": stay.seat,
                "left": stay.left,
                "paid": stay.number in session.receipts,
            }
            for stay in session.stays
        ],
    }

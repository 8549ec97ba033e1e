"""The course of a match row by row: hands, penalties and rulings where they stand, with what each moves.

Every entry of the ledger that counts belongs to exactly one row, so the nets of a column and the points at the start
add up to the score.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from controller.match.ledger import (
    Entry,
    add,
    cancelled_penalties,
    instant_entries,
    laid_down,
    ledger,
    result_entries,
)
from controller.match.state import MatchHand, MatchState, Penalty, Ruling

Kind = Literal["hand", "penalty", "cancelled", "ruling", "laid"]


@dataclass(frozen=True, slots=True)
class Row:
    """``place``: the hand after which it stands, 0 before the first; ``number``: of the penalty or ruling."""

    kind: Kind
    place: int
    time: str
    entries: Sequence[Entry] = ()
    hand: int | None = None
    number: int | None = None
    seat: int | None = None
    name: str = ""
    what: str = ""
    why: str = ""
    who: str = ""
    waits: str = ""
    cancelled: bool = False


def course(state: MatchState) -> dict[str, Any]:
    """The rows in order, each with nets and scores by player."""
    points, rows = [state.start_points] * len(state.names), []
    for row in sorted(_rows(state), key=lambda row: (row.place, row.time)):
        net = _net(state, row.entries)
        points = [have + moved for have, moved in zip(points, net, strict=True)]
        rows.append(_shown(row, net, points))
    return {"players": list(state.names), "start_points": state.start_points, "rows": rows}


def _rows(state: MatchState) -> Iterable[Row]:
    penalties: dict[int, list[Entry]] = {}
    for entry in ledger(state):
        if entry.penalty is not None:
            penalties.setdefault(entry.penalty, []).append(entry)
    cancelled = cancelled_penalties(state)
    yield from (_of_hand(hand) for hand in state.hands if hand.ends or hand.paid_at_once)
    for penalty in state.penalties:
        yield _of_penalty(state, penalty, penalties.get(penalty.number, ()), cancelled)
    yield from (_of_ruling(state, ruling) for ruling in state.rulings)
    if laid := laid_down(state):
        yield Row("laid", len(state.hands), state.hands[-1].started, laid, len(state.hands))


def _of_hand(hand: MatchHand) -> Row:
    entries = [*instant_entries(hand), *(entry for one in hand.counting for entry in result_entries(hand, one))]
    if not hand.ends:
        last = hand.paid_at_once[-1]
        return Row("hand", hand.index, last.time, entries, hand.index, who=last.who)
    return Row("hand", hand.index, hand.ends[-1][0].time, entries, hand.index, who=hand.counting[-1].who)


def _of_penalty(state: MatchState, penalty: Penalty, entries: Sequence[Entry], cancelled: frozenset[int]) -> Row:
    return Row(
        "penalty" if penalty.cancels is None else "cancelled",
        _place(state, penalty.hand, penalty.time),
        penalty.time,
        entries,
        penalty.hand,
        penalty.number if penalty.cancels is None else penalty.cancels,
        penalty.seat,
        state.names[penalty.player],
        penalty.kind,
        penalty.why,
        penalty.who,
        "" if not entries or all(entry.due for entry in entries) else penalty.settle,
        penalty.number in cancelled,
    )


def _of_ruling(state: MatchState, ruling: Ruling) -> Row:
    place = _place(state, ruling.hand, ruling.time)
    return Row("ruling", place, ruling.time, (), ruling.hand, ruling.number, what=ruling.text, who=ruling.who)


def _place(state: MatchState, hand: int | None, time: str) -> int:
    """The hand named, or the one that had been begun last at that time."""
    return hand if hand is not None else sum(one.started <= time for one in state.hands)


def _net(state: MatchState, entries: Iterable[Entry]) -> list[int]:
    net = [0] * len(state.names)
    for entry in entries:
        if entry.counts:
            add(net, entry)
    return net


def _shown(row: Row, net: list[int], points: list[int]) -> dict[str, Any]:
    plain = {name: getattr(row, name) for name in ("kind", "hand", "number", "seat", "name", "what", "why", "who")}
    return {**plain, "time": row.time, "waits": _waits(row), "cancelled": row.cancelled, "net": net, "scores": points}


def _waits(row: Row) -> str:
    return "" if row.waits == "now" else row.waits

"""Tiles that the players pass before the first discard (the Charleston): which pass comes, and for how long already.

The machine does not see the tiles: people say when they have passed. Nothing waits for it, and a result ends it.
"""

from __future__ import annotations

from typing import Any, Final

from controller.events import Event
from controller.events.match import PassWithdrawn, TilesPassed
from controller.match.commands import PassTiles
from controller.match.state import MatchHand, MatchState
from controller.refusals import Code, Refused
from controller.rules.entry import AFTER_DRAW, VOTE, Asks, Pass
from controller.rules.game import Game

BEGUN: Final = "begun"
MADE: Final = "made"
NONE: Final = "none"
STOPPED: Final = "stopped"
OVER: Final = "over"


def coming(asks: Asks, hand: MatchHand | None) -> int | None:
    """The number of the pass that comes, from 1; 0 before the players begin, None when nobody passes tiles any more."""
    if hand is None or hand.ends or not asks.passes:
        return None
    if asks.passes_after == AFTER_DRAW and not hand.position.extra_hands:
        return None
    if not hand.passed:
        return 0
    last = hand.passed[-1]
    after = last.number + 1
    if last.how == STOPPED:
        after = next((at for at, row in enumerate(asks.passes, 1) if at > last.number and not row.second), 0)
    return after if last.how != OVER and 0 < after <= len(asks.passes) else None


def may_stop(asks: Asks, number: int) -> bool:
    """Whether every player may say that this pass and those after it of its sort are not made."""
    row = pass_of(asks, number)
    return row is not None and row.second == VOTE and pass_of(asks, number - 1, "second") != VOTE


def pass_of(asks: Asks, number: int, part: str = "") -> Any:
    """The pass of this number, or a part of it; None for a number that is none."""
    row: Pass | None = asks.passes[number - 1] if 1 <= number <= len(asks.passes) else None
    return getattr(row, part) if part and row is not None else row


def may_be_none(row: Pass | None) -> bool:
    """Whether the pass may not take place: all pass on three unseen tiles, or players opposite agree on none."""
    return row is not None and (row.blind or row.courtesy)


def pass_tiles(state: MatchState, command: PassTiles, game: Game) -> tuple[Event, ...]:
    """Raises ``Refused`` for a pass that is not the one that comes, and for what cannot become of it."""
    hand = state.running
    if hand is None:
        raise Refused(Code.NO_HAND_RUNNING)
    if hand.index != command.hand:
        raise Refused(Code.STALE_HAND, f"Hand {hand.index} is being played.", field="hand")
    if command.withdraw:
        return (_withdrawn(state, hand, command),)
    number = coming(game.asks, hand)
    if number is None:
        raise Refused(Code.PASS_NOT_DUE, "No tiles are passed now.", field="number")
    if number != command.number:
        raise Refused(Code.PASS_NOT_DUE, f"Pass {number} comes now.", field="number")
    if command.how not in ways(game.asks, number):
        detail = f"This pass is {' or '.join(ways(game.asks, number))}."
        raise Refused(Code.PASS_NOT_DUE, detail, field="how")
    return (TilesPassed(state.id, command.who, hand.index, number, command.how),)


def ways(asks: Asks, number: int) -> tuple[str, ...]:
    """What may become of the pass that comes."""
    if number == 0:
        return (BEGUN, OVER)
    none = (NONE,) if may_be_none(pass_of(asks, number)) else ()
    return (MADE, *none, *((STOPPED,) if may_stop(asks, number) else ()), OVER)


def _withdrawn(state: MatchState, hand: MatchHand, command: PassTiles) -> Event:
    last = hand.passed[-1] if hand.passed and not hand.ends else None
    if last is None or last.number != command.number:
        raise Refused(Code.PASS_NOT_DUE, "Only the last pass can be taken back, while nobody has won.", field="number")
    return PassWithdrawn(state.id, command.who, hand.index, command.number)


def passing_json(state: MatchState) -> dict[str, Any] | None:
    """What players pass now, for pages; None when they pass nothing. ``since``: when this pass began (null: the players
    have not begun); ``seconds``: for each pass, 0 for any time; ``ways``: what may become of it."""
    hand = state.running
    number = coming(state.asks, hand)
    if hand is None or number is None or state.ending is not None:
        return None
    row = pass_of(state.asks, max(number, 1))
    return {
        "number": number,
        "passes": len(state.asks.passes),
        "to": row.to,
        "tiles": row.tiles,
        "blind": row.blind,
        "courtesy": row.courtesy,
        "one_suit": row.one_suit,
        "seconds": row.seconds,
        "since": hand.passed[-1].time if hand.passed else None,
        "ways": list(ways(state.asks, number)),
        "last": hand.passed[-1].number if hand.passed else None,
    }

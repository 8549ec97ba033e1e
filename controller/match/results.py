"""A result as it was entered: checked, scored, paid, and what it leads to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from controller.match.checks import VOID, check_result
from controller.match.codec import quick_win_from
from controller.match.commands import HandResult, ScoredWin, Win
from controller.match.state import Standing, occupied
from controller.match.winners import choose
from controller.refusals import Code, Refused
from controller.rules.errors import RulesError
from controller.rules.game import Game, Outcome, Position, QuickWin, Settlement
from controller.rules.seats import Seat

NOTHING = Settlement((0, 0, 0, 0))
Wins = tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Entered:
    """The result as facts: ``wins`` are those that count, in turn order; ``passed_over`` called the same tile in
    vain.
    """

    outcome: Outcome
    wins: Wins = ()
    passed_over: tuple[Seat, ...] = ()


def entered(game: Game, standing: Standing, result: HandResult) -> Entered:
    """Checks a result against the hand it is for and scores its wins. Raises ``Refused`` naming the field."""
    check_result(game.asks, result, occupied(standing.seats))
    riichi, nagashi = tuple(sorted(result.riichi)), tuple(sorted(result.nagashi))
    if result.kind != "win":
        reason = result.reason or (VOID if result.kind == "abort" else "")
        ready = tuple(sorted(result.ready))
        return Entered(Outcome(result.kind, ready=ready, reason=reason, riichi=riichi, nagashi=nagashi))
    called = [_win(game, standing, place, win, riichi) for place, win in enumerate(result.wins)]
    wins, passed_over = choose(game.options, called)
    winners = tuple(win["winner"] for win in wins)
    if len(wins) > 1:
        wins = tuple(_among(game, standing, win, winners, riichi) for win in wins)
    return Entered(Outcome("win", winners, result.wins[0].discarder, riichi=riichi), wins, passed_over)


def payments(game: Game, position: Position, outcome: Outcome, wins: Wins) -> Settlement:
    """What the hand moves at this position."""
    if outcome.kind != "win":
        return NOTHING if outcome.reason == VOID else game.settle_without_win(position, outcome)
    if wins[0]["form"] == "quick":
        return game.settle_quick(position, [quick_win_from(win) for win in wins], outcome.riichi)
    return game.settle_scored(position, wins, outcome.riichi)


def following(
    game: Game, position: Position, outcome: Outcome, settlement: Settlement, scores: Sequence[int]
) -> Position | None:
    """The position after the hand; ``scores`` by seat, this hand included. A void hand is played again as it was."""
    if outcome.reason == VOID:
        return position
    after = game.advance(position, outcome, scores)
    return None if after is None else replace(after, deposits=position.deposits + settlement.deposits)


def _win(game: Game, standing: Standing, place: int, win: Win, riichi: Sequence[Seat]) -> dict[str, Any]:
    facts = {"winner": win.winner, "source": win.source, "discarder": win.discarder, "liable": win.liable}
    if isinstance(win, QuickWin):
        return {"form": "quick", **facts, **_counted(game, win)}
    record = _record(game, standing, win, riichi)
    result = _scored(game, record, f"wins[{place}]")
    return {
        "form": "scored",
        **facts,
        "total": result["total"],
        "limit": result.get("limit", False),
        "fu": result.get("fu"),
        "level": result.get("level", ""),
        "record": record,
        "result": result,
    }


def _among(
    game: Game, standing: Standing, win: Mapping[str, Any], winners: Sequence[Seat], riichi: Sequence[Seat]
) -> Mapping[str, Any]:
    """A win as it is when others win too: with what he alone has of counters and sticks."""
    facts = game.table_facts(standing.position, riichi, winners, win["winner"])
    if win["form"] == "quick" or not facts:
        return win
    record = {**win["record"], **facts}
    return {**win, "record": record, "result": _scored(game, record, "wins")}


def _counted(game: Game, win: QuickWin) -> dict[str, Any]:
    """What a quick win counted, with the fu that are the only ones in this game, and the name of such a worth."""
    asks, fu = game.asks, win.fu
    if fu is None and len(asks.fu) == 1 and asks.needs_fu(win.total, win.limit):
        fu = asks.fu[0]
    level = asks.limit if win.limit and asks.levels else asks.level(win.total, fu)
    return {"total": win.total, "limit": win.limit, "fu": fu, "level": level}


def _record(game: Game, standing: Standing, win: ScoredWin, riichi: Sequence[Seat]) -> dict[str, Any]:
    """The scoring record of a win: what the players entered, and what the match knows better than they do."""
    winds = standing.winds
    return {
        **win.parts,
        **game.table_facts(standing.position, riichi),
        "ruleset": game.ruleset,
        "options": plain(game.options),
        "win": win.source,
        "seat_wind": winds[win.winner],
        "round_wind": standing.prevailing,
        "discarder": None if win.discarder is None else winds[win.discarder],
        **({} if win.liable is None else {"liable": winds[win.liable]}),
    }


def _scored(game: Game, record: Mapping[str, Any], field: str) -> dict[str, Any]:
    try:
        result = game.score({**record, "explain": True})
    except RulesError as error:
        error.field = f"{field}.{error.field}"
        raise
    if not result["legal"]:
        raise Refused(
            Code.ILLEGAL_HAND,
            f"This is no winning hand of the ruleset: {result['reason']}.",
            field=field,
            reason=result["reason"],
        )
    return result


def plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as JSON keeps them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}

"""A result as it was entered: checked, scored, paid, and what it leads to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from controller.events import Refused
from controller.match.codec import flat_from
from controller.match.commands import HandResult, ScoredWin, Win
from controller.match.folding import check_words
from controller.match.state import Standing
from controller.match.winners import choose
from controller.rules.errors import RulesError
from controller.rules.game import Game, Outcome, Position, QuickWin, Settlement

MOST_POINTS = 1_000_000
LONGEST_REASON = 100
VOID = "void"
NOTHING = Settlement((0, 0, 0, 0))
Wins = tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Entered:
    """The result as facts: ``wins`` are those that count, in turn order; ``passed_over`` called the same tile in
    vain.
    """

    outcome: Outcome
    wins: Wins = ()
    passed_over: tuple[int, ...] = ()


def entered(game: Game, standing: Standing, result: HandResult) -> Entered:
    """Checks a result against the hand it is for and scores its wins. Raises ``Refused`` naming the field."""
    present = [seat for seat, player in enumerate(standing.seats) if player is not None]
    _check_seats(result, present)
    riichi, nagashi = tuple(sorted(result.riichi)), tuple(sorted(result.nagashi))
    if result.kind != "win":
        _check_no_win(result)
        reason = result.reason or (VOID if result.kind == "abort" else "")
        ready = tuple(sorted(result.ready))
        return Entered(Outcome(result.kind, ready=ready, reason=reason, riichi=riichi, nagashi=nagashi))
    _check_wins(result.wins, present)
    called = [_win(game, standing, place, win, riichi) for place, win in enumerate(result.wins)]
    wins, passed_over = choose(game.options, called)
    winners = tuple(win["winner"] for win in wins)
    return Entered(Outcome("win", winners, result.wins[0].discarder, riichi=riichi), wins, passed_over)


def payments(game: Game, position: Position, outcome: Outcome, wins: Wins) -> Settlement:
    """What the hand moves at this position."""
    if outcome.kind != "win":
        return NOTHING if outcome.reason == VOID else game.settle_without_win(position, outcome)
    if wins[0]["form"] == "quick":
        return game.settle_quick(position, [flat_from(QuickWin, win) for win in wins], outcome.riichi)
    return game.settle_scored(position, wins, outcome.riichi)


def following(
    game: Game, position: Position, outcome: Outcome, settlement: Settlement, scores: Sequence[int]
) -> Position | None:
    """The position after the hand; ``scores`` by chair, this hand included. A void hand is played again as it was."""
    if outcome.reason == VOID:
        return position
    after = game.advance(position, outcome, scores)
    return None if after is None else replace(after, deposits=position.deposits + settlement.deposits)


def _check_seats(result: HandResult, present: Sequence[int]) -> None:
    lists = (("ready", result.ready), ("riichi", result.riichi), ("nagashi", result.nagashi))
    for field, seats in lists:
        if len(set(seats)) != len(seats) or not set(seats) <= set(present):
            raise _bad(field, f"{field.capitalize()} names occupied seats, each once.")


def _check_no_win(result: HandResult) -> None:
    check_words(result.reason, "reason", LONGEST_REASON, may_be_empty=True)
    if result.wins:
        raise _bad("wins", f"A hand that ends in a {result.kind} has no winner.")


def _check_wins(wins: Sequence[Win], present: Sequence[int]) -> None:
    if not wins:
        raise _bad("wins", "A win needs a winner.")
    for place, win in enumerate(wins):
        _check_win(win, f"wins[{place}]", present)
    first = wins[0]
    if len({win.winner for win in wins}) != len(wins):
        raise _bad("wins", "A seat is named twice as winner.")
    if len(wins) > 1 and first.source == "self-draw":
        raise _bad("wins", "Only one player can win from the wall.")
    if any((win.source, win.discarder) != (first.source, first.discarder) for win in wins):
        raise _bad("wins", "Several winners win on the same tile of the same player.")
    if len({type(win) for win in wins}) > 1:
        raise _bad("wins", "Enter all wins with tiles or all without.")


def _check_win(win: Win, field: str, present: Sequence[int]) -> None:
    if win.winner not in present:
        raise _bad(f"{field}.winner", "The winner sits on an occupied seat.")
    if win.source == "self-draw":
        if win.discarder is not None:
            raise _bad(f"{field}.discarder", "A win from the wall has no discarder.")
    elif win.discarder not in present or win.discarder == win.winner:
        raise _bad(f"{field}.discarder", "The discarder is another player on an occupied seat.")
    if isinstance(win, QuickWin) and not 0 <= win.total <= MOST_POINTS:
        raise _bad(f"{field}.total", f"A total is a number from 0 to {MOST_POINTS}.")


def _win(game: Game, standing: Standing, place: int, win: Win, riichi: Sequence[int]) -> dict[str, Any]:
    facts = {"winner": win.winner, "source": win.source, "discarder": win.discarder}
    if isinstance(win, QuickWin):
        return {"form": "quick", **facts, "total": win.total, "limit": win.limit, "fu": win.fu, "liable": win.liable}
    record = _record(game, standing, win, riichi)
    result = _scored(game, record, f"wins[{place}]")
    return {
        "form": "scored",
        **facts,
        "total": result["total"],
        "limit": result.get("limit", False),
        "record": record,
        "result": result,
    }


def _record(game: Game, standing: Standing, win: ScoredWin, riichi: Sequence[int]) -> dict[str, Any]:
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
    }


def _scored(game: Game, record: Mapping[str, Any], field: str) -> dict[str, Any]:
    try:
        result = game.score({**record, "explain": True})
    except RulesError as error:
        raise Refused(error.code, error.detail, error.remedy, kind="invalid", field=f"{field}.{error.field}") from error
    if not result["legal"]:
        raise Refused(
            "illegal-hand",
            f"This is no winning hand of the ruleset: {result['reason']}.",
            "Correct the tiles, or enter the penalty for a false win.",
            kind="invalid",
            field=field,
        )
    return result


def plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as JSON keeps them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}


def _bad(field: str, detail: str) -> Refused:
    return Refused("bad-result", detail, "Correct the entry.", kind="invalid", field=field)

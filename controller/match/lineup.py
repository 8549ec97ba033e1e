"""A position as it looks at the table, and the scores and ranking that a game is asked about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from controller.match.ledger import scores
from controller.match.state import Lineup, MatchState, Seats
from controller.rules.game import Game, MatchPosition, Pot, Settlement, pot_after

OF_PLAYERS = ("ranking", "places", "points", "table_scores")
PER_PLAYER = ("table_points", "marks", "chips", "yakitori")
"""What a game may add to the row of each player."""


def standing_of(game: Game, state: MatchState, position: MatchPosition) -> Lineup:
    """Winds and players of every seat at a position."""
    persons = (*state.seats, *state.resting)
    players: Seats = tuple(persons[person] for person in game.people(position))
    return Lineup(position, game.prevailing(position), game.seat_winds(position), players)


def with_waiting(standing: Lineup, extra_hands: int, pot: Pot) -> Lineup:
    """The same hand at the table with other points waiting for its winner."""
    return replace(standing, position=replace(standing.position, extra_hands=extra_hands, pot=pot))


def position_now(position: MatchPosition, settled: Iterable[Settlement]) -> MatchPosition:
    """The position of a hand after some of its ends: with what they left on the table."""
    for settlement in settled:
        position = replace(position, pot=pot_after(position.pot, settlement.pot))
    return position


def final_ranking(game: Game, state: MatchState) -> dict[str, Any]:
    """The ranking of the game in players, best first, with the points that the game gives for it."""
    players = [player for player in (*state.seats, *state.resting) if player is not None]
    points = scores(state)
    answer = game.final([points[player] for player in players], _last_position(state))
    places = answer.get("places") or _places(answer["ranking"])
    taken = _taken_after_ranking(state)
    shown = answer.get("table_scores") or [points[player] for player in players]
    each = {name: answer[name] for name in PER_PLAYER if name in answer}
    rows = [
        {
            "place": places[entry],
            "player": players[entry],
            "name": state.names[players[entry]],
            "score": shown[entry],
            "points": _less(answer["points"][entry], taken.get(players[entry], 0), answer.get("scale", 1)),
            **{name: values[entry] for name, values in each.items()},
        }
        for entry in answer["ranking"]
    ]
    more = {key: value for key, value in answer.items() if key not in (*OF_PLAYERS, *PER_PLAYER)}
    return {"ranking": rows, **more}


def _less(points: float, taken: int, scale: int) -> float:
    """Final points, which may be thousands (``scale``), less points of the table."""
    return round(points - taken / scale, 3) if taken else points


def _taken_after_ranking(state: MatchState) -> dict[int, int]:
    """Points that penalties take from players without changing their places; cancelled ones cancel out."""
    taken: dict[int, int] = {}
    for penalty in state.penalties:
        if penalty.settle == "after-ranking":
            amount = sum(move.amount if move.payer is not None else -move.amount for move in penalty.movements)
            taken[penalty.player] = taken.get(penalty.player, 0) + amount
    return taken


def _places(ranking: list[int]) -> dict[int, int]:
    return {entry: place for place, entry in enumerate(ranking, 1)}


def _last_position(state: MatchState) -> MatchPosition:
    """Where the match stands or, after the last hand, where that was played and what it left on the table."""
    if state.standing is not None:
        return state.standing.position
    last = state.last
    assert last is not None, "a match without a position has ended hands"
    return position_now(last.position, [result.settlement for result in last.counting])

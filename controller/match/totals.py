"""What several matches came to for each player: a day's list of a table.

Points of different games do not add up, so each ruleset has its own list. Players are known by their names.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from controller.match.ledger import scores
from controller.match.state import Brought, MatchState


@dataclass(slots=True)
class PlayerTotals:
    """``places``: how often first, second ...; ``net``: points won and lost, whole; ``points``: what the rulesets give
    for the ranking, net of the start; ``marks``: of players who lost a box, in games with boxes."""

    name: str
    matches: int = 0
    places: list[int] = field(default_factory=lambda: [0, 0, 0, 0, 0])
    net: int = 0
    points: float = 0.0
    marks: int | None = None

    def add(self, row: dict[str, Any], start_points: int) -> None:
        self.matches += 1
        self.places[row["place"] - 1] += 1
        self.net += row["score"] - start_points
        self.points += row["points"]
        if "marks" in row:
            self.marks = (self.marks or 0) + row["marks"]

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "matches": self.matches,
            "places": list(self.places),
            "net": self.net,
            "points": round(self.points, 1),
            **({} if self.marks is None else {"marks": self.marks}),
        }


def together(state: MatchState) -> Brought:
    """What the players have from this match and from those that it goes on from. ``points`` are those of the rankings
    alone, so those of this match are missing until it is ranked."""
    before = state.brought or Brought(0, (0,) * len(state.names), (0.0,) * len(state.names))
    rows = {row["player"]: row for row in (state.ending.final if state.ending else {}).get("ranking", ())}
    players = range(len(state.names))
    points, start = scores(state), state.start_points
    ends = [rows[player]["score"] if player in rows else points[player] for player in players]
    return Brought(
        before.matches + 1,
        tuple(before.net[player] + ends[player] - start for player in players),
        tuple(
            round(before.points[player] + (rows[player]["points"] if player in rows else 0), 3) for player in players
        ),
    )


def may_play_on(state: MatchState) -> bool:
    """Whether another match can go on from it. What follows a game of a tournament is for the tournament to say."""
    return state.ending is not None and state.ending.how != "abandoned" and state.game is None and bool(state.hands)


def together_json(state: MatchState) -> dict[str, Any] | None:
    """The same for pages and sheets, the player with the most first; None for a match that stands alone."""
    if state.brought is None:
        return None
    total, ranked = together(state), state.ending is not None and bool(state.ending.final)
    order = sorted(range(len(state.names)), key=lambda each: (-total.points[each] * ranked, -total.net[each]))
    rows = [
        {
            "player": each,
            "name": state.names[each],
            "net": total.net[each],
            "points": total.points[each] if ranked else None,
        }
        for each in order
    ]
    return {"matches": total.matches, "rows": rows}


def totals(matches: Iterable[MatchState]) -> list[dict[str, Any]]:
    """For each ruleset in which a match was ranked: its players, the one with the most points first."""
    found: dict[str, dict[str, PlayerTotals]] = {}
    counts: dict[str, int] = {}
    for match in matches:
        rows = match.ending.final.get("ranking") if match.ending is not None else None
        if not rows:
            continue
        counts[match.ruleset] = counts.get(match.ruleset, 0) + 1
        players = found.setdefault(match.ruleset, {})
        for row in rows:
            players.setdefault(row["name"], PlayerTotals(row["name"])).add(row, match.start_points)
    return [
        {"ruleset": ruleset, "matches": counts[ruleset], "players": _ordered(players.values())}
        for ruleset, players in found.items()
    ]


def _ordered(players: Iterable[PlayerTotals]) -> list[dict[str, Any]]:
    return [each.as_json() for each in sorted(players, key=lambda each: (-each.points, -each.net, each.name))]

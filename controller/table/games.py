"""Configured games, and the walls that the machine builds for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.config import GameConfig
from controller.match import MatchState
from controller.mechanism import Books, PlanRequested, State
from controller.mechanism import Plan as MachineWall
from controller.rules import configure
from controller.rules.game import Game, WallPlan
from controller.walls import machine_plan
from controller.walls.sides import DEFAULT_MAX_STACKS, Sides

_SAVED_GAMES: Final = 8


class Games:
    """Configures games and keeps the last few. ``config``: what the table usually plays."""

    def __init__(self, config: GameConfig) -> None:
        self._usual = config
        self._games: dict[tuple[str, str | None, str], Game] = {}

    def game(self, ruleset: str, options: Mapping[str, Any], profile: str | None = None) -> Game:
        """Raises ``RulesError``."""
        key = (ruleset, profile, repr(sorted(options.items())))
        if key not in self._games:
            if len(self._games) >= _SAVED_GAMES:
                self._games.clear()
            self._games[key] = configure(ruleset, options, profile)
        return self._games[key]

    def usual_match(self, ruleset: str) -> Mapping[str, Any]:
        """What a match takes that says nothing else (fields of ``match.StartMatch``)."""
        return {"confirmation": self._usual.confirmation, "hand_check": self._usual.checks_hands(ruleset)}

    def usual(self) -> Game:
        return self.game(self._usual.ruleset, self._usual.options)

    def usual_plan(self, max_stacks: int) -> MachineWall:
        """The wall between matches. Raises ``Refused`` for a configuration that makes no game."""
        return machine_wall(self.usual().wall, max_stacks or DEFAULT_MAX_STACKS)


def machine_wall(wall: WallPlan, max_stacks: int) -> MachineWall:
    """Raises ``Refused`` for a wall that this machine cannot build."""
    absent = None if wall.every_side else wall.absent_seat
    plan = machine_plan(wall.tiles, wall.players, absent, max_stacks)
    return MachineWall(plan.quota, plan.players)


def plan_input(state: MatchState | None, machine: State) -> PlanRequested | None:
    """The wall that the match being played needs, when the machine does not build it yet."""
    if state is None or state.phase == "over":
        return None
    wall = machine_wall(state.wall, machine.books.max_stacks)
    return None if wall == machine.books.plan else PlanRequested(wall)


def standing_sides(books: Books, wall: WallPlan) -> Sides | None:
    """Tiles on each side of the wall in play as the machine built it; None when it built another one, or none."""
    name = books.raised or books.staged
    plan = (books.book(name).plan if name else None) or books.plan
    return plan.quota if plan.tiles == wall.tiles else None

"""The presets: how a rule book turns the scores of a table into standings points. The data are in ``presets.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, Final

SEATS: Final = 4
POINTS_OF_STICK: Final = 1000


class StickRule(StrEnum):
    FIRST = "first"
    LOST = "lost"
    NONE = "none"
    """The game knows no sticks."""


class PenaltyUnit(StrEnum):
    STANDINGS = "standings"
    """Standings points, taken off after uma."""
    TABLE = "table"
    """Points of the table, taken off before its places are found."""


class TieBreak(StrEnum):
    SCORE = "score"
    """The higher total score."""
    BEST_GAME = "best-game"
    """The better best game, in standings points."""
    HIGH_GAMES = "high-games"
    """More of the best games: the results from the best down, until one is better."""


@dataclass(frozen=True)
class Preset:
    """One rule book; the members are explained at the top of ``presets.toml``."""

    id: str
    edition: str
    start: int | None
    zero: int
    """``return`` of the file: the score that is worth no points."""
    scale: Fraction
    uma_by_floating: tuple[tuple[Fraction, ...], ...]
    """Uma of the four places, by the number of players at or above ``zero``, 0 to 4."""
    tie_unit: Fraction | None
    sticks: StickRule
    stick_unit: int
    stick_rest_to_nearest: bool
    penalties: PenaltyUnit
    tie_breaks: tuple[TieBreak, ...]
    chombo: Fraction | None


@cache
def presets() -> Mapping[str, Preset]:
    """All presets by id."""
    data = tomllib.loads(files(__package__).joinpath("presets.toml").read_text(encoding="utf-8"))
    return {name: _preset(name, row) for name, row in data.items()}


def _preset(name: str, row: Mapping[str, Any]) -> Preset:
    by_floating = row.get("floating") or {str(count): row["uma"] for count in range(SEATS + 1)}
    return Preset(
        id=name,
        edition=row["edition"],
        start=row.get("start"),
        zero=row["return"],
        scale=Fraction(row["scale"]),
        uma_by_floating=tuple(tuple(map(Fraction, by_floating[str(count)])) for count in range(SEATS + 1)),
        tie_unit=Fraction(row["tie_unit"]) if "tie_unit" in row else None,
        sticks=StickRule(row["sticks"]),
        stick_unit=row["stick_unit"],
        stick_rest_to_nearest=row["stick_rest"] == "nearest",
        penalties=PenaltyUnit(row["penalties"]),
        tie_breaks=tuple(map(TieBreak, row["tie_breaks"])),
        chombo=Fraction(row["chombo"]) if "chombo" in row else None,
    )

"""Schedules that take long to find, found before: designs, and what ``python -m tools.seating_tables`` wrote."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from string import ascii_letters
from typing import Final

from hall.tournament.seating.designs import DESIGNS
from hall.tournament.seating.meetings import Rounds

FILE: Final = "kept.json"
"""``{"20x7": {"repeats": 20, "rounds": ["abcd efgh ...", ...]}, ...}``: a letter for each player."""


def design_of(players: int) -> Rounds:
    """All rounds in which no two players meet again; empty where none are known."""
    return next((design.rounds() for design in DESIGNS if design.players == players), [])


def kept_rounds(players: int, number: int) -> Rounds:
    """The best schedule that is known where a search of some seconds may miss it, or nothing."""
    design = design_of(players)
    if len(design) >= number:
        return design[:number]
    return [list(map(ascii_letters.index, text.replace(" ", ""))) for text in _kept().get(f"{players}x{number}", [])]


@cache
def _kept() -> dict[str, list[str]]:
    data = json.loads(files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    return {cell: kept["rounds"] for cell, kept in data.items()}

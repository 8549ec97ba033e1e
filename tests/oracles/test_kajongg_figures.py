"""Figures that Kajongg, another program for the classical game, gives for hands of the German and the British rules.

``kajongg.jsonl`` holds hands that its own tests score, written as our records, with what it makes of them: ``points``
and ``doubles``, a share of the limit (``limits``), or that the hand does not win (``win``). ``of`` is the winner, or
the seat of a hand that has not won. Kajongg pays four points for the only tile that completes a German hand, so the
records of that profile say so. Left out are hands of tiles that no set has, a claimed tile that is also the last of the
wall, and what the rule sheet decides otherwise: a kong claimed from a concealed pung is exposed, the wriggling snake is
held in the hand, and the points of the pair that the last tile completes keep a hand from having none.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.rules import configure, score

LINES = [json.loads(line) for line in (Path(__file__).parent / "kajongg.jsonl").read_text().splitlines()]


def figure(row: dict[str, Any]) -> dict[str, Any]:
    """What the engine makes of a hand, as the other program writes it."""
    record = row["record"]
    result = score(record)
    if not result["legal"]:
        return {"win": False}
    hand = result if row["of"] == "winner" else result["losers"][row["of"]]
    if hand["points"] is not None:
        return {"points": hand["points"], "doubles": hand["doubles"]}
    options = configure(record["ruleset"], record["options"], record["profile"]).options
    return {"limits": hand["total"] / options["limit"]}


@pytest.mark.parametrize("row", LINES, ids=[f"{row['record']['profile']}-{n}" for n, row in enumerate(LINES, 1)])
def test_a_hand_has_the_figures_of_kajongg(row: dict[str, Any]) -> None:
    assert figure(row) == row["figure"]

"""Records for the tests of the rules: the worked cases and short ways to write one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from controller.rules import rulesets

CASES = Path(__file__).parents[2] / "cases"
FILES = rulesets()
CONDITIONS_OFF: dict[str, dict[str, Any]] = {
    "shenyang": {"must-open": False},
    "shanxi-lisi": {"ready-required": False, "suits": "any"},
}
"""Options with which 99m234567p23s777z, nothing claimed, may win in rulesets that ask for more than a form."""
PAIR: dict[str, str] = {"wuhan": "88m", "changsha": "88m"}
"""The pair of that hand where the game wins with few pairs."""
MELD_KINDS = {"C": "chow", "P": "pung", "K": "kong", "A": "kong"}


@cache
def worked_cases() -> tuple[dict[str, Any], ...]:
    """The cases of the sheets and, in the files named ``-more``, those of a second reading of the sheets. They are read
    once; nobody changes one."""
    paths = [path for name in FILES for path in sorted(CASES.glob(f"{name}*.jsonl"))]
    return tuple(json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines())


def refused_cases() -> list[dict[str, Any]]:
    """Records that are no scoring records of their ruleset, with the field and the tile that is wrong."""
    paths = sorted((CASES / "refused").glob("*.jsonl"))
    return [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]


def meld(text: str) -> dict[str, Any]:
    """``C123m`` chow, ``P555z`` pung, ``K`` kong, ``A`` concealed kong, ``P555z<S`` fed by South, ``K..+`` added."""
    body, _, feeder = text.partition("<")
    added = body.endswith("+")
    tiles = body[1:].rstrip("+")
    answer = {"kind": MELD_KINDS[body[0]], "tiles": tiles, "concealed": body[0] == "A"}
    return answer | ({"from": feeder} if feeder else {}) | ({"added": True} if added else {})


def record(
    ruleset: str, hand: str, winning: str, source: str | None = None, *, melds: str = "", seat: str = "S",
    round_wind: str = "E", flags: tuple[str, ...] = (), flowers: str = "",
    house: dict[str, Any] | None = None, **options: Any,
) -> dict[str, Any]:  # fmt: skip
    """A record; ``source`` is the discarder's wind, ``robbed W`` for a robbed kong, None for a self-draw.

    Options are written with underscores, ``min_faan=1``, or in ``house`` where their name is taken.
    """
    win = "self-draw" if source is None else "robbed-kong" if source.startswith("robbed") else "discard"
    return {
        "ruleset": ruleset,
        "options": {name.replace("_", "-"): value for name, value in options.items()} | (house or {}),
        "hand": hand,
        "melds": [meld(text) for text in melds.split()],
        "winning_tile": winning,
        "win": win,
        "seat_wind": seat,
        "round_wind": round_wind,
        "discarder": None if source is None else source[-1],
        "flags": list(flags),
        "flowers": flowers,
    }

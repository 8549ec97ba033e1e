"""Red fives: how many of each the set has, and what a record implies that holds some."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.rules.sheet.ruleset import Options

# by the option ``red-fives``
IN_THE_SET: dict[int, Mapping[str, int]] = {
    0: {},
    2: {"0p": 1, "0s": 1},
    3: {"0m": 1, "0p": 1, "0s": 1},
    4: {"0m": 1, "0p": 2, "0s": 1},
    8: {"0p": 4, "0s": 4},
}


def reds_of(options: Options) -> Mapping[str, int]:
    """Red fives by name with how many of each are in the set."""
    return IN_THE_SET[options["red-fives"]]


_TEXTS = ("hand", "winning_tile", "dora_indicators", "ura_indicators")


def with_reds(usual: int) -> Callable[[Mapping[str, Any]], Options]:
    """A record that holds red fives and does not say how many there are is played with the usual ones."""
    implied: Options = {"red-fives": usual}

    def implies(record: Mapping[str, Any]) -> Options:
        for field in _TEXTS:
            text = record.get(field)
            if type(text) is str and "0" in text:
                return implied
        melds = record.get("melds")
        return implied if melds and _in_melds(melds) else _NOTHING

    return implies


_NOTHING: Options = {}


def _in_melds(melds: Any) -> bool:
    """Whether a red five is melded; a record that cannot be read has none."""
    if isinstance(melds, list | tuple):
        for raw in melds:
            text = raw.get("tiles") if isinstance(raw, dict) else None
            if type(text) is str and "0" in text:
                return True
    return False

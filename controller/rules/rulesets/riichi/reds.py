"""Red fives: how many of each the set has, and what a record implies that holds some."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.rules.sheet.ruleset import Options

BY_SUIT: Final = "by-suit"
"""The value of ``red-fives`` with which ``red-fives-by-suit`` says how many there are in each suit."""
SUITS: Final = ("0m", "0p", "0s")
# by the option ``red-fives``
IN_THE_SET: Final[dict[int, Mapping[str, int]]] = {
    0: {},
    2: {"0p": 1, "0s": 1},
    3: {"0m": 1, "0p": 1, "0s": 1},
    4: {"0m": 1, "0p": 2, "0s": 1},
    8: {"0p": 4, "0s": 4},
}


def reds_of(options: Options) -> Mapping[str, int]:
    """Red fives by name with how many of each are in the set."""
    number = options["red-fives"]
    if number == BY_SUIT:
        return {name: red for name, red in zip(SUITS, options["red-fives-by-suit"], strict=True) if red}
    return IN_THE_SET[number]


def with_reds(usual: int) -> Callable[[Mapping[str, Any]], Options]:
    """A record that holds red fives and does not say how many there are is played with the usual ones."""
    implied: Options = {"red-fives": usual}

    def implies(record: Mapping[str, Any]) -> Options:
        given = record if isinstance(record, dict) else dict(record)
        options = given.get("options")
        if options and "red-fives" in options:
            return _NOTHING
        try:
            shown = "0" in given.get("hand", "") or "0" in given.get("winning_tile", "")
            shown = shown or "0" in (given.get("dora_indicators") or "") or "0" in (given.get("ura_indicators") or "")
        except TypeError:
            return _NOTHING  # no text: the record is refused when it is read
        return implied if shown or ((melds := given.get("melds")) and _in_melds(melds)) else _NOTHING

    return implies


_NOTHING: Final[Options] = {}


def _in_melds(melds: Any) -> bool:
    """Whether a red five is melded; a record that cannot be read has none."""
    try:
        for meld in melds:
            if "0" in meld["tiles"]:
                return True
    except (TypeError, LookupError):
        return False
    return False

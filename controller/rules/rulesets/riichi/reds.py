"""Red fives: which of them a set has, and what a record says of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from controller.rules.errors import RecordError
from controller.rules.hand.tiles import RED, RED_SHIFT, split
from controller.rules.sheet.ruleset import Options

Reds = Mapping[str, int]
"""Red fives by name with how many of each are in the set."""
# by the option ``red-fives``
IN_THE_SET: dict[int, Reds] = {
    0: {},
    2: {"0p": 1, "0s": 1},
    3: {"0m": 1, "0p": 1, "0s": 1},
    4: {"0m": 1, "0p": 2, "0s": 1},
    8: {"0p": 4, "0s": 4},
}
# where a bag counts them
PLACE = {"0m": RED_SHIFT, "0p": RED_SHIFT + 5, "0s": RED_SHIFT + 10}


def reds_of(options: Options) -> Reds:
    return IN_THE_SET[options["red-fives"]]


def stray_reds(reds: Reds) -> int:
    """The bits of a bag that stand for red fives which are not in the set."""
    return sum(31 << place for name, place in PLACE.items() if name not in reds)


class Limit(NamedTuple):
    """How many red fives a bag may have, as what is added to their digits: one too many carries into bit 4."""

    room: int
    carried: int

    def broken_by(self, tiles: int) -> bool:
        """Whether a bag has more of a red five than the set (exact up to sixteen of a kind)."""
        return (tiles & RED) + self.room & self.carried != 0


def limit_of(reds: Reds) -> Limit:
    return Limit(
        sum(15 - number << PLACE[name] for name, number in reds.items()), sum(16 << PLACE[name] for name in reds)
    )


def refusal(record: Mapping[str, Any], reds: Reds) -> RecordError:
    """The error for a record that holds a red five which is not in the set."""
    field, tile = next((field, tile) for field, tile in _held(record) if tile not in reds)
    remedy = f"write 5{tile[1]}, or play with other red-fives"
    return RecordError(field, f"there is no {tile} in this set", remedy, tile=tile)


def _held(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every red five of hand, melds and winning tile with its field."""
    melds = [(f"melds[{at}].tiles", meld["tiles"]) for at, meld in enumerate(record.get("melds") or ())]
    for field, text in (("hand", record["hand"]), *melds, ("winning_tile", record["winning_tile"])):
        for chunk in split(text):
            if "0" in chunk:
                yield field, f"0{chunk[-1]}"

"""Offences and what they cost."""

from __future__ import annotations

from typing import Final

from controller.rules.game import MatchPosition
from controller.rules.sheet.ruleset import Options, PenaltyRule

CHOMBO: Final = ("false-win", "noten-riichi", "invalid-kan", "wall-destroyed")
DEAD_HAND: Final = ("wrong-call", "wrong-count")


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    """A chombo: the hand is replayed (enter it as void); points are taken after the ranking, or a mangan is paid,
    or both at once."""
    dead = tuple(PenaltyRule(id, "dead-hand") for id in DEAD_HAND)
    points = options["chombo-points"]
    if options["chombo"] == "tournament":
        return (*(PenaltyRule(id, "replay", pays_bank=points, settle="after-ranking") for id in CHOMBO), *dead)
    taken = points if options["chombo"] == "both" else 0
    return (*(PenaltyRule(id, "replay", reverse_mangan, pays_bank=taken) for id in CHOMBO), *dead)


def reverse_mangan(position: MatchPosition, offender: int, receiver: int) -> int:
    """What a mangan of the receiver's would cost: the dealer pays and is paid double."""
    return 4000 if position.dealer in (offender, receiver) else 2000

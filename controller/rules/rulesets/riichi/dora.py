"""The tiles of a hand that are dora, for explanations."""

from __future__ import annotations

from collections.abc import Sequence

from controller.rules.hand.fields import DORA_FIELD
from controller.rules.hand.reading import Reading
from controller.rules.hand.record import Hand
from controller.rules.hand.tiles import RED_AT, write_tiles
from controller.rules.rulesets.riichi.judge import RiichiJudge


def dora_tiles(judge: RiichiJudge, name: str, reading: Reading) -> list[str] | None:
    """Groups of tiles, one for each indicator that finds any in the hand; None for items that are no such dora."""
    hand = reading.hand
    if name == "red":
        found = (digits + tile[1] for tile, place in RED_AT.items() if (digits := "0" * (hand.tiles >> place & 31)))
        return list(found)
    made = _made(judge, name, hand)
    if made is None:
        return None
    groups = [write_tiles([tile] * judge.copies(hand, tile)) for tile in made]
    return [group for group in groups if group]


def _made(judge: RiichiJudge, name: str, hand: Hand) -> Sequence[int] | None:
    """The kinds that the indicators of an item make dora."""
    if name == "ura":
        return judge.under(hand)
    if name in ("dora", "kan-dora"):
        turned = judge.following.of(hand, DORA_FIELD)
        return turned[:1] if name == "dora" else turned[1:]
    return None

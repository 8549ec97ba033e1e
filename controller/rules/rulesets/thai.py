"""Thai: the Vietnamese game with eight animals more. Decisions: docs/rulesets/thai.md."""

from __future__ import annotations

from typing import Any, Final

from controller.rules.game import DicePlan
from controller.rules.hand.record import Hand
from controller.rules.hand.tile_set import ANIMALS, JOKER_TILES, MORE_ANIMALS, TileSet
from controller.rules.rulesets import vietnamese
from controller.rules.rulesets.vietnamese import bits, phan, set_of
from controller.rules.sheet import evidence as by
from controller.rules.sheet import glance
from controller.rules.sheet.glance import needing
from controller.rules.sheet.options import choice, flag, number
from controller.rules.sheet.ruleset import Options, Progression, Ruleset

EVERY_ANIMAL: Final = (*ANIMALS, *MORE_ANIMALS)
OF_SEAT: Final = tuple(bits((EVERY_ANIMAL[seat], EVERY_ANIMAL[seat + 4])) for seat in range(4))
PAIRS: Final = tuple(bits(EVERY_ANIMAL[at : at + 2]) for at in (0, 2, 4, 6))
"""Hunter and prey."""


def own_animals(hand: Hand) -> int:
    return (hand.flowers & OF_SEAT[hand.seat_wind]).bit_count()


def animal_pairs(hand: Hand) -> int:
    return sum(hand.flowers & pair == pair for pair in PAIRS)


def all_animals(hand: Hand) -> int:
    every = bits(EVERY_ANIMAL)
    return hand.flowers & every == every


needing(glance.BONUS_TILES, own_animals, animal_pairs, all_animals)


def earned_pairs(reading: Any) -> list[str]:
    return [text for pair in PAIRS for text in by.flower_tiles(reading, pair) if reading.hand.flowers & pair == pair]


WITH_ANIMALS: Final = {"animals": True}
ITEMS: Final = (
    *vietnamese.ITEMS,
    phan("own-animal", "animal-points", own_animals, on="hand", when=WITH_ANIMALS,
         earned=lambda reading: by.flower_tiles(reading, OF_SEAT[reading.hand.seat_wind])),
    phan("animal-pair", 1, animal_pairs, on="hand", when={**WITH_ANIMALS, "animal-pairs": True}, earned=earned_pairs),
    phan("all-animals", 12, all_animals, on="hand", when=WITH_ANIMALS, earned=by.flowers(bits(EVERY_ANIMAL))),
)  # fmt: skip

OPTIONS: Final = (
    choice("jokers", 8, (0,)),
    flag("animals", True),
    flag("animal-pairs", True),
    number("animal-points", 1, (0, 12)),
    number("max-mun", 3, (0, 20)),
    *(option for option in vietnamese.OPTIONS if option.name not in ("tiles", "max-mun")),
)


def tiles(options: Options) -> TileSet:
    """What is left out may stand in a record, and does not win."""
    animals = EVERY_ANIMAL if options["animals"] else ()
    jokers = 1 if options["jokers"] else 0
    left_out = (*(() if animals else EVERY_ANIMAL), *(() if jokers else JOKER_TILES))
    return set_of(jokers, animals, known=left_out)


RULESET: Final = Ruleset(
    id="thai",
    unit=vietnamese.PHAN,
    options=OPTIONS,
    items=ITEMS,
    bind=lambda options, played: vietnamese.bind_with(options, played, tiles(options)),
    tiles=tiles,
    wall=vietnamese.wall,
    dice=lambda _: DicePlan(3),
    progression=lambda _: Progression(keeps_on_draw=False),
    penalties=vietnamese.penalties,
    exclusions=vietnamese.EXCLUSIONS,
    asks=vietnamese.asks,
)

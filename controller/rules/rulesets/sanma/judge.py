"""What differs from riichi in the worth of a hand: dora of the set, north set aside, flowers, fixed fu."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import Any, Final

from controller.rules.errors import RecordError
from controller.rules.hand.reading import Reading
from controller.rules.hand.record import KITA, SELF_DRAW, Hand
from controller.rules.hand.tiles import count_in
from controller.rules.rulesets.riichi import items, shapes
from controller.rules.rulesets.riichi.judge import NOTHING, Facts, Groups, RiichiJudge
from controller.rules.rulesets.riichi.payments import TableFacts
from controller.rules.sheet import evidence as by
from controller.rules.sheet.ruleset import Found, Item, Options, PlayedItems, Test

NORTH: Final = 30
MOST_KITA: Final = 4
# kinds left out of the set
REMOVED: Final[dict[str, tuple[int, ...]]] = {
    "2m-8m": tuple(range(1, 8)),
    "2s-8s": tuple(range(19, 26)),
    "keep-5m": (1, 2, 3, 5, 6, 7),
    "honors": tuple(range(27, 34)),
    "3x34": (),
}


def sets_aside(options: Options) -> bool:
    """Whether norths are set aside as dora."""
    return options["north"] in ("kita-dora", "always-dora")


def norths_aside(number: Any) -> int:
    """How many norths a record says are set aside: the field ``kita``. Raises RecordError."""
    if number is None:
        return 0
    if type(number) is not int or not 0 <= number <= MOST_KITA:
        raise RecordError("kita", f"{number!r} is not a whole number from 0 to {MOST_KITA}")
    return number


def kita_rinshan(hand: Hand) -> int:
    return shapes.rinshan(hand) or (hand.flags & KITA != 0 and hand.source == SELF_DRAW)


def chankan(hand: Hand) -> int:
    """A north that is set aside is no kan."""
    return shapes.chankan(hand) and not hand.flags & KITA


def haitei(hand: Hand) -> int:
    """The tile drawn after setting a north aside is a replacement tile."""
    return shapes.haitei(hand) and not hand.flags & KITA


OF_THREE: Final[dict[str, Test]] = {"chankan": chankan, "haitei": haitei}


ON_HAND: Final = tuple(
    replace(item, test=OF_THREE.get(item.id, item.test)) for item in items.ON_HAND if item.id != "rinshan"
)
RINSHAN: Final = (
    items.yaku("rinshan", 1, 1, shapes.rinshan, same_as="out-with-replacement-tile", variant="kan", on="hand",
               earned=by.winning_tile, when={"kita-rinshan": False}),
    items.yaku("rinshan", 1, 1, kita_rinshan, same_as="out-with-replacement-tile", on="hand",
               earned=by.winning_tile, when={"kita-rinshan": True}),
)  # fmt: skip
ON_TRIPLETS: Final = (
    *items.ON_TRIPLETS,
    items.yaku("north", 1, 1, shapes.triplet_of(NORTH), earned=by.triplets((NORTH,)), when={"north": "yakuhai-all"}),
)  # fmt: skip
DORA: Final = (
    *items.DORA,
    items.dora("kita", earned=by.nothing, when={"north": frozenset({"kita-dora", "always-dora"})}),
    items.dora("flower", earned=by.flowers(0x0F), when={"flowers": True}),
)  # fmt: skip
ITEMS: Final = (
    *ON_HAND, *RINSHAN, items.PINFU, items.RENHOU, *ON_TRIPLETS, *items.ON_CHOWS, *items.ON_FORM, *items.ON_SORTS,
    *DORA,
)  # fmt: skip


class SanmaJudge(RiichiJudge):
    def __init__(self, options: Options, played: PlayedItems) -> None:
        super().__init__(options, played)
        self._always = options["north"] == "always-dora"
        self._fixed: int = options["fixed-fu"]
        self._pinfu_tsumo: bool = options["pinfu-tsumo"]

    def absent(self) -> Container[int]:
        return REMOVED[self.options["remove"]]

    def hand_items(self) -> tuple[Item, ...]:
        return ON_HAND

    def rinshan_items(self) -> tuple[Item, ...]:
        return RINSHAN

    def _of_hand(self, hand: Hand, groups: Groups) -> list[Facts]:
        """A replacement tile is named behind the tiles of the hand."""
        found = super()._of_hand(hand, groups)
        facts = groups.rinshan[hand.source].of(hand.flags, hand)
        if facts is not NOTHING:
            found.append(facts)
        return found

    def triplet_items(self) -> tuple[Item, ...]:
        return ON_TRIPLETS

    def pinfu(self, reading: Reading, pair: int) -> bool:
        return (self._pinfu_tsumo or reading.hand.by_other) and super().pinfu(reading, pair)

    def fu(self, counted: int) -> int:
        return self._fixed or counted

    def dora(self, hand: Hand) -> Found:
        found = super().dora(hand)
        self._note(found, "kita", self.norths(hand))
        if hand.flowers:
            self._note(found, "flower", hand.flowers.bit_count())
        return found

    def norths(self, hand: Hand) -> int:
        """Those that count as set aside."""
        table: TableFacts = hand.own
        return table.norths + (count_in(hand.every, NORTH) if self._always else 0)

    def copies(self, hand: Hand, tile: int) -> int:
        table: TableFacts = hand.own
        return super().copies(hand, tile) + (table.norths if tile == NORTH else 0)

"""What riichi asks of a record, and what cannot be true of its hand: flags, and tiles turned on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.rules.errors import RecordError
from controller.rules.hand.record import AFTER_KONG, ANY_RIICHI, FIRST_TURN, FROM_RIICHI, IPPATSU, Hand
from controller.rules.hand.tile_set import TileSet
from controller.rules.hand.tiles import COUNT_SHIFT, KINDS, NAMES, RED_AT, count, read_bag
from controller.rules.rulesets.riichi.payments import table_of

MOST_INDICATORS: Final = 5
"""Turned at the break, and one for each of four kans."""
DISCARDER_RIICHI: Final = "discarder_riichi"
"""The field of a record that says whether who discarded the winning tile had declared riichi."""
_TILES: Final = (1 << COUNT_SHIFT) - 1


def check_of(tiles: TileSet) -> Callable[[Hand], None]:
    """The check with the set of tiles fixed: notes what lies on the table (``Hand.own``) and takes out the flags that
    the hand belies. It raises RecordError."""
    turned = TurnedTiles(tiles)

    def check(hand: Hand) -> None:
        hand.own = table_of(hand.record)
        if hand.flags:
            check_riichi(hand)
            hand.flags &= ~belied(hand)
        if DISCARDER_RIICHI in hand.record:
            note_discarder(hand)
        turned.check(hand)

    return check


def check_riichi(hand: Hand) -> None:
    """Raises RecordError for a riichi with melds."""
    if hand.shown and hand.flags & ANY_RIICHI:
        raise RecordError("flags", "riichi is declared with a concealed hand only", "take out the flag or the melds")


def note_discarder(hand: Hand) -> None:
    """Sets the flag of a hand whose record says that the discarder had declared riichi. Raises RecordError."""
    said = hand.record.get(DISCARDER_RIICHI)
    if said is not None and type(said) is not bool:
        raise RecordError(DISCARDER_RIICHI, f"{said!r} is neither true nor false")
    if said and not hand.by_other:
        raise RecordError(DISCARDER_RIICHI, "nobody discards the tile of a self-draw")
    if said:
        hand.flags |= FROM_RIICHI


def belied(hand: Hand) -> int:
    """The flags that a concealed kan of the winner's own belies: a first turn, and a go-around since riichi."""
    first_turn = FIRST_TURN if hand.melds and not hand.shown else 0
    return first_turn | (IPPATSU if hand.flags & AFTER_KONG else 0)


_KEPT: Final = 4_000


class TurnedTiles(dict[str, int]):
    """Indicators as written to their bag with the number of tiles, read once each; what cannot be read is left to who
    counts the dora."""

    def __init__(self, tiles: TileSet) -> None:
        super().__init__()
        self._tiles, self._room, self._over = tiles, tiles.room, tiles.over

    def __missing__(self, text: str) -> int:
        if len(self) >= _KEPT:
            self.clear()
        turned = self[text] = read_bag(text)
        return turned

    def check(self, hand: Hand, aside: int = 0) -> None:
        """Raises RecordError for more indicators than there are places, for more of the hidden ones than of those that
        lie on them, and for tiles that would be there once too often. ``aside``: a bag of tiles set aside."""
        record = hand.record
        shown, hidden = record.get("dora_indicators"), record.get("ura_indicators")
        if not (shown or hidden) or hand.fault:
            return
        try:
            dora, ura = self[shown or ""], self[hidden or ""]
        except (LookupError, TypeError, AttributeError, RecordError):
            return
        number, under = dora >> COUNT_SHIFT, ura >> COUNT_SHIFT
        if number > MOST_INDICATORS:
            raise RecordError("dora_indicators", f"{number} are more than the {MOST_INDICATORS} places")
        if under > number:
            raise RecordError("ura_indicators", f"{under} lie under {number} indicators")
        bag = (hand.tiles + dora & _TILES) + aside
        if bag + self._room & self._over:
            raise self._once_too_often("dora_indicators", bag)
        if under:
            bag += ura & _TILES
            if bag + self._room & self._over:
                raise self._once_too_often("ura_indicators", bag)

    def _once_too_often(self, field: str, bag: int) -> RecordError:
        kinds = self._tiles.kinds
        many = [NAMES[tile] for tile in range(KINDS) if tile in kinds and count(bag, tile) > kinds[tile]]
        red = [name for name, most in self._tiles.red.items() if bag >> RED_AT[name] & 31 > most]
        name = (many or red)[0]
        return RecordError(field, f"there are not so many {name}: hand and indicators have one too many", tile=name)

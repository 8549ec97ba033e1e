"""Indicators: what a record turns up, held against the tiles of the set, and the dora that they make."""

from __future__ import annotations

from collections.abc import Collection, Container
from typing import Any, Final

from controller.rules.errors import RecordError
from controller.rules.hand.fields import DORA_FIELD, READ, URA_FIELD, tile_text
from controller.rules.hand.record import Hand
from controller.rules.hand.tile_set import TileSet
from controller.rules.hand.tiles import (
    DRAGONS,
    IDS,
    KINDS,
    NAMES,
    NO_PLAYING_TILE,
    RED_AT,
    RED_FIVES,
    WINDS,
    Words,
    bag_of,
    count,
    names_in,
    read_marked,
    with_tiles,
)
from controller.rules.rulesets.riichi.payments import TableFacts

MOST_INDICATORS: Final = 5
"""Turned at the break, and one for each of four kans."""
_NONE: Final[list[int]] = []


def _read(text: Any) -> list[int] | None:
    """The tiles of a field of the record in the order of turning, as ``read_marked`` has them; None for what cannot be
    read."""
    if isinstance(text, str):
        return read_marked(text) if text else _NONE
    return _NONE if text is None else None


class Indicators:
    """Indicators with the set of tiles fixed."""

    def __init__(self, tiles: TileSet) -> None:
        self._tiles, self._limits = tiles, tiles.limits

    def check(self, hand: Hand, aside: int = 0) -> None:
        """Notes what is turned. Raises RecordError for more indicators than there are places, for more of the hidden
        ones than of those that lie on them, and for tiles that would be there once too often; what cannot be read is
        left to who counts the dora. ``aside``: norths set aside."""
        table: TableFacts = hand.own
        dora = table.dora = _read(hand.given(DORA_FIELD))
        ura = table.ura = _read(hand.given(URA_FIELD))
        if hand.fault or dora is None or ura is None or not (dora or ura):
            return
        number, under = len(dora), len(ura)
        if number > MOST_INDICATORS:
            raise RecordError(READ[DORA_FIELD], f"{number} are more than the {MOST_INDICATORS} places")
        if under > number:
            raise RecordError(READ[URA_FIELD], f"{under} lie under {number} indicators")
        words, beside = with_tiles(hand.every, hand.beside, dora)
        if aside:
            words, beside = with_tiles(words, beside, [NORTH] * aside)
        if self._exceeded_by(words, beside):
            raise self._once_too_often(DORA_FIELD, bag_of(words, beside))
        if under:
            words, beside = with_tiles(words, beside, ura)
            if self._exceeded_by(words, beside):
                raise self._once_too_often(URA_FIELD, bag_of(words, beside))

    def _exceeded_by(self, words: Words, beside: int) -> bool:
        m, p, s, z = words
        return self._limits.exceeded_by(m, p, s, z, beside)

    def _once_too_often(self, field: int, bag: int) -> RecordError:
        kinds = self._tiles.kinds
        many = [NAMES[tile] for tile in range(KINDS) if tile in kinds and count(bag, tile) > kinds[tile]]
        red = [name for name, most in self._tiles.red.items() if bag >> RED_AT[name] & 31 > most]
        name = (many or red)[0]
        detail = f"there are not so many {name}: hand and indicators have one too many"
        return RecordError(READ[field], detail, tile=name)


NORTH: Final = WINDS[3]


class Following:
    """The tile that each indicator makes dora: the next of its suit, of the winds or of the dragons that is in the set,
    in a circle."""

    def __init__(self, absent: Container[int], reds: Collection[str]) -> None:
        """``reds``: the red fives of the set."""
        suits = (range(first, first + 9) for first in (0, 9, 18))
        rings = [[tile for tile in circle if tile not in absent] for circle in (*suits, WINDS, DRAGONS)]
        next_of = {tile: ring[(place + 1) % len(ring)] for ring in rings for place, tile in enumerate(ring)}
        self._names = frozenset(name for name in (*NAMES, *reds) if IDS[name] in next_of)
        fives = [next_of.get(IDS[name], NO_PLAYING_TILE) if name in reds else NO_PLAYING_TILE for name in RED_FIVES]
        self.made = [*(next_of.get(tile, NO_PLAYING_TILE) for tile in range(KINDS)), *fives]

    def turned(self, hand: Hand, field: int) -> list[int]:
        """The indicators of a field of the record, in the order of turning, each of which makes a tile dora
        (``made``). Raises RecordError."""
        table: TableFacts = hand.own
        turned = table.dora if field == DORA_FIELD else table.ura
        if turned is None:
            raise self._refused(hand, field)
        for indicator in turned:
            if indicator < 0 or self.made[indicator] < 0:
                raise self._refused(hand, field)
        return turned

    def of(self, hand: Hand, field: int) -> list[int]:
        """The dora of a field of the record, in the order of turning. Raises RecordError."""
        return [self.made[indicator] for indicator in self.turned(hand, field)]

    def _refused(self, hand: Hand, field: int) -> RecordError:
        text = tile_text(hand.given(field), READ[field])
        name = next(name for name in names_in(text) if name not in self._names)
        return RecordError(READ[field], f"there is no indicator {name} in this set", tile=name)

"""The hands of those who have not won: how a record says them, and what all four hands are together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, Protocol

from controller.rules.errors import RecordError
from controller.rules.hand.fields import located, refuse_unknown
from controller.rules.hand.parse import read
from controller.rules.hand.reading import Reading
from controller.rules.hand.record import FLAGS, SELF_DRAW, TOO_MANY, WRONG_COUNT, Hand
from controller.rules.hand.sets import PAIR, PUNG, TALLY
from controller.rules.hand.tile_set import TileSet
from controller.rules.hand.tiles import BONUS, COUNT_SHIFT, KINDS, NAMES, ONE, PLAYING, count, read_bag, read_tiles
from controller.rules.seats import WIND_INDEX, WINDS, WindIndex
from controller.rules.sheet.ruleset import Found

FIELDS: Final = frozenset({"hand", "melds", "flowers", "flags"})
HAND = 13


class LoserWorth(NamedTuple):
    """What the hand of a loser is worth; ``points`` and ``doubles`` are None for a fixed value."""

    items: Found
    points: int | None
    doubles: int | None
    total: int

    def as_json(self) -> dict[str, Any]:
        return self._asdict()


NOTHING = LoserWorth({}, 0, 0, 0)


class LoserHand(NamedTuple):
    """A loser's tiles: ``tiles`` with his melds, ``number`` with kongs as three."""

    hand: Hand
    tiles: int
    number: int

    def as_it_lies(self) -> Reading:
        """Melds, three or four equal tiles as a concealed pung, and every pair; no chows are looked for."""
        held, melds = self.hand.held, self.hand.meld_sets
        codes = [(PAIR if number == 2 else PUNG) + tile for tile in range(KINDS) if (number := count(held, tile)) >= 2]
        tally = self.hand.meld_tally + sum([TALLY[code] for code in codes])
        return Reading(self.hand, "loser", (*codes, *melds), -1, -1, tally)


class Counts(Protocol):
    """Counts hands with the options fixed."""

    def loser(self, row: LoserHand) -> LoserWorth: ...
    def waits(self, hand: Hand) -> int: ...


class Table:
    """What the record says beside the winner's hand (``Hand.own``): the hands of the losers. What they are worth, and
    how many kinds the winner waited for, is found when it is asked for."""

    __slots__ = ("_scoring", "_waits", "_worth", "losers")

    def __init__(self, scoring: Counts, losers: Mapping[WindIndex, LoserHand]) -> None:
        self._scoring, self.losers = scoring, losers
        self._worth: dict[WindIndex, LoserWorth] | None = None
        self._waits: int | None = None

    @property
    def worth(self) -> Mapping[WindIndex, LoserWorth]:
        if self._worth is None:
            self._worth = {wind: self._scoring.loser(row) for wind, row in self.losers.items()}
        return self._worth

    def as_json(self) -> dict[str, Any]:
        """What they are worth, as a result says it."""
        if not self.losers:
            return {}
        return {WINDS[wind]: row.as_json() for wind, row in self.worth.items()}

    def waits(self, hand: Hand) -> int:
        """How many kinds would have completed the winner's thirteen tiles."""
        if self._waits is None:
            self._waits = self._scoring.waits(hand)
        return self._waits


def only_tile(hand: Hand) -> int:
    table: Table = hand.own
    return table.waits(hand) == 1


# the record


def losers_of(hand: Hand, tiles: TileSet, flags: int = 0) -> Mapping[WindIndex, LoserHand]:
    """The field ``losers`` of a winner's record; all hands together are held against the set of tiles
    (``Hand.fault``). ``flags``: what can be said of a loser. Raises RecordError."""
    rows = hand.record.get("losers")
    if not rows:
        if rows is not None and rows != {}:
            raise RecordError("losers", "are the hands of those who have not won, by seat")
        return {}
    if not isinstance(rows, Mapping):
        raise RecordError("losers", "are the hands of those who have not won, by seat")
    losers = {}
    for name, row in rows.items():
        if not isinstance(name, str) or name not in WIND_INDEX:
            raise RecordError(f"losers.{name}", f"{name!r} is not one of {', '.join(WINDS)}")
        wind = WIND_INDEX[name]
        if wind == hand.seat_wind:
            raise RecordError(f"losers.{name}", "is the winner")
        losers[wind] = _loser_of(hand, wind, row, tiles, flags)
    if hand.fault == WRONG_COUNT or not all(meld.right_count for row in losers.values() for meld in row.hand.melds):
        hand.fault = WRONG_COUNT
    elif hand.fault == TOO_MANY or _too_many(hand, losers.values(), tiles):
        hand.fault = TOO_MANY
    return losers


def _loser_of(winner: Hand, wind: WindIndex, row: Any, tiles: TileSet, flags: int) -> LoserHand:
    path = f"losers.{WINDS[wind]}"
    if not isinstance(row, Mapping):
        raise RecordError(path, "is an object")
    refuse_unknown(row, FIELDS, f"{path}.")
    whole = {
        "hand": row.get("hand", ""), "melds": row.get("melds"), "flowers": row.get("flowers"),
        "flags": row.get("flags"), "winning_tile": NAMES[0], "win": SELF_DRAW, "seat_wind": WINDS[wind],
        "round_wind": winner.record["round_wind"],
    }  # fmt: skip
    try:
        hand = read(whole, tiles)
        if hand.flags & ~flags:
            known = ", ".join(name for name, bit in FLAGS.items() if bit & flags)
            raise RecordError("flags", f"of a loser only {known} can be said" if known else "none is true of a loser")
        if hand.tiles & BONUS:
            raise RecordError("hand", "bonus tiles lie beside the hand", "write them into flowers")
        number = (read_bag(whole["hand"]) >> COUNT_SHIFT) + 3 * len(hand.melds)
    except RecordError as error:
        raise located(error, path) from None
    return LoserHand(hand, (hand.tiles & PLAYING) - ONE[0], number)


def _too_many(winner: Hand, losers: Iterable[LoserHand], tiles: TileSet) -> bool:
    bags, laid = [winner.tiles & PLAYING], [winner.record.get("flowers")]
    for row in losers:
        bags.append(row.tiles)
        laid.append(row.hand.record.get("flowers"))
    if any(sum([count(held, tile) for held in bags]) > 4 for tile in range(KINDS)):
        return True
    bonus = [tile for text in laid if text for tile in read_tiles(text) if tile in tiles.bonus]
    return len(set(bonus)) < len(bonus)

"""A scoring record read into a ``Hand``: fast when it is in order, precise about what is wrong when it is not.

Record format: tests/cases and docs/rulesets. ``read`` raises RecordError for what cannot be read; what can be read but
is no legal hand (wrong count, too many copies) is noted in ``Hand.fault``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from controller.rules.errors import RecordError
from controller.rules.hand import sets
from controller.rules.hand.fields import MELD, RECORD, refuse_unknown
from controller.rules.hand.tiles import (
    BONUS,
    COUNT_SHIFT,
    EACH_ELEVEN,
    EACH_SIXTEEN,
    FIRST,
    IDS,
    IN_HONOURS,
    IN_SUIT,
    KINDS,
    ONE,
    PLAYING,
    RED,
    RED_SHIFT,
    read_bag,
    read_tiles,
    split,
    write_tiles,
)
from controller.rules.seats import EAST, WIND_INDEX, WIND_INDEX_OR_NONE, WINDS, WindIndex

Source = Literal["self-draw", "discard", "robbed-kong"]
"""Where the winning tile came from; the records call it ``win``."""
SELF_DRAW: Final = "self-draw"
DISCARD: Final = "discard"
ROBBED_KONG: Final = "robbed-kong"
SOURCES: tuple[Source, ...] = (SELF_DRAW, DISCARD, ROBBED_KONG)

FLAG_NAMES = (
    "last-tile", "last-discard", "replacement", "double-replacement", "flower-replacement", "heavenly", "earthly",
    "late-fresh-discard", "forced-discard", "riichi", "double-riichi", "ippatsu", "last-of-kind", "kita",
)  # fmt: skip
FLAGS = {name: 1 << bit for bit, name in enumerate(FLAG_NAMES)}
LAST_TILE, LAST_DISCARD, REPLACEMENT, DOUBLE_REPLACEMENT, FLOWER_REPLACEMENT = (1 << bit for bit in range(5))
HEAVENLY, EARTHLY, LATE_FRESH_DISCARD, FORCED_DISCARD = (1 << bit for bit in range(5, 9))
RIICHI, DOUBLE_RIICHI, IPPATSU, LAST_OF_KIND = (1 << bit for bit in range(9, 13))
AFTER_KONG = REPLACEMENT | DOUBLE_REPLACEMENT
NEEDS_SELF_DRAW = LAST_TILE | AFTER_KONG | FLOWER_REPLACEMENT | HEAVENLY

WRONG_COUNT, TOO_MANY, NO_WIN, BELOW_MINIMUM = (
    "wrong-tile-count", "too-many-copies", "not-a-winning-hand", "below-minimum",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Meld:
    """A declared set as the engine needs it; ``code`` is -1 when the tiles are no real set of that kind."""

    tiles: int
    code: int
    tally: int
    shown: bool
    right_count: bool


_MELDS: dict[tuple[str, str, bool], Meld] = {}
_MELDS_KEPT = 4_000


class Hand:
    """What the record says, ready for reading: bags of tiles, winds by their place, flags and bonus tiles as bits."""

    __slots__ = (
        "aside", "by_other", "concealed", "discarder", "fault", "flags", "flowers", "held", "meld_sets", "meld_tally",
        "melds", "prevailing", "record", "seat_wind", "shown", "source", "suits", "tiles", "winning",
    )  # fmt: skip

    record: Mapping[str, Any]
    held: int
    """Bag of the concealed tiles before the win, without melds."""
    concealed: int
    """``held`` and the winning tile."""
    tiles: int
    """Every tile: concealed, melded and won (a kong with all four); red fives and stray bonus tiles above."""
    melds: tuple[Meld, ...]
    meld_sets: tuple[int, ...]
    meld_tally: int
    shown: int
    """Number of melds that are not concealed kongs."""
    winning: int
    source: Source
    by_other: bool
    """Won on another player's tile."""
    seat_wind: WindIndex
    prevailing: WindIndex
    """The wind of the round."""
    discarder: WindIndex | None
    flags: int
    flowers: int
    """Bit n: bonus tile n + 1 lies before the winner (bits 8-11: animals), the winning one not included."""
    aside: int
    """Norths set aside as dora; 0 in a game that sets none aside."""
    suits: int
    """Bits 0-2: characters, dots, bamboos present; bit 3: honours."""
    fault: str


class _Fault(Exception):
    """Something in the record does not fit the fast path."""


_known, _known_of_meld = RECORD.issuperset, MELD.issuperset


def read(record: Mapping[str, Any]) -> Hand:
    """The record as a hand. Raises RecordError naming the field."""
    try:
        return _read(record)
    except (LookupError, TypeError, AttributeError, ValueError, _Fault) as error:
        raise diagnose(record, error) from None


def _read(record: Mapping[str, Any]) -> Hand:
    if not _known(record):
        raise _Fault
    hand = Hand()
    hand.record = record
    hand.aside = 0
    hand.seat_wind = seat_wind = WIND_INDEX[record["seat_wind"]]
    hand.prevailing = WIND_INDEX[record["round_wind"]]
    hand.source = source = record["win"]
    hand.discarder = discarder = WIND_INDEX_OR_NONE[record.get("discarder")]
    if source not in SOURCES or (discarder is None) != (source == SELF_DRAW) or discarder == seat_wind:
        raise _Fault
    hand.by_other = source != SELF_DRAW
    flags = record.get("flags")
    hand.flags = _flags(flags, hand) if flags else _nothing(flags, _NO_LIST)
    flowers = record.get("flowers")
    hand.flowers, doubled = _FLOWERS[flowers] if flowers else (_nothing(flowers, _NO_TEXT), False)
    _read_tiles(hand, record, doubled)
    return hand


_NO_LIST: tuple[Any, ...] = (None, [], ())
_NO_TEXT = (None, "")


def _nothing(value: Any, empty: tuple[Any, ...]) -> int:
    """0 for a field that is left empty in one of these ways, and not in a way that is a mistake (0, false)."""
    if value not in empty:
        raise _Fault
    return 0


def _read_tiles(hand: Hand, record: Mapping[str, Any], doubled: bool) -> None:
    held = _held(record["hand"])
    hand.winning, won, red = _WON[record["winning_tile"]]
    melds = record.get("melds")
    right = _read_melds(hand, melds) if melds else _no_melds(hand, melds)
    tiles = hand.tiles + (held & _IN_BAG) + won + red
    hand.tiles = tiles
    hand.held = held & PLAYING
    hand.concealed = hand.held + won
    stray = tiles & BONUS
    hand.suits = (
        (1 if tiles & _M else 0)
        + (2 if tiles & _P else 0)
        + (4 if tiles & _S else 0)
        + (8 if tiles & IN_HONOURS else 0)
    )
    if not right or (held >> COUNT_SHIFT) != 13 - 3 * len(hand.melds):
        hand.fault = WRONG_COUNT
    elif doubled or (tiles & PLAYING) + EACH_ELEVEN & EACH_SIXTEEN or ((stray or not won) and _bonus_twice(hand)):
        hand.fault = TOO_MANY
    else:
        hand.fault = NO_WIN if stray and won else ""


_M, _P, _S = IN_SUIT
_IN_BAG = PLAYING + RED + BONUS
# a winning tile as written: its number, and what it adds to a bag, as a playing tile and as a red five
_WON = {
    name: (
        tile,
        ONE[tile] if tile < KINDS else 0,
        1 << RED_SHIFT + 5 * (tile // 9) if name[0] == "0" else 0,
    )
    for name, tile in IDS.items()
}


MOST_TEXT, MOST_TILES, MOST_MELDS, MOST_KONG = 32, 31, 4, 4
"""A bag holds no more of a kind than ``MOST_TILES``; a text of ``MOST_TEXT`` cannot say more."""


def _held(text: str) -> int:
    """The bag of the concealed tiles; only their number when no bag holds so many."""
    if len(text) > MOST_TEXT and (number := len(read_tiles(text))) > MOST_TILES:
        return number << COUNT_SHIFT
    return read_bag(text)


def _no_melds(hand: Hand, melds: Any) -> bool:
    hand.melds, hand.meld_sets = (), ()
    hand.meld_tally = hand.tiles = hand.shown = _nothing(melds, _NO_LIST)
    return True


def _read_melds(hand: Hand, melds: Sequence[Mapping[str, Any]]) -> bool:
    """Notes the melds in the hand; False when one of them has a wrong number of tiles."""
    read = []
    tiles = tally = shown = 0
    right = True
    for raw in melds:
        key = (raw["kind"], raw["tiles"], raw.get("concealed", False))
        meld = _MELDS.get(key) or _learn(key)
        if not _known_of_meld(raw) or (("from" in raw or "added" in raw) and _origin_fault(raw, hand.seat_wind)):
            raise _Fault
        read.append(meld)
        tiles += meld.tiles
        tally += meld.tally
        shown += meld.shown
        right = right and meld.right_count
    hand.melds, hand.meld_sets = tuple(read), tuple([meld.code for meld in read])
    hand.tiles, hand.meld_tally, hand.shown = tiles if len(read) <= MOST_MELDS else 0, tally, shown
    return right


def _origin_fault(meld: Mapping[str, Any], seat_wind: WindIndex) -> tuple[str, str] | None:
    """What cannot be true of where a meld comes from: the field and why."""
    feeder, added, concealed = (
        WIND_INDEX_OR_NONE[meld.get("from")],
        meld.get("added", False),
        meld.get("concealed", False),
    )
    if feeder == seat_wind:
        return "from", "is the winner"
    if feeder is not None and concealed:
        return "from", "a concealed kong was claimed from nobody"
    if not isinstance(added, bool):
        return "added", "is true or false"
    if added and (concealed or meld["kind"] != "kong"):
        return "added", "only a kong made from a claimed pung has an added tile"
    return None


def _learn(key: tuple[str, str, bool]) -> Meld:
    kind, text, concealed = key
    if kind not in ("chow", "pung", "kong") or concealed not in (True, False) or (concealed and kind != "kong"):
        raise _Fault
    ids = sorted(read_tiles(text))
    tiles = read_bag(text) if len(ids) <= MOST_KONG else 0
    code = _code(kind, ids, concealed)
    tally = sets.TALLY[code] if code >= 0 else 0
    bare = tiles & (1 << COUNT_SHIFT) - 1
    meld = Meld(bare, code, tally, not concealed, len(ids) == (4 if kind == "kong" else 3))
    if len(_MELDS) >= _MELDS_KEPT:
        _MELDS.clear()
    if len(text) <= 12:
        _MELDS[key] = meld
    return meld


def _code(kind: str, ids: list[int], concealed: bool) -> int:
    if not ids or ids[0] >= KINDS:
        return -1
    if kind == "chow":
        first = ids[0]
        return sets.CHOW_SHOWN + first if first in sets.CHOW_STARTS and ids == [first, first + 1, first + 2] else -1
    if len(set(ids)) > 1 or len(ids) != (4 if kind == "kong" else 3):
        return -1
    return (sets.PUNG_SHOWN if kind == "pung" else sets.KONG if concealed else sets.KONG_SHOWN) + ids[0]


class _Flowers(dict[str, tuple[int, bool]]):
    """A string of bonus tiles to its bits, and whether one of them is there twice."""

    def __missing__(self, text: str) -> tuple[int, bool]:
        ids = read_tiles(text)
        if any(tile < KINDS for tile in ids):
            raise _Fault
        answer = sum(1 << tile - FIRST["f"] for tile in set(ids)), len(set(ids)) < len(ids)
        if len(self) >= _MELDS_KEPT:
            self.clear()
        if len(text) <= 30:
            self[text] = answer
        return answer


_FLOWERS = _Flowers()


def _bonus_twice(hand: Hand) -> bool:
    """Whether a bonus tile stands twice among everything."""
    record = hand.record
    texts = [record["hand"], record["winning_tile"], record.get("flowers") or ""]
    ids = [tile for text in texts for tile in read_tiles(text)]
    ids += [tile for meld in record.get("melds") or () for tile in read_tiles(meld["tiles"])]
    bonus = [tile for tile in ids if tile >= KINDS]
    return len(set(bonus)) < len(bonus)


def _flags(names: Sequence[str], hand: Hand) -> int:
    if isinstance(names, str):
        raise _Fault
    flags = 0
    for name in names:
        flags |= FLAGS[name]
    if flag_conflict(flags, hand.source, hand.seat_wind):
        raise _Fault
    return flags


def flag_conflict(flags: int, source: Source, seat_wind: WindIndex) -> str:
    """Why the flags cannot be true of such a win; empty when they can."""
    if flags & NEEDS_SELF_DRAW and source != SELF_DRAW:
        return "last-tile, replacements and heavenly are facts of a self-draw"
    if flags & LAST_DISCARD and source != DISCARD:
        return "last-discard is a fact of a win on a discard"
    if flags & HEAVENLY and seat_wind != EAST:
        return "heavenly is a hand of the dealer"
    if flags & EARTHLY and seat_wind == EAST:
        return "earthly is not a hand of the dealer"
    if flags & EARTHLY and source == ROBBED_KONG:
        return "earthly is a hand of the first turn, before any kong can be robbed"
    return ""


def diagnose(record: Any, cause: Exception) -> RecordError:
    """The RecordError that says which field is wrong and why. ``cause`` is what the fast path stumbled over."""
    if not isinstance(record, Mapping):
        return RecordError("record", "a scoring record is a JSON object")
    for check in (_check_fields, _check_seats, _check_win, _check_flags, _check_text, _check_melds):
        try:
            check(record)
        except RecordError as error:
            return error
    return RecordError("record", f"cannot be read: {cause}")


def _check_fields(record: Mapping[str, Any]) -> None:
    refuse_unknown(record, RECORD)


def _need(record: Mapping[str, Any], field: str) -> Any:
    if field not in record:
        raise RecordError(field, "is missing")
    return record[field]


def _one_of(record: Mapping[str, Any], field: str, values: Sequence[Any]) -> None:
    value = _need(record, field) if None not in values else record.get(field)
    if not isinstance(value, str | None) or value not in values:
        names = ", ".join("null" if name is None else name for name in values)
        raise RecordError(field, f"{value!r} is not one of {names}")


def _check_seats(record: Mapping[str, Any]) -> None:
    _one_of(record, "seat_wind", WINDS)
    _one_of(record, "round_wind", WINDS)
    _one_of(record, "discarder", tuple(WIND_INDEX_OR_NONE))


def _check_win(record: Mapping[str, Any]) -> None:
    _one_of(record, "win", SOURCES)
    discarder = record.get("discarder")
    if record["win"] == SELF_DRAW and discarder is not None:
        raise RecordError("discarder", "a self-draw has no discarder", "leave it null")
    if record["win"] != SELF_DRAW and discarder is None:
        raise RecordError("discarder", f"a win by {record['win']} needs the seat wind it came from")
    if discarder == record["seat_wind"]:
        raise RecordError("discarder", "is the winner")


def _check_flags(record: Mapping[str, Any]) -> None:
    names = record.get("flags")
    if names is None:
        return
    if not isinstance(names, list | tuple):
        raise RecordError("flags", "is a list of names")
    for at, name in enumerate(names):
        if not isinstance(name, str) or name not in FLAGS:
            raise RecordError(f"flags[{at}]", f"{name!r} is not one of {', '.join(FLAG_NAMES)}")
    flags = sum(FLAGS[name] for name in set(names))
    why = flag_conflict(flags, record["win"], WIND_INDEX[record["seat_wind"]])
    if why:
        raise RecordError("flags", why)


def tile_text(value: Any, field: str) -> str:
    """The value itself when it is tiles in compact notation. Raises RecordError naming the field and the tile."""
    if not isinstance(value, str):
        raise RecordError(field, "is a string of tiles in compact notation")
    try:
        read_tiles(value)
    except RecordError as error:
        raise RecordError(field, error.detail, error.remedy, tile=error.tile) from None
    return value


def _check_text(record: Mapping[str, Any]) -> None:
    tile_text(_need(record, "hand"), "hand")
    winning = tile_text(_need(record, "winning_tile"), "winning_tile")
    if winning not in IDS:
        raise RecordError("winning_tile", f"{winning!r} is not one tile")
    flowers = record.get("flowers")
    if flowers is not None:
        for tile in read_tiles(tile_text(flowers, "flowers")):
            if tile < KINDS:
                name = write_tiles([tile])
                raise RecordError("flowers", f"{name} is no bonus tile", tile=name)


def _check_melds(record: Mapping[str, Any]) -> None:
    melds = record.get("melds")
    if melds is None:
        return
    if not isinstance(melds, list | tuple):
        raise RecordError("melds", "is a list of melds")
    for at, meld in enumerate(melds):
        _check_meld(meld, f"melds[{at}]", record["seat_wind"])


def _check_meld(meld: Any, field: str, seat_wind: str) -> None:
    if not isinstance(meld, Mapping):
        raise RecordError(field, "is an object with kind and tiles")
    refuse_unknown(meld, MELD, f"{field}.")
    kind = meld.get("kind")
    if kind not in ("chow", "pung", "kong"):
        raise RecordError(f"{field}.kind", f"{kind!r} is not one of chow, pung, kong")
    tile_text(meld.get("tiles"), f"{field}.tiles")
    concealed = meld.get("concealed", False)
    if not isinstance(concealed, bool):
        raise RecordError(f"{field}.concealed", "is true or false")
    if concealed and kind != "kong":
        raise RecordError(f"{field}.concealed", "only a kong can be concealed")
    feeder = meld.get("from")
    if feeder is not None and (not isinstance(feeder, str) or feeder not in WIND_INDEX):
        raise RecordError(f"{field}.from", f"{feeder!r} is not one of E, S, W, N")
    if fault := _origin_fault(meld, WIND_INDEX[seat_wind]):
        raise RecordError(f"{field}.{fault[0]}", fault[1])


def red_five(record: Mapping[str, Any]) -> tuple[str, str]:
    """The field of the first red five in a record that has one, and the tile."""
    melds = ((f"melds[{at}].tiles", meld["tiles"]) for at, meld in enumerate(record.get("melds") or ()))
    for field, text in (("hand", record["hand"]), ("winning_tile", record["winning_tile"]), *melds):
        for chunk in split(text):
            if "0" in chunk:
                return field, f"0{chunk[-1]}"
    raise ValueError("no red five")

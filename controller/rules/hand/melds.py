"""The melds of a record: each is worked out once and kept, and what is wrong with one is said with its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from controller.rules.errors import RecordError
from controller.rules.hand import sets
from controller.rules.hand.fields import MELD, located, refuse_unknown, tile_text
from controller.rules.hand.record import Hand, Meld
from controller.rules.hand.tiles import COUNT_SHIFT, KINDS, read_bag, read_tiles
from controller.rules.seats import WIND_INDEX_OR_NONE, WINDS, WindIndex

CHOW: Final = "chow"
PUNG: Final = "pung"
KONG: Final = "kong"
SIZES: Final = {CHOW: 3, PUNG: 3, KONG: 4}
"""Tiles of each kind of meld."""
JOKER: Final = "j"
_KEPT: Final = 4_000
_LONGEST_KEPT: Final = 12
_WITHOUT_COUNT: Final = (1 << COUNT_SHIFT) - 1
_known: Final = MELD.issuperset


class _Melds(dict[tuple[str, str, bool], Meld]):
    """Melds by kind, tiles and whether they are concealed; filled as they turn up, emptied when there are many. Raises
    RecordError with a field of the meld."""

    def __missing__(self, key: tuple[str, str, bool]) -> Meld:
        kind, text, concealed = key
        if not isinstance(kind, str) or kind not in SIZES:
            raise RecordError("kind", f"{kind!r} is not one of {', '.join(SIZES)}")
        if concealed and kind != KONG:
            raise RecordError("concealed", "only a kong can be concealed")
        try:
            meld = _made(kind, text, concealed)
        except RecordError as error:
            raise located(error, "tiles") from None
        if len(self) >= _KEPT:
            self.clear()
        if len(text) <= _LONGEST_KEPT:
            self[key] = meld
        return meld


_MELDS: Final = _Melds()


def _made(kind: str, text: str, concealed: bool) -> Meld:
    ids = sorted(read_tiles(text))
    tiles = read_bag(text) & _WITHOUT_COUNT if len(ids) <= SIZES[KONG] else 0
    meant = _meant(kind, ids, concealed) if JOKER in text else ()
    code = -1 if meant else _code(kind, ids, concealed)
    tally = sets.TALLY[code] if code >= 0 else 0
    return Meld(tiles, code, tally, not concealed, len(ids) == SIZES[kind], meant, tuple(ids) if meant else ())


def _code(kind: str, ids: list[int], concealed: bool) -> int:
    if not ids or ids[-1] >= KINDS:
        return -1
    first = ids[0]
    if kind == CHOW:
        return sets.CHOW_SHOWN + first if first in sets.CHOW_STARTS and ids == [first, first + 1, first + 2] else -1
    if ids != [first] * SIZES[kind]:
        return -1
    return (sets.PUNG_SHOWN if kind == PUNG else sets.KONG if concealed else sets.KONG_SHOWN) + first


def _meant(kind: str, ids: list[int], concealed: bool) -> tuple[int, ...]:
    """The sets of which these tiles are a part and jokers the rest."""
    real = [tile for tile in ids if tile < KINDS]
    if len(ids) != SIZES[kind]:
        return ()
    if kind == CHOW:
        whole = ((start, [start, start + 1, start + 2]) for start in sets.CHOW_STARTS)
    else:
        whole = ((tile, [tile] * SIZES[kind]) for tile in range(KINDS))
    starts = [start for start, tiles in whole if all(real.count(tile) <= tiles.count(tile) for tile in real)]
    at = {CHOW: sets.CHOW_SHOWN, PUNG: sets.PUNG_SHOWN, KONG: sets.KONG if concealed else sets.KONG_SHOWN}[kind]
    return tuple(at + start for start in starts)


def read_melds(hand: Hand, melds: Sequence[Mapping[str, Any]], most: int, players: int) -> bool:
    """Notes the melds in the hand; False when one of them has a wrong number of tiles. ``most``: sets of a hand; the
    tiles of more melds than that are not counted. ``players``: at the table. Raises RecordError."""
    if not isinstance(melds, list | tuple):
        raise RecordError("melds", "is a list of melds")
    read: list[Meld] = []
    tiles = tally = shown = 0
    right = True
    try:
        for raw in melds:
            concealed = raw.get("concealed", False)
            if not _known(raw) or (concealed is not True and concealed is not False):
                raise TypeError
            meld = _MELDS[raw["kind"], raw["tiles"], concealed]
            if "from" in raw or "added" in raw:
                check_origin(raw, hand.seat_wind, players)
            read.append(meld)
            tiles += meld.tiles
            tally += meld.tally
            shown += meld.shown
            right = right and meld.right_count
    except RecordError as error:
        raise located(error, f"melds[{len(read)}]") from None
    except (LookupError, TypeError, AttributeError):
        raise _refusal(melds[len(read)], f"melds[{len(read)}]") from None
    hand.melds, hand.meld_sets = tuple(read), tuple([meld.code for meld in read])
    hand.tiles, hand.meld_tally, hand.shown = tiles if len(read) <= most else 0, tally, shown
    return right


def check_origin(raw: Mapping[str, Any], seat_wind: WindIndex, players: int) -> None:
    """Raises RecordError for what cannot be true of where a meld comes from."""
    feeder, added, concealed = raw.get("from"), raw.get("added", False), raw.get("concealed", False)
    if feeder is not None and (not isinstance(feeder, str) or feeder not in WINDS):
        raise RecordError("from", f"{feeder!r} is not one of {', '.join(WINDS)}")
    if feeder is not None and WIND_INDEX_OR_NONE[feeder] == seat_wind:
        raise RecordError("from", "is the winner")
    if feeder is not None and concealed:
        raise RecordError("from", "a concealed kong was claimed from nobody")
    left = WINDS[(seat_wind - 1) % players]
    if feeder is not None and raw["kind"] == CHOW and feeder != left:
        raise RecordError("from", "a chow is claimed from the player on the left", f"write {left}")
    if not isinstance(added, bool):
        raise RecordError("added", "is true or false")
    if added and (concealed or raw["kind"] != KONG):
        raise RecordError("added", "only a kong made from a claimed pung has an added tile")


def _refusal(raw: Any, path: str) -> RecordError:
    """What is wrong with the form of a meld. Raises RecordError itself for an unknown field or bad tiles."""
    if not isinstance(raw, Mapping):
        return RecordError(path, "is an object with kind and tiles")
    refuse_unknown(raw, MELD, f"{path}.")
    kind = raw.get("kind")
    if not isinstance(kind, str) or kind not in SIZES:
        return RecordError(f"{path}.kind", f"{kind!r} is not one of {', '.join(SIZES)}")
    if not isinstance(raw.get("concealed", False), bool):
        return RecordError(f"{path}.concealed", "is true or false")
    tile_text(raw.get("tiles"), f"{path}.tiles")
    return RecordError(path, "cannot be read")

"""The melds of a record: each is worked out once and kept, and what is wrong with one is said with its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from controller.rules.errors import RecordError
from controller.rules.hand import sets
from controller.rules.hand.fields import MELD, located, refuse_unknown, tile_text
from controller.rules.hand.record import Hand, Meld
from controller.rules.hand.tiles import COUNT_SHIFT, KINDS, NO_TILES, read_bag, read_tiles
from controller.rules.seats import WIND_INDEX_OR_NONE, WINDS, WindIndex

CHOW: Final = "chow"
PUNG: Final = "pung"
KONG: Final = "kong"
SIZES: Final = {CHOW: 3, PUNG: 3, KONG: 4}
"""Tiles of each kind of meld."""
JOKER: Final = "j"
_KEPT: Final = 1_000
_LONGEST_KEPT: Final = 12
_WITHOUT_COUNT: Final = (1 << COUNT_SHIFT) - 1
_known: Final = MELD.issuperset
_CHOWS: Final[dict[str, Meld]] = {}
"""Melds that were claimed, by their tiles as written; filled as they turn up, emptied when many."""
_PUNGS: Final[dict[str, Meld]] = {}
_KONGS: Final[dict[str, Meld]] = {}
_CONCEALED_KONGS: Final[dict[str, Meld]] = {}


def _meld(given: dict[str, Any], concealed: Any) -> Meld:
    """Raises RecordError with a field of the meld, and TypeError for a meld that has no right form."""
    kind, text = given["kind"], given["tiles"]
    known: dict[str, Meld] | None = None
    if concealed is False:
        if isinstance(kind, str):
            known = _CHOWS if kind == CHOW else _PUNGS if kind == PUNG else _KONGS if kind == KONG else None
    elif concealed is True:
        known = _CONCEALED_KONGS if kind == KONG else None
    else:
        raise TypeError
    meld = known.get(text) if known is not None else None
    return _learn(known, kind, text, concealed) if meld is None else meld


def _learn(known: dict[str, Meld] | None, kind: Any, text: str, concealed: bool) -> Meld:
    if not isinstance(kind, str) or kind not in SIZES:
        raise RecordError("kind", f"{kind!r} is not one of {', '.join(SIZES)}")
    if known is None:
        raise RecordError("concealed", "only a kong can be concealed")
    try:
        meld = _made(kind, text, concealed)
    except RecordError as error:
        raise located(error, "tiles") from None
    if len(known) >= _KEPT:
        known.clear()
    if len(text) <= _LONGEST_KEPT:
        known[text] = meld
    return meld


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
    if not isinstance(melds, (list, tuple)):
        raise RecordError("melds", "is a list of melds")
    read: list[Meld] = []
    m = p = s = z = beside = digits = shown = 0
    right = True
    try:
        for raw in melds:
            given = raw if isinstance(raw, dict) else _as_dict(raw)
            concealed, most_usual = given.get("concealed"), _WITH_CONCEALED
            if concealed is None and "concealed" not in given:
                concealed, most_usual = False, _WITH_CONCEALED - 1
            if len(given) > most_usual:
                if not _known(given):
                    raise TypeError
                meld = _meld(given, concealed)
                if "from" in given or "added" in given:
                    check_origin(given, hand.seat_wind, players)
            else:
                meld = _meld(given, concealed)
            read.append(meld)
            more_m, more_p, more_s, more_z = meld.words
            m, p, s, z = m + more_m, p + more_p, s + more_s, z + more_z
            beside += meld.beside
            digits += meld.digits
            if meld.shown:
                shown += 1
            if not meld.right_count:
                right = False
    except RecordError as error:
        raise located(error, f"melds[{len(read)}]") from None
    except (LookupError, TypeError, AttributeError):
        raise _refusal(melds[len(read)], f"melds[{len(read)}]") from None
    hand.melds, hand.meld_sets = tuple(read), tuple([meld.code for meld in read])
    hand.meld_digits, hand.shown = digits, shown
    hand.every, hand.beside = ((m, p, s, z), beside) if len(read) <= most else (NO_TILES, 0)
    return right


_WITH_CONCEALED: Final = 3
"""Fields of a meld with kind and tiles that says as well whether it is concealed."""


def _as_dict(raw: Any) -> dict[str, Any]:
    if not isinstance(raw, Mapping):
        raise TypeError
    return dict(raw)


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

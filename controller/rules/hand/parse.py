"""A scoring record read into a ``Hand``, field by field. The first field that cannot be read is named in the error."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any, Final

from controller.rules.errors import RecordError
from controller.rules.hand.exposures import put_together, read_exposures
from controller.rules.hand.fields import (
    DEALER_FIELD,
    DISCARDER_FIELD,
    FLAGS_FIELD,
    FLOWERS_FIELD,
    HAND_FIELD,
    MELDS_FIELD,
    READ,
    RECORD_FIELDS,
    ROUND_WIND_FIELD,
    SEAT_WIND_FIELD,
    WIN_FIELD,
    WINNING_TILE_FIELD,
    Fields,
    located,
    tile_text,
)
from controller.rules.hand.melds import read_melds
from controller.rules.hand.record import (
    DISCARD,
    FLAG_NAMES,
    FLAGS,
    NO_WIN,
    ROBBING_GOLD,
    SELF_DRAW,
    SOURCES,
    TOO_MANY,
    WRONG_COUNT,
    Hand,
    Source,
    WildTiles,
    flag_conflict,
)
from controller.rules.hand.tile_set import FULL_COPIES, JOKER_TILES, MOST_STAND_INS, TileSet
from controller.rules.hand.tiles import (
    BITS,
    BONUS,
    BONUS_SHIFT,
    FIRST,
    IDS,
    JOKER_SHIFT,
    JOKERS,
    KINDS,
    NAMES,
    NO_TILES,
    RED_AT,
    RED_SHIFT,
    USUAL_BONUS,
    Words,
    count_in,
    names_in,
    read_tiles,
    read_words,
)
from controller.rules.seats import EAST, WIND_INDEX, WIND_INDEX_OR_NONE, WindIndex

_SOURCES: Final[dict[str, Source]] = {source: source for source in SOURCES}
_WINDS: Final[dict[str, WindIndex]] = dict(WIND_INDEX)
_CHOICES: Final[Mapping[str, Mapping[Any, Any]]] = {
    "seat_wind": _WINDS, "round_wind": _WINDS, "discarder": WIND_INDEX_OR_NONE, "win": _SOURCES,
}  # fmt: skip
"""The fields that are one of some values, and what each value stands for."""
_NEEDED: Final = frozenset({"hand", "winning_tile", "win", "seat_wind", "round_wind"})


def read(record: Mapping[str, Any], tiles: TileSet, known: Fields = RECORD_FIELDS) -> Hand:
    """The record as a hand played with these tiles. ``known``: the fields that it may have. Raises RecordError naming
    the field."""
    field = _NO_FIELD
    try:
        given = record if isinstance(record, dict) else _as_dict(record)
        layout = known.layout(given)
        hand = Hand()
        hand.record, hand.own, hand.wild, hand.turned = given, None, None, None
        hand.places, hand.values = layout.places, list(given.values())
        field = SEAT_WIND_FIELD
        hand.seat_wind = seat_wind = _WINDS[hand.given(SEAT_WIND_FIELD)]
        field = ROUND_WIND_FIELD
        hand.prevailing = _WINDS[hand.given(ROUND_WIND_FIELD)]
        field = DISCARDER_FIELD
        wind = hand.given(DISCARDER_FIELD)
        hand.discarder = discarder = None if wind is None else _WINDS[wind]
        field = WIN_FIELD
        hand.source = source = _SOURCES[hand.given(WIN_FIELD)]
        if (discarder is None) != (source == SELF_DRAW) or discarder == seat_wind:
            raise _no_such_discarder(source, discarder)
        hand.by_other = source != SELF_DRAW
        field = FLAGS_FIELD
        flags = hand.given(FLAGS_FIELD)
        hand.flags = _flags(flags, hand) if flags else _no_list(flags)
        field = HAND_FIELD
        held, beside, number = _held(hand.given(HAND_FIELD))
        field = WINNING_TILE_FIELD
        won = _WINNING[hand.given(WINNING_TILE_FIELD)]
        hand.winning = won.tile
        field = FLOWERS_FIELD
        flowers = hand.given(FLOWERS_FIELD)
        laid = _LAID[flowers] if flowers else (_no_text(flowers), ())
        field = MELDS_FIELD
        melds = hand.given(MELDS_FIELD)
        right = _melds_in(hand, melds, tiles) if melds else _no_melds(hand, melds)
    except RecordError as error:
        raise error if error.field else located(error, READ[field]) from None
    except (LookupError, TypeError, AttributeError, ValueError):
        raise _refusal(record, "" if field == _NO_FIELD else READ[field]) from None
    _put_together(hand, tiles, held, beside, number, won, laid, right)
    return hand


_NO_FIELD: Final = -1
"""Nothing of the record has been looked at."""


def _as_dict(record: Any) -> dict[str, Any]:
    if not isinstance(record, Mapping):
        raise TypeError
    return dict(record)


def _no_list(value: Any) -> int:
    """0 for an empty list or none, and not for what is empty by mistake (0, false)."""
    if value is None or isinstance(value, (list, tuple)):
        return 0
    raise TypeError


def _no_text(value: Any) -> int:
    """The same for an empty text."""
    if value is None or isinstance(value, str):
        return 0
    raise TypeError


def _refusal(record: Any, field: str) -> RecordError:
    """What is wrong with the value of a field. Raises RecordError itself for bad tiles."""
    if not isinstance(record, Mapping):
        return RecordError("record", "a scoring record is a JSON object")
    if field in _NEEDED and field not in record:
        return RecordError(field, "is missing")
    value = record.get(field)
    if field in _CHOICES:
        names = ", ".join("null" if name is None else name for name in _CHOICES[field])
        return RecordError(field, f"{value!r} is not one of {names}")
    if field in ("flags", "melds"):
        return _no_list_of(field, value)
    if tile_text(value, field) not in IDS and field == "winning_tile":
        return RecordError(field, f"{value!r} is not one tile")
    return RecordError(field or "record", "cannot be read")


def _no_list_of(field: str, value: Any) -> RecordError:
    if field == "melds" or not isinstance(value, list | tuple):
        return RecordError(field, f"is a list of {'melds' if field == 'melds' else 'names'}")
    at, name = next((at, name) for at, name in enumerate(value) if not isinstance(name, str) or name not in FLAGS)
    return RecordError(f"flags[{at}]", f"{name!r} is not one of {', '.join(FLAG_NAMES)}")


def _no_such_discarder(source: Source, discarder: WindIndex | None) -> RecordError:
    if source == SELF_DRAW:
        return RecordError("discarder", "a self-draw has no discarder", "leave it null")
    if discarder is None:
        return RecordError("discarder", f"a win by {source} needs the seat wind it came from")
    return RecordError("discarder", "is the winner")


def dealer_of(record: Mapping[str, Any]) -> WindIndex:
    """The wind of the dealer, where a game lets winds follow something else. Raises RecordError."""
    dealer = record.get("dealer")
    if dealer is not None and (not isinstance(dealer, str) or dealer not in WIND_INDEX):
        raise RecordError("dealer", f"{dealer!r} is not one of {', '.join(WIND_INDEX)}")
    return EAST if dealer is None else WIND_INDEX[dealer]


def named_winds(hand: Hand, field: str, remedy: str = "") -> tuple[WindIndex, ...]:
    """The players that a field of the record names by their winds; a missing one names nobody. With a ``remedy`` the
    winner cannot be one of them. Raises RecordError."""
    named = hand.record.get(field)
    if named is None:
        return ()
    if not isinstance(named, list | tuple):
        raise RecordError(field, "is a list of seat winds")
    for at, wind in enumerate(named):
        if not isinstance(wind, str) or wind not in WIND_INDEX:
            raise RecordError(f"{field}[{at}]", f"{wind!r} is not one of {', '.join(WIND_INDEX)}")
        if wind in named[:at]:
            raise RecordError(f"{field}[{at}]", f"{wind} is named twice")
        if remedy and WIND_INDEX[wind] == hand.seat_wind:
            raise RecordError(f"{field}[{at}]", "is the winner", remedy)
    return tuple(WIND_INDEX[wind] for wind in named)


def liable_of(record: Mapping[str, Any]) -> WindIndex | None:
    """Who is liable for the hand by the field ``liable``; None for nobody. Raises RecordError."""
    liable = record.get("liable")
    if liable is None:
        return None
    if not isinstance(liable, str) or liable not in WIND_INDEX:
        raise RecordError("liable", f"{liable!r} is not one of E, S, W, N, null")
    if liable == record.get("seat_wind"):
        raise RecordError("liable", "is the winner")
    return WIND_INDEX[liable]


def _flags(names: Any, hand: Hand) -> int:
    dealer = EAST if hand.given(DEALER_FIELD) is None else dealer_of(hand.record)
    if not isinstance(names, (list, tuple)):
        raise TypeError
    flags = 0
    for name in names:
        flags |= FLAGS[name]
    if why := flag_conflict(flags, hand.source, hand.seat_wind, dealer):
        raise RecordError("flags", why)
    return flags


# tiles

MOST_TEXT: Final = 32
MOST_TILES: Final = 31
"""A bag holds no more of a kind than ``MOST_TILES``; a text of ``MOST_TEXT`` cannot say more."""
_JOKER: Final = "j"
_BESIDE: Final = {name: 1 << at for name, at in RED_AT.items()} | {
    NAMES[tile]: 1 << JOKER_SHIFT for tile in JOKER_TILES
}


class _Winning:
    """A winning tile as written: its number, the place of its suit among the words (-1: no playing tile), what it adds
    to that word, and above the playing tiles as a red five or a joker."""

    __slots__ = ("beside", "suit", "tile", "word")

    def __init__(self, name: str, tile: int) -> None:
        self.tile = tile
        self.suit, self.word = (tile // 9, 1 << BITS * (tile % 9)) if tile < KINDS else (-1, 0)
        self.beside = _BESIDE.get(name, 0) >> RED_SHIFT


_WINNING: Final[dict[str, _Winning]] = {name: _Winning(name, tile) for name, tile in IDS.items()}


def _held(text: str) -> tuple[Words, int, int]:
    """The concealed tiles as ``read_words`` has them; only their number when no bag holds so many."""
    if len(text) > MOST_TEXT and (number := len(read_tiles(text))) > MOST_TILES:
        return NO_TILES, 0, number
    return read_words(text)


def _melds_in(hand: Hand, melds: Any, tiles: TileSet) -> bool:
    if tiles.exposures:
        return read_exposures(hand, melds, tiles.players)
    return read_melds(hand, melds, tiles.limits.sets, tiles.players)


def _no_melds(hand: Hand, melds: Any) -> bool:
    hand.melds, hand.meld_sets = (), ()
    hand.meld_digits = hand.beside = hand.shown = _no_list(melds)
    hand.every = NO_TILES
    return True


_KEPT: Final = 4_000


class _Laid(dict[str, tuple[int, tuple[int, ...]]]):
    """What lies beside a hand, as written: its bits from the first bonus tile on, and the tiles themselves where one is
    there twice or is no bonus tile of every full set."""

    def __missing__(self, text: str) -> tuple[int, tuple[int, ...]]:
        ids = tuple(read_tiles(text))
        bits = sum(1 << tile - KINDS for tile in set(ids) if tile >= KINDS)
        plain = len(set(ids)) == len(ids) and USUAL_BONUS.issuperset(ids)
        if len(self) >= _KEPT:
            self.clear()
        answer = bits, () if plain else ids
        if len(text) <= MOST_TEXT:
            self[text] = answer
        return answer


_LAID: Final = _Laid()


def _put_together(
    hand: Hand,
    tiles: TileSet,
    held: Words,
    beside: int,
    number: int,
    won: _Winning,
    laid: tuple[int, tuple[int, ...]],
    right: bool,
) -> None:
    """Every word of the hand, and what makes it no legal hand."""
    limits = tiles.limits
    flowers, further = laid
    m, p, s, z = held
    suit = won.suit
    if suit == 0:
        m += won.word
    elif suit == 1:
        p += won.word
    elif suit == 2:
        s += won.word
    elif suit == 3:
        z += won.word
    if limits.unusual and tiles.exposures:
        _with_exposures(hand, tiles, (m, p, s, z), beside, number, won, right)
        return
    melded, melded_beside = hand.every, hand.beside
    melded_m, melded_p, melded_s, melded_z = melded
    hand.hidden = (m, p, s, z)
    m, p, s, z = m + melded_m, p + melded_p, s + melded_s, z + melded_z
    beside += melded_beside + won.beside
    hand.every, hand.beside = (m, p, s, z), beside
    hand.suits = (1 if m else 0) + (2 if p else 0) + (4 if s else 0) + (8 if z else 0)
    hand.flowers = flowers & limits.bonus_bits
    stray, jokers = beside & _STRAY, beside & _JOKERS
    twice = _check_laid(further, tiles) if further else False
    if limits.unusual and tiles.wild.shown:
        hand.turned = indicator_of(hand.record)
    if limits.unusual and tiles.has_wild:
        _note_wild(hand, tiles)
    won_beside = suit < 0 and not won.beside
    if stray or won_beside or jokers:
        _check_known(hand.record, tiles)
    if not right or number != limits.hand - 3 * len(hand.melds):
        hand.fault = WRONG_COUNT
    elif (
        twice
        or limits.exceeded_by(m, p, s, z, beside)
        or ((stray or won_beside) and _bonus_twice(hand.record, tiles))
        or (limits.unusual and _too_many(hand, tiles, melded, melded_beside))
    ):
        hand.fault = TOO_MANY
    else:
        hand.fault = NO_WIN if stray and not won_beside else ""


_STRAY: Final = BONUS >> RED_SHIFT
_JOKERS: Final = JOKERS >> RED_SHIFT


def _with_exposures(
    hand: Hand, tiles: TileSet, hidden: Words, beside: int, number: int, won: _Winning, right: bool
) -> None:
    """The hand of a game in which flowers are held like other tiles: nothing lies beside it."""
    if hand.record.get("flowers"):
        raise RecordError("flowers", "flowers are playing tiles here", "write them into the hand")
    beside += _ONE_FLOWER if won.suit < 0 and not won.beside else won.beside
    if put_together(hand, tiles, hidden, beside, number, right):
        _check_known(hand.record, tiles)


_ONE_FLOWER: Final = 1 << BONUS_SHIFT - RED_SHIFT


def _check_laid(laid: tuple[int, ...], tiles: TileSet) -> bool:
    """Whether a tile lies beside the hand more often than the set has it; jokers are counted with those of the hand.
    Raises RecordError for one that is none of the bonus tiles."""
    strange = next((tile for tile in laid if tile not in tiles.bonus and tile not in _may_lie(tiles)), None)
    if strange is not None and not (tiles.strangers_win_nothing and strange in tiles.absent):
        raise RecordError("flowers", f"{NAMES[strange]} is not a bonus tile", tile=NAMES[strange])
    return any(
        laid.count(tile) > tiles.bonus.get(tile, FULL_COPIES if tile < KINDS else tiles.most(tile) or 1)
        for tile in laid
        if tile not in tiles.jokers
    )


def _may_lie(tiles: TileSet) -> Container[int]:
    """What may lie beside a hand that is no bonus tile of the set."""
    return USUAL_BONUS.union(tiles.known, tiles.laid)


def _texts(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every field of a readable record that tiles of the hand stand in, with its text."""
    yield "hand", record["hand"]
    yield "winning_tile", record["winning_tile"]
    for at, meld in enumerate(record.get("melds") or ()):
        yield f"melds[{at}].tiles", meld["tiles"]


def _check_known(record: Mapping[str, Any], tiles: TileSet) -> None:
    """Raises RecordError for a bonus tile or joker of another game in the hand or its melds."""
    beside = (name for _, text in _texts(record) for name in names_in(text) if IDS[name] >= KINDS)
    if any(name not in tiles.names for name in beside):
        raise stranger(record, tiles)


def _bonus_twice(record: Mapping[str, Any], tiles: TileSet) -> bool:
    """Whether a bonus tile stands more often among everything than the set has it."""
    texts = (*(text for _, text in _texts(record)), record.get("flowers") or "")
    bonus = [tile for text in texts for tile in read_tiles(text) if KINDS <= tile < FIRST["j"]]
    return any(bonus.count(tile) > (tiles.most(tile) or 1) for tile in set(bonus))


def stranger(record: Mapping[str, Any], tiles: TileSet) -> RecordError:
    """The error for a readable record with a tile that the set has not: the first of its fields."""
    field, name = next(
        (field, name) for field, text in _texts(record) for name in names_in(text) if name not in tiles.names
    )
    remedy = f"write 5{name[1]}" if name in RED_AT else ""
    return RecordError(field, f"there is no {name} in this set", remedy, tile=name)


# wild tiles


_INDICATORS: Final[dict[str, int]] = {name: tile for name, tile in IDS.items() if tile < KINDS}


def _note_wild(hand: Hand, tiles: TileSet) -> None:
    """The wild tiles among the concealed ones and the winning one. Raises RecordError for more wild tiles than can be
    read; of a kind that the hand holds too often some are left out, since such a hand is not read."""
    kinds = tiles.wild_by(hand.turned)
    won, jokers = hand.winning, hand.beside & _JOKERS
    held: tuple[int, ...] = ()
    if jokers:
        held = tuple([tile for tile in read_tiles(hand.record["hand"]) if tile in kinds or tile in tiles.jokers])
    else:
        for kind in kinds:
            if copies := count_in(hand.hidden, kind) - (1 if kind == won else 0):
                held += (kind,) * copies
    thrown = tiles.thrown_wild and hand.source == DISCARD and won >= KINDS
    winning = thrown or ((won in kinds or (won >= KINDS and won in tiles.jokers)) and not hand.flags & ROBBING_GOLD)
    number = len(held) + winning
    if number > MOST_STAND_INS and any(held.count(tile) > _copies(tile, tiles) for tile in held):
        held, number = held[: MOST_STAND_INS - 1], MOST_STAND_INS
    if number > MOST_STAND_INS:
        raise RecordError("hand", f"{number} wild tiles are more than can be read", f"at most {MOST_STAND_INS}")
    if number or jokers:
        hand.wild = WildTiles((*held, won) if winning else held, winning, thrown=thrown)


def indicator_of(record: dict[str, Any]) -> int | None:
    """The tile that was turned up; None where none was. Raises RecordError."""
    value = record.get("indicator")
    if value is None or value == "":
        return None
    try:
        return _INDICATORS[value]
    except (LookupError, TypeError):
        tile_text(value, "indicator")
        raise RecordError("indicator", f"{value!r} is not one playing tile") from None


def _too_many(hand: Hand, tiles: TileSet, melded: Words, beside: int) -> bool:
    """What an unusual set asks besides: no tile that it has not; no more of a kind in the melds alone (five melds and
    a hand together are more than ``TileSet.over`` can tell), nor with the indicator that lies on the table; and no more
    jokers than there are. A turned tile that was robbed is the winning one."""
    m, p, s, z = melded
    if tiles.limits.exceeded_by(m, p, s, z, beside) or (tiles.foreign and hand.tiles & tiles.foreign):
        return True
    if not tiles.has_wild:
        return False
    lies = 0 if hand.flags & ROBBING_GOLD else 1
    turned = hand.turned
    if turned is not None and count_in(hand.every, turned) + lies > tiles.has(turned):
        return True
    laid = tiles.jokers_laid and _JOKER in (hand.record.get("flowers") or "")
    return bool(tiles.jokers) and bool(laid or hand.beside & _JOKERS) and _too_many_jokers(hand, tiles)


def _too_many_jokers(hand: Hand, tiles: TileSet) -> bool:
    written = jokers_of(hand.record, tiles)
    return any(written.count(tile) > _copies(tile, tiles) for tile in written)


def _copies(tile: int, tiles: TileSet) -> int:
    """Of a tile that may be wild, or of a joker."""
    return tiles.has(tile) or tiles.most(tile) or 1


def jokers_of(record: Mapping[str, Any], tiles: TileSet) -> list[int]:
    """The jokers of a readable record: in the hand, its melds and the winning tile and, where they may lie there,
    beside it."""
    texts = [text for _, text in _texts(record)]
    if tiles.jokers_laid:
        texts.append(record.get("flowers") or "")
    return [tile for text in texts if _JOKER in text for tile in read_tiles(text) if tile in JOKER_TILES]

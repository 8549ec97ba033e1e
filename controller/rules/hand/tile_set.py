"""The tiles of a game with its options fixed: what the set holds, how many make a hand, which stand for others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from controller.rules.hand.tiles import (
    BITS,
    DRAGONS,
    FIRST,
    IDS,
    JOKERS,
    KINDS,
    NAMES,
    ONE,
    RANKS,
    RED_AT,
    RED_SHIFT,
    USUAL_BONUS,
    WINDS,
    mask,
    words_of,
)

PLAYING_KINDS: Final = tuple(range(KINDS))
FLOWERS: Final = tuple(range(FIRST["f"], FIRST["a"]))
ANIMALS: Final = tuple(range(FIRST["a"], FIRST["a"] + 4))
"""Cat, rat, rooster and centipede."""
MORE_ANIMALS: Final = tuple(range(FIRST["a"] + 4, FIRST["k"]))
"""Fish, crab, tiger and elephant."""
KINGS: Final = tuple(range(FIRST["k"], FIRST["q"]))
QUEENS: Final = tuple(range(FIRST["q"], FIRST["x"]))
FACE: Final = FIRST["x"]
JOKER_TILES: Final = tuple(range(FIRST["j"], FIRST["j"] + RANKS["j"]))
JOKER: Final = JOKER_TILES[0]
FULL_COPIES: Final = 4
"""Of each kind in a full set."""
MOST_COPIES: Final = 15
"""A digit of a bag tells one tile too many from enough up to so many of a kind."""
MOST_STAND_INS: Final = 8
"""Tiles of one hand that may stand for others."""

_SUITS: Final = tuple(tuple(range(first, first + 9)) for first in (0, 9, 18))
CIRCLES: Final[tuple[Sequence[int], ...]] = (*_SUITS, WINDS, DRAGONS)
"""One tile points at the next in its suit, of the winds or of the dragons (white, green, red), and the last at the
first."""


FOLLOWING: Final[Mapping[int, int]] = {
    tile: circle[(at + 1) % len(circle)] for circle in CIRCLES for at, tile in enumerate(circle)
}
"""The tile that each one points at."""


class Wild(NamedTuple):
    """Ordinary tiles that stand for others; in a record they are written as what they are.

    ``kinds`` are wild in every hand. ``shown``: the kinds that an indicator makes wild, the tile that a record names in
    its field ``indicator``: its own kind (the copies that are left), the one it points at, or both; ``pointed`` says
    at which. ``stands_for``: the kinds that they may be (none named: every kind of the set).
    """

    kinds: tuple[int, ...] = ()
    shown: Literal["", "same", "next", "same-and-next"] = ""
    pointed: Mapping[int, int] = FOLLOWING
    stands_for: tuple[int, ...] = ()

    def by(self, indicator: int | None) -> tuple[int, ...]:
        """The wild kinds of a hand with this indicator; None where no tile is turned."""
        if indicator is None or not self.shown:
            return self.kinds
        same = (indicator,) if self.shown != "next" else ()
        then = (self.pointed[indicator],) if self.shown != "same" and indicator in self.pointed else ()
        return tuple(dict.fromkeys((*self.kinds, *same, *then)))


NO_WILD: Final = Wild()


class Joker(NamedTuple):
    """A tile of its own that stands for others. ``stands_for``: the kinds that it may be (none named: every kind of the
    set)."""

    copies: int
    stands_for: tuple[int, ...] = ()


class RecordBounds:
    """What a record is held against. ``unusual``: more has to be looked at than what ``exceeded_by`` tells of 13
    tiles."""

    __slots__ = ("_beside", "_words", "bonus_bits", "hand", "sets", "unusual")

    def __init__(self, hand: int, sets: int, bonus_bits: int, room: int, unusual: bool) -> None:
        self.hand, self.sets, self.bonus_bits, self.unusual = hand, sets, bonus_bits, unusual
        self._words, self._beside = words_of(room), room >> RED_SHIFT

    def exceeded_by(self, m: int, p: int, s: int, z: int, beside: int) -> bool:
        """Whether that is more of a kind, or of a red five, than the set has, as ``TileSet.over`` tells it."""
        room_m, room_p, room_s, room_z = self._words
        every = m + room_m | p + room_p | s + room_s | z + room_z
        return every & _OVER != 0 or beside + self._beside & _OVER_RED != 0


_OVER: Final = sum(16 << BITS * rank for rank in range(9))
_OVER_RED: Final = sum(16 << BITS * suit for suit in range(3))


OVER: Final = sum(16 << at for at in (*(BITS * tile for tile in PLAYING_KINDS), *RED_AT.values()))
"""The bits into which one tile too many of any kind, or of a red five, is carried; see ``TileSet.room``."""
_FULL: Final = {**dict.fromkeys((*PLAYING_KINDS, FACE), FULL_COPIES), **dict.fromkeys((*FLOWERS, *ANIMALS), 1)}
"""Copies in a full set, and of what is added to one."""


@dataclass(frozen=True)
class TileSet:
    """``kinds``: the playing tiles with the copies of each; ``bonus``: what is laid out beside a hand, with its copies
    (flowers, animals; winds where they are no playing tiles); ``red``: the fives among the copies that are red;
    ``jokers``: by their tile; ``wild``: ordinary tiles that stand for others.

    ``hand``: tiles that a player holds outside his turn, a kong counted as three. ``more``: further tiles on the table
    that nothing scores (of the house), or, below zero, tiles taken out that a record does not tell (a suit that the
    players choose).
    """

    kinds: Mapping[int, int]
    bonus: Mapping[int, int] = field(default_factory=dict)
    hand: int = 13
    players: int = 4
    red: Mapping[str, int] = field(default_factory=dict)
    jokers: Mapping[int, Joker] = field(default_factory=dict)
    wild: Wild = NO_WILD
    more: int = 0
    strangers_are_too_many: bool = False
    """A kind that the set has not makes a hand with too many copies; otherwise the record is refused."""
    strangers_win_nothing: bool = False
    """A kind that is no playing tile (a wind that is a bonus tile) may stand in a hand, which then does not win."""
    strangers_count: bool = False
    """A tile that the set has not is scored like any other, with the copies of a full set: the set is what the machine
    stands up, not what a record is held against."""
    known: frozenset[int] = frozenset()
    """Bonus tiles and jokers that the game has with other options: in a hand or beside it nothing wins with them."""
    laid: tuple[int, ...] = ()
    """Playing tiles and jokers that may lie beside a hand for what they are worth there; they count as copies."""
    thrown_wild: bool = False
    """A bonus tile or joker that another player discards wins as any playing tile."""
    exposures: bool = False
    """Bonus tiles are playing tiles of one kind, held and claimed like others. A meld is three to six equal tiles with
    jokers among them, never concealed, and counts with all its tiles."""

    # what every record is held against: found once, and no property, for a compiled one would be found at each look

    has_wild: bool = field(init=False, repr=False, compare=False)
    room: int = field(init=False, repr=False, compare=False)
    """Added to a bag, one tile more than the set holds of a kind, or of a red five, carries into a bit of ``over``;
    exact up to sixteen tiles more than that. Kinds that no record may hold are left out."""
    over: int = field(init=False, repr=False, compare=False)
    foreign: int = field(init=False, repr=False, compare=False)
    """The bits of a bag that make a hand with too many copies."""
    limits: RecordBounds = field(init=False, repr=False, compare=False)
    jokers_laid: bool = field(init=False, repr=False, compare=False)
    """Whether jokers may lie beside a hand."""
    _known_wild: dict[int | None, tuple[int, ...]] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        if self.hand % 3 != 1:
            raise ValueError(f"{self.hand} tiles and the winning one are no sets and a pair")
        if any(not 0 < copies <= MOST_COPIES for copies in self.kinds.values()):
            raise ValueError(f"a kind has 1 to {MOST_COPIES} copies")
        object.__setattr__(self, "has_wild", self._has_wild())
        object.__setattr__(self, "room", self._room())
        object.__setattr__(self, "over", OVER)
        object.__setattr__(self, "foreign", mask(self.absent) if self.strangers_are_too_many else 0)
        unusual = self.has_wild or self.sets > 4 or self.strangers_are_too_many or self.exposures
        limits = RecordBounds(self.hand, self.sets, self.bonus_bits, self.room, unusual)
        object.__setattr__(self, "limits", limits)
        object.__setattr__(self, "jokers_laid", any(tile in self.jokers for tile in self.laid))

    @property
    def sets(self) -> int:
        """Sets of a complete hand, beside the pair."""
        return self.hand // 3

    @property
    def total(self) -> int:
        """All tiles on the table."""
        jokers = sum(joker.copies for joker in self.jokers.values())
        return sum(self.kinds.values()) + sum(self.bonus.values()) + jokers + self.more

    @property
    def copies(self) -> int:
        """Copies of a kind; where they differ, of most kinds."""
        numbers = list(self.kinds.values())
        return max(sorted(set(numbers)), key=numbers.count)

    @property
    def absent(self) -> tuple[int, ...]:
        """Kinds of playing tiles that the set has not."""
        return tuple(tile for tile in PLAYING_KINDS if tile not in self.kinds)

    @property
    def drawn(self) -> tuple[int, ...]:
        """The tiles of which one may complete a hand."""
        bonus = sorted(self.bonus) if self.exposures else ()
        return (*sorted(self.kinds), *bonus, *sorted(self.jokers))

    def has(self, tile: int) -> int:
        """Copies of a playing tile or a joker."""
        if self.exposures and tile in self.bonus:
            return self.bonus[tile]
        return self.jokers[tile].copies if self.jokers and tile in self.jokers else self.kinds.get(tile, 0)

    def most(self, tile: int) -> int:
        """Copies of a playing or bonus tile that a record may hold."""
        copies = self.kinds.get(tile, 0) or self.bonus.get(tile, 0)
        return copies or (_FULL.get(tile, 0) if self.strangers_count else 0)

    def wild_by(self, indicator: int | None) -> tuple[int, ...]:
        """``Wild.by``, worked out once for each indicator."""
        known = self._known_wild
        if indicator not in known:
            known[indicator] = self.wild.by(indicator)
        return known[indicator]

    def _has_wild(self) -> bool:
        return bool(self.jokers or self.wild.kinds or self.wild.shown or self.thrown_wild)

    @property
    def fields(self) -> frozenset[str]:
        """Fields of a record that only a set like this has."""
        return frozenset({"indicator"} if self.wild.shown else ())

    # as bits of a bag

    @property
    def strange(self) -> int:
        """The bits of a bag that stand for tiles which the set has not: kinds, red fives, jokers."""
        reds = sum(31 << at for name, at in RED_AT.items() if name not in self.red)
        stand_there = self.strangers_are_too_many or self.strangers_win_nothing or self.strangers_count
        kinds = 0 if stand_there else mask(self.absent)
        return kinds | reds | (0 if self.jokers or self.known.intersection(JOKER_TILES) else JOKERS)

    def _room(self) -> int:
        kinds = sum((MOST_COPIES - copies) * ONE[tile] for tile in PLAYING_KINDS if (copies := self.most(tile)))
        return kinds + sum(MOST_COPIES - self.red.get(name, MOST_COPIES) << at for name, at in RED_AT.items())

    @property
    def bonus_bits(self) -> int:
        """Bit n: the bonus tile ``KINDS`` + n counts where it lies beside a hand."""
        counting = {*self.bonus, *(FLOWERS if self.strangers_count else ())}
        return sum(1 << tile - KINDS for tile in counting if tile >= KINDS)

    @property
    def names(self) -> frozenset[str]:
        """Names of the tiles that a hand may hold, red fives and stray bonus tiles among them."""
        everything = self.strangers_are_too_many or self.strangers_win_nothing or self.strangers_count
        playing = PLAYING_KINDS if everything else self.kinds
        beside = (tile for tile in self.bonus if tile >= KINDS)
        stray = () if self.exposures else USUAL_BONUS
        known = (*playing, *stray, *beside, *self.jokers, *self.known)
        return frozenset((*(NAMES[tile] for tile in known), *self.red))

    def as_json(self) -> dict[str, Any]:
        """For pages and programs: tiles by their names. ``kinds`` with ``copies`` of each but for ``other_copies``."""
        return {
            "players": self.players,
            "hand": self.hand,
            "sets": self.sets,
            "total": self.total,
            "copies": self.copies,
            "kinds": [NAMES[tile] for tile in sorted(self.kinds)],
            "other_copies": {NAMES[tile]: each for tile, each in sorted(self.kinds.items()) if each != self.copies},
            "bonus": {NAMES[tile]: each for tile, each in sorted(self.bonus.items())},
            "red": dict(self.red),
            "jokers": {
                NAMES[tile]: {"copies": joker.copies, "stands_for": self._named(joker.stands_for)}
                for tile, joker in sorted(self.jokers.items())
            },
            "strangers_are_too_many": self.strangers_are_too_many,
            "strangers_win_nothing": self.strangers_win_nothing,
            "strangers_count": self.strangers_count,
            "known": [NAMES[tile] for tile in sorted(self.known)],
            "thrown_wild": self.thrown_wild,
            "laid": [NAMES[tile] for tile in self.laid],
            "exposures": self.exposures,
            "wild": {
                "kinds": [NAMES[tile] for tile in self.wild.kinds],
                "shown": self.wild.shown,
                "pointed": {
                    NAMES[tile]: NAMES[then]
                    for tile, then in sorted(self.wild.pointed.items())
                    if FOLLOWING.get(tile) != then
                },
                "stands_for": self._named(self.wild.stands_for) if self.wild.kinds or self.wild.shown else [],
            },
        }

    def _named(self, kinds: Sequence[int]) -> list[str]:
        return [NAMES[tile] for tile in kinds or sorted(self.kinds)]


def tile_set(
    *,
    copies: int = 4,
    without: Sequence[int] = (),
    uneven: Mapping[int, int] = MappingProxyType({}),
    flowers: Sequence[int] = (),
    animals: int = 0,
    more_bonus: Mapping[int, int] = MappingProxyType({}),
    **more: Any,
) -> TileSet:
    """The 34 kinds ``without`` some, ``copies`` of each but for the ``uneven`` ones; one of each bonus tile, of those
    of ``more_bonus`` so many; ``more``: other fields of ``TileSet``."""
    kinds = {tile: uneven.get(tile, copies) for tile in PLAYING_KINDS if tile not in without}
    bonus = {**dict.fromkeys((*flowers, *ANIMALS[:animals]), 1), **more_bonus}
    return TileSet(MappingProxyType(kinds), MappingProxyType(bonus), **more)


def tiles_from(data: Mapping[str, Any]) -> TileSet:
    """As ``TileSet.as_json`` wrote it; what does not stand there takes its default."""
    copies, other = data.get("copies", 4), data.get("other_copies", {})
    kinds = {IDS[name]: other.get(name, copies) for name in data["kinds"]}
    jokers = {
        IDS[name]: Joker(row["copies"], numbers(row["stands_for"])) for name, row in data.get("jokers", {}).items()
    }
    tiles = TileSet(
        kinds,
        {IDS[name]: number for name, number in data.get("bonus", {}).items()},
        data.get("hand", 13),
        data.get("players", 4),
        data.get("red", {}),
        jokers,
        _wild_from(data.get("wild", {})),
        strangers_are_too_many=data.get("strangers_are_too_many", False),
        strangers_win_nothing=data.get("strangers_win_nothing", False),
        strangers_count=data.get("strangers_count", False),
        known=frozenset(numbers(data.get("known", ()))),
        thrown_wild=data.get("thrown_wild", False),
        laid=numbers(data.get("laid", ())),
        exposures=data.get("exposures", False),
    )
    return replace(tiles, more=data.get("total", tiles.total) - tiles.total)


def _wild_from(data: Mapping[str, Any]) -> Wild:
    """``pointed`` is recorded where it differs from the usual."""
    pointed = {IDS[tile]: IDS[then] for tile, then in data.get("pointed", {}).items()}
    return Wild(
        numbers(data.get("kinds", ())),
        data.get("shown", ""),
        {**FOLLOWING, **pointed} if pointed else FOLLOWING,
        numbers(data.get("stands_for", ())),
    )


def numbers(names: Iterable[str]) -> tuple[int, ...]:
    """Tile numbers of names."""
    return tuple(IDS[name] for name in names)


PLAIN: Final = tile_set()
"""136 tiles, four of each kind, nothing else."""
WITH_FLOWERS: Final = tile_set(flowers=FLOWERS)
"""144 tiles: with the flowers and seasons."""

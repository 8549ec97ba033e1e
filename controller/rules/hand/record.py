"""The words of a scoring record, and what stands in one: a ``Hand``. ``parse.read`` makes it.

Record format: tests/cases and docs/rulesets. What can be read but is no legal hand (wrong count, too many copies) is
noted in ``Hand.fault``.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from controller.rules.hand.fields import ABSENT
from controller.rules.hand.sets import LOW
from controller.rules.hand.tiles import JOKERS, KINDS, NO_TILES, ONE, RED_SHIFT, Words, bag_of, suits_in, words_of
from controller.rules.seats import EAST, WindIndex

Source = Literal["self-draw", "discard", "robbed-kong"]
"""Where the winning tile came from; the records call it ``win``."""
SELF_DRAW: Final = "self-draw"
DISCARD: Final = "discard"
ROBBED_KONG: Final = "robbed-kong"
SOURCES: Final[tuple[Source, ...]] = (SELF_DRAW, DISCARD, ROBBED_KONG)

FLAG_NAMES: Final = (
    "last-tile", "last-discard", "replacement", "double-replacement", "flower-replacement", "heavenly", "earthly",
    "late-fresh-discard", "forced-discard", "riichi", "double-riichi", "ippatsu", "last-of-kind", "kita", "human",
    "ready", "earthly-ready", "heavenly-ready", "three-golds", "robbing-gold", "kong-discard", "named-wait",
    "joker-exchange", "quick", "dice-pair", "open-riichi", "eighth-win", "dangerous-discard", "original-call",
    "ninth-win",
)  # fmt: skip
FLAGS: Final = {name: 1 << bit for bit, name in enumerate(FLAG_NAMES)}
LAST_TILE: Final = FLAGS["last-tile"]
LAST_DISCARD: Final = FLAGS["last-discard"]
REPLACEMENT: Final = FLAGS["replacement"]
DOUBLE_REPLACEMENT: Final = FLAGS["double-replacement"]
FLOWER_REPLACEMENT: Final = FLAGS["flower-replacement"]
HEAVENLY: Final = FLAGS["heavenly"]
EARTHLY: Final = FLAGS["earthly"]
LATE_FRESH_DISCARD: Final = FLAGS["late-fresh-discard"]
FORCED_DISCARD: Final = FLAGS["forced-discard"]
RIICHI: Final = FLAGS["riichi"]
DOUBLE_RIICHI: Final = FLAGS["double-riichi"]
IPPATSU: Final = FLAGS["ippatsu"]
LAST_OF_KIND: Final = FLAGS["last-of-kind"]
ANY_RIICHI: Final = RIICHI | DOUBLE_RIICHI
KITA: Final = FLAGS["kita"]
HUMAN: Final = FLAGS["human"]
READY: Final = FLAGS["ready"]
EARTHLY_READY: Final = FLAGS["earthly-ready"]
HEAVENLY_READY: Final = FLAGS["heavenly-ready"]
THREE_GOLDS: Final = FLAGS["three-golds"]
ROBBING_GOLD: Final = FLAGS["robbing-gold"]
KONG_DISCARD: Final = FLAGS["kong-discard"]
JOKER_EXCHANGE: Final = FLAGS["joker-exchange"]
NAMED_WAIT: Final = FLAGS["named-wait"]
DANGEROUS_DISCARD: Final = FLAGS["dangerous-discard"]
ORIGINAL_CALL: Final = FLAGS["original-call"]
NINTH_WIN: Final = FLAGS["ninth-win"]
QUICK: Final = FLAGS["quick"]
DICE_PAIR: Final = FLAGS["dice-pair"]
OPEN_RIICHI: Final = FLAGS["open-riichi"]
EIGHTH_WIN: Final = FLAGS["eighth-win"]
FROM_RIICHI: Final = 1 << len(FLAG_NAMES)
"""Set by the check of a game: the discarder has declared riichi and could not choose his discard."""
FIRST_TURN: Final = HEAVENLY | EARTHLY | HUMAN
AFTER_KONG: Final = REPLACEMENT | DOUBLE_REPLACEMENT
NEEDS_SELF_DRAW: Final = (
    LAST_TILE | AFTER_KONG | FLOWER_REPLACEMENT | HEAVENLY | THREE_GOLDS | ROBBING_GOLD | JOKER_EXCHANGE
)
NEEDS_DISCARD: Final = LAST_DISCARD | KONG_DISCARD | LATE_FRESH_DISCARD | FORCED_DISCARD

SUITS: Final = range(16)
"""Every value of ``Hand.suits``."""
WRONG_COUNT: Final = "wrong-tile-count"
TOO_MANY: Final = "too-many-copies"
NO_WIN: Final = "not-a-winning-hand"
BELOW_MINIMUM: Final = "below-minimum"


def flag_conflict(flags: int, source: Source, seat_wind: WindIndex, dealer: WindIndex = EAST) -> str:
    """Why the flags cannot be true of such a win; empty when they can. ``dealer``: his wind."""
    if flags & NEEDS_SELF_DRAW and source != SELF_DRAW:
        return "last-tile, replacements, heavenly, gold tiles and exchanged jokers are facts of a self-draw"
    if flags & NEEDS_DISCARD and source != DISCARD:
        return "last-discard, kong-discard, late-fresh-discard and forced-discard are facts of a win on a discard"
    if flags & (HEAVENLY | EIGHTH_WIN) and seat_wind != dealer:
        return "heavenly and eighth-win are hands of the dealer"
    if flags & (EARTHLY | HUMAN) and seat_wind == dealer:
        return "earthly and human are not hands of the dealer"
    if flags & (EARTHLY | HUMAN) and source == ROBBED_KONG:
        return "earthly and human are hands of the first turn, before any kong can be robbed"
    if flags & ANY_RIICHI == ANY_RIICHI:
        return "riichi and double-riichi are one declaration"
    if flags & OPEN_RIICHI and not flags & ANY_RIICHI:
        return "an open riichi is a riichi: riichi or double-riichi stands beside it"
    if flags & ANY_RIICHI and flags & FIRST_TURN:
        return "heavenly and earthly are won before anybody can have declared riichi"
    return ""


_NO_JOKERS: Final = ~(JOKERS >> RED_SHIFT)
UNASKED: Final = -1
"""In the place of a bag that nobody has asked for."""


class Meld:
    """A declared set as the engine needs it; ``code`` is -1 when the tiles are no real set of that kind. ``meant``: the
    codes that a set with jokers may be, ``written``: its tiles then. ``words`` and ``beside``: the bag of its tiles
    apart, as ``Hand`` has those of the whole hand; ``digits``: those of the tally."""

    __slots__ = ("beside", "code", "digits", "meant", "right_count", "shown", "tally", "tiles", "words", "written")

    def __init__(
        self,
        tiles: int,
        code: int,
        tally: int,
        shown: bool,
        right_count: bool,
        meant: tuple[int, ...] = (),
        written: tuple[int, ...] = (),
    ) -> None:
        self.tiles, self.code, self.tally, self.shown = tiles, code, tally, shown
        self.right_count, self.meant, self.written = right_count, meant, written
        self.words, self.beside, self.digits = words_of(tiles), tiles >> RED_SHIFT, tally & LOW


class Hand:
    """What the record says, ready for reading: bags of tiles, winds by their place, flags and bonus tiles as bits.

    A hand is read as words, which are quick to work with; its bags are put together when they are asked for, and who
    gives it another bag changes its words."""

    __slots__ = (
        "_concealed", "_held", "_tiles", "beside", "by_other", "discarder", "every", "fault", "flags", "flowers",
        "hidden", "meld_digits", "meld_sets", "melds", "own", "places", "prevailing", "record", "seat_wind", "shown",
        "source", "suits", "turned", "values", "wild", "winning",
    )  # fmt: skip

    record: dict[str, Any]
    values: list[Any]
    """Those of the record."""
    places: bytes
    """Where among them those of ``fields.READ`` stand (``fields.Layout``)."""
    hidden: Words
    """The concealed playing tiles and the winning one."""
    every: Words
    """All playing tiles."""
    beside: int
    """What the bag of all tiles has above the playing tiles, from ``RED_SHIFT`` on."""
    _held: int
    _concealed: int
    _tiles: int
    """The bags that have been asked for; ``UNASKED`` for the others."""
    melds: tuple[Meld, ...]
    meld_sets: tuple[int, ...]
    meld_digits: int
    """The digits of the tally of all melds (``sets.DIGITS``)."""
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
    own: Any
    """What the ruleset's own check has read in the record (riichi: what lies on the table), else None."""
    turned: int | None
    """The tile that was turned up; None where none was, or where the set has no tile that is wild by one."""
    suits: int
    """Bits 0-2: characters, dots, bamboos present; bit 3: honours."""
    fault: str
    wild: WildTiles | None
    """None where no wild tile is held."""

    def __init__(self) -> None:
        self._held = self._concealed = self._tiles = UNASKED

    def given(self, field: int) -> Any:
        """What the record says in one of ``fields.READ``; None where it has no such field."""
        place = self.places[field]
        return None if place == ABSENT else self.values[place]

    def copy(self) -> Hand:
        """Another hand with the same values."""
        other = Hand()
        other.record, other.own, other.wild, other.fault = self.record, self.own, self.wild, self.fault
        other.values, other.places, other.turned = self.values, self.places, self.turned
        other.hidden, other.every, other.beside = self.hidden, self.every, self.beside
        other._held, other._concealed, other._tiles = self._held, self._concealed, self._tiles
        other.winning = self.winning
        other.melds, other.meld_sets, other.meld_digits = self.melds, self.meld_sets, self.meld_digits
        other.shown, other.flags, other.flowers, other.suits = self.shown, self.flags, self.flowers, self.suits
        other.source, other.by_other, other.discarder = self.source, self.by_other, self.discarder
        other.seat_wind, other.prevailing = self.seat_wind, self.prevailing
        return other

    def read_as(self, hidden: Words, winning: int, stood_for: Words) -> Hand:
        """The hand with these concealed tiles instead of those written; ``stood_for``: those of wild ones."""
        wild = self.wild
        assert wild is not None
        meant = self.copy()
        meant.wild = WildTiles(wild.held, wild.winning, stood_for, self, wild.thrown)
        meant._held = meant._concealed = meant._tiles = UNASKED
        meant.winning, meant.hidden = winning, hidden
        m, p, s, z = self.every
        written_m, written_p, written_s, written_z = self.hidden
        new_m, new_p, new_s, new_z = hidden
        meant.every = m - written_m + new_m, p - written_p + new_p, s - written_s + new_s, z - written_z + new_z
        meant.beside &= _NO_JOKERS
        meant.suits = suits_in(meant.every)
        return meant

    @property
    def meld_tally(self) -> int:
        """The tally of all melds."""
        tally = 0
        for meld in self.melds:
            tally += meld.tally
        return tally

    @property
    def held(self) -> int:
        """Bag of the concealed tiles before the win, without melds."""
        if self._held < 0:
            concealed = self.concealed
            self._held = concealed - ONE[self.winning] if concealed and self.winning < KINDS else concealed
        return self._held

    @held.setter
    def held(self, held: int) -> None:
        self._held = held

    @property
    def concealed(self) -> int:
        """``held`` and the winning tile."""
        if self._concealed < 0:
            self._concealed = bag_of(self.hidden)
        return self._concealed

    @concealed.setter
    def concealed(self, concealed: int) -> None:
        self._concealed, self.hidden = concealed, words_of(concealed)

    @property
    def tiles(self) -> int:
        """Every tile: concealed, melded and won (a kong with all four); red fives and stray bonus tiles above."""
        if self._tiles < 0:
            self._tiles = bag_of(self.every, self.beside)
        return self._tiles

    @tiles.setter
    def tiles(self, tiles: int) -> None:
        self._tiles, self.every, self.beside = tiles, words_of(tiles), tiles >> RED_SHIFT


class WildTiles:
    """The wild tiles of a hand. ``held``: tile numbers, jokers too, of those among the concealed tiles before the win,
    then the winning one when ``winning``. In a hand as it is read ``stood_for`` has what they stand for, and
    ``written`` the hand as the record has it. ``thrown``: the winning one may be any playing tile, because another
    player discarded it."""

    __slots__ = ("held", "stood_for", "thrown", "winning", "written")

    def __init__(
        self,
        held: tuple[int, ...],
        winning: bool,
        stood_for: Words = NO_TILES,
        written: Hand | None = None,
        thrown: bool = False,
    ) -> None:
        self.held, self.winning, self.stood_for = held, winning, stood_for
        self.written, self.thrown = written, thrown

    @property
    def stand_ins(self) -> int:
        """The bag of what they stand for."""
        return bag_of(self.stood_for)

"""Fu: the small points of a hand, as a sum for the score and line by line for the explanation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from controller.rules.hand.reading import ORPHANS, PAIRS, Reading
from controller.rules.hand.record import AFTER_KONG, SELF_DRAW, Hand
from controller.rules.hand.sets import FINE, KONG, KONG_SHOWN, PAIR, PUNG, PUNG_SHOWN, kind_of, tiles_of
from controller.rules.hand.tiles import DRAGONS, KINDS, MAJORS, write_tiles
from controller.rules.sheet.ruleset import Options

if TYPE_CHECKING:
    from mypy_extensions import i64

START: Final = 20
CLOSED_RON: Final = 10
TSUMO: Final = 2
WAIT: Final = 2
OPEN_FLAT: Final = 2
SEVEN_PAIRS: Final = 25
PAIR_FU: Final = 2
NORTH: Final = 30
# triplets, then fours: melded simple, melded major, concealed simple, concealed major
TRIPLET_FU: Final[tuple[int, ...]] = (2, 4, 4, 8, 8, 16, 16, 32)


_DIGIT: Final = FINE[1] - FINE[0]


def set_fu(reading: Reading) -> int:
    """Fu of all triplets and fours."""
    fu: i64 = 0
    kinds: i64 = 0
    left: i64 = reading.digits >> FINE[0]
    while left:
        fu += (left & 7) * TRIPLET_FU[kinds]
        left >>= _DIGIT
        kinds += 1
    return fu


def wait_fu(taken: int, winning: int) -> int:
    """2 for a closed, edge or single wait; 0 for a two-sided one and for a pair of pairs."""
    return WAIT if taken >= PAIR or single_sided(taken, winning) else 0


def orphans_fu(hand: Hand) -> int:
    """Of thirteen orphans, where they are counted: a single wait, rounded up."""
    return 40 if hand.by_other else 30


def single_sided(taken: int, winning: int) -> bool:
    """Whether a chow waited for this tile alone: the middle, or the inner end of 123 or 789. The code of a chow is its
    lowest tile, the code of any other set lies above all tiles."""
    place = winning - taken
    return place == 1 or (place == 2 and taken % 9 == 0) or (place == 0 and taken % 9 == 6)


def pair_fu(pair: int, seat: int, round_: int, double_wind: int, north_for_all: bool = False) -> int:
    if pair < 27:
        return 0
    if pair > 30 or (north_for_all and pair == NORTH):
        return PAIR_FU
    own, prevailing = pair == 27 + seat, pair == 27 + round_
    return double_wind if own and prevailing else PAIR_FU if own or prevailing else 0


def tsumo_fu(hand: Hand, rinshan_counts: bool) -> int:
    return 0 if hand.source != SELF_DRAW or (hand.flags & AFTER_KONG and not rinshan_counts) else TSUMO


def raw_fu(reading: Reading, pair: int, wait: int, pinfu: int, rinshan_counts: bool, flat: int = OPEN_FLAT) -> int:
    """The sum before rounding, of four sets and a pair with these fu for pair and wait. ``pinfu``: 0 for none, else the
    fu of one by self-draw; ``flat``: added to an open hand without any fu."""
    hand = reading.hand
    if pinfu:
        return START + CLOSED_RON if hand.by_other else pinfu
    fu = START + pair + wait + set_fu(reading) + tsumo_fu(hand, rinshan_counts)
    if hand.shown:
        return fu if fu > START else START + flat
    return fu + CLOSED_RON if hand.by_other else fu


class FuLine(NamedTuple):
    """One line of the count: the key of its sentence, the tiles it is for, and its fu."""

    key: str
    tiles: str
    fu: int


def fu_lines(reading: Reading, options: Options, pinfu: bool) -> list[FuLine]:
    """Every fu of a reading; their sum, rounded up to ten unless it is seven pairs, is the fu of the hand."""
    hand = reading.hand
    if reading.form == PAIRS:
        return [FuLine("fu.seven-pairs", "", SEVEN_PAIRS)]
    lines = [FuLine("fu.start", "", START)]
    if hand.by_other and not hand.shown:
        lines.append(FuLine("fu.closed-ron", "", CLOSED_RON))
    if (not pinfu or options["pinfu-tsumo-fu"]) and tsumo_fu(hand, options["rinshan-tsumo-fu"]):
        lines.append(FuLine("fu.tsumo", "", TSUMO))
    if reading.form == ORPHANS:
        return [*lines, FuLine("fu.tanki", write_tiles([hand.winning]), WAIT)]
    lines += [_set_line(code) for code in reading.sets if _triplet(code)]
    lines += [line for line in (_pair_line(reading, options), _wait_line(reading)) if line.fu]
    if hand.shown and options["open-flat-fu"] > START and sum(line.fu for line in lines) == START:
        lines.append(FuLine("fu.open-flat", "", OPEN_FLAT))
    return lines


def _triplet(code: int) -> bool:
    return kind_of(code) in (PUNG, PUNG_SHOWN, KONG, KONG_SHOWN)


def _set_line(code: int) -> FuLine:
    kind = kind_of(code)
    four, concealed = kind in (KONG, KONG_SHOWN), kind in (PUNG, KONG)
    fu = TRIPLET_FU[4 * four + 2 * concealed + (code % KINDS in MAJORS)]
    key = f"fu.{'kan' if four else 'triplet'}-{'closed' if concealed else 'open'}"
    return FuLine(key, write_tiles(tiles_of(code)), fu)


def _pair_line(reading: Reading, options: Options) -> FuLine:
    hand, pair = reading.hand, reading.pair
    north = options.get("north") == "yakuhai-all"
    fu = pair_fu(pair, hand.seat_wind, hand.prevailing, options["double-wind-pair-fu"], north)
    key = "fu.pair-dragon" if pair in DRAGONS else "fu.pair-wind"
    return FuLine(key, write_tiles([pair] * 2), fu)


def _wait_line(reading: Reading) -> FuLine:
    taken, winning = reading.taken, reading.hand.winning
    key = "fu.tanki" if taken >= PAIR else "fu.kanchan" if winning - taken == 1 else "fu.penchan"
    return FuLine(key, write_tiles(tiles_of(taken)), wait_fu(taken, winning))

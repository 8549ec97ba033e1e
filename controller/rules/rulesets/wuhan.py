"""Wuhan: one kind of tile is wild, and points are doubled for what is claimed and for a hand without help. Decisions:
docs/rulesets/wuhan.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from controller.rules.entry import Asks
from controller.rules.errors import RecordError
from controller.rules.game import DicePlan, QuickWin, WallPlan
from controller.rules.hand.completions import CHOW_AMONG, RANKED_PAIR, Completion, completions
from controller.rules.hand.reading import PAIRS, STANDARD, Form, Reading, seven_pairs, standard
from controller.rules.hand.record import AFTER_KONG, DISCARD, LAST_DISCARD, LAST_TILE, NO_WIN, SOURCES, TOO_MANY, Hand
from controller.rules.hand.sets import CHOWS, CONCEALED_KONGS, DIGITS, KONGS, PAIR
from controller.rules.hand.tile_set import FOLLOWING, FULL_COPIES, PLAYING_KINDS, TileSet, Wild
from controller.rules.hand.tiles import (
    GREEN,
    IN_HONOURS,
    KINDS,
    NAMES,
    NO_TILES,
    ONE,
    PLAYING,
    RED_DRAGON,
    SUIT_MASK,
    WHITE,
    WINDS,
    Words,
    count_in,
    mask,
    read_tiles,
    suits_in,
    words_of,
)
from controller.rules.hand.words import any_of, less, lowest_in, minus, number_in, odd_in, plus
from controller.rules.paid import Share
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.alike import UNLIKE, judged_once
from controller.rules.sheet.options import choice, flag, number
from controller.rules.sheet.ruleset import (
    ALWAYS,
    OWN,
    Bound,
    Found,
    Item,
    Judge,
    Options,
    Pay,
    PenaltyRule,
    PlayedItems,
    Progression,
    ReadingWorth,
    Ruleset,
    Step,
    Won,
    find,
    find_more,
    same_for_all,
)
from controller.rules.sheet.shares import everybody, role

HONOUR_CIRCLE: Final = (*WINDS, GREEN, WHITE)
POINTED: Final[Mapping[int, int]] = {
    **FOLLOWING,
    **{tile: HONOUR_CIRCLE[(at + 1) % len(HONOUR_CIRCLE)] for at, tile in enumerate(HONOUR_CIRCLE)},
    RED_DRAGON: GREEN,
}
"""The kind that an indicator makes wild: red dragon, which is laid out, is left out of the circle of honours."""
EYES: Final = (1, 4, 7)
"""Ranks of the pair of a small win, from 0: two, five and eight."""
IN_EYES: Final = mask(9 * suit + rank for suit in range(3) for rank in EYES)
OTHER_RANKS: Final = SUIT_MASK & ~IN_EYES
ONE_SUIT: Final = (1, 2, 4)
ANY_SUIT: Final = 7
"""Of the bits of ``Hand.suits``."""
ANY_EYES: Final = "all-258"
ANY_HONOURS: Final = "all-honors"
"""Forms of any arrangement, named as the items that they earn."""
FALSE_WIN: Final = 10
POINTS: Final = "points"
DOUBLES: Final = "doubles"


class LaidOut(NamedTuple):
    """What lies beside the winner, and how much of it multiplies his win."""

    tiles: tuple[int, ...] = ()
    red: int = 0
    indicator: int = 0
    wild: int = 0


NOTHING: Final = LaidOut()


def check_with(options: Options) -> Callable[[Hand], None]:
    """Notes in ``Hand.own`` what is laid out. Raises RecordError for a tile that is not laid out in this game."""
    special = options["special-kongs"]

    def check(hand: Hand) -> None:
        flowers = hand.record.get("flowers") or ""
        hand.own = laid_out(flowers, hand.turned, special) if flowers else NOTHING

    return check


@lru_cache(maxsize=2_000)
def laid_out(flowers: str, indicator: int | None, special: bool) -> LaidOut:
    tiles = tuple(tile for tile in read_tiles(flowers) if tile < KINDS)
    if not special:
        return LaidOut(tiles)
    wild = None if indicator is None else POINTED[indicator]
    strange = next((tile for tile in tiles if tile not in (RED_DRAGON, indicator, wild)), None)
    if strange is not None:
        name = NAMES[strange]
        raise RecordError("flowers", f"{name} is no red dragon, tile of the indicator or wild tile", tile=name)
    of_indicator = tiles.count(indicator) if indicator not in (None, RED_DRAGON) else 0
    return LaidOut(tiles, tiles.count(RED_DRAGON), of_indicator, 0 if wild is None else tiles.count(wild))


def refuses_with(options: Options) -> Callable[[Hand], str]:
    special, must_open = options["special-kongs"], options["must-open"]

    def refuses(hand: Hand) -> str:
        laid: tuple[int, ...] = hand.own.tiles
        indicator = hand.turned
        if laid and any(
            laid.count(tile) + count_in(hand.every, tile) + (tile == indicator) > FULL_COPIES for tile in laid
        ):
            return TOO_MANY
        wild = -1 if indicator is None else POINTED[indicator]
        melded = wild >= 0 and count_in(hand.every, wild) > count_in(hand.hidden, wild)
        thrown = hand.by_other and hand.winning == wild
        unfit = -1 in hand.meld_sets or melded or thrown or (must_open and not hand.shown)
        return NO_WIN if unfit or (special and count_in(hand.every, RED_DRAGON)) else ""

    return refuses


# winning forms


def real_beside(hand: Hand, used: int) -> Words:
    """The concealed tiles beside so many wild ones that stand for others."""
    return less(hand.hidden, hand.wild.held[0], used) if hand.wild else hand.hidden


def wild_held(hand: Hand) -> int:
    """How many wild tiles there are; so many or fewer stand for others."""
    return len(hand.wild.held) if hand.wild else 0


def meant(hand: Hand, real: Words, stood_for: Words) -> Hand:
    """The hand as it is read with these tiles in the place of wild ones."""
    wild = hand.wild
    if wild is None or stood_for == NO_TILES:
        return hand
    as_wild = wild.winning and not count_in(real, hand.winning)
    return hand.read_as(plus(real, stood_for), lowest_in(stood_for) if as_wild else hand.winning, stood_for)


class Sketched(Reading):
    """Sets and a pair with wild tiles in the place of others; they are laid out when that is asked for. ``used``: how
    many wild tiles stand for others; ``every``: all the other tiles; ``eyes``: the pair is of two, five or eight."""

    __slots__ = ("_completion", "_real_tiles", "every", "eyes", "used")

    def __init__(self, hand: Hand, real: Words, used: int, completion: Completion) -> None:
        """``real``: the concealed tiles beside those wild ones."""
        chows = 1 << CHOWS if completion.sort & CHOW_AMONG else 0
        super().__init__(hand, STANDARD, hand.meld_sets, -1, -1, 0, hand.meld_digits + chows)
        self.used, self.every = used, plus(minus(hand.every, hand.hidden), real)
        self.eyes = completion.sort & RANKED_PAIR != 0
        self._real_tiles, self._completion = real, completion

    def laid_out(self) -> Reading:
        one, hand = self._completion.laid_out(), self.hand
        digits = DIGITS[PAIR + one.pair] + hand.meld_digits
        for code in one.sets:
            digits += DIGITS[code]
        read_as = meant(hand, self._real_tiles, one.stood_for)
        return Reading(read_as, STANDARD, one.sets + hand.meld_sets, one.pair, -1, 0, digits)


def sets_and_pair(hand: Hand, every_way: bool) -> list[Reading]:
    """Four sets and a pair; with wild tiles, a sketch of one of each sort that counts otherwise."""
    if hand.wild is None:
        return standard(hand, every_way)
    found = standard(hand, False)
    for used in range(1, wild_held(hand) + 1):
        real = real_beside(hand, used)
        for one in completions(real, used, EYES):
            found.append(Sketched(hand, real, used, one))
    return found


def with_sets(form: Form) -> Form:
    """The form with whole readings, for items that look at the sets."""
    return lambda hand, every_way: [reading.laid_out() for reading in form(hand, every_way)]


def pairs(hand: Hand, every_way: bool) -> list[Reading]:
    """Seven pairs, nothing declared; wild tiles stand beside what is single."""
    if hand.melds or hand.wild is None:
        return seven_pairs(hand, every_way)
    if hand.winning >= KINDS:
        return []
    found = []
    for used in range(wild_held(hand) + 1):
        real = real_beside(hand, used)
        odd = odd_in(real)
        rest = used - number_in(odd)
        if rest >= 0:
            read_as = meant(hand, real, less(odd, lowest_in(real), -rest))
            found.append(Reading(read_as, PAIRS, (), -1, -1, 0))
    return found


def any_arrangement(form: str, kinds: int) -> Form:
    """Tiles of some kinds alone, in any arrangement, with wild tiles for any of them. ``kinds``: a mask of bags."""

    others = words_of(PLAYING & ~kinds)

    def readings(hand: Hand, every_way: bool) -> list[Reading]:
        del every_way
        most = wild_held(hand)
        melded = minus(hand.every, hand.hidden)
        if any_of(plus(real_beside(hand, most), melded), others) or hand.winning >= KINDS:
            return []
        found: list[Reading] = []
        for used in range(most + 1):
            real = real_beside(hand, used)
            if not any_of(real, others):
                some = lowest_in(plus(real, melded))
                found.append(Reading(meant(hand, real, less(NO_TILES, some, -used)), form, hand.meld_sets, -1, -1, 0))
        return found

    return readings


# items


def real_tiles(reading: Reading) -> Words:
    """The tiles that stand for themselves."""
    if isinstance(reading, Sketched):
        return reading.every
    hand = reading.hand
    return minus(hand.every, hand.wild.stood_for) if hand.wild else hand.every


def stand_ins(reading: Reading) -> int:
    """How many wild tiles stand for others."""
    if isinstance(reading, Sketched):
        return reading.used
    return number_in(reading.hand.wild.stood_for) if reading.hand.wild else 0


def in_eyes(reading: Reading) -> bool:
    """Whether the pair of sets and a pair is of two, five or eight."""
    if isinstance(reading, Sketched):
        return reading.eyes
    return ONE[reading.pair] & IN_EYES != 0


def no_big_win(found: Found) -> int:
    return not found


def all_pongs(reading: Reading) -> int:
    return reading.form == STANDARD and not reading.chows


def one_suit(reading: Reading) -> int:
    return suits_in(real_tiles(reading)) in ONE_SUIT


def only_eyes(reading: Reading) -> int:
    m, p, s, z = real_tiles(reading)
    return not z and not (m | p | s) & OTHER_RANKS


def only_honours(reading: Reading) -> int:
    return not suits_in(real_tiles(reading)) & ANY_SUIT


def all_claimed(hand: Hand) -> int:
    return hand.shown == 4 and hand.source == DISCARD


def exposed_kongs(hand: Hand) -> int:
    return (hand.meld_digits >> KONGS & 7) - concealed_kongs(hand)


def concealed_kongs(hand: Hand) -> int:
    return hand.meld_digits >> CONCEALED_KONGS & 7


def any_claimed(hand: Hand) -> int:
    return hand.shown > 0


def hard(reading: Reading) -> int:
    return not stand_ins(reading)


def big(id: str, test: Any, **more: Any) -> Item:
    return Item(id, POINTS, "big-points", test, **more)


def doubled(id: str, value: int | str, test: Any, **more: Any) -> Item:
    return Item(id, DOUBLES, value, test, **more)


ITEMS: Final = (
    Item("small", POINTS, "small-points", no_big_win, on="found", earned=by.pair),
    big("all-pongs", all_pongs, same_as="all-pungs"),
    big("full-flush", one_suit),
    big("all-258", only_eyes),
    big("all-honors", only_honours),
    big("all-claimed", all_claimed, on="hand"),
    big("seven-pairs", has.is_seven_pairs),
    big("kong-replacement", has.flagged(AFTER_KONG), same_as="out-with-replacement-tile", on="hand",
        earned=by.winning_tile),
    big("robbing-the-kong", has.robbed_kong_hand, on="hand", earned=by.winning_tile),
    big("last-tile", has.flagged(LAST_TILE | LAST_DISCARD), on="hand", earned=by.winning_tile),
    doubled("open", 1, lambda hand: hand.shown, on="hand", earned=by.nothing, when={"open": "each"}),
    doubled("open", 1, any_claimed, on="hand", earned=by.nothing, when={"open": "once"}, variant="once"),
    doubled("exposed-kong", "exposed-kong", exposed_kongs, on="hand", earned=by.exposed_kongs),
    doubled("concealed-kong", "concealed-kong", concealed_kongs, on="hand", earned=by.concealed_kongs),
    doubled("hard", 1, hard, earned=by.nothing),
    doubled("self-draw", 1, has.self_drawn_hand, same_as="self-drawn", on="hand", earned=by.winning_tile),
    doubled("red-dragon", 1, lambda hand: hand.own.red, on="hand", earned=by.nothing, when={"special-kongs": True}),
    doubled("indicator-kind", 1, lambda hand: hand.own.indicator, on="hand", earned=by.nothing,
            when={"special-kongs": True}),
    doubled("wild-kind", 2, lambda hand: hand.own.wild, on="hand", earned=by.nothing, when={"special-kongs": True}),
)  # fmt: skip

WORTH: Final = (1, 1_000)
TIMES: Final = (0, 10)
OPTIONS: Final = (
    number("small-points", 1, WORTH),
    number("big-points", 10, WORTH),
    choice("open", "each", ("once",)),
    number("exposed-kong", 1, TIMES),
    number("concealed-kong", 2, TIMES),
    flag("must-open", False),
    number("small-max-wilds", 4, (0, 4)),
    number("max-points", 500, (0, 1_000_000)),
    flag("special-kongs", False),
    choice("multiple-winners", "nearest", ("all",)),
    choice("next-dealer", "winner", ("rotate",)),
    choice("hands", 16, (4, 8)),
)

PROFILES: Final[dict[str, dict[str, Any]]] = {
    "red-dragon-kong": {"special-kongs": True, "must-open": True, "small-max-wilds": 1},
}


# points and doublings


def judge_with(options: Options, played: PlayedItems) -> Judge:
    points, doubles = played.group(POINTS), played.group(DOUBLES)
    without_flags = tuple(row for row in points.on_hand if not isinstance(row[2], has.Flagged))
    most, max_wilds = options["max-points"], options["small-max-wilds"]

    def points_of(reading: Reading, seen: Found) -> Found | None:
        """The items that earn points; None for a reading that may not win. What a house adds makes no big win."""
        found = find_more(seen.copy(), points.on_reading, reading)
        if reading.form in (ANY_EYES, ANY_HONOURS) and reading.form not in found:
            return None
        if any(not name.startswith(OWN) for name in found):
            return found
        eyes = reading.form == STANDARD and in_eyes(reading)
        return {**found, **find(points.on_found, {})} if eyes and stand_ins(reading) <= max_wilds else None

    def verdicts(hand: Hand, readings: Sequence[Reading]) -> list[ReadingWorth]:
        worths: list[ReadingWorth] = []
        seen = find(points.on_hand if hand.flags else without_flags, hand)
        further = find(doubles.on_hand, hand)
        for reading in readings:
            found = points_of(reading, seen)
            if found is None:
                continue
            twice = find_more(further.copy(), doubles.on_reading, reading)
            raw, times = sum(found.values()), sum(twice.values())
            full = raw << times
            total = min(full, most) if most else full
            rank = (full, raw, "small" not in found, reading.form == STANDARD)
            more = {"points": raw, "doubles": times}
            found.update(twice)
            worths.append(ReadingWorth(rank, ALWAYS, reading, found, total, total, 0 < most <= full, more=more))
        return worths

    return verdicts


_FORMS: Final = {STANDARD: 0, PAIRS: 1, ANY_EYES: 2, ANY_HONOURS: 3}
_SOURCES: Final = {source: at for at, source in enumerate(SOURCES)}


def what_counts(reading: Reading) -> int:
    """All that items look at, where nothing that is laid out may count."""
    hand = reading.hand
    if hand.own is not NOTHING:
        return UNLIKE
    m, p, s, z = real = real_tiles(reading)
    suits = suits_in(real)
    seen = (1 if suits in ONE_SUIT else 0) | (2 if not suits & ANY_SUIT else 0)
    if not z and not (m | p | s) & OTHER_RANKS:
        seen |= 4
    form = _FORMS[reading.form]
    if not form:
        seen |= (8 if not reading.chows else 0) | (16 if in_eyes(reading) else 0)
    digits = hand.meld_digits
    kongs = (digits >> KONGS & 7) << 3 | (digits >> CONCEALED_KONGS & 7)
    of_hand = (_SOURCES[hand.source] << 3 | hand.shown) << 6 | kongs
    return ((of_hand << 2 | form) << 5 | seen) << 3 | stand_ins(reading)


def conversion(verdict: ReadingWorth) -> list[Step]:
    figures = dict(verdict.more or {})
    full = figures["points"] << figures["doubles"]
    doubling = {"point": figures["points"], "doubles": figures["doubles"], "base": full}
    lines: list[Step] = [("conversion.points", figures), ("conversion.doubled", doubling)]
    return [*lines, ("conversion.limited", {"points": verdict.total})] if full > verdict.total else lines


def pay(won: Won) -> Sequence[Share]:
    """From the wall all three pay, otherwise the discarder or the robbed player alone."""
    if won.discarder is None:
        return everybody(won, won.base, "line.self-draw")
    return [Share(won.discarder, won.base, f"{role(won, won.discarder)}-alone")]


def base_of(win: QuickWin, most: int) -> int:
    return min(win.total, most) if most else win.total


def bind(options: Options, played: PlayedItems) -> Bound:
    most = options["max-points"]
    paid: Pay = pay
    return Bound(
        forms=(
            with_sets(sets_and_pair) if played.own else sets_and_pair,
            pairs,
            any_arrangement(ANY_EYES, IN_EYES),
            any_arrangement(ANY_HONOURS, IN_HONOURS),
        ),
        judge=judged_once(judge_with(options, played), played, what_counts),
        pay=paid,
        pays_alike=True,
        base_of=lambda win: base_of(win, most),
        minimum=0,
        convert=conversion,
        refuses=refuses_with(options),
        check=check_with(options),
    )


# table, match, penalties

TILES: Final = TileSet(
    dict.fromkeys(PLAYING_KINDS, FULL_COPIES),
    wild=Wild(shown="next", pointed=POINTED, stands_for=PLAYING_KINDS),
    laid=PLAYING_KINDS,
)


def progression(options: Options) -> Progression:
    if options["next-dealer"] == "winner":
        return Progression(hands=options["hands"], next_dealer="winner")
    return Progression(hands=options["hands"], keeps_on_win=False, keeps_on_draw=False)


PLAYED_SITUATIONS: Final = ("last-tile", "last-discard", "replacement")


def asks(options: Options, plain: Asks) -> Asks:
    """What is laid out is asked for where it counts."""
    tiles = plain.tiles if options["special-kongs"] else replace(plain.tiles, laid=())
    situations = tuple(row for row in plain.situations if row.id in PLAYED_SITUATIONS)
    return replace(plain, tiles=tiles, situations=situations, limit="")


RULESET: Final = Ruleset(
    id="wuhan",
    unit="points",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=lambda _: TILES,
    wall=lambda _, tiles: WallPlan.of(tiles, counted="smaller", turned=True),
    dice=lambda _: DicePlan(2),
    progression=progression,
    penalties=lambda _: (
        PenaltyRule("false-win", "pays", same_for_all(FALSE_WIN)),
        PenaltyRule("wrong-count", "dead-hand"),
    ),
    profiles=PROFILES,
    asks=asks,
)

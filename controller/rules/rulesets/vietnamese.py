"""Vietnamese: jokers of many ranges, bonus tiles of four families, phán that make mủn. Decisions:
docs/rulesets/vietnamese.md."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from controller.rules.entry import Asks, on_dealers_discard
from controller.rules.game import DicePlan, WallPlan
from controller.rules.hand.facts import check_dealers_discard
from controller.rules.hand.parse import jokers_of, liable_of
from controller.rules.hand.reading import Form, Reading, seven_different_pairs, standard, thirteen_orphans
from controller.rules.hand.record import DISCARD, EARTHLY, HEAVENLY, NO_WIN, Hand
from controller.rules.hand.tile_set import (
    ANIMALS,
    FLOWERS,
    JOKER_TILES,
    KINGS,
    MORE_ANIMALS,
    PLAYING_KINDS,
    QUEENS,
    Joker,
    TileSet,
    tile_set,
)
from controller.rules.hand.tiles import (
    BONUS,
    DRAGONS,
    HONOURS,
    KINDS,
    NAMES,
    TERMINALS,
    WINDS,
    jokers_in,
    read_tiles,
)
from controller.rules.paid import Share
from controller.rules.seats import EAST, NORTH, SOUTH, WEST, WIND_INDEXES, WindIndex
from controller.rules.sheet import evidence as by
from controller.rules.sheet import glance
from controller.rules.sheet import patterns as has
from controller.rules.sheet.feeders import DRAGON_SETS, LIABLE_FOR, ONE_SUIT, WIND_SETS
from controller.rules.sheet.glance import needing
from controller.rules.sheet.judges import Sum, judge, summed
from controller.rules.sheet.options import Option, choice, flag, number
from controller.rules.sheet.ruleset import (
    Bound,
    Exclusion,
    Item,
    Options,
    Pay,
    PenaltyRule,
    PlayedItems,
    Progression,
    ReadingWorth,
    Ruleset,
    Step,
    Won,
    same_for_all,
)
from controller.rules.sheet.shares import role

PHAN: Final = "phan"
OF_A_MUN: Final = 6
OF_EACH_MUN: Final = 32
BELOW_A_MUN: Final = (1, 1, 2, 4, 8, 16)
"""Base for phán that make no mủn."""
FALSE_WIN: Final = 32
SETS: Final = 4
JOKER_COPIES: Final = {160: 1, 176: 3, 184: 4}
GENERAL, OF_DOTS, OF_BAMBOOS, OF_CHARACTERS, FLOWER_JOKER, OF_WINDS, OF_DRAGONS, OF_SUITS = JOKER_TILES
STANDS_FOR: Final[Mapping[int, tuple[int, ...]]] = {
    GENERAL: PLAYING_KINDS,
    OF_DOTS: tuple(range(9, 18)),
    OF_BAMBOOS: tuple(range(18, 27)),
    OF_CHARACTERS: tuple(range(9)),
    OF_WINDS: WINDS,
    OF_DRAGONS: DRAGONS,
    OF_SUITS: tuple(range(27)),
}
LAID_OUT: Final[Mapping[int, tuple[int, Container[WindIndex], int]]] = {
    GENERAL: (2, (EAST,), 3),
    OF_DOTS: (1, (SOUTH,), 2),
    OF_BAMBOOS: (1, (WEST,), 2),
    OF_CHARACTERS: (1, (NORTH,), 2),
    FLOWER_JOKER: (2, (), 2),
    OF_WINDS: (1, (SOUTH, WEST), 2),
    OF_DRAGONS: (1, (SOUTH, WEST), 2),
    OF_SUITS: (2, (NORTH,), 3),
}
"""Phán of a joker that is laid out: of most seats, and of these seats."""


def bits(tiles: Sequence[int]) -> int:
    """Bonus tiles as ``Hand.flowers`` has them."""
    return sum(1 << tile - KINDS for tile in tiles)


FAMILIES: Final = tuple(bits(tiles) for tiles in (FLOWERS[:4], FLOWERS[4:], KINGS, QUEENS))
NUMBERED: Final = tuple(sum(bits(tiles[seat : seat + 1]) for tiles in (FLOWERS[:4], FLOWERS[4:], KINGS, QUEENS))
                 for seat in range(4))  # fmt: skip
"""By seat, its bonus tiles."""


class AtTable:
    """What the record says beyond the tiles of the hand (``Hand.own``). ``laid``: what lies before the winner;
    ``claimed``: his claimed sets; ``jokers``: in his hand and melds, the winning tile included; ``claimed_jokers``:
    some stand in claimed sets."""

    __slots__ = ("claimed", "claimed_jokers", "jokers", "laid", "liable")

    def __init__(
        self, laid: tuple[int, ...], claimed: int, jokers: int, claimed_jokers: bool, liable: WindIndex | None
    ) -> None:
        self.laid, self.claimed, self.liable = laid, claimed, liable
        self.jokers, self.claimed_jokers = jokers, claimed_jokers


def read_table(hand: Hand) -> None:
    """Raises RecordError."""
    if hand.flags:
        check_dealers_discard(hand)
    record, jokers = hand.record, jokers_in(hand.tiles) if hand.beside else 0
    claimed = bool(jokers) and any(meld.meant and meld.shown for meld in hand.melds)
    laid = laid_out(record.get("flowers") or "")
    hand.own = AtTable(laid, hand.shown, jokers, claimed, liable_of(record))


@lru_cache(maxsize=2_000)
def laid_out(flowers: str) -> tuple[int, ...]:
    return tuple(read_tiles(flowers))


def table_of(hand: Hand) -> AtTable:
    found: AtTable = hand.own
    return found


def refuses_with(options: Options, tiles: TileSet) -> Callable[[Hand], str]:
    """What never wins: a bonus tile in the hand, a tile that is not played, and what the house does not allow of jokers
    and discarded bonus tiles."""
    thrown_wins, in_claims = options["discarded-bonus-wins"], options["jokers-in-claims"]
    may_lie = frozenset(tiles.bonus).union(tiles.jokers)

    def refuses(hand: Hand) -> str:
        own = table_of(hand)
        stray = hand.beside and hand.tiles & BONUS
        if stray or (own.claimed_jokers and not in_claims) or not may_lie.issuperset(own.laid):
            return NO_WIN
        thrown = hand.winning >= KINDS and hand.source == DISCARD
        if (thrown and not thrown_wins) or (hand.winning >= KINDS and hand.winning not in may_lie):
            return NO_WIN
        return NO_WIN if own.jokers and stray_joker(hand, tiles, thrown=thrown) else ""

    return refuses


def stray_joker(hand: Hand, tiles: TileSet, *, thrown: bool) -> bool:
    """A joker in the hand or a meld that stands for nothing."""
    jokers = jokers_of({**hand.record, "flowers": ""}, tiles)
    if thrown and hand.winning in jokers:
        jokers.remove(hand.winning)
    return any(joker not in tiles.jokers for joker in jokers)


# tests that only this game has


def own_flowers(hand: Hand) -> int:
    return (hand.flowers & NUMBERED[hand.seat_wind]).bit_count()


def bouquets(hand: Hand) -> int:
    return sum([hand.flowers & family == family for family in FAMILIES]) if hand.flowers else 0


def laid_jokers(hand: Hand) -> int:
    """Phán of the jokers laid out."""
    seat, rows = hand.seat_wind, [LAID_OUT[tile] for tile in table_of(hand).laid if tile in LAID_OUT]
    return sum([own if seat in seats else usual for usual, seats, own in rows]) if rows else 0


def nothing_laid(hand: Hand) -> bool:
    return not table_of(hand).laid


def thrown_bonus(hand: Hand) -> int:
    """Of a hand as it is read, the one that was written."""
    return hand.wild is not None and hand.wild.thrown


def suit_pair_chows(reading: Reading) -> int:
    return reading.chows == SETS and reading.pair not in HONOURS


def honor_pair_chows(reading: Reading) -> int:
    return reading.chows == SETS and reading.pair in HONOURS


def pongs_of(*, honors: bool, claimed: bool) -> Any:
    """Four pongs or kongs, at least one of honors or none; all of them claimed, or not all."""

    def test(reading: Reading) -> int:
        return (
            reading.triplets == SETS
            and bool(reading.dragons or reading.winds) == honors
            and (reading.hand.shown == SETS) == claimed
        )

    needing(glance.THREE_TRIPLETS, test)
    return test


def pongs_with_terminals(reading: Reading) -> int:
    """Four pongs or kongs, among them one of ones and one of nines."""
    return reading.triplets == SETS and terminal_ranks(reading) == {0, 8}


def terminal_ranks(reading: Reading) -> set[int]:
    return {tile % 9 for tile in TERMINALS if reading.has_triplet(tile)}


def no_honors(reading: Reading) -> bool:
    hand = reading.hand
    return nothing_laid(hand) and bool(has.no_honours_hand(hand))


def chows_alone(reading: Reading) -> int:
    return reading.chows == SETS and no_honors(reading)


def four_concealed(reading: Reading) -> int:
    return reading.concealed == SETS


def great_hand(reading: Reading) -> int:
    """Beside these hands it counts that there is no joker, and nothing laid out."""
    return reading.triplets >= SETS - 1 and (
        reading.concealed == SETS
        or has.four_kongs(reading)
        or has.four_winds(reading)
        or has.three_winds_and_pair(reading)
    )


def great_without_joker(reading: Reading) -> int:
    return not table_of(reading.hand).jokers and great_hand(reading)


def great_without_flower(reading: Reading) -> int:
    return nothing_laid(reading.hand) and great_hand(reading)


needing(glance.BONUS_TILES, own_flowers, bouquets)
needing(glance.THREE_CHOWS, suit_pair_chows, honor_pair_chows, chows_alone)
needing(glance.THREE_TRIPLETS, pongs_with_terminals, great_without_joker, great_without_flower)
needing(glance.THREE_CONCEALED, four_concealed)


# the sheet


def phan(id: str, value: int | str, test: Any, **more: Any) -> Item:
    return Item(id, PHAN, value, test, **more)


def tiles_laid(of: Container[int]) -> by.Evidence:
    """Tiles before the winner, those of which a set may have several too."""
    return lambda reading: [NAMES[tile] for tile in table_of(reading.hand).laid if tile in of]


ITEMS: Final = (
    phan("own-flower", 1, own_flowers, on="hand",
         earned=lambda reading: by.flower_tiles(reading, NUMBERED[reading.hand.seat_wind])),
    phan("bouquet", 6, bouquets, on="hand",
         earned=lambda reading: [text for family in FAMILIES for text in by.flower_tiles(reading, family)
                                 if len(text) == SETS + 1]),
    phan("laid-joker", 1, laid_jokers, on="hand", earned=tiles_laid(JOKER_TILES)),
    phan("all-chows", 1, suit_pair_chows),
    phan("all-chows-honor-pair", 3, honor_pair_chows),
    phan("all-pongs", 3, pongs_of(honors=False, claimed=False), same_as="all-pungs"),
    phan("all-pongs-honors", 6, pongs_of(honors=True, claimed=False)),
    phan("all-claimed-pongs", 6, pongs_of(honors=False, claimed=True)),
    phan("all-claimed-pongs-honors", 12, pongs_of(honors=True, claimed=True)),
    phan("pongs-with-terminals", 6, pongs_with_terminals, earned=by.triplets(TERMINALS)),
    phan("half-flush", 3, has.one_suit_and_honours_hand, on="hand", when={"half-flush": True}),
    phan("full-flush", 12, has.one_suit_hand, on="hand"),
    phan("straight", 18, has.straight, same_as="pure-straight", earned=by.straight),
    phan("no-flowers-or-honors", 6, no_honors),
    phan("no-flowers-honors-pongs", 12, chows_alone),
    phan("all-honors", 24, has.only_honours_hand, on="hand"),
    phan("seven-pairs", 6, has.is_seven_pairs, when={"seven-pairs": True}),
    phan("thirteen-orphans", 12, has.is_orphans),
    phan("little-dragons", 6, has.two_dragons_and_pair, same_as="little-three-dragons",
         earned=by.triplets_and_pair(DRAGONS)),
    phan("great-dragons", 12, has.three_dragons, same_as="big-three-dragons", earned=by.triplets(DRAGONS)),
    phan("little-winds", 30, has.three_winds_and_pair, same_as="little-four-winds",
         earned=by.triplets_and_pair(WINDS)),
    phan("great-winds", 48, has.four_winds, same_as="big-four-winds", earned=by.triplets(WINDS)),
    phan("four-concealed", 18, four_concealed, same_as="four-concealed-pungs", earned=by.triplets(concealed=True)),
    phan("all-kongs", 24, has.four_kongs, same_as="four-kongs", earned=by.kongs),
    phan("no-joker", 6, great_without_joker, earned=by.nothing),
    phan("no-flower", 6, great_without_flower, earned=by.nothing),
    phan("heavenly-hand", 12, has.flagged(HEAVENLY), on="hand"),
    phan("earthly-hand", 12, has.flagged(EARTHLY), on="hand"),
    phan("discarded-bonus", 6, thrown_bonus, on="hand", earned=by.winning_tile),
)  # fmt: skip

EXCLUSIONS: Final = (
    Exclusion("no-flowers-honors-pongs", ("no-flowers-or-honors", "all-chows"), "replaces"),
    Exclusion("all-honors", ("all-pongs-honors", "all-claimed-pongs-honors"), "replaces"),
)

OPTIONS: Final = (
    choice("tiles", 160, (176, 184)),
    number("dead-wall", 26, (0, 60)),
    flag("jokers-in-claims", True),
    flag("discarded-bonus-wins", True),
    Option("liability", LIABLE_FOR, members=LIABLE_FOR),
    flag("half-flush", False),
    flag("seven-pairs", False),
    number("max-mun", 0, (0, 20)),
    choice("multiple-winners", "nearest", ("all",)),
)

# from phán to the base


def mun_of(options: Options, total: int) -> int:
    """Mủn that count."""
    most = options["max-mun"]
    return min(total // OF_A_MUN, most) if most else total // OF_A_MUN


def base_points(options: Options, total: int) -> int:
    return OF_EACH_MUN * mun_of(options, total) or BELOW_A_MUN[total]


def bind_with(options: Options, played: PlayedItems, tiles: TileSet) -> Bound:
    most = OF_A_MUN * options["max-mun"]

    def base(total: int) -> int:
        return base_points(options, total)

    return Bound(
        forms=forms(played),
        judge=judge(played, Sum(PHAN, base, limit_from=most)),
        pay=pay_with(options),
        base_of=lambda win: base(most if win.limit and most else win.total),
        minimum=0,
        convert=lambda verdict: conversion(options, verdict),
        refuses=refuses_with(options, tiles),
        check=read_table,
    )


def forms(played: PlayedItems) -> tuple[Form, ...]:
    special = {"thirteen-orphans": thirteen_orphans, "seven-pairs": seven_different_pairs}
    return (standard, *(form for name, form in special.items() if name in played.items))


def conversion(options: Options, verdict: ReadingWorth) -> list[Step]:
    total, most = verdict.total, options["max-mun"]
    if total < OF_A_MUN:
        return [*summed(verdict, PHAN), ("conversion.table", {"total": total, "unit": PHAN, "base": verdict.base})]
    step: Step = ("conversion.mun", {"mun": mun_of(options, total), "each": OF_A_MUN, "base": verdict.base})
    cut: list[Step] = [("conversion.mun-most", {"most": most})] if 0 < most < total // OF_A_MUN else []
    return [*summed(verdict, PHAN), *cut, step]


def pay_with(options: Options) -> Pay:
    """All three pay, the discarder double; from the wall all three double. A hand of no phán is paid once by each."""
    cases = options["liability"]

    def times(won: Won, payer: WindIndex, nothing: bool) -> tuple[WindIndex, int, str]:
        """A payer, how many times the base he pays, and why. ``nothing``: the hand counts no phán."""
        if won.discarder not in (None, payer):
            return payer, 1, "line.other"
        if nothing:
            return payer, 1, role(won, payer)
        return payer, 2, f"{role(won, payer)}-doubled"

    known: dict[tuple[WindIndex, WindIndex | None, str, bool], list[tuple[WindIndex, int, str]]] = {}

    def pay(won: Won) -> Sequence[Share]:
        nothing = won.total == 0
        win = won.winner, won.discarder, won.source, nothing
        if win not in known:
            known[win] = [times(won, payer, nothing) for payer in WIND_INDEXES if payer != won.winner]
        shares = [Share(payer, won.base * factor, key) for payer, factor, key in known[win]]
        feeder = liable_for(won, cases)
        if feeder is None or feeder == won.discarder:
            return shares
        freed = [one for one in shares if won.discarder in (None, one.payer) or one.payer == feeder]
        whole = sum(one.amount for one in freed)
        return [Share(feeder, whole, "line.liable-named"), *(one for one in shares if one not in freed)]

    return pay


def liable_for(won: Won, cases: Container[str]) -> WindIndex | None:
    """Who pays for others: whoever is named, where the hand is one of these ``cases``. Of a hand without tiles it is
    believed."""
    if won.items is None:
        return won.liable
    table: AtTable = won.own
    liable, claimed, items = table.liable, table.claimed, won.items
    if liable is None:
        return None
    fed = {
        DRAGON_SETS: claimed and "great-dragons" in items,
        WIND_SETS: claimed and "great-winds" in items,
        ONE_SUIT: claimed == SETS and "full-flush" in items,
    }
    return liable if any(is_so and case in cases for case, is_so in fed.items()) else None


# table, match, penalties


def tiles(options: Options) -> TileSet:
    return set_of(JOKER_COPIES[options["tiles"]], known=(*ANIMALS, *MORE_ANIMALS))


def set_of(jokers: int, animals: Sequence[int] = (), known: Sequence[int] = ()) -> TileSet:
    """So many of each joker, and the bonus tiles of the four families beside the animals."""
    more = (*KINGS, *QUEENS, *animals)
    stand_ins = {tile: Joker(jokers, kinds) for tile, kinds in STANDS_FOR.items()} if jokers else {}
    return tile_set(
        flowers=(*FLOWERS, *more),
        more_bonus={FLOWER_JOKER: jokers} if jokers else {},
        jokers=stand_ins,
        known=frozenset(known),
        laid=tuple(stand_ins),
        thrown_wild=True,
    )


def wall(options: Options, tiles: TileSet) -> WallPlan:
    """Every replacement shortens the part that can be drawn, so that as many tiles stay back."""
    kept = options["dead-wall"]
    return WallPlan.of(tiles, dead="moving" if kept else "none", dead_tiles=kept)


def penalties(_options: Options) -> tuple[PenaltyRule, ...]:
    return (PenaltyRule("false-win", "pays", same_for_all(FALSE_WIN)), PenaltyRule("wrong-count", "dead-hand"))


PRESETS: Final = (*range(OF_A_MUN + 1), *range(2 * OF_A_MUN, 9 * OF_A_MUN, OF_A_MUN))
PLAYED_SITUATIONS: Final = ("heavenly", "earthly")


def asks(options: Options, plain: Asks) -> Asks:
    """A hand of no phán wins; where it came from counts only in the first turn."""
    situations = tuple(row for row in plain.situations if row.id in PLAYED_SITUATIONS)
    most, liability = options["max-mun"], options["liability"]
    return replace(
        plain,
        presets=PRESETS,
        limit="limit" if most else "",
        limit_totals=(OF_A_MUN * most,),
        liable=bool(liability),
        liable_quick=plain.sources if liability else (),
        situations=on_dealers_discard(situations),
    )


RULESET: Final = Ruleset(
    id="vietnamese",
    unit=PHAN,
    options=OPTIONS,
    items=ITEMS,
    bind=lambda options, played: bind_with(options, played, tiles(options)),
    tiles=tiles,
    wall=wall,
    dice=lambda _: DicePlan(3),
    progression=lambda _: Progression(keeps_on_draw=False),
    penalties=penalties,
    exclusions=EXCLUSIONS,
    asks=asks,
)

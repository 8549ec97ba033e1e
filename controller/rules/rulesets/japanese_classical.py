"""Japanese classical: fu doubled by han up to a limit. Decisions: docs/rulesets/japanese-classical.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import Asks, FlagField
from controller.rules.errors import RecordError
from controller.rules.game import DicePlan, MatchPosition, QuickWin, WallPlan
from controller.rules.hand.facts import check_no_other_discard
from controller.rules.hand.parse import liable_of
from controller.rules.hand.reading import Form, Reading, standard, thirteen_orphans
from controller.rules.hand.record import DISCARD, EARTHLY, HEAVENLY, SELF_DRAW, Hand
from controller.rules.hand.tile_set import PLAIN
from controller.rules.hand.tiles import DRAGONS, GREEN, RED_DRAGON, WHITE, WINDS, bag
from controller.rules.paid import Paid, Share, net_of
from controller.rules.rulesets.riichi import shapes
from controller.rules.rulesets.riichi.fu import CLOSED_RON, START, TSUMO, FuLine, fu_lines, pair_fu, set_fu, wait_fu
from controller.rules.rulesets.riichi.payments import LIABLE_PAYS, LIABLE_PAYS_HALF
from controller.rules.seats import EAST, WIND_INDEXES, Seat, WindIndex
from controller.rules.settlement import Settling
from controller.rules.sheet import evidence as by
from controller.rules.sheet import glance
from controller.rules.sheet import patterns as has
from controller.rules.sheet.glance import Rows, needing
from controller.rules.sheet.options import choice, flag, number
from controller.rules.sheet.ruleset import (
    ALWAYS,
    Bound,
    Found,
    Item,
    Judge,
    Locks,
    Options,
    Pay,
    PenaltyRule,
    PlayedItems,
    Progression,
    ReadingWorth,
    Ruleset,
    Step,
    Test,
    Won,
    find,
    find_more,
)
from controller.rules.sheet.shares import role

LIMIT_HAN: Final = 13
"""What a limit hand shows under its id."""
ONE_SUIT_FU: Final = 10
HIGHEST_FU: Final = 170
LIABLE_FOR: Final = ("daisangen", "suushiihou", "tsuuiisou")
GATES: Final = bag(range(9)) + 2 * bag((0, 8))
"""111 999 and 2-8 of a suit."""
GUARDS: Final = 16 * bag(range(9))
"""One bit above every count: taking the gates from a suit that has them all leaves all of them."""


# tests that only this game has


def menzen_tsumo(hand: Hand) -> int:
    return hand.source == SELF_DRAW and not hand.shown


def pinfu(reading: Reading) -> int:
    """Four runs without any fu of sets, pair and wait, won on another player's tile; claimed sets do not matter."""
    hand = reading.hand
    if reading.chows != 4 or not hand.by_other:
        return 0
    return not pair_fu(reading.pair, hand.seat_wind, hand.prevailing, 2) + wait_fu(reading.taken, hand.winning)


def outside(reading: Reading) -> int:
    return reading.outside == 5


def chuuren(hand: Hand) -> int:
    """A concealed kong may hold four of the tiles."""
    m, p, s, _ = hand.every
    return not hand.shown and hand.suits in has.ONE_SUIT and (m | p | s | GUARDS) - GATES & GUARDS == GUARDS


def nine_sided(hand: Hand) -> int:
    return not hand.melds and has.gates_hand(hand)


def earthly_on_discard(hand: Hand) -> int:
    return hand.flags & EARTHLY != 0 and hand.source == DISCARD


def four_winds(reading: Reading) -> int:
    return has.four_winds(reading) or has.three_winds_and_pair(reading)


def triplet_of_dragon(tile: int) -> Test:
    test = shapes.triplet_of(tile)
    needing(glance.DRAGON_TRIPLET, test)
    return test


needing(glance.FLAGGED, earthly_on_discard, shapes.rinshan, shapes.haitei, shapes.chiihou)
needing(glance.ONE_SUIT, chuuren, nine_sided)
needing(glance.THREE_CHOWS, pinfu)
needing(glance.THREE_CONCEALED, shapes.san_ankou, shapes.suuankou)
needing(glance.WIND_TRIPLET | glance.THREE_TRIPLETS, four_winds)


# the sheet


def limit(id: str, test: Test, **more: Any) -> Item:
    return Item(id, "limit", LIMIT_HAN, test, **more)


def yaku(id: str, han: int, test: Test, **more: Any) -> Item:
    return Item(id, "yaku", han, test, **more)


ITEMS: Final = (
    yaku("menzen-tsumo", 1, menzen_tsumo, same_as="fully-concealed-hand", on="hand", earned=by.winning_tile,
         when={"menzen-tsumo": True}),
    yaku("pinfu", 1, pinfu),
    yaku("tanyao", 1, has.only_simples_hand, same_as="all-simples", on="hand"),
    yaku("haku", 1, triplet_of_dragon(WHITE), earned=by.triplets((WHITE,))),
    yaku("hatsu", 1, triplet_of_dragon(GREEN), earned=by.triplets((GREEN,))),
    yaku("chun", 1, triplet_of_dragon(RED_DRAGON), earned=by.triplets((RED_DRAGON,))),
    yaku("seat-wind", 1, has.seat_wind_triplet, earned=by.wind_triplet("seat")),
    yaku("round-wind", 1, has.round_wind_triplet, same_as="prevalent-wind", earned=by.wind_triplet("round")),
    yaku("honitsu", 1, has.one_suit_and_honours_hand, same_as="half-flush", on="hand"),
    yaku("chinitsu", 3, has.one_suit_hand, same_as="full-flush", on="hand"),
    yaku("toitoi", 1, has.all_triplets, same_as="all-pungs"),
    yaku("chanta", 1, outside, same_as="outside-hand"),
    yaku("honroutou", 1, has.terminals_and_honours_hand, same_as="all-terminals-and-honors", on="hand",
         when={"honroutou": "own"}),
    yaku("ittsu", 1, has.straight, same_as="pure-straight", earned=by.straight),
    yaku("san-ankou", 1, shapes.san_ankou, same_as="three-concealed-pungs", earned=by.triplets(concealed=True)),
    yaku("shousangen", 1, has.two_dragons_and_pair, same_as="little-three-dragons",
         earned=by.triplets_and_pair(DRAGONS)),
    yaku("rinshan", 1, shapes.rinshan, same_as="out-with-replacement-tile", on="hand", earned=by.winning_tile),
    yaku("haitei", 1, shapes.haitei, same_as="last-tile-draw", on="hand", earned=by.winning_tile),
    yaku("chankan", 1, has.robbed_kong_hand, same_as="robbing-the-kong", on="hand", earned=by.winning_tile),

    limit("tenhou", has.flagged(HEAVENLY), same_as="heavenly-hand", on="hand"),
    limit("chiihou", shapes.chiihou, same_as="earthly-hand", on="hand", when={"chiihou": "first-draw"}),
    limit("chiihou", earthly_on_discard, same_as="earthly-hand", variant="discard", on="hand",
          when={"chiihou": "dealer-first-discard"}),
    limit("kokushi", has.is_orphans, same_as="thirteen-orphans"),
    limit("daisangen", has.three_dragons, same_as="big-three-dragons", earned=by.triplets(DRAGONS)),
    limit("suushiihou", four_winds, earned=by.triplets_and_pair(WINDS)),
    limit("tsuuiisou", has.only_honours_hand, same_as="all-honors", on="hand"),
    limit("chinroutou", has.only_terminals_hand, same_as="all-terminals", on="hand"),
    limit("suuankou", shapes.suuankou, same_as="four-concealed-pungs"),
    limit("chuuren", chuuren, same_as="nine-gates", on="hand", when={"chuuren": "any-wait"}),
    limit("chuuren", nine_sided, same_as="nine-gates", variant="nine-sided", on="hand",
          when={"chuuren": "nine-sided"}),
)  # fmt: skip

OPTIONS: Final = (
    choice("multiple-winners", "head-bump", ("all",)),
    number("limit-base", 500, (1, 1_000_000)),
    choice("rounding", "up", ("nearest", "exact")),
    flag("menzen-tsumo", True),
    choice("honroutou", "sum", ("own",)),
    choice("double-pair", 4, (2,)),
    choice("chuuren", "any-wait", ("nine-sided",)),
    choice("chiihou", "first-draw", ("dealer-first-discard",)),
    flag("stack-limits", True),
    choice("pao", "honor-limit", ("off",)),
    choice("start-points", 2000, (3000,)),
    flag("draw-keeps-deal", False),
)


# fu, and the base


def raw_fu(reading: Reading, double_pair: int) -> int:
    """The fu of four sets and a pair before they are rounded."""
    hand = reading.hand
    fu = START + set_fu(reading) + wait_fu(reading.taken, hand.winning)
    fu += pair_fu(reading.pair, hand.seat_wind, hand.prevailing, double_pair)
    if hand.suits in has.ONE_SUIT:
        fu += ONE_SUIT_FU
    if not hand.by_other:
        return fu + TSUMO
    return fu if hand.shown else fu + CLOSED_RON


ROUNDED: Final[dict[str, Callable[[int], int]]] = {
    "up": lambda fu: (fu + 9) // 10 * 10,
    "nearest": lambda fu: (fu + 4) // 10 * 10,
    "exact": lambda fu: fu,
}
"""Fu are even: of a rest 4 is dropped and 6 lifted where they are rounded to the nearest ten."""


def judge_with(options: Options, played: PlayedItems) -> Judge:
    limits, yakus = played.group("limit"), played.group("yaku")
    limits_on_hand, limits_on_reading = Rows(limits.on_hand), Rows(limits.on_reading)
    yakus_on_hand, yakus_on_reading = Rows(yakus.on_hand), Rows(yakus.on_reading)
    most, double_pair, rounded = options["limit-base"], options["double-pair"], ROUNDED[options["rounding"]]
    several = sum if options["stack-limits"] else max

    def of_limits(reading: Reading, items: Found) -> ReadingWorth:
        han = several(items.values())
        base = most * max(1, han // LIMIT_HAN)
        rank = (base, 1, sum(items.values()), 0)
        return ReadingWorth(rank, ALWAYS, reading, items, han, base, True, True, {"fu": None})

    def counted(reading: Reading, items: Found) -> ReadingWorth:
        han, fu = sum(items.values()), rounded(raw_fu(reading, double_pair))
        base = min(fu << han, most)
        return ReadingWorth(
            (base, 0, han, fu), ALWAYS, reading, items, han, base, base >= most, False, {"fu": fu}
        )  # fmt: skip

    def verdicts(hand: Hand, readings: Sequence[Reading]) -> list[ReadingWorth]:
        of_hand = glance.of_hand(hand)
        limit_seen, seen = find(limits_on_hand.where(of_hand), hand), find(yakus_on_hand.where(of_hand), hand)
        found = []
        for reading in readings:
            glanced = glance.of_reading(reading, of_hand)
            if items := find_more(limit_seen.copy(), limits_on_reading.where(glanced), reading):
                found.append(of_limits(reading, items))
            else:
                found.append(counted(reading, find_more(seen.copy(), yakus_on_reading.where(glanced), reading)))
        return found

    return verdicts


def least_han_of_limit(options: Options) -> int:
    """With so many han every hand is worth the limit, whatever its fu."""
    return next(han for han in range(64) if START << han >= options["limit-base"])


def quick_base(options: Options, win: QuickWin) -> int:
    """Base of a result without tiles: ``limit`` is a limit hand, ``total`` then says how many. Raises RecordError."""
    most = int(options["limit-base"])
    if win.limit:
        return most * (max(1, win.total // LIMIT_HAN) if options["stack-limits"] else 1)
    if win.total >= least_han_of_limit(options):
        return most
    step = 2 if options["rounding"] == "exact" else 10
    if win.fu is None:
        raise RecordError("fu", "a win below the limit needs its fu")
    if win.fu % step or not START <= win.fu <= HIGHEST_FU:
        raise RecordError("fu", f"{win.fu} is not a number of fu", f"multiples of {step} from {START} to {HIGHEST_FU}")
    return min(win.fu << win.total, most)


def conversion(options: Options, verdict: ReadingWorth) -> list[Step]:
    if verdict.limit_hand:
        return [("conversion.limit", {"points": verdict.base})]
    han, fu = verdict.total, (verdict.more or {})["fu"]
    steps: list[Step] = [("conversion.sum", {"total": han, "unit": "han"}), *fu_steps(options, verdict.reading, fu)]
    steps.append(("conversion.doubled", {"point": fu, "doubles": han, "base": fu << han}))
    most = options["limit-base"]
    return [*steps, ("conversion.limited", {"points": most})] if fu << han > most else steps


def fu_steps(options: Options, reading: Reading, fu: int) -> list[Step]:
    of_riichi = {
        "pinfu-tsumo-fu": True, "rinshan-tsumo-fu": True, "open-flat-fu": START,
        "double-wind-pair-fu": options["double-pair"],
    }  # fmt: skip
    lines = fu_lines(reading, of_riichi, pinfu=False)
    if reading.hand.suits in has.ONE_SUIT:
        lines.append(FuLine("fu.one-suit", "", ONE_SUIT_FU))
    steps: list[Step] = [(line.key, {"tiles": line.tiles, "fu": line.fu}) for line in lines]
    counted = sum(line.fu for line in lines)
    if len(lines) > 1:
        steps.append(("fu.sum", {"fu": counted}))
    if fu != counted:
        steps.append(("fu.rounded" if options["rounding"] == "up" else "fu.rounded-nearest", {"fu": fu}))
    return steps


# who pays


def pay_with(options: Options) -> Pay:
    liability = options["pao"] != "off"

    def pay(won: Won) -> Sequence[Share]:
        liable = won.liable if liability and won.items and not won.items.keys().isdisjoint(LIABLE_FOR) else None
        if won.discarder is None:
            shares = drawn(won)
            whole = sum(share.amount for share in shares)
            return shares if liable is None else [Share(liable, whole, LIABLE_PAYS)]
        dealer = won.winner == EAST
        amount, key = (
            won.base * (6 if dealer else 4),
            f"{role(won, won.discarder)}-alone" + ("-dealer" if dealer else ""),
        )
        if liable is None or liable == won.discarder:
            return [Share(won.discarder, amount, key)]
        return [
            Share(liable, amount // 2, LIABLE_PAYS_HALF),
            Share(won.discarder, amount // 2, "line.pao-discarder"),
        ]

    return pay


def drawn(won: Won) -> list[Share]:
    """From the wall: all pay, the dealer and to the dealer double."""
    losers = (wind for wind in WIND_INDEXES if wind != won.winner)
    return [
        Share(wind, won.base * 2, "line.self-draw-dealer")
        if EAST in (won.winner, wind)
        else Share(wind, won.base, "line.self-draw")
        for wind in losers
    ]


class LiableSettling(Settling):
    """``Hand.own`` is who is liable for the hand; nobody (None) for most."""

    def paid(self, hand: Hand, best: ReadingWorth) -> Paid:
        winner, source, discarder = hand.seat_wind, hand.source, hand.discarder
        liable: WindIndex | None = hand.own
        if liable is None:
            return self.paid_alike(hand, best)
        won = Won(winner, discarder, source, best.base, best.limit_hand, hand, best.items, liable)
        shares = self.bound.pay(won)
        return Paid(winner, source, discarder, shares, net_of(winner, shares))

    def won_quick(self, position: MatchPosition, win: QuickWin) -> Won:
        """A hand without tiles that somebody is liable for is one of those for which people can be."""
        won = super().won_quick(position, win)
        return won if won.liable is None else won.but(items={LIABLE_FOR[0]: LIMIT_HAN})


def check(hand: Hand) -> None:
    """Raises RecordError."""
    check_no_other_discard(hand)
    hand.own = liable_of(hand.record)


def bind(options: Options, played: PlayedItems) -> Bound:
    return Bound(
        forms=forms(played),
        judge=judge_with(options, played),
        pay=pay_with(options),
        base_of=lambda win: quick_base(options, win),
        minimum=0,
        convert=lambda verdict: conversion(options, verdict),
        check=check,
        every_way=True,
    )


def forms(played: PlayedItems) -> tuple[Form, ...]:
    return (standard, thirteen_orphans) if "kokushi" in played.items else (standard,)


# table, match, penalties


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    """Half of a limit hand's self-draw; the whole of it after a discard that made the offender liable."""
    half = options["limit-base"]

    def each(times: int) -> Callable[[MatchPosition, Seat, Seat], int]:
        return lambda position, offender, receiver: (
            times * half if position.dealer in (offender, receiver) else times * half // 2
        )

    return (
        PenaltyRule("false-win", "hand-ends", each(1)),
        PenaltyRule("false-win-liable", "hand-ends", each(2)),
    )


FU: Final = {"up": tuple(range(20, 120, 10)), "nearest": tuple(range(20, 120, 10)), "exact": tuple(range(20, 112, 2))}
MOST_LIMITS: Final = 4


def asks(options: Options, plain: Asks) -> Asks:
    """Every complete hand wins, so that no han are needed."""
    most = MOST_LIMITS if options["stack-limits"] else 1
    return replace(
        plain,
        least=0,
        presets=tuple(range(7)),
        fu=FU[options["rounding"]],
        fu_below=least_han_of_limit(options),
        limit_totals=tuple(LIMIT_HAN * times for times in range(1, most + 1)),
        liable=options["pao"] != "off",
        liable_limit=True,
        situations=situations(options),
    )


def situations(options: Options) -> tuple[FlagField, ...]:
    by_draw = options["chiihou"] == "first-draw"
    return (
        FlagField("last-tile", (SELF_DRAW,)),
        FlagField("replacement", (SELF_DRAW,), kongs=1),
        FlagField("heavenly", (SELF_DRAW,), True, concealed=True),
        FlagField("earthly", (SELF_DRAW if by_draw else DISCARD,), False, from_dealer=not by_draw, concealed=True),
    )


RULESET: Final = Ruleset(
    id="japanese-classical",
    unit="han",
    pieces=(500, 100, 10, 2),
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=lambda _: PLAIN,
    wall=lambda _, tiles: WallPlan.of(tiles, dead="moving", dead_stacks=7),
    dice=lambda _: DicePlan(2, 2),
    progression=lambda options: Progression(keeps_on_draw=options["draw-keeps-deal"]),
    penalties=penalties,
    asks=asks,
    seating=lambda _: "wind-tiles",
    locks=lambda _: Locks(by_kind=True),
    settling=LiableSettling,
)

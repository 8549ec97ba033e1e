"""Old Hong Kong: faan turned into base points; all three losers pay. Decisions: docs/rulesets/hong-kong-old.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from controller.rules.game import DicePlan, WallPlan
from controller.rules.hand.reading import (
    Form,
    Reading,
    eight_flowers,
    seven_different_pairs,
    seven_pairs,
    standard,
    thirteen_orphans,
)
from controller.rules.hand.record import EARTHLY, HEAVENLY, SELF_DRAW, Hand
from controller.rules.hand.tiles import DRAGONS, GREEN, RED_DRAGON, WHITE, WINDS
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.judges import Limits, Sum, judge, summed
from controller.rules.sheet.options import Contradiction, Names, Option, choice, flag, number
from controller.rules.sheet.ruleset import (
    Bound,
    Exclusion,
    Item,
    Options,
    Penalty,
    Played,
    Progression,
    Ruleset,
    Step,
    Test,
    Verdict,
    same_for_all,
)
from controller.rules.sheet.shares import dealer_and_discarder

# faan up to this figure are worth these base points
BASE_POINTS = ((3, 1), (6, 2), (9, 4))
TOP_BASE, TOP_FAAN = 8, 10
FULL_PAY = ("heavenly-hand", "earthly-hand", "great-flowers")


# tests that only this game has


def suit_dragon(suit: int, dragon: int) -> Test:
    """Three pongs and the pair of one suit, and the pong of the dragon of its colour."""

    def test(reading: Reading) -> int:
        return (
            reading.triplets == 4
            and reading.has_triplet(dragon)
            and reading.hand.suits == 8 | 1 << suit
            and reading.winds == 0
            and reading.dragons == 1
            and reading.pair < 27
        )

    return test


def four_concealed(reading: Reading) -> int:
    return reading.concealed == 4


def four_concealed_or_completed(reading: Reading) -> int:
    """Also with a pong completed by another player's tile, when nothing was claimed before."""
    return reading.triplets == 4 and reading.hand.shown == 0


def three_concealed(reading: Reading) -> int:
    return reading.concealed >= 3


def three_kongs(reading: Reading) -> int:
    return reading.kongs >= 3


def other_round_wind(reading: Reading) -> int:
    """The round wind where it is not the seat wind as well."""
    return reading.hand.seat != reading.hand.round and has.round_wind_triplet(reading)


def common_basic(reading: Reading) -> int:
    return reading.chows == 4 and reading.pair < 27


def common_strict(reading: Reading) -> int:
    """No bonus tile, and the pair not completed by another player's tile."""
    hand = reading.hand
    return (
        reading.chows == 4
        and reading.pair < 27
        and not hand.flowers
        and not (hand.by_other and has.taken_is_pair(reading))
    )


def no_flowers(hand: Hand) -> int:
    return not hand.flowers


def own_flower(hand: Hand) -> int:
    return hand.flowers >> hand.seat & 1


def own_season(hand: Hand) -> int:
    return hand.flowers >> 4 + hand.seat & 1


def every_flower(hand: Hand) -> int:
    return (hand.flowers & 0xFF).bit_count()


# the sheet


def limit(id: str, test: Test, *names: str, **more: Any) -> Item:
    return Item(id, "limit", "limit-faan", test, Names(*names), **more)


def faan(id: str, value: int, test: Test, *names: str, **more: Any) -> Item:
    return Item(id, "faan", value, test, Names(*names), **more)


def bonus(id: str, value: int, test: Test, *names: str, **more: Any) -> Item:
    return Item(id, "bonus", value, test, Names(*names), on="hand", **more)


# with 136 tiles nothing about flowers is scored
FLOWERS = {"tiles": frozenset({144, 148, 152})}
OWN = {**FLOWERS, "flower-scoring": "own"}
ITEMS = (
    limit("heavenly-hand", has.flagged(HEAVENLY), "Heavenly hand", "天糊", "天和", "天和", on="hand"),
    limit("earthly-hand", has.flagged(EARTHLY), "Earthly hand", "地糊", "地和", "地和", on="hand"),
    limit("thirteen-orphans", has.is_orphans, "Thirteen orphans", "十三幺", "十三幺", "国士無双"),
    limit("heavenly-gates", has.gates_hand, "Heavenly gates", "九蓮寶燈", "九莲宝灯", "九蓮宝燈", on="hand"),
    limit("four-concealed-pongs", four_concealed, "Four concealed pongs", "四暗刻", "四暗刻", "四暗刻",
          when={"four-concealed-pongs-discard": "pair-only"}),
    limit("four-concealed-pongs", four_concealed_or_completed, "Four concealed pongs", "四暗刻", "四暗刻", "四暗刻",
          when={"four-concealed-pongs-discard": "any"}),
    limit("all-kong", has.four_kongs, "All kongs", "十八羅漢", "十八罗汉", "四槓子", earned=by.kongs),
    limit("all-honors", has.only_honours_hand, "All honors", "字一色", "字一色", "字一色", on="hand"),
    limit("pearl-dragon", suit_dragon(1, WHITE), "Pearl dragon", "珍珠龍", "珍珠龙", "真珠龍"),
    limit("ruby-dragon", suit_dragon(0, RED_DRAGON), "Ruby dragon", "紅寶石龍", "红宝石龙", "紅玉龍"),
    limit("jade-dragon", suit_dragon(2, GREEN), "Jade dragon", "翡翠龍", "翡翠龙", "翡翠龍"),
    limit("great-dragons", has.three_dragons, "Great dragons", "大三元", "大三元", "大三元",
          earned=by.triplets(DRAGONS)),
    limit("great-winds", has.four_winds, "Great winds", "大四喜", "大四喜", "大四喜", earned=by.triplets(WINDS)),
    limit("great-flowers", has.is_eight_flowers, "Great flowers", "八仙過海", "八仙过海", "八仙過海",
          earned=by.flowers()),
    limit("pure-green", has.only_green_hand, "Pure green", "綠一色", "绿一色", "緑一色", on="hand",
          when={"pure-green": True}),

    faan("dragon-pong", 1, has.dragon_triplets, "Dragon pong", "箭刻", "箭刻", "三元牌", earned=by.triplets(DRAGONS)),
    faan("seat-wind-pong", 1, has.seat_wind_triplet, "Seat wind pong", "門風", "门风", "自風牌",
         earned=by.wind_triplet("seat")),
    faan("round-wind-pong", 1, has.round_wind_triplet, "Round wind pong", "圈風", "圈风", "場風牌",
         earned=by.wind_triplet("round"), when={"double-wind": "both"}),
    faan("round-wind-pong", 1, other_round_wind, "Round wind pong", "圈風", "圈风", "場風牌",
         earned=by.wind_triplet("round"), when={"double-wind": "one"}),
    faan("all-simples", 1, has.only_simples_hand, "All simples", "斷幺九", "断幺九", "断么九", on="hand",
         when={"all-simples": "2-8"}),
    faan("all-simples", 1, has.no_honours_hand, "All simples", "無字", "无字", "字牌なし", on="hand",
         when={"all-simples": "1-9"}),
    faan("common-hand", 1, common_strict, "Common hand", "平糊", "平和", "平和", when={"common-hand": "strict"}),
    faan("common-hand", 1, common_basic, "Common hand", "平糊", "平和", "平和", when={"common-hand": "basic"}),
    faan("all-pong", 3, has.all_triplets, "All pongs", "對對糊", "对对和", "対々和"),
    faan("clean-hand", 3, has.one_suit_and_honours_hand, "Clean hand", "混一色", "混一色", "混一色", on="hand"),
    faan("three-concealed-pongs", 3, three_concealed, "Three concealed pongs", "三暗刻", "三暗刻", "三暗刻",
         earned=by.triplets(concealed=True)),
    faan("three-kongs", 3, three_kongs, "Three kongs", "三槓子", "三杠子", "三槓子", earned=by.kongs),
    faan("seven-pairs", 4, has.is_seven_pairs, "Seven pairs", "七對子", "七对子", "七対子"),
    faan("pure-hand", 6, has.one_suit_hand, "Pure hand", "清一色", "清一色", "清一色", on="hand"),
    faan("little-dragons", 12, has.two_dragons_and_pair, "Little dragons", "小三元", "小三元", "小三元",
         earned=by.triplets_and_pair(DRAGONS)),
    faan("little-winds", 12, has.three_winds_and_pair, "Little winds", "小四喜", "小四喜", "小四喜",
         earned=by.triplets_and_pair(WINDS)),

    bonus("self-draw", 1, has.self_drawn_hand, "Self-draw", "自摸", "自摸", "自摸", earned=by.winning_tile),
    bonus("robbing-the-kong", 1, has.robbed_kong_hand, "Robbing the kong", "搶槓", "抢杠", "槍槓",
          earned=by.winning_tile),
    bonus("last-tile", 1, has.last_tile_or_discard_hand, "Last tile", "海底", "海底", "海底・河底",
          earned=by.winning_tile),
    bonus("no-flowers", 1, no_flowers, "No flowers", "無花", "无花", "花牌なし", earned=by.nothing, when=FLOWERS),
    bonus("own-flower", 1, own_flower, "Own flower", "正花", "正花", "自分の花",
          earned=by.own_flowers("seat", has.PLANTS), when=OWN),
    bonus("own-season", 1, own_season, "Own season", "正季", "正季", "自分の季節",
          earned=by.own_flowers("seat", has.SEASONS), when=OWN),
    bonus("all-flowers", 2, has.has_all(has.PLANTS), "All four flowers", "一臺花（梅蘭菊竹）", "一台花（梅兰菊竹）",
          "四花（梅蘭菊竹）",
          earned=by.flowers(has.PLANTS), when={**OWN, "flower-set": "2+own"}),
    bonus("all-seasons", 2, has.has_all(has.SEASONS), "All four seasons", "一臺花（春夏秋冬）", "一台花（春夏秋冬）",
          "四季（春夏秋冬）",
          earned=by.flowers(has.SEASONS), when={**OWN, "flower-set": "2+own"}),
    bonus("all-flowers", 5, has.has_all(has.PLANTS), "All four flowers", "一臺花（梅蘭菊竹）", "一台花（梅兰菊竹）",
          "四花（梅蘭菊竹）",
          earned=by.flowers(has.PLANTS), when={**OWN, "flower-set": "5"}),
    bonus("all-seasons", 5, has.has_all(has.SEASONS), "All four seasons", "一臺花（春夏秋冬）", "一台花（春夏秋冬）",
          "四季（春夏秋冬）",
          earned=by.flowers(has.SEASONS), when={**OWN, "flower-set": "5"}),
    bonus("each-flower", 1, every_flower, "Each flower", "每隻花", "每只花", "花牌", earned=by.flowers(),
          when={**FLOWERS, "flower-scoring": "each"}),
)  # fmt: skip

EXCLUSIONS = (
    Exclusion("little-dragons", ("dragon-pong",)),
    Exclusion("little-winds", ("seat-wind-pong", "round-wind-pong")),
    Exclusion("all-flowers", ("own-flower",), when={"flower-set": "5"}),
    Exclusion("all-seasons", ("own-season",), when={"flower-set": "5"}),
)

LIMIT_IDS = tuple(dict.fromkeys(item.id for item in ITEMS if item.group == "limit"))

OPTIONS = (
    choice("tiles", 144, (136, 148, 152), "tiles in the set; 136 is played without bonus tiles"),
    choice("dice", 3, (2,), "dice thrown for the break"),
    choice("throws", 1, (2,), "throws for the break; with two the owner of the chosen wall throws again"),
    choice("dead-wall-stacks", 0, (7,), "stacks before the break that are not drawn"),
    choice("seating", "dice", ("wind-tiles",), "how seats are drawn"),
    number("min-faan", 3, (0, 13), "least faan, bonus faan not counted"),
    flag("minimum-counts-bonus", False, "bonus faan help to reach the minimum"),
    choice("all-simples", "2-8", ("1-9",), "all simples: no terminals and honors, or only no honors"),
    choice("common-hand", "strict", ("basic",), "whether bonus tiles or a claimed pair spoil the common hand"),
    choice("double-wind", "both", ("one",), "faan for a pong of the wind that is both seat and round wind"),
    flag("seven-pairs-distinct", True, "the seven pairs must all differ"),
    choice("flower-scoring", "own", ("each",), "own numbers and full series score, or every bonus tile"),
    choice("flower-set", "2+own", ("5",), "a full series: 2 besides the own tile, or 5 with it"),
    flag("eight-flowers-win", True, "all eight bonus tiles win at once"),
    number("limit-points", 64, (1, 1_000_000), "what each loser pays for a limit hand"),
    number("limit-faan", 13, (1, 1_000), "faan shown for a limit hand"),
    Option("limit-hands-off", (), "limit hands that are not played", members=LIMIT_IDS),
    flag("half-limit-on-discard", False, "a limit hand won on another player's tile pays half"),
    choice(
        "four-concealed-pongs-discard", "pair-only", ("any",), "what a discard may complete in four concealed pongs"
    ),
    flag("pure-green", False, "pure green is a limit hand"),
    flag("east-doubles", True, "East pays and is paid double"),
    choice("rob-concealed-kong", "never", ("any",), "whether a concealed kong can be robbed"),
    choice("multiple-winners", "nearest", ("highest", "all"), "who wins when several claim one discard"),
    flag("extra-hands", True, "the dealer stays after winning and after a draw"),
    number("max-consecutive-hands", 0, (0, 100), "hands in a row with one dealer, 0 for no limit"),
    number("goulash-carry", 0, (0, 1_000_000), "what each pays the next winner for every drawn hand"),
    number("claim-window-seconds", 3, (0, 60), "seconds after a discard in which claims are heard"),
    choice("exposed-in-deal", "receiver-chooses", ("shuffle-back", "dealer-pays"), "a tile exposed while dealing"),
    choice("false-win", "points", ("open-hand", "none"), "what a false win costs"),
    number("false-win-points", 8, (0, 1_000_000), "what a false win pays each other player"),
    choice("false-win-settle", "now", ("match-end",), "when a false win is settled"),
    choice("wrong-count", "dead-hand", ("points",), "too many or too few tiles outside the turn"),
)

CONTRADICTIONS = (
    Contradiction(
        "throws", "dice", lambda options: options["dice"] == 3 and options["throws"] == 2, "three dice are thrown once"
    ),
    Contradiction(
        "max-consecutive-hands",
        "extra-hands",
        lambda options: options["max-consecutive-hands"] > 0 and not options["extra-hands"],
        "a limit for extra hands needs extra hands",
    ),
    Contradiction(
        "pure-green",
        "limit-hands-off",
        lambda options: options["pure-green"] and "pure-green" in options["limit-hands-off"],
        "pure green is both played and left out",
    ),
)

PROFILES: dict[str, dict[str, Any]] = {
    "fixed-length": {"extra-hands": False},
    "three-in-a-row": {"max-consecutive-hands": 3},
    "without-flowers": {"tiles": 136},
}


# from faan to points


def base_points(faan: int) -> int:
    return next((base for top, base in BASE_POINTS if faan <= top), TOP_BASE)


def bind(options: Options, played: Played) -> Bound:
    counted = Sum(
        "faan", base_points, beside="bonus", limit_from=TOP_FAAN, beside_counts=options["minimum-counts-bonus"]
    )
    limits = Limits("limit", options["limit-faan"], lambda hand, items: limit_base(options, hand.by_other, items))
    return Bound(
        forms=forms(options, played),
        judge=judge(played, counted, limits, with_flowers=FULL_PAY),
        pay=dealer_and_discarder(self_draw=2, dealer_wins=2 if options["east-doubles"] else 1,
                                 dealer_loses=2 if options["east-doubles"] else 1),
        base_of=lambda win: limit_base(options, win.source != SELF_DRAW, ()) if win.limit else counted.quick(win),
        minimum=options["min-faan"],
        convert=lambda verdict: conversion(options, verdict),
        bonus_tiles=0 if options["tiles"] == 136 else 0xFF,
    )  # fmt: skip


def forms(options: Options, played: Played) -> tuple[Form, ...]:
    pairs = seven_different_pairs if options["seven-pairs-distinct"] else seven_pairs
    special = {"thirteen-orphans": thirteen_orphans, "great-flowers": eight_flowers}
    return (standard, pairs, *(form for name, form in special.items() if name in played.items))


def limit_base(options: Options, by_other: bool, items: Iterable[str]) -> int:
    points: int = options["limit-points"]
    if options["half-limit-on-discard"] and by_other and not any(name in FULL_PAY for name in items):
        return (points + 1) // 2
    return points


def conversion(options: Options, verdict: Verdict) -> list[Step]:
    if verdict.limit_hand:
        full = {"points": options["limit-points"]}
        half = verdict.base != options["limit-points"]
        return [("conversion.limit", full)] + ([("conversion.half-limit", {"points": verdict.base})] if half else [])
    return [
        *summed(verdict, "faan"),
        ("conversion.table", {"total": verdict.total, "unit": "faan", "base": verdict.base}),
    ]


# table, match, penalties


def wall(options: Options) -> WallPlan:
    dead = options["dead-wall-stacks"]
    return WallPlan(options["tiles"], dead="stacks" if dead else "none", dead_stacks=dead)


def progression(options: Options) -> Progression:
    stays = options["extra-hands"]
    return Progression(
        keeps_on_win=stays,
        keeps_on_draw=stays,
        max_consecutive=options["max-consecutive-hands"],
        carry_each=options["goulash-carry"],
    )


def penalties(options: Options) -> tuple[Penalty, ...]:
    points, settle = options["false-win-points"], options["false-win-settle"]
    effect = {"points": "pays", "open-hand": "plays-open", "none": "none"}[options["false-win"]]
    counted = options["wrong-count"] == "points"
    return (
        Penalty("false-win", effect, same_for_all(points) if effect == "pays" else None, settle=settle),
        Penalty("wrong-count", "pays" if counted else "dead-hand", same_for_all(points) if counted else None),
        Penalty("late-claim", "claim-lost"),
    )


RULESET = Ruleset(
    id="hong-kong-old",
    names=Names("Old Hong Kong", "香港舊章", "香港旧章", "香港旧ルール"),
    unit="faan",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    wall=wall,
    dice=lambda options: DicePlan(options["dice"], options["throws"]),
    progression=progression,
    penalties=penalties,
    exclusions=EXCLUSIONS,
    contradictions=CONTRADICTIONS,
    profiles=PROFILES,
    off=lambda options: (*options["limit-hands-off"], *(() if options["eight-flowers-win"] else ("great-flowers",))),
)

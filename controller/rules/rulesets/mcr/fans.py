"""The fans: numbers of the sheet, ids, points and names.

A *tally* of fans is one integer with a digit of three bits for each fan: ``ONE[SEAT_WIND] + 2 * ONE[TILE_HOG]`` says
one seat wind and two tile hogs. What the parts of a hand earn is simply added up; ``account`` turns the sum into items.
"""

from __future__ import annotations

from typing import NamedTuple

from controller.rules.sheet.options import Names

BITS = 3


class Fan(NamedTuple):
    """One row of the sheet. ``points``: in the edition ``mil``."""

    number: int
    id: str
    points: int
    names: Names


(
    BIG_FOUR_WINDS,
    BIG_THREE_DRAGONS,
    ALL_GREEN,
    NINE_GATES,
    FOUR_KONGS,
    SEVEN_SHIFTED_PAIRS,
    THIRTEEN_ORPHANS,
    ALL_TERMINALS,
    LITTLE_FOUR_WINDS,
    LITTLE_THREE_DRAGONS,
    ALL_HONORS,
    FOUR_CONCEALED_PUNGS,
    PURE_TERMINAL_CHOWS,
    QUADRUPLE_CHOW,
    FOUR_PURE_SHIFTED_PUNGS,
    FOUR_PURE_SHIFTED_CHOWS,
    THREE_KONGS,
    ALL_TERMINALS_AND_HONORS,
    SEVEN_PAIRS,
    GREATER_HONORS_AND_KNITTED_TILES,
    ALL_EVEN_PUNGS,
    FULL_FLUSH,
    PURE_TRIPLE_CHOW,
    PURE_SHIFTED_PUNGS,
    UPPER_TILES,
    MIDDLE_TILES,
    LOWER_TILES,
    PURE_STRAIGHT,
    THREE_SUITED_TERMINAL_CHOWS,
    PURE_SHIFTED_CHOWS,
    ALL_FIVES,
    TRIPLE_PUNG,
    THREE_CONCEALED_PUNGS,
    LESSER_HONORS_AND_KNITTED_TILES,
    KNITTED_STRAIGHT,
    UPPER_FOUR,
    LOWER_FOUR,
    BIG_THREE_WINDS,
    MIXED_STRAIGHT,
    REVERSIBLE_TILES,
    MIXED_TRIPLE_CHOW,
    MIXED_SHIFTED_PUNGS,
    CHICKEN_HAND,
    LAST_TILE_DRAW,
    LAST_TILE_CLAIM,
    OUT_WITH_REPLACEMENT_TILE,
    ROBBING_THE_KONG,
    TWO_CONCEALED_KONGS,
    ALL_PUNGS,
    HALF_FLUSH,
    MIXED_SHIFTED_CHOWS,
    ALL_TYPES,
    MELDED_HAND,
    TWO_DRAGON_PUNGS,
    OUTSIDE_HAND,
    FULLY_CONCEALED_HAND,
    TWO_MELDED_KONGS,
    LAST_TILE,
    DRAGON_PUNG,
    PREVALENT_WIND,
    SEAT_WIND,
    CONCEALED_HAND,
    ALL_CHOWS,
    TILE_HOG,
    DOUBLE_PUNG,
    TWO_CONCEALED_PUNGS,
    CONCEALED_KONG,
    ALL_SIMPLES,
    PURE_DOUBLE_CHOW,
    MIXED_DOUBLE_CHOW,
    SHORT_STRAIGHT,
    TWO_TERMINAL_CHOWS,
    PUNG_OF_TERMINALS_OR_HONORS,
    MELDED_KONG,
    ONE_VOIDED_SUIT,
    NO_HONORS,
    EDGE_WAIT,
    CLOSED_WAIT,
    SINGLE_WAIT,
    SELF_DRAWN,
    FLOWER_TILES,
    CONCEALED_KONG_AND_MELDED_KONG,
) = range(1, 83)

FANS = (
    Fan(BIG_FOUR_WINDS, "big-four-winds", 88, Names("Big four winds", "大四喜", "大四喜", "大四喜")),
    Fan(BIG_THREE_DRAGONS, "big-three-dragons", 88, Names("Big three dragons", "大三元", "大三元", "大三元")),
    Fan(ALL_GREEN, "all-green", 88, Names("All green", "綠一色", "绿一色", "緑一色")),
    Fan(NINE_GATES, "nine-gates", 88, Names("Nine gates", "九蓮寶燈", "九莲宝灯", "九蓮宝燈")),
    Fan(FOUR_KONGS, "four-kongs", 88, Names("Four kongs", "四槓", "四杠", "四槓")),
    Fan(SEVEN_SHIFTED_PAIRS, "seven-shifted-pairs", 88, Names("Seven shifted pairs", "連七對", "连七对", "連七対")),
    Fan(THIRTEEN_ORPHANS, "thirteen-orphans", 88, Names("Thirteen orphans", "十三么", "十三幺", "十三么")),
    Fan(ALL_TERMINALS, "all-terminals", 64, Names("All terminals", "清么九", "清幺九", "清么九")),
    Fan(LITTLE_FOUR_WINDS, "little-four-winds", 64, Names("Little four winds", "小四喜", "小四喜", "小四喜")),
    Fan(LITTLE_THREE_DRAGONS, "little-three-dragons", 64, Names("Little three dragons", "小三元", "小三元", "小三元")),
    Fan(ALL_HONORS, "all-honors", 64, Names("All honors", "字一色", "字一色", "字一色")),
    Fan(FOUR_CONCEALED_PUNGS, "four-concealed-pungs", 64, Names("Four concealed pungs", "四暗刻", "四暗刻", "四暗刻")),
    Fan(
        PURE_TERMINAL_CHOWS,
        "pure-terminal-chows",
        64,
        Names("Pure terminal chows", "一色雙龍會", "一色双龙会", "一色双龍会"),
    ),
    Fan(QUADRUPLE_CHOW, "quadruple-chow", 48, Names("Quadruple chow", "一色四同順", "一色四同顺", "一色四同順")),
    Fan(
        FOUR_PURE_SHIFTED_PUNGS,
        "four-pure-shifted-pungs",
        48,
        Names("Four pure shifted pungs", "一色四節高", "一色四节高", "一色四節高"),
    ),
    Fan(
        FOUR_PURE_SHIFTED_CHOWS,
        "four-pure-shifted-chows",
        32,
        Names("Four pure shifted chows", "一色四步高", "一色四步高", "一色四歩高"),
    ),
    Fan(THREE_KONGS, "three-kongs", 32, Names("Three kongs", "三槓", "三杠", "三槓")),
    Fan(
        ALL_TERMINALS_AND_HONORS,
        "all-terminals-and-honors",
        32,
        Names("All terminals and honors", "混么九", "混幺九", "混么九"),
    ),
    Fan(SEVEN_PAIRS, "seven-pairs", 24, Names("Seven pairs", "七對", "七对", "七対")),
    Fan(
        GREATER_HONORS_AND_KNITTED_TILES,
        "greater-honors-and-knitted-tiles",
        24,
        Names("Greater honors and knitted tiles", "七星不靠", "七星不靠", "七星不靠"),
    ),
    Fan(ALL_EVEN_PUNGS, "all-even-pungs", 24, Names("All even pungs", "全雙刻", "全双刻", "全双刻")),
    Fan(FULL_FLUSH, "full-flush", 24, Names("Full flush", "清一色", "清一色", "清一色")),
    Fan(PURE_TRIPLE_CHOW, "pure-triple-chow", 24, Names("Pure triple chow", "一色三同順", "一色三同顺", "一色三同順")),
    Fan(
        PURE_SHIFTED_PUNGS,
        "pure-shifted-pungs",
        24,
        Names("Pure shifted pungs", "一色三節高", "一色三节高", "一色三節高"),
    ),
    Fan(UPPER_TILES, "upper-tiles", 24, Names("Upper tiles", "全大", "全大", "全大")),
    Fan(MIDDLE_TILES, "middle-tiles", 24, Names("Middle tiles", "全中", "全中", "全中")),
    Fan(LOWER_TILES, "lower-tiles", 24, Names("Lower tiles", "全小", "全小", "全小")),
    Fan(PURE_STRAIGHT, "pure-straight", 16, Names("Pure straight", "清龍", "清龙", "清龍")),
    Fan(
        THREE_SUITED_TERMINAL_CHOWS,
        "three-suited-terminal-chows",
        16,
        Names("Three-suited terminal chows", "三色雙龍會", "三色双龙会", "三色双龍会"),
    ),
    Fan(
        PURE_SHIFTED_CHOWS,
        "pure-shifted-chows",
        16,
        Names("Pure shifted chows", "一色三步高", "一色三步高", "一色三歩高"),
    ),
    Fan(ALL_FIVES, "all-fives", 16, Names("All fives", "全帶五", "全带五", "全帯五")),
    Fan(TRIPLE_PUNG, "triple-pung", 16, Names("Triple pung", "三同刻", "三同刻", "三同刻")),
    Fan(
        THREE_CONCEALED_PUNGS, "three-concealed-pungs", 16, Names("Three concealed pungs", "三暗刻", "三暗刻", "三暗刻")
    ),
    Fan(
        LESSER_HONORS_AND_KNITTED_TILES,
        "lesser-honors-and-knitted-tiles",
        12,
        Names("Lesser honors and knitted tiles", "全不靠", "全不靠", "全不靠"),
    ),
    Fan(KNITTED_STRAIGHT, "knitted-straight", 12, Names("Knitted straight", "組合龍", "组合龙", "組合龍")),
    Fan(UPPER_FOUR, "upper-four", 12, Names("Upper four", "大於五", "大于五", "大于五")),
    Fan(LOWER_FOUR, "lower-four", 12, Names("Lower four", "小於五", "小于五", "小于五")),
    Fan(BIG_THREE_WINDS, "big-three-winds", 12, Names("Big three winds", "三風刻", "三风刻", "三風刻")),
    Fan(MIXED_STRAIGHT, "mixed-straight", 8, Names("Mixed straight", "花龍", "花龙", "花龍")),
    Fan(REVERSIBLE_TILES, "reversible-tiles", 8, Names("Reversible tiles", "推不倒", "推不倒", "推不倒")),
    Fan(
        MIXED_TRIPLE_CHOW, "mixed-triple-chow", 8, Names("Mixed triple chow", "三色三同順", "三色三同顺", "三色三同順")
    ),
    Fan(
        MIXED_SHIFTED_PUNGS,
        "mixed-shifted-pungs",
        8,
        Names("Mixed shifted pungs", "三色三節高", "三色三节高", "三色三節高"),
    ),
    Fan(CHICKEN_HAND, "chicken-hand", 8, Names("Chicken hand", "無番和", "无番和", "無番和")),
    Fan(LAST_TILE_DRAW, "last-tile-draw", 8, Names("Last tile draw", "妙手回春", "妙手回春", "妙手回春")),
    Fan(LAST_TILE_CLAIM, "last-tile-claim", 8, Names("Last tile claim", "海底撈月", "海底捞月", "海底撈月")),
    Fan(
        OUT_WITH_REPLACEMENT_TILE,
        "out-with-replacement-tile",
        8,
        Names("Out with replacement tile", "槓上開花", "杠上开花", "槓上開花"),
    ),
    Fan(ROBBING_THE_KONG, "robbing-the-kong", 8, Names("Robbing the kong", "搶槓和", "抢杠和", "搶槓和")),
    Fan(TWO_CONCEALED_KONGS, "two-concealed-kongs", 6, Names("Two concealed kongs", "雙暗槓", "双暗杠", "双暗槓")),
    Fan(ALL_PUNGS, "all-pungs", 6, Names("All pungs", "碰碰和", "碰碰和", "碰碰和")),
    Fan(HALF_FLUSH, "half-flush", 6, Names("Half flush", "混一色", "混一色", "混一色")),
    Fan(
        MIXED_SHIFTED_CHOWS,
        "mixed-shifted-chows",
        6,
        Names("Mixed shifted chows", "三色三步高", "三色三步高", "三色三歩高"),
    ),
    Fan(ALL_TYPES, "all-types", 6, Names("All types", "五門齊", "五门齐", "五門斉")),
    Fan(MELDED_HAND, "melded-hand", 6, Names("Melded hand", "全求人", "全求人", "全求人")),
    Fan(TWO_DRAGON_PUNGS, "two-dragon-pungs", 6, Names("Two dragon pungs", "雙箭刻", "双箭刻", "双箭刻")),
    Fan(OUTSIDE_HAND, "outside-hand", 4, Names("Outside hand", "全帶么", "全带幺", "全帯么")),
    Fan(FULLY_CONCEALED_HAND, "fully-concealed-hand", 4, Names("Fully concealed hand", "不求人", "不求人", "不求人")),
    Fan(TWO_MELDED_KONGS, "two-melded-kongs", 4, Names("Two melded kongs", "雙明槓", "双明杠", "双明槓")),
    Fan(LAST_TILE, "last-tile", 4, Names("Last tile", "和絕張", "和绝张", "和絶張")),
    Fan(DRAGON_PUNG, "dragon-pung", 2, Names("Dragon pung", "箭刻", "箭刻", "箭刻")),
    Fan(PREVALENT_WIND, "prevalent-wind", 2, Names("Prevalent wind", "圈風刻", "圈风刻", "圏風刻")),
    Fan(SEAT_WIND, "seat-wind", 2, Names("Seat wind", "門風刻", "门风刻", "門風刻")),
    Fan(CONCEALED_HAND, "concealed-hand", 2, Names("Concealed hand", "門前清", "门前清", "門前清")),
    Fan(ALL_CHOWS, "all-chows", 2, Names("All chows", "平和", "平和", "平和")),
    Fan(TILE_HOG, "tile-hog", 2, Names("Tile hog", "四歸一", "四归一", "四帰一")),
    Fan(DOUBLE_PUNG, "double-pung", 2, Names("Double pung", "雙同刻", "双同刻", "双同刻")),
    Fan(TWO_CONCEALED_PUNGS, "two-concealed-pungs", 2, Names("Two concealed pungs", "雙暗刻", "双暗刻", "双暗刻")),
    Fan(CONCEALED_KONG, "concealed-kong", 2, Names("Concealed kong", "暗槓", "暗杠", "暗槓")),
    Fan(ALL_SIMPLES, "all-simples", 2, Names("All simples", "斷么", "断幺", "断么")),
    Fan(PURE_DOUBLE_CHOW, "pure-double-chow", 1, Names("Pure double chow", "一般高", "一般高", "一般高")),
    Fan(MIXED_DOUBLE_CHOW, "mixed-double-chow", 1, Names("Mixed double chow", "喜相逢", "喜相逢", "喜相逢")),
    Fan(SHORT_STRAIGHT, "short-straight", 1, Names("Short straight", "連六", "连六", "連六")),
    Fan(TWO_TERMINAL_CHOWS, "two-terminal-chows", 1, Names("Two terminal chows", "老少副", "老少副", "老少副")),
    Fan(
        PUNG_OF_TERMINALS_OR_HONORS,
        "pung-of-terminals-or-honors",
        1,
        Names("Pung of terminals or honors", "么九刻", "幺九刻", "么九刻"),
    ),
    Fan(MELDED_KONG, "melded-kong", 1, Names("Melded kong", "明槓", "明杠", "明槓")),
    Fan(ONE_VOIDED_SUIT, "one-voided-suit", 1, Names("One voided suit", "缺一門", "缺一门", "欠一門")),
    Fan(NO_HONORS, "no-honors", 1, Names("No honors", "無字", "无字", "無字")),
    Fan(EDGE_WAIT, "edge-wait", 1, Names("Edge wait", "邊張", "边张", "辺張")),
    Fan(CLOSED_WAIT, "closed-wait", 1, Names("Closed wait", "嵌張", "嵌张", "嵌張")),
    Fan(SINGLE_WAIT, "single-wait", 1, Names("Single wait", "單釣將", "单钓将", "単釣将")),
    Fan(SELF_DRAWN, "self-drawn", 1, Names("Self-drawn", "自摸", "自摸", "自摸")),
    Fan(FLOWER_TILES, "flower-tiles", 1, Names("Flower tiles", "花牌", "花牌", "花牌")),
    Fan(
        CONCEALED_KONG_AND_MELDED_KONG,
        "concealed-kong-and-melded-kong",
        5,
        Names("Concealed kong and melded kong", "明暗槓", "明暗杠", "明暗槓"),
    ),
)
FAN = {fan.number: fan for fan in FANS}
NUMBER = {fan.id: fan.number for fan in FANS}
ONE = {number: 1 << BITS * number for number in FAN}
# marks beside the fans: the winner's wind is also the prevailing wind
SAME_WIND = 1 << BITS * (len(FANS) + 1)


def times(tally: int, number: int) -> int:
    """How many times a fan stands in a tally."""
    return tally >> BITS * number & 7


def first(tally: int) -> int:
    """The fan of a tally that stands first on the sheet."""
    return ((tally & -tally).bit_length() - 1) // BITS


def listed(tally: int) -> list[tuple[int, int]]:
    """The fans of a tally by number, with how many times each is there, in the order of the sheet."""
    found, number = [], 0
    while tally:
        skipped = ((tally & -tally).bit_length() - 1) // BITS
        tally >>= BITS * skipped
        number += skipped
        found.append((number, tally & 7))
        tally ^= tally & 7
    return found

"""The sheet: every yaku, dora and yakuman with its han. Items are listed by what their test looks at."""

from __future__ import annotations

from typing import Any

from controller.rules.hand.reading import Reading
from controller.rules.hand.record import HEAVENLY, LAST_DISCARD, Hand
from controller.rules.hand.tiles import DRAGONS, GREEN, RED_DRAGON, WHITE, WINDS
from controller.rules.rulesets.riichi import shapes
from controller.rules.rulesets.riichi.value import YAKUMAN_HAN
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.options import Names
from controller.rules.sheet.ruleset import Item, Test


def yaku(id: str, han: int, open_han: int, test: Test, *names: str, **more: Any) -> Item:
    return Item(id, "yaku", han, test, Names(*names), open_value=open_han, **more)


def yakuman(id: str, test: Test, *names: str, closed: bool = False, **more: Any) -> Item:
    open_value = 0 if closed else YAKUMAN_HAN
    return Item(id, "yakuman", YAKUMAN_HAN, test, Names(*names), open_value=open_value, **more)


def dora(id: str, *names: str, **more: Any) -> Item:
    """Counted by the ruleset itself: what a dora is depends on the indicators."""
    return Item(id, "dora", 1, nowhere, Names(*names), on="hand", **more)


def nowhere(subject: Hand | Reading) -> int:
    del subject
    return 0


# situation and tiles of the whole hand
ON_HAND = (
    yaku("riichi", 1, 0, shapes.riichi, "Riichi", "立直", "立直", "立直", on="hand", earned=by.nothing),
    yaku(
        "double-riichi",
        2,
        0,
        shapes.double_riichi,
        "Double riichi",
        "兩立直",
        "两立直",
        "ダブル立直",
        on="hand",
        earned=by.nothing,
    ),
    yaku(
        "ippatsu",
        1,
        0,
        shapes.ippatsu,
        "Ippatsu",
        "一發",
        "一发",
        "一発",
        on="hand",
        earned=by.nothing,
        when={"ippatsu": True},
    ),
    yaku(
        "menzen-tsumo",
        1,
        0,
        has.self_drawn_hand,
        "Menzen tsumo",
        "門前清自摸和",
        "门前清自摸和",
        "門前清自摸和",
        on="hand",
        earned=by.winning_tile,
    ),
    yaku(
        "rinshan",
        1,
        1,
        shapes.rinshan,
        "Rinshan kaihou",
        "嶺上開花",
        "岭上开花",
        "嶺上開花",
        on="hand",
        earned=by.winning_tile,
    ),
    yaku("chankan", 1, 1, shapes.chankan, "Chankan", "搶槓", "抢杠", "槍槓", on="hand", earned=by.winning_tile),
    yaku(
        "haitei", 1, 1, shapes.haitei, "Haitei", "海底摸月", "海底摸月", "海底摸月", on="hand", earned=by.winning_tile
    ),
    yaku(
        "houtei",
        1,
        1,
        has.flagged(LAST_DISCARD),
        "Houtei",
        "河底撈魚",
        "河底捞鱼",
        "河底撈魚",
        on="hand",
        earned=by.winning_tile,
    ),
    yaku(
        "tanyao",
        1,
        1,
        has.only_simples_hand,
        "Tanyao",
        "斷幺九",
        "断幺九",
        "断么九",
        on="hand",
        when={"open-tanyao": True},
    ),
    yaku(
        "tanyao",
        1,
        0,
        has.only_simples_hand,
        "Tanyao",
        "斷幺九",
        "断幺九",
        "断么九",
        on="hand",
        when={"open-tanyao": False},
    ),
    yaku("honroutou", 2, 2, has.terminals_and_honours_hand, "Honroutou", "混老頭", "混老头", "混老頭", on="hand"),
    yaku("honitsu", 3, 2, has.one_suit_and_honours_hand, "Honitsu", "混一色", "混一色", "混一色", on="hand"),
    yaku("chinitsu", 6, 5, has.one_suit_hand, "Chinitsu", "清一色", "清一色", "清一色", on="hand"),
    yakuman("tenhou", has.flagged(HEAVENLY), "Tenhou", "天和", "天和", "天和", on="hand", closed=True),
    yakuman("chiihou", shapes.chiihou, "Chiihou", "地和", "地和", "地和", on="hand", closed=True),
    yakuman(
        "renhou", shapes.renhou, "Renhou", "人和", "人和", "人和", on="hand", closed=True, when={"renhou": "yakuman"}
    ),
    yakuman("tsuuiisou", has.only_honours_hand, "Tsuuiisou", "字一色", "字一色", "字一色", on="hand"),
    yakuman("chinroutou", has.only_terminals_hand, "Chinroutou", "清老頭", "清老头", "清老頭", on="hand"),
    yakuman("ryuuiisou", has.only_green_hand, "Ryuuiisou", "綠一色", "绿一色", "緑一色", on="hand"),
    yakuman("chuuren", shapes.chuuren, "Chuuren poutou", "九蓮寶燈", "九莲宝灯", "九蓮宝燈", on="hand", closed=True),
)

# how many sets of which sort
ON_SORTS = (
    yaku("chanta", 2, 1, shapes.chanta, "Chanta", "混全帶幺九", "混全带幺九", "混全帯么九"),
    yaku("junchan", 3, 2, shapes.junchan, "Junchan", "純全帶幺九", "纯全带幺九", "純全帯么九"),
    yaku("toitoi", 2, 2, has.all_triplets, "Toitoi", "對對和", "对对和", "対々和"),
    yaku(
        "san-ankou",
        2,
        2,
        shapes.san_ankou,
        "San ankou",
        "三暗刻",
        "三暗刻",
        "三暗刻",
        earned=by.triplets(concealed=True),
    ),
    yaku("san-kantsu", 2, 2, shapes.san_kantsu, "San kantsu", "三槓子", "三杠子", "三槓子", earned=by.kongs),
    yakuman("suuankou", shapes.suuankou, "Suuankou", "四暗刻", "四暗刻", "四暗刻", closed=True),
    yakuman("suukantsu", has.four_kongs, "Suukantsu", "四槓子", "四杠子", "四槓子", earned=by.kongs),
    yakuman("daisangen", has.three_dragons, "Daisangen", "大三元", "大三元", "大三元", earned=by.triplets(DRAGONS)),
    yakuman("daisuushii", has.four_winds, "Daisuushii", "大四喜", "大四喜", "大四喜", earned=by.triplets(WINDS)),
)

ON_CHOWS = (
    yaku("iipeikou", 1, 0, shapes.iipeikou, "Iipeikou", "一盃口", "一杯口", "一盃口", earned=by.chows),
    yaku("ryanpeikou", 3, 0, shapes.ryanpeikou, "Ryanpeikou", "二盃口", "两杯口", "二盃口", earned=by.chows),
    yaku(
        "sanshoku-doujun",
        2,
        1,
        shapes.sanshoku_doujun,
        "Sanshoku doujun",
        "三色同順",
        "三色同顺",
        "三色同順",
        earned=by.chows,
    ),
    yaku("ittsu", 2, 1, shapes.ittsu, "Ittsu", "一氣通貫", "一气通贯", "一気通貫", earned=by.chows),
)

# which triplets and which pair
ON_TRIPLETS = (
    yaku(
        "haku", 1, 1, shapes.triplet_of(WHITE), "Haku", "役牌：白", "役牌：白", "役牌 白", earned=by.triplets((WHITE,))
    ),
    yaku(
        "hatsu",
        1,
        1,
        shapes.triplet_of(GREEN),
        "Hatsu",
        "役牌：發",
        "役牌：发",
        "役牌 發",
        earned=by.triplets((GREEN,)),
    ),
    yaku(
        "chun",
        1,
        1,
        shapes.triplet_of(RED_DRAGON),
        "Chun",
        "役牌：中",
        "役牌：中",
        "役牌 中",
        earned=by.triplets((RED_DRAGON,)),
    ),
    yaku(
        "seat-wind",
        1,
        1,
        has.seat_wind_triplet,
        "Seat wind",
        "自風牌",
        "自风牌",
        "自風牌",
        earned=by.wind_triplet("seat"),
    ),
    yaku(
        "round-wind",
        1,
        1,
        has.round_wind_triplet,
        "Round wind",
        "場風牌",
        "场风牌",
        "場風牌",
        earned=by.wind_triplet("round"),
    ),
    yaku(
        "sanshoku-doukou",
        2,
        2,
        shapes.sanshoku_doukou,
        "Sanshoku doukou",
        "三色同刻",
        "三色同刻",
        "三色同刻",
        earned=by.triplets(),
    ),
    yaku(
        "shousangen",
        2,
        2,
        has.two_dragons_and_pair,
        "Shousangen",
        "小三元",
        "小三元",
        "小三元",
        earned=by.triplets_and_pair(DRAGONS),
    ),
    yakuman(
        "shousuushii",
        shapes.shousuushii,
        "Shousuushii",
        "小四喜",
        "小四喜",
        "小四喜",
        earned=by.triplets_and_pair(WINDS),
    ),
)

# the form, the wait, and what replaces everything else
ON_FORM = (
    yaku("chiitoitsu", 2, 0, has.is_seven_pairs, "Chiitoitsu", "七對子", "七对子", "七対子"),
    yakuman("kokushi", shapes.kokushi, "Kokushi musou", "國士無雙", "国士无双", "国士無双", closed=True),
)
PINFU = yaku("pinfu", 1, 0, nowhere, "Pinfu", "平和", "平和", "平和")
RENHOU = yaku(
    "renhou",
    5,
    0,
    shapes.renhou,
    "Renhou",
    "人和",
    "人和",
    "人和",
    on="hand",
    when={"renhou": frozenset({"mangan-exclusive", "mangan-min"})},
)

DORA = (
    dora("dora", "Dora", "寶牌", "宝牌", "ドラ", earned=by.nothing),
    dora("kan-dora", "Kan dora", "槓寶牌", "杠宝牌", "槓ドラ", earned=by.nothing, when={"kan-dora": True}),
    dora("ura", "Ura dora", "裏寶牌", "里宝牌", "裏ドラ", earned=by.nothing, when={"ura-dora": True}),
    dora("red", "Red five", "赤寶牌", "赤宝牌", "赤ドラ", earned=by.nothing),
)

ITEMS = (*ON_HAND, PINFU, RENHOU, *ON_TRIPLETS, *ON_CHOWS, *ON_FORM, *ON_SORTS, *DORA)  # fmt: skip

"""The sheet: every yaku, dora and yakuman with its han. Items are listed by what their test looks at."""

from __future__ import annotations

from typing import Any, Final

from controller.rules.hand.reading import Reading
from controller.rules.hand.record import EIGHTH_WIN, HEAVENLY, LAST_DISCARD, OPEN_RIICHI, Hand
from controller.rules.hand.tiles import DRAGONS, GREEN, RED_DRAGON, WHITE, WINDS
from controller.rules.rulesets.riichi import shapes
from controller.rules.rulesets.riichi.value import YAKUMAN_HAN
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.ruleset import Item, Test


def yaku(id: str, han: int, open_han: int, test: Test, **more: Any) -> Item:
    return Item(id, "yaku", han, test, open_value=open_han, **more)


def yakuman(id: str, test: Test, *, closed: bool = False, **more: Any) -> Item:
    open_value = 0 if closed else YAKUMAN_HAN
    return Item(id, "yakuman", YAKUMAN_HAN, test, open_value=open_value, **more)


def dora(id: str, **more: Any) -> Item:
    """Counted by the ruleset itself: what a dora is depends on the indicators."""
    return Item(id, "dora", 1, nowhere, on="hand", **more)


def nowhere(subject: Hand | Reading) -> int:
    del subject
    return 0


SHOWN: Final = frozenset({"han", "yakuman"})
"""Where a riichi may be declared with the hand shown."""

# situation and tiles of the whole hand
ON_HAND: Final = (
    yaku("riichi", 1, 0, shapes.riichi, on="hand", earned=by.nothing),
    yaku("double-riichi", 2, 0, shapes.double_riichi, on="hand", earned=by.nothing),
    yaku("open-riichi", 1, 0, has.flagged(OPEN_RIICHI), on="hand", earned=by.nothing, when={"open-riichi": SHOWN}),
    yaku("ippatsu", 1, 0, shapes.ippatsu, on="hand", earned=by.nothing, when={"ippatsu": True}),
    yaku("menzen-tsumo", 1, 0, has.self_drawn_hand, same_as="fully-concealed-hand", on="hand", earned=by.winning_tile),
    yaku("rinshan", 1, 1, shapes.rinshan, same_as="out-with-replacement-tile", on="hand", earned=by.winning_tile),
    yaku("chankan", 1, 1, shapes.chankan, same_as="robbing-the-kong", on="hand", earned=by.winning_tile),
    yaku("haitei", 1, 1, shapes.haitei, same_as="last-tile-draw", on="hand", earned=by.winning_tile),
    yaku("houtei", 1, 1, has.flagged(LAST_DISCARD), same_as="last-tile-claim", on="hand", earned=by.winning_tile),
    yaku("tanyao", 1, 1, has.only_simples_hand, same_as="all-simples", on="hand", when={"open-tanyao": True}),
    yaku("tanyao", 1, 0, has.only_simples_hand, same_as="all-simples", on="hand", when={"open-tanyao": False}),
    yaku("honroutou", 2, 2, has.terminals_and_honours_hand, same_as="all-terminals-and-honors", on="hand"),
    yaku("honitsu", 3, 2, has.one_suit_and_honours_hand, same_as="half-flush", on="hand"),
    yaku("chinitsu", 6, 5, has.one_suit_hand, same_as="full-flush", on="hand"),
    yakuman("tenhou", has.flagged(HEAVENLY), same_as="heavenly-hand", on="hand", closed=True),
    yakuman("chiihou", shapes.chiihou, same_as="earthly-hand", on="hand", closed=True),
    yakuman("renhou", shapes.renhou, on="hand", closed=True, when={"renhou": "yakuman"}),
    yakuman("open-riichi-discard", shapes.into_open_riichi, on="hand", closed=True, earned=by.winning_tile,
            when={"open-riichi": "yakuman"}),
    yakuman("paarenchan", has.flagged(EIGHTH_WIN), on="hand", earned=by.nothing, when={"paarenchan": True}),
    yakuman("tsuuiisou", has.only_honours_hand, same_as="all-honors", on="hand"),
    yakuman("chinroutou", has.only_terminals_hand, same_as="all-terminals", on="hand"),
    yakuman("ryuuiisou", has.only_green_hand, same_as="all-green", on="hand"),
    yakuman("daisharin", shapes.wheel(1), on="hand", closed=True),
    yakuman("daichikurin", shapes.wheel(2), on="hand", closed=True),
    yakuman("daisuurin", shapes.wheel(0), on="hand", closed=True),
    yakuman("daichisei", shapes.daichisei, on="hand", closed=True),
    yakuman("chuuren", shapes.chuuren, same_as="nine-gates", on="hand", closed=True),
)  # fmt: skip

OF_SITUATION: Final = frozenset({
    "riichi", "double-riichi", "open-riichi", "ippatsu", "menzen-tsumo", "rinshan", "chankan", "haitei", "houtei",
    "tenhou", "chiihou", "renhou", "open-riichi-discard", "paarenchan",
})  # fmt: skip
"""Those of them that look at how a hand was won alone."""

# how many sets of which sort
ON_SORTS: Final = (
    yaku("chanta", 2, 1, shapes.chanta, same_as="outside-hand"),
    yaku("junchan", 3, 2, shapes.junchan),
    yaku("toitoi", 2, 2, has.all_triplets, same_as="all-pungs"),
    yaku("san-ankou", 2, 2, shapes.san_ankou, same_as="three-concealed-pungs", earned=by.triplets(concealed=True)),
    yaku("san-kantsu", 2, 2, shapes.san_kantsu, same_as="three-kongs", earned=by.kongs),
    yakuman("suuankou", shapes.suuankou, same_as="four-concealed-pungs", closed=True),
    yakuman("suukantsu", has.four_kongs, same_as="four-kongs", earned=by.kongs),
    yakuman("daisangen", has.three_dragons, same_as="big-three-dragons", earned=by.triplets(DRAGONS)),
    yakuman("daisuushii", has.four_winds, same_as="big-four-winds", earned=by.triplets(WINDS)),
)

ON_CHOWS: Final = (
    yaku("iipeikou", 1, 0, shapes.iipeikou, earned=by.twin_chows),
    yaku("ryanpeikou", 3, 0, shapes.ryanpeikou, earned=by.twin_chows),
    yaku("sanshoku-doujun", 2, 1, shapes.sanshoku_doujun, same_as="mixed-triple-chow", earned=by.chows_in_three_suits),
    yaku("ittsu", 2, 1, shapes.ittsu, same_as="pure-straight", earned=by.straight),
)

# which triplets and which pair
ON_TRIPLETS: Final = (
    yaku("haku", 1, 1, shapes.triplet_of(WHITE), earned=by.triplets((WHITE,))),
    yaku("hatsu", 1, 1, shapes.triplet_of(GREEN), earned=by.triplets((GREEN,))),
    yaku("chun", 1, 1, shapes.triplet_of(RED_DRAGON), earned=by.triplets((RED_DRAGON,))),
    yaku("seat-wind", 1, 1, has.seat_wind_triplet, earned=by.wind_triplet("seat")),
    yaku("round-wind", 1, 1, has.round_wind_triplet, same_as="prevalent-wind", earned=by.wind_triplet("round")),
    yaku("sanshoku-doukou", 2, 2, shapes.sanshoku_doukou, same_as="triple-pung", earned=by.triplets_in_three_suits),
    yaku(
        "shousangen",
        2,
        2,
        has.two_dragons_and_pair,
        same_as="little-three-dragons",
        earned=by.triplets_and_pair(DRAGONS),
    ),
    yakuman("shousuushii", shapes.shousuushii, same_as="little-four-winds", earned=by.triplets_and_pair(WINDS)),
)

# the form, the wait, and what replaces everything else
ON_FORM: Final = (
    yaku("chiitoitsu", 2, 0, has.is_seven_pairs, same_as="seven-pairs"),
    yakuman("kokushi", shapes.kokushi, same_as="thirteen-orphans", closed=True),
)
PINFU: Final = yaku("pinfu", 1, 0, nowhere)
RENHOU: Final = yaku(
    "renhou", 5, 0, shapes.renhou, on="hand", when={"renhou": frozenset({"mangan-exclusive", "mangan-min"})}
)

DORA: Final = (
    dora("dora", earned=by.nothing),
    dora("kan-dora", earned=by.nothing, when={"kan-dora": True}),
    dora("ura", earned=by.nothing, when={"ura-dora": True}),
    dora("red", earned=by.nothing),
)

ITEMS: Final = (*ON_HAND, PINFU, RENHOU, *ON_TRIPLETS, *ON_CHOWS, *ON_FORM, *ON_SORTS, *DORA)  # fmt: skip

_WHEEL: Final = ("chinitsu", "tanyao", "pinfu", "ryanpeikou", "chiitoitsu")
CONTAINED: Final = {
    "daisangen": ("haku", "hatsu", "chun"),
    "daisuushii": ("seat-wind", "round-wind", "toitoi"),
    "suuankou": ("toitoi", "san-ankou"),
    "suukantsu": ("toitoi", "san-kantsu"),
    "tsuuiisou": ("toitoi", "honroutou", "chanta"),
    "chinroutou": ("toitoi", "honroutou", "junchan"),
    "ryuuiisou": ("honitsu",),
    "chuuren": ("chinitsu",),
    "kokushi": ("honroutou",),
    "daisharin": _WHEEL, "daichikurin": _WHEEL, "daisuurin": _WHEEL,
    "daichisei": ("chiitoitsu", "honroutou"),
    "tenhou": ("menzen-tsumo",),
    "chiihou": ("menzen-tsumo",),
    "open-riichi-discard": ("riichi", "open-riichi"),
}  # fmt: skip
"""What each yakuman always contains; it does not count beside it where yakuman are yaku of 13 han."""

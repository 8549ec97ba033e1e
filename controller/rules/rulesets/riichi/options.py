"""Options and profiles of riichi; their names are those of the sheet. Decisions: docs/rulesets/riichi.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.rules.rulesets.riichi.chips import OPTIONS as CHIP_OPTIONS
from controller.rules.rulesets.riichi.reds import BY_SUIT
from controller.rules.rulesets.riichi.yakitori import OPTIONS as YAKITORI_OPTIONS
from controller.rules.sheet.options import Contradiction, Option, choice, flag, number

DOUBLED: Final = ("suuankou-tanki", "kokushi-13", "junsei-chuuren", "daisuushii")
LIABLE: Final = ("daisangen", "daisuushii", "suukantsu")
ABORTS: Final = ("kyuushu", "suufon", "suucha", "suukaikan", "sancha")
LOCAL_YAKU: Final = ("daisharin", "daichikurin", "daisuurin", "daichisei")
ONE_HAND: Final = "one-hand"
REST_TO_FIRST: Final = "rest-to-first"
ROUNDS: Final = {"tonpuusen": 1, "hanchan": 2, "iichan": 4, ONE_HAND: 1}
"""Rounds of a match without its extension; ``ONE_HAND`` is over with its first hand."""

OPTIONS: Final[tuple[Option, ...]] = (
    # the table
    choice("dice-throws", 1, (2,)),
    choice("red-fives", 0, (3, 4, BY_SUIT)),
    Option("red-fives-by-suit", (1, 1, 1), bounds=(0, 4), length=3),
    # play
    choice("kuikae", "forbidden", ("allowed",)),
    number("riichi-min-wall", 4, (0, 20)),
    flag("riichi-needs-1000", False),
    choice("riichi-kan", "wait-and-shape", ("wait", "forbidden")),
    choice("open-riichi", "off", ("han", "yakuman")),
    flag("ankan-chankan-kokushi", True),
    choice("kan-dora-timing", "immediate", ("after-discard",)),
    choice("temporary-furiten", "own-draw", ("own-draw-or-call",)),
    flag("fifth-tile", False),
    choice("multiple-winners", "all", ("head-bump", "double-only")),
    *(flag(name, False) for name in ABORTS),
    # yaku
    flag("open-tanyao", True),
    flag("ippatsu", True),
    flag("ura-dora", True),
    flag("kan-dora", True),
    choice("renhou", "mangan-exclusive", ("off", "mangan-min", "yakuman")),
    Option("double-yakuman", (), members=DOUBLED),
    flag("yakuman-stack", False),
    Option("local-yaku", (), members=LOCAL_YAKU),
    flag("paarenchan", False),
    # value
    choice("double-wind-pair-fu", 2, (4,)),
    flag("rinshan-tsumo-fu", True),
    choice("open-flat-fu", 30, (20,)),
    flag("pinfu-tsumo-fu", False),
    flag("kiriage", True),
    choice("kazoe", "sanbaiman", ("yakuman",)),
    flag("no-limits", False),
    # settlement
    number("honba-value", 300, (0, 30_000)),
    choice("honba-multi", "each", ("first-only",)),
    choice("sticks-multi", "own-then-first", ("first-only",)),
    choice("leftover-sticks", "leader", ("lost",)),
    Option("pao", ("daisangen", "daisuushii"), members=LIABLE),
    choice("pao-scope", "that-yakuman-only", ("whole-hand",)),
    choice("pao-honba", "discarder", ("liable",)),
    number("noten-pool", 3000, (0, 100_000)),
    *CHIP_OPTIONS, *YAKITORI_OPTIONS,
    choice("nagashi-mangan", "off", ("as-tsumo-mangan",)),
    # match
    choice("match-length", "hanchan", ("tonpuusen", "iichan", ONE_HAND)),
    choice("renchan", "tenpai", ("agari", "pass-on-draw", "always", "never")),
    flag("agari-yame", False),
    flag("tenpai-yame", False),
    flag("tobi", False),
    flag("tobi-at-zero", False),
    choice("extension", "none", ("next-round", "whole-round")),
    number("target-points", 0, (0, 1_000_000)),
    choice("sudden-death", "any-hand", ("deal-passes",)),
    number("start-points", 30_000, (0, 1_000_000)),
    number("return-points", 30_000, (0, 1_000_000)),
    Option("uma", (15, 5, -5, -15), bounds=(-1_000, 1_000), length=4, balanced=True),
    flag("floating-uma", False),
    choice("ties", "share", ("first-seat",)),
    choice("shared-in", 100, (1, REST_TO_FIRST)),
    choice("final-rounding", "none", ("half-up", "five-down", "down", "up")),
    choice("chombo", "tournament", ("reverse-mangan", "both")),
    number("chombo-points", 20_000, (0, 1_000_000)),
)  # fmt: skip


def not_played(options: Mapping[str, Any]) -> frozenset[str]:
    """Local yaku that the house has not named."""
    return frozenset(LOCAL_YAKU) - frozenset(options["local-yaku"])


CONTRADICTIONS: Final[tuple[Contradiction, ...]] = (
    Contradiction(
        "tobi-at-zero",
        "tobi",
        lambda options: options["tobi-at-zero"] and not options["tobi"],
        "a score of zero ends a match only where scores below zero do",
    ),
    Contradiction(
        "sancha",
        "multiple-winners",
        lambda options: options["sancha"] and options["multiple-winners"] == "head-bump",
        "there are never three winners when only the first in turn wins",
    ),
    Contradiction(
        "match-length",
        "extension",
        lambda options: options["match-length"] == ONE_HAND and options["extension"] != "none",
        "a match of one hand is not played on",
    ),
)

_MLEAGUE_UMA: Final = (30, 10, -10, -30)
PROFILES: Final[dict[str, dict[str, Any]]] = {
    "ema2016": {"kiriage": False, "double-wind-pair-fu": 4},
    "ema2025": {"riichi-needs-1000": True},
    "wrc": {
        "multiple-winners": "head-bump", "yakuman-stack": True, "kazoe": "yakuman", "pao": LIABLE,
        "leftover-sticks": "lost", "chombo-points": 30_000,
    },
    "wrc-2015": {"multiple-winners": "head-bump"},
    "mleague": {
        "multiple-winners": "head-bump", "red-fives": 3, "riichi-min-wall": 0, "renhou": "off", "yakuman-stack": True,
        "pao": LIABLE, "start-points": 25_000, "uma": _MLEAGUE_UMA, "shared-in": REST_TO_FIRST,
    },
    "jpml-a": {
        "multiple-winners": "head-bump", "kiriage": False, "ippatsu": False, "ura-dora": False, "kan-dora": False,
        **dict.fromkeys(ABORTS[:4], True), "renhou": "off", "kazoe": "yakuman", "yakuman-stack": True, "pao": LIABLE,
        "leftover-sticks": "lost",
        "uma": (8, 4, -4, -8), "floating-uma": True,
    },
    "online": {
        "red-fives": 3, "riichi-needs-1000": True, "kan-dora-timing": "after-discard", "renhou": "off",
        "yakuman-stack": True, "double-wind-pair-fu": 4, "kiriage": False, "kazoe": "yakuman",
        "honba-multi": "first-only", "sticks-multi": "first-only", **dict.fromkeys(ABORTS, True), "pao": LIABLE,
        "nagashi-mangan": "as-tsumo-mangan", "agari-yame": True, "tenpai-yame": True, "tobi": True,
        "extension": "next-round",
        "start-points": 25_000, "ties": "first-seat",
    },
}  # fmt: skip

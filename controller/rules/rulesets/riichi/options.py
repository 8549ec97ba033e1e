"""Options and profiles of riichi; their names are those of the sheet. Decisions: docs/rulesets/riichi.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.rules.sheet.options import Contradiction, Option, choice, flag, number

DOUBLED = ("suuankou-tanki", "kokushi-13", "junsei-chuuren", "daisuushii")
LIABLE = ("daisangen", "daisuushii", "suukantsu")
ABORTS = ("kyuushu", "suufon", "suucha", "suukaikan", "sancha")
ROUNDS = {"tonpuusen": 1, "hanchan": 2, "iichan": 4}

OPTIONS: tuple[Option, ...] = (
    # the table
    choice("dice-throws", 1, (2,), "throws for the break; with two the player of the chosen side throws again"),
    choice("red-fives", 0, (3, 4), "red fives in the set: one of each suit, and a second one of dots"),
    # play
    choice("kuikae", "forbidden", ("allowed",), "discarding the claimed tile or the other end of its run"),
    number("riichi-min-wall", 4, (0, 20), "least tiles left in the wall for a riichi"),
    flag("riichi-needs-1000", False, "a player without 1000 points cannot declare riichi"),
    choice("riichi-kan", "wait-and-shape", ("wait", "forbidden"), "what a closed kan after riichi must not change"),
    flag("ankan-chankan-kokushi", True, "thirteen orphans may rob a closed kan"),
    choice("kan-dora-timing", "immediate", ("after-discard",), "when the indicator of an open kan is turned"),
    choice("temporary-furiten", "own-draw", ("own-draw-or-call",), "what ends the furiten of a passed win"),
    flag("fifth-tile", False, "waiting only for a tile of which the player holds all four is tenpai"),
    choice("multiple-winners", "all", ("head-bump", "double-only"), "who wins when several call one discard"),
    *(
        flag(name, False, help)
        for name, help in zip(
            ABORTS,
            (
                "nine kinds of terminals and honors end the hand",
                "the same wind discarded by all in the first turn ends the hand",
                "a fourth riichi ends the hand",
                "a fourth kan by different players ends the hand",
                "three winners on one discard end the hand",
            ),
            strict=True,
        )
    ),
    # yaku
    flag("open-tanyao", True, "tanyao counts in an open hand"),
    flag("ippatsu", True, "a win in the go-around after riichi counts"),
    flag("ura-dora", True, "indicators under the dora indicators count for riichi"),
    flag("kan-dora", True, "every kan turns a further indicator"),
    choice("renhou", "mangan-exclusive", ("off", "mangan-min", "yakuman"),
           "winning on a discard before the own first draw"),
    Option("double-yakuman", (), "yakuman that are worth two", members=DOUBLED),
    flag("yakuman-stack", False, "different yakuman of one hand add up"),
    # value
    choice("double-wind-pair-fu", 2, (4,), "fu for a pair of the wind that is both seat and round wind"),
    flag("rinshan-tsumo-fu", True, "a self-draw after a kan gives its two fu"),
    flag("kiriage", True, "4 han 30 fu and 3 han 60 fu are a mangan"),
    choice("kazoe", "sanbaiman", ("yakuman",), "what 13 han and more are worth without a yakuman"),
    # settlement
    number("honba-value", 300, (0, 30_000), "what a counter adds to a win on a discard; shared by all on a self-draw"),
    choice("honba-multi", "each", ("first-only",), "which of several winners gets the counters"),
    choice("sticks-multi", "own-then-first", ("first-only",), "which of several winners gets the riichi sticks"),
    choice("leftover-sticks", "leader", ("lost",), "who gets the sticks left on the table after the last hand"),
    Option("pao", ("daisangen", "daisuushii"), "yakuman for which a player can be liable", members=LIABLE),
    choice("pao-scope", "that-yakuman-only", ("whole-hand",), "what a liable player pays of stacked yakuman"),
    number("noten-pool", 3000, (0, 100_000), "what noten players pay to tenpai players after a drawn hand"),
    choice("nagashi-mangan", "off", ("as-tsumo-mangan",), "a drawn hand with only terminals and honors discarded"),
    # match
    choice("match-length", "hanchan", ("tonpuusen", "iichan"), "rounds of a match"),
    choice("renchan", "tenpai", ("agari", "pass-on-draw"), "when the dealer stays after a drawn hand"),
    flag("agari-yame", False, "the last dealer ends the match by winning when in first place"),
    flag("tenpai-yame", False, "the last dealer ends the match by tenpai when in first place"),
    flag("tobi", False, "the match ends when a score drops below zero"),
    flag("tobi-at-zero", False, "a score of exactly zero ends the match too"),
    choice("extension", "none", ("next-round",), "one more round until somebody reaches the return points"),
    number("start-points", 30_000, (0, 1_000_000), "points to start with"),
    number("return-points", 30_000, (0, 1_000_000), "points that count as zero in the final score"),
    Option("uma", (15, 5, -5, -15), "thousands added by place", bounds=(-1_000, 1_000), length=4),
    flag("floating-uma", False, "the uma depends on how many players are below the start"),
    choice("ties", "share", ("first-seat",), "equal scores share their places, or the earlier seat is first"),
    choice("chombo", "tournament", ("reverse-mangan",), "what a false win, false riichi or false kan costs"),
    number("chombo-points", 20_000, (0, 1_000_000), "points taken by a tournament chombo after the ranking"),
)  # fmt: skip


def two_at_most(options: Mapping[str, Any]) -> bool:
    """Whether three winners on one discard are an abortive draw."""
    return bool(options.get("sancha")) or options["multiple-winners"] == "double-only"


CONTRADICTIONS = (
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
)

_MLEAGUE_UMA = (30, 10, -10, -30)
PROFILES: dict[str, dict[str, Any]] = {
    "ema2016": {"kiriage": False, "double-wind-pair-fu": 4},
    "ema2025": {},
    "wrc": {"multiple-winners": "head-bump"},
    "mleague": {
        "multiple-winners": "head-bump", "red-fives": 3, "riichi-min-wall": 0, "renhou": "off", "yakuman-stack": True,
        "pao": LIABLE, "start-points": 25_000, "uma": _MLEAGUE_UMA,
    },
    "jpml-a": {
        "multiple-winners": "head-bump", "kiriage": False, "ippatsu": False, "ura-dora": False, "kan-dora": False,
        **dict.fromkeys(ABORTS[:4], True), "pao": LIABLE, "leftover-sticks": "lost", "uma": (8, 4, -4, -8),
        "floating-uma": True, "double-wind-pair-fu": 4,
    },
    "online": {
        "red-fives": 3, "riichi-needs-1000": True, "kan-dora-timing": "after-discard", "renhou": "off",
        "yakuman-stack": True, "double-wind-pair-fu": 4, "kiriage": False, "kazoe": "yakuman",
        "honba-multi": "first-only", "sticks-multi": "first-only", **dict.fromkeys(ABORTS, True), "pao": LIABLE,
        "nagashi-mangan": "as-tsumo-mangan", "agari-yame": True, "tobi": True, "extension": "next-round",
        "start-points": 25_000, "ties": "first-seat",
    },
}  # fmt: skip

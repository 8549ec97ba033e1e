"""Options of sanma: those of riichi with other defaults, and its own. Decisions: docs/rulesets/sanma.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from controller.rules.rulesets.riichi import options as riichi
from controller.rules.sheet.options import Contradiction, Option, choice, flag, number

LEFT_OUT = ("red-fives", "honba-value", "floating-uma", "multiple-winners", "suufon", "suucha", "sancha")
DEFAULTS: dict[str, Any] = {
    "noten-pool": 2000, "start-points": 35_000, "return-points": 40_000, "uma": (15, 0, -15),
}  # fmt: skip


def _ours(option: Option) -> Option:
    option = replace(option, default=DEFAULTS.get(option.name, option.default))
    return replace(option, length=3) if option.name == "uma" else option


OWN: tuple[Option, ...] = (
    # the table
    choice("remove", "2m-8m", ("2s-8s", "keep-5m", "honors", "3x34"), "the tiles that are left out of the set"),
    flag("flowers", False, "the four flowers are in play as bonus tiles"),
    choice("red-fives", 0, (2, 8), "red fives in the set: one of dots and of bamboos, or all of them"),
    choice("absent-seat", None, (0, 1, 2, 3), "the empty chair"),
    choice("long-sides", "neighbours", ("dealer",), "where the longer walls stand"),
    choice("count-over", "players", ("sides",), "the dice count players or all four sides"),
    choice("dead-wall", "with-kita", ("without-kita", "none"), "replacement tiles before the dora indicator"),
    flag("kita-shortens-wall", True, "the last tile of the wall makes up for every replacement tile"),
    # north
    choice("north", "kita-dora", ("yakuhai-all", "guest", "always-dora"), "what the north wind is good for"),
    flag("kita-ron", True, "a north that is set aside can be won on"),
    flag("kita-rinshan", True, "a self-draw after setting north aside is rinshan"),
    # payment
    choice(
        "tsumo-payment",
        "loss",
        ("split-north", "two-to-one", "half", "plus1000", "dealer-triple", "double", "ron-reduced"),
        "who pays the share of the absent player on a self-draw",
    ),
    number("honba-value", 200, (0, 30_000), "what a counter adds to a win on a discard"),
    number("honba-each", 100, (0, 10_000), "what a counter costs each player on a self-draw"),
    choice("multiple-winners", "all", ("head-bump",), "who wins when several call one discard"),
    # Kansai
    flag("pinfu-tsumo", True, "pinfu counts with a self-draw"),
    choice("fixed-fu", 0, (30, 40), "fu of every hand, 0 to count them"),
    choice("round-to", 100, (1000,), "payments are rounded up to this"),
)

OPTIONS: tuple[Option, ...] = (*OWN, *(_ours(option) for option in riichi.OPTIONS if option.name not in LEFT_OUT))

CONTRADICTIONS = (
    *(rule for rule in riichi.CONTRADICTIONS if rule.first not in LEFT_OUT),
    Contradiction(
        "north",
        "remove",
        lambda options: options["remove"] == "honors" and options["north"] != "guest",
        "there is no north wind where the honors are left out: north is a guest",
    ),
)

PROFILES: dict[str, dict[str, Any]] = {
    "kansai": {
        "red-fives": 8, "open-tanyao": False, "pinfu-tsumo": False, "fixed-fu": 30, "round-to": 1000,
    },
}  # fmt: skip


def absent_seat(options: Any) -> int:
    chair: int | None = options["absent-seat"]
    return 3 if chair is None else chair

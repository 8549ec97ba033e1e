"""Options of sanma: those of riichi with other defaults, and its own. Decisions: docs/rulesets/sanma.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from controller.rules.rulesets.riichi import options as riichi
from controller.rules.rulesets.riichi.reds import BY_SUIT
from controller.rules.seats import SEATS, Seat
from controller.rules.sheet.options import Contradiction, Option, choice, flag, number

LEFT_OUT: Final = ("red-fives", "honba-value", "floating-uma", "multiple-winners", "suufon", "suucha", "sancha")
DEFAULTS: Final[dict[str, Any]] = {
    "noten-pool": 2000, "start-points": 35_000, "return-points": 40_000, "uma": (15, 0, -15),
}  # fmt: skip


def _ours(option: Option) -> Option:
    option = replace(option, default=DEFAULTS.get(option.name, option.default))
    return replace(option, length=3) if option.name == "uma" else option


OWN: Final[tuple[Option, ...]] = (
    # the table
    choice("remove", "2m-8m", ("2s-8s", "keep-5m", "honors", "3x34")),
    flag("flowers", False),
    choice("red-fives", 0, (2, 8, BY_SUIT)),
    choice("absent-seat", None, (0, 1, 2, 3)),
    choice("long-sides", "neighbours", ("dealer",)),
    choice("count-over", "players", ("sides",)),
    choice("dead-wall", "with-kita", ("without-kita", "none")),
    flag("kita-shortens-wall", True),
    # north
    choice("north", "kita-dora", ("yakuhai-all", "guest", "always-dora")),
    flag("kita-ron", True),
    flag("kita-rinshan", True),
    # payment
    choice(
        "tsumo-payment",
        "loss",
        ("split-north", "two-to-one", "half", "plus1000", "dealer-triple", "double", "ron-reduced"),
    ),
    number("honba-value", 200, (0, 30_000)),
    number("honba-each", 100, (0, 10_000)),
    choice("multiple-winners", "all", ("head-bump",)),
    # Kansai
    flag("pinfu-tsumo", True),
    choice("fixed-fu", 0, (30, 40)),
    choice("round-to", 100, (1000,)),
)

OPTIONS: Final[tuple[Option, ...]] = (
    *OWN,
    *(_ours(option) for option in riichi.OPTIONS if option.name not in LEFT_OUT),
)

CONTRADICTIONS: Final = (
    *(rule for rule in riichi.CONTRADICTIONS if rule.first not in LEFT_OUT),
    Contradiction(
        "north",
        "remove",
        lambda options: options["remove"] == "honors" and options["north"] != "guest",
        "there is no north wind where the honors are left out: north is a guest",
    ),
    Contradiction(
        "red-fives-by-suit",
        "remove",
        lambda options: (
            options["red-fives"] == BY_SUIT and options["remove"] == "3x34" and max(options["red-fives-by-suit"]) > 3
        ),
        "there are three fives of a suit",
    ),
)

PROFILES: Final[dict[str, dict[str, Any]]] = {
    "kansai": {
        "red-fives": 8, "open-tanyao": False, "pinfu-tsumo": False, "fixed-fu": 30, "round-to": 1000,
    },
}  # fmt: skip


def absent_seat(options: Any) -> Seat:
    seat: Seat | None = options["absent-seat"]
    return SEATS[3] if seat is None else seat

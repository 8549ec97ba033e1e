"""What the result of a hand says in riichi and sanma."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import ANY_SOURCE, Asks, CountField, Declaration, FlagField, Level, RowField
from controller.rules.hand.record import DISCARD, ROBBED_KONG, SELF_DRAW
from controller.rules.rulesets.riichi.chips import CHIPS
from controller.rules.rulesets.riichi.indicators import MOST_INDICATORS
from controller.rules.rulesets.riichi.options import ABORTS
from controller.rules.rulesets.riichi.payments import STICK
from controller.rules.rulesets.riichi.sticks import DEPOSITS
from controller.rules.rulesets.riichi.value import LEVELS, MOST_HAN, YAKUMAN_HAN, Worths
from controller.rules.rulesets.riichi.yakitori import YAKITORI
from controller.rules.sheet.ruleset import Options
from controller.rules.winners import two_at_most

FU: Final = (20, 25, *range(30, 120, 10))
PRESETS: Final = (1, 2, 3, 4, 5, 6, 8, 11)
FU_BELOW: Final = 5
MOST_YAKUMAN: Final = 6
RIICHI: Final = Declaration("riichi", ("win", "draw", "abort"), ("riichi", "double-riichi"), ready=True, stake=STICK)
"""Laid down a stick."""
NAGASHI: Final = Declaration("nagashi", ("draw",))
"""Drew the hand with terminals and honors alone discarded and none of them claimed."""
DORA: Final = RowField("dora_indicators", MOST_INDICATORS)
URA: Final = RowField("ura_indicators", MOST_INDICATORS, RIICHI.flags, under=DORA.id)
KITA: Final = CountField("kita", 4, "4z")
"""Norths set aside as dora."""


def asks(options: Options, plain: Asks) -> Asks:
    return replace(
        plain,
        declared=(RIICHI, *((NAGASHI,) if options["nagashi-mangan"] != "off" else ())),
        ready=bool(options["noten-pool"]) or options["renchan"] == "tenpai",
        abort=tuple(name for name in ABORTS if options.get(name) or (name == "sancha" and two_at_most(options))),
        least=1,
        fu=(options["fixed-fu"],) if options.get("fixed-fu") else FU,
        **worth(options),
        liable=bool(options["pao"]),
        situations=situations(options),
        rows=(DORA, *((URA,) if options["ura-dora"] else ())),
        counters=True,
        counted_in="honba",
        pot=(DEPOSITS,),
        chips=bool(options[CHIPS]),
        yakitori=bool(options[YAKITORI]),
    )


def worth(options: Options) -> dict[str, Any]:
    """How a win without tiles says what it is worth: limits by name, or without limits by han and fu."""
    if options["no-limits"]:
        every = (*range(1, YAKUMAN_HAN + 1), 2 * YAKUMAN_HAN)
        return {"presets": every, "fu_below": MOST_HAN + 1, "limit": "", "limit_totals": ()}
    return {
        "presets": PRESETS,
        "fu_below": FU_BELOW,
        "levels": levels(options),
        "limit": "yakuman",
        "limit_totals": tuple(YAKUMAN_HAN * times for times in range(1, MOST_YAKUMAN + 1)),
        "liable_limit": True,
    }


def levels(options: Options) -> tuple[Level, ...]:
    """Every limit from the highest, mangan also by its fu."""
    worths = Worths(options)
    counted = (Level(YAKUMAN_HAN, 0, "counted-yakuman"),) if options["kazoe"] == "yakuman" else ()
    by_han = tuple(Level(han, 0, level) for han, _, level in LEVELS)
    by_fu = tuple(
        Level(han, next(fu for fu in range(30, 300, 10) if worths.of(han, fu).level), "mangan")
        for han in range(FU_BELOW - 1, 0, -1)
    )
    return counted + by_han + by_fu


def situations(options: Options) -> tuple[FlagField, ...]:
    earthly = (SELF_DRAW,) if options["renhou"] == "off" else (SELF_DRAW, DISCARD)
    rows = [
        FlagField("riichi", ANY_SOURCE, concealed=True, without=("double-riichi", "heavenly", "earthly")),
        FlagField("double-riichi", ANY_SOURCE, concealed=True, without=("riichi", "heavenly", "earthly")),
        FlagField("last-tile", (SELF_DRAW,)),
        FlagField("last-discard", (DISCARD,)),
        FlagField("replacement", (SELF_DRAW,), kongs=1),
        FlagField("heavenly", (SELF_DRAW,), True, concealed=True, without=RIICHI.flags),
        FlagField("earthly", earthly, False, concealed=True, without=RIICHI.flags),
    ]
    if options["open-riichi"] != "off":
        rows.insert(2, FlagField("open-riichi", ANY_SOURCE, concealed=True, without=("heavenly", "earthly")))
    if options["paarenchan"]:
        rows.append(FlagField("eighth-win", ANY_SOURCE, True))
    if options["ippatsu"]:
        rows.insert(2, FlagField("ippatsu", ANY_SOURCE, concealed=True))
    return tuple(rows)


def with_north(options: Options, asked: Asks) -> Asks:
    """Three players: no chi, tiles left out of the set, north set aside."""
    sets_aside = options["north"] in ("kita-dora", "always-dora")
    sources = (*((SELF_DRAW,) if options["kita-rinshan"] else ()), *((ROBBED_KONG,) if options["kita-ron"] else ()))
    extra = (FlagField("kita", sources),) if sets_aside and sources else ()
    return replace(
        asked,
        situations=asked.situations + extra,
        chows=options["remove"] == "3x34",
        counts=(KITA,) if sets_aside else (),
    )

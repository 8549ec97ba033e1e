"""Riichi: yaku and dora as han, fu, limits; counters, sticks, tenpai payments. Decisions: docs/rulesets/riichi.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from controller.rules.game import DicePlan, WallPlan
from controller.rules.hand.reading import Form, Reading, seven_different_pairs, standard, thirteen_orphans
from controller.rules.hand.record import Hand
from controller.rules.hand.tile_set import TileSet, tile_set
from controller.rules.rulesets.riichi.checks import DISCARDER_RIICHI, check_of
from controller.rules.rulesets.riichi.conversion import conversion, rounded_up
from controller.rules.rulesets.riichi.dora import dora_tiles
from controller.rules.rulesets.riichi.entry import asks
from controller.rules.rulesets.riichi.furiten import furiten
from controller.rules.rulesets.riichi.items import ITEMS
from controller.rules.rulesets.riichi.judge import RiichiJudge
from controller.rules.rulesets.riichi.match import RiichiCourse
from controller.rules.rulesets.riichi.options import CONTRADICTIONS, OPTIONS, PROFILES, ROUNDS, not_played
from controller.rules.rulesets.riichi.payments import STICK, Payments
from controller.rules.rulesets.riichi.penalties import penalties
from controller.rules.rulesets.riichi.reds import reds_of, with_reds
from controller.rules.rulesets.riichi.settling import RiichiSettling, figured_of, figures_of, quick_base
from controller.rules.rulesets.riichi.value import Worths
from controller.rules.seats import WINDS
from controller.rules.sheet.ruleset import Bound, Locks, Options, PlayedItems, Progression, Ruleset


def every_form(hand: Hand, every_way: bool) -> list[Reading]:
    """Four sets and a pair and, where nothing is melded, the forms without sets."""
    found = standard(hand, every_way)
    if not hand.melds:
        found += seven_different_pairs(hand, every_way)
        found += thirteen_orphans(hand, every_way)
    return found


FORMS: Final[tuple[Form, ...]] = (every_form,)


def bind(options: Options, played: PlayedItems) -> Bound:
    bound = bound_with(options, RiichiJudge(options, played), Payments(options))
    return replace(bound, check=check_of(tiles(options)))


def bound_with(options: Options, judge: RiichiJudge, payments: Payments) -> Bound:
    worths = Worths(options)

    return Bound(
        forms=FORMS,
        judge=judge,
        pay=payments.shares,
        base_of=lambda win: quick_base(worths, win),
        minimum=1,
        convert=lambda verdict: [*conversion(options, verdict), *rounded_up(payments, verdict)],
        beside_minimum=("dora",),
        earned=lambda name, reading: dora_tiles(judge, name, reading),
        extra_shares=payments.extra_shares,
        extra_hands_for_all=options["honba-multi"] == "each",
        figures=figures_of(options),
        figured=figured_of(options),
        pot=lambda hand: STICK * hand.own.deposits,
        every_way=True,
    )


def tiles(options: Options) -> TileSet:
    return tile_set(red=reds_of(options))


def wall(options: Options, tiles: TileSet) -> WallPlan:
    """The seven stacks at the break stay fourteen tiles; the third from the break shows the indicator on its top."""
    del options
    return WallPlan.of(tiles, dead="moving", dead_stacks=7, indicator=4)


def progression(options: Options) -> Progression:
    rounds = ROUNDS[options["match-length"]] + (options["extension"] != "none")
    return Progression(winds=WINDS[:rounds])


def started(options: Options) -> int:
    points: int = options["start-points"]
    return points


SHARED: Final[dict[str, Any]] = {
    "unit": "han", "dice": lambda options: DicePlan(2, options["dice-throws"]), "penalties": penalties,
    "start_points": started, "pieces": (10_000, 5_000, 1_000, 100),
    "seating": lambda _: "wind-tiles", "locks": lambda _: Locks(furiten=furiten),
    "course": RiichiCourse, "off": not_played, "fields": frozenset({DISCARDER_RIICHI}),
}  # fmt: skip

RULESET: Final = Ruleset(
    id="riichi",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=wall,
    progression=progression,
    contradictions=CONTRADICTIONS,
    profiles=PROFILES,
    asks=asks,
    settling=RiichiSettling,
    implies=with_reds(3),
    **SHARED,
)

"""Riichi for three: a smaller set, no chi, north set aside as dora. Decisions: docs/rulesets/sanma.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.rules.entry import Asks
from controller.rules.game import WallPlan
from controller.rules.hand.reading import Reading
from controller.rules.hand.record import KITA, NO_WIN, SELF_DRAW, Hand
from controller.rules.hand.tile_set import FLOWERS, TileSet, tile_set
from controller.rules.hand.tiles import IDS, write_tiles
from controller.rules.rulesets import riichi
from controller.rules.rulesets.riichi.dora import dora_tiles
from controller.rules.rulesets.riichi.entry import asks as riichi_asks
from controller.rules.rulesets.riichi.entry import with_north
from controller.rules.rulesets.riichi.reds import reds_of, with_reds
from controller.rules.rulesets.riichi.settling import RiichiSettling
from controller.rules.rulesets.sanma.checks import check_of
from controller.rules.rulesets.sanma.judge import ITEMS, NORTH, REMOVED, SanmaJudge
from controller.rules.rulesets.sanma.options import CONTRADICTIONS, OPTIONS, PROFILES, absent_seat
from controller.rules.rulesets.sanma.payments import SanmaPayments
from controller.rules.sheet.ruleset import Bound, Options, PlayedItems, Progression, Ruleset


def bind(options: Options, played: PlayedItems) -> Bound:
    bound = bound_with(options, SanmaJudge(options, played), SanmaPayments(options))
    return replace(bound, check=check_of(options, tiles(options), no_chi=options["remove"] != "3x34"))


def bound_with(options: Options, judge: SanmaJudge, payments: SanmaPayments) -> Bound:
    """All but the check of a record."""

    def refuses(hand: Hand) -> str:
        if hand.flags & KITA and hand.source != SELF_DRAW and (not options["kita-ron"] or hand.winning != NORTH):
            return NO_WIN
        return ""

    def earned(name: str, reading: Reading) -> list[str] | None:
        norths = [write_tiles([NORTH] * judge.norths(reading.hand))]
        return norths if name == "kita" else dora_tiles(judge, name, reading)

    bound = riichi.bound_with(options, judge, payments)
    return replace(bound, aside=lambda hand: hand.own.norths, refuses=refuses, earned=earned)


def tiles(options: Options) -> TileSet:
    remove = options["remove"]
    return tile_set(
        players=3,
        copies=3 if remove == "3x34" else 4,
        without=REMOVED[remove],
        flowers=FLOWERS[:4] if options["flowers"] else (),
        red={name: number for name, number in reds_of(options).items() if IDS[name] not in REMOVED[remove]},
    )


def wall(options: Options, tiles: TileSet) -> WallPlan:
    """All four sides have a wall. ``with-kita``: eight replacement tiles lie before the indicator, else four."""
    dead = options["dead-wall"]
    return WallPlan.of(
        tiles,
        absent_seat=absent_seat(options),
        dead="none" if dead == "none" else "moving" if options["kita-shortens-wall"] else "stacks",
        dead_stacks=0 if dead == "none" else 7,
        indicator=None if dead == "none" else 8 if dead == "with-kita" else 4,
        every_side=True,
        count_over=options["count-over"],
        long_sides=options["long-sides"],
    )


def progression(options: Options) -> Progression:
    return replace(riichi.progression(options), absent_seat=absent_seat(options))


def asks(options: Options, plain: Asks) -> Asks:
    return with_north(options, riichi_asks(options, plain))


RULESET: Final = Ruleset(
    id="sanma",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=wall,
    progression=progression,
    contradictions=CONTRADICTIONS,
    profiles=PROFILES,
    asks=asks,
    settling=lambda options, bound, plan: RiichiSettling(options, bound, plan, SanmaPayments(options)),
    implies=with_reds(2),
    **riichi.SHARED,
)

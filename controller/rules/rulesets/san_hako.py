"""San Hako: sanma for three or two, the stake in three boxes. Decisions: docs/rulesets/san-hako.md.

Sanma is played with its options fixed (``as_sanma``) but for those that this game has as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from controller.rules.entry import Asks
from controller.rules.game import MatchPosition, WallPlan
from controller.rules.hand.record import NO_WIN, Hand
from controller.rules.hand.sets import CHOWS
from controller.rules.hand.tile_set import TileSet
from controller.rules.rulesets import riichi, sanma
from controller.rules.rulesets.riichi.match import RiichiCourse
from controller.rules.rulesets.riichi.options import not_played
from controller.rules.rulesets.riichi.settling import RiichiSettling
from controller.rules.rulesets.sanma.checks import check_of
from controller.rules.rulesets.sanma.judge import ITEMS as SANMA_ITEMS
from controller.rules.rulesets.sanma.judge import SanmaJudge
from controller.rules.rulesets.sanma.options import CONTRADICTIONS as SANMA_CONTRADICTIONS
from controller.rules.rulesets.sanma.options import OPTIONS as SANMA_OPTIONS
from controller.rules.rulesets.sanma.payments import SanmaPayments
from controller.rules.seats import EAST, WEST, WIND_INDEXES, WindIndex
from controller.rules.sheet.options import Contradiction, choice, flag, number, settle
from controller.rules.sheet.ruleset import Bound, Item, Options, PlayedItems, Progression, Ruleset, holds

OPTIONS = (
    choice("players", 3, (2,)),
    choice("absent-seat", None, (0, 1, 2, 3)),
    choice("dead-wall", "with-kita", ()),
    flag("kita", True),
    choice("tsumo-payment", "loss", ("full",)),
    number("honba-each", 100, (0, 10_000)),
    number("noten-pool", 2000, (0, 100_000)),
    number("boxes", 3, (1, 100)),
    number("box", 10_000, (100, 1_000_000)),
    choice("rounds", 2, (1,)),
    choice("renchan", "tenpai", ("win", "never")),
    flag("tobi", True),
)
CONTRADICTIONS = (
    Contradiction(
        "tsumo-payment",
        "players",
        lambda options: options["tsumo-payment"] == "full" and options["players"] == 3,
        "of three players each pays his own share; one alone who pays all is the opponent of two",
    ),
)

FIXED: Final[Options] = MappingProxyType(
    settle(
        SANMA_OPTIONS,
        SANMA_CONTRADICTIONS,
        {},
        {
            "count-over": "sides", "multiple-winners": "head-bump", "renhou": "off", "double-wind-pair-fu": 4,
            "kiriage": False, "kazoe": "yakuman", "yakuman-stack": True, "uma": (0, 0, 0),
        },
    )
)  # fmt: skip
"""The options of sanma that this game is played with."""
LENGTHS: Final[Mapping[int, str]] = {1: "tonpuusen", 2: "hanchan"}
SAME: Final = ("absent-seat", "dead-wall", "honba-each", "tobi")
"""Options that sanma has under the same name."""


def as_sanma(options: Options) -> Options:
    """What the options of the house are in sanma."""
    points = started(options)
    return {
        **FIXED,
        **{name: options[name] for name in SAME},
        "north": "kita-dora" if options["kita"] else "guest",
        "noten-pool": options["noten-pool"] // (2 if options["players"] == 2 else 1),
        "honba-value": options["honba-each"] * (options["players"] - 1),
        "tsumo-payment": "double" if options["tsumo-payment"] == "full" else "loss",
        "renchan": "agari" if options["renchan"] == "win" else options["renchan"],
        "match-length": LENGTHS[options["rounds"]],
        "start-points": points,
        "return-points": points,
    }


def started(options: Options) -> int:
    points: int = options["boxes"] * options["box"]
    return points


# items

NEVER: Final = frozenset({"renhou", "sanshoku-doujun", "red", "north"})
"""Items of sanma for which this game has no tiles, or no option."""


def _ours(item: Item) -> Item:
    """An item of sanma as it is here: with its option, or always there."""
    when = {"kita": True} if item.id == "kita" else {}
    return replace(item, when=when) if item.when else item


ITEMS = tuple(
    _ours(item)
    for item in SANMA_ITEMS
    if item.id not in NEVER and item.id not in not_played(FIXED) and holds(item.when, FIXED)
)
ON_HAND = tuple(item for item in ITEMS if item.on == "hand" and item.group != "dora" and item.id != "rinshan")
RINSHAN = tuple(item for item in ITEMS if item.id == "rinshan")


class SanHakoJudge(SanmaJudge):
    def hand_items(self) -> tuple[Item, ...]:
        return ON_HAND

    def rinshan_items(self) -> tuple[Item, ...]:
        return RINSHAN


# payments


class SanHakoPayments(SanmaPayments):
    """Of two players the opponent pays what a dealer pays, or what a discard would have cost."""

    def __init__(self, options: Options) -> None:
        winds = (EAST, WEST) if options["players"] == 2 else WIND_INDEXES[:3]
        super().__init__(as_sanma(options), winds)
        self._full = options["tsumo-payment"] == "full"

    def drawn_key(self, winner: WindIndex, payer: WindIndex) -> str:
        if self._full:
            return "line.self-draw-full-dealer" if winner == EAST else "line.self-draw-full"
        return super().drawn_key(winner, payer)


def bind(options: Options, played: PlayedItems) -> Bound:
    view = as_sanma(options)
    bound = sanma.bound_with(view, SanHakoJudge(view, played), SanHakoPayments(options))

    def refuses(hand: Hand) -> str:
        reason = bound.refuses(hand) if bound.refuses else ""
        return reason or (NO_WIN if hand.meld_tally >> CHOWS & 7 else "")

    return replace(bound, check=check_of(view, tiles(options), no_chi=False), refuses=refuses)


# the table and the match


def tiles(options: Options) -> TileSet:
    return replace(sanma.tiles(as_sanma(options)), players=options["players"], strangers_are_too_many=True)


def wall(options: Options, tiles: TileSet) -> WallPlan:
    return sanma.wall(as_sanma(options), tiles)


def progression(options: Options) -> Progression:
    return replace(sanma.progression(as_sanma(options)), two_players=options["players"] == 2)


def asks(options: Options, plain: Asks) -> Asks:
    return sanma.asks(as_sanma(options), plain)


class SanHakoCourse(RiichiCourse):
    """As riichi without uma; who has lost a whole box has a mark."""

    def __init__(self, options: Options, plan: Progression) -> None:
        super().__init__(as_sanma(options), plan)
        self._marked: int = started(options) - options["box"]

    def final(self, scores: Sequence[int], position: MatchPosition) -> dict[str, Any]:
        answer = super().final(scores, position)
        return {**answer, "marks": [int(score <= self._marked) for score in answer["table_scores"]]}


RULESET = Ruleset(
    id="san-hako",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=wall,
    progression=progression,
    contradictions=CONTRADICTIONS,
    asks=asks,
    settling=lambda options, bound, plan: RiichiSettling(as_sanma(options), bound, plan, SanHakoPayments(options)),
    course=SanHakoCourse,
    **{
        **{name: part for name, part in riichi.SHARED.items() if name not in ("course", "off", "fields")},
        "dice": lambda options: riichi.SHARED["dice"](as_sanma(options)),
        "penalties": lambda options: riichi.SHARED["penalties"](as_sanma(options)),
        "start_points": started,
        "pieces": (10_000, 5_000, 1_000, 100),
    },
)

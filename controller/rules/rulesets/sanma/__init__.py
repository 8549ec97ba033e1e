"""Riichi for three: a smaller set, no chi, north set aside as dora. Decisions: docs/rulesets/sanma.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from controller.rules.entry import Asks
from controller.rules.errors import RecordError
from controller.rules.game import WallPlan
from controller.rules.hand.reading import Reading
from controller.rules.hand.record import IPPATSU, NO_WIN, SELF_DRAW, TOO_MANY, Hand
from controller.rules.hand.sets import CHOWS
from controller.rules.hand.tiles import EACH_FOUR, NAMES, PLAYING, count, write_tiles
from controller.rules.rulesets import riichi
from controller.rules.rulesets.riichi.dora import dora_tiles
from controller.rules.rulesets.riichi.entry import asks as riichi_asks
from controller.rules.rulesets.riichi.entry import with_north
from controller.rules.rulesets.riichi.game import RiichiGame
from controller.rules.rulesets.riichi.shapes import FIRST_TURN
from controller.rules.rulesets.sanma.judge import (
    ITEMS,
    KITA,
    NORTH,
    REMOVED,
    SanmaJudge,
    absent_kinds,
    kinds_in_play,
    norths_aside,
)
from controller.rules.rulesets.sanma.options import CONTRADICTIONS, OPTIONS, PROFILES, absent_seat
from controller.rules.rulesets.sanma.payments import SanmaPayments
from controller.rules.sheet.ruleset import Bound, Options, Played, Progression, Ruleset

FLOWERS = 4


class SanmaGame(RiichiGame):
    pays = SanmaPayments

    def __init__(self, rules: Ruleset, options: Mapping[str, Any] | None = None, profile: str | None = None) -> None:
        super().__init__(rules, options, profile)
        options = self.options
        self._no_chi = options["remove"] != "3x34"
        self._no_kita = options["north"] not in ("kita-dora", "always-dora")

    def _belied(self, hand: Hand) -> int:
        """Setting a north aside breaks off like a kan."""
        first_turn = FIRST_TURN if norths_aside(hand.record) else 0
        own = hand.flags & KITA and hand.source == SELF_DRAW
        return super()._belied(hand) | first_turn | (IPPATSU if own else 0)

    def hand_of(self, record: Mapping[str, Any]) -> Hand:
        hand = super().hand_of(record)
        hand.aside = norths_aside(record)
        if self._no_chi and hand.meld_tally >> CHOWS & 7:
            raise RecordError("melds", "there is no chi among three players", "only pungs and kongs are melded")
        if self._no_kita and hand.aside:
            raise RecordError("kita", f"north is not set aside here (north: {self.options['north']})")
        return hand

    def not_in_the_set(self) -> int:
        return super().not_in_the_set() | PLAYING & absent_kinds(self.options)

    def strange(self, hand: Hand) -> RecordError:
        if hand.tiles & super().not_in_the_set():
            return super().strange(hand)
        tile = next(NAMES[kind] for kind in REMOVED[self.options["remove"]] if count(hand.tiles, kind))
        return RecordError("hand", f"there is no {tile} in this set", tile=tile)


def bind(options: Options, played: Played) -> Bound:
    judge = SanmaJudge(options, played)
    bound = riichi.bound_with(options, judge, SanmaPayments(options))
    refuses = bound.refuses
    copies = 3 if options["remove"] == "3x34" else 4

    def refuses_here(hand: Hand) -> str:
        if copies == 3 and hand.tiles & EACH_FOUR:
            return TOO_MANY
        if hand.aside and count(hand.tiles, NORTH) + hand.aside > copies:
            return TOO_MANY
        if hand.flags & KITA and hand.source != SELF_DRAW and (not options["kita-ron"] or hand.winning != NORTH):
            return NO_WIN
        return refuses(hand) if refuses else ""

    def earned(name: str, reading: Reading) -> list[str] | None:
        norths = [write_tiles([NORTH] * judge.norths(reading.hand))]
        return norths if name == "kita" else dora_tiles(judge, name, reading)

    return replace(bound, refuses=refuses_here, bonus_tiles=0x0F, earned=earned)


def wall(options: Options) -> WallPlan:
    """All four sides have a wall. ``with-kita``: eight replacement tiles lie before the indicator, else four."""
    dead = options["dead-wall"]
    kinds = len(kinds_in_play(options))
    tiles = (3 if options["remove"] == "3x34" else 4) * kinds + (FLOWERS if options["flowers"] else 0)
    return WallPlan(
        tiles,
        players=3,
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
    left_out = tuple(NAMES[tile] for tile in REMOVED[options["remove"]])
    return with_north(options, riichi_asks(options, plain), left_out)


RULESET = Ruleset(
    id="sanma",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    wall=wall,
    progression=progression,
    contradictions=CONTRADICTIONS,
    profiles=PROFILES,
    asks=asks,
    game=SanmaGame,
    red_fives=2,
    **riichi.SHARED,
)

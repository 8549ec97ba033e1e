"""Base and doubles: one base point, doubled for every feature. Decisions: docs/rulesets/base-and-doubles.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from controller.rules.entry import Asks
from controller.rules.game import WINDS, DicePlan, WallPlan
from controller.rules.hand.reading import Reading, seven_different_pairs, seven_pairs, standard
from controller.rules.hand.record import AFTER_KONG, DOUBLE_REPLACEMENT, HEAVENLY, NO_WIN, ROBBED_KONG, Hand
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.judges import Limits, Sum, judge, summed
from controller.rules.sheet.options import Names, choice, flag, least_above_most, number
from controller.rules.sheet.ruleset import (
    Bound,
    Item,
    Options,
    Penalty,
    Played,
    Progression,
    Ruleset,
    Step,
    Test,
    Verdict,
    east_by_dice,
)
from controller.rules.sheet.shares import dealer_and_discarder

# tests that only this game has


def concealed_pungs(reading: Reading) -> int:
    """Every tile from the wall, the last one included."""
    return reading.triplets == 4 and reading.hand.shown == 0 and not reading.hand.by_other


def full_series(hand: Hand) -> int:
    return has.has_all(has.PLANTS)(hand) + has.has_all(has.SEASONS)(hand)


# the sheet


def maximum(id: str, test: Test, *names: str, **more: Any) -> Item:
    return Item(id, "maximum", "max-doubles", test, Names(*names), **more)


def doubles(id: str, test: Test, *names: str, **more: Any) -> Item:
    """The value of these items is the option with their own name."""
    return Item(id, "doubles", id, test, Names(*names), **more)


ITEMS = (
    doubles("self-drawn", has.self_drawn_hand, "Self-drawn", "自摸", "自摸", "自摸", on="hand", earned=by.winning_tile),
    doubles("out-at-kong", has.flagged(AFTER_KONG), "Out at kong", "槓上開花", "杠上开花", "嶺上開花", on="hand",
            earned=by.winning_tile),
    doubles("all-pungs", has.all_triplets, "All pungs", "對對糊", "对对和", "対々和"),
    doubles("one-suit-with-honors", has.one_suit_and_honours_hand, "One suit with honors", "混一色", "混一色", "混一色",
            on="hand"),
    doubles("seven-pairs", has.is_seven_pairs, "Seven pairs", "七對子", "七对子", "七対子"),
    doubles("one-suit", has.one_suit_hand, "One suit", "清一色", "清一色", "清一色", on="hand"),
    doubles("flower-set", full_series, "Full flower series", "一臺花", "一台花", "花牌四枚揃い", on="hand",
            earned=by.full_series),

    maximum("kong-on-kong", has.flagged(DOUBLE_REPLACEMENT), "Kong on kong", "槓上槓", "杠上杠", "連続槓開花",
            on="hand",
            earned=by.winning_tile),
    maximum("all-kongs", has.four_kongs, "All kongs", "十八羅漢", "十八罗汉", "四槓子", earned=by.kongs),
    maximum("concealed-pungs", concealed_pungs, "Concealed pungs", "坎坎糊", "坎坎和", "四暗刻"),
    maximum("heavenly-hand", has.flagged(HEAVENLY), "Heavenly hand", "天糊", "天和", "天和", on="hand"),
)  # fmt: skip

DOUBLES = (0, 40)
OPTIONS = (
    flag("flowers", True, "bonus tiles are in play"),
    number("base-point", 1, (1, 1_000_000), "score of a hand without any double"),
    number("max-doubles", 8, (1, 40), "most doubles that count"),
    number("min-doubles", 0, DOUBLES, "least doubles of a winning hand"),
    number("self-drawn", 1, DOUBLES, "doubles for a winning tile from the wall"),
    number("out-at-kong", 2, DOUBLES, "doubles for winning on a kong's replacement"),
    number("all-pungs", 3, DOUBLES, "doubles for four pungs or kongs"),
    number("one-suit-with-honors", 3, DOUBLES, "doubles for one suit and honors"),
    number("seven-pairs", 4, DOUBLES, "doubles for seven pairs"),
    number("one-suit", 6, DOUBLES, "doubles for one suit alone"),
    number("flower-set", 2, DOUBLES, "doubles for each full series of bonus tiles"),
    flag("seven-pairs-distinct", True, "the seven pairs must all differ"),
    flag("dealer-wins-double", False, "a winning dealer is paid double"),
    flag("only-discarder-pays", False, "on a discard the discarder alone pays"),
    flag("rob-kong", False, "a tile added to a pung may be robbed"),
    choice("dealer-last-two", "leap", ("adjacent",), "the dealer's last two tiles of the deal"),
    number("rounds", 4, (1, 16), "rounds of a match"),
    choice("prevailing-wind", "per-round", ("follows-dealer",), "when the prevailing wind changes"),
    flag("draw-keeps-deal", True, "the dealer stays after a draw"),
    choice("seating", "dice", ("wind-tiles",), "how seats are drawn"),
    choice("wrong-count", "dead-hand", (), "too many or too few tiles"),
    choice("multiple-winners", "nearest", (), "who wins when several claim one discard"),
)  # fmt: skip

CONTRADICTIONS = (least_above_most("min-doubles", "max-doubles"),)

PROFILES: dict[str, dict[str, Any]] = {"without-flowers": {"flowers": False}}


# from doubles to points


def bind(options: Options, played: Played) -> Bound:
    top, point = options["max-doubles"], options["base-point"]
    counted = Sum("doubles", lambda total: point << total, top=top)
    return Bound(
        forms=(standard, seven_different_pairs if options["seven-pairs-distinct"] else seven_pairs),
        judge=judge(played, counted, Limits("maximum", top, lambda _hand, _items: point << top)),
        pay=dealer_and_discarder(
            self_draw=1,
            dealer_wins=2 if options["dealer-wins-double"] else 1,
            dealer_loses=2,
            only_discarder=options["only-discarder-pays"],
            flat_limit=False,
        ),
        base_of=counted.quick,
        minimum=options["min-doubles"],
        convert=lambda verdict: conversion(options, verdict),
        refuses=None if options["rob-kong"] else refuse_robbing,
        bonus_tiles=0xFF if options["flowers"] else 0,
    )


def refuse_robbing(hand: Hand) -> str:
    return NO_WIN if hand.win == ROBBED_KONG else ""


def conversion(options: Options, verdict: Verdict) -> list[Step]:
    maximum: Step = ("conversion.maximum", {"total": verdict.total})
    lines = [maximum] if verdict.limit_hand else summed(verdict, "doubles")
    figures = {"point": options["base-point"], "doubles": verdict.total, "base": verdict.base}
    return [*lines, ("conversion.doubled", figures)]


# table, match, penalties


def wall(options: Options) -> WallPlan:
    return WallPlan(144 if options["flowers"] else 136, dealer_last_two=options["dealer-last-two"])


def progression(options: Options) -> Progression:
    winds = tuple(WINDS[number % 4] for number in range(options["rounds"]))
    return Progression(
        winds=winds,
        keeps_on_draw=options["draw-keeps-deal"],
        wind_follows_dealer=options["prevailing-wind"] == "follows-dealer",
    )


def penalties(options: Options) -> tuple[Penalty, ...]:
    return (Penalty("wrong-count", options["wrong-count"]),)


def asks(options: Options, plain: Asks) -> Asks:
    """Without the option nobody robs a kong."""
    sources = tuple(source for source in plain.sources if source != ROBBED_KONG or options["rob-kong"])
    return replace(plain, sources=sources)


RULESET = Ruleset(
    id="base-and-doubles",
    names=Names("Base and doubles", "底分翻倍", "底分翻倍", "基本点と倍"),
    unit="doubles",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    wall=wall,
    dice=lambda _: DicePlan(3),
    progression=progression,
    penalties=penalties,
    contradictions=CONTRADICTIONS,
    profiles=PROFILES,
    seating=east_by_dice,
    asks=asks,
)

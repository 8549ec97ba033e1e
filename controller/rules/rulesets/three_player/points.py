"""Simple points: items that add up to a limit, limit hands alone, and who pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from controller.rules.game import QuickWin
from controller.rules.hand.reading import Form, Reading, seven_different_pairs, standard, thirteen_orphans
from controller.rules.hand.record import AFTER_KONG, EARTHLY, HEAVENLY, NO_WIN, READY, Hand
from controller.rules.hand.sets import CHOW_STARTS
from controller.rules.hand.tiles import DRAGONS, IN_MAJORS, KINDS
from controller.rules.paid import Share
from controller.rules.seats import WIND_INDEXES
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.judges import Limits, Sum, judge, summed
from controller.rules.sheet.ruleset import (
    Bound,
    Item,
    Options,
    Pay,
    PlayedItems,
    ReadingWorth,
    Step,
    Test,
    Won,
)
from controller.rules.sheet.shares import role

PLAYERS: Final = 3
POINTS, FLOWERS, GREAT = "points", "flowers", "great"
SCORING: Final = {"scoring": "points"}


# tests that only this game has


def nothing_claimed(hand: Hand) -> int:
    return not hand.shown


def seat_dragon(reading: Reading) -> int:
    """White for East, green for South, red for West."""
    return reading.has_triplet(DRAGONS[reading.hand.seat_wind])


def terminal_each_set(reading: Reading) -> int:
    """A terminal or an honor in each set and the pair, and a simple somewhere."""
    hand = reading.hand
    return reading.pair >= 0 and reading.outside == 5 and hand.tiles & ~IN_MAJORS != 0


def twin_chows(reading: Reading) -> int:
    return sum(reading.chows_at(start) // 2 for start in CHOW_STARTS)


def four_chows(reading: Reading) -> int:
    return reading.chows == 4


def concealed_pongs(number: int) -> Test:
    return lambda reading: reading.concealed == number


def kongs(reading: Reading) -> int:
    return reading.kongs


def flowers(hand: Hand) -> int:
    return (hand.flowers & 0xFF).bit_count()


# the sheet


def point(id: str, value: int, test: Test, *, when: dict[str, Any] | None = None, **more: Any) -> Item:
    return Item(id, POINTS, value, test, when={**SCORING, **(when or {})}, **more)


def on_hand(id: str, value: int, test: Test, **more: Any) -> Item:
    return point(id, value, test, on="hand", **more)


def great(id: str, test: Test, **more: Any) -> Item:
    return Item(id, GREAT, "limit", test, when=SCORING, **more)


WON: Final = {"earned": by.winning_tile}
ITEMS: Final = (
    on_hand("concealed-hand", 1, nothing_claimed),
    on_hand("self-draw", 1, has.self_drawn_hand, same_as="self-drawn", **WON),
    point("dragon-pong", 1, has.dragon_triplets, same_as="dragon-pung", earned=by.triplets(DRAGONS)),
    point("seat-wind-pong", 1, has.seat_wind_triplet, same_as="seat-wind", earned=by.wind_triplet("seat")),
    point("round-wind-pong", 1, has.round_wind_triplet, same_as="prevalent-wind", earned=by.wind_triplet("round")),
    point("seat-dragon", 1, seat_dragon, when={"seat-dragon": True},
          earned=lambda reading: by.triplets((DRAGONS[reading.hand.seat_wind],))(reading)),
    point("kong", 1, kongs, earned=by.kongs),
    on_hand("all-simples", 1, has.only_simples_hand),
    point("terminal-each-set", 1, terminal_each_set),
    point("twin-chows", 1, twin_chows, earned=by.twin_chows),
    point("all-chows", 2, four_chows),
    point("straight", 2, has.straight, same_as="pure-straight", earned=by.straight),
    point("all-pongs", 3, has.all_triplets, same_as="all-pungs"),
    point("three-concealed-pongs", 3, concealed_pongs(3), same_as="three-concealed-pungs",
          earned=by.triplets(concealed=True)),
    on_hand("half-flush", 3, has.one_suit_and_honours_hand),
    point("little-dragons", 4, has.two_dragons_and_pair, same_as="little-three-dragons",
          earned=by.triplets_and_pair(DRAGONS)),
    point("seven-pairs", 4, has.is_seven_pairs),
    on_hand("full-flush", 6, has.one_suit_hand),
    on_hand("declared-ready", 1, has.flagged(READY), when={"declared-ready": True}),
    on_hand("last-tile", 1, has.last_tile_or_discard_hand, **WON),
    on_hand("replacement-win", 1, has.flagged(AFTER_KONG), **WON),
    on_hand("robbing-the-kong", 1, has.robbed_kong_hand, **WON),
    Item("flower", FLOWERS, 1, flowers, on="hand", when=SCORING, earned=by.flowers(0xFF)),
    great("heavenly-hand", has.flagged(HEAVENLY), on="hand"),
    great("earthly-hand", has.flagged(EARTHLY), on="hand"),
    great("thirteen-orphans", has.is_orphans),
    great("great-dragons", has.three_dragons, same_as="big-three-dragons", earned=by.triplets(DRAGONS)),
    great("all-honors", has.only_honours_hand, on="hand"),
    great("all-terminals", has.only_terminals_hand, on="hand"),
    great("four-concealed-pongs", concealed_pongs(4), same_as="four-concealed-pungs",
          earned=by.triplets(concealed=True)),
    great("nine-gates", has.gates_hand, on="hand"),
)  # fmt: skip


# what a hand comes to


def bind(options: Options, played: PlayedItems) -> Bound:
    forms: tuple[Form, ...] = (
        standard,
        *((seven_different_pairs,) if options["seven-pairs"] else ()),
        *((thirteen_orphans,) if options["winds"] == "four" else ()),
    )
    return adding_up(options, played, Sum(POINTS, same, FLOWERS, options["limit"], beside_counts=False), forms)


def same(total: int) -> int:
    """Payments multiply the total itself."""
    return total


def adding_up(options: Options, played: PlayedItems, counting: Sum, forms: tuple[Form, ...]) -> Bound:
    """Items up to the limit and limit hands alone, in points as in fan."""
    most = options["limit"]

    def base_of(win: QuickWin) -> int:
        return counting.quick(win)

    return Bound(
        forms=forms,
        judge=judge(played, counting, Limits(GREAT, most, base=lambda _hand, _items: int(most))),
        pay=pay_with(options["discard-payment"]),
        pays_alike=True,
        base_of=base_of,
        minimum=options["min-points"],
        convert=lambda verdict: conversion(verdict, counting.group),
        refuses=refuses,
        beside_minimum=(counting.beside,) if counting.beside else (),
    )


def refuses(hand: Hand) -> str:
    """Nobody claims chows, and a claimed set shows a real tile."""
    for meld, raw in zip(hand.melds, hand.record.get("melds") or (), strict=True):
        if raw["kind"] == "chow" or (meld.shown and meld.meant and meld.written[0] >= KINDS):
            return NO_WIN
    return ""


def conversion(verdict: ReadingWorth, unit: str) -> list[Step]:
    if verdict.limit_hand:
        return [("conversion.limit", {"points": verdict.base})]
    return summed(verdict, unit)


def pay_with(how: str) -> Pay:
    """How often each loser pays the total: the discarder, the other one, and both for a self-draw."""
    discarder, other, drawn = {"discarder-double": (2, 0, 1), "shared": (2, 1, 2), "each": (1, 1, 1)}[how]

    def pay(won: Won) -> Sequence[Share]:
        shares = []
        for payer in WIND_INDEXES[:PLAYERS]:
            if payer == won.winner:
                continue
            times = drawn if won.discarder is None else discarder if payer == won.discarder else other
            key = role(won, payer) + ("-doubled" if times > 1 else "")
            shares.append(Share(payer, times * won.base, key))
        return shares

    return pay

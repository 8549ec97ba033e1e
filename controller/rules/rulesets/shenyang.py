"""Shenyang: conditions for every win, and fan counted for each payer. Decisions: docs/rulesets/shenyang.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import Asks, Declaration
from controller.rules.game import DicePlan, End, MatchPosition, QuickWin, WallPlan
from controller.rules.hand.parse import named_winds
from controller.rules.hand.reading import PAIRS, STANDARD, Form, Reading, seven_pairs, standard
from controller.rules.hand.record import AFTER_KONG, LAST_TILE, Hand
from controller.rules.hand.sets import CHOW_SHOWN, KONG, KONG_SHOWN, PUNG, PUNG_SHOWN, kind_of
from controller.rules.hand.tile_set import PLAIN
from controller.rules.hand.tiles import (
    DRAGONS,
    IN_HONOURS,
    IN_MAJORS,
    IN_SUIT,
    KINDS,
    ONE,
    count,
    write_tiles,
)
from controller.rules.hand.waits import any_pair_waits, kinds_in, set_waits_of
from controller.rules.hand.words import less
from controller.rules.paid import Share
from controller.rules.progression import seat_winds
from controller.rules.seats import EAST, WIND_INDEXES, WINDS, Seat, WindIndex
from controller.rules.settlement import Settling, wind_of
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.judges import summed
from controller.rules.sheet.options import choice, flag, number
from controller.rules.sheet.ruleset import (
    ALWAYS,
    Bound,
    Item,
    Judge,
    Options,
    Pay,
    PenaltyRule,
    PlayedItems,
    Progression,
    ReadingWorth,
    Ruleset,
    Step,
    Test,
    Won,
    find,
    same_for_all,
)
from controller.rules.sheet.shares import role

CLOSED: Final = "closed"
"""Losers who have claimed nothing: a field of a record, and what is said of a hand at the table."""
FALSE_WIN_FAN: Final = 3
PAIR_OF_DRAGON: Final = DRAGONS[0]


class AtTable:
    """What the record says beside the hand (``Hand.own``): the losers who have claimed nothing, and the forms that may
    win in this house."""

    __slots__ = ("closed", "forms")

    def __init__(self, closed: tuple[WindIndex, ...], forms: tuple[Form, ...]) -> None:
        self.closed, self.forms = closed, forms


# conditions of a winning hand


def permitted_sets(options: Options) -> Form:
    """Four sets and a pair that meet the conditions; one suit alone has none but that of the first claim."""
    three_suits, must_open = options["three-suits"], options["must-open"]

    def fits(reading: Reading) -> bool:
        of_dragons = reading.pair >= PAIR_OF_DRAGON
        if must_open and not reading.hand.shown:
            return reading.triplets == 4 and of_dragons
        return reading.triplets > 0 or of_dragons

    def form(hand: Hand, every_way: bool) -> list[Reading]:
        if options["pong-first"] and claimed_chow_first(hand):
            return []
        if hand.suits in has.ONE_SUIT:
            return standard(hand, every_way)
        if (three_suits and hand.suits & 7 != 7) or not hand.tiles & IN_MAJORS:
            return []
        return list(filter(fits, standard(hand, every_way)))

    return form


def claimed_chow_first(hand: Hand) -> bool:
    first = next((meld for meld in hand.melds if meld.shown), None)
    return first is not None and kind_of(first.code) == CHOW_SHOWN


def check_with(forms: tuple[Form, ...]) -> Callable[[Hand], None]:
    """Notes in ``Hand.own`` what the record says beside the hand. Raises RecordError."""

    def check(hand: Hand) -> None:
        hand.own = AtTable(closed_in(hand), forms)

    return check


def closed_in(hand: Hand) -> tuple[WindIndex, ...]:
    """Losers who have claimed nothing. Raises RecordError."""
    return named_winds(hand, CLOSED, "name losers who have claimed nothing")


# items


def of_sets(test: Callable[[Reading], bool]) -> Test:
    """Four sets and a pair that are not all of one suit."""
    return lambda reading: (
        reading.form == STANDARD and reading.hand.suits not in has.ONE_SUIT and test(reading)
    )  # fmt: skip


def one_suit(reading: Reading) -> int:
    return reading.form == STANDARD and reading.hand.suits in has.ONE_SUIT


def declared_pongs(reading: Reading) -> int:
    return reading.triplets == 4 and reading.hand.suits not in has.ONE_SUIT and len(reading.hand.melds) == 4


def sets_of(kinds: tuple[int, ...], *, dragons: bool) -> Test:
    """So many sets of these kinds, of dragons or of other tiles."""
    return lambda reading: sum(kind_of(code) in kinds and (code % KINDS in DRAGONS) == dragons for code in reading.sets)


def tiles_of_sets(kinds: tuple[int, ...], *, dragons: bool) -> Callable[[Reading], list[str]]:
    chosen = tuple(tile for tile in range(KINDS) if (tile in DRAGONS) == dragons)
    each = 4 if kinds[0] in (KONG, KONG_SHOWN) else 3
    return lambda reading: [
        write_tiles([code % KINDS] * each)
        for code in reading.sets
        if kind_of(code) in kinds and code % KINDS in chosen
    ]  # fmt: skip


def single_wait(hand: Hand) -> int:
    """No other kind of tile could have completed a hand that may win."""
    waits = {*kinds_in(set_waits_of(less(hand.hidden, hand.winning, 1)))}
    if not hand.melds:
        waits.update(any_pair_waits(hand.held))
    waits.discard(hand.winning)
    if not waits:
        return True
    before = hand.tiles - ONE[hand.winning]
    return not any(may_win(hand, tile, before) for tile in waits if count(before, tile) < 4)


def may_win(hand: Hand, tile: int, before: int) -> bool:
    """Whether the hand could have won with this tile."""
    other = hand.copy()
    other.winning = tile
    other.concealed, other.tiles = hand.held + ONE[tile], before + ONE[tile]
    other.suits = sum(1 << at for at, part in enumerate((*IN_SUIT, IN_HONOURS)) if other.tiles & part)
    return any(form(other, False) for form in hand.own.forms)


def fan(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, "fan", value, test, **more)


SHOWN: Final = (KONG_SHOWN,)
HIDDEN: Final = (KONG,)
PONGS: Final = (PUNG, PUNG_SHOWN)
ITEMS: Final = (
    fan("plain", 1, of_sets(lambda reading: reading.triplets < 4)),
    fan("all-pongs", 3, of_sets(lambda reading: reading.triplets == 4), same_as="all-pungs"),
    fan("seven-pairs", 4, lambda reading: reading.form == PAIRS),
    fan("full-flush", 4, one_suit),
    fan("exposed-kong", 1, sets_of(SHOWN, dragons=False), earned=tiles_of_sets(SHOWN, dragons=False)),
    fan("concealed-kong", 2, sets_of(HIDDEN, dragons=False), earned=tiles_of_sets(HIDDEN, dragons=False)),
    fan("dragon-pong", 1, sets_of(PONGS, dragons=True), same_as="dragon-pung",
        earned=tiles_of_sets(PONGS, dragons=True)),
    fan("dragon-exposed-kong", 2, sets_of(SHOWN, dragons=True), earned=tiles_of_sets(SHOWN, dragons=True)),
    fan("dragon-concealed-kong", 4, sets_of(HIDDEN, dragons=True), earned=tiles_of_sets(HIDDEN, dragons=True)),
    fan("four-in-one", 1, has.four_equal_hand, same_as="tile-hog", on="hand", earned=by.four_equal),
    fan("single-wait", 1, single_wait, on="hand", earned=by.winning_tile),
    fan("last-single", 1, declared_pongs, earned=by.pair),
    fan("kong-replacement", 1, has.flagged(AFTER_KONG), same_as="out-with-replacement-tile", on="hand",
        earned=by.winning_tile),
    fan("robbing-the-kong", 1, has.robbed_kong_hand, on="hand", earned=by.winning_tile),
    fan("last-tile", 1, has.flagged(LAST_TILE), on="hand", earned=by.winning_tile),
    fan("self-draw", "self-draw-fan", has.self_drawn_hand, same_as="self-drawn", on="hand", earned=by.winning_tile),
)  # fmt: skip

FAN: Final = (0, 20)
POINTS: Final = (1, 1_000_000)
OPTIONS: Final = (
    number("base-points", 1, POINTS),
    number("max-fan", 6, FAN),
    flag("pong-first", True),
    flag("must-open", True),
    flag("three-suits", True),
    choice("discard-payment", "discarder-and-closed", ("all", "discarder")),
    choice("self-draw-fan", 1, (0,)),
    number("discarder-fan", 1, FAN),
    number("dealer-fan", 1, FAN),
    number("closed-fan", 1, FAN),
    number("all-closed-fan", 2, FAN),
    choice("multiple-winners", "nearest", ("all",)),
    choice("next-dealer", "winner-stays", ("rotate",)),
    number("hands", 13, (1, 100)),
)


# fan of each payer, and what he pays


def payer_fan(
    options: Options, total: int, winner: WindIndex, discarder: WindIndex | None, closed: Sequence[WindIndex]
) -> dict[WindIndex, int]:
    """The fan of everybody who pays, before the limit."""
    way = options["discard-payment"]
    of_closed = options["all-closed-fan"] if len(closed) == 3 else options["closed-fan"]
    found = {}
    for payer in WIND_INDEXES:
        is_closed, fed = payer in closed, payer == discarder
        pays = discarder is None or fed or way == "all" or (is_closed and way == "discarder-and-closed")
        if payer == winner or not pays:
            continue
        dealt = options["dealer-fan"] if EAST in (winner, payer) else 0
        fed_fan = options["discarder-fan"] if fed else 0
        found[payer] = total + dealt + (of_closed if is_closed else 0) + fed_fan
    return found


def judge_with(options: Options, played: PlayedItems) -> Judge:
    on_hand, on_reading, _ = played.group("fan")
    most, points = options["max-fan"], options["base-points"]

    def verdicts(hand: Hand, readings: Sequence[Reading]) -> Iterable[ReadingWorth]:
        seen = find(on_hand, hand)
        added = payer_fan(options, 0, hand.seat_wind, hand.discarder, hand.own.closed)
        for reading in readings:
            items = {**find(on_reading, reading), **seen}
            total = sum(items.values())
            each = {WINDS[payer]: total + more for payer, more in added.items()}
            limit = 0 < most <= max(each.values())
            rank = (total, int(reading.form == PAIRS))
            more = {"base": points, "payer_fan": each}
            yield ReadingWorth(rank, ALWAYS, reading, items, total, total, limit, more=more)

    return verdicts


def pay_with(options: Options) -> Pay:
    most, points = options["max-fan"], options["base-points"]

    def share(won: Won, payer: WindIndex, fan: int) -> Share:
        key = role(won, payer)
        if key == "line.other" and payer in closed_of(won):
            key = "line.closed"
        return Share(payer, points << (min(fan, most) if most else fan), key)

    def pay(won: Won) -> Sequence[Share]:
        fans = payer_fan(options, won.base, won.winner, won.discarder, closed_of(won))
        return [share(won, payer, fan) for payer, fan in fans.items()]

    return pay


def closed_of(won: Won) -> Sequence[WindIndex]:
    """Nobody where nothing is known of the hand, as in a table of payments."""
    return () if won.own is None else won.own.closed


def conversion(options: Options, verdict: ReadingWorth) -> list[Step]:
    args = {"points": options["base-points"], "most": options["max-fan"]}
    key = "conversion.payer-fan" if options["max-fan"] else "conversion.payer-fan-uncut"
    return [*summed(verdict, "fan"), (key, args)]


def bind(options: Options, played: PlayedItems) -> Bound:
    forms = (permitted_sets(options), seven_pairs)
    return Bound(
        forms=forms,
        judge=judge_with(options, played),
        pay=pay_with(options),
        base_of=lambda win: win.total,
        minimum=0,
        convert=lambda verdict: conversion(options, verdict),
        check=check_with(forms),
    )


class ShenyangSettling(Settling):
    """Who has claimed nothing is said of the hand, whether or not the tiles of the winner are entered."""

    def won_quick(self, position: MatchPosition, win: QuickWin) -> Won:
        closed = win.declared.get(CLOSED, ())
        winds = tuple(wind_of(self.plan, position, seat) for seat in closed if seat != win.winner)
        return super().won_quick(position, win).but(own=AtTable(winds, self.bound.forms))

    def record_facts(self, position: MatchPosition, end: End, winner: Seat) -> Mapping[str, Any]:
        winds = seat_winds(self.plan, position)
        return {CLOSED: [winds[seat] for seat in end.who_declared(CLOSED) if seat != winner]}


# table, match, penalties


def progression(options: Options) -> Progression:
    stays = options["next-dealer"] == "winner-stays"
    return Progression(keeps_on_win=stays, keeps_on_draw=stays, hands=options["hands"])


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    points = options["base-points"] << FALSE_WIN_FAN
    return (PenaltyRule("false-win", "pays", same_for_all(points)), PenaltyRule("wrong-count", "dead-hand"))


PLAYED_SITUATIONS: Final = ("last-tile", "replacement")


def asks(options: Options, plain: Asks) -> Asks:
    """Whoever has claimed nothing pays as such; where nobody counts it, it is not asked."""
    counts = options["closed-fan"] or options["all-closed-fan"] or options["discard-payment"] == "discarder-and-closed"
    return replace(
        plain,
        declared=(Declaration(CLOSED, ("win",), always=True),) if counts else (),
        limit="",
        situations=tuple(row for row in plain.situations if row.id in PLAYED_SITUATIONS),
    )


RULESET: Final = Ruleset(
    id="shenyang",
    unit="fan",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=lambda _: PLAIN,
    wall=lambda _, tiles: WallPlan.of(tiles, counted="smaller"),
    dice=lambda _: DicePlan(2),
    progression=progression,
    penalties=penalties,
    fields=frozenset({CLOSED}),
    asks=asks,
    settling=ShenyangSettling,
)

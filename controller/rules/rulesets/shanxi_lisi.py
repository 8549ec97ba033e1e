"""Shanxi Lisi ("raise four"): nobody wins without having declared ready; two suits; a discarder who is not ready pays
for all. Decisions: docs/rulesets/shanxi-lisi.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import MOST_PRESETS, Asks, Declaration
from controller.rules.errors import RecordError
from controller.rules.game import DicePlan, End, MatchPosition, QuickWin, WallPlan
from controller.rules.hand.parse import named_winds
from controller.rules.hand.reading import Form, seven_different_pairs, standard
from controller.rules.hand.record import NO_WIN, SELF_DRAW, TOO_MANY, Hand, Source
from controller.rules.hand.sets import CHOWS, CONCEALED_KONGS, KONGS
from controller.rules.hand.tile_set import FULL_COPIES, PLAIN, TileSet, tile_set
from controller.rules.hand.tiles import HONOURS, IN_HONOURS, count
from controller.rules.paid import Share
from controller.rules.progression import seat_winds
from controller.rules.seats import EAST, WIND_INDEXES, Seat, WindIndex
from controller.rules.settlement import Settling, wind_of
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.chairs import CHAIR_OF_THREE, empty_chair
from controller.rules.sheet.judges import Sum, judge, summed
from controller.rules.sheet.options import choice, flag, number
from controller.rules.sheet.ruleset import (
    Bound,
    Item,
    Options,
    Pay,
    PenaltyRule,
    PlayedItems,
    Progression,
    Ruleset,
    Won,
    same_for_all,
)

READY: Final = "ready"
"""Who has declared ready: a field of a record."""
DECLARED_READY: Final = "declared-ready"
"""The same as it is said of a hand at the table."""
POINTS: Final = "points"
FALSE_WIN: Final = 20
MOST_KONGS: Final = 4
Ready = tuple[WindIndex, ...]


# conditions of a winning hand


def check_with(players: int) -> Callable[[Hand], None]:
    """Notes in ``Hand.own`` who has declared ready. Raises RecordError."""

    def check(hand: Hand) -> None:
        hand.own = ready = named_winds(hand, READY)
        if ready and max(ready) >= players:
            raise RecordError(f"{READY}[{ready.index(max(ready))}]", "nobody is North when three play")

    return check


def refuses_with(options: Options) -> Callable[[Hand], str]:
    """What is no win though it may be sets and a pair."""
    needs_ready, three, suits = options["ready-required"], options["players"] == 3, options["suits"]
    fits = {"exactly-two": (2,), "at-most-two": (0, 1, 2), "any": (0, 1, 2, 3)}[suits]

    def refuses(hand: Hand) -> str:
        if three and hand.tiles & IN_HONOURS:
            return TOO_MANY if any(count(hand.tiles, tile) > FULL_COPIES for tile in HONOURS) else NO_WIN
        claimed_chow = hand.meld_tally >> CHOWS & 7
        locked = not needs_ready or hand.seat_wind in hand.own
        return "" if locked and not claimed_chow and (hand.suits & 7).bit_count() in fits else NO_WIN

    return refuses


def forms(options: Options) -> tuple[Form, ...]:
    return (standard, seven_different_pairs) if options["seven-pairs"] else (standard,)


# items


def concealed_kongs(hand: Hand) -> int:
    return hand.meld_tally >> CONCEALED_KONGS & 7


def exposed_kongs(hand: Hand) -> int:
    return (hand.meld_tally >> KONGS & 7) - concealed_kongs(hand)


def won_from_another(hand: Hand) -> int:
    return hand.by_other


def point(id: str, value: str, test: Any, **more: Any) -> Item:
    """Every value is an option."""
    return Item(id, POINTS, value, test, on="hand", **more)


ITEMS: Final = (
    point("self-draw", "self-draw-points", has.self_drawn_hand, same_as="self-drawn", earned=by.winning_tile),
    point("discard", "discard-points", won_from_another, earned=by.winning_tile),
    point("exposed-kong", "exposed-kong", exposed_kongs, earned=by.exposed_kongs),
    point("concealed-kong", "concealed-kong", concealed_kongs, earned=by.concealed_kongs),
)

WORTH: Final = (0, 1_000)
TIMES: Final = (1, 10)
OPTIONS: Final = (
    choice("players", 4, (3,)),
    choice("absent-seat", None, (0, 1, 2, 3)),
    choice("suits", "exactly-two", ("at-most-two", "any")),
    number("self-draw-points", 20, WORTH),
    number("discard-points", 5, WORTH),
    number("dealer-times", 2, TIMES),
    number("exposed-kong", 5, WORTH),
    number("concealed-kong", 10, WORTH),
    flag("ready-required", True),
    flag("seven-pairs", False),
    choice("multiple-winners", "nearest", ("all",)),
    choice("next-dealer", "winner", ("rotate",)),
    number("hands", 16, (1, 100)),
)


# payments


def pay_with(options: Options) -> Pay:
    """Every loser has a share; a discarder who has not declared ready pays all of them."""
    players, points, times = options["players"], options["discard-points"], options["dealer-times"]

    def share(won: Won, payer: WindIndex) -> Share:
        if won.source == SELF_DRAW:
            return Share(payer, won.base, "line.self-draw")
        if EAST not in (won.winner, payer) or times == 1:
            return Share(payer, won.base, "line.own-share")
        return Share(payer, won.base + (times - 1) * points, "line.own-share-dealer")

    def pay(won: Won) -> Sequence[Share]:
        shares = [share(won, payer) for payer in WIND_INDEXES[:players] if payer != won.winner]
        if won.discarder is None or won.discarder in (won.own or ()):
            return shares
        return [Share(won.discarder, sum(one.amount for one in shares), "line.not-ready-pays-all")]

    return pay


def totals(options: Options, source: Source) -> frozenset[int]:
    """What a hand can count: the points of its way of winning, and up to four kongs."""
    exposed, concealed = options["exposed-kong"], options["concealed-kong"]
    won = options["self-draw-points" if source == SELF_DRAW else "discard-points"]
    kongs = [(shown, hidden) for shown in range(MOST_KONGS + 1) for hidden in range(MOST_KONGS + 1 - shown)]
    return frozenset(won + shown * exposed + hidden * concealed for shown, hidden in kongs)


def bind(options: Options, played: PlayedItems) -> Bound:
    return Bound(
        forms=forms(options),
        judge=judge(played, Sum(POINTS, lambda total: total)),
        pay=pay_with(options),
        base_of=lambda win: win.total,
        minimum=0,
        convert=lambda verdict: summed(verdict, POINTS),
        refuses=refuses_with(options),
        check=check_with(options["players"]),
    )


class LisiSettling(Settling):
    """Who has declared ready is said of the hand, whether or not the tiles of the winner are entered."""

    def won_quick(self, position: MatchPosition, win: QuickWin) -> Won:
        possible = totals(self.options, win.source)
        if win.total not in possible:
            raise RecordError("total", f"a hand won like this counts one of {', '.join(map(str, sorted(possible)))}")
        ready = self._ready(win.declared.get(DECLARED_READY, ()), win.winner)
        winds = tuple(wind_of(self.plan, position, seat) for seat in ready)
        return super().won_quick(position, win).but(own=winds)

    def record_facts(self, position: MatchPosition, end: End, winner: Seat) -> Mapping[str, Any]:
        winds = seat_winds(self.plan, position)
        return {READY: [winds[seat] for seat in self._ready(end.who_declared(DECLARED_READY), winner)]}

    def _ready(self, declared: Sequence[Seat], winner: Seat) -> list[Seat]:
        """Where nobody else can win, the winner has declared ready."""
        own = [winner] if self.options["ready-required"] and winner not in declared else []
        return sorted([*declared, *own])


# table, match, penalties


def tiles(options: Options) -> TileSet:
    """Three play with the suits alone; a hand with honors is then no win."""
    if options["players"] == 3:
        return tile_set(without=HONOURS, players=3, strangers_win_nothing=True)
    return PLAIN


def wall(options: Options, tiles: TileSet) -> WallPlan:
    return WallPlan.of(tiles, absent_seat=empty_chair(options), counted="smaller", count_over="players")


def progression(options: Options) -> Progression:
    winner = options["next-dealer"] == "winner"
    return Progression(
        keeps_on_win=False,
        keeps_on_draw=winner,
        hands=options["hands"],
        next_dealer="winner" if winner else "turn",
        absent_seat=empty_chair(options),
    )


def penalties(_options: Options) -> tuple[PenaltyRule, ...]:
    fine = same_for_all(FALSE_WIN)
    return (
        PenaltyRule("false-win", "pays", fine),
        PenaltyRule("false-ready", "pays", fine),
        PenaltyRule("standing-tile-discarded", "dead-hand"),
        PenaltyRule("change-after-ready", "dead-hand"),
        PenaltyRule("wrong-count", "dead-hand"),
    )


def asks(options: Options, plain: Asks) -> Asks:
    """On a discard it counts who was ready; the totals are those that a hand can come to."""
    drawn, fed = totals(options, SELF_DRAW), totals(options, "discard")
    presets = sorted(drawn | fed)
    return replace(
        plain,
        declared=(Declaration(DECLARED_READY, ("win",), always=True),),
        least=presets[0],
        presets=tuple(presets[:MOST_PRESETS]),
        limit="",
        situations=(),
        chows=False,
    )


RULESET: Final = Ruleset(
    id="shanxi-lisi",
    unit=POINTS,
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=wall,
    dice=lambda _: DicePlan(2),
    progression=progression,
    penalties=penalties,
    contradictions=(CHAIR_OF_THREE,),
    fields=frozenset({READY}),
    asks=asks,
    settling=LisiSettling,
)

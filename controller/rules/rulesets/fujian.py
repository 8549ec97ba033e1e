"""Fujian: one kind of tile is gold and stands for any other; all three losers pay the same. Decisions:
docs/rulesets/fujian.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from controller.rules.entry import Asks, FlagField
from controller.rules.errors import RecordError
from controller.rules.game import DicePlan, End, MatchPosition, WallPlan
from controller.rules.hand.gold import fill
from controller.rules.hand.reading import STANDARD, Reading, standard
from controller.rules.hand.record import NO_WIN, ROBBING_GOLD, SELF_DRAW, THREE_GOLDS, TOO_MANY, Hand, WildTiles
from controller.rules.hand.sets import CONCEALED_KONGS, KONGS
from controller.rules.hand.tile_set import FLOWERS, TileSet, Wild
from controller.rules.hand.tiles import DRAGONS, HONOURS, RED_DRAGON, WINDS, count, count_in, read_tiles
from controller.rules.hand.words import less
from controller.rules.paid import Share
from controller.rules.seats import EAST, Seat
from controller.rules.seats import WINDS as WIND_NAMES
from controller.rules.settlement import Settling, streak_and_dealer
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.alike import judged_once
from controller.rules.sheet.options import choice, flag, number
from controller.rules.sheet.ruleset import (
    Bound,
    Item,
    Options,
    Pay,
    PenaltyRule,
    PlayedItems,
    Progression,
    ReadingWorth,
    Ruleset,
    Step,
    Won,
    find,
    find_more,
    same_for_all,
)
from controller.rules.sheet.shares import everybody

SUITS: Final = tuple(range(27))
FIRST_HONOUR: Final = len(SUITS)
COPIES: Final = 4
GOLDS: Final = 3
"""Gold tiles: the copies of the turned tile that are left."""
DEAD_STACKS: Final = 8
FALSE_WIN: Final = 15
POINTS: Final = "points"
SPECIAL: Final = "special"
THREE_GOLDS_FORM: Final = "three-golds"


class GoldFacts:
    """What the record says beyond the tiles of the hand. ``golds``: gold tiles in the hand, a robbed one included;
    ``one_suit``: all other tiles are of one suit."""

    __slots__ = ("concealed_kongs", "golds", "indicator", "kongs", "laid", "one_suit", "streak")

    def __init__(
        self,
        streak: int,
        indicator: int | None,
        laid: tuple[int, ...],
        golds: int,
        one_suit: bool,
        kongs: int,
        concealed_kongs: int,
    ) -> None:
        self.streak, self.indicator, self.laid = streak, indicator, laid
        self.golds, self.one_suit = golds, one_suit
        self.kongs, self.concealed_kongs = kongs, concealed_kongs


def read_facts(hand: Hand) -> None:
    """Reads the record's streak and bonus tiles, and checks the tile that was turned up. Raises RecordError."""
    indicator, robbing = hand.turned, hand.flags & ROBBING_GOLD
    if indicator is not None and indicator >= FIRST_HONOUR:
        raise RecordError("indicator", "the gold tile is a suit tile")
    if robbing and (indicator is None or hand.winning != indicator):
        raise RecordError("flags", "robbing-gold is won with the turned tile")
    if robbing and hand.shown:
        raise RecordError("flags", "the gold is robbed before anything was claimed")
    golds = 0 if indicator is None else count_in(hand.hidden, indicator)
    m, p, s, _ = hand.every if indicator is None else less(hand.every, indicator, golds)
    flowers, digits = hand.record.get("flowers"), hand.meld_digits
    hand.own = GoldFacts(
        streak_and_dealer(hand.record)[0],
        indicator,
        laid_out(flowers) if flowers else (),
        golds,
        (1 if m else 0) + (1 if p else 0) + (1 if s else 0) == 1,
        digits >> KONGS & 7,
        digits >> CONCEALED_KONGS & 7,
    )


@lru_cache(maxsize=2_000)
def laid_out(flowers: str) -> tuple[int, ...]:
    """The bonus tiles of the winner, winds and dragons too."""
    return tuple(read_tiles(flowers))


def refuses(hand: Hand, bonus: frozenset[int]) -> str:
    """Bonus tiles are no part of a hand; gold tiles are in no declared set and are not won on a discard."""
    own: GoldFacts = hand.own
    laid, gold = own.laid, own.indicator
    if hand.every[3]:
        too_many = any(laid.count(tile) + count(hand.tiles, tile) > COPIES for tile in HONOURS)
        return TOO_MANY if too_many else NO_WIN
    golds = own.golds - (1 if hand.flags & ROBBING_GOLD else 0)
    melded = gold is not None and count_in(hand.every, gold) > count_in(hand.hidden, gold)
    unfit = -1 in hand.meld_sets or (laid and not bonus.issuperset(laid))
    thrown = hand.by_other and hand.winning == gold
    few = hand.flags & THREE_GOLDS and golds < GOLDS
    return NO_WIN if unfit or melded or thrown or few else ""


def sets_with_gold(hand: Hand, every_way: bool) -> list[Reading]:
    """Sets and a pair, with gold tiles in the place of what is missing. Of a hand with gold tiles one reading is
    enough, with a gold pair where there can be one: no item looks at the sets."""
    if hand.wild is None or -1 in hand.meld_sets:
        return standard(hand, every_way)[:1]
    gold = hand.wild.held[0]
    number = len(hand.wild.held)
    real = less(hand.hidden, gold, number)
    for lone, robbed in ((2, 0), (1, 1), (0, 0)):
        if number < lone or (robbed and not hand.flags & ROBBING_GOLD):
            continue
        found = fill(less(real, gold, robbed) if robbed else real, number - lone, pair=not lone)
        if found:
            pair = gold if lone else found.pair
            stood_for = less(found.stood_for, gold, -lone) if lone else found.stood_for
            hand.wild = WildTiles(hand.wild.held, hand.wild.winning, stood_for, hand)
            return [Reading(hand, STANDARD, found.sets + hand.meld_sets, pair, -1, hand.meld_tally)]
    return []


def three_golds(hand: Hand, every_way: bool) -> list[Reading]:
    """All three gold tiles, declared; whatever the other tiles are."""
    del every_way
    return [Reading(hand, THREE_GOLDS_FORM, (), -1, -1, 0)] if hand.flags & THREE_GOLDS else []


# tests that only this game has


def every_hand(hand: Hand) -> int:
    del hand
    return True


def bonus_tiles(hand: Hand) -> int:
    return len(hand.own.laid)


def golds(hand: Hand) -> int:
    found: int = hand.own.golds
    return found


def exposed_kongs(hand: Hand) -> int:
    exposed: int = hand.own.kongs - hand.own.concealed_kongs
    return exposed


def concealed_kongs(hand: Hand) -> int:
    found: int = hand.own.concealed_kongs
    return found


def dealer_streak(hand: Hand) -> int:
    streak: int = hand.own.streak
    return streak if hand.seat_wind == EAST else 0


def no_bonus_no_kong(hand: Hand) -> int:
    return not hand.own.laid and not hand.own.kongs


def one_suit(hand: Hand) -> int:
    found: int = hand.own.one_suit
    return found


def gold_pair(reading: Reading) -> int:
    """The pair is two gold tiles, of which the robbed one may be one."""
    hand, pair = reading.hand, reading.pair
    if pair < 0 or hand.own.golds < 2:
        return False
    stand_ins = count_in(hand.wild.stood_for, pair) if hand.wild else 0
    return stand_ins >= 2 or (stand_ins == 1 and hand.flags & ROBBING_GOLD and pair == hand.winning)


# the sheet


def point(id: str, value: int, test: Any, **more: Any) -> Item:
    return Item(id, POINTS, value, test, on="hand", **more)


def special(id: str, test: Any, **more: Any) -> Item:
    """The value of these items is the option with their own name."""
    return Item(id, SPECIAL, id, test, **more)


ITEMS: Final = (
    point("win", 1, every_hand),
    point("bonus-tiles", 1, bonus_tiles, earned=by.nothing),
    point("golds", 1, golds, earned=by.nothing),
    point("exposed-kong", 1, exposed_kongs, earned=by.exposed_kongs),
    point("concealed-kong", 2, concealed_kongs, earned=by.concealed_kongs),
    point("dealer-streak", 1, dealer_streak, earned=by.nothing, when={"dealer-streak": True}),
    special("no-bonus-no-kong", no_bonus_no_kong, on="hand", earned=by.nothing),
    special("three-golds", has.flagged(THREE_GOLDS), on="hand", earned=by.nothing),
    special("robbing-gold", has.flagged(ROBBING_GOLD), on="hand", earned=by.winning_tile),
    special("gold-pair", gold_pair, earned=by.pair),
    special("full-flush", one_suit, on="hand"),
)  # fmt: skip

WORTH: Final = (0, 1_000)
OPTIONS: Final = (
    choice("hand-tiles", 13, (16,)),
    choice("tiles", 124, (128, 144)),
    number("no-bonus-no-kong", 15, WORTH),
    number("three-golds", 30, WORTH),
    number("robbing-gold", 30, WORTH),
    number("gold-pair", 50, WORTH),
    number("full-flush", 100, WORTH),
    choice("discard-payment", "all", ("discarder",)),
    flag("dealer-streak", True),
    choice("multiple-winners", "nearest", ("all",)),
    choice("next-dealer", "winner-stays", ("rotate",)),
    number("rounds", 4, (1, 16)),
    choice("seating", "dice", ("wind-tiles",)),
    choice("wrong-count", "dead-hand", ()),
)  # fmt: skip

PROFILES: Final[dict[str, dict[str, Any]]] = {"fuzhou": {"hand-tiles": 16, "tiles": 128}}


# points, doubled once, and the special items


def judge_with(played: PlayedItems) -> Any:
    points, specials = played.group(POINTS), played.group(SPECIAL)
    without_flags = tuple(row for row in specials.on_hand if not isinstance(row[2], has.Flagged))

    def verdicts(_hand: Hand, readings: Sequence[Reading]) -> list[ReadingWorth]:
        found: list[ReadingWorth] = []
        for reading in readings:
            hand = reading.hand
            own = find(points.on_hand, hand)
            if points.on_reading:
                find_more(own, points.on_reading, reading)
            more = find(specials.on_hand if hand.flags else without_flags, hand)
            if specials.on_reading:
                find_more(more, specials.on_reading, reading)
            doubles = int(reading.hand.source == SELF_DRAW or bool(more))
            raw = sum(own.values())
            total = (raw << doubles) + sum(more.values())
            figures = {"points": raw, "doubles": doubles}
            own.update(more)
            found.append(ReadingWorth((total,), total, reading, own, total, total, False, False, figures))
        return found

    return verdicts


def what_counts(reading: Reading) -> int:
    """All that items look at, and whether a hand without them is doubled."""
    hand = reading.hand
    own: GoldFacts = hand.own
    streak, laid, golds = dealer_streak(hand), len(own.laid), own.golds
    seen = (1 if own.one_suit else 0) | (2 if gold_pair(reading) else 0) | (4 if hand.source == SELF_DRAW else 0)
    return ((((streak << 6 | laid) << 3 | golds) << 3 | own.kongs) << 3 | own.concealed_kongs) << 3 | seen


def bind(options: Options, played: PlayedItems) -> Bound:
    bonus = frozenset(tiles(options).bonus)
    return Bound(
        forms=(sets_with_gold, three_golds),
        judge=judged_once(judge_with(played), played, what_counts),
        pay=pay_with(options),
        pays_alike=True,
        base_of=lambda win: win.total,
        minimum=0,
        convert=conversion,
        refuses=lambda hand: refuses(hand, bonus),
        check=read_facts,
    )


def conversion(verdict: ReadingWorth) -> list[Step]:
    figures = dict(verdict.more or {})
    doubled = figures["points"] << figures["doubles"]
    return [
        ("conversion.points", figures),
        ("conversion.special", {"doubled": doubled, "special": verdict.total - doubled, "total": verdict.total}),
    ]


def pay_with(options: Options) -> Pay:
    discarder_alone = options["discard-payment"] == "discarder"

    def pay(won: Won) -> Sequence[Share]:
        if won.discarder is None:
            return everybody(won, won.base, "line.self-draw")
        if discarder_alone:
            return [Share(won.discarder, 3 * won.base, "line.pays-for-all")]
        return everybody(won, won.base, "line.other")

    return pay


class FujianSettling(Settling):
    """The dealer's streak is an item of the hand: a record says it, and the match knows it."""

    def record_facts(self, position: MatchPosition, end: End, winner: Seat) -> Mapping[str, Any]:
        del end, winner
        return {"streak": position.streak}


# table, match, penalties


def tiles(options: Options) -> TileSet:
    """Suit tiles are played with; the others are bonus tiles."""
    honours = {124: WINDS, 128: (*WINDS, RED_DRAGON), 144: (*WINDS, *DRAGONS)}[options["tiles"]]
    flowers = dict.fromkeys(FLOWERS, 1) if options["tiles"] == 144 else {}
    return TileSet(
        dict.fromkeys(SUITS, COPIES),
        {**dict.fromkeys(honours, COPIES), **flowers},
        hand=options["hand-tiles"],
        wild=Wild(shown="same", stands_for=SUITS),
        strangers_win_nothing=True,
    )


def wall(options: Options, tiles: TileSet) -> WallPlan:
    del options
    return WallPlan.of(tiles, dead="moving", dead_stacks=DEAD_STACKS, turned=True)


def progression(options: Options) -> Progression:
    stays = options["next-dealer"] == "winner-stays"
    winds = tuple(WIND_NAMES[round_ % 4] for round_ in range(options["rounds"]))
    return Progression(winds=winds, keeps_on_win=stays, keeps_on_draw=stays)


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    return (
        PenaltyRule("false-win", "pays", same_for_all(FALSE_WIN)),
        PenaltyRule("wrong-count", options["wrong-count"]),
    )


def asks(options: Options, plain: Asks) -> Asks:
    rows = {"three-golds": False, "robbing-gold": True}
    played = [FlagField(name, (SELF_DRAW,), concealed=closed) for name, closed in rows.items() if options[name]]
    return replace(plain, situations=tuple(played), streak_in="streak", limit="")


RULESET: Final = Ruleset(
    id="fujian",
    unit="points",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=wall,
    dice=lambda _: DicePlan(2),
    progression=progression,
    penalties=penalties,
    profiles=PROFILES,
    asks=asks,
    settling=FujianSettling,
    fields=frozenset({"streak"}),
)

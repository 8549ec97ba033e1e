"""Changsha: small wins with a pair of 2, 5 or 8, big wins that add up, opening hands, and birds that double single
payments. Decisions: docs/rulesets/changsha.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import Asks, CountField, Declaration, FlagField, RowField, on_dealers_discard
from controller.rules.errors import RecordError
from controller.rules.game import DicePlan, MatchPosition, QuickWin, WallPlan
from controller.rules.hand.facts import check_dealers_discard
from controller.rules.hand.fields import tile_text
from controller.rules.hand.reading import PAIRS, STANDARD, Form, Reading, seven_pairs, standard
from controller.rules.hand.record import (
    AFTER_KONG,
    DISCARD,
    EARTHLY,
    HEAVENLY,
    KONG_DISCARD,
    NO_WIN,
    Hand,
)
from controller.rules.hand.tile_set import FULL_COPIES, TileSet
from controller.rules.hand.tiles import EACH_ONE, ONE, PLAYING, mask, names_in
from controller.rules.paid import Share
from controller.rules.rulesets.changsha.birds import NO_BIRDS, ON_SEAT, SEA_BOTTOM, BirdSettling, fallen
from controller.rules.rulesets.changsha.openings import PATTERNS, instants, score_opening
from controller.rules.seats import EAST, WIND_INDEXES, Seat, WindIndex
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.judges import summed
from controller.rules.sheet.options import Option, choice, number
from controller.rules.sheet.ruleset import (
    ALWAYS,
    OWN,
    Bound,
    Found,
    Item,
    Judge,
    Locks,
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
)
from controller.rules.sheet.shares import role

IN_EYES: Final = mask([suit + rank - 1 for suit in (0, 9, 18) for rank in (2, 5, 8)])
ANY_EYES: Final = "all-258"
"""The form of any arrangement, named as the item that it earns."""
SMALL: Final = "small"
KONG_WINS: Final = "kong_wins"
MOST_BIG_WINS: Final = 6
"""Up to so many big wins there is a key for the total of a hand without tiles."""


class Turned:
    """What the record says was turned (``Hand.own``): how many birds fell on each wind, and how many tiles of an open
    kong win."""

    __slots__ = ("birds", "kong_wins")

    def __init__(self, birds: tuple[int, ...], kong_wins: int) -> None:
        self.birds, self.kong_wins = birds, kong_wins


def check_with(options: Options) -> Callable[[Hand], None]:
    """Notes in ``Hand.own`` what was turned. Raises RecordError."""
    most_birds, most_wins = options["birds"], options["kong-flip"]
    from_winner = options["birds-from"] == "winner"

    def check(hand: Hand) -> None:
        check_dealers_discard(hand)
        record = hand.record
        birds, wins = record.get("birds"), record.get(KONG_WINS, 1)
        if type(wins) is not int or not 1 <= wins <= most_wins:
            raise RecordError(KONG_WINS, f"{wins!r} is not a whole number from 1 to {most_wins}")
        if not birds and (birds is None or birds == ""):
            hand.own = Turned(NO_BIRDS, wins)
            return
        if len(names_in(tile_text(birds, "birds"))) > most_birds:
            raise RecordError("birds", f"at most {most_birds} birds are turned")
        hand.own = Turned(fallen(birds, hand.seat_wind if from_winner else EAST), wins)

    return check


def refuses(hand: Hand) -> str:
    return NO_WIN if -1 in hand.meld_sets else ""


def any_arrangement(hand: Hand, every_way: bool) -> list[Reading]:
    """Tiles of rank 2, 5 and 8 alone, in sets or not."""
    del every_way
    return [] if hand.tiles & PLAYING & ~IN_EYES else [Reading(hand, ANY_EYES, hand.meld_sets, -1, -1, 0)]


# items


def all_pongs(reading: Reading) -> int:
    return reading.form == STANDARD and not reading.chows


def only_eyes(hand: Hand) -> int:
    return not hand.tiles & PLAYING & ~IN_EYES


def all_claimed(hand: Hand) -> int:
    return hand.shown == FULL_SET.sets


def pairs_with(fours: int) -> Test:
    """Seven pairs with so many kinds of which all four tiles are there: each counts as one big win more."""

    def test(reading: Reading) -> int:
        if reading.form != PAIRS:
            return 0
        held = (reading.hand.concealed >> 2 & EACH_ONE).bit_count()
        return 1 + fours if held == fours else 0

    return test


def after_open_kong(hand: Hand) -> int:
    """How many of the tiles turned after an own open kong win."""
    wins: int = hand.own.kong_wins
    return wins if hand.flags & AFTER_KONG else 0


def no_big_win(found: Found) -> int:
    return not found


def big(id: str, test: Test, **more: Any) -> Item:
    return Item(id, "points", "big-points", test, **more)


ITEMS = (
    Item(SMALL, "points", "small-points", no_big_win, on="found", earned=by.pair),
    big("all-pongs", all_pongs, same_as="all-pungs"),
    big("all-258", only_eyes, on="hand", when={"all-258-shape": "any"}),
    big("all-258", only_eyes, on="hand", when={"all-258-shape": "standard"}, variant="standard"),
    big("full-flush", has.one_suit_hand, on="hand"),
    big("all-claimed", all_claimed, on="hand"),
    big("seven-pairs", pairs_with(0)),
    big("luxury-seven-pairs", pairs_with(1)),
    big("double-luxury-seven-pairs", pairs_with(2)),
    big("triple-luxury-seven-pairs", pairs_with(3)),
    big("heavenly-hand", has.flagged(HEAVENLY), on="hand"),
    big("earthly-hand", has.flagged(EARTHLY), on="hand"),
    big("sea-bottom", has.last_tile_or_discard_hand, on="hand", earned=by.winning_tile),
    big("kong-replacement", after_open_kong, same_as="out-with-replacement-tile", on="hand", earned=by.kongs),
    big("kong-discard", has.flagged(KONG_DISCARD), on="hand", earned=by.winning_tile),
    big("robbing-the-kong", has.robbed_kong_hand, on="hand", earned=by.winning_tile),
)

WORTH = (1, 1_000)
OPTIONS = (
    number("small-points", 1, WORTH),
    number("big-points", 6, WORTH),
    number("dealer-extra", 1, (0, 1_000)),
    choice("birds", 2, (0, 1, 4)),
    choice("birds-from", "dealer", ("winner",)),
    number("max-payment", 0, (0, 1_000_000)),
    choice("all-258-shape", "any", ("standard",)),
    Option("openings", tuple(PATTERNS), members=tuple(PATTERNS)),
    choice("kong-flip", 2, (3, 4)),
    choice("passed-win", "no-equal", ("free",)),
    choice("multiple-winners", "all", ("nearest",)),
    choice("next-dealer", "winner", ("rotate",)),
    choice("hands", 16, (4, 8)),
)
PROFILES: Final[Mapping[str, Mapping[str, Any]]] = {
    "no-dealer": {"small-points": 2, "big-points": 8, "dealer-extra": 0},
}


# points and payments


class Amounts:
    """What one payer gives: the points with the dealer's extra for each big win, doubled by every bird."""

    def __init__(self, options: Options, worth: Mapping[str, int]) -> None:
        self.extra: int = options["dealer-extra"]
        self.most: int = options["max-payment"]
        self.big: int = options["big-points"]
        self.worth = worth

    def wins(self, total: int, items: Mapping[str, int] | None) -> int:
        """How often the dealer's extra is paid: for every big win, once for a small one. What a house adds is none."""
        if items is None:
            return max(1, total // self.big)
        return sum([value // self.worth[id] for id, value in items.items() if not id.startswith(OWN)])

    def uncut(self, winner: WindIndex, payer: WindIndex, points: tuple[int, int], birds: Sequence[int]) -> int:
        """``points``: of the hand, and how often the extra is paid."""
        total, wins = points
        extra = wins * self.extra if EAST in (winner, payer) else 0
        return total + extra << birds[winner] + birds[payer]

    def share(self, won: Won, payer: WindIndex) -> Share:
        birds = NO_BIRDS if won.own is None else won.own.birds if won.hand else won.own
        points = won.base, self.wins(won.base, won.items)
        amount = self.uncut(won.winner, payer, points, birds)
        key = f"{role(won, payer)}{'-birds' if birds[won.winner] or birds[payer] else ''}"
        return Share(payer, min(amount, self.most) if self.most else amount, key)

    def cuts(self, hand: Hand, total: int, items: Mapping[str, int]) -> bool:
        """Whether a payment for this hand is more than the maximum."""
        points = total, self.wins(total, items)
        return any(
            self.uncut(hand.seat_wind, payer, points, hand.own.birds) > self.most
            for payer in payers_of(hand.seat_wind, hand.discarder)
        )


def payers_of(winner: WindIndex, discarder: WindIndex | None) -> Sequence[WindIndex]:
    """The discarder or the robbed player alone, all three for a win from the wall."""
    return [payer for payer in WIND_INDEXES if payer != winner] if discarder is None else [discarder]


def pay_with(amounts: Amounts) -> Pay:
    return lambda won: [amounts.share(won, payer) for payer in payers_of(won.winner, won.discarder)]


def judge_with(played: PlayedItems, amounts: Amounts) -> Judge:
    points = played.group("points")
    without_flags = tuple(row for row in points.on_hand if not isinstance(row[2], has.Flagged))
    small = find(points.on_found, {})

    def items_of(reading: Reading, seen: Found) -> Found | None:
        """None for a reading that may not win. What a house adds makes no big win."""
        found = {**seen, **find(points.on_reading, reading)}
        if reading.form == ANY_EYES and ANY_EYES not in found:
            return None
        if any(not name.startswith(OWN) for name in found):
            return found
        return {**found, **small} if reading.form == STANDARD and ONE[reading.pair] & IN_EYES else None

    def verdicts(hand: Hand, readings: Sequence[Reading]) -> Iterable[ReadingWorth]:
        seen = find(points.on_hand if hand.flags else without_flags, hand)
        for reading in readings:
            items = items_of(reading, seen)
            if items is None:
                continue
            total = sum(items.values())
            rank = (SMALL not in items, total)
            limit = amounts.most > 0 and amounts.cuts(hand, total, items)
            yield ReadingWorth(rank, ALWAYS, reading, items, total, total, limit)

    return verdicts


def conversion(verdict: ReadingWorth, amounts: Amounts) -> list[Step]:
    hand, lines = verdict.reading.hand, summed(verdict, "points")
    payers = payers_of(hand.seat_wind, hand.discarder)
    if amounts.extra and (hand.seat_wind == EAST or EAST in payers):
        extra = amounts.extra * amounts.wins(verdict.total, verdict.items)
        lines.append(("conversion.dealer-extra", {"points": extra}))
    if any(hand.own.birds[wind] for wind in (hand.seat_wind, *payers)):
        lines.append(("conversion.birds", {}))
    return [*lines, ("conversion.most-paid", {"points": amounts.most})] if verdict.limit else lines


def bind(options: Options, played: PlayedItems) -> Bound:
    worth = {id: item.worth(options) for id, item in played.items.items()}
    amounts = Amounts(options, worth)
    forms: tuple[Form, ...] = (standard, seven_pairs)
    return Bound(
        forms=(*forms, any_arrangement) if options["all-258-shape"] == "any" else forms,
        judge=judge_with(played, amounts),
        pay=pay_with(amounts),
        base_of=base_of,
        minimum=0,
        convert=lambda verdict: conversion(verdict, amounts),
        refuses=refuses,
        check=check_with(options),
        instants=instants(options),
    )


def base_of(win: QuickWin) -> int:
    return win.total


# table, match, penalties

FULL_SET: Final = TileSet(dict.fromkeys(range(27), FULL_COPIES))


def progression(options: Options) -> Progression:
    if options["next-dealer"] == "winner":
        return Progression(hands=options["hands"], next_dealer="winner", drawn_deals=SEA_BOTTOM)
    return Progression(hands=options["hands"], keeps_on_win=False, keeps_on_draw=False)


def false_win(options: Options) -> Callable[[MatchPosition, Seat, Seat], int]:
    """What a small win from the wall would have cost each of the others."""
    small, extra, most = options["small-points"], options["dealer-extra"], options["max-payment"]

    def each(position: MatchPosition, offender: Seat, receiver: Seat) -> int:
        points: int = small + (extra if position.dealer in (offender, receiver) else 0)
        return min(points, most) if most else points

    return each


SITUATIONS: Final = ("last-tile", "last-discard", "replacement", "heavenly", "earthly")


def asks(options: Options, plain: Asks) -> Asks:
    """Birds are tiles of a hand with tiles, and players on whom they fell without; after a drawn hand one is named who
    deals next."""
    birds: int = options["birds"]
    small, big_points = options["small-points"], options["big-points"]
    last = (Declaration(SEA_BOTTOM, ("draw",), always=True),) if options["next-dealer"] == "winner" else ()
    situations = (
        *on_dealers_discard(row for row in plain.situations if row.id in SITUATIONS),
        FlagField("kong-discard", (DISCARD,)),
    )
    return replace(
        plain,
        declared=(*(Declaration(name, ("win",), always=True, quick=True) for name in ON_SEAT[:birds]), *last),
        presets=tuple(sorted({small, *(big_points * number for number in range(1, MOST_BIG_WINS + 1))})),
        limit="",
        situations=situations,
        rows=(RowField("birds", birds, apart=True),) if birds else (),
        counts=(CountField(KONG_WINS, options["kong-flip"], least=1, flags=("replacement",)),),
    )


RULESET = Ruleset(
    id="changsha",
    unit="points",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=lambda _: FULL_SET,
    wall=lambda _, tiles: WallPlan.of(tiles, counted="smaller"),
    dice=lambda _: DicePlan(2),
    progression=progression,
    penalties=lambda options: (
        PenaltyRule("false-win", "dead-hand", false_win(options)),
        PenaltyRule("wrong-count", "dead-hand"),
    ),
    profiles=PROFILES,
    fields=frozenset({"birds", KONG_WINS}),
    asks=asks,
    locks=lambda options: Locks(passed_win="own-discard" if options["passed-win"] == "no-equal" else ""),
    settling=BirdSettling,
    scores_instants=score_opening,
)

"""Sichuan: a suit must be missing, kongs are paid at once, the hand goes on until three have won. Decisions:
docs/rulesets/sichuan.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import ACROSS, BY_DIE, LEFT, RIGHT, Asks, Declaration, Pass
from controller.rules.errors import RecordError
from controller.rules.game import DicePlan, QuickWin, WallPlan
from controller.rules.hand.facts import check_own_draw
from controller.rules.hand.parse import named_winds
from controller.rules.hand.reading import PAIRS, Reading, seven_pairs, standard
from controller.rules.hand.record import (
    AFTER_KONG,
    EARTHLY,
    HEAVENLY,
    KONG_DISCARD,
    NO_WIN,
    SELF_DRAW,
    Hand,
)
from controller.rules.hand.sets import CHOW_SHOWN, KONG, KONG_SHOWN, kind_of
from controller.rules.hand.tile_set import FULL_COPIES, TileSet
from controller.rules.hand.tiles import IN_TERMINALS, PLAYING, mask
from controller.rules.paid import Share
from controller.rules.rulesets.sichuan.course import SichuanCourse
from controller.rules.rulesets.sichuan.settling import (
    KONG_ON_DISCARD,
    KONGS,
    PIG,
    READY,
    SichuanSettling,
    most_ready_fan,
)
from controller.rules.rulesets.sichuan.whole_hand import score_whole_hand
from controller.rules.seats import WIND_INDEX_OR_NONE, WIND_INDEXES, WindIndex
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.judges import Sum, judge, summed
from controller.rules.sheet.options import choice, flag, number
from controller.rules.sheet.ruleset import (
    Bound,
    InstantRule,
    Item,
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
)
from controller.rules.sheet.shares import role

SUITS: Final = {"m": 1, "p": 2, "s": 4}
TWO_SUITS: Final = 2
WITHOUT_CAP: Final = 5
"""Fan of a heavenly or earthly hand where no cap says it."""
CAPS: Final = (3, 4, 5, 6)
FULL_SET: Final = TileSet(dict.fromkeys(range(27), FULL_COPIES))
TWO_FIVE_EIGHT: Final = mask([suit + rank - 1 for suit in (0, 9, 18) for rank in (2, 5, 8)])


class AtTable:
    """What the record says beside the hand (``Hand.own``): the bit of the void suit (0: not known), who has won before,
    and who fed the kong with whose replacement the hand is won."""

    __slots__ = ("feeder", "out", "void")

    def __init__(self, void: int, out: tuple[WindIndex, ...], feeder: WindIndex | None) -> None:
        self.void, self.out, self.feeder = void, out, feeder


def check(hand: Hand) -> None:
    """Notes in ``Hand.own`` what the record says beside the hand. Raises RecordError."""
    check_own_draw(hand)
    void = hand.record.get("void")
    if void is not None and (not isinstance(void, str) or void not in SUITS):
        raise RecordError("void", f"{void!r} is not one of {', '.join(SUITS)}", "leave it null when it is not known")
    out = named_winds(hand, "out", "name players who have won before")
    if hand.discarder is not None and hand.discarder in out:
        raise RecordError("discarder", "has won before and plays no more")
    hand.own = AtTable(SUITS[void] if void else 0, out, feeder_of(hand))


def feeder_of(hand: Hand) -> WindIndex | None:
    """Who discarded the tile of the claimed kong with whose replacement the hand is won; None for any other win."""
    if hand.source != SELF_DRAW or not hand.flags & AFTER_KONG or not hand.melds:
        return None
    last = hand.record["melds"][-1]
    claimed = kind_of(hand.melds[-1].code) == KONG_SHOWN and not last.get("added")
    return WIND_INDEX_OR_NONE[last.get("from")] if claimed else None


def refuses(hand: Hand) -> str:
    """At most two suits, none of them the void one, and no declared chow."""
    if hand.suits.bit_count() > TWO_SUITS or hand.suits & hand.own.void:
        return NO_WIN
    return NO_WIN if any(kind_of(code) == CHOW_SHOWN for code in hand.meld_sets) else ""


# items


def kongs(hand: Hand) -> int:
    return sum(kind_of(code) in (KONG, KONG_SHOWN) for code in hand.meld_sets)


def all_declared(hand: Hand) -> int:
    return len(hand.melds) == FULL_SET.sets


def four_triplets(reading: Reading) -> int:
    return reading.triplets == FULL_SET.sets


def terminal_sets(reading: Reading) -> int:
    """Every set and the pair have a 1 or a 9; of seven pairs each is one."""
    if reading.form == PAIRS:
        return has.only_terminals_hand(reading.hand)
    return reading.outside == FULL_SET.sets + 1


def two_five_eight(reading: Reading) -> int:
    return four_triplets(reading) and not reading.hand.tiles & (PLAYING & ~TWO_FIVE_EIGHT)


def nothing_claimed(hand: Hand) -> int:
    return not hand.shown


def no_terminals(hand: Hand) -> int:
    return not hand.tiles & IN_TERMINALS


def drawn_by_himself(hand: Hand) -> int:
    """From the wall, and not paid by the feeder of a kong alone."""
    return hand.source == SELF_DRAW and hand.own.feeder is None


def fan(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, "fan", value, test, **more)


CAPPED: Final = {"heavenly-earthly": True, "max-fan": frozenset(CAPS)}
UNCAPPED: Final = {"heavenly-earthly": True, "max-fan": 0}
ITEMS = (
    fan("kong", 1, kongs, on="hand", earned=by.kongs),
    fan("root", 1, has.four_equal_hand, on="hand", earned=by.four_equal),
    fan("all-pongs", 1, four_triplets, same_as="all-pungs"),
    fan("golden-wait", 1, all_declared, on="hand", earned=by.pair),
    fan("full-flush", 2, has.one_suit_hand, on="hand"),
    fan("seven-pairs", 2, has.is_seven_pairs),
    fan("kong-replacement", 1, has.flagged(AFTER_KONG), same_as="out-with-replacement-tile", on="hand",
        earned=by.winning_tile),
    fan("kong-discard", 1, has.flagged(KONG_DISCARD), on="hand", earned=by.winning_tile),
    fan("robbing-the-kong", 1, has.robbed_kong_hand, on="hand", earned=by.winning_tile),
    fan("last-tile", 1, has.last_tile_or_discard_hand, on="hand", earned=by.winning_tile),
    fan("terminal-sets", 2, terminal_sets, when={"terminal-sets": True}),
    fan("two-five-eight", 2, two_five_eight, when={"two-five-eight": True}),
    fan("concealed-hand", 1, nothing_claimed, when={"concealed-hand": True}, on="hand"),
    fan("no-terminals", 1, no_terminals, when={"no-terminals": True}, on="hand"),
    fan("heavenly-hand", "max-fan", has.flagged(HEAVENLY), when=CAPPED, on="hand"),
    fan("heavenly-hand", WITHOUT_CAP, has.flagged(HEAVENLY), when=UNCAPPED, on="hand"),
    fan("earthly-hand", "max-fan", has.flagged(EARTHLY), when=CAPPED, on="hand"),
    fan("earthly-hand", WITHOUT_CAP, has.flagged(EARTHLY), when=UNCAPPED, on="hand"),
    fan("self-draw", 1, has.self_drawn_hand, when={"self-draw": "add-fan", "claimed-kong-draw": "self-draw"},
        same_as="self-drawn", on="hand", earned=by.winning_tile),
    fan("self-draw", 1, drawn_by_himself, when={"self-draw": "add-fan", "claimed-kong-draw": "discard"},
        same_as="self-drawn", on="hand", earned=by.winning_tile),
)  # fmt: skip

POINTS = (0, 1_000_000)
OPTIONS = (
    choice("end", "three-winners", ("first-win",)),
    flag("exchange-three", False),
    choice("exchange-direction", "die", ("right", "opposite", "left")),
    choice("max-fan", 3, (0, 4, 5, 6)),
    choice("self-draw", "add-base", ("add-fan", "none")),
    flag("terminal-sets", False),
    flag("two-five-eight", False),
    flag("concealed-hand", False),
    flag("no-terminals", False),
    flag("heavenly-earthly", False),
    choice("claimed-kong", "feeder", ("all",)),
    choice("late-added-kong", 0, (1,)),
    choice("claimed-kong-draw", "self-draw", ("discard",)),
    flag("kong-discard-transfer", False),
    flag("kong-refund", True),
    choice("pig", "fine", ("cap",)),
    number("pig-points", 0, POINTS),
    number("fine-points", 24, POINTS),
    choice("kong-from", "front", ("tail",)),
    choice("passed-win", "no-equal", ("free",)),
    choice("next-dealer", "first-winner", ("rotate",)),
    number("hands", 16, (1, 100)),
    number("small-fine", 1, (1, 8)),
)
PROFILES: Final[Mapping[str, Mapping[str, Any]]] = {
    "household": {
        "exchange-three": True, "max-fan": 4, "pig": "cap", "terminal-sets": True, "two-five-eight": True,
        "heavenly-earthly": True, "kong-discard-transfer": True, "passed-win": "free",
    },
    "first-win": {"end": "first-win"},
}  # fmt: skip


# value and payments


def pay_with(options: Options) -> Pay:
    """The discarder alone, or everybody who has not won, from the wall a point more where the house adds it."""
    more = 1 if options["self-draw"] == "add-base" else 0
    fed = options["claimed-kong-draw"] == "discard"

    def pay(won: Won) -> Sequence[Share]:
        out, feeder = (won.own.out, won.own.feeder) if won.own is not None else ((), won.liable)
        if won.source != SELF_DRAW:
            return [Share(payer, won.base, role(won, payer)) for payer in WIND_INDEXES if payer == won.discarder]
        if fed and feeder is not None:
            return [Share(feeder, won.base, "line.kong-feeder")] if feeder not in out else []
        losers = [payer for payer in WIND_INDEXES if payer != won.winner and payer not in out]
        return [Share(payer, won.base + more, "line.self-draw") for payer in losers]

    return pay


def conversion(options: Options, verdict: ReadingWorth) -> list[Step]:
    most = options["max-fan"]
    cut: list[Step] = [("conversion.cut", {"total": most, "unit": "fan"})] if 0 < most < verdict.total else []
    return [*summed(verdict, "fan"), *cut, ("conversion.two-to-the-fan", {"base": verdict.base})]


def instants(options: Options) -> tuple[InstantRule, ...]:
    each = 1 if options["claimed-kong"] == "all" else 0
    amounts = {
        "claimed-kong": each,
        "added-kong": 1,
        "late-added-kong": options["late-added-kong"],
        "concealed-kong": 2,
    }
    return tuple(
        InstantRule(id, amounts[id], feeder=2 if id == "claimed-kong" else None, tile=True, most=4) for id in KONGS
    )


def bind(options: Options, played: PlayedItems) -> Bound:
    most = options["max-fan"]
    counting = Sum("fan", base=lambda total: 2 ** (min(total, most) if most else total), limit_from=most)

    def base_of(win: QuickWin) -> int:
        return counting.quick(win)

    return Bound(
        forms=(standard, seven_pairs),
        judge=judge(played, counting),
        pay=pay_with(options),
        base_of=base_of,
        minimum=0,
        convert=lambda verdict: conversion(options, verdict),
        refuses=refuses,
        check=check,
        instants=instants(options),
    )


# table, match, penalties


def progression(options: Options) -> Progression:
    return Progression(wins_per_hand=1 if options["end"] == "first-win" else 3, hands=options["hands"])


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    fine = options["fine-points"]
    return (
        PenaltyRule("false-win", "dead-hand", pays_bank=fine),
        PenaltyRule("passed-win", "loses", pays_bank=fine),
        PenaltyRule("void-suit-kept", "loses", pays_bank=fine),
        PenaltyRule("wrong-count", "dead-hand"),
        PenaltyRule("small-fault", "loses", pays_bank=options["small-fine"]),
    )


DIRECTIONS = {"die": BY_DIE, "right": RIGHT, "opposite": ACROSS, "left": LEFT}


def asks(options: Options, plain: Asks) -> Asks:
    """A win on the discard after a kong takes its payment back; when the wall is used up every ready hand is named with
    the fan that it could still win, and who is a pig where pigs pay."""
    moments = ("last-tile", "last-discard", "replacement", *(
        ("heavenly", "earthly") if options["heavenly-earthly"] else ()
    ))  # fmt: skip
    most = most_ready_fan(options)
    pigs = (Declaration(PIG, ("draw",), always=True),) if options["pig"] == "cap" else ()
    return replace(
        plain,
        declared=(
            Declaration(KONG_ON_DISCARD, ("win",), flags=("kong-discard",)),
            *(Declaration(f"{READY}{fan}", ("draw",), always=True) for fan in range(most + 1)),
            *pigs,
        ),
        presets=tuple(range(most + 1)),
        limit="",
        situations=tuple(
            row._replace(sources=(SELF_DRAW,)) if row.id == "earthly" else row
            for row in plain.situations
            if row.id in moments
        ),
        chows=False,
        liable_quick=(SELF_DRAW,) if options["claimed-kong-draw"] == "discard" else (),
        origins=options["claimed-kong-draw"] == "discard",
        passes=(Pass(DIRECTIONS[options["exchange-direction"]], one_suit=True),) if options["exchange-three"] else (),
    )


RULESET = Ruleset(
    id="sichuan",
    several="all",
    unit="fan",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=lambda _: FULL_SET,
    wall=lambda options, tiles: WallPlan.of(
        tiles, counted="smaller", replaced_from="front" if options["kong-from"] == "front" else "end"
    ),
    dice=lambda _: DicePlan(2),
    progression=progression,
    penalties=penalties,
    profiles=PROFILES,
    fields=frozenset({"void", "out"}),
    asks=asks,
    locks=lambda options: Locks(passed_win="own-draw" if options["passed-win"] == "no-equal" else ""),
    settling=SichuanSettling,
    course=SichuanCourse,
    scores_instants=score_whole_hand,
)

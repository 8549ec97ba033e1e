"""What a hand is worth: points doubled and limited, limit and half-limit hands, and the hands of the losers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from controller.rules.hand.reading import Form, Reading, standard, thirteen_orphans
from controller.rules.hand.record import ORIGINAL_CALL, ROBBED_KONG, Hand
from controller.rules.hand.sets import FINE
from controller.rules.hand.tile_set import TileSet
from controller.rules.hand.tiles import ONE, PLAYING
from controller.rules.hand.waits import still_there
from controller.rules.hand.words import less
from controller.rules.rulesets.chinese_classical import waiting
from controller.rules.rulesets.chinese_classical.losers import HAND, NOTHING, LoserHand, LoserWorth, Table, losers_of
from controller.rules.rulesets.chinese_classical.patterns import OWN_FORMS, purity
from controller.rules.sheet import glance
from controller.rules.sheet.ruleset import ALWAYS, Found, Options, PlayedItems, ReadingWorth, Row, find, find_more

HALF: Final = ("all-pair-honors", "knitting", "triple-knitting")
BY_TILES: Final = frozenset({"imperial-jade", "nine-gates", "gates-of-heaven", "squirming-snake"})
"""Limit hands that say their tiles and are free in their sets: ``max-chows`` does not bind them."""
ALL_PLAYERS: Final = frozenset({
    "pung-exposed-minor", "pung-exposed-major", "pung-concealed-minor", "pung-concealed-major", "kong-exposed-minor",
    "kong-exposed-major", "kong-concealed-minor", "kong-concealed-major", "dragon-pair", "own-wind-pair",
    "round-wind-pair", "bonus-tile", "dragon-pung", "own-wind-pung", "round-wind-pung", "own-flower", "own-season",
    "own-flower-and-season", "four-flowers", "four-seasons", "three-concealed-pungs", "little-three-dragons",
    "big-three-dragons", "little-four-winds", "big-four-winds",
})  # fmt: skip
"""Items that the losers' hands have too."""
SETS: Final = frozenset(id for id in ALL_PLAYERS if id.startswith(("pung-", "kong-")))
"""Points that depend on the sorts of the sets alone."""
SORTS: Final = sum(7 << at for at in FINE)
EVENTS: Final = frozenset({
    "heavenly-hand", "earthly-hand", "plum-blossom", "moon-from-the-sea", "scratching-the-pole", "twofold-fortune",
    "east-ninth-win",
})  # fmt: skip
"""Limit hands by the moment of the win."""
MOMENTS: Final = EVENTS | {"replacement", "last-tile", "last-discard", "robbing-the-kong", "original-call"}
"""Items that only a hand with a flag or a robbed kong can have."""
OF_BONUS: Final = frozenset({
    "bonus-tile", "own-flower", "own-season", "own-flower-and-season", "four-flowers", "four-seasons",
})  # fmt: skip
CALLING, CALLING_PURITY = "calling-", "calling-purity"
TENTHS, TENTHS_OF_HALF = 4, 2


class Rows(NamedTuple):
    """Tests on the hand and on the reading."""

    on_hand: tuple[Row, ...]
    on_reading: tuple[Row, ...]

    def found(self, reading: Reading) -> Found:
        return {**find(self.on_hand, reading.hand), **find(self.on_reading, reading)}

    def only(self, ids: Iterable[str]) -> Rows:
        kept = frozenset(ids)
        on_hand, on_reading = (tuple(row for row in rows if row[0] in kept) for rows in self)
        return Rows(on_hand, on_reading)


class OfSets(dict[int, Found]):
    """The points of pungs and kongs, by how many there are of each sort (``Reading.tally`` and no more of it)."""

    def __init__(self, rows: Iterable[Row]) -> None:
        super().__init__()
        self._rows = tuple(rows)

    def __missing__(self, sorts: int) -> Found:
        held = Reading(Hand(), "", (), -1, -1, sorts)
        self[sorts] = found = find(self._rows, held)
        return found


class Scoring:
    """The worth of hands with the options fixed."""

    def __init__(self, options: Options, played: PlayedItems, tiles: TileSet) -> None:
        self.tiles = tiles
        self.most, self.step = int(options["limit"]), int(options["round-to"])
        self.most_chows = int(options["max-chows"])
        self.half = self.most // 2
        self.bonus_beside = options["bonus-beside-fixed"]
        self.least_doubles = int(options["min-doubles"])
        self.calling, self.any_call = options["calling"], options["original-call"] == "any"
        self.calling_purity = CALLING_PURITY in played.items
        points, doubles, limits, halves = (played.group(name) for name in ("points", "doubles", "limit", "half"))
        self.limits, self.halves = Rows(*limits[:2]), Rows(*halves[:2])
        self.any_half = self.halves != Rows((), ())
        self.called = frozenset(id for id in played.items if CALLING + id in played.items)
        self.by_tiles = self.limits.only(BY_TILES)
        self.points, self.doubles = Rows(*points[:2]), Rows(*doubles[:2])
        self.on_points = doubles.on_found
        self.of_sets = OfSets(row for row in self.points.on_reading if row[0] in SETS)
        self.beside_sets = glance.Rows(tuple(row for row in self.points.on_reading if row[0] not in SETS))
        self.limits_of_reading, self.doubles_of_reading = (
            glance.Rows(limits.on_reading),
            glance.Rows(doubles.on_reading),
        )
        self.points_of_hand = glance.Rows(points.on_hand)
        of_hand = limits.on_hand, doubles.on_hand
        at_rest = [tuple(row for row in rows if row[0] not in MOMENTS) for rows in of_hand]
        self.at_a_moment, self.at_rest = [[glance.Rows(rows) for rows in each] for each in (of_hand, at_rest)]
        self.all_points, self.all_doubles = self.points.only(ALL_PLAYERS), self.doubles.only(ALL_PLAYERS)
        self.bonus_points, self.bonus_doubles = self.points.only(OF_BONUS), self.doubles.only(OF_BONUS)
        self.orphans = "thirteen-orphans" in played.items
        self.patterns = tuple(id for id in OWN_FORMS if id in played.items)
        self.forms: tuple[Form, ...] = (
            self.four_sets,
            *((thirteen_orphans,) if self.orphans else ()),
            *(OWN_FORMS[id] for id in self.patterns),
        )

    # forms

    def four_sets(self, hand: Hand, every_way: bool) -> list[Reading]:
        """Four sets and a pair with no more chows than are allowed, save for the limit hands that say their tiles."""
        readings = standard(hand, every_way)
        if self.most_chows == 4 or not readings:
            return readings
        few = [reading for reading in readings if reading.chows <= self.most_chows]
        return readings if len(few) < len(readings) and find(self.by_tiles.on_hand, hand) else few

    def readings(self, hand: Hand) -> list[Reading]:
        return [reading for form in self.forms for reading in form(hand, True)]

    # the winner

    def judge(self, hand: Hand, readings: Sequence[Reading]) -> list[ReadingWorth]:
        limits_on_hand, doubles_on_hand = self.at_a_moment if hand.flags or hand.source == ROBBED_KONG else self.at_rest
        of_hand = glance.of_hand(hand)
        on_hand = find(limits_on_hand.where(of_hand), hand)
        points: Found | None = None
        doubles: Found = {}
        worths = []
        for reading in readings:
            glanced = glance.of_reading(reading, of_hand)
            if limits := find_more(on_hand.copy(), self.limits_of_reading.where(glanced), reading):
                worths.append(self.fixed(reading, limits, self.most, len(limits)))
            elif self.any_half and (halves := self.halves.found(reading)):
                total = self.with_bonus(reading, self.half)
                worths.append(self.fixed(reading, dict.fromkeys(halves, self.half), total, 0))
            else:
                if points is None:
                    points = find(self.points_of_hand.where(of_hand), hand)
                    doubles = find(doubles_on_hand.where(of_hand), hand)
                worths.append(self.counted(reading, glanced, points, doubles))
        return worths

    def fixed(self, reading: Reading, items: Found, total: int, limits: int) -> ReadingWorth:
        more = {"points": None, "doubles": None}
        rank = (total, limits > 0, limits, 0, 0)
        return ReadingWorth(rank, ALWAYS, reading, items, total, total, total >= self.most, limits > 0, more)

    def counted(self, reading: Reading, glanced: int, points_seen: Found, doubles_seen: Found) -> ReadingWorth:
        items = points_seen.copy()
        items.update(self.of_sets[reading.digits & SORTS])
        find_more(items, self.beside_sets.where(glanced), reading)
        doubles = find_more(doubles_seen.copy(), self.doubles_of_reading.where(glanced), reading)
        find_more(doubles, self.on_points, items)
        raw, times = sum(items.values()), sum(doubles.values())
        items.update(doubles)
        total = self.amount(raw, times)
        reached = raw if times >= self.least_doubles else -1
        rank, more = (total, 0, 0, times, raw), {"points": raw, "doubles": times}
        return ReadingWorth(rank, reached, reading, items, total, total, total >= self.most, False, more)

    def amount(self, raw: int, times: int) -> int:
        step = self.step
        return min(((raw << times) + step // 2) // step * step, self.most)

    def with_bonus(self, reading: Reading, fixed: int) -> int:
        """A value below the limit with the bonus tiles, doubled by their own doubles, where they count beside it."""
        if not self.bonus_beside:
            return fixed
        raw = sum(self.bonus_points.found(reading).values())
        return min(fixed + (raw << sum(self.bonus_doubles.found(reading).values())), self.most)

    def waits(self, hand: Hand) -> int:
        kinds = waiting.near(hand, self.patterns, self.orphans)
        if self.most_chows == 4:
            return still_there(kinds, less(hand.every, hand.winning, 1))
        thirteen = (hand.tiles & PLAYING) - ONE[hand.winning]
        return len({drawn.winning for drawn, _ in waiting.completions(hand, thirteen, kinds, self.readings)})

    # the others

    def loser(self, row: LoserHand) -> LoserWorth:
        if row.number > HAND:
            return NOTHING
        held = row.as_it_lies()
        points, doubles = self.all_points.found(held), self.all_doubles.found(held)
        if self.any_call and row.hand.flags & ORIGINAL_CALL:
            doubles["original-call"] = 1
        called = ""
        if self.calling and row.number == HAND:
            called, pure = self.calls(row)
            if pure:
                doubles[CALLING_PURITY] = 3
        raw, times = sum(points.values()), sum(doubles.values())
        total = self.amount(raw, times)
        if called:
            value = self.most * (TENTHS_OF_HALF if called in HALF else TENTHS) // 10
            if (fixed := self.with_bonus(held, value)) >= total:
                return LoserWorth({CALLING + called: value}, None, None, fixed)
        return LoserWorth({**points, **doubles}, raw, times, total)

    def calls(self, row: LoserHand) -> tuple[str, bool]:
        """The hand of fixed value for which a loser needs one tile, empty for none; and whether it is a purity that is
        no such hand."""
        whole: set[str] = set()
        half: set[str] = set()
        pure = False
        kinds = waiting.near(row.hand, self.patterns, self.orphans)
        for _, reading in waiting.completions(row.hand, row.tiles, kinds, self.readings):
            if limits := self.limits.found(reading):
                whole.update(limits.keys() & self.called)
            elif self.any_half and (halves := self.halves.found(reading)):
                half.update(halves.keys() & self.called)
            elif self.calling_purity and purity(reading):
                pure = True
        return min(whole or half, default=""), pure

    def check(self, hand: Hand) -> None:
        """Reads the hands of the losers. Raises RecordError."""
        hand.own = Table(self, losers_of(hand, self.tiles, ORIGINAL_CALL))

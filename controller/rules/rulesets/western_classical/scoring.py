"""What a hand is worth: points doubled and limited or, where only hands of a list win, so many limits; and the hands of
the losers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from controller.rules.hand.reading import Form, Reading, seven_different_pairs, standard, thirteen_orphans
from controller.rules.hand.record import Hand
from controller.rules.hand.tile_set import TileSet
from controller.rules.hand.tiles import ONE, PLAYING
from controller.rules.hand.waits import pair_waits, still_there
from controller.rules.hand.words import less
from controller.rules.rulesets.chinese_classical import waiting
from controller.rules.rulesets.chinese_classical.losers import HAND, NOTHING, LoserHand, LoserWorth, Table, losers_of
from controller.rules.rulesets.chinese_classical.patterns import OWN_FORMS
from controller.rules.rulesets.chinese_classical.scoring import SETS, SORTS, OfSets, Rows
from controller.rules.rulesets.western_classical.patterns import without_series
from controller.rules.sheet import glance
from controller.rules.sheet import patterns as has
from controller.rules.sheet.ruleset import ALWAYS, Found, Options, PlayedItems, ReadingWorth, Row, find, find_more

POINTS, DOUBLES, LIMIT, LISTED, LOSERS = "points", "doubles", "limit", "list", "losers"
ALL_PLAYERS: Final = frozenset({
    "pung-exposed-minor", "pung-exposed-major", "pung-concealed-minor", "pung-concealed-major", "kong-exposed-minor",
    "kong-exposed-major", "kong-concealed-minor", "kong-concealed-major", "dragon-pair", "own-wind-pair",
    "round-wind-pair", "bonus-tile", "dragon-pung", "own-wind-pung", "round-wind-pung", "own-flower", "own-season",
})  # fmt: skip
"""Items that the losers' hands have too."""
EVENTS: Final = frozenset({"heavenly-hand", "earthly-hand"})
"""Hands by the moment of the win; they stand beside one of the list."""
BY_PATTERN: Final = ("knitting", "triple-knitting", "wriggling-snake")
"""Hands of the list with a form of their own."""
OF_THIRTEEN: Final = frozenset({"one-suit", "one-suit-honors", "all-majors"})
MAJORS_OF_LOSERS: Final[tuple[Row, ...]] = (
    ("heads-and-tails", 3, has.only_terminals_hand),
    ("only-honors", 3, has.only_honours_hand),
)
"""Doubles of losers that have the names of hands of the list."""
READY: Final = "ready"
WORTHLESS = 2
"""Points of a loser that count as none where the list is played."""


class Scoring:
    """The worth of hands with the options fixed."""

    def __init__(self, options: Options, played: PlayedItems, tiles: TileSet) -> None:
        self.tiles = tiles
        self.top, self.step = int(options["limit"]), int(options["round-to"])
        self.most_of_losers = self.top if options["limit-on"] == "score" else None
        self.most_chows = int(options["max-chows"])
        self.by_list = bool(options["list"])
        points, doubles, limits = (played.group(name) for name in (POINTS, DOUBLES, LIMIT))
        listed, losers = played.group(LISTED), Rows(*played.group(LOSERS)[:2])
        self.points, self.doubles, self.limits = Rows(*points[:2]), Rows(*doubles[:2]), Rows(*limits[:2])
        self.limits_of_hand, self.limits_of_reading = glance.Rows(limits.on_hand), glance.Rows(limits.on_reading)
        self.points_of_hand = glance.Rows(points.on_hand)
        self.doubles_of_hand, self.doubles_of_reading = glance.Rows(doubles.on_hand), glance.Rows(doubles.on_reading)
        self.on_points = points.on_found
        self.of_sets = OfSets(row for row in self.points.on_reading if row[0] in SETS)
        self.beside_sets = glance.Rows(tuple(row for row in self.points.on_reading if row[0] not in SETS))
        self.hands = Rows(tuple(row for row in listed.on_hand if row[0] not in EVENTS), listed.on_reading)
        self.events = tuple(row for row in listed.on_hand if row[0] in EVENTS)
        self.all_points, self.all_doubles = self.points.only(ALL_PLAYERS), self.doubles.only(ALL_PLAYERS)
        self.of_losers = losers.only(row[0] for rows in losers for row in rows if row[0] not in OF_THIRTEEN)
        self.of_thirteen = (*losers.only(OF_THIRTEEN).on_hand, *MAJORS_OF_LOSERS)
        self.ready = played.items[READY].worth(options) if READY in played.items else 0
        self.orphans = "thirteen-orphans" in played.items
        self.patterns = tuple(id for id in BY_PATTERN if id in played.items) if self.by_list else ()
        self.forms: tuple[Form, ...] = (
            standard if self.by_list else self.four_sets,
            *((seven_different_pairs,) if self.by_list else ()),
            *((thirteen_orphans,) if self.orphans else ()),
            *(OWN_FORMS[id] for id in self.patterns),
        )

    # forms

    def four_sets(self, hand: Hand, every_way: bool) -> list[Reading]:
        """Four sets and a pair with no more chows than are allowed."""
        readings = standard(hand, every_way)
        if self.most_chows == 4:
            return readings
        return [reading for reading in readings if reading.chows <= self.most_chows]

    def readings(self, hand: Hand) -> list[Reading]:
        return [reading for form in self.forms for reading in form(hand, True)]

    # the winner

    def judge(self, hand: Hand, readings: Sequence[Reading]) -> Iterable[ReadingWorth]:
        return self.of_list(hand, readings) if self.by_list else self.counting(hand, readings)

    def counting(self, hand: Hand, readings: Sequence[Reading]) -> list[ReadingWorth]:
        of_hand = glance.of_hand(hand)
        on_hand = find(self.limits_of_hand.where(of_hand), hand)
        points = find(self.points_of_hand.where(of_hand), hand)
        doubles = find(self.doubles_of_hand.where(of_hand), hand)
        worths = []
        for reading in readings:
            glanced = glance.of_reading(reading, of_hand)
            if limits := find_more(on_hand.copy(), self.limits_of_reading.where(glanced), reading):
                worths.append(self.fixed(reading, limits, self.top))
            else:
                worths.append(self.counted(reading, glanced, points, doubles))
        return worths

    def of_list(self, hand: Hand, readings: Sequence[Reading]) -> Iterator[ReadingWorth]:
        """The hand of the list that is worth most, or several; what is none is no win."""
        on_hand, events = find(self.hands.on_hand, hand), find(self.events, hand)
        for reading in readings:
            if hands := {**on_hand, **find(self.hands.on_reading, reading)}:
                most = max(hands.values())
                items = {id: value for id, value in hands.items() if value == most} | events
                yield self.fixed(reading, items, max(items.values()))

    def fixed(self, reading: Reading, items: Found, total: int) -> ReadingWorth:
        more = {"points": None, "doubles": None}
        return ReadingWorth((total, 1, 0, 0), ALWAYS, reading, items, total, total, total >= self.top, True, more)

    def counted(self, reading: Reading, glanced: int, points_seen: Found, doubles_seen: Found) -> ReadingWorth:
        items = points_seen.copy()
        items.update(self.of_sets[reading.digits & SORTS])
        find_more(items, self.beside_sets.where(glanced), reading)
        items.update(find(self.on_points, items))
        doubles = find_more(doubles_seen.copy(), self.doubles_of_reading.where(glanced), reading)
        raw, times = sum(items.values()), sum(doubles.values())
        items.update(doubles)
        total, more = min(self.amount(raw, times), self.top), {"points": raw, "doubles": times}
        rank = total, 0, times, raw
        return ReadingWorth(rank, ALWAYS, reading, items, total, total, total >= self.top, False, more)

    def amount(self, raw: int, times: int) -> int:
        step = self.step
        return ((raw << times) + step // 2) // step * step

    def waits(self, hand: Hand) -> int:
        kinds = waiting.near(hand, (), self.orphans)
        if self.most_chows == 4:
            return still_there(kinds, less(hand.every, hand.winning, 1))
        thirteen = (hand.tiles & PLAYING) - ONE[hand.winning]
        return len({drawn.winning for drawn, _ in waiting.completions(hand, thirteen, kinds, self.readings)})

    # the others

    def loser(self, row: LoserHand) -> LoserWorth:
        if row.number > HAND:
            return NOTHING
        hand, lying = row.hand, row.as_it_lies()
        if self.by_list:
            hand.tiles, hand.suits = row.tiles, waiting.suits_of(row.tiles)
            hand.flowers = without_series(hand.flowers)
        points, doubles = self.all_points.found(lying), self.all_doubles.found(lying)
        if self.by_list:
            doubles |= self.of_losers.found(lying)
            if row.number == HAND:
                doubles |= find(self.of_thirteen, hand)
                if self.ready and (limits := self.short_of(row)):
                    doubles[READY] = limits * self.ready
            if sum(points.values()) == WORTHLESS:
                points = {}
        raw, times = sum(points.values()), sum(doubles.values())
        total = self.amount(raw, times)
        if self.most_of_losers is not None:
            total = min(total, self.most_of_losers)
        return LoserWorth({**points, **doubles}, raw, times, total)

    def short_of(self, row: LoserHand) -> int:
        """How many limits the best hand of the list counts for which a loser needs one tile; 0 for none."""
        kinds = waiting.near(row.hand, self.patterns, self.orphans)
        if not row.hand.melds:
            for tile in pair_waits(row.hand.held):
                kinds |= 1 << tile
        found = waiting.completions(row.hand, row.tiles, kinds, self.readings)
        most = max((value for _, reading in found for value in self.hands.found(reading).values()), default=0)
        return most // self.top

    def check(self, hand: Hand) -> None:
        """Reads the hands of the losers. Raises RecordError."""
        hand.own = Table(self, losers_of(hand, self.tiles))

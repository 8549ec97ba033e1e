"""Stock judges: what the items that a reading shows come to. A sheet names one and says what differs as data.

``Sum``               the values of a group are added up, cut at a greatest total, and turned into a base
``PointsAndDoubles``  the points of a group are doubled once for every double of another
``Limits``            before either: a reading with an item of this group is worth a fixed amount and nothing else
``Highest``           before either: a reading with items of this group is worth the highest of them and nothing else
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from controller.rules.game import QuickWin
from controller.rules.hand.reading import BY_FLOWERS, Reading
from controller.rules.hand.record import Hand
from controller.rules.sheet import glance
from controller.rules.sheet.glance import Rows
from controller.rules.sheet.ruleset import (
    ALWAYS,
    Dropped,
    Found,
    ItemGroup,
    Judge,
    PlayedItems,
    ReadingWorth,
    Step,
    find,
    find_more,
)

LIMIT: Final = 1
ORDINARY: Final = 0
"""First place of a rank: a limit hand is chosen before any other reading."""


@dataclass(frozen=True, slots=True)
class Limits:
    """A reading with items of ``group`` counts them alone. ``total`` is what the result shows, ``base`` the amount that
    payments multiply, ``more`` what such a result says beside them."""

    group: str
    total: int
    base: Callable[[Hand, Found], int]
    more: Mapping[str, Any] | None = None

    def verdict(self, reading: Reading, items: Found) -> ReadingWorth:
        base = self.base(reading.hand, items)
        rank = (LIMIT, base, len(items))
        return ReadingWorth(rank, ALWAYS, reading, items, self.total, base, True, True, self.more)


@dataclass(frozen=True, slots=True)
class Highest:
    """A reading with items of ``group`` counts them alone and is worth the highest of them, whatever the minimum;
    ``base`` turns that into the amount that payments multiply, ``limit_from``: the total that is called a limit."""

    group: str
    base: Callable[[int], int]
    limit_from: int

    def verdict(self, reading: Reading, items: Found) -> ReadingWorth:
        total = max(items.values())
        rank, limit = (LIMIT, total, len(items)), total >= self.limit_from
        return ReadingWorth(rank, ALWAYS, reading, items, total, self.base(total), limit, True)


Seen = tuple[Found, Found, Dropped]
"""What a hand shows by itself, the same for all its readings: items of the counted group and of the further one, and
the exclusions among those."""


def _only(found: Found, kept: Container[str]) -> Found:
    return {name: value for name, value in found.items() if name in kept}


class Counting(NamedTuple):
    """A way of counting with the options fixed: what is seen on the hand, and a reading with that. Each is given what
    there is at a glance (``glance.of_hand``, ``glance.of_reading``)."""

    of_hand: Callable[[Hand, int], Seen]
    of_reading: Callable[[Reading, int, Seen], ReadingWorth]


@dataclass(frozen=True, slots=True)
class Sum:
    """The items of ``group`` are added up after the exclusions, those of ``beside`` (looked at on the hand alone) on
    top of them.

    ``top`` cuts the total (0: no maximum); ``base`` turns it into the amount that payments multiply. ``limit_from``:
    the total that is called a limit (0: the maximum). ``beside_counts``: what stands beside helps to reach the minimum.
    ``more_items``: of readings with the same total the one with more items is scored.
    """

    group: str
    base: Callable[[int], int]
    beside: str = ""
    top: int = 0
    limit_from: int = 0
    beside_counts: bool = True
    more_items: bool = False

    def of(self, played: PlayedItems) -> Counting:
        group, excluding = played.group(self.group), bool(played.exclusions)
        on_hand, on_reading = Rows(group.on_hand), Rows(group.on_reading)
        beside = Rows(played.group(self.beside).on_hand)
        base, top, limit_from = self.base, self.top, self.limit_from or self.top
        beside_counts, more_items = self.beside_counts, self.more_items

        def of_hand(hand: Hand, glanced: int) -> Seen:
            further = find(beside.where(glanced), hand)
            own = find(on_hand.where(glanced), hand)
            return own, further, played.exclude(further) if further else ()

        def of_reading(reading: Reading, glanced: int, seen: Seen) -> ReadingWorth:
            counted, further, dropped = seen
            items = find_more(counted.copy(), on_reading.where(glanced), reading)
            if excluding:
                dropped = played.exclude(items) + dropped
            own = uncut = sum(items.values())
            if further:
                items.update(further)
                uncut = sum(items.values())
            total = top if 0 < top < uncut else uncut
            rank, reached = (ORDINARY, uncut, len(items) if more_items else 0), uncut if beside_counts else own
            limit = 0 < limit_from <= uncut
            return ReadingWorth(rank, reached, reading, items, total, base(total), limit, False, None, dropped)

        return Counting(of_hand, of_reading)

    def quick(self, win: QuickWin) -> int:
        """The base of a result without tiles; a limit is the maximum, where there is one."""
        return self.base(self.top if self.top and (win.limit or win.total > self.top) else win.total)


@dataclass(frozen=True, slots=True)
class PointsAndDoubles:
    """The items of ``points`` are added up and doubled for each of ``doubles``. ``score``: points and doubles to the
    amount, and whether that is the limit. Items of ``doubles`` with ``on="found"`` look at the points that were found.
    """

    score: Callable[[int, int], tuple[int, bool]]
    points: str = "points"
    doubles: str = "doubles"

    def of(self, played: PlayedItems) -> Counting:
        points, doubles, score_of = played.group(self.points), played.group(self.doubles), self.score

        points_on_hand, doubles_on_hand = Rows(points.on_hand), Rows(doubles.on_hand)
        points_on_reading, doubles_on_reading = Rows(points.on_reading), Rows(doubles.on_reading)

        def of_hand(hand: Hand, glanced: int) -> Seen:
            return find(points_on_hand.where(glanced), hand), find(doubles_on_hand.where(glanced), hand), ()

        def of_reading(reading: Reading, glanced: int, seen: Seen) -> ReadingWorth:
            on_hand, further, _ = seen
            own = find_more(on_hand.copy(), points_on_reading.where(glanced), reading)
            twice = find_more(further.copy(), doubles_on_reading.where(glanced), reading)
            if doubles.on_found:
                twice.update(find(doubles.on_found, own))
            dropped = played.exclude(twice)
            raw, times = sum(own.values()), sum(twice.values())
            score, limited = score_of(raw, times)
            rank, more = (ORDINARY, score, times, raw), {"points": raw, "doubles": times}
            return ReadingWorth(rank, score, reading, {**own, **twice}, score, score, limited, False, more, dropped)

        return Counting(of_hand, of_reading)


_NO_ITEMS: Final = ItemGroup((), (), ())
_NOTHING: Final[Seen] = ({}, {}, ())


def judge(
    played: PlayedItems,
    ordinary: Sum | PointsAndDoubles,
    limits: Limits | Highest | None = None,
    with_flowers: Container[str] = (),
) -> Judge:
    """Limit items before all others, then the ordinary ones.

    ``with_flowers``: where bonus tiles alone win, the other tiles need not be complete, and what they look like earns
    nothing; of the items seen on the hand only these limit items count then.
    """
    of_hand, of_reading = ordinary.of(played)
    limit = played.group(limits.group) if limits else _NO_ITEMS
    limit_on_hand, limit_on_reading = Rows(limit.on_hand), Rows(limit.on_reading)

    def verdicts(_hand: Hand, readings: Sequence[Reading]) -> list[ReadingWorth]:
        found, subject, of_subject = [], None, glance.NOTHING
        for reading in readings:
            if reading.hand is not subject:
                subject = reading.hand
                of_subject = glance.of_hand(subject)
                limit_seen, seen = find(limit_on_hand.where(of_subject), subject), of_hand(subject, of_subject)
                if reading.form in BY_FLOWERS:
                    limit_seen, seen = _only(limit_seen, with_flowers), _NOTHING
            glanced = glance.of_reading(reading, of_subject)
            if limits and (items := find_more(limit_seen.copy(), limit_on_reading.where(glanced), reading)):
                found.append(limits.verdict(reading, items))
            else:
                found.append(of_reading(reading, glanced, seen))
        return found

    return verdicts


def summed(verdict: ReadingWorth, unit: str) -> list[Step]:
    """The first lines of a conversion: the sum of the items and, where it is more than the total, the cut."""
    uncut = sum(verdict.items.values())
    cut: list[Step] = [("conversion.cut", {"total": verdict.total, "unit": unit})] if uncut > verdict.total else []
    return [("conversion.sum", {"total": uncut, "unit": unit}), *cut]

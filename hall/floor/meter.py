"""From stretches of time to lines of a bill, one meter at a time: of a table, or of one guest.

The time played is rounded to full steps, cut into pieces at the borders of the price rules, and each piece is priced by
the rule in force. Sums are exact until the end; each line is the difference between two rounded running sums, so that
the lines add up to the rounded whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from fractions import Fraction
from itertools import pairwise

from hall.floor.prices import PriceList, PriceRule, Unit, zone_of
from hall.floor.times import HOUR, MINUTE, instant, local_date


@dataclass(frozen=True, slots=True)
class Stretch:
    """Time that counts, without a break, at one table. Milliseconds since 1970; ``ends``: None while it goes on."""

    table: str
    area: str
    starts: int
    ends: int | None = None

    def until(self, now: int) -> int:
        return max(self.starts, now) if self.ends is None else self.ends


@dataclass(frozen=True, slots=True)
class Piece:
    """Time by one rule, in one of its days or nights (``day``: on which that begins)."""

    rule: PriceRule
    day: str
    ms: int


@dataclass(frozen=True, slots=True)
class Charge:
    """A line before it has a place on a bill. ``quantity``: milliseconds. ``amount``: rounded."""

    kind: str
    text: str
    unit: Unit
    quantity: int
    price: int
    amount: int
    day: str = ""


def played_ms(stretches: Sequence[Stretch], now: int) -> int:
    return sum(one.until(now) - one.starts for one in stretches)


def charged_ms(played: int, prices: PriceList) -> int:
    """What is charged of so much time: full steps, of which a time of grace begins none."""
    grace, step = prices.grace_minutes * MINUTE, prices.step_minutes * MINUTE
    return 0 if played <= grace else -(-(played - grace) // step) * step


def time_charges(stretches: Sequence[Stretch], unit: Unit, prices: PriceList, now: int) -> list[Charge]:
    """The lines of one meter; none where no rule of the unit was in force."""
    lines: list[tuple[Piece | None, PriceRule | None, Fraction]] = []
    total = Fraction(0)
    for piece in _grouped(_fitted(stretches, unit, prices, now)):
        exact = Fraction(piece.rule.amount * piece.ms, HOUR)
        lines.append((piece, piece.rule, exact))
        if piece.rule.cap is not None and exact > piece.rule.cap:
            lines.append((None, piece.rule, piece.rule.cap - exact))
            exact = Fraction(piece.rule.cap)
        total += exact
    if prices.cap is not None and total > prices.cap:
        lines.append((None, None, prices.cap - total))
    return list(_rounded(lines, unit, prices))


def rounded(exact: Fraction, prices: PriceList) -> int:
    """To a multiple of ``round_to``, half up."""
    return int((exact / prices.round_to + Fraction(1, 2)) // 1) * prices.round_to


def _rounded(
    lines: Sequence[tuple[Piece | None, PriceRule | None, Fraction]], unit: Unit, prices: PriceList
) -> Iterator[Charge]:
    exact, before = Fraction(0), 0
    for piece, rule, amount in lines:
        exact += amount
        sum_ = rounded(exact, prices)
        if piece is not None:
            yield Charge("time", piece.rule.name, unit, piece.ms, piece.rule.amount, sum_ - before, piece.day)
        else:
            yield Charge("cap", "" if rule is None else rule.name, unit, 0, 0, sum_ - before)
        before = sum_


def _fitted(stretches: Sequence[Stretch], unit: Unit, prices: PriceList, now: int) -> Iterator[Piece]:
    """The pieces of the time that is charged: those played, less what is given at the end, or with the last of them
    longer by what is missing to a full step."""
    left = charged_ms(played_ms(stretches, now), prices)
    pieces = [piece for one in stretches for piece in pieces_of(one, unit, prices, now)]
    for at, (piece, ms) in enumerate(pieces):
        taken = left if at == len(pieces) - 1 else min(ms, left)
        left -= taken
        if piece is not None and taken:
            yield Piece(piece[0], piece[1], taken)


def _grouped(pieces: Iterator[Piece]) -> list[Piece]:
    """One for each rule and day, in the order in which they began."""
    found: dict[tuple[PriceRule, str], int] = {}
    for piece in pieces:
        found[piece.rule, piece.day] = found.get((piece.rule, piece.day), 0) + piece.ms
    return [Piece(rule, day, ms) for (rule, day), ms in found.items()]


def pieces_of(
    stretch: Stretch, unit: Unit, prices: PriceList, now: int
) -> Iterator[tuple[tuple[PriceRule, str] | None, int]]:
    """The rule and day in force, with the milliseconds for which they are; None where no rule is."""
    starts, ends = stretch.starts, stretch.until(now)
    rules = [rule for rule in prices.rules if rule.unit == unit and (not rule.areas or stretch.area in rule.areas)]
    spans = [span for rule in rules for span in spans_of(rule, starts, ends, prices)]
    borders = sorted({starts, ends, *(b for span in spans for b in span[:2] if starts < b < ends)})
    for at, until in pairwise(borders):
        inside = next(((rule, day) for first, last, rule, day in spans if first <= at < last), None)
        yield inside, until - at


def rule_at(unit: Unit, area: str, at: int, prices: PriceList) -> PriceRule | None:
    """In force at a moment."""
    stretch = Stretch("", area, at, at + 1)
    return next((found[0] for found, _ in pieces_of(stretch, unit, prices, at) if found is not None), None)


def spans_of(rule: PriceRule, starts: int, ends: int, prices: PriceList) -> Iterator[tuple[int, int, PriceRule, str]]:
    """When a rule is in force around some time, with the day on which each span begins."""
    zone, day = zone_of(prices), local_date(starts, zone_of(prices)) - timedelta(1)
    last = local_date(ends, zone) + timedelta(1)
    first_clock = time.fromisoformat(rule.starts or "00:00")
    last_clock = time.fromisoformat(rule.ends or "00:00")
    while day <= last:
        if not rule.weekdays or day.weekday() in rule.weekdays:
            end_day = day + timedelta(1) if last_clock <= first_clock else day
            yield instant(day, first_clock, zone), instant(end_day, last_clock, zone), rule, _name(day)
        day += timedelta(1)


def _name(day: date) -> str:
    return day.isoformat()

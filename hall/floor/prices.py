"""Prices as data: what is charged for, when and where, and what is done about short, long and broken stretches of time.

Amounts are integers of the smallest coin. A list is never changed: another one takes its place, and a session keeps the
one under which it began.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Final, Literal
from zoneinfo import ZoneInfo

from annotated_types import Interval

from controller.events.values import Count, EventPart, Number
from controller.limits import LONGEST_NAME, check_words
from controller.refusals import Code, Detail, Refused, Takes
from controller.rules.seats import SEAT_COUNT

Unit = Literal["table-hour", "seat-hour", "game", "seat-game", "hand"]
"""seat-hour and seat-game: for each guest; the others: for the table as a whole."""
TIMED: Final = ("table-hour", "seat-hour")
PER_GUEST: Final = ("seat-hour", "seat-game")
UNITS: Final[tuple[Unit, ...]] = ("table-hour", "seat-hour", "game", "seat-game", "hand")
Weekday = Annotated[int, Interval(ge=0, le=6)]
"""From 0, Monday."""

MOST_RULES: Final = 40
MOST_AMOUNT: Final = 100_000_000
LONGEST_STEP: Final = 240
LONGEST_GRACE: Final = 120
CLOCK: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


@dataclass(frozen=True, slots=True)
class PriceRule(EventPart):
    """One price, and where it is in force: on some weekdays, between two times of day, in some areas."""

    name: str
    """As receipts show it."""
    unit: Unit
    amount: Count
    """For one hour, game or hand."""
    weekdays: tuple[Weekday, ...] = ()
    """Those on which its time of day begins; empty: every day."""
    starts: str | None = None
    """Local time of day, ``HH:MM``; null: the whole day."""
    ends: str | None = None
    """Local time of day; not after ``starts``: on the next day."""
    areas: tuple[str, ...] = ()
    """Empty: everywhere."""
    cap: Count | None = None
    """The most that one table, or one guest, pays by this rule for one of its nights or days; null: no limit."""


@dataclass(frozen=True, slots=True)
class PriceList(EventPart):
    """For each unit the first rule in force counts; where none is, nothing is charged for it."""

    rules: tuple[PriceRule, ...]
    zone: str
    """The time zone of its times of day, by its name in the IANA database."""
    currency: str
    """ISO 4217."""
    digits: Annotated[int, Interval(ge=0, le=3)]
    """Decimal places of the smallest coin."""
    step_minutes: Number = 1
    """Time is charged in full steps of so many minutes."""
    grace_minutes: Count = 0
    """So many minutes begin no other step, and a session no longer than that costs nothing."""
    minimum: Count = 0
    """The least that a session costs which costs something."""
    cap: Count | None = None
    """The most that one table, or one guest, pays for the time of one session; null: no limit."""
    round_to: Number = 1
    """Amounts are rounded to multiples of this, half up: 5 where the smallest coin in use is five."""
    table_hour_limit: Count | None = None
    """The most that the law allows for an hour of a table, seats added up; null: no limit."""
    seat_hour_limit: Count | None = None
    """The most that the law allows for an hour of a guest; null: no limit."""

    @property
    def shares(self) -> bool:
        """Whether something is charged to the table as a whole, for its guests to share."""
        return self.minimum > 0 or any(rule.unit not in PER_GUEST for rule in self.rules)


def check_prices(prices: PriceList) -> None:
    """Raises ``Refused`` (``bad-prices``, ``bad-words``) naming the field."""
    if not prices.rules or len(prices.rules) > MOST_RULES:
        raise _bad(Takes.ENTRIES(most=MOST_RULES) if prices.rules else Takes.SOMETHING(), "rules")
    try:
        zone_of(prices)
    except (ValueError, OSError, KeyError):
        raise _bad(Takes.TIME_ZONE(), "zone") from None
    if not re.fullmatch("[A-Z]{3}", prices.currency):
        raise _bad(Takes.CURRENCY(), "currency")
    for field, value, least, most in _bounds(prices):
        if value is not None and not least <= value <= most:
            raise _bad(Takes.BETWEEN(least=least, most=most), field)
    for at, rule in enumerate(prices.rules):
        _check_rule(rule, f"rules[{at}]")
    _check_limits(prices)


def _bounds(prices: PriceList) -> Iterator[tuple[str, int | None, int, int]]:
    yield "digits", prices.digits, 0, 3
    yield "step_minutes", prices.step_minutes, 1, LONGEST_STEP
    yield "grace_minutes", prices.grace_minutes, 0, LONGEST_GRACE
    yield "minimum", prices.minimum, 0, MOST_AMOUNT
    yield "cap", prices.cap, 0, MOST_AMOUNT
    yield "round_to", prices.round_to, 1, 10_000
    yield "table_hour_limit", prices.table_hour_limit, 0, MOST_AMOUNT
    yield "seat_hour_limit", prices.seat_hour_limit, 0, MOST_AMOUNT


def _check_rule(rule: PriceRule, path: str) -> None:
    check_words(rule.name, f"{path}.name", LONGEST_NAME)
    if rule.unit not in UNITS:
        raise _bad(Takes.LISTED(), f"{path}.unit")
    if not 0 <= rule.amount <= MOST_AMOUNT:
        raise _bad(Takes.BETWEEN(least=0, most=MOST_AMOUNT), f"{path}.amount")
    if not all(0 <= day <= 6 for day in rule.weekdays):
        raise _bad(Takes.BETWEEN(least=0, most=6), f"{path}.weekdays")
    if (rule.starts is None) != (rule.ends is None):
        raise _bad(Takes.BOTH_TIMES(), f"{path}.ends")
    for field, text in (("starts", rule.starts), ("ends", rule.ends)):
        if text is not None and not CLOCK.fullmatch(text):
            raise _bad(Takes.TIME_OF_DAY(), f"{path}.{field}")
    if rule.starts is not None and rule.starts == rule.ends:
        raise _bad(Takes.ANOTHER_TIME(), f"{path}.ends")
    if rule.cap is not None and (rule.unit not in TIMED or not 0 <= rule.cap <= MOST_AMOUNT):
        raise _bad(Takes.CAP_OF_HOURS(most=MOST_AMOUNT), f"{path}.cap")
    for area in rule.areas:
        check_words(area, f"{path}.areas", LONGEST_NAME)


def _check_limits(prices: PriceList) -> None:
    """What the law allows: the dearest hours that can come together."""
    table = max((rule.amount for rule in prices.rules if rule.unit == "table-hour"), default=0)
    seat = max((rule.amount for rule in prices.rules if rule.unit == "seat-hour"), default=0)
    limit, each = prices.table_hour_limit, prices.seat_hour_limit
    if limit is not None and table + SEAT_COUNT * seat > limit:
        raise _bad(Takes.TABLE_HOUR(there=table + SEAT_COUNT * seat, most=limit), "table_hour_limit")
    share = seat + -(-table // SEAT_COUNT)
    if each is not None and share > each:
        raise _bad(Takes.SEAT_HOUR(there=share, most=each), "seat_hour_limit")


def zone_of(prices: PriceList) -> ZoneInfo:
    """Raises ``KeyError``, ``ValueError`` or ``OSError`` for a name that is none."""
    return ZoneInfo(prices.zone)


def _bad(detail: Detail, field: str) -> Refused:
    return Refused(Code.BAD_PRICES, detail, field=field)

"""What a session costs, line by line, and how guests share it. Exact integers: the parts of a split are the whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Literal

from annotated_types import Ge

from controller.events.values import Count, EventPart
from controller.refusals import Code, Refused, Takes
from hall.floor.meter import Charge, Stretch, charged_ms, played_ms, rounded, rule_at, time_charges
from hall.floor.prices import PriceList, Unit
from hall.floor.sessions import Session, Stay

LineKind = Literal["time", "cap", "minimum", "game", "hand", "item", "discount", "share"]


@dataclass(frozen=True, slots=True)
class ReceiptLine(EventPart):
    """One line of a receipt. The sum of the lines is its total."""

    kind: LineKind
    """time: hours by a rule; cap: what is above its cap, or, without a text, above that of the session; minimum: what
    is missing to the least price; share: a guest's part of a line of the table."""
    text: str
    """The name of the rule, or what was had; empty where the kind says it all."""
    unit: Unit | None
    quantity: Count
    """Milliseconds of a time, else how many."""
    price: int
    """For one hour, or one."""
    amount: int
    guest: Annotated[int, Ge(1)] | None
    """The stay that it is for; null: the table as a whole."""
    day: str = ""
    """The day on which the day or night of the rule began."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game or a hand was over at a table, ``at`` milliseconds since 1970."""

    table: str
    at: int


@dataclass(frozen=True, slots=True)
class Played:
    """Games and hands that were over at tables of a session; others may be among them and are not counted."""

    games: tuple[Ended, ...] = ()
    hands: tuple[Ended, ...] = ()


NOTHING_PLAYED = Played()


def bill(session: Session, prices: PriceList, now: int, played: Played = NOTHING_PLAYED) -> tuple[ReceiptLine, ...]:
    """Everything that a session costs up to now."""
    lines = [
        *(_line(charge, None) for charge in time_charges(session.stretches, "table-hour", prices, now)),
        *(
            _line(charge, stay.number)
            for stay in session.stays
            for charge in time_charges(stay.stretches, "seat-hour", prices, now)
        ),
        *_counted("game", session.stretches, "game", prices, played.games, now, None),
        *_counted("hand", session.stretches, "hand", prices, played.hands, now, None),
        *(
            line
            for stay in session.stays
            for line in _counted("game", stay.stretches, "seat-game", prices, played.games, now, stay.number)
        ),
    ]
    return (*lines, *_minimum(session, lines, prices, now))


def total(lines: Sequence[ReceiptLine]) -> int:
    return sum(line.amount for line in lines)


def _minimum(session: Session, lines: Sequence[ReceiptLine], prices: PriceList, now: int) -> Iterator[ReceiptLine]:
    """Not for a session within the time of grace in which nothing was played to the end."""
    costs = any(line.quantity for line in lines) or charged_ms(session.played(now), prices) > 0
    missing = rounded(Fraction(prices.minimum), prices) - total(lines)
    if costs and missing > 0:
        yield ReceiptLine("minimum", "", None, 1, prices.minimum, missing, None)


def _line(charge: Charge, guest: int | None) -> ReceiptLine:
    kind: LineKind = "time" if charge.kind == "time" else "cap"
    return ReceiptLine(kind, charge.text, charge.unit, charge.quantity, charge.price, charge.amount, guest, charge.day)


def _counted(
    kind: LineKind,
    stretches: Sequence[Stretch],
    unit: Unit,
    prices: PriceList,
    ends: Sequence[Ended],
    now: int,
    guest: int | None,
) -> Iterator[ReceiptLine]:
    """Games or hands by the rule in force when they ended, one line for each rule."""
    counts: dict[tuple[str, int], int] = {}
    for end in ends:
        there = (one for one in stretches if one.table == end.table and one.starts < end.at <= one.until(now))
        where = next(there, None)
        rule = None if where is None else rule_at(unit, where.area, end.at, prices)
        if rule is not None:
            counts[rule.name, rule.amount] = counts.get((rule.name, rule.amount), 0) + 1
    for (name, amount), count in counts.items():
        yield ReceiptLine(kind, name, unit, count, amount, rounded(Fraction(count * amount), prices), guest)


# ---------------------------------------------------------------- sharing


def split(amount: int, weights: Sequence[int], coin: int = 1) -> tuple[int, ...]:
    """An amount in parts by weight: multiples of ``coin``, the largest remainders first, what is less than a coin to
    the first. Equal parts where nothing weighs anything. Raises ``ValueError`` without weights."""
    if not weights or min(weights) < 0:
        raise ValueError("there is nobody to share")
    if amount < 0:
        return tuple(-part for part in split(-amount, weights, coin))
    sum_ = sum(weights)
    if not sum_:
        weights, sum_ = [1] * len(weights), len(weights)
    coins, rest = divmod(amount, coin)
    parts = [coins * weight // sum_ for weight in weights]
    order = sorted(range(len(weights)), key=lambda at: (-(coins * weights[at] % sum_), at))
    for at in order[: coins - sum(parts)]:
        parts[at] += 1
    return tuple(part * coin + (rest if not at else 0) for at, part in enumerate(parts))


def shared(
    lines: Sequence[ReceiptLine], stays: Sequence[Stay], prices: PriceList, now: int
) -> dict[int, tuple[ReceiptLine, ...]]:
    """The lines of each guest: the own ones, and a part of each line of the table by the time that each has sat. All
    parts together are the whole."""
    weights = [played_ms(stay.stretches, now) for stay in stays]
    found: dict[int, list[ReceiptLine]] = {stay.number: [] for stay in stays}
    for line in lines:
        if line.guest is not None:
            found[line.guest].append(line)
            continue
        for stay, part in zip(stays, split(line.amount, weights, prices.round_to), strict=True):
            if part:
                share = replace(line, kind="share", amount=part, guest=stay.number, text=line.text or line.kind)
                found[stay.number].append(share)
    return {number: tuple(own) for number, own in found.items()}


# ---------------------------------------------------------------- items and discounts


@dataclass(frozen=True, slots=True)
class Item:
    """Something else that was had. ``price``: for one."""

    text: str
    count: int
    price: int


@dataclass(frozen=True, slots=True)
class Discount:
    """``percent`` of everything before it, or an ``amount``."""

    text: str
    percent: int | None = None
    amount: int | None = None


def with_items(
    lines: Sequence[ReceiptLine], items: Sequence[Item], discounts: Sequence[Discount], prices: PriceList
) -> tuple[ReceiptLine, ...]:
    """Raises ``Refused`` (``bad-receipt``) for discounts that would pay money out."""
    found = [*lines]
    found += [ReceiptLine("item", one.text, None, one.count, one.price, one.count * one.price, None) for one in items]
    for at, one in enumerate(discounts):
        before = total(found)
        percent = one.percent or 0
        amount = one.amount if one.amount is not None else rounded(Fraction(before * percent, 100), prices)
        if amount > before:
            raise Refused(Code.BAD_RECEIPT, Takes.AT_MOST(most=before), field=f"discounts[{at}]")
        found.append(ReceiptLine("discount", one.text, None, percent, 0, -amount, None))
    return tuple(found)

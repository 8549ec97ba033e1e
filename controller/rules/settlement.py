"""From what wins pay, by wind, to movements of points between seats, with what the position adds."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Final

from controller.rules.errors import RecordError
from controller.rules.game import End, Ends, Instant, Line, MatchPosition, QuickWin, Settlement
from controller.rules.hand.parse import dealer_of
from controller.rules.hand.record import Hand, Source
from controller.rules.hand.tiles import KINDS
from controller.rules.paid import Paid, Share, net_of
from controller.rules.progression import order_from, seat_winds, seats_by_wind, winds_in_play
from controller.rules.seats import EAST, SEAT_COUNT, WIND_INDEXES, Seat, WindIndex
from controller.rules.sheet.ruleset import Bound, InstantRule, Options, PenaltyRule, Progression, ReadingWorth, Won
from controller.rules.winners import three_winners, two_at_most

DRAWN_HANDS_KEY: Final = "line.carry"
MOST_STREAK: Final = 1_000
ALIKE_KEPT: Final = 4_000
Alike = tuple[WindIndex, WindIndex | None, Source, int, bool]
"""What payments look at in a game in which wins pay alike (``Bound.pays_alike``): the first fields of ``Won``."""
EXTRA_HAND_KEYS: Final = frozenset({DRAWN_HANDS_KEY, "line.honba"})
"""The reasons of payments for extra hands: they follow the position, and are not part of what a hand itself pays."""


def as_settlement(lines: Sequence[Line]) -> Settlement:
    net = [0] * SEAT_COUNT
    for line in lines:
        net[line.payer] -= line.amount
        net[line.payee] += line.amount
    return Settlement(tuple(net), tuple(lines))


def of_wins(plan: Progression, bound: Bound, position: MatchPosition, ends: Ends, wins: Sequence[Paid]) -> Settlement:
    """All wins of the last end, in turn order after the discarder. Who has won in the hand before pays no more.

    The first winner of the hand, in turn, is paid for the extra hands; all that win on that tile where the ruleset says
    so.
    """
    seats = seats_by_wind(plan, position)
    paid_up = {winner for end in ends[:-1] for winner in end.winners}
    lines = []
    for place, win in enumerate(in_turn(wins)):
        extra = (
            extra_shares(plan, bound, position, win) if not paid_up and (not place or bound.extra_hands_for_all) else ()
        )
        shares = [share for share in (*win.shares, *extra) if share.amount and seats[share.payer] not in paid_up]
        lines += [Line(seats[share.payer], seats[win.winner], share.amount, share.key) for share in shares]
        lines += [Line(seats[one.payer], seats[one.payee], one.amount, one.key) for one in win.between]
    return as_settlement(lines)


def in_turn(wins: Iterable[Paid]) -> list[Paid]:
    """Counter-clockwise after the discarder; a win from the wall stands alone."""
    return sorted(wins, key=lambda win: (win.winner - (win.discarder or 0)) % SEAT_COUNT)


def extra_shares(plan: Progression, bound: Bound, position: MatchPosition, win: Paid) -> Sequence[Share]:
    """What the winner is paid for the extra hands at this position."""
    number = position.extra_hands
    if not number:
        return ()
    if bound.extra_shares:
        return bound.extra_shares(win.winner, win.discarder, win.shares, number)
    payers = sorted(winds_in_play(plan), key=lambda wind: (wind - win.winner) % SEAT_COUNT)
    return [Share(wind, plan.extra_hand_each * number, DRAWN_HANDS_KEY) for wind in payers[1:]]


def wind_of(plan: Progression, position: MatchPosition, seat: Seat) -> WindIndex:
    """The wind of a seat. Raises RecordError for an empty or unknown seat."""
    for wind, there in seats_by_wind(plan, position).items():
        if there == seat:
            return wind
    raise RecordError("winner", f"nobody plays on seat {seat}")


def penalty_settlement(plan: Progression, penalty: PenaltyRule, position: MatchPosition, offender: Seat) -> Settlement:
    each = penalty.each
    if each is None:
        return Settlement((0, 0, 0, 0))
    others = [seat for seat in order_from(plan, offender) if seat != offender]
    return as_settlement([Line(offender, seat, each(position, offender, seat), "line.penalty") for seat in others])


def streak_and_dealer(record: Mapping[str, Any]) -> tuple[int, WindIndex]:
    """Hands in a row that the dealer has dealt before this one, and his wind. Raises RecordError."""
    return streak_of(record), dealer_of(record)


def streak_of(record: Mapping[str, Any]) -> int:
    """Hands in a row that the dealer has dealt before this one, by the field ``streak``. Raises RecordError."""
    streak = record.get("streak")
    if streak is not None and (type(streak) is not int or not 0 <= streak <= MOST_STREAK):
        raise RecordError("streak", f"{streak!r} is not a whole number from 0 to {MOST_STREAK}")
    return streak or 0


def instant_rule(bound: Bound, id: str) -> InstantRule:
    """Raises RecordError for a name that is not paid at once in this game."""
    rule = next((rule for rule in bound.instants if rule.id == id), None)
    if rule is None:
        played = ", ".join(rule.id for rule in bound.instants)
        raise RecordError("event", f"{id!r} is not paid at once here", f"one of {played}" if played else "")
    return rule


def instant_shares(
    rule: InstantRule,
    seat: WindIndex,
    feeder: WindIndex | None,
    flags: Container[str] = (),
    dealer: WindIndex = EAST,
    players: int = SEAT_COUNT,
) -> Sequence[Share]:
    """What every other player and the one who has it move between them: from each of them to him or, where the rule
    ``pays``, from him to each of them; ``Share.payer`` is the other player either way."""

    def amount(other: WindIndex) -> int:
        plain = rule.feeder if rule.feeder is not None and other == feeder else rule.each
        more = rule.dealer if plain and dealer in (seat, other) else 0
        return (plain + more) * (2 if rule.twice and rule.twice in flags else 1)

    others = sorted(WIND_INDEXES[:players], key=lambda wind: (wind - seat) % SEAT_COUNT)
    return [Share(other, amount(other), f"line.{rule.id}") for other in others if other != seat]


class Settling:
    """What wins pay and what a hand moves, with the options fixed; a ruleset with a way of its own names a class that
    differs."""

    def __init__(self, options: Options, bound: Bound, plan: Progression) -> None:
        self.options, self.bound, self.plan = options, bound, plan
        self._pays_alike = bound.pays_alike
        self._alike: dict[Alike, Paid] = {}

    def paid(self, hand: Hand, best: ReadingWorth) -> Paid:
        """What a hand pays that is worth so much. Every figure about its money is taken from here."""
        if self._pays_alike:
            return self.paid_alike(hand, best)
        winner, source, discarder = hand.seat_wind, hand.source, hand.discarder
        base = best.total if self.bound.pays_total else best.base
        won = Won(winner, discarder, source, base, best.limit_hand, hand, best.items, own=hand.own, total=best.total)
        shares = self.bound.pay(won)
        return Paid(winner, source, discarder, shares, net_of(winner, shares))

    def paid_alike(self, hand: Hand, best: ReadingWorth) -> Paid:
        """The same of a hand whose payments look at nothing else than ``Alike`` has."""
        base = best.total if self.bound.pays_total else best.base
        alike = hand.seat_wind, hand.discarder, hand.source, base, best.limit_hand
        return self._alike.get(alike) or self._paid_alike(alike)

    def _paid_alike(self, alike: Alike) -> Paid:
        winner, discarder, source, _, _ = alike
        shares = self.bound.pay(Won(*alike))
        if len(self._alike) >= ALIKE_KEPT:
            self._alike.clear()
        paid = self._alike[alike] = Paid(winner, source, discarder, shares, net_of(winner, shares))
        return paid

    def paid_quick(self, won: Won) -> Paid:
        """What a win without tiles pays."""
        shares = self.bound.pay(won)
        return Paid(won.winner, won.source, won.discarder, shares, net_of(won.winner, shares), tally=won.tally)

    def won_quick(self, position: MatchPosition, win: QuickWin) -> Won:
        """A win without tiles as the payments see it: winds for seats, and the base that its total stands for."""
        base = self.bound.base_of(win)
        discarder, liable = self._wind_of(position, win.discarder), self._wind_of(position, win.liable)
        winner = wind_of(self.plan, position, win.winner)
        return Won(winner, discarder, win.source, base, win.limit, liable=liable, total=win.total)

    def _wind_of(self, position: MatchPosition, seat: Seat | None) -> WindIndex | None:
        return None if seat is None else wind_of(self.plan, position, seat)

    def record_facts(self, position: MatchPosition, end: End, winner: Seat) -> Mapping[str, Any]:
        """Fields of a winner's scoring record that the position knows better than people do."""
        del position, end, winner
        return {}

    def settle(self, position: MatchPosition, ends: Ends, wins: Sequence[Paid] = ()) -> Settlement:
        """What the last end moves. Raises RecordError where three winners are a draw."""
        if len(wins) > 2 and two_at_most(self.options):
            raise three_winners()
        return of_wins(self.plan, self.bound, position, ends, wins)

    def settle_instant(self, position: MatchPosition, ends: Ends, instant: Instant) -> Settlement:
        """What something that is paid at once moves after these ends. Raises RecordError."""
        seats = seats_by_wind(self.plan, position)
        out = {winner for end in ends for winner in end.winners}
        receiver = wind_of(self.plan, position, instant.seat)
        feeder = self._wind_of(position, instant.feeder)
        rule = instant_rule(self.bound, instant.id)
        shares = instant_shares(rule, receiver, feeder, instant.flags, players=len(seats))
        paid = [share for share in shares if share.amount and seats[share.payer] not in out]
        lines = [Line(seats[share.payer], instant.seat, share.amount, share.key) for share in paid]
        return as_settlement([Line(one.payee, one.payer, one.amount, one.key) for one in lines] if rule.pays else lines)


class StreakSettling(Settling):
    """Where payments depend on the hands that the dealer has dealt in a row (field ``streak``), or the dealer need not
    be East (field ``dealer``). ``Hand.own`` is both, as the ruleset's check has read them (``streak_and_dealer``); wins
    that pay alike do so where they are alike in it too, and are won on a playing tile."""

    def __init__(self, options: Options, bound: Bound, plan: Progression) -> None:
        super().__init__(options, bound, plan)
        self._known: dict[tuple[Any, ...], Paid] = {}

    def paid(self, hand: Hand, best: ReadingWorth) -> Paid:
        if not self._pays_alike or hand.winning >= KINDS:
            return self._paid(hand, best)
        key = hand.seat_wind, hand.discarder, hand.source, best.base, best.limit_hand, hand.own
        return self._known.get(key) or self._keep(key, self._paid(hand, best))

    def _keep(self, key: tuple[Any, ...], paid: Paid) -> Paid:
        if len(self._known) >= ALIKE_KEPT:
            self._known.clear()
        self._known[key] = paid
        return paid

    def _paid(self, hand: Hand, best: ReadingWorth) -> Paid:
        winner, source, discarder = hand.seat_wind, hand.source, hand.discarder
        streak, dealer = hand.own
        won = Won(winner, discarder, source, best.base, best.limit_hand, hand, best.items, streak=streak, dealer=dealer)
        shares = self.bound.pay(won)
        return Paid(winner, source, discarder, shares, net_of(winner, shares))

    def won_quick(self, position: MatchPosition, win: QuickWin) -> Won:
        dealer = wind_of(self.plan, position, position.dealer)
        return super().won_quick(position, win).but(streak=position.streak, dealer=dealer)

    def record_facts(self, position: MatchPosition, end: End, winner: Seat) -> Mapping[str, Any]:
        del end, winner
        dealer = {} if position.east is None else {"dealer": seat_winds(self.plan, position)[position.dealer]}
        return {"streak": position.streak, **dealer}

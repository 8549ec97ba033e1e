"""How a match goes on: seats and winds, who deals next, when it is over. Driven by a ruleset's ``Progression``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from controller.rules.game import JACKPOT, Ends, MatchPosition
from controller.rules.seats import (
    EAST,
    SEAT_COUNT,
    SEATS,
    WEST,
    WIND_INDEXES,
    WINDS,
    Seat,
    Wind,
    WindIndex,
    seat_after,
    seats_from,
)
from controller.rules.sheet.ruleset import Options, Progression


def seats_in_play(plan: Progression) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if seat not in plan.empty)


def winds_in_play(plan: Progression) -> tuple[WindIndex, ...]:
    """The winds that somebody has, in turn order: three players are East, South and West, two East and West."""
    return (EAST, WEST) if plan.two_players else WIND_INDEXES[: len(seats_in_play(plan))]


def order_from(plan: Progression, first: Seat) -> tuple[Seat, ...]:
    """The occupied seats in turn order beginning with this one. From East on they have the winds in play."""
    return tuple(seat for seat in seats_from(first) if seat not in plan.empty)


def order_of_winds(plan: Progression, position: MatchPosition) -> tuple[Seat, ...]:
    """The occupied seats in turn order from East on, who is the dealer unless the broken wall names another."""
    return order_from(plan, position.dealer if position.east is None else position.east)


def east_by_break(plan: Progression, position: MatchPosition, broken: Seat) -> MatchPosition:
    """The position of a hand whose wall is broken at this side."""
    return replace(position, east=broken) if plan.winds_from == "break-side" else position


def before_break(position: MatchPosition) -> MatchPosition:
    """The position without what the break of its wall has named."""
    named = position.east is not None or position.prevailing is not None
    return replace(position, east=None, prevailing=None) if named else position


def seats_by_wind(plan: Progression, position: MatchPosition) -> Mapping[WindIndex, Seat]:
    """Who sits at which wind, East first."""
    return dict(zip(winds_in_play(plan), order_of_winds(plan, position), strict=True))


def seat_winds(plan: Progression, position: MatchPosition) -> tuple[Wind | None, ...]:
    """The wind of each seat; None for an empty one."""
    winds: list[Wind | None] = [None] * SEAT_COUNT
    for wind, seat in seats_by_wind(plan, position).items():
        winds[seat] = WINDS[wind]
    return tuple(winds)


def wind_by_break(plan: Progression, position: MatchPosition, counted: Seat) -> MatchPosition:
    """The position of a hand in which the last stack counted for the break lies at this side."""
    if plan.prevailing_from != "break":
        return position
    return replace(position, prevailing=seat_winds(plan, position)[counted])


def prevailing(plan: Progression, position: MatchPosition) -> Wind:
    if position.prevailing is not None:
        return position.prevailing
    if plan.wind_follows_dealer:
        return WINDS[(position.number - 1) % 4]
    last = len(plan.winds) - 1
    wind = plan.winds[position.round % len(plan.winds) if plan.endless else min(position.round, last)]
    return WINDS[(WINDS.index(wind) + position.draws) % len(WINDS)] if position.draws else wind


def people_on_seats(plan: Progression, round_: int, first_dealer: Seat) -> tuple[int, ...]:
    """Who sits on seats 0-3 in a round, as numbers of people; person 4 is the one who rests first.

    After each round the resting person takes over the seat of the next person to leave: first the seat of the first
    dealer, then the one to its right, and so on. A person number left out of the answer rests.
    """
    people = list(range(SEAT_COUNT))
    if plan.people == 5:
        resting = 4
        for step in range(round_):
            seat = leaves_after(step, first_dealer)
            people[seat], resting = resting, people[seat]
    return tuple(people)


def leaves_after(round_: int, first_dealer: Seat) -> Seat:
    """The seat that the person who rests in this round takes over after it; who leaves it rests next."""
    return seat_after(first_dealer, round_)


def goes_on(plan: Progression, ends: Ends) -> bool:
    """Whether the hand is played on after these ends: after a win, while fewer have won than may win in one hand and
    somebody is left to play against."""
    if ends[-1].kind != "win":
        return False
    won = sum(len(end.winners) for end in ends)
    return won < min(plan.wins_per_hand, len(seats_in_play(plan)) - 1)


def winner_deals(plan: Progression, ends: Ends) -> Seat | None:
    """Who deals next because he has won, or fed several winners, or is named after a drawn hand; None where the deal
    does not follow the winner."""
    if plan.next_dealer != "winner":
        return None
    first = next((end for end in ends if end.winners), None)
    if first is None:
        return next(iter(ends[-1].who_declared(plan.drawn_deals)), None)
    return first.winners[0] if len(first.winners) == 1 or first.discarder is None else first.discarder


def deal_stays(plan: Progression, position: MatchPosition, ends: Ends) -> bool:
    if (dealer := winner_deals(plan, ends)) is not None:
        return dealer == position.dealer
    winners = {winner for end in ends for winner in end.winners}
    keeps = position.dealer in winners and plan.keeps_on_win if winners else _draw_keeps(plan, ends)
    return keeps and not (plan.max_consecutive and position.streak + 1 >= plan.max_consecutive)


def _draw_keeps(plan: Progression, ends: Ends) -> bool:
    return plan.keeps_on_draw and not (plan.paid_draw_passes and any(end.instants for end in ends))


def advance(plan: Progression, position: MatchPosition, ends: Ends) -> MatchPosition | None:
    """The next hand, or None after the last one. An aborted hand was not played: the position is the same."""
    position = before_break(position)
    if ends[-1].kind == "abort":
        return position
    won = any(end.kind == "win" for end in ends)
    if plan.draw_moves_wind and not won:
        position = replace(position, draws=position.draws + 1)
    extra_hands = 0 if won else position.extra_hands + 1
    if deal_stays(plan, position, ends):
        streak = position.streak + (won or plan.draw_adds_streak)
        again = replace(position, streak=streak, extra_hands=extra_hands)
        return _next_of_so_many(plan, again) if plan.hands else again
    by_win = winner_deals(plan, ends)
    dealer = order_from(plan, position.dealer)[1] if by_win is None else by_win
    if plan.hands:
        return _next_of_so_many(plan, replace(position, dealer=dealer, streak=0, extra_hands=extra_hands))
    round_ = position.round + (dealer == position.first_dealer)
    if round_ >= len(plan.winds) and not plan.endless:
        return None
    return replace(position, dealer=dealer, round=round_, number=position.number + 1, streak=0, extra_hands=extra_hands)


def _next_of_so_many(plan: Progression, then: MatchPosition) -> MatchPosition | None:
    """The next hand where a match is a number of hands; None after the last one."""
    return replace(then, number=then.number + 1) if then.number < plan.hands else None


def final(scores: Sequence[int]) -> dict[str, Any]:
    """Seats from the highest to the lowest score; equal scores share a place and stand in the order of the seats."""
    ranking = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    places = [1 + sum(other > score for other in scores) for score in scores]
    return {"ranking": ranking, "places": places, "points": list(scores)}


class Course:
    """How a match goes on with the options fixed; a ruleset with a way of its own names a class that differs."""

    def __init__(self, options: Options, plan: Progression) -> None:
        self.options, self.plan = options, plan

    def goes_on(self, ends: Ends) -> bool:
        """Whether the hand is played on after the last of these ends."""
        return goes_on(self.plan, ends)

    def advance(self, position: MatchPosition, ends: Ends, scores: Sequence[int]) -> MatchPosition | None:
        """The position of the next hand; None when the match is over."""
        del scores
        return advance(self.plan, position, ends)

    def people(self, position: MatchPosition) -> tuple[int, ...]:
        """Which person sits on seats 0-3 in this round; with five people number 4 rests first."""
        return people_on_seats(self.plan, position.round, position.first_dealer)

    def final(self, scores: Sequence[int], position: MatchPosition) -> dict[str, Any]:
        """Ranking and final points."""
        del position
        return final(scores)


class PotCourse(Course):
    """Where points lie in a pot for a winner to come (``game.JACKPOT``): at the end of the match what is left there
    goes back to those who laid it down, in equal parts."""

    def final(self, scores: Sequence[int], position: MatchPosition) -> dict[str, Any]:
        each = position.pot.get(JACKPOT, 0) // len(scores)
        points = [have + each for have in scores]
        answer = super().final(points, position)
        return {**answer, "table_scores": points} if each else answer

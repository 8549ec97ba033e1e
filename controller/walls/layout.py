"""Break, deal, dead wall, and what is left after draws and replacements. Source: the sheet of walls and deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from controller.refusals import Code, Refused
from controller.rules.game import WallPlan
from controller.rules.seats import Seat, seat_after, seats_from
from controller.walls.sides import SIDES, SideEnd, Sides, sides_by_rule

Slot = str
Stack = tuple[Slot, ...]


class Rethrow(Exception):
    """The count ended at the empty seat: the dice are thrown again."""


@dataclass(frozen=True, slots=True)
class Remaining:
    """The wall after some draws and replacements. ``dead`` is in replacement order."""

    live_left: int
    next_draw: Slot | None
    next_replacement: Slot | None
    dead: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A broken wall. ``draw_order`` holds every tile from the first dealt one on, ``end_order`` the same from the
    end.
    """

    sides: Sides
    broken: Seat
    counted: int
    first_stack: tuple[Seat, int]
    draw_order: tuple[Slot, ...]
    end_order: tuple[Slot, ...]
    deal: Mapping[Seat, tuple[Slot, ...]]
    dealt: int
    dead: int
    moving: bool

    start: Remaining
    indicator: int | None = None
    turned: Slot | None = None
    """The tile that is turned up after the deal; ``dealt`` counts it."""
    front: bool = False
    """Replacement tiles come from the front, like draws."""
    replaces: bool = True
    """There are replacement tiles."""

    @property
    def last_counted(self) -> Seat:
        """The side of the last stack counted, the one before the first that is dealt."""
        return Seat(int(self.end_order[0][0]))

    def replacements(self, number: int) -> tuple[Slot, ...]:
        """The first replacement tiles after the deal, as far as nobody draws between."""
        if not self.replaces:
            return ()
        return self.draw_order[self.dealt :][:number] if self.front else self.end_order[:number]

    def indicators(self, turned: int = 1) -> tuple[Slot, ...]:
        """The slots of the first dora indicators that are turned over; none in games without."""
        if self.indicator is None:
            return ()
        return self.end_order[self.indicator : self.indicator + 2 * turned : 2]

    def remaining(self, drawn: int = 0, replaced: int = 0) -> Remaining:
        """The wall after ``drawn`` tiles from the front (the deal not counted) and ``replaced`` from the end.

        A moving dead wall is always the last tiles that are left, so each replacement costs a drawable tile; a fixed
        one serves the replacements itself and only then the end of the live wall.
        """
        if not drawn and not replaced:
            return self.start
        if self.front:
            standing = self.draw_order[self.dealt + drawn + replaced :]
            return _remaining(standing, self.end_order, self.dead, self.moving, front=True)
        dead = self.dead if self.moving else max(0, self.dead - replaced)
        back = set(self.end_order[:replaced])
        left = [slot for slot in self.draw_order[self.dealt :] if slot not in back][drawn:]
        return _remaining(left, self.end_order, dead, self.moving)


def _remaining(
    left: Sequence[Slot], end_order: Sequence[Slot], dead: int, moving: bool, *, front: bool = False
) -> Remaining:
    """``left``: what stands, in draw order. The dead wall is ``dead`` tiles of it, or as many as there are: where it
    moves the last that would be drawn, else the first that replace."""
    dead = min(len(left), dead)
    live = len(left) - dead
    standing = set(left)
    closed = set(left[live:] if moving else islice((slot for slot in end_order if slot in standing), dead))
    first = next((slot for slot in left if slot not in closed), None)
    may_replace = live > 0 or (dead > 0 and not moving)
    return Remaining(
        live_left=live,
        next_draw=first,
        next_replacement=(left[0] if front else next(slot for slot in end_order if slot in standing))
        if may_replace
        else None,
        dead=tuple(slot for slot in end_order if slot in closed),
    )


def broken_side(plan: WallPlan, dealer: Seat, dice: Sequence[int]) -> Seat:
    """The side that the first throw chooses, the dealer counted as 1. Raises ``Rethrow`` for a side without a wall."""
    if plan.break_rule != "count":
        side = dealer
    else:
        counted = _players(plan, dealer) if plan.count_over == "players" else _players(None, dealer)
        side = counted[(sum(dice) - 1) % len(counted)]
    if side in plan.empty and not plan.every_side:
        raise Rethrow
    return side


def lay_out(
    plan: WallPlan,
    dealer: Seat,
    dice: Sequence[int],
    second: Sequence[int] = (),
    sides: Sides | None = None,
    single_end: SideEnd = "left",
) -> Layout:
    """The wall broken by a throw, or by two. ``sides`` are the tiles that really stand there (default: as the rule
    shares); ``single_end`` is the end of an odd side at which its one-tile stack stands.

    Of two players it takes any dealer; the other sits opposite.

    Raises ``Rethrow`` when the count ends at an empty seat, ``Refused`` when the dealer's seat is the empty one, the
    sides do not hold the plan's tiles, or the tiles are too few to deal.
    """
    _check_dealer(plan, dealer)
    broken = broken_side(plan, dealer, dice)
    standing = sides or sides_by_rule(plan, dealer)
    if sum(standing) != plan.tiles:
        raise Refused(
            Code.WRONG_WALL,
            f"{sum(standing)} tiles stand on the table; this game is played with {plan.tiles}.",
        )
    first = {"sum": sum(dice), "smaller": min(dice), "second": 0}[plan.counted]
    return _lay_out(plan, dealer, broken, first + sum(second), standing, single_end)


def _check_dealer(plan: WallPlan, dealer: Seat) -> None:
    if dealer not in range(SIDES):
        raise Refused(Code.BAD_SEAT, f"There is no seat {dealer}.", "Name a seat from 0 to 3.", field="dealer_seat")
    if plan.players != 2 and dealer in plan.empty:
        raise Refused(Code.BAD_SEAT, "The dealer's seat is empty.", field="dealer_seat")


@lru_cache(maxsize=4096)
def _lay_out(plan: WallPlan, dealer: Seat, broken: Seat, counted: int, sides: Sides, single_end: SideEnd) -> Layout:
    row = _row(sides, broken, counted, single_end)
    draw_order = tuple(slot for stack in row for slot in stack)
    end_order = tuple(slot for stack in reversed(row) for slot in stack)
    dead = _dead_tiles(plan, row, counted)
    deal = _deal(draw_order, _players(plan, dealer), plan)
    dealt = sum(len(slots) for slots in deal.values()) + plan.turned
    if len(draw_order) < dealt + dead:
        raise Refused(Code.BAD_PLAN, f"{plan.tiles} tiles are not enough to deal.", field="tiles")
    seat, stack, _ = row[0][0].split("-")
    first = (Seat(int(seat)), int(stack))
    moving = plan.dead == "moving"
    front = plan.replaced_from == "front"
    start = _remaining(draw_order[dealt:], end_order, dead, moving, front=front)
    return Layout(
        sides,
        broken,
        counted,
        first,
        draw_order,
        end_order,
        deal,
        dealt,
        dead,
        moving,
        start,
        plan.indicator,
        draw_order[dealt - 1] if plan.turned else None,
        front,
        plan.replaced_from != "nowhere",
    )


@lru_cache(maxsize=1024)
def _row(sides: Sides, broken: Seat, counted: int, single_end: SideEnd) -> tuple[Stack, ...]:
    """All stacks clockwise, the one after the counted stacks first."""
    clockwise = (seat_after(broken, -step) for step in range(SIDES))
    stacks = [stack for side in clockwise for stack in _side(side, sides[side], single_end)]
    turn = counted % len(stacks)
    return tuple(stacks[turn:] + stacks[:turn])


def _side(seat: Seat, tiles: int, single_end: SideEnd) -> list[Stack]:
    """The stacks of a side from its owner's right. The one-tile stack of an odd side has its lower tile only."""
    count = (tiles + 1) // 2
    single = 0 if tiles % 2 == 0 else 1 if single_end == "right" else count
    return [
        (f"{seat}-{stack}-bottom",) if stack == single else (f"{seat}-{stack}-top", f"{seat}-{stack}-bottom")
        for stack in range(1, count + 1)
    ]


def _dead_tiles(plan: WallPlan, row: Sequence[Stack], counted: int) -> int:
    if plan.dead == "none":
        return 0
    if plan.dead_tiles:
        return plan.dead_tiles
    stacks = counted if plan.dead == "counted" else plan.dead_stacks
    return sum(len(stack) for stack in row[len(row) - min(stacks, len(row)) :])


def _players(plan: WallPlan | None, dealer: Seat) -> tuple[Seat, ...]:
    """The seats in turn order from the dealer: those of players or, without a plan, all."""
    if plan is None:
        return tuple(seats_from(dealer))
    if plan.players == 2:
        return dealer, seat_after(dealer, 2)
    return tuple(seat for seat in seats_from(dealer) if seat not in plan.empty)


def _deal(draw_order: Sequence[Slot], players: Sequence[Seat], plan: WallPlan) -> dict[Seat, tuple[Slot, ...]]:
    """Four tiles at a time, then single ones, and one more for the dealer. ``players`` begins with the dealer."""
    hands: dict[Seat, list[Slot]] = {seat: [] for seat in players}
    tiles = iter(draw_order)
    for seat, count in _helpings(players, plan):
        hands[seat] += islice(tiles, count)
    return {seat: tuple(hands[seat]) for seat in sorted(hands)}


def _helpings(players: Sequence[Seat], plan: WallPlan) -> list[tuple[Seat, int]]:
    fours, single = divmod(plan.hand_tiles, 4)
    rounds = [(seat, 4) for _ in range(fours) for seat in players]
    dealer, *others = players
    if plan.dealer_last_two == "adjacent":
        return [*rounds, (dealer, single + 1), *((seat, single) for seat in others)]
    return [*rounds, *((seat, single) for seat in players), (dealer, 1)]

"""Every option of walls and deal against the sheet written out a second time, step by step and without cleverness."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from controller.walls import wall_record

# ruleset, options, stacks of dealer / right / opposite / left, dice, dead stacks (None: as many as counted)
PLANS: list[tuple[str, dict[str, Any], tuple[int, int, int, int], int, int | None]] = [
    ("hong-kong-old", {}, (18, 18, 18, 18), 3, 0),
    ("hong-kong-old", {"tiles": 136}, (17, 17, 17, 17), 3, 0),
    ("hong-kong-old", {"tiles": 148}, (19, 18, 19, 18), 3, 0),
    ("hong-kong-old", {"tiles": 152}, (19, 19, 19, 19), 3, 0),
    ("hong-kong-old", {"dice": 2}, (18, 18, 18, 18), 2, 0),
    ("hong-kong-old", {"dead-wall-stacks": 7}, (18, 18, 18, 18), 3, 7),
    ("hong-kong-old", {"dead-wall-stacks": 7, "tiles": 148, "dice": 2}, (19, 18, 19, 18), 2, 7),
    ("chinese-traditional", {}, (18, 18, 18, 18), 2, None),
    ("chinese-traditional", {"dice": 3}, (18, 18, 18, 18), 3, None),
    ("chinese-traditional", {"flowers": False}, (17, 17, 17, 17), 2, None),
    ("chinese-traditional", {"dead-wall": "seven", "flowers": False, "dice": 3}, (17, 17, 17, 17), 3, 7),
    ("base-and-doubles", {}, (18, 18, 18, 18), 3, 0),
    ("base-and-doubles", {"flowers": False}, (17, 17, 17, 17), 3, 0),
    ("base-and-doubles", {"dealer-last-two": "adjacent", "flowers": False}, (17, 17, 17, 17), 3, 0),
    ("cantonese-old", {}, (17, 17, 17, 17), 2, 7),
    ("cantonese-old", {"dice": 3}, (17, 17, 17, 17), 3, 7),
    ("cantonese-old", {"flowers": True, "dice": 3}, (18, 18, 18, 18), 3, 7),
    ("cantonese-old", {"break": "own-wall", "dice": 3}, (17, 17, 17, 17), 3, 7),
    ("cantonese-old", {"players": 5}, (17, 17, 17, 17), 2, 7),
]


def by_hand(options: dict[str, Any], stacks: tuple[int, ...], dealer: int, dice: list[int], dead: int | None) -> Any:
    """The algorithm of the sheet, one stack and one tile at a time."""
    total = sum(dice)
    broken = dealer
    if options.get("break") != "own-wall":
        for _ in range(total - 1):
            broken = (broken + 1) % 4
    length = {(dealer + step) % 4: stacks[step] for step in range(4)}
    place = (broken, 0)
    for _ in range(total):
        place = clockwise(place, length)
    row = []
    for _ in range(sum(stacks)):
        place = clockwise(place, length)
        row.append(place)
    tiles = [f"{seat}-{stack}-{layer}" for seat, stack in row for layer in ("top", "bottom")]
    end = [f"{seat}-{stack}-{layer}" for seat, stack in reversed(row) for layer in ("top", "bottom")]
    deal: dict[int, list[str]] = {0: [], 1: [], 2: [], 3: []}
    turn = [dealer, (dealer + 1) % 4, (dealer + 2) % 4, (dealer + 3) % 4]
    taken = 0
    singles = [*turn, dealer]
    if options.get("dealer-last-two") == "adjacent":
        singles = [dealer, *turn]
    for seat in [*(seat for _ in range(3) for seat in turn for _ in range(4)), *singles]:
        deal[seat].append(tiles[taken])
        taken += 1
    closed = end[: 2 * (total if dead is None else dead)]
    return {
        "broken_wall_seat": broken,
        "stacks_counted": total,
        "first_stack": {"seat": row[0][0], "stack_from_right": row[0][1]},
        "deal": {str(seat): slots for seat, slots in deal.items()},
        "dead_wall": closed,
        "next_draw": tiles[taken],
        "first_replacements": end[:4],
        "live_left": len(tiles) - taken - len(closed),
    }


def clockwise(place: tuple[int, int], length: dict[int, int]) -> tuple[int, int]:
    """The next stack to the left; behind the last one, the first of the wall to the left."""
    seat, stack = place
    return (seat, stack + 1) if stack < length[seat] else ((seat - 1) % 4, 1)


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan[0]} {plan[1]}")
@pytest.mark.parametrize("dealer", range(4))
def test_every_total_and_dealer_as_the_sheet_says(plan: Any, dealer: int) -> None:
    ruleset, options, stacks, count, dead = plan
    throws = {sum(dice): list(dice) for dice in product(range(1, 7), repeat=count)}
    for dice in throws.values():
        record = {"ruleset": ruleset, "options": options, "dice": dice, "second_throw": None, "dealer_seat": dealer}
        assert wall_record(record) == by_hand(options, stacks, dealer, dice, dead)


@pytest.mark.parametrize(("first", "second"), list(product([(1, 1), (3, 4), (6, 6)], [(1, 1), (5, 6), (6, 6)])))
def test_two_throws_choose_the_wall_by_the_first_and_count_both(first: Any, second: Any) -> None:
    options = {"dice": 2, "throws": 2}
    record = {"ruleset": "hong-kong-old", "options": options, "dice": first, "second_throw": second, "dealer_seat": 1}
    answer = wall_record(record)
    broken, count = (1 + sum(first) - 1) % 4, sum(first) + sum(second)
    place = (broken, 0)
    for _ in range(count + 1):
        place = clockwise(place, dict.fromkeys(range(4), 18))
    assert (answer["broken_wall_seat"], answer["stacks_counted"]) == (broken, count)
    assert answer["first_stack"] == {"seat": place[0], "stack_from_right": place[1]}
    assert answer["live_left"] == 91


@pytest.mark.parametrize("absent", range(4))
@pytest.mark.parametrize("flowers", [False, True])
def test_three_players_pass_over_the_empty_side(absent: int, flowers: bool) -> None:
    options = {"players": 3, "absent-seat": absent, "flowers": flowers}
    for dealer, dice in product((seat for seat in range(4) if seat != absent), product(range(1, 7), repeat=2)):
        record = {"ruleset": "cantonese-old", "options": options, "dice": dice, "dealer_seat": dealer}
        answer = wall_record(record)
        if (dealer + sum(dice) - 1) % 4 == absent:
            assert answer == {"rethrow": True}
            continue
        slots = [*answer["dead_wall"], *(slot for hand in answer["deal"].values() for slot in hand)]
        assert str(absent) not in answer["deal"]
        assert not any(slot.startswith(f"{absent}-") for slot in slots)
        assert {seat: len(hand) for seat, hand in answer["deal"].items()} == {
            str(seat): 13 + (seat == dealer) for seat in range(4) if seat != absent
        }
        assert answer["live_left"] == (108 if flowers else 100) - 40 - 14

"""Walls: sides, break, dead wall, deal and what is left. Worked cases and the rules that hold for every wall."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.refusals import Refused
from controller.rules import configure
from controller.rules.errors import RecordError
from controller.rules.game import WallPlan
from controller.walls import Rethrow, lay_out, machine_plan, sides_by_rule, wall_record
from controller.walls.layout import Layout

FILES = sorted((Path(__file__).parents[2] / "cases").glob("walls*.jsonl"))
CASES = [json.loads(line) for path in FILES for line in path.read_text().splitlines()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_worked_case(case: dict[str, Any]) -> None:
    assert wall_record(case) == case["expect"]


def record(**fields: Any) -> dict[str, Any]:
    base = {"ruleset": "hong-kong-old", "options": {}, "dice": [1, 2, 3], "second_throw": None, "dealer_seat": 0}
    return {"id": "x", **base, **fields}


@pytest.mark.parametrize(
    ("field", "fields"),
    [
        ("profile", {"profile": 3}),
        ("dice", {"dice": [1, 2]}),
        ("dice", {"dice": None}),
        ("dice", {"dice": "123"}),
        ("dice[1]", {"dice": [1, 7, 2]}),
        ("dice[0]", {"dice": [0, 1, 2]}),
        ("dice[2]", {"dice": [1, 2, True]}),
        ("dice[2]", {"dice": [1, 2, 2.0]}),
        ("second_throw", {"second_throw": [1, 2, 3]}),
        ("second_throw", {"options": {"dice": 2, "throws": 2}, "dice": [1, 2]}),
        ("second_throw[0]", {"options": {"dice": 2, "throws": 2}, "dice": [1, 2], "second_throw": [9, 1]}),
        ("dealer_seat", {"dealer_seat": 4}),
        ("dealer_seat", {"dealer_seat": "0"}),
        ("dealer_seat", {"dealer_seat": None}),
        ("options", {"options": [1]}),
        ("ruleset", {"ruleset": 3}),
        ("wind", {"wind": "E"}),
    ],
)
def test_a_bad_record_is_refused_with_the_name_of_the_field(field: str, fields: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as error:
        wall_record(record(**fields))
    assert error.value.field == field


def test_an_empty_dealer_seat_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        lay_out(WallPlan(100, 3, absent_seat=1), 1, (1, 1))
    assert refused.value.field == "dealer_seat"


@pytest.mark.parametrize(
    ("tiles", "dealer", "stacks"),
    [
        (136, 1, (17, 17, 17, 17)),
        (144, 0, (18, 18, 18, 18)),
        (148, 0, (19, 18, 19, 18)),
        (148, 1, (18, 19, 18, 19)),
        (148, 3, (18, 19, 18, 19)),
        (152, 2, (19, 19, 19, 19)),
    ],
)
def test_spare_stacks_go_to_the_dealer_and_the_opposite_side(tiles: int, dealer: int, stacks: tuple[int, ...]) -> None:
    assert tuple(count // 2 for count in sides_by_rule(WallPlan(tiles), dealer)) == stacks


@pytest.mark.parametrize(
    ("tiles", "absent", "dealer", "stacks"),
    [
        (100, 2, 0, (17, 17, 0, 16)),
        (100, 2, 3, (17, 16, 0, 17)),
        (100, 0, 2, (0, 16, 17, 17)),
        (108, 3, 1, (18, 18, 18, 0)),
    ],
)
def test_three_players_have_three_walls(tiles: int, absent: int, dealer: int, stacks: tuple[int, ...]) -> None:
    plan = WallPlan(tiles, 3, absent)
    assert tuple(count // 2 for count in sides_by_rule(plan, dealer)) == stacks


MACHINE_STACKS = {
    84: (11, 10, 11, 10),
    104: (13, 13, 13, 13),
    108: (14, 13, 14, 13),
    112: (14, 14, 14, 14),
    120: (15, 15, 15, 15),
    136: (17, 17, 17, 17),
    144: (18, 18, 18, 18),
    148: (19, 18, 19, 18),
    152: (19, 19, 19, 19),
    160: (20, 20, 20, 20),
    168: (21, 21, 21, 21),
    176: (22, 22, 22, 22),
    184: (23, 23, 23, 23),
}


@pytest.mark.parametrize("tiles", MACHINE_STACKS)
def test_machine_plan_for_four_players(tiles: int) -> None:
    plan = machine_plan(tiles, max_stacks=23)
    assert plan.stacks == MACHINE_STACKS[tiles]
    assert plan.quota == tuple(2 * stacks for stacks in plan.stacks)
    assert plan.single is None


@pytest.mark.parametrize(
    ("tiles", "absent", "stacks"),
    [(108, 2, (18, 18, 0, 18)), (112, 3, (19, 19, 18, 0)), (100, 0, (0, 17, 17, 16)), (112, 1, (18, 0, 19, 19))],
)
def test_machine_plan_with_an_empty_side(tiles: int, absent: int, stacks: tuple[int, ...]) -> None:
    assert machine_plan(tiles, 3, absent).stacks == stacks


@pytest.mark.parametrize("tiles", [85, 105, 107, 135, 137, 143, 147, 149])
@pytest.mark.parametrize("absent", [None, 0, 3])
def test_an_odd_total_has_one_single_stack_on_a_named_side(tiles: int, absent: int | None) -> None:
    plan = machine_plan(tiles, 4 if absent is None else 3, absent, max_stacks=30, single_end="right")
    assert sum(plan.quota) == tiles
    assert plan.single is not None
    assert [side for side, count in enumerate(plan.quota) if count % 2] == [plan.single.side]
    assert plan.single.end == "right"
    present = [stacks for side, stacks in enumerate(plan.stacks) if side != absent]
    assert max(present) - min(present) <= 1


@pytest.mark.parametrize("tiles", [161, 168, 176, 184])
def test_more_tiles_than_the_sides_hold_are_refused_before_the_hand(tiles: int) -> None:
    with pytest.raises(Refused) as refused:
        machine_plan(tiles, max_stacks=20)
    assert refused.value.code == "wall-too-long"
    assert str(tiles) in refused.value.detail


@pytest.mark.parametrize(
    ("arguments", "field"),
    [((0,), "tiles"), ((144, 6), "players"), ((144, 3, 4), "absent_seat"), ((144, 4, 1), "absent_seat")],
)
def test_a_plan_that_makes_no_table_is_refused(arguments: tuple[int, ...], field: str) -> None:
    with pytest.raises(Refused) as refused:
        machine_plan(*arguments)
    assert (refused.value.code, refused.value.field) == ("bad-plan", field)


PLANS = [
    WallPlan(144),
    WallPlan(148, dead="stacks", dead_stacks=7),
    WallPlan(144, dead="counted"),
    WallPlan(136, dead="moving", dead_stacks=7),
    WallPlan(100, 3, 2, "moving", 7),
    WallPlan(144, dealer_last_two="adjacent"),
    WallPlan(144, hand_tiles=16, dead="moving", dead_stacks=8),
]

layouts = st.builds(
    lambda plan, dealer, dice: (plan, dealer, dice),
    st.sampled_from(PLANS),
    st.sampled_from([0, 1, 3]),
    st.lists(st.integers(1, 6), min_size=2, max_size=3),
)


def laid_out(case: tuple[WallPlan, int, list[int]]) -> Layout | None:
    try:
        return lay_out(*case)
    except Rethrow:
        return None


@given(layouts)
def test_every_tile_is_dealt_drawn_or_dead_exactly_once(case: tuple[WallPlan, int, list[int]]) -> None:
    layout = laid_out(case)
    if layout is None:
        return
    left = layout.remaining()
    dealt = [slot for slots in layout.deal.values() for slot in slots]
    live = [slot for slot in layout.draw_order if slot not in {*dealt, *left.dead}]
    assert sorted(dealt + live + list(left.dead)) == sorted(layout.draw_order)
    assert len(set(layout.draw_order)) == len(layout.draw_order) == case[0].tiles
    assert left.live_left == len(live)
    assert left.next_draw == live[0]


@given(layouts)
def test_the_dealer_has_one_tile_more_than_the_others(case: tuple[WallPlan, int, list[int]]) -> None:
    layout = laid_out(case)
    if layout is not None:
        plan, dealer, _ = case
        expected = {chair: plan.hand_tiles + (chair == dealer) for chair in layout.deal}
        assert {chair: len(slots) for chair, slots in layout.deal.items()} == expected


@given(layouts, st.lists(st.booleans(), max_size=120))
def test_draws_and_replacements_in_any_order_never_take_a_tile_twice(
    case: tuple[WallPlan, int, list[int]], takes: list[bool]
) -> None:
    layout = laid_out(case)
    if layout is None:
        return
    taken = [slot for slots in layout.deal.values() for slot in slots]
    drawn = replaced = 0
    for replacement in takes:
        left = layout.remaining(drawn, replaced)
        slot = left.next_replacement if replacement else left.next_draw
        if slot is None:
            continue
        taken.append(slot)
        drawn, replaced = drawn + (not replacement), replaced + replacement
        after = layout.remaining(drawn, replaced)
        assert after.live_left + len(after.dead) == case[0].tiles - len(taken)
        assert not {slot, *after.dead} & set(taken[:-1])
    assert len(taken) == len(set(taken))


def test_a_moving_dead_wall_stays_fourteen_tiles_and_every_replacement_costs_a_draw() -> None:
    layout = lay_out(WallPlan(136, dead="moving", dead_stacks=7), 0, (1, 2))
    before, after = layout.remaining(), layout.remaining(replaced=1)
    assert (before.live_left, after.live_left) == (69, 68)
    assert len(before.dead) == len(after.dead) == 14
    assert before.next_replacement == "2-3-top"
    assert after.dead[0] == after.next_replacement == "2-3-bottom"
    assert layout.remaining(drawn=69).next_replacement is None


def test_a_fixed_dead_wall_serves_replacements_and_then_the_end_of_the_live_wall() -> None:
    layout = lay_out(WallPlan(144, dead="counted"), 0, (1, 1))
    assert layout.remaining(replaced=4).live_left == layout.remaining().live_left
    assert layout.remaining(replaced=4).dead == ()
    assert layout.remaining(replaced=5).live_left == layout.remaining().live_left - 1
    assert layout.remaining(drawn=layout.remaining().live_left).next_replacement == layout.end_order[0]


@pytest.mark.parametrize(
    ("ruleset", "options", "tiles", "shortens"),
    [
        ("taiwanese", {}, 16, True),
        ("taiwanese", {"dead-wall-rule": "kong-adds"}, 16, True),
        ("taiwanese", {"dead-wall-rule": "supply"}, 16, False),
        ("chinese-classical", {}, 16, False),
        ("chinese-classical", {"dead-wall-refill": True}, 16, True),
        ("chinese-classical", {"dead-wall-refill": True, "dead-wall": 14}, 14, True),
    ],
)
def test_a_replacement_shortens_the_live_wall_where_the_dead_wall_is_filled_up(
    ruleset: str, options: dict[str, Any], tiles: int, shortens: bool
) -> None:
    game = configure(ruleset, options, None)
    throws = [(1, 2), (3, 1)][: game.dice.throws] if game.dice.dice == 2 else [(1, 2, 4)]
    layout = lay_out(game.wall, 0, *throws)
    before, after = layout.remaining(), layout.remaining(replaced=3)
    assert len(before.dead) == tiles
    assert before.live_left - after.live_left == (3 if shortens else 0)
    assert len(after.dead) == (tiles if shortens else tiles - 3)
    assert before.next_replacement in before.dead
    assert after.next_draw == before.next_draw


def test_the_last_stack_can_be_shared_by_a_draw_and_a_replacement() -> None:
    layout = lay_out(WallPlan(144), 0, (1, 1, 1))
    live = layout.remaining().live_left
    before = layout.remaining(drawn=live - 1)
    assert before.next_draw == before.next_replacement == layout.draw_order[-1]
    assert layout.remaining(drawn=live - 2, replaced=1).next_draw == layout.draw_order[-1]
    assert layout.remaining(drawn=live - 1, replaced=1).next_draw is None


def test_own_wall_breaks_in_front_of_the_dealer() -> None:
    plan = WallPlan(136, break_rule="own-wall")
    assert {lay_out(plan, 2, dice).broken for dice in product(range(1, 7), repeat=2)} == {2}


def test_the_count_never_ends_at_an_empty_seat() -> None:
    plan = WallPlan(100, 3, absent_seat=2)
    for dealer, dice in product((0, 1, 3), product(range(1, 7), repeat=2)):
        ends_empty = (dealer + sum(dice) - 1) % 4 == 2
        assert (laid_out((plan, dealer, list(dice))) is None) == ends_empty


def test_walls_that_cannot_move_keep_their_long_sides_whoever_deals() -> None:
    layout = lay_out(WallPlan(148), 1, (1, 1, 3), sides=machine_plan(148).quota)
    assert layout.broken == 1
    assert [slot for slot in layout.draw_order if slot.startswith("0-19")] == ["0-19-top", "0-19-bottom"]
    assert not any(slot.startswith("1-19") for slot in layout.draw_order)


def test_a_wall_of_another_size_than_the_game_needs_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        lay_out(WallPlan(144), 0, (1, 1, 1), sides=machine_plan(136).quota)
    assert refused.value.code == "wrong-wall"


@pytest.mark.parametrize(("end", "slot"), [("left", "0-18-bottom"), ("right", "0-1-bottom")])
def test_a_single_stack_stands_at_the_named_end(end: Any, slot: str) -> None:
    plan = machine_plan(137, single_end=end)
    layout = lay_out(WallPlan(137), 0, (1, 1, 3), sides=plan.quota, single_end=end)
    assert slot in layout.draw_order
    assert slot.replace("bottom", "top") not in layout.draw_order
    assert len(layout.draw_order) == 137

"""The machine without a board: what motors do to tiles and sensors, and what they must never do."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.profiles import PROFILES
from hardware.simulator import people, store
from hardware.simulator.errors import CommandError, PlantAbuse
from hardware.simulator.parts import FORWARD, HEAD, MOTORS, REVERSE, SIDES, Capability, Motors, Sensor
from hardware.simulator.plant import Plant
from tests.hardware.simulator.plant_driver import Builder, fill_drum, motors, move_until, new_plant, sensor

OPEN_HATCH = motors(hatch=FORWARD)
CLOSE_HATCH = motors(hatch=REVERSE)


def test_the_hatch_takes_two_seconds_either_way() -> None:
    plant = new_plant()
    assert move_until(plant, OPEN_HATCH, Sensor.HATCH_OPEN) == pytest.approx(2.0, abs=0.05)
    assert move_until(plant, CLOSE_HATCH, Sensor.HATCH_CLOSED) == pytest.approx(2.0, abs=0.05)


def test_a_lift_turns_one_way_up_and_home() -> None:
    plant = new_plant()
    assert move_until(plant, motors(lift_2=1), Sensor.LIFT_UP_0 + 2) == pytest.approx(1.2, abs=0.05)
    assert not sensor(plant, Sensor.LIFT_HOME_0 + 2)
    assert move_until(plant, motors(lift_2=1), Sensor.LIFT_HOME_0 + 2) == pytest.approx(1.2, abs=0.05)


def test_a_push_leaves_home_and_comes_back_in_a_third_of_a_second() -> None:
    plant = new_plant()
    away = move_until(plant, motors(head_0=1), Sensor.HEAD_HOME_0, level=False)
    back = move_until(plant, motors(head_0=1), Sensor.HEAD_HOME_0)
    assert away + back == pytest.approx(0.35, abs=0.03)


@pytest.mark.parametrize(
    ("profile", "shortest", "longest"), [("fast", 18, 40), ("normal", 20, 44), ("tired", 35, 66), ("slow", 45, 90)]
)
def test_a_build_takes_as_long_as_such_tables_take(profile: str, shortest: float, longest: float) -> None:
    times = []
    for seed in range(5):
        plant = new_plant(profile, seed)
        fill_drum(plant, 136)
        times.append(Builder(plant, (34, 34, 34, 34)).run())
    assert shortest < sum(times) / len(times) < longest


@pytest.mark.parametrize("quota", [(36, 36, 36, 36), (38, 38, 36, 0), (29, 28, 29, 27)])
def test_a_build_stacks_its_plan_and_the_wall_rises(quota: tuple[int, int, int, int]) -> None:
    plant = new_plant()
    fill_drum(plant, sum(quota))
    Builder(plant, quota).run()
    for side in SIDES:
        if quota[side]:
            move_until(plant, motors(**{f"lift_{side}": 1}), Sensor.LIFT_UP_0 + side)
            move_until(plant, motors(**{f"lift_{side}": 1}), Sensor.LIFT_HOME_0 + side)
    heights = [[len(stack) for stack in side.wall] for side in plant.sides]
    assert heights == [[2] * (tiles // 2) + [1] * (tiles % 2) for tiles in quota]
    assert not plant.drum.tiles


def test_what_falls_in_first_tends_to_the_lower_row() -> None:
    lower = []
    for seed in range(8):
        plant = new_plant(seed=seed)
        order = {tile.id: place for place, tile in enumerate(fill_drum(plant, 144))}
        Builder(plant, (36, 36, 36, 36)).run()
        early = [t for side in plant.sides for stack in side.tray[:9] for t in stack]
        lower += [order[tile.id] for tile in early]
    assert sum(lower) / len(lower) < 71.5, "dropped earlier than the average tile, so picked earlier"


def test_tiles_in_the_well_fall_into_the_drum_when_the_hatch_closes() -> None:
    plant = new_plant()
    people.bring_set(plant, "A", 136)
    move_until(plant, OPEN_HATCH, Sensor.HATCH_OPEN)
    assert people.push_in(plant) == 136
    assert len(plant.places.well) == 136
    move_until(plant, CLOSE_HATCH, Sensor.HATCH_CLOSED)
    assert len(plant.drum.tiles) == 136


def test_a_lift_is_turned_by_hand_only_with_the_deck_open_and_a_free_slot() -> None:
    plant = new_plant()
    side = plant.sides[1]
    side.tray += [[plant.places.box.pop(), plant.places.box.pop()] for _ in range(3)]
    with pytest.raises(CommandError, match="deck open"):
        people.crank_lift(plant, 1)
    plant.cover_open = True
    assert people.crank_lift(plant, 1) == 3
    assert side.lift_up(plant.now) and not side.lift_home(plant.now) and len(side.wall) == 3
    with pytest.raises(CommandError, match="take its tiles off"):
        people.crank_lift(plant, 1)
    plant.places.check()


def test_hands_do_not_reach_through_a_closed_hatch() -> None:
    plant = new_plant()
    people.bring_set(plant, "A", 136)
    with pytest.raises(CommandError, match="open hatch"):
        people.push_in(plant)


def test_a_full_channel_shows_and_takes_no_more() -> None:
    plant = new_plant()
    fill_drum(plant)
    plant.sides[1].jammed = True
    plant.drive(motors(disc=1, pick_1=1))
    plant.advance(20_000_000)
    assert sensor(plant, Sensor.FULL_0 + 1)
    assert len(plant.sides[1].channel) == 6


def test_a_weak_magnet_makes_a_long_tail() -> None:
    def build_time(magnet: float) -> float:
        plant = new_plant(seed=3)
        for tile in fill_drum(plant, 40)[:3]:
            tile.magnet = magnet
        return Builder(plant, (10, 10, 10, 10)).run()

    assert build_time(0.05) > build_time(1.0) + 5


def test_a_missed_count_takes_one_tile_too_many() -> None:
    plant = new_plant()
    fill_drum(plant, 60)
    plant.sides[0].dead_counts = 1
    Builder(plant, (20, 20, 0, 0)).run()
    assert (plant.sides[0].picked, plant.sides[1].picked) == (21, 20)


def test_a_double_count_leaves_the_wall_one_short() -> None:
    plant = new_plant()
    fill_drum(plant, 40)
    plant.sides[0].double_counts = 1
    Builder(plant, (20, 20, 0, 0)).run()
    assert plant.sides[0].picked == 19
    assert len(plant.drum.tiles) == 1


def _lift_with_hatch_open(plant: Plant) -> None:
    move_until(plant, OPEN_HATCH, Sensor.HATCH_OPEN)
    move_until(plant, motors(lift_0=1), Sensor.LIFT_UP_0)


def _disc_with_hatch_open(plant: Plant) -> None:
    move_until(plant, OPEN_HATCH, Sensor.HATCH_OPEN)
    plant.drive(motors(disc=1))


def _disc_and_hatch(plant: Plant) -> None:
    plant.drive(motors(disc=1, hatch=1))


def _push_onto_a_raised_lift(plant: Plant) -> None:
    move_until(plant, motors(lift_3=1), Sensor.LIFT_UP_0 + 3)
    plant.drive(motors(head_3=1))
    plant.advance(400_000)


def _rise_into_a_wall(plant: Plant) -> None:
    for _ in range(2):
        fill_drum(plant, 8)
        Builder(plant, (8, 0, 0, 0)).run()
        move_until(plant, motors(lift_0=1), Sensor.LIFT_UP_0)
        move_until(plant, motors(lift_0=1), Sensor.LIFT_HOME_0)


def _push_against_the_stop(plant: Plant) -> None:
    plant.drive(CLOSE_HATCH)
    plant.advance(3_000_000)


def _overfill_the_tray(plant: Plant) -> None:
    fill_drum(plant, 60)
    Builder(plant, (60, 0, 0, 0)).run()


@pytest.mark.parametrize(
    ("drive", "code"),
    [
        (_lift_with_hatch_open, "raise-with-hatch-open"),
        (_disc_with_hatch_open, "disc-with-hatch-open"),
        (_disc_and_hatch, "power-budget"),
        (_push_onto_a_raised_lift, "push-without-tray"),
        (_rise_into_a_wall, "raise-into-wall"),
        (_push_against_the_stop, "against-stop"),
        (_overfill_the_tray, "tray-overflow"),
    ],
)
def test_nonsense_is_refused_loudly(drive: Callable[[Plant], None], code: str) -> None:
    with pytest.raises(PlantAbuse) as caught:
        drive(new_plant())
    assert caught.value.code == code


def test_in_service_a_broken_machine_stands_still_until_it_is_mended() -> None:
    plant = new_plant(strict=False)
    plant.drive(motors(disc=1, hatch=1))
    assert plant.broken is not None
    assert plant.broken.code == "power-budget"
    assert not any(plant.live)
    plant.drive(motors(disc=1))
    assert not any(plant.live)
    plant.repair()
    assert any(plant.live)


def test_the_emergency_stop_cuts_the_motors_in_hardware() -> None:
    plant = new_plant()
    plant.drive(OPEN_HATCH)
    plant.advance(500_000)
    plant.emergency_stop = True
    plant.switch()
    before = plant.hatch.at(plant.now)
    plant.advance(1_000_000)
    assert plant.hatch.at(plant.now) == before


def test_a_stalled_motor_draws_three_times_its_current() -> None:
    plant = new_plant()
    plant.sides[2].wedge_head(plant.now)
    plant.drive(motors(head_2=1))
    plant.advance(50_000)
    running = plant.inputs().currents[HEAD + 2]
    plant.touch()
    plant.advance(1_000_000)
    assert plant.inputs().currents[HEAD + 2] == 3 * running


def test_absent_sensors_read_as_absent() -> None:
    plant = Plant(PROFILES["normal"], capabilities=Capability(0))
    plant.drive(motors(lift_0=1))
    plant.advance(1_250_000)
    inputs = plant.inputs()
    assert not inputs.sensors >> Sensor.LIFT_UP_0 & 1
    assert inputs.currents == bytes(MOTORS)
    assert inputs.temperature == -128


def _trace(cuts: list[int]) -> str:
    plant = new_plant(seed=9)
    fill_drum(plant, 60)
    plant.drive(motors(disc=1, pick_0=1, pick_1=1, pick_2=1, pick_3=1))
    seen = []
    for cut in cuts:
        plant.advance(cut)
        seen.append(plant.inputs().sensors)
    return json.dumps([seen[-1], store.dump_plant(plant)])


def test_the_run_does_not_depend_on_how_time_is_cut() -> None:
    assert _trace([1000] * 5000) == _trace([5_000_000]) == _trace([7, 333_333, 4_666_660])


def test_a_saved_plant_goes_on_like_the_original() -> None:
    def rest(plant: Plant) -> str:
        plant.drive(motors(disc=1, pick_0=1))
        plant.advance(20_000_000)
        return json.dumps(store.dump_plant(plant)["places"])

    plant = new_plant(seed=4)
    fill_drum(plant, 100)
    saved = json.loads(json.dumps(store.dump_plant(plant)))
    other = new_plant(seed=99)
    store.load_plant(other, saved)
    assert rest(other) == rest(plant)


_COMMANDS = st.lists(
    st.tuples(
        st.lists(st.sampled_from([0, 0, 1, 1, 2]), min_size=MOTORS, max_size=MOTORS),
        st.integers(1, 3_000_000),
        st.integers(0, 9),
    ),
    max_size=30,
)


@settings(max_examples=60, deadline=None)
@given(_COMMANDS, st.integers(0, 1000))
def test_random_motors_never_lose_a_tile(commands: list[tuple[list[int], int, int]], seed: int) -> None:
    plant = new_plant("fast", seed, strict=False)
    fill_drum(plant, 144)
    people.bring_set(plant, "B", 144)
    ids = sorted(tile.id for _, heap in plant.places.flat() for tile in heap)
    for values, us, hand in commands:
        plant.drive(Motors(bytes(values)))
        plant.advance(us)
        _lend_a_hand(plant, hand)
    assert sorted(tile.id for _, heap in plant.places.flat() for tile in heap) == ids


def _lend_a_hand(plant: Plant, hand: int) -> None:
    actions: dict[int, Callable[[], object]] = {
        0: lambda: people.push_in(plant, 50),
        1: lambda: people.take_tiles(plant, 3),
        2: lambda: people.put_found_tile(plant),
        3: lambda: people.sort_out(plant),
        4: lambda: people.take_extra(plant, hand % 4),
        5: lambda: people.complete_walls(plant),
        6: plant.repair,
        7: lambda: people.gather_walls(plant),
    }
    try:
        actions.get(hand, lambda: None)()
    except CommandError as refused:
        assert refused.code == "hatch-not-open"

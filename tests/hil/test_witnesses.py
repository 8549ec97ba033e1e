"""The campaigns notice what they look for: each thing that must never be is done on purpose once."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random

import pytest

from bench.cycles import Evening
from bench.house import House, HouseError, house
from bench.tally import Campaign
from bench.troubles import Trouble, at_rates
from controller.mechanism import Request, Situation
from hardware.firmware.build import host_library
from hardware.simulator.chip import LibraryChip
from hardware.simulator.errors import SimulatorError
from hardware.simulator.parts import DISC, FORWARD, HATCH, LIFT, OFF, Inputs, Key, Motors, Sensor
from hardware.simulator.virtual_time import run

pytestmark = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="needs a C compiler: apt-get install gcc"
)
QUOTA = (8, 8, 8, 8)
Sabotage = Callable[[Evening], None]


class Puppet(LibraryChip):
    """The real board, with some motors in other hands, or without some of its senses."""

    def __init__(self) -> None:
        super().__init__(host_library())
        self.forced: dict[int, int] = {}
        self.blind = 0
        self.keyless = False

    def motors(self) -> Motors:
        motors = bytearray(super().motors())
        for motor, value in self.forced.items():
            motors[motor] = value
        return Motors(bytes(motors))

    def apply(self, inputs: Inputs) -> None:
        keys = 0 if self.keyless else inputs.keys
        super().apply(replace(inputs, sensors=inputs.sensors & ~self.blind, keys=keys))


def at_table(play: Callable[[House, Puppet], Awaitable[None]]) -> None:
    """Somebody does something at a table that has one wall in play and one below."""

    async def main() -> None:
        puppet = Puppet()
        async with house(puppet, QUOTA, profile="fast", strict=False) as home:
            await home.play_ready()
            await play(home, puppet)

    run(main())


def after_a_cycle(sabotage: Sabotage) -> None:
    """A change of hands without faults, something done behind the back of the books, and the check."""

    async def play(home: House, _puppet: Puppet) -> None:
        evening = Evening(home, Random(1), at_rates(0.0), Campaign())
        await evening.cycle()
        sabotage(evening)
        evening.check()

    at_table(play)


def test_a_cycle_without_sabotage_passes() -> None:
    after_a_cycle(lambda _evening: None)


# ---------------------------------------------------------------- tiles and books


def test_a_tile_that_vanishes() -> None:
    with pytest.raises(SimulatorError, match="tile"):
        after_a_cycle(lambda evening: evening.home.table.plant.places.tray[0][0].clear())


def test_a_tile_that_is_not_in_its_wall() -> None:
    def to_the_box(evening: Evening) -> None:
        places = evening.home.table.plant.places
        places.box.append(places.tray[0][0].pop())

    with pytest.raises(HouseError, match="not as planned"):
        after_a_cycle(to_the_box)


def test_a_tile_of_the_other_set_in_its_place() -> None:
    def exchange(evening: Evening) -> None:
        places = evening.home.table.plant.places
        ours, theirs = places.tray[0][0], places.wall[0][0]
        ours[0], theirs[0] = theirs[0], ours[0]

    with pytest.raises(HouseError, match="the books have"):
        after_a_cycle(exchange)


def test_sets_that_have_changed_places() -> None:
    def exchange(evening: Evening) -> None:
        places = evening.home.table.plant.places
        for tray, wall in zip(places.tray, places.wall, strict=True):
            tray[:], wall[:] = wall.copy(), tray.copy()

    with pytest.raises(HouseError, match="the books have"):
        after_a_cycle(exchange)


def test_more_tiles_gone_than_a_counter_can_have_missed() -> None:
    def two_for_one(evening: Evening) -> None:
        evening._came = [Trouble("dead-count", {"side": 0}, 1.0, True)]
        places = evening.home.table.plant.places
        places.box += places.tray[0].pop()

    with pytest.raises(HouseError, match="off by more than 1 lies"):
        after_a_cycle(two_for_one)


def test_an_event_that_is_not_written_down() -> None:
    async def play(home: House, _puppet: Puppet) -> None:
        record = home.machine._record
        home.machine._record = lambda events: record(events[1:])
        await home.press(Key.OPEN)
        await home.until(Situation.HATCH_OPEN)

    with pytest.raises(HouseError, match="not the fold"):
        at_table(play)


def test_a_fault_that_cannot_be_put_in_place() -> None:
    """A campaign whose faults never come would pass without having tried anything."""

    async def play(home: House, _puppet: Puppet) -> None:
        bad = Trouble("head-jam", {"side": 9}, 0.5, False)
        await Evening(home, Random(1), lambda _random: iter([bad]), Campaign()).cycle()

    with pytest.raises(SimulatorError, match="side"):
        at_table(play)


# ---------------------------------------------------------------- motion


async def building(home: House) -> None:
    await home.load()
    await home.until(Situation.BUILDING)
    await home.see(lambda: home.watch.out[DISC] != OFF, 5)


def test_a_lift_that_rises_by_itself() -> None:
    async def play(home: House, puppet: Puppet) -> None:
        await asyncio.sleep(20)
        puppet.forced[LIFT] = FORWARD
        await asyncio.sleep(0.5)
        home.check_all()

    with pytest.raises(HouseError, match=r"lift\.0: starts without key or warning"):
        at_table(play)


def test_motors_that_go_on_under_the_emergency_stop() -> None:
    async def play(home: House, puppet: Puppet) -> None:
        await building(home)
        puppet.blind = 1 << Sensor.EMERGENCY_STOP
        home.inject("emergency-stop")
        await asyncio.sleep(0.1)
        home.check_all()

    with pytest.raises(HouseError, match="runs under the emergency stop"):
        at_table(play)


def test_a_drum_that_outlives_its_host() -> None:
    async def play(home: House, puppet: Puppet) -> None:
        await building(home)
        puppet.forced[DISC] = FORWARD
        home.wire.frozen = True
        await asyncio.sleep(0.5)
        home.check_all()

    with pytest.raises(HouseError, match="although the host is silent"):
        at_table(play)


def test_a_drum_that_goes_on_by_itself_after_a_silence() -> None:
    async def play(home: House, puppet: Puppet) -> None:
        await building(home)
        home.wire.frozen = True
        await asyncio.sleep(15)
        home.check_all()
        puppet.receive(b"\0")
        home.watch.last_heard = home.table.assembly.now
        puppet.forced[DISC] = FORWARD
        await asyncio.sleep(0.1)
        home.check_all()

    with pytest.raises(HouseError, match="disc: starts without key or warning"):
        at_table(play)


def test_a_drum_that_turns_under_an_open_hatch() -> None:
    async def play(home: House, puppet: Puppet) -> None:
        await home.press(Key.OPEN)
        await home.until(Situation.HATCH_OPEN)
        puppet.forced[DISC] = FORWARD
        await asyncio.sleep(0.1)
        home.check_all()

    with pytest.raises(HouseError, match="while the hatch is not closed"):
        at_table(play)


@pytest.mark.parametrize("after", ["emergency-stop", "host-stop", "board-reset:cause=watchdog"])
def test_a_hatch_that_moves_before_anybody_allowed_it(after: str) -> None:
    """A key alone is no permission while Reset is owed, and what was pressed before a reset counts no more."""

    async def play(home: House, puppet: Puppet) -> None:
        await building(home)
        if after == "host-stop":
            home.ask(Request.STOP)
        else:
            home.inject(after)
        await home.see(home.off, 1)
        if after == "emergency-stop":
            home.act("release-emergency-stop")
        await asyncio.sleep(0.1)
        if "stop" in after:
            home.act("press", key="dice-0")
        await asyncio.sleep(0.1)
        home.check_all()
        puppet.forced[HATCH] = FORWARD
        await asyncio.sleep(0.05)
        home.check_all()

    with pytest.raises(HouseError, match="hatch: starts before anybody pressed a key"):
        at_table(play)


def test_people_who_are_left_standing() -> None:
    async def play(home: House, puppet: Puppet) -> None:
        puppet.keyless = True
        await Evening(home, Random(1), at_rates(0.0), Campaign()).cycle()

    with pytest.raises(HouseError, match="no way out"):
        at_table(play)

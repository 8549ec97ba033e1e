"""What the catalogue does not say: counters that lie, tiles that will not come up, dead sensors, pauses, odd walls."""

from __future__ import annotations

from dataclasses import dataclass

from bench.house import House, house, planned
from bench.person import Person
from controller.mechanism import Situation
from hardware.simulator.chip import EVERYTHING, BoardChip
from hardware.simulator.parts import HATCH, HEAD, LIFT, PICK, Capability, Key
from hardware.simulator.virtual_time import run
from tests.hil.scenarios.catalogue import jam_channel
from tests.hil.scenarios.remedies import reach_in
from tests.hil.scenarios.scenario import (
    REFERENCE,
    SMALL,
    Act,
    both_sets_in_play,
    building,
    rest,
    up_as_planned,
    wall_stands,
)

S = Situation
LONG_FIRST = (16, 4, 4, 4)
NO_CURRENT = REFERENCE & ~Capability.CURRENT_SENSING
NEVER = -(1 << 59)


async def one_tile_too_many(home: House) -> None:
    """It stays in the drum and is told from the next set by its back."""
    home.players.tiles = home.plan.tiles + 1
    await home.staged()
    home.players.tiles = home.plan.tiles
    await home.load()
    await home.until_event("fault-raised", patience_s=60, code="E07")
    await reach_in("sort-out")(home)
    await both_sets_in_play(home)


async def two_tiles_missing(home: House) -> None:
    home.inject("tile-left-out:2")
    await home.first_load()
    await home.until_event("fault-raised", patience_s=90, code="E01", side=0)
    await reach_in("put-found-tile")(home)
    await wall_stands(home)


async def missed_count(home: House) -> None:
    """The side takes one too many, so another one is short by it; whoever looks sees which."""
    home.inject("dead-count:2")
    await home.first_load()
    raised = await home.until_event("fault-raised", patience_s=90, code="E01", side=0)
    assert raised.data["evidence"]["count"] == 15
    assert home.table.plant.sides[2].tiles == 5
    await reach_in("take-extra", side=2)(home)
    await wall_stands(home)


async def doubled_count(home: House) -> None:
    """The wall has a gap; the tile that stayed behind is told from the next set by its back."""
    home.inject("double-count:2")
    await home.staged()
    assert sum(map(sum, home.heights("tray"))) == home.plan.tiles - 1
    await home.load()
    await home.until_event("fault-raised", patience_s=60, code="E07")
    await reach_in("sort-out")(home)
    await home.until(S.PLAYING_READY)
    assert home.heights("tray") == planned(home.plan.quota)
    await Person(home).change_hands()
    await both_sets_in_play(home)


def straggler(fault: str, remedy: str) -> Act:
    """A tile that does not come up is a missing one until somebody turns it over or replaces it."""

    async def act(home: House) -> None:
        home.inject(fault)
        await home.first_load()
        await home.until_event("fault-raised", patience_s=120, code="E01", side=0)
        await reach_in(remedy)(home)
        await wall_stands(home)

    return act


async def half_a_stack(home: House) -> None:
    """A channel that blocks between the two tiles of a stack: all tiles come up, two stacks are of one tile."""
    await building(home)
    await jam_channel(0, in_head=(1,))(home)
    await home.until_event("fault-raised", patience_s=30, code="E15")
    await reach_in("free-channel")(home)
    await home.until(S.STAGED)
    await home.press(Key.RAISE)
    await home.until(S.PLAYING)
    assert sum(map(sum, home.heights("wall"))) == home.plan.tiles, home.describe()
    assert home.heights("wall")[1:] == planned(home.plan.quota)[1:]
    assert home.heights("wall")[0].count(1) <= 2


async def _learnt_lifts(home: House) -> None:
    """Five walls up and down: the lifts know their times."""
    for _ in range(5):
        await home.load()
        await wall_stands(home)


def dead_lift_sensor(name: str, level: str) -> Act:
    """Bridged by the learnt time, with a warning; the cycle goes on."""

    async def act(home: House) -> None:
        await home.until(S.EMPTY)
        await _learnt_lifts(home)
        await home.load()
        await home.until(S.STAGED)
        await home.press(Key.RAISE)
        await home.see(lambda: home.watch.out[LIFT] != 0, 2, "the lifts move")
        home.inject(f"stuck-sensor:{name}-1,{level}")
        await home.until_event("fault-raised", patience_s=15, code="W02", mechanism="lift-1")
        await up_as_planned(home)
        await home.load()
        await wall_stands(home)

    return act


async def slow_lift(home: House) -> None:
    await home.until(S.EMPTY)
    await _learnt_lifts(home)
    home.inject("slow-motor:lift.3,1.6")
    await home.load()
    await wall_stands(home)
    assert home.faults() == ["W01"], home.describe()


async def dead_hatch_closed(home: House) -> None:
    """Never bridged: the hatch opens again, however well its time is known, until the switch works."""
    await home.until(S.EMPTY)
    for _ in range(5):
        await home.load()
        await wall_stands(home)
    await home.press(Key.OPEN)
    await home.until(S.HATCH_OPEN)
    await home.players.push_in()
    home.inject("stuck-sensor:hatch-closed,off")
    for _ in range(2):
        since = len(home.events)
        await home.press(Key.OPEN)
        await home.until_event("fault-raised", since, 10, code="E26")
        await rest(home, 2.0)
    home.act("wipe-sensor")
    await home.press(Key.OPEN)
    await wall_stands(home)


async def stuck_emergency_stop(home: House) -> None:
    """A stop that cannot be released is a stop."""
    await building(home)
    home.inject("stuck-sensor:emergency-stop,on")
    await home.until(S.STOP_PRESSED, patience_s=0.5)
    for key in (Key.OPEN, Key.RAISE, Key.OPEN):
        await home.press(key)
        await rest(home, 2.0)
    home.act("wipe-sensor")
    await Person(home).until(lambda: home.here is S.STAGED)
    await wall_stands(home)


async def pause(home: House) -> None:
    """One key does nothing in a build, both pause it, one goes on, as often as people like."""
    await building(home)
    await home.press(Key.OPEN)
    assert home.here is S.BUILDING
    for _ in range(3):
        await home.players.press_both()
        await home.until(S.HATCH_OPEN_IN_BUILD)
        await rest(home, 3.0)
        await home.press(Key.OPEN)
        await home.until(S.BUILDING)
    await wall_stands(home)
    assert home.tally["build-started"] == 1


async def three_players(home: House) -> None:
    """Nothing at all moves on the side without a wall."""
    await home.first_load()
    await wall_stands(home)
    still = [home.watch.last_on[first + 3] for first in (PICK, HEAD, LIFT)]
    assert all(at < NEVER for at in still)


async def a_wall(home: House) -> None:
    await home.first_load()
    await wall_stands(home)


async def two_sets(home: House) -> None:
    await home.play_ready()
    await both_sets_in_play(home)
    for _ in range(2):
        await Person(home).change_hands()
        await both_sets_in_play(home)


def turns_back(fault: str, motor: int) -> Act:
    """What stalls is reversed a little, then rests."""

    async def act(home: House) -> None:
        await home.staged()
        home.inject(fault)
        await home.press(Key.RAISE)
        await home.until_event("fault-raised", patience_s=5, code="E32")
        assert motor in home.watch.turned_back
        await rest(home, 2.0)
        await Person(home).until(lambda: home.here is S.PLAYING)
        await up_as_planned(home)

    return act


async def pinched_hatch(home: House) -> None:
    """A hand in the closing hatch: it opens again, and the tiles stay where they are."""
    await home.until(S.EMPTY)
    await home.press(Key.OPEN)
    await home.until(S.HATCH_OPEN)
    await home.players.push_in()
    home.inject("hatch-blocked")
    home.watch.turned_back.clear()
    await home.press(Key.OPEN)
    await home.until_event("fault-raised", patience_s=5, code="E26")
    assert home.table.plant.hatch.position > 0.35, "it has given way"
    assert HATCH in home.watch.turned_back
    await rest(home, 2.0)
    home.act("remove-object")
    await home.press(Key.OPEN)
    await wall_stands(home)


async def disc_without_current(home: House) -> None:
    """A disc that stands still is found out by the counts alone."""
    home.inject("disc-jam")
    await home.first_load()
    raised = await home.until_event("fault-raised", patience_s=30, code="E31")
    assert raised.data["evidence"]["waited_ms"] >= 20_000
    await Person(home).until(lambda: home.here is S.STAGED)
    await wall_stands(home)


async def lift_without_current(home: House) -> None:
    await home.staged()
    home.inject("lift-blocked:2")
    await home.press(Key.RAISE)
    await home.until_event("fault-raised", patience_s=4, code="E23", side=2)
    await rest(home, 2.0)
    await Person(home).until(lambda: home.here is S.PLAYING)
    await up_as_planned(home)


@dataclass(frozen=True)
class Tale:
    """One of them, with the table it needs."""

    act: Act
    quota: tuple[int, int, int, int] = SMALL
    sets: int = 1
    capabilities: Capability = REFERENCE


TALES: dict[str, Tale] = {
    "one-tile-too-many": Tale(one_tile_too_many, sets=2, capabilities=EVERYTHING),
    "two-tiles-missing": Tale(two_tiles_missing, LONG_FIRST),
    "missed-count": Tale(missed_count, LONG_FIRST),
    "doubled-count": Tale(doubled_count, LONG_FIRST, sets=2, capabilities=EVERYTHING),
    "upside-down": Tale(straggler("upside-down:3", "turn-tile"), LONG_FIRST),
    "weak-magnet": Tale(straggler("weak-magnet:3,0.01", "replace-tile"), LONG_FIRST),
    "half-a-stack": Tale(half_a_stack, LONG_FIRST),
    "dead-lift-home": Tale(dead_lift_sensor("lift-home", "off"), (4, 4, 4, 4)),
    "dead-lift-up": Tale(dead_lift_sensor("lift-up", "off"), (4, 4, 4, 4)),
    "slow-lift": Tale(slow_lift, (4, 4, 4, 4)),
    "dead-hatch-closed": Tale(dead_hatch_closed, (4, 4, 4, 4)),
    "stuck-emergency-stop": Tale(stuck_emergency_stop),
    "pause": Tale(pause),
    "three-players": Tale(three_players, (8, 8, 8, 0)),
    "odd-wall": Tale(a_wall, (7, 8, 7, 8)),
    "longest-wall": Tale(a_wall, (40, 8, 8, 8)),
    "two-sets": Tale(two_sets, sets=2),
    "lift-turns-back": Tale(turns_back("lift-blocked:2", LIFT + 2)),
    "pinched-hatch": Tale(pinched_hatch),
    "disc-without-current": Tale(disc_without_current, capabilities=NO_CURRENT),
    "lift-without-current": Tale(lift_without_current, capabilities=NO_CURRENT),
}


def play(tale: Tale, chip: BoardChip) -> None:
    """Plays it in virtual time. Raises ``AssertionError`` with what was not as it must be."""
    run(_whole(tale, chip))


async def _whole(tale: Tale, chip: BoardChip) -> None:
    async with house(chip, tale.quota, sets=tale.sets, capabilities=tale.capabilities) as home:
        await tale.act(home)

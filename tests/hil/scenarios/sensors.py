"""Sensors that are dead or stuck before the machine has learnt its times, or where no time can stand in for them.

What a learnt time bridges is among the warnings of the catalogue and in :mod:`further`; here the machine stops, says
where, and goes on when the sensor is wiped. A head that turned unseen may leave stacks of one tile: all tiles come up,
and people square the wall as they do with their own hands.
"""

from __future__ import annotations

from bench.house import House, planned
from bench.person import Person
from controller.mechanism import Situation
from hardware.simulator.parts import Key
from tests.hil.scenarios.remedies import after_stop, in_turn, inject, press
from tests.hil.scenarios.scenario import Act, Scenario, nothing, staged, up_as_planned

S = Situation
LONG_FIRST = (16, 4, 4, 4)


async def _empty(home: House) -> None:
    await home.until(S.EMPTY)


async def wiped(home: House) -> None:
    """The sensor works again, and people follow the prompts until the wall waits below or stands."""
    assert home.act("wipe-sensor")["cleared"]
    await Person(home).until(lambda: home.here in (S.STAGED, S.PLAYING))


async def whole_wall(home: House) -> None:
    if home.here is S.STAGED:
        await home.press(Key.RAISE)
    await up_as_planned(home)


def every_tile_up(left: int = 0) -> Act:
    """Three sides as planned; on the first are all other tiles of the set, except so many that nobody counted."""

    async def act(home: House) -> None:
        await home.press(Key.RAISE)
        await home.until(S.PLAYING)
        wall = home.heights("wall")
        assert wall[1:] == planned(home.plan.quota)[1:], home.describe()
        assert sum(map(sum, wall)) == home.plan.tiles - left, home.describe()
        assert all(height <= 2 for height in wall[0]), home.describe()

    return act


def _stuck(sensor: str, level: str) -> Act:
    return inject(f"stuck-sensor:{sensor},{level}")


def _raising(sensor: str, level: str, within_s: float, waited_ms: tuple[int, int]) -> Scenario:
    """Before the lifts have made the runs that they learn from."""
    return Scenario(
        "E22",
        in_turn(_stuck(sensor, level), press(Key.RAISE)),
        wiped,
        side=1,
        start=staged,
        within_s=within_s,
        proof=lambda e: waited_ms[0] <= e["waited_ms"] <= waited_ms[1],
        quota=(4, 4, 4, 4),
        ends=whole_wall,
    )


def _counter(level: str, left: int) -> Scenario:
    """No tile is counted, so the channel fills up behind a head that has nothing to do."""
    return Scenario(
        "E15",
        _stuck("count-0", level),
        wiped,
        side=0,
        within_s=25,
        proof=lambda e: e["waited_ms"] == 5000 and "full_0" in e["sensors"] and e["count"] < 8,
        quota=LONG_FIRST,
        ends=every_tile_up(left),
    )


def _head(level: str) -> Scenario:
    """Turned once, backed once, given up."""
    return Scenario(
        "E11",
        _stuck("head-home-0", level),
        wiped,
        side=0,
        within_s=8,
        proof=lambda e: e["waited_ms"] == 1050 and ("head_home_0" in e["sensors"]) is (level == "on"),
        quota=LONG_FIRST,
        ends=every_tile_up(),
    )


async def _hatch_learnt(home: House) -> None:
    """Five walls up and away: the hatch knows its time."""
    await home.until(S.EMPTY)
    for _ in range(5):
        await home.load()
        await home.until(S.STAGED)
        await home.press(Key.RAISE)
        await up_as_planned(home)


SENSORS: dict[str, Scenario] = {
    "dead-hatch-open": Scenario(
        "E32", in_turn(_stuck("hatch-open", "off"), press(Key.OPEN)), wiped,
        mechanism="hatch", start=_empty, within_s=3,
        proof=lambda e: e["current_a"] > 0 and "hatch_open" not in e["sensors"], ends=whole_wall,
    ),
    "slow-hatch": Scenario(
        "W01", in_turn(inject("slow-motor:hatch,1.6"), press(Key.OPEN)), nothing,
        mechanism="hatch", start=_hatch_learnt, within_s=4, proof=lambda e: 3000 <= e["waited_ms"] <= 3400,
        off="none", quota=(2, 2, 2, 2), ends=lambda home: home.until(S.HATCH_OPEN), lasts=True,
    ),
    "stuck-lift-home": _raising("lift-home-1", "on", 2.0, (1100, 1300)),
    "stuck-lift-up": _raising("lift-up-1", "on", 2.0, (100, 1300)),
    "dead-lift-up": _raising("lift-up-1", "off", 4.5, (3600, 3700)),
    "stuck-cover": Scenario(
        "E50", _stuck("cover-open", "on"), after_stop("wipe-sensor"), within_s=0.1,
        proof=lambda e: "cover_open" in e["sensors"],
    ),
    "dead-stop-button": Scenario(
        "E51", in_turn(_stuck("emergency-stop", "off"), inject("emergency-stop")),
        in_turn(lambda home: _release(home), after_stop("wipe-sensor")), within_s=0.2,
        proof=lambda e: "emergency_stop" not in e["sensors"],
    ),
    "stuck-head-home": _head("on"),
    "dead-head-home": _head("off"),
    "stuck-counter": _counter("on", 1),
    "dead-counter": _counter("off", 0),
}  # fmt: skip


async def _release(home: House) -> None:
    assert home.act("release-emergency-stop")["cleared"]

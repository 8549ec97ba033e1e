"""What a scenario is: a fault provoked in the plant, its discovery, a safe machine, its remedy, the right wall.

The scenarios are data and small functions; which build of the firmware they run on is not their business.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bench.house import Happened, House, house, planned
from controller.mechanism import Situation
from hardware.simulator.chip import EVERYTHING, BoardChip
from hardware.simulator.parts import Capability, Key
from hardware.simulator.virtual_time import run

SMALL = (8, 8, 8, 8)
REFERENCE = EVERYTHING & ~Capability.COLOUR_SENSORS
"""What the reference board has."""
Act = Callable[[House], Awaitable[None]]
Proof = Callable[[Mapping[str, Any]], bool]


async def nothing(_home: House) -> None:
    """Nothing has to be done."""


async def building(home: House) -> None:
    """In the middle of the build of the first wall."""
    await home.first_load()
    await home.until(Situation.BUILDING)
    await home.see(lambda: sum(home.state.live.counts) >= 6, 60, "six tiles counted")


async def staged(home: House) -> None:
    """The only wall waits below the deck."""
    await home.staged()


async def wall_stands(home: House) -> None:
    """The build ends well, and the wall that comes up is the one that was asked for."""
    await home.until(Situation.STAGED)
    await home.press(Key.RAISE)
    await up_as_planned(home)


async def up_as_planned(home: House) -> None:
    """The wall under way or just risen stands as planned, with every tile of its set."""
    await home.until(Situation.PLAYING)
    assert home.heights("wall") == planned(home.plan.quota), (home.heights("wall"), home.describe())
    assert home.whereabouts()["A"] == {"wall": home.plan.tiles}


async def both_sets_in_play(home: House) -> None:
    """One wall in play and the next below, both as planned, then a change of hands."""
    await home.until(Situation.PLAYING_READY)
    quota = home.plan.quota
    assert (home.heights("wall"), home.heights("tray")) == (planned(quota), planned(quota))
    places = list(home.whereabouts().values())
    assert sorted(places, key=str) == [{"tray": home.plan.tiles}, {"wall": home.plan.tiles}]


@dataclass(frozen=True)
class Scenario:
    """``start`` leads to where ``provoke`` makes it go wrong; ``code`` must follow within ``within_s`` virtual seconds,
    with this side and mechanism and with evidence that ``proof`` accepts. ``off``: ``"all"`` motors must rest soon
    after, those of the ``"drum"``, or ``"none"``. ``remedy`` is what people then do; ``ends`` what must come of it.
    """

    code: str
    provoke: Act
    remedy: Act
    side: int | None = None
    mechanism: str | None = None
    start: Act = building
    within_s: float = 5.0
    proof: Proof = field(default=lambda evidence: True)
    off: str = "all"
    ends: Act = wall_stands
    quota: tuple[int, int, int, int] = SMALL
    sets: int = 1
    seed: int = 1
    capabilities: Capability = REFERENCE
    lasts: bool = False
    """A warning that stays until service."""


SAFE_S = 1.0
"""A head finishes its push, a stalled motor has turned back: after this nothing moves."""


def play(scenario: Scenario, chip: BoardChip) -> House:
    """Plays it in virtual time. Raises ``AssertionError`` with what was not as it must be."""
    return run(_whole(scenario, chip))


async def _whole(scenario: Scenario, chip: BoardChip) -> House:
    async with house(
        chip, scenario.quota, sets=scenario.sets, seed=scenario.seed, capabilities=scenario.capabilities
    ) as home:
        await scenario.start(home)
        since = len(home.events)
        await scenario.provoke(home)
        raised = await home.until_event("fault-raised", since, scenario.within_s, code=scenario.code)
        _as_expected(scenario, raised)
        await _safe(scenario, home)
        await scenario.remedy(home)
        await scenario.ends(home)
        assert scenario.lasts is (scenario.code in home.faults()), home.describe()
        others = [code for code in home.faults() if code != scenario.code]
        assert not others, home.describe()
        return home


def _as_expected(scenario: Scenario, raised: Happened) -> None:
    data = raised.data
    assert (data["side"], data.get("mechanism")) == (scenario.side, scenario.mechanism), data
    assert scenario.proof(data["evidence"]), data


async def _safe(scenario: Scenario, home: House) -> None:
    if scenario.off == "none":
        return
    await home.see(lambda: home.off(drum_only=scenario.off == "drum"), SAFE_S, "motors off")


async def rest(home: House, seconds: float) -> None:
    """People look for a while; nothing may move meanwhile."""
    end = home.now() + seconds

    def moved() -> bool:
        assert home.off(), f"something moves: {home.describe()}"
        return home.now() >= end

    await home.see(moved, seconds + 1)

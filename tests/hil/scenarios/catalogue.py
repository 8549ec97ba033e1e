"""One scenario for every fault of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bench.house import House
from controller.mechanism import Place, Plan, PlanRequested, SetsPlaced, Situation
from firmware_bridge import messages as m
from firmware_bridge.commands import Sent
from firmware_bridge.messages import BuildPhase
from hardware.simulator import people
from hardware.simulator.chip import EVERYTHING
from hardware.simulator.parts import Capability, Key
from tests.hil.scenarios.remedies import (
    after_stop,
    cure,
    in_turn,
    inject,
    open_look_close,
    press,
    reach_in,
    run_out_and_start_again,
)
from tests.hil.scenarios.scenario import (
    REFERENCE,
    Act,
    Scenario,
    both_sets_in_play,
    nothing,
    staged,
    up_as_planned,
    wall_stands,
)

GAP_MS = 20_000
_DICE = m.ShowDice((1, 2, 3))
LEARNT = (20, 4, 4, 4)
"""Ten pushes of the first head: more than it takes to know its time."""


def _long_side(side: int) -> tuple[int, int, int, int]:
    a, b, c, d = (16 if n == side else 4 for n in range(4))
    return a, b, c, d


def _waited(at_least: int, at_most: int) -> Any:
    return lambda evidence: at_least <= evidence["waited_ms"] <= at_most


async def _fed(home: House) -> None:
    await home.first_load()


async def _checking(home: House) -> None:
    await home.first_load()
    await home.see(lambda: home.state.live.phase is BuildPhase.CHECKING, 90, "checking")


async def _tiles_in_the_well(home: House) -> None:
    await home.until(Situation.EMPTY)
    await home.press(Key.OPEN)
    await home.until(Situation.HATCH_OPEN)
    await home.players.push_in()


async def _empty(home: House) -> None:
    await home.until(Situation.EMPTY)


async def _play_ready(home: House) -> None:
    """One wall in play, the next one below."""
    await home.play_ready()


async def _second_wall_turned_up_by_hand(home: House) -> None:
    """Somebody looks below the deck between two hands, and turns the lifts up: both sets are on the table then."""
    home.act("gather")
    home.inject("power-cut:8")
    home.inject("cover-open")
    for side in range(4):
        assert home.act("crank-lift", side=side)["stacks"] == home.plan.quota[side] // 2
    home.act("close-cover")
    await home.until(Situation.LIFTS_AWAY, patience_s=30)
    await home.press(Key.RAISE)


async def _say_where_they_are(home: House) -> None:
    """The older set goes off the table; people say that the newer one is in play."""
    older = home.state.books.raised
    newer = home.state.books.staged
    assert older is not None and newer is not None
    people.bring_set(home.table.plant, older, 0)
    home.feed(SetsPlaced({older: Place.OUTSIDE, newer: Place.RAISED}))


async def _both_sets_again(home: House) -> None:
    """Play goes on with the wall on the table; after the hand the set that was put aside comes in again."""
    await home.until(Situation.PLAYING)
    await home.load()
    await home.until(Situation.STAGED_LOAD_NEXT)
    await home.load()
    await both_sets_in_play(home)


async def _learnt(home: House) -> None:
    """The first head has made more than eight good pushes."""
    await home.first_load()
    await home.see(lambda: home.state.live.counts[0] >= 18, 90, "eighteen tiles")


async def _plan_changed(home: House) -> None:
    home.feed(PlanRequested(Plan((6, 6, 6, 6))))


async def _gear_turned(home: House) -> None:
    """The code switch under the deck."""
    home.table.plant.gear = 5
    home.table.plant.touch()


async def _dice_changed_on_the_way(home: House) -> None:
    """Somebody on the line lets the board show other dice; its echo is what it shows."""
    send = home.board.send

    def changed(message: m.Command) -> Sent:
        return send(replace(message, values=(6, 6, 6)) if isinstance(message, m.ShowDice) else message)

    home.board.send = changed
    home.machine.show(_DICE)
    home.board.send = send


async def _dice_shown_again(home: House) -> None:
    home.machine.show(_DICE)


async def _next_wall_is_the_new_one(home: House) -> None:
    """The wall under way is built as it was begun; the one after it as asked for."""
    await wall_stands(home)
    home.players.tiles = 24
    home.plan = Plan((6, 6, 6, 6))
    await home.load()
    await wall_stands(home)


async def _load_then_wall(home: House) -> None:
    await home.until(Situation.HATCH_OPEN)
    await home.players.push_in()
    await home.press(Key.OPEN)
    await wall_stands(home)


def _evidence(**wanted: Any) -> Any:
    def proof(evidence: Mapping[str, Any]) -> bool:
        return wanted.items() <= evidence.items()

    return proof


def _short(side: int) -> Scenario:
    return Scenario(
        f"E{1 + side:02d}",
        _fed,
        reach_in("put-found-tile"),
        side=side,
        start=inject("tile-left-out"),
        within_s=75,
        proof=lambda e: GAP_MS <= e["waited_ms"] <= GAP_MS + 20 and e["count"] == 15,
        quota=_long_side(side),
    )


def _head_jam(side: int) -> Scenario:
    return Scenario(
        f"E{11 + side}", inject(f"head-jam:{side}"), cure("free-jam", Key.RAISE, side=side), side=side, within_s=12
    )


def jam_channel(side: int, in_head: tuple[int, ...] = (0, 2)) -> Act:
    """At a moment at which so many tiles lie in the head."""

    async def act(home: House) -> None:
        head = home.table.plant.places.head[side]
        await home.see(lambda: len(head) in in_head, 20, "a head as wanted")
        home.inject(f"channel-jam:{side}")

    return act


def _channel(side: int) -> Scenario:
    return Scenario(
        f"E{15 + side}",
        jam_channel(side),
        reach_in("free-channel", side=side),
        side=side,
        within_s=25,
        proof=lambda e: e["waited_ms"] == 5000 and f"full_{side}" in e["sensors"],
        quota=_long_side(side),
    )


def _lift(side: int) -> Scenario:
    """Its motor turns, but far too slowly."""
    return Scenario(
        f"E{21 + side}",
        in_turn(inject(f"slow-motor:lift.{side},20"), press(Key.RAISE)),
        cure("service-motor", Key.RAISE, mechanism=f"lift.{side}", factor=20),
        side=side,
        start=staged,
        within_s=3.9,
        proof=_waited(3600, 3700),
        ends=up_as_planned,
    )


CATALOGUE: dict[str, Scenario] = {
    **{f"E0{1 + side}-short": _short(side) for side in range(4)},
    "E05-short-unknown": Scenario(
        "E05", _fed, reach_in("put-found-tile"),
        start=inject("tile-left-out:12"), within_s=75, proof=_waited(GAP_MS, GAP_MS + 8000),
    ),
    "E06-surplus": Scenario(
        "E06", inject("stuck-sensor:full-2,on"), in_turn(cure("wipe-sensor", sensor="full-2", level="on"), reach_in()),
        side=2, start=_checking, within_s=1.5, proof=lambda e: "full_2" in e["sensors"],
    ),
    "E07-wrong-set": Scenario(
        "E07", _fed, reach_in("sort-out"),
        side=1, start=inject("other-set-tile"), within_s=60, proof=lambda e: e["count"] > 0, capabilities=EVERYTHING,
    ),
    **{f"E{11 + side}-head-jam": _head_jam(side) for side in range(4)},
    **{f"E{15 + side}-channel": _channel(side) for side in range(4)},
    **{f"E{21 + side}-lift": _lift(side) for side in range(4)},
    "E25-hatch-not-open": Scenario(
        "E25", in_turn(inject("slow-motor:hatch,20"), press(Key.OPEN)),
        cure("service-motor", Key.OPEN, mechanism="hatch", factor=20),
        mechanism="hatch", start=_empty, within_s=6.3, proof=_waited(6000, 6100), ends=_load_then_wall,
    ),
    "E26-hatch-not-closed": Scenario(
        "E26", in_turn(inject("hatch-blocked"), press(Key.OPEN)), cure("remove-object", Key.OPEN),
        mechanism="hatch", start=_tiles_in_the_well, within_s=3, proof=_waited(200, 2000),
    ),
    "E27-hatch-contradiction": Scenario(
        "E27", inject("stuck-sensor:hatch-open,on"), in_turn(cure("wipe-sensor"), open_look_close("gather")),
        mechanism="hatch", within_s=0.2, proof=lambda e: {"hatch_open", "hatch_closed"} <= set(e["sensors"]),
    ),
    "E31-disc": Scenario(
        "E31", inject("disc-jam"), open_look_close("free-disc"),
        mechanism="disc", within_s=0.5, proof=lambda e: e["current_a"] > 0.7,
    ),
    "E32-lift-going-up": Scenario(
        "E32", in_turn(inject("lift-blocked:2"), press(Key.RAISE)), cure("clear-deck", Key.RAISE),
        side=2, mechanism="lift-2", start=staged, within_s=2, ends=up_as_planned,
    ),
    "E32-lift-coming-down": Scenario(
        "E32", in_turn(inject("lift-not-home:1"), press(Key.RAISE)), cure("clear-deck", Key.RAISE),
        side=1, mechanism="lift-1", start=staged, within_s=4, ends=up_as_planned,
    ),
    "E32-hatch-opening": Scenario(
        "E32", in_turn(inject("hatch-blocked:opening"), press(Key.OPEN)), cure("remove-object", Key.OPEN),
        mechanism="hatch", start=_empty, within_s=3, ends=_load_then_wall,
    ),
    "E40-heat": Scenario("E40", inject("over-temperature:90"), cure("let-cool", Key.RAISE), within_s=0.5),
    "E50-cover": Scenario(
        "E50", inject("cover-open"), after_stop("close-cover"), within_s=0.1,
        proof=lambda e: "cover_open" in e["sensors"],
    ),
    "E51-emergency-stop": Scenario(
        "E51", inject("emergency-stop"), after_stop("release-emergency-stop"), within_s=0.1,
        proof=lambda e: "emergency_stop" in e["sensors"],
    ),
    "E51-supply": Scenario("E51", inject("supply-low"), after_stop("check-supply"), within_s=0.1),
    "E51-brown-out": Scenario(
        "E51", inject("board-reset:brown-out"), run_out_and_start_again, within_s=3, proof=_evidence(cause="brown-out")
    ),
    "E51-watchdog": Scenario(
        "E51", inject("board-reset:watchdog"), run_out_and_start_again, within_s=3, proof=_evidence(cause="watchdog")
    ),
    "E60-link": Scenario(
        "E60", inject("unplug"), in_turn(cure("replug"), press(Key.RAISE)), within_s=0.1,
        proof=_evidence(reason="port-lost"),
    ),
    "E61-lifts-turned-by-hand": Scenario(
        "E61", _second_wall_turned_up_by_hand, _say_where_they_are, start=_play_ready,
        proof=_evidence(check="two-sets-raised"), ends=_both_sets_again, sets=2,
    ),
    "W01-slow": Scenario(
        "W01", inject("slow-motor:head.0,2.2"), nothing, side=0, mechanism="head-0", start=_learnt,
        within_s=20, proof=_waited(650, 1050), off="none", quota=(32, 4, 4, 4), lasts=True,
    ),
    "W02-by-clock": Scenario(
        "W02", inject("stuck-sensor:head-home-0,off"), nothing, side=0, mechanism="head-0", start=_learnt,
        within_s=20, off="none", quota=(32, 4, 4, 4), lasts=True,
    ),
    "W03-plan-changed": Scenario(
        "W03", _plan_changed, nothing, within_s=0.1, proof=_evidence(asked=24, built=32), off="none",
        ends=_next_wall_is_the_new_one,
    ),
    "W03-gear-turned": Scenario(
        "W03", _gear_turned, nothing, within_s=0.1, off="none", capabilities=REFERENCE | Capability.GEAR_SWITCH,
    ),
    "W04-dice-misshown": Scenario(
        "W04", _dice_changed_on_the_way, _dice_shown_again, within_s=0.5, off="none",
        proof=_evidence(dice=[1, 2, 3], shown=[6, 6, 6]),
    ),
}  # fmt: skip

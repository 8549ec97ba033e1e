"""The first remedies of the catalogue, as people carry them out: hands, keys, and waiting."""

from __future__ import annotations

from typing import Any

from bench.house import House
from controller.mechanism import Situation
from hardware.simulator.parts import Key
from tests.hil.scenarios.scenario import Act, rest


def cure(action: str, *keys: Key, **arguments: Any) -> Act:
    """Takes the cause away and presses the keys, each when the table has done what the one before asked for."""

    async def act(home: House) -> None:
        assert home.act(action, **arguments).get("cleared", 1)
        for key in keys:
            await home.press(key)

    return act


def reach_in(*actions: str, **arguments: Any) -> Act:
    """Both keys, hands into the drum, one key."""

    async def act(home: House) -> None:
        await home.players.press_both()
        await home.until(Situation.HATCH_OPEN_IN_BUILD)
        for action in actions:
            home.act(action, **arguments)
        await home.press(Key.OPEN)

    return act


def open_look_close(action: str, **arguments: Any) -> Act:
    """One key opens the hatch, hands put it right, one key closes it."""

    async def act(home: House) -> None:
        await home.press(Key.OPEN)
        await home.until(Situation.HATCH_OPEN_IN_BUILD)
        home.act(action, **arguments)
        await home.press(Key.OPEN)

    return act


def after_stop(action: str) -> Act:
    """Release what stopped the table, one key to acknowledge, one to go on."""

    async def act(home: House) -> None:
        home.act(action)
        await home.until(Situation.RESET_NEEDED)
        await home.press(Key.RAISE)
        await home.see(lambda: home.here not in (Situation.RESET_NEEDED, Situation.RESETTING), 5, "acknowledged")
        await rest(home, 1.0)
        await home.press(Key.RAISE)

    return act


def in_turn(*acts: Act) -> Act:
    async def act(home: House) -> None:
        for one in acts:
            await one(home)

    return act


def inject(*faults: str) -> Act:
    async def act(home: House) -> None:
        for fault in faults:
            home.inject(fault)

    return act


def press(key: Key) -> Act:
    async def act(home: House) -> None:
        await home.press(key)

    return act


async def run_out_and_start_again(home: House) -> None:
    """The counts are lost: the unfinished wall comes up, its tiles go in again."""
    await home.until(Situation.BUILD_LOST)
    await home.press(Key.RAISE)
    await home.until(Situation.PARTIAL)
    left = set(home.whereabouts()["A"])
    assert left <= {"drum", "well", "wall", "table"}, f"nothing stays in heads, channels and trays: {left}"
    await home.press(Key.OPEN)
    await home.until(Situation.HATCH_OPEN)
    home.act("gather")
    home.act("push-in")
    await home.press(Key.OPEN)

"""What can happen at any time, in every phase of the cycle: the stop, the mains, the cable, a host that says nothing.

Whatever it is, nothing may move that must not (the witness at the pins looks), the books and the plant must agree
afterwards, and people who do no more than the table asks for get to the wall that was asked for.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bench.house import House, house, planned
from bench.person import Person
from bench.watch import SILENCE_US
from controller.mechanism import Request, Situation
from firmware_bridge.messages import BuildPhase
from hardware.simulator.chip import BoardChip
from hardware.simulator.parts import DISC, HATCH, LIFT, Capability, Key
from hardware.simulator.virtual_time import run
from tests.hil.scenarios.scenario import REFERENCE, SMALL, Act, building, rest

S = Situation
STOPS_WITHIN_S = 0.01


async def opening(home: House) -> None:
    await home.staged()
    await home.press(Key.OPEN)
    await _moving(home, HATCH, 0.7)


async def closing(home: House) -> None:
    await home.staged()
    await home.press(Key.OPEN)
    await home.until(S.HATCH_OPEN)
    await home.players.push_in()
    await home.press(Key.OPEN)
    await _moving(home, HATCH, 0.7)


async def raising(home: House) -> None:
    await home.staged()
    await home.press(Key.RAISE)
    await _moving(home, LIFT, 0.6)


async def lowering(home: House) -> None:
    await raising(home)
    await home.see(lambda: not home.watch.out[LIFT], 3, "the lifts are up")
    await _moving(home, LIFT, 0.6)


async def picking(home: House) -> None:
    await building(home)


async def checking(home: House) -> None:
    await home.first_load()
    await home.see(lambda: home.state.live.phase is BuildPhase.CHECKING, 90, "checking")


async def suspended(home: House) -> None:
    await building(home)
    await home.players.press_both()
    await home.until(S.HATCH_OPEN_IN_BUILD)


async def _moving(home: House, motor: int, for_s: float) -> None:
    await home.see(lambda: home.watch.out[motor] != 0, 3, "the motor runs")
    await asyncio.sleep(for_s)


PHASES: dict[str, Act] = {
    "opening": opening,
    "closing": closing,
    "raising": raising,
    "lowering": lowering,
    "picking": picking,
    "checking": checking,
    "suspended": suspended,
}


async def emergency_stop(home: House) -> None:
    home.inject("emergency-stop")
    await home.see(home.off, STOPS_WITHIN_S + 0.05, "everything off")
    await home.until(S.STOP_PRESSED, patience_s=0.5)
    await rest(home, 2.0)
    for key in (Key.OPEN, Key.RAISE):
        await home.press(key)
    await rest(home, 1.0)
    home.act("release-emergency-stop")
    await rest(home, 2.0)


async def cover(home: House) -> None:
    home.inject("cover-open")
    await home.see(home.off, STOPS_WITHIN_S + 0.05, "everything off")
    await rest(home, 1.0)
    home.act("close-cover")
    await rest(home, 1.0)


def power_loss(seconds: float) -> Act:
    async def act(home: House) -> None:
        boot = home.state.books.board.boot if home.state.books.board else 0
        home.inject(f"power-cut:{seconds}")
        await rest(home, seconds + 1.0)
        await home.see(lambda: home.machine.ready, 15, "the board is back")
        board = home.state.books.board
        assert board is not None
        assert (board.boot, board.cause) == (boot + 1, "power-on")
        await rest(home, 3.0)

    return act


async def unplugged(home: House) -> None:
    home.inject("unplug")
    await home.until(S.BOARD_AWAY, patience_s=0.5)
    await _dead_man(home)
    await rest(home, 5.0)
    home.act("replug")
    await home.see(lambda: home.machine.ready, 15, "the board is back")
    await rest(home, 3.0)


async def _dead_man(home: House) -> None:
    """The witness at the pins knows to the microsecond when the drum had to stop."""
    await asyncio.sleep(SILENCE_US / 1e6)
    await home.see(lambda: home.off(drum_only=True), 0.05, "drum, picks and heads are off")
    await home.see(home.off, 3, "lifts and hatch end their travel")


async def host_silent(home: House) -> None:
    """The process of the host hangs for five seconds and then goes on as if nothing had been."""
    home.wire.frozen = True
    drum = home.watch.out[DISC] != 0
    since = len(home.watch.silences)
    await _dead_man(home)
    lags = home.watch.silences[since:]
    assert all(lag <= SILENCE_US for lag in lags), lags
    assert lags or not drum, "the drum ran and was not stopped"
    await rest(home, 5.0)
    home.wire.frozen = False
    await home.see(lambda: home.machine.ready, 15, "the link is back")


async def stopped_by_host(home: House) -> None:
    home.ask(Request.STOP)
    await home.see(home.off, STOPS_WITHIN_S + 0.05, "everything off")
    await rest(home, 2.0)


UPSETS: dict[str, Act] = {
    "emergency-stop": emergency_stop,
    "cover": cover,
    "power-0.2s": power_loss(0.2),
    "power-6s": power_loss(6.0),
    "unplugged": unplugged,
    "host-silent": host_silent,
    "stopped-by-host": stopped_by_host,
}


@dataclass(frozen=True)
class Upset:
    """One upset in one phase."""

    phase: Act
    upset: Act
    sets: int = 1
    capabilities: Capability = REFERENCE


UPSETS_IN_PHASES: dict[str, Upset] = {
    f"{upset}-{phase}": Upset(PHASES[phase], UPSETS[upset], 2 if phase in ("opening", "closing") else 1)
    for upset in UPSETS
    for phase in PHASES
}


async def get_to_a_wall(home: House) -> None:
    """People follow the prompts to a wall in play that is exactly as asked for; no tile is anywhere else."""
    person = Person(home)
    await person.until(lambda: home.state.books.raised is not None and home.here in _AT_REST)
    name = home.state.books.raised
    assert name is not None
    assert home.heights("wall") == planned(home.plan.quota), home.describe()
    assert home.whereabouts()[name] == {"wall": home.plan.tiles}, home.describe()
    _other_set(home, name)
    assert not [code for code in home.faults() if not code.startswith("W")], home.describe()


_AT_REST = (S.PLAYING, S.PLAYING_READY)


def _other_set(home: House, name: str) -> None:
    """The books know where the other set is, and it is there with every tile."""
    other = "B" if name == "A" else "A"
    tiles = home.whereabouts()[other]
    assert tiles == ({"tray": home.plan.tiles} if home.state.books.staged == other else {}), home.describe()


def play(upset: Upset, chip: BoardChip) -> None:
    """Plays it in virtual time. Raises ``AssertionError`` with what was not as it must be."""
    run(_whole(upset, chip))


async def _whole(upset: Upset, chip: BoardChip) -> None:
    async with house(chip, SMALL, sets=upset.sets, capabilities=upset.capabilities) as home:
        await upset.phase(home)
        await upset.upset(home)
        await get_to_a_wall(home)

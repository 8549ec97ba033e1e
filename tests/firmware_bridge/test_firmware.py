"""The host's end of the link against the firmware itself, built as a library for this machine."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import firmware_bridge
from bench.link_damage import RoughLine
from firmware_bridge.board import Board, BoardStatus
from firmware_bridge.codec import NO_SESSION, Damage, Decoder, Frame, SessionKey, encode
from firmware_bridge.discovery import serial_port
from firmware_bridge.fields import Lane
from firmware_bridge.messages import (
    CODES,
    FROM_HOST,
    Ack,
    Answer,
    Counters,
    DiceShown,
    GetCounters,
    GetSensors,
    GetSetting,
    Hello,
    KeyChanged,
    Latches,
    LatchesChanged,
    PutSetting,
    RaiseLifts,
    ResetCause,
    SensorState,
    Setting,
    SettingValue,
    ShowDice,
    Stop,
    Stopped,
    Subscribe,
    Telemetry,
    Verdict,
    Welcome,
)
from firmware_bridge.session import HostSession, Phase
from hardware.firmware import build
from hardware.simulator.chip import LibraryChip
from hardware.simulator.parts import Inputs
from hardware.simulator.parts import ResetCause as ChipCause
from hardware.simulator.pty_port import PtyPort

VECTORS = json.loads((Path(firmware_bridge.__file__).parent / "vectors.json").read_text())
NONCE: int = VECTORS["key"]["nonce"]
LIFTS_HOME = 0b1111 << 16 | 0b1111 << 8 | 1 << 21


@pytest.fixture(scope="module")
def library() -> Path:
    try:
        return build.host_library()
    except build.NoCompilerError as error:
        pytest.skip(f"link against the firmware: {error}")


@pytest.fixture
def chip(library: Path) -> Iterator[LibraryChip]:
    made = LibraryChip(library, serial=0x1122334455667788)
    made.apply(Inputs(sensors=LIFTS_HOME))
    run(made, 100_000)
    made.transmit()
    yield made
    made.close()


def run(chip: LibraryChip, us: int) -> None:
    end = chip.now_us() + us
    while chip.now_us() < end:
        chip.step(end - chip.now_us())


class Direct:
    """Frames in and out of the chip by hand, in the session of the vectors."""

    def __init__(self, chip: LibraryChip) -> None:
        self.chip, self.decoder = chip, Decoder()
        [welcome] = self.exchange(encode(Hello.code, 0, Hello(NONCE, 1, 0).to_bytes()))
        self.welcome = Welcome.from_bytes(welcome.payload)
        self.key = self.decoder.key = SessionKey.of(NONCE, self.welcome.boot)
        self.number = self.expected = 0
        self.asked = 0xFF00

    def exchange(self, wire: bytes, us: int = 20_000) -> list[Frame]:
        self.chip.receive(wire)
        run(self.chip, us)
        return list(self.decoder.frames(self.chip.transmit()))

    def command(self, code: int, payload: bytes) -> list[Any]:
        """What the board says to one command, in order; everything is acknowledged."""
        wire = encode(code, self.expected << 4 | self.number, payload, self.key)
        self.number = (self.number + 1) % 16
        said = self.take(self.exchange(wire))
        for _ in range(6):
            said += self.take(self.exchange(encode(Ack.code, self.expected << 4, b"", self.key)))
        return said

    def take(self, frames: list[Frame]) -> list[Any]:
        said = list[Any]()
        for frame in frames:
            if CODES[frame.code].lane is Lane.RELIABLE and frame.number == self.expected:
                self.expected = (self.expected + 1) % 16
                said.append(CODES[frame.code].from_bytes(frame.payload))
        return said

    def counters(self) -> dict[int, Counters]:
        self.asked += 1
        said = self.command(GetCounters.code, GetCounters(self.asked).to_bytes())
        return {message.page: message for message in said if isinstance(message, Counters)}

    def damaged(self) -> int:
        return self.counters()[0].values[9]


@pytest.fixture
def direct(chip: LibraryChip) -> Direct:
    return Direct(chip)


def test_the_first_start_is_the_boot_of_the_vectors(direct: Direct) -> None:
    assert (direct.welcome.boot, direct.welcome.cause) == (VECTORS["key"]["boot"], ResetCause.POWER_ON)
    assert bytes(direct.welcome.build) == build.build_hash()
    assert direct.key.session == VECTORS["key"]["session"]


@pytest.mark.parametrize(
    "vector",
    [one for one in VECTORS["frames"] if 0x10 <= one["code"] < 0x80 and one["message"] != "EnterBootloader"],
    ids=lambda vector: vector["message"],
)
def test_the_firmware_answers_the_command_of_every_vector(direct: Direct, vector: dict[str, Any]) -> None:
    """As in the file, except for the numbers, which follow the session."""
    payload = bytes.fromhex(vector["payload"])
    [answer, *_] = direct.command(vector["code"], payload)
    assert isinstance(answer, Answer)
    assert answer.command == int.from_bytes(payload[:2], "little")
    assert answer.verdict is not Verdict.UNKNOWN_COMMAND


def test_the_firmware_takes_the_vectors_own_bytes_in_the_order_of_the_file(direct: Direct) -> None:
    commands = [one for one in VECTORS["frames"] if 0x10 <= one["code"] < 0x80]
    for count, vector in enumerate(commands, start=1):
        frames = direct.exchange(bytes.fromhex(vector["wire"]))
        assert {frame.expected for frame in frames} == {count % 16}, vector["message"]
        for _ in range(8):
            direct.take(frames)
            frames = direct.exchange(encode(Ack.code, direct.expected << 4, b"", direct.key))


@pytest.mark.parametrize("vector", VECTORS["refused"], ids=lambda vector: vector["why"])
def test_the_firmware_refuses_and_counts_what_the_host_refuses(direct: Direct, vector: dict[str, Any]) -> None:
    before = direct.damaged()
    direct.exchange(bytes.fromhex(vector["wire"]))
    assert direct.damaged() == before + 1


def test_an_unknown_command_is_answered_and_does_not_stop_the_lane(direct: Direct) -> None:
    assert 0x7E not in FROM_HOST
    assert direct.command(0x7E, b"\x05\x00rest") == [Answer(5, Verdict.UNKNOWN_COMMAND, 0x7E)]
    assert direct.command(ShowDice.code, ShowDice((1, 2, 3), 6).to_bytes())[0].verdict is Verdict.ACCEPTED


def test_a_malformed_command_is_answered_and_does_nothing(direct: Direct) -> None:
    assert direct.command(ShowDice.code, b"\x05\x00\x01")[0] == Answer(5, Verdict.BAD_ARGUMENT, 0)
    assert direct.chip.outputs().dice == (0, 0, 0)


def test_the_same_id_twice_is_the_same_answer_and_one_deed(direct: Direct) -> None:
    put = PutSetting(Setting.TAIL_MS, 900, 7).to_bytes()
    direct.command(PutSetting.code, put)
    direct.command(PutSetting.code, PutSetting(Setting.TAIL_MS, 950, 8).to_bytes())
    assert direct.command(PutSetting.code, put)[0] == Answer(7, Verdict.ACCEPTED, 0)
    said = direct.command(GetSetting.code, GetSetting(Setting.TAIL_MS, 9).to_bytes())
    assert SettingValue(9, Setting.TAIL_MS, 950) in said


def test_stop_is_obeyed_before_any_hello(chip: LibraryChip) -> None:
    chip.receive(encode(Stop.code, 0, Stop(77).to_bytes(), NO_SESSION))
    run(chip, 5_000)
    [frame] = Decoder().frames(chip.transmit())
    stopped = Stopped.from_bytes(frame.payload)
    assert stopped.token == 77
    assert Latches.STOPPED_BY_HOST in stopped.latches


def test_a_repeated_hello_changes_nothing(direct: Direct) -> None:
    direct.command(ShowDice.code, ShowDice((1, 2, 3), 1).to_bytes())
    [welcome] = direct.exchange(encode(Hello.code, 0, Hello(NONCE, 1, 0).to_bytes()))
    assert welcome.code == Welcome.code
    assert direct.command(ShowDice.code, ShowDice((4, 5, 6), 2).to_bytes())[0] == Answer(2, Verdict.ACCEPTED, 0)


# ---- through a bad wire


class Ordeal:
    """A host session and the firmware over two rough lines. Keys are pressed as events; settings are commands."""

    def __init__(self, chip: LibraryChip, seed: int, rate: float) -> None:
        self.chip, self.rng, self.harm = chip, random.Random(seed), Counter[str]()
        self.up, self.down = (RoughLine(self.rng, rate, self.harm) for _ in range(2))
        self.command = self.pressed = 0
        self.start()

    def start(self) -> None:
        self.host = HostSession(self.rng.getrandbits(32), self.now)
        self.awaited, self.keys = list[int](), list[int]()
        self.wanted = list[int]()
        self.shown = 0

    @property
    def now(self) -> float:
        return self.chip.now_us() / 1e6

    def step(self) -> None:
        self.host.poll(self.now)
        self.up.send(self.host.take_urgent() + self.host.take(), self.now)
        run(self.chip, 500)
        while self.up.due <= self.now:
            self.chip.receive(self.up.arrived())
        self.down.send(self.chip.transmit(), self.now)
        while self.down.due <= self.now:
            for message in self.host.receive(self.down.arrived(), self.now):
                self.hear(message)
        if self.host.phase is Phase.OVER:
            self.start()

    def hear(self, message: Any) -> None:
        if isinstance(message, Answer):
            assert message == Answer(self.awaited.pop(0), Verdict.ACCEPTED, 0)
        elif isinstance(message, SensorState):
            assert message.command == self.wanted.pop(0)
        elif isinstance(message, KeyChanged):
            assert message.pressed == self.keys.pop(0)
        elif isinstance(message, DiceShown):
            assert (self.shown < message.command <= self.command, message.values) == (True, (1, 2, 3))
            self.shown = message.command
        else:
            assert isinstance(message, Welcome | LatchesChanged), message

    def speak(self) -> None:
        if self.host.phase is Phase.OPEN and len(self.awaited) < 5:
            self.command = self.command % 0xFFFF + 1
            self.awaited.append(self.command)
            if self.rng.random() < 0.5:
                self.wanted.append(self.command)
                self.host.send(GetSensors(self.command), self.now)
            else:
                self.host.send(ShowDice((1, 2, 3), self.command), self.now)

    def press(self) -> None:
        """The firmware drops keys, and counts them, when half of its queue waits for the host: they would be stale."""
        if self.host.phase is Phase.OPEN and len(self.keys) < 8:
            self.pressed ^= 1
            self.keys.append(self.pressed)
            self.chip.apply(Inputs(sensors=LIFTS_HOME, keys=self.pressed << 2))


@pytest.mark.parametrize("seed", [1, 2])
def test_no_command_twice_no_event_lost_over_a_bad_wire(chip: LibraryChip, seed: int) -> None:
    ordeal = Ordeal(chip, seed, rate=0.08)
    while ordeal.up.frames + ordeal.down.frames < 6_000:
        for _ in range(60):
            ordeal.speak()
            ordeal.step()
        ordeal.press()
    ordeal.up.heal()
    ordeal.down.heal()
    for _ in range(4000):
        ordeal.step()
    assert (ordeal.awaited, ordeal.keys, ordeal.wanted) == ([], [], [])
    assert sum(ordeal.harm.values()) > 300
    assert ordeal.command > 300


# ---- through pyserial and a real terminal


class PluggedChip:
    """The firmware behind a pseudo-terminal, kept in step with the loop's clock."""

    def __init__(self, chip: LibraryChip) -> None:
        self.chip, self.running = chip, True
        self.port = PtyPort(self._received)
        self._offset = asyncio.get_running_loop().time() - chip.now_us() / 1e6

    async def live(self) -> None:
        while self.running:
            self.catch_up()
            await asyncio.sleep(0.002)

    def catch_up(self) -> None:
        behind = int((asyncio.get_running_loop().time() - self._offset) * 1e6) - self.chip.now_us()
        if behind > 0:
            run(self.chip, behind)
        if said := self.chip.transmit():
            self.port.write(said)

    def _received(self, data: bytes) -> None:
        self.catch_up()
        self.chip.receive(data)
        self.port.write(self.chip.transmit())


def test_the_whole_way_from_board_to_firmware_and_back(chip: LibraryChip) -> None:
    async def main() -> None:
        plugged, heard, rng = PluggedChip(chip), list[Any](), random.Random(3)
        board = Board(
            serial_port(str(plugged.port.open())),
            nonce=lambda: rng.getrandbits(32),
            on_state=lambda _: None,
            on_message=heard.append,
            rng=rng,
        )
        tasks = [asyncio.create_task(plugged.live()), asyncio.create_task(board.run())]
        await until(lambda: board.state.status is BoardStatus.READY)
        await talk(board, heard)
        chip.reset(ChipCause.WATCHDOG)
        await until(lambda: board.state.status is not BoardStatus.READY)
        await until(lambda: board.state.status is BoardStatus.READY)
        assert board.state.welcome is not None
        assert (board.state.welcome.boot, board.state.welcome.cause) == (2, ResetCause.WATCHDOG)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        plugged.port.close()

    async def talk(board: Board, heard: list[Any]) -> None:
        assert (await board.send(ShowDice((6, 5, 4))).answer).verdict is Verdict.ACCEPTED
        await until(lambda: chip.outputs().dice == (6, 5, 4))
        assert (await board.send(RaiseLifts(sides=15)).answer).verdict is Verdict.LATCHED
        sensors = board.send(GetSensors())
        await until(lambda: any(isinstance(one, SensorState) and one.command == sensors.command for one in heard))
        board.send(Subscribe(20))
        await until(lambda: sum(isinstance(one, Telemetry) for one in heard) >= 5)
        assert Latches.STOPPED_BY_HOST in (await board.stop()).latches
        assert board.statistics.damage == Damage()

    async def until(wanted: Any) -> None:
        async with asyncio.timeout(20):
            while not wanted():  # noqa: ASYNC110 - what is waited for is the state of another thing
                await asyncio.sleep(0.002)

    asyncio.run(main())

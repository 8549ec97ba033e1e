"""The link as a host sees it: session, numbers, repetition, the STOP lane."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from firmware_bridge import messages as m
from firmware_bridge.codec import NO_SESSION, Decoder, SessionKey, encode
from hardware.firmware.build import build_hash
from hardware.simulator.parts import Key, ResetCause


def test_welcome_says_who_the_board_is(cold) -> None:
    welcome = cold.connect()
    assert bytes(welcome.serial) == (0x1122334455667788).to_bytes(8, "little")
    assert bytes(welcome.build) == build_hash()
    assert (welcome.boot, welcome.cause, welcome.max_stacks) == (1, m.ResetCause.POWER_ON, 20)
    assert tuple(welcome.firmware) == (1, 0, 0)
    assert welcome.latches == m.Latches.AWAITING_KEY


def test_boot_number_grows_with_every_reset(cold) -> None:
    cold.connect()
    for boot, cause in enumerate((ResetCause.WATCHDOG, ResetCause.BROWN_OUT, ResetCause.EXTERNAL), start=2):
        cold.reset(cause)
        welcome = cold.connect()
        assert (welcome.boot, int(welcome.cause)) == (boot, int(cause))


def test_heartbeat_is_answered_with_the_boards_clock(cold) -> None:
    cold.connect()
    cold.talking = False
    cold.run(7)
    cold.chip.transmit()
    key = SessionKey.of(cold.session.nonce, 1)
    cold.chip.receive(encode(m.Heartbeat.code, 0, m.Heartbeat(host_ms=4321).to_bytes(), key))
    decoder = Decoder()
    decoder.key = key
    pulses = [m.Pulse.from_bytes(f.payload) for f in decoder.frames(cold.chip.transmit()) if f.code == m.Pulse.code]
    assert pulses == [m.Pulse(host_ms=4321, board_us=cold.chip.now_us())]


def test_repeated_hello_keeps_the_session(rig) -> None:
    nonce = rig.session.nonce
    rig.chip.receive(encode(m.Hello.code, 0, m.Hello(nonce, m.MAJOR, m.MINOR).to_bytes()))
    command = rig.accepted(m.GetSensors())
    assert rig.until(lambda: rig.last(m.SensorState, command=command))


def test_frame_of_an_earlier_session_is_dropped(rig) -> None:
    old = SessionKey.of(rig.session.nonce, 1)
    rig.connect()
    rig.chip.receive(encode(m.OpenHatch.code, 0, m.OpenHatch(command=9).to_bytes(), old))
    rig.run(100)
    assert rig.motors() == set()
    assert rig.last(m.Answer, command=9) is None


def test_the_same_command_id_is_answered_and_not_executed_again(rig) -> None:
    opened = rig.do(m.OpenHatch())
    rig.do(m.CloseHatch())
    rig.motors_seen.clear()
    rig.session.send(m.OpenHatch(command=opened.command), rig.now)
    rig.run(200)
    assert [a.verdict for a in rig.all(m.Answer) if a.command == opened.command] == [m.Verdict.ACCEPTED] * 2
    assert rig.motors_seen == set()


def test_unknown_command_is_answered(cold) -> None:
    cold.connect()
    payload = (4711).to_bytes(2, "little") + b"xyz"
    cold.chip.receive(encode(0x7E, 0, payload, SessionKey.of(cold.session.nonce, 1)))
    cold.run(3)
    answer = cold.last(m.Answer, command=4711)
    assert (answer.verdict, answer.detail) == (m.Verdict.UNKNOWN_COMMAND, 0x7E)


def test_command_that_is_too_short_is_refused_whole(cold) -> None:
    cold.connect()
    payload = (4711).to_bytes(2, "little")
    cold.chip.receive(encode(m.RaiseLifts.code, 0, payload, SessionKey.of(cold.session.nonce, 1)))
    cold.run(3)
    assert cold.last(m.Answer, command=4711).verdict is m.Verdict.BAD_ARGUMENT


def test_longer_command_of_a_newer_minor_is_understood(cold) -> None:
    cold.connect()
    payload = m.ShowDice(values=(1, 2, 3), command=4711).to_bytes() + b"new"
    cold.chip.receive(encode(m.ShowDice.code, 0, payload, SessionKey.of(cold.session.nonce, 1)))
    cold.run(3)
    assert cold.chip.outputs().dice == (1, 2, 3)


def test_other_major_version_moves_nothing(cold) -> None:
    cold.run(10)
    cold.talking = False
    cold.chip.receive(encode(m.Hello.code, 0, m.Hello(77, m.MAJOR + 1, 0).to_bytes()))
    cold.run(20)
    key = SessionKey.of(77, 1)
    cold.keys = 1
    cold.run(50)
    decoder = Decoder()
    decoder.key = key
    cold.chip.receive(encode(m.OpenHatch.code, 0, m.OpenHatch(command=5).to_bytes(), key))
    answers = [f for f in decoder.frames(cold.chip.transmit()) if f.code == m.Answer.code]
    assert [m.Answer.from_bytes(f.payload).verdict for f in answers] == [m.Verdict.NOT_NOW]


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_lost_or_doubled_on_a_wire_that_damages(rig, seed: int) -> None:
    """Every command is answered once, every key event arrives once and in order."""
    dice = random.Random(seed)
    rig.lose = _noise(dice, 0.01)
    rig.lose_answers = _noise(dice, 0.01)
    commands = []
    for n in range(12):
        commands.append(rig.send(m.ShowDice(values=(n % 6 + 1, 1, 1))))
        rig.keys = n % 2
        rig.run(120)
    rig.lose = rig.lose_answers = lambda data: data
    rig.run(900)
    assert rig.session.phase.value == "open"
    assert sorted(a.command for a in rig.all(m.Answer) if a.command >= commands[0]) == commands
    presses = [k.pressed for k in rig.all(m.KeyChanged) if k.key is m.Key.OPEN]
    assert presses == [(n + 1) % 2 for n in range(len(presses))] and len(presses) == 11


def _noise(dice: random.Random, rate: float) -> Callable[[bytes], bytes]:
    def damage(data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            draw = dice.random()
            if draw < rate / 3:
                continue
            out.append(byte ^ (1 << dice.randrange(8)) if draw < 2 * rate / 3 else byte)
            if 2 * rate / 3 <= draw < rate:
                out.append(byte)
        return bytes(out)

    return damage


def test_rubbish_on_the_wire_does_nothing(rig) -> None:
    dice = random.Random(5)
    before = len(rig.arrivals)
    rig.chip.receive(bytes(dice.randrange(256) for _ in range(20_000)) + b"\0")
    rig.run(50)
    assert rig.motors() == set()
    assert len(rig.arrivals) == before
    rig.accepted(m.GetSensors())


def test_stop_acts_before_the_next_tick(rig) -> None:
    rig.accepted(m.OpenHatch())
    rig.run(300)
    assert rig.motors() == {13}
    before = rig.chip.now_us()
    rig.session.stop(7, rig.now)
    rig.chip.receive(rig.session.take_urgent())
    assert rig.motors() == set()
    assert rig.chip.now_us() == before
    rig.run(5)
    assert rig.last(m.Stopped, token=7).latches & m.Latches.STOPPED_BY_HOST


def test_stop_works_without_a_session(cold) -> None:
    cold.run(10)
    cold.talking = False
    cold.chip.receive(encode(m.Stop.code, 0, m.Stop(99).to_bytes(), NO_SESSION))
    frames = list(Decoder().frames(cold.chip.transmit()))
    assert [m.Stopped.from_bytes(f.payload).token for f in frames if f.code == m.Stopped.code] == [99]


def test_end_of_a_motion_arrives_in_the_next_session(rig) -> None:
    command = rig.accepted(m.OpenHatch())
    rig.run(200)
    rig.talking = False
    rig.run(3000)
    rig.talking = True
    rig.connect()
    assert rig.until(lambda: rig.last(m.Done, command=command), 200)


def test_new_session_hears_of_standing_faults(rig) -> None:
    rig.plant.forced[23] = True
    rig.run(50)
    rig.arrivals.clear()
    rig.connect()
    rig.run(20)
    assert rig.faults() == [(m.Fault.EMERGENCY_STOP, 255)]


def test_telemetry_comes_at_the_period_asked_for(rig) -> None:
    rig.accepted(m.Subscribe(period_ms=50))
    rig.arrivals.clear()
    rig.run(1000)
    assert 18 <= len(rig.all(m.Telemetry)) <= 20
    rig.accepted(m.Subscribe(period_ms=0))
    rig.arrivals.clear()
    rig.run(300)
    assert rig.all(m.Telemetry) == []
    assert rig.ask(m.Subscribe(period_ms=19)) is m.Verdict.BAD_ARGUMENT


def test_keys_that_nobody_hears_are_dropped_and_counted(rig) -> None:
    rig.talking = False
    for _ in range(80):
        rig.press(Key.DICE_1)
    rig.talking = True
    rig.connect()
    command = rig.accepted(m.GetCounters())
    page = rig.until(lambda: rig.last(m.Counters, command=command, page=1))
    assert page.values[7] > 50


def test_damaged_frames_are_counted(rig) -> None:
    rig.chip.receive(b"\x05abcd\0\x02\0")
    command = rig.accepted(m.GetCounters())
    page = rig.until(lambda: rig.last(m.Counters, command=command, page=0))
    assert page.values[9] == 2


def _dropped_keys(rig) -> int:
    command = rig.accepted(m.GetCounters())
    return rig.until(lambda: rig.last(m.Counters, command=command, page=1)).values[7]


@pytest.mark.parametrize(("presses", "dropped"), [(40, 0), (60, 31)])
def test_keys_of_a_busy_player_are_kept_while_the_host_does_not_listen(rig, presses: int, dropped: int) -> None:
    """89 events of them; the rest of the queue belongs to faults and to the ends of motions."""
    rig.talking = False
    for _ in range(presses):
        rig.press(Key.DICE_1)
    rig.talking = True
    rig.connect()
    assert _dropped_keys(rig) == dropped

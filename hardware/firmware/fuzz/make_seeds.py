"""``python -m hardware.firmware.fuzz.make_seeds``: writes the inputs from which fuzzing begins.

Frames come from the vectors that host and firmware share; schedules are short stories of a table, in the alphabet of
``schedule.c``. They are kept small: the fuzzer finds the rest.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Final

from cobs import cobs

from hardware.firmware.build import ROOT

SEEDS: Final = Path(__file__).resolve().parent / "seeds"
VECTORS: Final = ROOT / "firmware_bridge" / "vectors.json"

RAW, OUTSIDE, SESSION = range(3)
CAPABILITIES: Final = 0x1F
QUICK: Final = 0x80
"""A machine that moves four times as fast as usual, for five seconds."""
PATIENT: Final = 0xC0
"""The same for longer than a key press holds as consent."""
USUAL: Final = 0x83
"""A machine of the usual speed, for five seconds."""
NO_UP_SWITCHES: Final = 0x1D
LEVELS: Final = 0x84
NEW, EXPERIENCED = range(2)
TIMES: Final = (1, 2, 4, 6, 10, 21, 51, 101, 150, 300, 310, 500, 1000, 1990, 2020, 2500)
(
    RESET, OPEN, CLOSE, RAISE, LOWER, BUILD, PAUSE, RESUME, CANCEL, HOME, RUN, CLEAR, DICE, SETTING, BOOTLOADER,
) = range(15)  # fmt: skip
ALL: Final = 15
STOP_BUTTON, COVER, HATCH_CLOSED, HATCH_OPEN = 23, 22, 21, 20
FULL, HEAD_HOME, LIFT_HOME = 4, 8, 16
PICK, LIFT = 1, 9


def wait(ms: int) -> bytes:
    """The first of the times that is long enough, as often as needed."""
    longest = TIMES[-1]
    fit = next((n for n, time in enumerate(TIMES) if time >= ms), None)
    return bytes([fit]) if fit is not None else bytes([len(TIMES) - 1]) + wait(ms - longest)


def command(number: int, kind: int, *arguments: int) -> bytes:
    wanted = arguments if arguments or kind in (BOOTLOADER,) else (0,)
    return bytes([0x40 | kind, *wanted, number])


def press(key: int) -> bytes:
    return bytes([0xA0 | key])


def _event(kind: int, *operands: int) -> bytes:
    return bytes([0xC0 | kind, *operands])


def lie(sensor: int, level: bool) -> bytes:
    return _event(0, sensor | (0x80 if level else 0))


def believe() -> bytes:
    return _event(1, 0x80)


def glitch(sensor: int) -> bytes:
    return _event(2, sensor)


def jam(mechanism: int) -> bytes:
    return _event(3, mechanism)


def load(tenths: int) -> bytes:
    return _event(4, tenths)


def climate(bits: int) -> bytes:
    return _event(5, bits)


def link(what: int) -> bytes:
    return _event(6, what)


def board(what: int) -> bytes:
    return _event(7, what)


def table(machine: int = QUICK, memory: int = NEW, capabilities: int = CAPABILITIES) -> bytes:
    return bytes([capabilities, machine, memory])


SILENCE, DEAF, HELLO, GOODBYE, STOP, LATER_MAJOR = 3, 4, 0, 5, 6, 0x0A
TWO_EACH: Final = (0xAA, 0)
PATIENT_TWO_EACH: Final = (0xAA, 0x13)


FOUND: Final = {
    "deaf-bootloader": "1f8000c604c603" + 33 * "a2" + "5e59" + 13 * "a2" + 4 * "c21706" + "ffff6120003b8e2806c21806"
    + 6 * "c21706" + "320000001706" + 7 * "c21706" + "c600",
    "rise-on-the-way-home": "1f8000430f3b0700004000000000000000000000c015b1",
    "heads-after-a-blind-way-home": "9f8001430f010bc010440ffdf24301030b44012b014bd466058001430f010bc010440ffdf24301030b"
    "44012b014bd46605ffffffff35",
    "heads-after-a-blind-lift": "9f8001430f010bc010440ffdf2431f80250041000108005200" + 17 * "00" + "ff07" + 13 * "00"
    + 8 * "b0" + "542638" + 5 * "b0" + "2c0b4bd4660506",
    "hatch-forced-as-reset-comes": "1d8300431f1f821fcbe140208e8e8ecf2700fffffe00c031208e3a8e4acf62ffff00ffc000c031208e"
    "8e8e4a407a0f02060d",
    "glitch-then-bootloader": "1ffffff48dbf1deb15ffbaf0f80b6e",
    "ajar-then-bootloader": "fffe1ffffffffeffffffc000c031208e8e8ecf00",
    "dice-echo": "ffe800801f014c02",
    "cancel-then-bootloader": "1fc000c08445aa403d00006220029c31a68e1727273d030f1f",
}  # fmt: skip
"""Schedules in which fuzzing found a mistake, of the board or of its guard, as they were found."""


def schedules() -> dict[str, bytes]:
    """Stories by name."""
    cycle = command(1, OPEN) + wait(700) + command(2, CLOSE) + wait(700)
    build = command(3, BUILD, *TWO_EACH)
    return {
        "hatch": table() + cycle,
        "build": table() + build + wait(2500) + command(4, RAISE, ALL) + wait(500) + command(5, LOWER, ALL) + wait(500),
        "experienced": table(memory=EXPERIENCED) + cycle + command(3, RAISE, ALL) + wait(500) + command(4, LOWER, ALL),
        "blind-lift": table(memory=EXPERIENCED) + lie(LIFT_HOME, False) + command(1, LOWER, ALL) + wait(2500) + build
        + wait(2500),
        "pause": table() + build + wait(300) + command(4, PAUSE) + wait(300) + command(5, RESUME) + wait(2500),
        "silence": table() + build + wait(300) + link(SILENCE) + wait(500) + link(SILENCE) + command(4, RESUME)
        + wait(2500),
        "silent-home": table() + command(1, OPEN) + wait(700) + lie(HEAD_HOME, False) + command(2, HOME, ALL)
        + wait(101) + link(SILENCE) + wait(1000),
        "stop": table() + command(1, RAISE, ALL) + wait(150) + link(STOP) + wait(101) + command(2, RESET) + wait(101)
        + press(0) + wait(1000),
        "button": table() + build + wait(300) + lie(STOP_BUTTON, True) + wait(101) + believe() + wait(101)
        + command(4, RESET) + press(1) + wait(500) + command(5, RESUME) + wait(2500),
        "cover": table() + command(1, OPEN) + wait(150) + lie(COVER, True) + wait(51) + believe() + wait(101)
        + command(2, RESET) + press(2) + command(3, CLOSE) + wait(1000),
        "waited": table(PATIENT) + wait(10_100) + command(1, RAISE, ALL) + wait(1000) + lie(HATCH_CLOSED, False)
        + wait(1990),
        "levels": table(LEVELS) + command(1, OPEN) + wait(150) + lie(HATCH_CLOSED, False) + wait(300)
        + lie(HATCH_OPEN, True) + wait(51),
        "jammed-hatch": table() + command(1, OPEN) + wait(51) + load(250) + wait(1000),
        "jammed-head": table() + jam(5) + build + wait(2500) + wait(2500),
        "step": table() + command(1, RUN, 0x69) + wait(2500) + command(2, RUN, 0x6D) + wait(2500),
        "step-below-open": table() + command(1, RUN, 0x60) + wait(2500) + lie(HATCH_CLOSED, False) + wait(51),
        "two-groups": table() + command(1, RAISE, ALL) + wait(101) + command(2, OPEN) + wait(51),
        "reset": table() + build + wait(500) + board(2) + wait(51) + link(HELLO) + press(0) + build + wait(1000),
        "power": table() + command(1, OPEN) + wait(150) + board(1) + wait(101) + board(1) + wait(51) + link(HELLO)
        + wait(101),
        "torn": table() + command(1, SETTING, 2, 100) + wait(4) + bytes([0xC7, 0, 17]) + board(2) + wait(51)
        + link(HELLO),
        "hot": table() + build + wait(300) + climate(2) + wait(51) + climate(0) + wait(51) + command(4, CLEAR, 40),
        "hot-reset": table() + command(1, RAISE, ALL) + wait(101) + climate(2) + wait(51) + command(2, RESET)
        + wait(51),
        "contradiction": table() + lie(HATCH_OPEN, True) + wait(150) + lie(HEAD_HOME, False) + command(2, RESET)
        + wait(150),
        "supply": table() + command(1, RAISE, ALL) + wait(101) + climate(1) + wait(51),
        "bootloader": table() + command(1, BOOTLOADER) + wait(1990) + link(HELLO) + wait(51),
        "glitches": table() + build + wait(300) + glitch(HATCH_CLOSED) + wait(101) + glitch(LIFT_HOME + 1) + wait(500),
        "later-major": table() + link(LATER_MAJOR) + command(1, OPEN) + wait(300),
        "goodbye": table() + build + wait(300) + link(GOODBYE) + wait(300),
        **_interlocks(build), **_troubles(build), **{name: bytes.fromhex(found) for name, found in FOUND.items()},
    }  # fmt: skip


def _interlocks(build: bytes) -> dict[str, bytes]:
    """What comes open, gets away, or is asked for at the wrong time."""
    up = command(1, RAISE, ALL)
    return {
        "forced-hatch": table() + up + wait(101) + lie(HATCH_CLOSED, False) + wait(51),
        "head-below-open": table() + lie(HEAD_HOME, False) + wait(10) + command(1, HOME, 5) + wait(101)
        + lie(HATCH_CLOSED, False) + wait(51),
        "later-major-build": table() + build + wait(101) + link(LATER_MAJOR) + wait(51),
        "stalled-lift": table(USUAL) + jam(LIFT) + up + wait(1000) + wait(500),
        "resume-in-fault": table() + build + wait(300) + load(250) + wait(500) + load(0) + command(4, RESUME)
        + wait(300),
        "bootloader-then-open": table() + command(1, BOOTLOADER) + command(2, OPEN) + wait(150),
        "step-lift-away": table() + command(1, RUN, 0x60) + wait(1990) + wait(150) + lie(LIFT_HOME, False) + wait(150),
        "stuck-reset": table(PATIENT) + lie(HEAD_HOME, False) + wait(10) + link(STOP) + command(1, RESET)
        + lie(HATCH_CLOSED, False) + wait(10) + press(0) + 3 * wait(2500),
        "warned-build": table(PATIENT) + link(STOP) + command(1, RESET) + wait(51) + press(0) + wait(10_100) + build
        + wait(1990) + wait(1000),
        "clear-stop": table() + lie(STOP_BUTTON, True) + wait(51) + command(1, CLEAR, 51),
    }  # fmt: skip


def _troubles(build: bytes) -> dict[str, bytes]:
    """Tiles that do not come, switches that died, a host that does not listen."""
    blind = table(memory=EXPERIENCED) + command(1, RAISE, ALL) + wait(500) + lie(LIFT_HOME, False)
    full = table(PATIENT) + lie(FULL, True) + build + 3 * wait(2500) + command(4, CLEAR, 15) + believe()
    return {
        "full-channel": full + wait(10) + command(5, CLEAR, 15) + command(6, RESUME) + wait(2500),
        "short-unknown": table() + jam(PICK) + jam(PICK + 1) + build + wait(1000),
        "long-pick": table(PATIENT) + b"".join(jam(PICK + side) for side in range(4))
        + command(3, BUILD, *PATIENT_TWO_EACH) + 4 * wait(2500),
        "bad-dice": table() + command(1, DICE, 255) + wait(4),
        "twice-blind-lift": blind + command(2, LOWER, ALL) + wait(1500) + command(3, RAISE, 1) + wait(500)
        + command(4, LOWER, 1) + wait(500) + command(5, CLEAR, 102) + wait(51),
        "blind-head": table(PATIENT, EXPERIENCED) + build + wait(2500) + command(4, RAISE, ALL) + wait(500)
        + command(5, LOWER, ALL) + wait(500) + lie(HEAD_HOME, False) + wait(150) + command(6, BUILD, *TWO_EACH)
        + wait(2500),
        "no-up-switches": table(USUAL, capabilities=NO_UP_SWITCHES) + command(1, RAISE, ALL) + wait(1500)
        + command(2, LOWER, ALL) + wait(1500),
        "flood": table() + link(DEAF) + link(SILENCE) + 48 * press(2)
        + 24 * (glitch(STOP_BUTTON) + wait(51)) + link(HELLO),
    }  # fmt: skip


def _hello(nonce: int) -> bytes:
    """Opens the session of the vectors on a new board."""
    frame = bytes([1, 0, 0, 0]) + nonce.to_bytes(4, "little") + bytes([1, 0])
    return bytes(cobs.encode(frame + zlib.crc32(frame).to_bytes(4, "little"))) + b"\0"


def frames() -> dict[str, bytes]:
    """The shared vectors in each of the three modes."""
    vectors = json.loads(VECTORS.read_text())
    found = {"refused": bytes([RAW]) + b"".join(bytes.fromhex(bad["wire"]) for bad in vectors["refused"])}
    chosen = [frame for frame in vectors["frames"] if frame["code"] < 0x80]
    found["wires"] = (
        bytes([RAW]) + _hello(vectors["key"]["nonce"]) + b"".join(bytes.fromhex(frame["wire"]) for frame in chosen[:12])
    )
    for frame in chosen:
        payload = bytes.fromhex(frame["payload"])
        head = bytes([frame["code"], 0, len(payload)]) if not frame["in_session"] else b""
        name = frame["message"].lower()
        if head:
            found[f"{name}-outside"] = bytes([OUTSIDE]) + head + payload
        else:
            found[name] = bytes([SESSION]) + 2 * (bytes([0x20, frame["code"], len(payload)]) + payload)
        if name == "showdice":
            found["dice-again"] = bytes([SESSION]) + _dice_again(frame["code"])
    return found


def _dice_again(code: int) -> bytes:
    """Two commands, and the first of them once more: that it was carried out twice would be seen on the display."""
    return b"".join(bytes([0x20, code, 4, number, 1, 1, 1]) for number in (1, 2, 1))


def write(folder: Path, seeds: dict[str, bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in seeds.items():
        (folder / name).write_bytes(content)


def main() -> None:
    write(SEEDS / "frames", frames())
    write(SEEDS / "schedule", schedules())


if __name__ == "__main__":
    main()

# Copyright (C) 2026 the Jantaku authors
#
# This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public
# License as published by the Free Software Foundation, either version 3 of the License, or (at your option) any
# later version. It is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the
# implied warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the GNU General Public License for more
# details: <https://www.gnu.org/licenses/>.
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""The flashed image in a chip simulator, made ready to use: :func:`chip` is a board like that of the host library.

Image and harness are compiled when they are first asked for and kept under the hash of their sources, beside the
other builds of the firmware.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

from hardware.firmware import build, pins
from hardware.simulator.chip import LibraryChip

HERE: Final = Path(__file__).resolve().parent
HEADER: Final = Path("/usr/include/simavr/sim_avr.h")
SERIAL: Final = 0x1122334455667788
"""Of the simulated board, in its image."""
REMEDY: Final = "Run: apt-get install gcc gcc-avr avr-libc binutils-avr libsimavr-dev"
SENSORS, KEYS, GEAR = 28, 6, 4
DATA_AT: Final = 0x800000
"""Where the linker puts address 0 of the chip's memory."""


class NoChipSimulatorError(build.FirmwareBuildError):
    """Something is missing on this machine; ``remedy`` says what to install."""

    code = "chip-simulator-missing"


def chip(serial: int = SERIAL) -> LibraryChip:
    """A board with the flashed image, in the moment after power was switched on.

    Several may live in one process. Raises :class:`build.FirmwareBuildError`.
    """
    return LibraryChip(library(serial), serial)


def library(serial: int = SERIAL) -> Path:
    """The harness, bound to the image of the board with this serial number. Raises :class:`build.FirmwareBuildError`.

    The image is found by its path: the library is of use on this machine only.
    """
    compiler = _compiler()
    image = build.avr_elf(serial)
    header = _kept("pin_map.h", pin_map())
    sources = [HERE / "board.c", build.HERE / "hal_sim" / "sim.h", header]
    flags = ("-O2", "-g", "-Wall", "-shared", "-fPIC", f'-DIMAGE="{image}"', f"-DSTACK_FLOOR={stack_floor(image)}U")
    name = build._fingerprint((*compiler.command, compiler.version, *flags), sources)
    includes = (f"-I{header.parent}", f"-I{build.HERE / 'hal_sim'}")
    target = build.build_folder() / f"libjantaku-board-simavr-{name}.so"
    # The library of the simulator comes last: a linker that leaves out what nobody asked for yet would drop it.
    return build._built(target, (*compiler.command, *flags, *includes, str(HERE / "board.c"), "-lsimavr"))


def stack_floor(image: Path) -> int:
    """The first address behind the variables of the program, down to which its stack may grow."""
    listing = build._run(("avr-nm", str(image))).stdout
    ends = [line.split()[0] for line in listing.splitlines() if line.endswith(" _end")]
    if len(ends) != 1:
        raise build.CompileError(f"{image} has no symbol _end", "Is binutils-avr complete?")
    return int(ends[0], 16) - DATA_AT


def _compiler() -> build.Compiler:
    found = {"avr-gcc": shutil.which("avr-gcc"), "avr-nm": shutil.which("avr-nm"), "libsimavr": HEADER.exists()}
    if missing := [part for part, there in found.items() if not there]:
        raise NoChipSimulatorError(f"The chip simulator needs {' and '.join(missing)}", REMEDY)
    return build.find_compiler()


def _kept(name: str, text: str) -> Path:
    """A file with this content in a folder of its own, whole whenever somebody opens it."""
    folder = build.build_folder() / f"simavr-{build._fingerprint((name, text), [])}"
    folder.mkdir(exist_ok=True)
    target = folder / name
    if not target.exists():
        handle, new = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "w") as file:
            file.write(text)
        Path(new).replace(target)
    return target


def _mapped(group: dict[str, dict[str, str]]) -> str:
    entries = (f"{{ '{e['pin'][0]}', {e['pin'][1:]}, {int(e['active'] == 'high')} }}" for e in group.values())
    return ", ".join(entries)


def _motor(ways: dict[str, str]) -> str:
    forward, reverse = ways["forward"], ways.get("reverse")
    return f"{{ '{forward[0]}', 1 << {forward[1:]}, {f'1 << {reverse[1:]}' if reverse else '0'} }}"


def pin_map() -> str:
    """The wiring table for the harness, which cannot include the chip's own register names."""
    table = pins.load()
    channels = table["analog"]
    motors = ", ".join(_motor(table["motors"][name]) for name in pins.MECHANISMS)
    currents = ", ".join(str(channels[name]) for name in pins.MECHANISMS)
    lines = (
        "struct mapped { char port; unsigned char bit, high; };",
        "struct motor { char port; unsigned char forward, reverse; };",
        f"static const struct mapped sensor_pins[{SENSORS}] = {{ {_mapped(table['sensors'])} }};",
        f"static const struct mapped key_pins[{KEYS}] = {{ {_mapped(table['keys'])} }};",
        f"static const struct mapped gear_pins[{GEAR}] = {{ {_mapped(table['gear'])} }};",
        f"static const struct motor motor_map[{len(pins.MECHANISMS)}] = {{ {motors} }};",
        f"static const unsigned char current_channel[{len(pins.MECHANISMS)}] = {{ {currents} }};",
        f"#define TEMPERATURE_CHANNEL {channels['TEMPERATURE']}",
        f"#define SUPPLY_CHANNEL {channels['SUPPLY']}",
        f"#define CURRENT_FULL_TENTHS {table['scales']['current_full_tenths']}",
        *(
            f"static const struct mapped {name.lower()}_pin = {{ '{pin[0]}', {pin[1:]}, 1 }};"
            for name, pin in table["outputs"].items()
        ),
        f"#define FIRST_REGISTER '{pins.REGISTERS[0]}'",
        "",
    )
    return "\n".join(lines)

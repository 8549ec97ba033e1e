"""The flashed image in a chip simulator, behind the interface of the host library."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.firmware import build, pins
from tests.hardware.firmware.conftest import Rig

HERE = Path(__file__).resolve().parent
HEADER = Path("/usr/include/simavr/sim_avr.h")
ENABLE = "chip simulator: apt-get install gcc gcc-avr avr-libc binutils-avr libsimavr-dev"


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
    return "\n".join(
        [
            "struct mapped { char port; unsigned char bit, high; };",
            "struct motor { char port; unsigned char forward, reverse; };",
            f"static const struct mapped sensor_pins[28] = {{ {_mapped(table['sensors'])} }};",
            f"static const struct mapped key_pins[6] = {{ {_mapped(table['keys'])} }};",
            f"static const struct mapped gear_pins[4] = {{ {_mapped(table['gear'])} }};",
            "static const struct motor motor_map[14] = { "
            + ", ".join(_motor(table["motors"][name]) for name in pins.MECHANISMS)
            + " };",
            "static const unsigned char current_channel[14] = { "
            + ", ".join(str(channels[name]) for name in pins.MECHANISMS)
            + " };",
            f"#define TEMPERATURE_CHANNEL {channels['TEMPERATURE']}",
            f"#define SUPPLY_CHANNEL {channels['SUPPLY']}",
            f"#define CURRENT_FULL_TENTHS {table['scales']['current_full_tenths']}",
            f"static const char beeper_port = '{table['outputs']['BEEPER'][0]}';",
            f"static const unsigned char beeper_mask = 1 << {table['outputs']['BEEPER'][1:]};",
            "",
        ]
    )


@pytest.fixture(scope="session")
def chip_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("gcc")
    if compiler is None or shutil.which("avr-gcc") is None or not HEADER.exists():
        pytest.skip(ENABLE)
    os.environ["JANTAKU_AVR_ELF"] = str(build.avr_elf(serial=0x1122334455667788))
    folder = tmp_path_factory.mktemp("simavr")
    (folder / "pin_map.h").write_text(pin_map())
    target = folder / "libboard-simavr.so"
    includes = (f"-I{folder}", f"-I{build.HERE / 'hal_sim'}")
    command = [compiler, "-O2", "-g", "-Wall", "-shared", "-fPIC", *includes, str(HERE / "simavr" / "board.c")]
    subprocess.run([*command, "-o", str(target), "-lsimavr"], check=True, timeout=120)
    return target


@pytest.fixture
def make_chip(chip_library: Path) -> Iterator[Callable[[], Rig]]:
    rigs: list[Rig] = []

    def make() -> Rig:
        rigs.append(Rig(chip_library))
        return rigs[-1]

    yield make
    for rig in rigs:
        rig.chip.close()


@pytest.fixture
def chip(make_chip: Callable[[], Rig]) -> Rig:
    return make_chip()

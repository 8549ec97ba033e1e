"""The port of docs/porting.md, as it stands there: it compiles without a warning, and the doctor talks to it."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import shutil
import subprocess
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.doctor.board_checks import look
from firmware_bridge.discovery import serial_port
from hardware.firmware.build import HERE, WARNINGS, sources

PAGE = HERE.parents[1] / "docs" / "porting.md"
BUILD = bytes(range(1, 9))
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")

pytestmark = pytest.mark.skipif(COMPILER is None, reason="needs a C compiler (install gcc or clang)")

CHIP = r"""
#include <poll.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "chip.h"
#include "../core/protocol.h"
static uint8_t nvm[1024];
static uint32_t ticks;
void chip_start(void) { for (unsigned i = 0; i < sizeof nvm; i++) { nvm[i] = 0xFF; } }
uint8_t chip_reset_cause(void) { return RESET_CAUSE_POWER_ON; }
uint32_t chip_micros(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)((uint64_t)now.tv_sec * 1000000U + (uint64_t)now.tv_nsec / 1000U);
}
bool chip_tick_due(void)
{
    uint32_t ms = chip_micros() / 1000U;
    ticks = ticks == 0U ? ms : ticks;
    return ticks != ms ? (ticks++, true) : false;
}
void chip_feed_watchdog(void) { }
void chip_enter_bootloader(void) { exit(0); }
void chip_driver(uint8_t n, bool forward, bool reverse) { if (forward || reverse) { exit(n + 1); } }
bool chip_sensor(uint8_t n) { return (n >= 8U && n < 12U) || (n >= 16U && n < 20U) || n == 21U; }
bool chip_key(uint8_t n) { (void)n; return false; }
uint8_t chip_current(uint8_t n) { (void)n; return 0; }
bool chip_supply_low(void) { return false; }
void chip_beeper(bool on) { (void)on; }
void chip_lamps(uint16_t lamps) { (void)lamps; }
bool chip_take(uint8_t *byte)
{
    struct pollfd in = { .fd = 0, .events = POLLIN };
    return poll(&in, 1, 0) == 1 && (in.revents & POLLIN) != 0 && read(0, byte, 1) == 1;
}
uint32_t chip_bytes_lost(void) { return 0; }
uint16_t chip_send_room(void) { return 256; }
void chip_send(uint8_t byte) { if (write(1, &byte, 1) != 1) { exit(99); } }
bool chip_sent(void) { return true; }
bool chip_nvm_ready(void) { return true; }
uint8_t chip_nvm_read(uint16_t address) { return nvm[address]; }
void chip_nvm_write(uint16_t address, uint8_t value) { nvm[address] = value; }
"""
"""A computer as the chip: everything at home, no key, the terminal as the serial line."""


def blocks() -> dict[str, str]:
    """The files of the page by their names."""
    found = re.findall(r"```c\n/\* hal_yours/(\S+) \*/\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return dict(found)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("port")
    shutil.copytree(HERE / "core", folder / "core")
    yours = folder / "hal_yours"
    yours.mkdir()
    for name, text in {**blocks(), "chip.c": CHIP}.items():
        (yours / name).write_text(text, encoding="utf-8")
    units = [*(folder / "core").glob("*.c"), *yours.glob("*.c")]
    define = f"-DBUILD_HASH={','.join(map(hex, BUILD))}"
    words = [str(COMPILER), "-std=c11", "-D_POSIX_C_SOURCE=200809L", *WARNINGS, "-Werror", define, "-o", "port"]
    done = subprocess.run([*words, *map(str, units)], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "port"


@pytest.fixture
def line(port: Path) -> Iterator[str]:
    """The port runs behind this terminal."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    with subprocess.Popen([port], stdin=master, stdout=master) as running:
        yield os.ttyname(slave)
        running.terminate()
    os.close(master)
    os.close(slave)


def test_the_doctor_finds_the_board_of_the_page(line: str) -> None:
    found = {each.check: each for each in asyncio.run(look(serial_port(line)))}
    assert (found["board"].verdict, found["table"].verdict) == ("ok", "ok"), found
    assert "; 0 frames damaged" in found["link"].detail  # how soon it answers is a matter of this computer's load
    assert f"build {BUILD.hex()}, serial 1, boot 1" in found["board"].detail
    assert found["table"].detail == "nothing holds the motors, but for a key at the table"


def test_the_page_has_every_function_that_the_core_asks_for() -> None:
    declared = set(re.findall(r"\b(hal_\w+)\(", (HERE / "core" / "hal.h").read_text(encoding="utf-8")))
    assert len(declared) == 13 and "thirteen functions" in PAGE.read_text(encoding="utf-8")
    assert declared <= set(re.findall(r"\b(hal_\w+)\(", blocks()["port.c"]))


def test_files_and_programs_that_the_page_names_are_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = set(re.findall(r"\b((?:hardware|firmware_bridge|tests)/[\w./-]*\w)", text))
    assert len(named) >= 4 and [name for name in named if not (PAGE.parents[1] / name).exists()] == []
    assert any(path.name == "board.c" for path in sources("core"))

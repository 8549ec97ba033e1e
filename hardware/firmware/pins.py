"""Writes ``hal_avr/pins.h`` from the wiring table: ``python -m hardware.firmware.pins``, ``--check`` only compares."""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
TABLE: Final = HERE.parent / "wiring" / "pins.toml"
HEADER: Final = HERE / "hal_avr" / "pins.h"
PORTS: Final = "ABCDEGHJL"
REGISTERS: Final = "XY"
"""The shift registers at the SPI bus: eight inputs each, named as if they were ports."""
FIXED: Final = {"B1": "SCK", "B2": "MOSI", "B3": "MISO", "E0": "RXD0", "E1": "TXD0"}
_LINE: Final = ("E0", "E1")
_BITS: Final = {"G": 6}
"""Of a port that is not whole."""
_OF_FOUR: Final = ("PICK", "HEAD", "LIFT")
MECHANISMS: Final = ("DISC", *(f"{part}_{side}" for part in _OF_FOUR for side in range(4)), "HATCH")
_MOTOR_NUMBER: Final = {name: number for number, name in enumerate(MECHANISMS)}
ANALOG: Final = (*MECHANISMS, "TEMPERATURE", "SUPPLY")
GROUPS: Final = {"sensors": 28, "keys": 6, "gear": 4}


class PinTableError(ValueError):
    """The wiring table contradicts itself or the chip."""

    code = "pin-table"


def load(path: Path = TABLE) -> dict[str, Any]:
    """The table, checked. Raises PinTableError."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    _check(table)
    return table


def _digital(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, pins in table["motors"].items():
        for way, pin in pins.items():
            yield f"motors.{name}.{way}", pin
    for group in GROUPS:
        for name, entry in table[group].items():
            yield f"{group}.{name}", entry["pin"]
    for name, pin in table["outputs"].items():
        yield f"outputs.{name}", pin


def _check(table: Mapping[str, Any]) -> None:
    taken = dict(FIXED)
    for name, pin in _digital(table):
        inputs = name.partition(".")[0] in GROUPS
        if pin[0] not in (PORTS + REGISTERS if inputs else PORTS):
            raise PinTableError(f"{name}: there is no digital {'in' if inputs else 'out'}put {pin}")
        if not pin[1:].isdigit() or not 0 <= int(pin[1:]) < _BITS.get(pin[0], 8):
            raise PinTableError(f"{name}: there is no digital pin {pin}")
        if pin in taken:
            raise PinTableError(f"{name}: pin {pin} is taken by {taken[pin]}")
        taken[pin] = name
    if set(table["motors"]) != set(MECHANISMS):
        raise PinTableError("motors: name each of the 14 mechanisms once")
    for group, count in GROUPS.items():
        if len(table[group]) != count:
            raise PinTableError(f"{group}: {len(table[group])} entries instead of {count}")
    if sorted(table["analog"].values()) != list(range(len(ANALOG))) or set(table["analog"]) != set(ANALOG):
        raise PinTableError("analog: give each of the 16 channels to one of the 16 inputs")


def _term(port: str, shift: int, pins: Sequence[tuple[int, bool]]) -> str:
    """The bits of one port that keep their distance: ``pins`` are its bit numbers and whether high means yes."""
    mask = sum(1 << bit for bit, _ in pins)
    flip = sum(1 << bit for bit, high in pins if not high)
    read = f"(PIN{port} ^ 0x{flip:02X}U)" if flip else f"PIN{port}"
    read = f"({read} & 0x{mask:02X}U)" if mask != 0xFF else read
    return f"({read} {'<<' if shift > 0 else '>>'} {abs(shift)})" if shift else read


def _inputs(group: str, entries: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """One expression for each eight inputs: as many reads of ports as there must be, and no loop over pins."""
    pins = [(entry["pin"][0], int(entry["pin"][1:]), entry["active"] == "high") for entry in entries.values()]
    for byte in range(0, len(pins), 8):
        runs: dict[tuple[str, int], list[tuple[int, bool]]] = {}
        for place, (port, bit, high) in enumerate(pins[byte : byte + 8]):
            runs.setdefault((port, place - bit), []).append((bit, high))
        names = list(entries)[byte : byte + 8]
        terms = " | ".join(_term(port, shift, run) for (port, shift), run in runs.items())
        yield f"/* {', '.join(names)} */"
        yield f"#define READ_{group.upper()}_{byte // 8} ((uint8_t)({terms}))"


def _motor(name: str, pins: Mapping[str, str]) -> str:
    forward, reverse = pins["forward"], pins.get("reverse")
    back = f"1U << {reverse[1:]}" if reverse else "0U"
    if reverse and reverse[0] != forward[0]:
        raise PinTableError(f"motors.{name}: both inputs must be on one port")
    return f"    {{ &PORT{forward[0]}, 1U << {forward[1:]}, {back} }}, /* {name} */"


def _masks(table: Mapping[str, Any]) -> Iterator[str]:
    """What each port drives, and where it has pull-ups: everywhere else, because an open input must not float."""
    outputs = [pin for name, pin in _digital(table) if name.startswith(("motors.", "outputs."))] + ["B1", "B2"]
    yield "#define EACH_PORT(apply) \\"
    for port in PORTS:
        drive = sum(1 << int(pin[1:]) for pin in outputs if pin[0] == port)
        pull = sum(
            1 << bit for bit in range(_BITS.get(port, 8)) if not drive >> bit & 1 and f"{port}{bit}" not in _LINE
        )
        yield f"    apply({port}, 0x{drive:02X}U, 0x{pull:02X}U)" + (" \\" if port != PORTS[-1] else "")


def header(table: Mapping[str, Any]) -> str:
    """The text of ``pins.h``."""
    lines = [
        "/* Generated from hardware/wiring/pins.toml by `python -m hardware.firmware.pins`. Do not edit. */",
        "#ifndef JANTAKU_PINS_H",
        "#define JANTAKU_PINS_H",
        "#include <avr/io.h>",
        "#include <stdint.h>",
        "",
        "struct motor_pins {",
        "    volatile uint8_t *port;",
        "    uint8_t forward, reverse; /* reverse 0: turns one way only */",
        "};",
        "",
    ]
    for group in GROUPS:
        lines += [*_inputs(group, table[group]), ""]
    lines += ["static const struct motor_pins motor_pins[14] = {"]
    lines += [_motor(name, table["motors"][name]) for name in MECHANISMS]
    lines += ["};", "", "/* port, pins driven, pins with pull-ups */", *_masks(table), ""]
    lines += [
        f"#define {name}_PORT PORT{pin[0]}\n#define {name}_BIT {pin[1:]}" for name, pin in table["outputs"].items()
    ]
    lines += ["", "/* The motor whose current an analogue channel measures, 255: none. */"]
    by_channel = {channel: name for name, channel in table["analog"].items()}
    motors = ", ".join(str(_MOTOR_NUMBER.get(by_channel[channel], 255)) for channel in range(len(ANALOG)))
    lines += [f"static const uint8_t motor_of_channel[16] = {{ {motors} }};"]
    lines += [f"#define {name}_CHANNEL {table['analog'][name]}" for name in ("TEMPERATURE", "SUPPLY")]
    lines += [f"#define {name.upper()} {value}L" for name, value in table["scales"].items()]
    bits = " | ".join(f"(1U << CAPABILITIES_{name})" for name in table["board"]["capabilities"])
    lines += [f"#define BOARD_CAPABILITIES ({bits})", f"#define BOARD_BAUD {table['board']['baud']}UL", "#endif", ""]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m hardware.firmware.pins")
    parser.add_argument("--check", action="store_true", help="fail when pins.h differs from the table")
    options = parser.parse_args(arguments)
    text = header(load())
    if not options.check:
        HEADER.write_text(text, encoding="utf-8")
        return 0
    if HEADER.read_text(encoding="utf-8") == text:
        return 0
    print(f"{HEADER} differs from {TABLE}: run python -m hardware.firmware.pins", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())

"""The text of ``docs/wiring.md``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from hardware.wiring import budget, mega

TEMPLATE: Final = Path(__file__).resolve().parent / "page.md"


def page(table: Mapping[str, Any], parts: Mapping[str, Any]) -> str:
    sensors = table["sensors"]
    return TEMPLATE.read_text(encoding="utf-8").format(
        parts="\n".join(_parts(parts)),
        budget="\n".join(_budget(parts)),
        pins="\n".join(_pins(table)),
        no_terminal="\n".join(_no_terminal(table)),
        stop=_place(sensors["EMERGENCY_STOP"]["pin"]),
        cover=f"`COVER_OPEN` ({_place(sensors['COVER_OPEN']['pin'])})",
        supply=f"A{table['analog']['SUPPLY']}",
        low=table["scales"]["supply_low_mv"] // 1000,
    )


def _place(pin: str) -> str:
    return f"terminal {mega.terminal(pin)}, {mega.on_chip(pin)}"


def _table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    heads = tuple(heads)
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(str(cell) for cell in row)} |"


def _parts(parts: Mapping[str, Any]) -> Iterator[str]:
    yield "\n## Parts\n"
    rows = ((each["name"], each["count"] or "-", each["type"], each.get("note", "")) for each in parts["parts"])
    yield from _table(("part", "pieces", "type and rating", "note"), rows)
    yield "\nTypes are examples that fit the figures; read the data sheet of the part that you buy."


def _budget(parts: Mapping[str, Any]) -> Iterator[str]:
    supply = parts["supply"]
    yield "\n## Power budget\n"
    rows = (
        (name, entry["count"], f"{entry['watts']} W", f"{budget.amperes(parts, name):.2f} A",
         f"{budget.amperes(parts, name) * supply['stall_factor']:.1f} A", f"{entry['fuse']} A slow")
        for name, entry in parts["motors"].items()
    )  # fmt: skip
    yield from _table(("motor", "pieces", "running", "running", "stalled", "fuse of each"), rows)
    yield ""
    lines = ((each.name, " + ".join(each.motors), f"{each.running:.1f} A", f"{each.running * supply['volts']:.0f} W",
              f"{each.stalled:.1f} A") for each in budget.phases(parts))  # fmt: skip
    yield from _table(("phase", "what runs", "running", "power", "with one motor stalled"), lines)
    yield (
        f"\nSupply {supply['volts']} V {supply['amperes']} A, F1 {supply['motor_fuse']} A slow, "
        f"F2 {supply['logic_fuse']} A slow, mains T{supply['mains_fuse']}A. Logic at {supply['logic_volts']} V: "
        f"{budget.logic_amperes(parts):.2f} A of {supply['logic_amperes']} A. The board refuses lifts or hatch while "
        f"the drum runs, so the phases never add up; its current limits act long before the fuses."
    )


def _row(name: str, pin: str, level: str) -> tuple[str, str, str, str]:
    return f"`{name}`", mega.on_chip(pin), mega.terminal(pin), level


def _pins(table: Mapping[str, Any]) -> Iterator[str]:
    heads = ("signal", "pin", "terminal", "on means")
    yield "\n## Pins: motor drivers\n"
    ways = [(f"{name} {way}", pin) for name, entry in table["motors"].items() for way, pin in entry.items()]
    yield from _table(heads, (_row(name, pin, "high") for name, pin in ways))
    for group, title in (("sensors", "sensors"), ("keys", "keys"), ("gear", "code switch")):
        yield f"\n## Pins: {title}\n"
        yield from _table(heads, (_row(name, each["pin"], each["active"]) for name, each in table[group].items()))
    yield "\n## Pins: display, beeper, serial\n"
    fixed = {"SPI clock (display CLK; U1, U2 leg 2)": "B1", "SPI data (display DIN)": "B2",
             "SPI data in (U1 leg 9, QH)": "B3", "serial in (USB adapter TX)": "E0",
             "serial out (USB adapter RX)": "E1"}  # fmt: skip
    yield from _table(heads, (_row(name, pin, "high") for name, pin in {**table["outputs"], **fixed}.items()))
    yield "\n## Pins: analogue inputs (5 V reference)\n"
    rows = (
        (f"`{name}`", mega.on_chip(mega.analog(n)), f"A{n}", _scale(name, table["scales"]))
        for name, n in table["analog"].items()
    )
    yield from _table(("signal", "pin", "terminal", "scale"), rows)


def _scale(name: str, scales: Mapping[str, int]) -> str:
    if name == "TEMPERATURE":
        return f"{scales['temperature_zero_mv']} mV at 0 degrees, {scales['temperature_mv_per_c']} mV per degree"
    if name == "SUPPLY":
        return f"5 V is {scales['supply_full_mv'] / 1000:g} V of motor supply"
    return f"{50 / scales['current_full_tenths']:g} V per ampere"


def no_terminal(table: Mapping[str, Any]) -> list[str]:
    """Signals on chip pins that an Arduino Mega does not bring out."""
    entries = [(name, each["pin"]) for group in ("sensors", "keys", "gear") for name, each in table[group].items()]
    entries += [(f"{name} {way}", pin) for name, each in table["motors"].items() for way, pin in each.items()]
    entries += list(table["outputs"].items())
    return [f"`{name}` ({mega.on_chip(pin)})" for name, pin in entries if mega.terminal(pin) == "none"]


def _no_terminal(table: Mapping[str, Any]) -> Iterator[str]:
    if missing := no_terminal(table):
        yield (
            f"\nAn Arduino Mega does not bring out the pins of {len(missing)} signals: {', '.join(missing)}. Move them "
            f"in `pins.toml`, or use a module with all pins of the chip."
        )

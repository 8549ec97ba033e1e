"""The block wiring as SVG: every box and every line stands for wires of ``pins.toml`` and parts of ``parts.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any, Final

from hardware.wiring import mega

WIDTH: Final = 1500
HEIGHT: Final = 1130
STYLE: Final = """
text { font: 15px "Noto Sans", "Segoe UI", sans-serif; fill: #1e2b27; }
.title { font-weight: 700; font-size: 17px; }
.small { font-size: 13px; fill: #5b6862; }
.head { font-size: 24px; font-weight: 700; }
.box { fill: #fffdf8; stroke: #1e2b27; stroke-width: 1.6; }
.safety { fill: #fdf3cf; stroke: #8a6a00; stroke-width: 2.4; }
.brain { fill: #dfece6; stroke: #17614f; stroke-width: 2; }
.wire { fill: none; stroke-width: 2.4; }
.mains { stroke: #6b3f1d; }
.motor { stroke: #b3261e; stroke-width: 4; }
.logic { stroke: #d98a00; }
.signal { stroke: #2a5d9f; }
.stop { stroke: #8a6a00; stroke-dasharray: 8 4; stroke-width: 3; }
"""
_KINDS: Final = (
    ("mains", "mains 230 V"), ("motor", "24 V"), ("logic", "5 V logic"), ("signal", "signals"),
    ("stop", "safety circuit"),
)  # fmt: skip
_MOTORS: Final = ("disc", "hatch", "pick", "head", "lift")

Point = tuple[int, int]


def svg(table: Mapping[str, Any], parts: Mapping[str, Any]) -> str:
    body = (
        *_legend(),
        *_power(parts["supply"]),
        *_safety(table),
        *_brains(table),
        *_drivers(table, parts),
        *_inputs(table),
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Block wiring">'
    )
    paper = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#f4f0e6"/>'
    return "\n".join((head, f"<style>{STYLE}</style>", paper, *body, "</svg>", ""))


# ---------------------------------------------------------------- pieces


def _text(x: int, y: int, words: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def _box(
    x: int, y: int, width: int, height: int, title: str, lines: Iterable[str] = (), kind: str = "box"
) -> Iterator[str]:
    yield f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" class="{kind}"/>'
    yield _text(x + 12, y + 25, title, "title")
    for n, line in enumerate(lines):
        yield _text(x + 12, y + 47 + 19 * n, line, "small")


def _wire(kind: str, *points: Point) -> str:
    path = " ".join(f"{x},{y}" for x, y in points)
    return f'<polyline points="{path}" class="wire {kind}"/>'


def _legend() -> Iterator[str]:
    yield _text(40, 44, "Block wiring", "head")
    for n, (kind, words) in enumerate(_KINDS):
        x = 330 + 230 * n
        yield _wire(kind, (x, 38), (x + 46, 38))
        yield _text(x + 56, 43, words)


# ---------------------------------------------------------------- rooms


def _power(supply: Mapping[str, Any]) -> Iterator[str]:
    top = 80
    yield from _box(
        40, top, 200, 110, "Mains inlet", (f"switch, fuse T{supply['mains_fuse']}A", "earth to deck and chassis")
    )
    yield from _box(
        300, top, 200, 110, f"{supply['volts']} V supply", (f"{supply['amperes']} A, class I", "star point of ground")
    )
    yield from _box(570, top, 130, 110, f"F1 {supply['motor_fuse']} A", ("slow,", "motor branch"))
    yield from _box(770, top, 130, 110, "K1", ("main contacts", "in series"), "safety")
    yield from _box(970, top, 130, 110, "K2", ("main contacts", "in series"), "safety")
    yield from _box(1170, top, 290, 110, "Motor rail 24 V", ("one fuse per motor", "measured by the board (SUPPLY)"))
    for left, right in ((500, 570), (700, 770), (900, 970), (1100, 1170)):
        yield _wire("motor", (left, top + 55), (right, top + 55))
    yield _wire("mains", (240, top + 55), (300, top + 55))
    yield from _box(
        300,
        250,
        200,
        96,
        f"F2 {supply['logic_fuse']} A, converter",
        (f"24 V to {supply['logic_volts']} V, {supply['logic_amperes']} A", "alive in an emergency stop"),
    )
    yield _wire("motor", (400, top + 110), (400, 250))
    yield from _box(40, 250, 200, 96, "Pi supply", (f"5.1 V {supply['pi_amperes']} A",))
    yield _wire("mains", (140, top + 110), (140, 250))


def _safety(table: Mapping[str, Any]) -> Iterator[str]:
    sensors = table["sensors"]
    yield from _box(
        1170,
        250,
        290,
        110,
        "Emergency stop, cover switch",
        ("2 x 2 contacts: relay channels 1, 2", "1 contact each: board; stop also Pi"),
        "safety",
    )
    yield from _box(
        770,
        250,
        330,
        110,
        "Safety relay",
        ("two channels, monitored reset", "feedback: mirror contacts of K1, K2"),
        "safety",
    )
    yield from _box(570, 250, 150, 110, "Pi's switch", ("motor_power,", "off when Pi is dead"), "safety")
    yield _wire("stop", (1170, 290), (1100, 290))
    yield _wire("stop", (770, 305), (720, 305))
    yield _wire("stop", (645, 250), (645, 222), (835, 222), (835, 190))
    yield _wire("stop", (835, 222), (1035, 222), (1035, 190))
    yield _text(852, 240, "coils of K1 and K2", "small")
    yield _wire("stop", (1315, 360), (1315, 392), (720, 392), (720, 450))
    yield _text(
        1060,
        412,
        ", ".join(f"{name} {mega.on_chip(sensors[name]['pin'])}" for name in ("EMERGENCY_STOP", "COVER_OPEN")),
        "small",
    )
    yield _wire("stop", (1250, 360), (1250, 376), (200, 376), (200, 450))
    yield _text(212, 440, "emergency_stop (GPIO)", "small")
    yield _wire("signal", (280, 470), (390, 470), (390, 400), (600, 400), (600, 360))
    yield _text(462, 394, "motor_power (GPIO)", "small")


def _brains(table: Mapping[str, Any]) -> Iterator[str]:
    lines = ("service, journal, pages", "GPIO: motor power, board reset,", "emergency stop, lamps, button")
    yield from _box(40, 450, 240, 130, "Raspberry Pi", lines, "brain")
    yield _wire("logic", (60, 346), (60, 450))
    yield _wire("logic", (450, 346), (450, 450))
    baud = table["board"]["baud"]
    yield from _box(
        420,
        450,
        360,
        440,
        "Board: ATmega2560",
        (
            f"serial {baud:,} baud, 16 MHz, 5 V",
            "watchdog, limits, interlocks, counting",
            "PA0: port A, bit 0; X, Y: U1, U2.",
            "Terminals: the table of pins.",
        ),
        "brain",
    )
    yield _wire("signal", (280, 540), (420, 540))
    yield _text(350, 532, "USB", "small", "middle")
    outputs = table["outputs"]
    yield from _box(
        40,
        650,
        240,
        100,
        "Dome display, lamps",
        ("2 x MAX7219 in a chain", f"CLK PB1, DIN PB2, LOAD {mega.on_chip(outputs['DISPLAY_SELECT'])}"),
    )
    yield _wire("signal", (420, 690), (280, 690))
    yield from _box(40, 790, 240, 80, "Beeper", (f"{mega.on_chip(outputs['BEEPER'])}, NPN transistor",))
    yield _wire("signal", (420, 830), (280, 830))


def _drivers(table: Mapping[str, Any], parts: Mapping[str, Any]) -> Iterator[str]:
    yield _wire("motor", (1440, 190), (1440, 236), (1480, 236), (1480, 420), (1115, 420), (1115, 450))
    for n, kind in enumerate(_MOTORS):
        yield from _driver(450 + 90 * n, kind, table, parts["motors"][kind], last=n == len(_MOTORS) - 1)


def _driver(y: int, kind: str, table: Mapping[str, Any], motor: Mapping[str, Any], *, last: bool) -> Iterator[str]:
    entries = {name: each for name, each in table["motors"].items() if name.lower().partition("_")[0] == kind}
    used = [pin for each in entries.values() for pin in each.values()]
    currents = pin_range(mega.analog(table["analog"][name]) for name in entries)
    ways = "both ways" if any("reverse" in each for each in entries.values()) else "one way"
    count = f"{motor['count']} x " if motor["count"] > 1 else ""
    yield from _box(
        960, y, 250, 72, f"{count}driver {kind}", (f"{ways}, fuse {motor['fuse']} A", f"current {currents}")
    )
    yield from _box(1280, y, 180, 72, f"{count}{kind}", (f"{motor['watts']} W each",))
    yield _wire("motor", (1210, y + 36), (1280, y + 36))
    yield _wire("signal", (780, y + 36), (960, y + 36))
    yield _text(870, y + 28, pin_range(used), "small", "middle")
    if not last:
        yield _wire("motor", (1115, y + 72), (1115, y + 90))


def pin_range(pins: Iterable[str]) -> str:
    """``PA2-PA5, PC0`` for pins that follow each other."""
    runs: list[list[str]] = []
    for pin in sorted(pins, key=lambda each: (each[0], int(each[1:]))):
        if runs and runs[-1][-1][0] == pin[0] and int(pin[1:]) == int(runs[-1][-1][1:]) + 1:
            runs[-1].append(pin)
        else:
            runs.append([pin])
    ends = ([mega.on_chip(pin) for pin in dict.fromkeys((run[0], run[-1]))] for run in runs)
    return ", ".join("-".join(each) for each in ends)


def _inputs(table: Mapping[str, Any]) -> Iterator[str]:
    groups = (
        ("4 x counter", "COUNT_", "reflective"), ("4 x channel full", "FULL_", "reflective"),
        ("4 x head home", "HEAD_HOME_", "slotted"), ("8 x lift up, home", "LIFT_", "micro-switch"),
        ("hatch open, closed", "HATCH_", "micro-switch"), ("4 x back colour", "COLOUR_", "where fitted"),
    )  # fmt: skip
    yield _wire("signal", (140, 975), (1345, 975))
    yield _wire("signal", (600, 890), (600, 975))
    yield _wire("logic", (700, 890), (700, 960), (1400, 960))
    yield _text(1408, 964, "5 V to sensors", "small")
    boxes = [
        (title, pin_range(each["pin"] for name, each in table["sensors"].items() if name.startswith(stem)), kind)
        for title, stem, kind in groups
    ]
    keys, code = (pin_range(each["pin"] for each in table[part].values()) for part in ("keys", "gear"))
    boxes.append(("6 keys, code switch", keys, f"{code}; to ground"))
    for n, (title, used, kind) in enumerate(boxes):
        x = 40 + 201 * n
        yield _wire("signal", (x + 96, 975), (x + 96, 1000))
        yield from _box(x, 1000, 192, 96, title, (used, kind))

"""The emergency-stop circuit as a ladder of current paths, with the contact numbers that the page speaks of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final

from hardware.wiring import mega

WIDTH: Final = 1120
_TOP, _PITCH, _LEFT, _STEP = 96, 84, 250, 170
STYLE: Final = """
text { font: 14px "Noto Sans", "Segoe UI", sans-serif; fill: #1e2b27; }
.head { font-size: 22px; font-weight: 700; }
.small { font-size: 12px; fill: #5b6862; }
.line { fill: none; stroke: #1e2b27; stroke-width: 2; }
.motor { fill: none; stroke: #b3261e; stroke-width: 4; }
.coil { fill: #fdf3cf; stroke: #8a6a00; stroke-width: 2; }
"""
_NOTE: Final = "stop released, deck closed, everything switched off; the terminals of your relay may have other names"
Path = tuple[str, str, tuple[tuple[str, str], ...]]
"""From, to, and what lies between: a kind (nc, no, coil, fuse, relay) and its words."""


def paths(table: Mapping[str, Any], parts: Mapping[str, Any]) -> tuple[Path, ...]:
    sensors, supply = table["sensors"], parts["supply"]
    stop, cover = (_board(sensors[name]["pin"]) for name in ("EMERGENCY_STOP", "COVER_OPEN"))
    return (
        ("relay S11", "relay S12", (("nc", "stop 11-12"), ("nc", "cover 11-12"))),
        ("relay S21", "relay S22", (("nc", "stop 21-22"), ("nc", "cover 21-22"))),
        ("relay S33", "relay S34", (("nc", "K1 mirror 21-22"), ("nc", "K2 mirror 21-22"), ("no", "reset button"))),
        ("24 V, behind F2", "0 V", (("no", "Pi's switch"), ("relay", "relay 13-14"), ("coil", "K1 A1-A2"))),
        ("behind Pi's switch", "0 V", (("relay", "relay 23-24"), ("coil", "K2 A1-A2"))),
        ("24 V supply", "motor rail", (("fuse", f"F1 {supply['motor_fuse']} A"), ("no", "K1 main"), ("no", "K2 main"))),
        (stop, "ground", (("nc", "stop 31-32"),)),
        ("Pi emergency_stop", "ground", (("nc", "stop 41-42"),)),
        (cover, "ground", (("nc", "cover 31-32"),)),
    )


def _board(pin: str) -> str:
    return f"board {mega.terminal(pin)} ({mega.on_chip(pin)})"


def svg(table: Mapping[str, Any], parts: Mapping[str, Any]) -> str:
    rows = paths(table, parts)
    height = _TOP + _PITCH * len(rows)
    body = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            'aria-label="Emergency-stop circuit">', f"<style>{STYLE}</style>",
            f'<rect width="{WIDTH}" height="{height}" fill="#f4f0e6"/>',
            _text(40, 40, "Emergency-stop circuit", "head"),
            _text(40, 62, _NOTE, "small")]  # fmt: skip
    for n, row in enumerate(rows):
        body += _path(_TOP + _PITCH * n, row)
    return "\n".join((*body, "</svg>", ""))


def _path(y: int, row: Path) -> Iterator[str]:
    begin, end, parts = row
    kind = "motor" if end == "motor rail" else "line"
    last = WIDTH - 180
    yield _text(_LEFT - 30, y + 5, begin, "", "end")
    yield _text(last + 14, y + 5, end)
    yield f'<circle cx="{_LEFT - 14}" cy="{y}" r="5" class="line"/><circle cx="{last}" cy="{y}" r="5" class="line"/>'
    at = _LEFT - 9
    for n, (symbol, words) in enumerate(parts):
        x = _LEFT + 60 + _STEP * n
        yield f'<path d="M{at},{y} H{x}" class="{kind}"/>'
        shape = _SHAPES[symbol].format(x=x, y=y, e=x + 44, u=y - 14, d=y + 10)
        yield f'<path d="{shape}" class="{_class(symbol, kind)}"/>'
        yield _text(x + 22, y + 30, words, "small", "middle")
        at = x + 44
    yield f'<path d="M{at},{y} H{last - 5}" class="{kind}"/>'


_SHAPES: Final = {
    "nc": "M{x},{y} L{e},{d} M{e},{y} V{d}",
    "no": "M{x},{y} L{e},{u}",
    "relay": "M{x},{y} L{e},{u}",
    "coil": "M{x},{u} H{e} V{d} H{x} Z",
    "fuse": "M{x},{u} H{e} V{d} H{x} Z M{x},{y} H{e}",
}


def _class(symbol: str, kind: str) -> str:
    return "coil" if symbol == "coil" else kind


def _text(x: int, y: int, words: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'

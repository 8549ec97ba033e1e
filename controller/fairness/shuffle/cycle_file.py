"""The file of a measurement of the shuffle: one cycle a line, ``BEFORE > AFTER``. Format: docs/shuffle.md.

Everything that is wrong with a line is refused with its number and the field; nothing is skipped or guessed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from controller.refusals import Code, Refused

FEWEST_TILES, MOST_TILES = 8, 184
MOST_CYCLES: Final = 20_000
LONGEST_LINE: Final = 8_192
LONGEST_WORD: Final = 40
"""Characters of the name of the table, of a starting order, a zone or a tile."""
MOST_ZONES: Final = 9
WALLS: Final = 4
ZONE_SHARE: Final = 52 / 136
"""Of the tiles that dropped first, and of those that dropped last: four hands of thirteen in a set of 136."""
_TIMES: Final = re.compile(r"([^\s*]+)\*(\d{1,3})")
_ZONE: Final = re.compile(r"([^\s=]+)=(\d{1,3})")
_KIND: Final = re.compile(r"(\d{1,3})x(\d{1,3})")


@dataclass(frozen=True, slots=True)
class Zone:
    """Tiles that dropped in one after another: ``first`` to before ``end``, counted from 0 in the drop order."""

    name: str
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class ShuffleCycle:
    """``before``: the tiles in the order in which they dropped in. ``after``: as they lie in the walls."""

    line: int
    start: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CycleFile:
    """``kinds``: how many kinds of how many equal tiles each, for tiles that are numbered from 1; empty: as usual."""

    table: str = ""
    walls: tuple[int, ...] = ()
    upper_first: bool = True
    zones: tuple[Zone, ...] = ()
    kinds: tuple[int, ...] = ()
    cycles: tuple[ShuffleCycle, ...] = ()

    @property
    def tiles(self) -> int:
        return sum(self.walls)


@dataclass(slots=True)
class _Reading:
    """What has been read so far."""

    file: CycleFile = field(default_factory=CycleFile)
    start: str = "-"
    before: tuple[str, ...] = ()
    tiles: int = 0
    zones: tuple[tuple[str, int], ...] = ()
    cycles: list[ShuffleCycle] = field(default_factory=list)


def read_cycles(lines: Iterable[str]) -> CycleFile:
    """The measurement in these lines. Raises ``Refused`` (``bad-shuffle``) with the line and the field."""
    reading = _Reading()
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise _bad(number, "", f"a line has at most {LONGEST_LINE} characters")
        text = line.partition("#")[0].strip().lstrip("\ufeff")
        if ">" in text and text.partition(":")[0].strip() not in _HEADERS:
            _read_cycle(reading, number, text)
        elif text:
            _read_header(reading, number, text)
    return _finished(reading)


def _read_header(reading: _Reading, number: int, text: str) -> None:
    name, colon, value = (part.strip() for part in text.partition(":"))
    if not colon or name not in _HEADERS:
        raise _bad(number, "", f"neither BEFORE > AFTER nor one of {', '.join(f'{known}:' for known in _HEADERS)}")
    if reading.cycles and name != "start":
        raise _bad(number, name, f"{name}: stands before the first cycle")
    _HEADERS[name](reading, number, value)


def _table(reading: _Reading, number: int, value: str) -> None:
    reading.file = replace(reading.file, table=_word(number, "table", value))


def _start(reading: _Reading, number: int, value: str) -> None:
    reading.start, reading.before = _word(number, "start", value), ()


def _tiles(reading: _Reading, number: int, value: str) -> None:
    if not value.isdecimal() or not FEWEST_TILES <= int(value) <= MOST_TILES:
        raise _bad(number, "tiles", f"tiles: takes a number from {FEWEST_TILES} to {MOST_TILES}")
    reading.tiles = int(value)


def _walls(reading: _Reading, number: int, value: str) -> None:
    sizes = value.replace(",", " ").split()
    if len(sizes) != WALLS or not all(size.isdecimal() and int(size) <= MOST_TILES for size in sizes):
        raise _bad(number, "walls", f"walls: takes the tiles of {WALLS} walls, such as 34 34 34 34")
    reading.file = replace(reading.file, walls=tuple(map(int, sizes)))


def _stacks(reading: _Reading, number: int, value: str) -> None:
    if value not in ("upper-first", "lower-first"):
        raise _bad(number, "stacks", "stacks: is upper-first or lower-first")
    reading.file = replace(reading.file, upper_first=value == "upper-first")


def _zones(reading: _Reading, number: int, value: str) -> None:
    found = [_ZONE.fullmatch(word) for word in value.replace(",", " ").split()]
    zones = tuple((match[1], int(match[2])) for match in found if match)
    names = {name for name, _ in zones}
    if not zones or len(zones) != len(found) or len(names) != len(zones) or len(zones) > MOST_ZONES:
        raise _bad(number, "zones", f"zones: takes up to {MOST_ZONES} of NAME=TILES, such as river=84 hands=52")
    if any(len(name) > LONGEST_WORD or not tiles for name, tiles in zones):
        raise _bad(number, "zones", f"a zone has a name of up to {LONGEST_WORD} characters and at least one tile")
    reading.zones = zones


def _kinds(reading: _Reading, number: int, value: str) -> None:
    found = [_KIND.fullmatch(word) for word in value.replace(",", " ").split()]
    kinds = tuple(int(match[2]) for match in found if match for _ in range(int(match[1])))
    if not kinds or not all(found) or 0 in kinds or sum(kinds) > MOST_TILES:
        raise _bad(number, "kinds", "kinds: takes KINDSxTILES, such as 34x4 8x1")
    reading.file = replace(reading.file, kinds=kinds)


_HEADERS: Final[dict[str, Callable[[_Reading, int, str], None]]] = {
    "table": _table, "tiles": _tiles, "walls": _walls, "stacks": _stacks, "zones": _zones, "kinds": _kinds,
    "start": _start,
}  # fmt: skip


def _read_cycle(reading: _Reading, number: int, text: str) -> None:
    left, _, right = text.partition(">")
    if ">" in right:
        raise _bad(number, "after", "a line has one >")
    if len(reading.cycles) == MOST_CYCLES:
        raise _bad(number, "", f"a file has at most {MOST_CYCLES} cycles")
    before = _tiles_of(number, "before", left) or reading.before
    if not before:
        raise _bad(number, "before", "the first cycle of a starting order says what dropped in")
    after = _tiles_of(number, "after", right)
    if not reading.cycles:
        _settle(reading, number, before)
    _check(reading, number, before, after)
    reading.before = before
    reading.cycles.append(ShuffleCycle(number, reading.start, before, after))


def _tiles_of(number: int, name: str, text: str) -> tuple[str, ...]:
    """The tiles of one side of a line; ``A*13`` is thirteen tiles A."""
    tiles: list[str] = []
    for word in text.replace(",", " ").split():
        times = _TIMES.fullmatch(word)
        if "*" in word and (times is None or not 1 <= int(times[2]) <= MOST_TILES):
            raise _bad(number, name, f"{word[:LONGEST_WORD]}: many equal tiles are written as TILE*NUMBER")
        tiles += [_word(number, name, times[1])] * int(times[2]) if times else [_word(number, name, word)]
        if len(tiles) > MOST_TILES:
            raise _bad(number, name, f"more than {MOST_TILES} tiles")
    return tuple(tiles)


def _settle(reading: _Reading, number: int, before: Sequence[str]) -> None:
    """The first cycle says how many tiles there are; what was said of walls and zones must fit it."""
    count = len(before)
    if count < FEWEST_TILES or (reading.tiles and count != reading.tiles):
        wanted = f"not {reading.tiles}" if reading.tiles else f"at least {FEWEST_TILES} are needed"
        raise _bad(number, "before", f"{count} tiles, {wanted}")
    walls = reading.file.walls or _even_walls(count)
    if sum(walls) != count:
        raise _bad(number, "walls", f"the walls hold {sum(walls)} tiles, and {count} dropped in: add a line walls:")
    if reading.file.kinds and sum(reading.file.kinds) != count:
        raise _bad(number, "kinds", f"kinds: gives {sum(reading.file.kinds)} tiles, and {count} dropped in")
    zones = _zones_of(number, reading.zones, count) if reading.zones else usual_zones(count)
    reading.file = replace(reading.file, walls=walls, zones=zones)


def _even_walls(count: int) -> tuple[int, ...]:
    stacks = count // 2
    sizes = [2 * (stacks // WALLS + (wall < stacks % WALLS)) for wall in range(WALLS)]
    return (*sizes[:-1], sizes[-1] + count % 2)


def _zones_of(number: int, zones: Sequence[tuple[str, int]], count: int) -> tuple[Zone, ...]:
    if sum(tiles for _, tiles in zones) != count:
        raise _bad(number, "zones", f"the zones hold {sum(tiles for _, tiles in zones)} tiles, and {count} dropped in")
    found: list[Zone] = []
    for name, tiles in zones:
        first = found[-1].end if found else 0
        found.append(Zone(name, first, first + tiles))
    return tuple(found)


def usual_zones(count: int) -> tuple[Zone, Zone]:
    """What dropped in first, and last, as many as four hands are of a set; what lies between is of no zone."""
    size = round(count * ZONE_SHARE)
    return Zone("first", 0, size), Zone("last", count - size, count)


def _check(reading: _Reading, number: int, before: Sequence[str], after: Sequence[str]) -> None:
    if reading.cycles and Counter(before) != Counter(reading.cycles[0].before):
        raise _bad(number, "before", f"other tiles than in line {reading.cycles[0].line}: {_odd(reading, before)}")
    lacking, added = Counter(before) - Counter(after), Counter(after) - Counter(before)
    if lacking or added:
        raise _bad(number, "after", f"dropped in but not in the walls: {_list(lacking)}; the reverse: {_list(added)}")


def _odd(reading: _Reading, before: Sequence[str]) -> str:
    first = Counter(reading.cycles[0].before)
    return _list((Counter(before) - first) + (first - Counter(before)))


def _list(tiles: Counter[str]) -> str:
    shown = [f"{tile}*{count}" if count > 1 else tile for tile, count in tiles.items()]
    return " ".join(shown[:8]) + (" ..." if len(shown) > 8 else "") if shown else "none"


def _finished(reading: _Reading) -> CycleFile:
    if len(reading.cycles) < 2:
        raise Refused(Code.BAD_SHUFFLE, "at least two cycles are needed to say anything", field="cycles")
    return replace(reading.file, cycles=tuple(reading.cycles))


def _word(number: int, name: str, text: str) -> str:
    if not text or len(text) > LONGEST_WORD or not text.isprintable():
        raise _bad(number, name, f"{name} takes 1 to {LONGEST_WORD} printable characters")
    return text


def _bad(number: int, name: str, detail: str) -> Refused:
    return Refused(Code.BAD_SHUFFLE, f"line {number}: {detail}", field=f"lines[{number}]{'.' + name if name else ''}")

"""A firmware image as ``hardware.firmware.build`` makes it: an ELF file for the AVR.

The image names its build and the serial number of its board itself: ``hal_avr/main.c`` keeps the eight bytes of each,
as Welcome reports them, in constants called ``build`` and ``serial``, which the symbol table finds. avrdude gets Intel
HEX, because not every avrdude can read ELF.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.refusals import JantakuError

FLASH_BYTES: Final = 262_144 - 8_192
"""Of the ATmega2560, without its bootloader."""
_AVR: Final = 83
_EXECUTABLE: Final = 2
_LOAD: Final = 1
_SYMBOLS: Final = 2
_OBJECT: Final = 1
_RAM_AND_MORE: Final = 0x800000
"""Addresses from here on are RAM, EEPROM, fuses; below is flash."""
NAME_BYTES: Final = 8
_ROW: Final = 16

_HEADER: Final = struct.Struct("<16sHHIIIIIHHHHHH")
_SEGMENT: Final = struct.Struct("<IIIIIIII")
_SECTION: Final = struct.Struct("<IIIIIIIIII")
_SYMBOL: Final = struct.Struct("<IIIBBH")


class BadImage(JantakuError, ValueError):
    """Not an image for this board. One line, with what to do."""

    code = "bad-image"
    remedy = "Use the .elf that make firmware prints, or that came with the release."


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes that are put into flash at ``at``; ``runs_at`` is where the program sees them."""

    at: int
    runs_at: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Image:
    """``build`` and ``serial`` are what the board must report once this runs; None: the image does not say."""

    build: bytes
    pieces: tuple[Piece, ...]
    serial: bytes | None = None

    @property
    def name(self) -> str:
        """Build and serial number, as people read them."""
        number = "" if self.serial is None else f", serial number {int.from_bytes(self.serial, 'little')}"
        return f"build {self.build.hex()}{number}"

    def same_as(self, other: Image) -> bool:
        """Whether a board cannot tell one from the other."""
        return (self.build, self.serial) == (other.build, other.serial)

    @property
    def size(self) -> int:
        return max(piece.at + len(piece.data) for piece in self.pieces)

    def as_hex(self) -> str:
        """Intel HEX with extended linear addresses."""
        return "\n".join((*_rows(self.pieces), ":00000001FF", ""))


def load(path: Path) -> Image:
    """Raises BadImage, also for a file that cannot be read."""
    try:
        return parse(path.read_bytes())
    except OSError as error:
        raise BadImage(f"{path}: {error.strerror}") from error
    except (struct.error, IndexError) as error:
        raise BadImage(f"{path}: the file is cut short") from error
    except BadImage as error:
        raise BadImage(f"{path}: {error}") from error


def parse(data: bytes) -> Image:
    """Raises BadImage, struct.error or IndexError."""
    ident, kind, machine, _, _, segments_at, sections_at, _, _, _, segments, _, sections, _ = _HEADER.unpack_from(data)
    if ident[:4] != b"\x7fELF" or ident[4] != 1 or kind != _EXECUTABLE or machine != _AVR:
        raise BadImage("this is not a program for the AVR")
    pieces = tuple(_pieces(data, segments_at, segments))
    if not pieces:
        raise BadImage("there is nothing for the flash in it")
    names = {name: _named(data, sections_at, sections, pieces, name) for name in (b"build", b"serial")}
    if names[b"build"] is None:
        raise BadImage("it does not name its build")
    image = Image(names[b"build"], pieces, names[b"serial"])
    if image.size > FLASH_BYTES:
        raise BadImage(f"{image.size} bytes do not fit into {FLASH_BYTES}")
    return image


def _pieces(data: bytes, at: int, count: int) -> Iterator[Piece]:
    for n in range(count):
        kind, offset, runs_at, loaded_at, size, _, _, _ = _SEGMENT.unpack_from(data, at + n * _SEGMENT.size)
        if kind == _LOAD and size and loaded_at < _RAM_AND_MORE:
            content = data[offset : offset + size]
            if len(content) != size:
                raise BadImage("the file is cut short")
            yield Piece(loaded_at, runs_at, content)


def _named(data: bytes, at: int, count: int, pieces: Sequence[Piece], name: bytes) -> bytes | None:
    """The one value of the constants of this name; None when there is none, or more than one."""
    found = {value for address in _addresses(data, at, count, name) if (value := _bytes_at(address, pieces))}
    return found.pop() if len(found) == 1 else None


def _addresses(data: bytes, at: int, count: int, name: bytes) -> Iterator[int]:
    """Where constants of eight bytes with this name are; the compiler may add a number to it."""
    tables = [_SECTION.unpack_from(data, at + n * _SECTION.size) for n in range(count)]
    for _, kind, _, _, offset, size, link, *_ in tables:
        if kind != _SYMBOLS:
            continue
        names_at = tables[link][4]
        for place in range(offset, offset + size, _SYMBOL.size):
            name_at, value, length, info, _, _ = _SYMBOL.unpack_from(data, place)
            called = data[names_at + name_at : data.index(b"\0", names_at + name_at)]
            if info & 0xF == _OBJECT and length == NAME_BYTES and called.partition(b".")[0] == name:
                yield value


def _bytes_at(address: int, pieces: Sequence[Piece]) -> bytes | None:
    for piece in pieces:
        start = address - piece.runs_at
        if 0 <= start <= len(piece.data) - NAME_BYTES:
            return piece.data[start : start + NAME_BYTES]
    return None


def _rows(pieces: Sequence[Piece]) -> Iterator[str]:
    page = 0
    for piece in sorted(pieces, key=lambda each: each.at):
        for address, row in _cut(piece):
            if address >> 16 != page:
                page = address >> 16
                yield _record(0, 4, page.to_bytes(2, "big"))
            yield _record(address & 0xFFFF, 0, row)


def _cut(piece: Piece) -> Iterator[tuple[int, bytes]]:
    """Rows that never cross a border of 64 KiB."""
    done = 0
    while done < len(piece.data):
        address = piece.at + done
        size = min(_ROW, len(piece.data) - done, 0x10000 - (address & 0xFFFF))
        yield address, piece.data[done : done + size]
        done += size


def _record(address: int, kind: int, data: bytes) -> str:
    body = bytes((len(data), address >> 8, address & 0xFF, kind)) + data
    return f":{body.hex().upper()}{-sum(body) & 0xFF:02X}"

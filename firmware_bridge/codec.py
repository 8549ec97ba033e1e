"""Frames: COBS, header and CRC-32, as laid down in protocol.toml. Bytes in, frames out; no port, no clock.

The CRC runs over the session key first, so that a frame of an earlier session cannot pass as one of this session even
when its 16-bit session number is the same.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from struct import Struct
from typing import Final, NamedTuple

from cobs import cobs

from firmware_bridge.errors import BridgeError
from firmware_bridge.fields import Lane
from firmware_bridge.messages import CODES, MAX_PAYLOAD

_HEADER = Struct("<BBH")
_CRC = Struct("<I")
_KEY = Struct("<II")

FRAME_MIN: Final = _HEADER.size + _CRC.size
FRAME_MAX: Final = FRAME_MIN + MAX_PAYLOAD
OVERHEAD: Final = FRAME_MIN + 2
"""Bytes on the wire beside the payload: header, CRC, one code byte of COBS, the zero."""
_STUFFED_MAX: Final = FRAME_MAX + 1

_HANDSHAKE: Final = frozenset(code for code, kind in CODES.items() if kind.lane is Lane.HANDSHAKE)
_STOP: Final = frozenset(code for code, kind in CODES.items() if kind.lane is Lane.STOP)


class PayloadTooLong(BridgeError, ValueError):
    """A payload that no frame can carry."""

    code = "payload-too-long"


class Frame(NamedTuple):
    """A frame whose CRC was right. ``numbers``: low nibble its own number, high nibble the number expected next."""

    code: int
    numbers: int
    session: int
    payload: bytes

    @property
    def number(self) -> int:
        return self.numbers & 0x0F

    @property
    def expected(self) -> int:
        return self.numbers >> 4


@dataclass(frozen=True, slots=True)
class SessionKey:
    """What the frames of one session are bound to. ``crc`` is the CRC-32 of the key; every frame's goes on from it."""

    session: int
    crc: int

    @classmethod
    def of(cls, nonce: int, boot: int) -> SessionKey:
        """The key of the session between the host that drew ``nonce`` and the board in its ``boot``-th start."""
        crc = zlib.crc32(_KEY.pack(nonce, boot))
        return cls(crc & 0xFFFF, crc)


NO_SESSION: Final = SessionKey(0, 0)


@dataclass(slots=True)
class Damage:
    """Frames that were dropped, by cause. ``wrong_session``: of an earlier session, or damaged in that field."""

    crc: int = 0
    cobs: int = 0
    too_long: int = 0
    too_short: int = 0
    wrong_session: int = 0
    unknown_code: int = 0

    @property
    def total(self) -> int:
        """What the wire damaged; an unknown code is no damage."""
        return self.crc + self.cobs + self.too_long + self.too_short + self.wrong_session

    def as_json(self) -> dict[str, int]:
        return asdict(self)


def encode(code: int, numbers: int, payload: bytes, key: SessionKey = NO_SESSION) -> bytes:
    """The bytes on the wire, with the ending zero. Raises PayloadTooLong."""
    if len(payload) > MAX_PAYLOAD:
        raise PayloadTooLong(f"{len(payload)} bytes of payload, {MAX_PAYLOAD} fit")
    body = _HEADER.pack(code, numbers, key.session) + payload
    stuffed: bytes = cobs.encode(body + _CRC.pack(zlib.crc32(body, key.crc)))
    return stuffed + b"\0"


class Decoder:
    """Cuts a stream of bytes into frames. It holds at most one frame's bytes, whatever comes.

    Set ``key`` when a session begins; frames that follow in the same bytes are already held to it.
    """

    def __init__(self, damage: Damage | None = None) -> None:
        self.key: SessionKey | None = None
        self.damage = damage if damage is not None else Damage()
        self._rest = b""
        self._skipping = False

    def frames(self, data: bytes) -> Iterator[Frame]:
        """The frames that end in ``data``; lazily, so that the caller can set ``key`` between two of them."""
        *whole, self._rest = (self._rest + data).split(b"\0")
        if whole and self._skipping:
            self._skipping = False
            whole[0] = b""
        self._bound()
        for stuffed in whole:
            if stuffed and (frame := self._open(stuffed)) is not None:
                yield frame

    def _bound(self) -> None:
        if self._skipping:
            self._rest = b""
        elif len(self._rest) > _STUFFED_MAX:
            self.damage.too_long += 1
            self._skipping, self._rest = True, b""

    def _open(self, stuffed: bytes) -> Frame | None:
        if len(stuffed) > _STUFFED_MAX:
            self.damage.too_long += 1
            return None
        try:
            plain = cobs.decode(stuffed)
        except cobs.DecodeError:
            self.damage.cobs += 1
            return None
        if len(plain) < FRAME_MIN:
            self.damage.too_short += 1
            return None
        return self._check(plain)

    def _check(self, plain: bytes) -> Frame | None:
        code, numbers, session = _HEADER.unpack_from(plain)
        key = self._key_for(code, session)
        if key is None or session != key.session:
            self.damage.wrong_session += 1
            return None
        body = plain[: -_CRC.size]
        if zlib.crc32(body, key.crc) != _CRC.unpack_from(plain, len(body))[0]:
            self.damage.crc += 1
            return None
        return Frame(code, numbers, session, body[_HEADER.size :])

    def _key_for(self, code: int, session: int) -> SessionKey | None:
        if code in _HANDSHAKE or (session == 0 and code in _STOP):
            return NO_SESSION
        return self.key

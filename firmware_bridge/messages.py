"""Generated from protocol.toml by ``python -m firmware_bridge.generate``. Do not edit.

Every message knows its ``code``, its ``way`` and its ``lane``. ``from_bytes`` takes longer payloads of a newer minor
version and ignores what it does not know; what does not fit raises MalformedPayload with the name of the field.
A command's id is the last argument here and first on the wire: ``Board.send`` fills it in.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from struct import Struct, error
from typing import ClassVar

from firmware_bridge.fields import Bits, Lane, Way, known, rest, short, sized, unfit

MAJOR = 1
MINOR = 1
MAX_PAYLOAD = 64
WINDOW_FRAMES = 4
WINDOW_BYTES = 128
NUMBER_MODULUS = 16
HEARTBEAT_MS = 100
DEADMAN_MS = 300
HOST_LOST_MS = 1000
RETRY_MIN_MS = 20
RETRY_MAX_MS = 250
RETRY_LIMIT = 5
REMEMBERED_COMMANDS = 16
DEFAULT_BAUD = 250000
FALLBACK_BAUD = 115200
CONSENT_MS = 10000
WARNING_MS = 2000


class Mechanism(IntEnum):
    """The actuators, in the order used wherever a message lists all of them. Side n is 0-3 counter-clockwise."""

    DISC = 0
    PICK_0 = 1
    PICK_1 = 2
    PICK_2 = 3
    PICK_3 = 4
    HEAD_0 = 5
    HEAD_1 = 6
    HEAD_2 = 7
    HEAD_3 = 8
    LIFT_0 = 9
    LIFT_1 = 10
    LIFT_2 = 11
    LIFT_3 = 12
    HATCH = 13
    ALL = 255


class Position(IntEnum):
    """Where a mechanism stands. HOME: lift down, hatch closed, head at its cam's rest, disc or pick off. AWAY: lift
    up, hatch open, disc or pick running.
    """

    UNKNOWN = 0
    HOME = 1
    AWAY = 2
    MOVING = 3
    FAULTED = 4


class Direction(IntEnum):
    """Motor direction of a service step."""

    FORWARD = 1
    REVERSE = 2


class Key(IntEnum):
    """Keys on the dome and the service button."""

    OPEN = 0
    RAISE = 1
    DICE_0 = 2
    DICE_1 = 3
    DICE_2 = 4
    DICE_3 = 5
    BOTH = 6


class ResetCause(IntEnum):
    """Why the board started."""

    POWER_ON = 1
    EXTERNAL = 2
    BROWN_OUT = 3
    WATCHDOG = 4
    BOOTLOADER = 5


class Verdict(IntEnum):
    """Answer to a command. Everything except ACCEPTED means: nothing was done and nothing will be."""

    ACCEPTED = 0
    BUSY = 1  # the mechanism is already moving
    HATCH_NOT_CLOSED = 2
    HATCH_NOT_OPEN = 3
    LIFT_NOT_HOME = 4
    HEAD_NOT_HOME = 5
    LATCHED = 6  # emergency stop, cover or stop not yet acknowledged
    COVER_OPEN = 7
    BUILD_RUNNING = 8
    NO_BUILD = 9
    BAD_ARGUMENT = 10
    UNKNOWN_COMMAND = 11
    FAULT_PRESENT = 12  # a fault must be cleared first; detail holds its code
    POWER_BUDGET = 13  # lifts and hatch move alone
    NOT_NOW = 14


class StopReason(IntEnum):
    """Why a motion ended without being done, or a build was suspended. NONE: BuildChanged for any other reason."""

    NONE = 0
    STOP_COMMAND = 1
    DEADMAN = 2
    EMERGENCY_STOP = 3
    COVER = 4
    KEYS = 5
    CANCELLED = 6
    RESET = 7
    FAULT_ELSEWHERE = 8


class BuildPhase(IntEnum):
    """Where a build stands. SUSPENDED: stopped by keys, dead-man, stop or a fault; only RESUME goes on."""

    NONE = 0
    SHUFFLING = 1
    PICKING = 2
    CHECKING = 3
    READY = 4
    SUSPENDED = 5
    FAILED = 6


class Beep(IntEnum):
    """Patterns of the beeper."""

    OFF = 0
    SHORT = 1
    READY = 2
    WARNING = 3
    FAULT = 4


class Fault(IntEnum):
    """The fault catalogue, version 1. Number n below 100 is shown as E followed by two digits, 100 + n as W.
    Meaning and remedies: docs/technician.md.
    """

    SHORT_0 = 1  # no tile counted on this side for the gap time while its quota is open
    SHORT_1 = 2
    SHORT_2 = 3
    SHORT_3 = 4
    SHORT_UNKNOWN = 5  # several sides short
    SURPLUS = 6  # all quotas met and a channel or counter still fires
    WRONG_SET = 7
    HEAD_JAM_0 = 11
    HEAD_JAM_1 = 12
    HEAD_JAM_2 = 13
    HEAD_JAM_3 = 14
    CHANNEL_0 = 15
    CHANNEL_1 = 16
    CHANNEL_2 = 17
    CHANNEL_3 = 18
    LIFT_0 = 21
    LIFT_1 = 22
    LIFT_2 = 23
    LIFT_3 = 24
    HATCH_NOT_OPEN = 25
    HATCH_NOT_CLOSED = 26
    HATCH_CONTRADICTION = 27
    DISC_STALLED = 31
    OVER_CURRENT = 32  # side holds the Mechanism
    OVER_TEMPERATURE = 40
    COVER = 50
    EMERGENCY_STOP = 51
    LINK_LOST = 60
    SLOW = 101  # side holds the Mechanism
    BY_CLOCK = 102  # side holds the Mechanism whose position sensor is bridged by time
    GEAR_CHANGED = 103


class Setting(IntEnum):
    """Settings kept in the board's non-volatile memory."""

    CHANNEL_CAPACITY = 1
    TAIL_MS = 2
    REVERSE_MS = 3
    CURRENT_LIMIT_LIFT = 4
    CURRENT_LIMIT_HATCH = 5
    CURRENT_LIMIT_HEAD = 6
    CURRENT_LIMIT_DISC = 7
    OVERHEAT_C = 8
    MAX_STACKS = 9
    TRAVEL_MARGIN_MS = 10


class Capabilities(Bits):
    """What this board has. What is absent is never reported as present."""

    CURRENT_SENSING = 1 << 0
    LIFT_UP_SWITCHES = 1 << 1
    COLOUR_SENSORS = 1 << 2
    COVER_SWITCH = 1 << 3
    TEMPERATURE = 1 << 4
    GEAR_SWITCH = 1 << 5
    DICE_ECHO = 1 << 6


class Sensors(Bits):
    """Sensor bits; 1 means what the name says."""

    COUNT_0 = 1 << 0
    COUNT_1 = 1 << 1
    COUNT_2 = 1 << 2
    COUNT_3 = 1 << 3
    FULL_0 = 1 << 4
    FULL_1 = 1 << 5
    FULL_2 = 1 << 6
    FULL_3 = 1 << 7
    HEAD_HOME_0 = 1 << 8
    HEAD_HOME_1 = 1 << 9
    HEAD_HOME_2 = 1 << 10
    HEAD_HOME_3 = 1 << 11
    LIFT_UP_0 = 1 << 12
    LIFT_UP_1 = 1 << 13
    LIFT_UP_2 = 1 << 14
    LIFT_UP_3 = 1 << 15
    LIFT_HOME_0 = 1 << 16
    LIFT_HOME_1 = 1 << 17
    LIFT_HOME_2 = 1 << 18
    LIFT_HOME_3 = 1 << 19
    HATCH_OPEN = 1 << 20
    HATCH_CLOSED = 1 << 21
    COVER_OPEN = 1 << 22
    EMERGENCY_STOP = 1 << 23
    COLOUR_0 = 1 << 24
    COLOUR_1 = 1 << 25
    COLOUR_2 = 1 << 26
    COLOUR_3 = 1 << 27


class Latches(Bits):
    """Why no motion is possible. Emergency stop: PRESSED while the button is in; then UNACKNOWLEDGED until RESET
    and then a key at the table. An opened cover and a motor supply that failed under a motion leave
    UNACKNOWLEDGED too.
    """

    EMERGENCY_STOP_PRESSED = 1 << 0
    EMERGENCY_STOP_UNACKNOWLEDGED = 1 << 1
    COVER_OPEN = 1 << 2
    STOPPED_BY_HOST = 1 << 3
    AWAITING_KEY = 1 << 4
    LINK_SILENT = 1 << 5
    OVER_TEMPERATURE = 1 << 6


class Lamps(Bits):
    """Lamps of the dome."""

    READY = 1 << 0
    FAULT = 1 << 1
    CALL = 1 << 2
    WARNING = 1 << 3
    DEALER_0 = 1 << 4
    DEALER_1 = 1 << 5
    DEALER_2 = 1 << 6
    DEALER_3 = 1 << 7


class BuildOptions(Bits):
    """Options of a build."""

    NO_REVERSAL = 1 << 0
    CHECK_COLOUR = 1 << 1
    EXPECT_COLOUR_B = 1 << 2


_HELLO = Struct("<IBB")
_HELLO_ENDS = (
    ("nonce", 4),
    ("major", 5),
    ("minor", 6),
)
_HELLO_LIMITS = (
    ("nonce", 0, 4294967295),
    ("major", 0, 255),
    ("minor", 0, 255),
)


@dataclass(frozen=True, slots=True)
class Hello:
    """Opens a session. The nonce is random; the board forgets every earlier session and every remembered command. A
    Hello with the nonce of the present session is only answered again and changes nothing, so that a repetition
    cannot undo what came after it. Motors keep the state that they have under the dead-man rule; a host of
    another major version counts as silence.
    """

    code: ClassVar[int] = 0x01
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.HANDSHAKE
    nonce: int
    major: int
    minor: int

    def to_bytes(self) -> bytes:
        try:
            fixed = _HELLO.pack(
                self.nonce,
                self.major,
                self.minor,
            )
        except error:
            raise unfit(self, _HELLO_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Hello:
        if len(payload) < 6:
            raise short("Hello", _HELLO_ENDS, len(payload))
        v = _HELLO.unpack_from(payload)
        return cls(
            v[0],
            v[1],
            v[2],
        )


_WELCOME = Struct("<IIBBB3B8B8BHB14BBB4B4B")
_WELCOME_ENDS = (
    ("nonce", 4),
    ("boot", 8),
    ("cause", 9),
    ("major", 10),
    ("minor", 11),
    ("firmware", 14),
    ("build", 22),
    ("serial", 30),
    ("capabilities", 32),
    ("max_stacks", 33),
    ("positions", 47),
    ("latches", 48),
    ("phase", 49),
    ("quota", 53),
    ("counts", 57),
)
_WELCOME_LIMITS = (
    ("nonce", 0, 4294967295),
    ("boot", 0, 4294967295),
    ("cause", 0, 255),
    ("major", 0, 255),
    ("minor", 0, 255),
    ("firmware", 0, 255),
    ("build", 0, 255),
    ("serial", 0, 255),
    ("capabilities", 0, 65535),
    ("max_stacks", 0, 255),
    ("positions", 0, 255),
    ("latches", 0, 255),
    ("phase", 0, 255),
    ("quota", 0, 255),
    ("counts", 0, 255),
)


@dataclass(frozen=True, slots=True)
class Welcome:
    """Answer to Hello: who the board is, why it started, and where every mechanism stands. A different major
    version means: no motion.
    """

    code: ClassVar[int] = 0x02
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.HANDSHAKE
    nonce: int
    boot: int
    cause: ResetCause
    major: int
    minor: int
    firmware: tuple[int, ...]
    build: tuple[int, ...]
    serial: tuple[int, ...]
    capabilities: Capabilities
    max_stacks: int
    positions: tuple[Position, ...]
    latches: Latches
    phase: BuildPhase
    quota: tuple[int, ...]
    counts: tuple[int, ...]

    def to_bytes(self) -> bytes:
        try:
            fixed = _WELCOME.pack(
                self.nonce,
                self.boot,
                self.cause,
                self.major,
                self.minor,
                *sized("Welcome", "firmware", self.firmware, 3),
                *sized("Welcome", "build", self.build, 8),
                *sized("Welcome", "serial", self.serial, 8),
                self.capabilities,
                self.max_stacks,
                *sized("Welcome", "positions", self.positions, 14),
                self.latches,
                self.phase,
                *sized("Welcome", "quota", self.quota, 4),
                *sized("Welcome", "counts", self.counts, 4),
            )
        except error:
            raise unfit(self, _WELCOME_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Welcome:
        if len(payload) < 57:
            raise short("Welcome", _WELCOME_ENDS, len(payload))
        v = _WELCOME.unpack_from(payload)
        return cls(
            v[0],
            v[1],
            known("Welcome", "cause", ResetCause, v[2]),
            v[3],
            v[4],
            v[5:8],
            v[8:16],
            v[16:24],
            Capabilities(v[24]),
            v[25],
            tuple(known("Welcome", "positions", Position, x) for x in v[26:40]),
            Latches(v[40]),
            known("Welcome", "phase", BuildPhase, v[41]),
            v[42:46],
            v[46:50],
        )


@dataclass(frozen=True, slots=True)
class Ack:
    """Only carries the acknowledgement number of its header."""

    code: ClassVar[int] = 0x03
    way: ClassVar[Way] = Way.BOTH
    lane: ClassVar[Lane] = Lane.LOOSE

    def to_bytes(self) -> bytes:
        return b""

    @classmethod
    def from_bytes(cls, _payload: bytes) -> Ack:
        return cls()


_HEARTBEAT = Struct("<I")
_HEARTBEAT_ENDS = (("host_ms", 4),)
_HEARTBEAT_LIMITS = (("host_ms", 0, 4294967295),)


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Every 100 ms. Any valid frame of the session feeds the dead-man as well."""

    code: ClassVar[int] = 0x04
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.LOOSE
    host_ms: int

    def to_bytes(self) -> bytes:
        try:
            fixed = _HEARTBEAT.pack(
                self.host_ms,
            )
        except error:
            raise unfit(self, _HEARTBEAT_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Heartbeat:
        if len(payload) < 4:
            raise short("Heartbeat", _HEARTBEAT_ENDS, len(payload))
        v = _HEARTBEAT.unpack_from(payload)
        return cls(
            v[0],
        )


_PULSE = Struct("<II")
_PULSE_ENDS = (
    ("host_ms", 4),
    ("board_us", 8),
)
_PULSE_LIMITS = (
    ("host_ms", 0, 4294967295),
    ("board_us", 0, 4294967295),
)


@dataclass(frozen=True, slots=True)
class Pulse:
    """Answer to Heartbeat: the host's value back, and the board's clock."""

    code: ClassVar[int] = 0x05
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.LOOSE
    host_ms: int
    board_us: int

    def to_bytes(self) -> bytes:
        try:
            fixed = _PULSE.pack(
                self.host_ms,
                self.board_us,
            )
        except error:
            raise unfit(self, _PULSE_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Pulse:
        if len(payload) < 8:
            raise short("Pulse", _PULSE_ENDS, len(payload))
        v = _PULSE.unpack_from(payload)
        return cls(
            v[0],
            v[1],
        )


_GOODBYE = Struct("<B")
_GOODBYE_ENDS = (("reason", 1),)
_GOODBYE_LIMITS = (("reason", 0, 255),)


@dataclass(frozen=True, slots=True)
class Goodbye:
    """The session ends now; the board treats it as silence from this moment on."""

    code: ClassVar[int] = 0x06
    way: ClassVar[Way] = Way.BOTH
    lane: ClassVar[Lane] = Lane.LOOSE
    reason: int

    def to_bytes(self) -> bytes:
        try:
            fixed = _GOODBYE.pack(
                self.reason,
            )
        except error:
            raise unfit(self, _GOODBYE_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Goodbye:
        if len(payload) < 1:
            raise short("Goodbye", _GOODBYE_ENDS, len(payload))
        v = _GOODBYE.unpack_from(payload)
        return cls(
            v[0],
        )


_STOP = Struct("<H")
_STOP_ENDS = (("token", 2),)
_STOP_LIMITS = (("token", 0, 65535),)


@dataclass(frozen=True, slots=True)
class Stop:
    """All motors off at once and latched. Repeated with the same token until Stopped answers. Accepted in any
    session state, also before Hello (then in session 0 without key).
    """

    code: ClassVar[int] = 0x07
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.STOP
    token: int

    def to_bytes(self) -> bytes:
        try:
            fixed = _STOP.pack(
                self.token,
            )
        except error:
            raise unfit(self, _STOP_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Stop:
        if len(payload) < 2:
            raise short("Stop", _STOP_ENDS, len(payload))
        v = _STOP.unpack_from(payload)
        return cls(
            v[0],
        )


_STOPPED = Struct("<HB")
_STOPPED_ENDS = (
    ("token", 2),
    ("latches", 3),
)
_STOPPED_LIMITS = (
    ("token", 0, 65535),
    ("latches", 0, 255),
)


@dataclass(frozen=True, slots=True)
class Stopped:
    """Outputs are off."""

    code: ClassVar[int] = 0x08
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.STOP
    token: int
    latches: Latches

    def to_bytes(self) -> bytes:
        try:
            fixed = _STOPPED.pack(
                self.token,
                self.latches,
            )
        except error:
            raise unfit(self, _STOPPED_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Stopped:
        if len(payload) < 3:
            raise short("Stopped", _STOPPED_ENDS, len(payload))
        v = _STOPPED.unpack_from(payload)
        return cls(
            v[0],
            Latches(v[1]),
        )


_RESET = Struct("<H")
_RESET_ENDS = (("command", 2),)
_RESET_LIMITS = (("command", 0, 65535),)


@dataclass(frozen=True, slots=True)
class Reset:
    """Stops every motion, clears latches whose cause is gone and forgets faults, then homes heads (with the hatch
    closed) and lifts. Refused while the emergency stop is pressed, the cover open or the motor supply too hot. A
    build stays suspended. After an emergency stop or a stop by the host a key at the table must follow before
    anything moves; homing waits for it. Ends with Done.
    """

    code: ClassVar[int] = 0x10
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _RESET.pack(
                self.command,
            )
        except error:
            raise unfit(self, _RESET_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Reset:
        if len(payload) < 2:
            raise short("Reset", _RESET_ENDS, len(payload))
        v = _RESET.unpack_from(payload)
        return cls(
            v[0],
        )


_OPEN_HATCH = Struct("<H")
_OPEN_HATCH_ENDS = (("command", 2),)
_OPEN_HATCH_LIMITS = (("command", 0, 65535),)


@dataclass(frozen=True, slots=True)
class OpenHatch:
    """Ends with Done when the open switch closes. Lifts may be up meanwhile: nothing of the two meets, and who
    empties a table with a stuck lift must get at the well.
    """

    code: ClassVar[int] = 0x11
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _OPEN_HATCH.pack(
                self.command,
            )
        except error:
            raise unfit(self, _OPEN_HATCH_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> OpenHatch:
        if len(payload) < 2:
            raise short("OpenHatch", _OPEN_HATCH_ENDS, len(payload))
        v = _OPEN_HATCH.unpack_from(payload)
        return cls(
            v[0],
        )


_CLOSE_HATCH = Struct("<H")
_CLOSE_HATCH_ENDS = (("command", 2),)
_CLOSE_HATCH_LIMITS = (("command", 0, 65535),)


@dataclass(frozen=True, slots=True)
class CloseHatch:
    """Ends with Done when the closed switch closes. Stall: opens a short way, stops, Failed."""

    code: ClassVar[int] = 0x12
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _CLOSE_HATCH.pack(
                self.command,
            )
        except error:
            raise unfit(self, _CLOSE_HATCH_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> CloseHatch:
        if len(payload) < 2:
            raise short("CloseHatch", _CLOSE_HATCH_ENDS, len(payload))
        v = _CLOSE_HATCH.unpack_from(payload)
        return cls(
            v[0],
        )


_RAISE_LIFTS = Struct("<HB")
_RAISE_LIFTS_ENDS = (
    ("command", 2),
    ("sides", 3),
)
_RAISE_LIFTS_LIMITS = (
    ("command", 0, 65535),
    ("sides", 0, 255),
)


@dataclass(frozen=True, slots=True)
class RaiseLifts:
    """Raises the lifts of the sides in the mask together. Needs: hatch closed, no build running, these lifts at
    home. A hatch that is forced open stops them: Failed(HATCH_NOT_CLOSED).
    """

    code: ClassVar[int] = 0x13
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    sides: int
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _RAISE_LIFTS.pack(
                self.command,
                self.sides,
            )
        except error:
            raise unfit(self, _RAISE_LIFTS_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> RaiseLifts:
        if len(payload) < 3:
            raise short("RaiseLifts", _RAISE_LIFTS_ENDS, len(payload))
        v = _RAISE_LIFTS.unpack_from(payload)
        return cls(
            v[1],
            v[0],
        )


_LOWER_LIFTS = Struct("<HB")
_LOWER_LIFTS_ENDS = (
    ("command", 2),
    ("sides", 3),
)
_LOWER_LIFTS_LIMITS = (
    ("command", 0, 65535),
    ("sides", 0, 255),
)


@dataclass(frozen=True, slots=True)
class LowerLifts:
    """Brings the lifts of the sides in the mask home. A lift that was not at its top goes up first: a hatch that is
    forced open meanwhile stops it, Failed(HATCH_NOT_CLOSED).
    """

    code: ClassVar[int] = 0x14
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    sides: int
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _LOWER_LIFTS.pack(
                self.command,
                self.sides,
            )
        except error:
            raise unfit(self, _LOWER_LIFTS_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> LowerLifts:
        if len(payload) < 3:
            raise short("LowerLifts", _LOWER_LIFTS_ENDS, len(payload))
        v = _LOWER_LIFTS.unpack_from(payload)
        return cls(
            v[1],
            v[0],
        )


_BUILD = Struct("<H4BHHB")
_BUILD_ENDS = (
    ("command", 2),
    ("quota", 6),
    ("gap_ms", 8),
    ("shuffle_ms", 10),
    ("options", 11),
)
_BUILD_LIMITS = (
    ("command", 0, 65535),
    ("quota", 0, 255),
    ("gap_ms", 0, 65535),
    ("shuffle_ms", 0, 65535),
    ("options", 0, 255),
)


@dataclass(frozen=True, slots=True)
class Build:
    """Builds a wall: quota in tiles per side (0: no motion on that side). Needs: hatch closed, all lifts and heads
    at home. shuffle_ms: extra turning of the disc before picking. gap_ms: a side without a tile for so long is
    short; the disc reverses once at half of it. Sides that are still open ten minutes after the drum began, or
    after Resume, are short as well, however tiles trickle.
    """

    code: ClassVar[int] = 0x15
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    quota: tuple[int, ...]
    gap_ms: int
    shuffle_ms: int
    options: BuildOptions
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _BUILD.pack(
                self.command,
                *sized("Build", "quota", self.quota, 4),
                self.gap_ms,
                self.shuffle_ms,
                self.options,
            )
        except error:
            raise unfit(self, _BUILD_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Build:
        if len(payload) < 11:
            raise short("Build", _BUILD_ENDS, len(payload))
        v = _BUILD.unpack_from(payload)
        return cls(
            v[1:5],
            v[5],
            v[6],
            BuildOptions(v[7]),
            v[0],
        )


_PAUSE = Struct("<H")
_PAUSE_ENDS = (("command", 2),)
_PAUSE_LIMITS = (("command", 0, 65535),)


@dataclass(frozen=True, slots=True)
class Pause:
    """Suspends a build: disc, picks and heads stop (a head finishes its push). Answered, no further event than
    BuildChanged.
    """

    code: ClassVar[int] = 0x16
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _PAUSE.pack(
                self.command,
            )
        except error:
            raise unfit(self, _PAUSE_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Pause:
        if len(payload) < 2:
            raise short("Pause", _PAUSE_ENDS, len(payload))
        v = _PAUSE.unpack_from(payload)
        return cls(
            v[0],
        )


_RESUME = Struct("<H")
_RESUME_ENDS = (("command", 2),)
_RESUME_LIMITS = (("command", 0, 65535),)


@dataclass(frozen=True, slots=True)
class Resume:
    """Goes on with a suspended build; the original Build command still ends it. Needs the hatch closed and no fault."""

    code: ClassVar[int] = 0x17
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _RESUME.pack(
                self.command,
            )
        except error:
            raise unfit(self, _RESUME_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Resume:
        if len(payload) < 2:
            raise short("Resume", _RESUME_ENDS, len(payload))
        v = _RESUME.unpack_from(payload)
        return cls(
            v[0],
        )


_CANCEL = Struct("<H")
_CANCEL_ENDS = (("command", 2),)
_CANCEL_LIMITS = (("command", 0, 65535),)


@dataclass(frozen=True, slots=True)
class Cancel:
    """Gives a build up: the Build command ends with Halted(CANCELLED)."""

    code: ClassVar[int] = 0x18
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _CANCEL.pack(
                self.command,
            )
        except error:
            raise unfit(self, _CANCEL_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Cancel:
        if len(payload) < 2:
            raise short("Cancel", _CANCEL_ENDS, len(payload))
        v = _CANCEL.unpack_from(payload)
        return cls(
            v[0],
        )


_HOME = Struct("<HB")
_HOME_ENDS = (
    ("command", 2),
    ("mechanism", 3),
)
_HOME_LIMITS = (
    ("command", 0, 65535),
    ("mechanism", 0, 255),
)


@dataclass(frozen=True, slots=True)
class Home:
    """Brings one mechanism, or all heads, lifts and the hatch, to its home. Ends with Done."""

    code: ClassVar[int] = 0x19
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    mechanism: Mechanism
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _HOME.pack(
                self.command,
                self.mechanism,
            )
        except error:
            raise unfit(self, _HOME_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Home:
        if len(payload) < 3:
            raise short("Home", _HOME_ENDS, len(payload))
        v = _HOME.unpack_from(payload)
        return cls(
            known("Home", "mechanism", Mechanism, v[1]),
            v[0],
        )


_RUN = Struct("<HBBH")
_RUN_ENDS = (
    ("command", 2),
    ("mechanism", 3),
    ("direction", 4),
    ("duration_ms", 6),
)
_RUN_LIMITS = (
    ("command", 0, 65535),
    ("mechanism", 0, 255),
    ("direction", 0, 255),
    ("duration_ms", 0, 65535),
)


@dataclass(frozen=True, slots=True)
class Run:
    """One short service step of one motor, at most 2000 ms, under all interlocks all the time, always after the
    warning. Ends with Done, or with Halted when the hatch or, below the deck, a lift leaves home.
    """

    code: ClassVar[int] = 0x1A
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    mechanism: Mechanism
    direction: Direction
    duration_ms: int
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _RUN.pack(
                self.command,
                self.mechanism,
                self.direction,
                self.duration_ms,
            )
        except error:
            raise unfit(self, _RUN_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Run:
        if len(payload) < 6:
            raise short("Run", _RUN_ENDS, len(payload))
        v = _RUN.unpack_from(payload)
        return cls(
            known("Run", "mechanism", Mechanism, v[1]),
            known("Run", "direction", Direction, v[2]),
            v[3],
            v[0],
        )


_CLEAR_FAULT = Struct("<HB")
_CLEAR_FAULT_ENDS = (
    ("command", 2),
    ("fault", 3),
)
_CLEAR_FAULT_LIMITS = (
    ("command", 0, 65535),
    ("fault", 0, 255),
)


@dataclass(frozen=True, slots=True)
class ClearFault:
    """Acknowledges a fault. Refused while its cause is still seen."""

    code: ClassVar[int] = 0x1B
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    fault: Fault
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _CLEAR_FAULT.pack(
                self.command,
                self.fault,
            )
        except error:
            raise unfit(self, _CLEAR_FAULT_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> ClearFault:
        if len(payload) < 3:
            raise short("ClearFault", _CLEAR_FAULT_ENDS, len(payload))
        v = _CLEAR_FAULT.unpack_from(payload)
        return cls(
            known("ClearFault", "fault", Fault, v[1]),
            v[0],
        )


_GET_SENSORS = Struct("<H")
_GET_SENSORS_ENDS = (("command", 2),)
_GET_SENSORS_LIMITS = (("command", 0, 65535),)


@dataclass(frozen=True, slots=True)
class GetSensors:
    """Answered with SensorState."""

    code: ClassVar[int] = 0x20
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _GET_SENSORS.pack(
                self.command,
            )
        except error:
            raise unfit(self, _GET_SENSORS_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> GetSensors:
        if len(payload) < 2:
            raise short("GetSensors", _GET_SENSORS_ENDS, len(payload))
        v = _GET_SENSORS.unpack_from(payload)
        return cls(
            v[0],
        )


_SUBSCRIBE = Struct("<HH")
_SUBSCRIBE_ENDS = (
    ("command", 2),
    ("period_ms", 4),
)
_SUBSCRIBE_LIMITS = (
    ("command", 0, 65535),
    ("period_ms", 0, 65535),
)


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Telemetry every period_ms from now on; 0 ends it; at least 20."""

    code: ClassVar[int] = 0x21
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    period_ms: int
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _SUBSCRIBE.pack(
                self.command,
                self.period_ms,
            )
        except error:
            raise unfit(self, _SUBSCRIBE_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Subscribe:
        if len(payload) < 4:
            raise short("Subscribe", _SUBSCRIBE_ENDS, len(payload))
        v = _SUBSCRIBE.unpack_from(payload)
        return cls(
            v[1],
            v[0],
        )


_DUMP_TRACE = Struct("<H")
_DUMP_TRACE_ENDS = (("command", 2),)
_DUMP_TRACE_LIMITS = (("command", 0, 65535),)


@dataclass(frozen=True, slots=True)
class DumpTrace:
    """The board's ring of the last 64 sensor edges, as Trace messages, oldest first."""

    code: ClassVar[int] = 0x22
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _DUMP_TRACE.pack(
                self.command,
            )
        except error:
            raise unfit(self, _DUMP_TRACE_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> DumpTrace:
        if len(payload) < 2:
            raise short("DumpTrace", _DUMP_TRACE_ENDS, len(payload))
        v = _DUMP_TRACE.unpack_from(payload)
        return cls(
            v[0],
        )


_SHOW_DICE = Struct("<H3B")
_SHOW_DICE_ENDS = (
    ("command", 2),
    ("values", 5),
)
_SHOW_DICE_LIMITS = (
    ("command", 0, 65535),
    ("values", 0, 255),
)


@dataclass(frozen=True, slots=True)
class ShowDice:
    """Dice on the dome; 0 is dark. A board with DICE_ECHO says with DiceShown what it shows then."""

    code: ClassVar[int] = 0x28
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    values: tuple[int, ...]
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _SHOW_DICE.pack(
                self.command,
                *sized("ShowDice", "values", self.values, 3),
            )
        except error:
            raise unfit(self, _SHOW_DICE_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> ShowDice:
        if len(payload) < 5:
            raise short("ShowDice", _SHOW_DICE_ENDS, len(payload))
        v = _SHOW_DICE.unpack_from(payload)
        return cls(
            v[1:4],
            v[0],
        )


_SHOW_SEATS = Struct("<HBBBB")
_SHOW_SEATS_ENDS = (
    ("command", 2),
    ("dealer", 3),
    ("prevailing", 4),
    ("extra", 5),
    ("hand", 6),
)
_SHOW_SEATS_LIMITS = (
    ("command", 0, 65535),
    ("dealer", 0, 255),
    ("prevailing", 0, 255),
    ("extra", 0, 255),
    ("hand", 0, 255),
)


@dataclass(frozen=True, slots=True)
class ShowSeats:
    """Dealer seat 0-3, prevailing wind 0-3 (East first), extra hands, number of the hand."""

    code: ClassVar[int] = 0x29
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    dealer: int
    prevailing: int
    extra: int
    hand: int
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _SHOW_SEATS.pack(
                self.command,
                self.dealer,
                self.prevailing,
                self.extra,
                self.hand,
            )
        except error:
            raise unfit(self, _SHOW_SEATS_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> ShowSeats:
        if len(payload) < 6:
            raise short("ShowSeats", _SHOW_SEATS_ENDS, len(payload))
        v = _SHOW_SEATS.unpack_from(payload)
        return cls(
            v[1],
            v[2],
            v[3],
            v[4],
            v[0],
        )


_SHOW_TEXT = Struct("<H")
_SHOW_TEXT_ENDS = (("command", 2),)
_SHOW_TEXT_LIMITS = (("command", 0, 65535),)


@dataclass(frozen=True, slots=True)
class ShowText:
    """Up to eight ASCII characters."""

    code: ClassVar[int] = 0x2A
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    text: bytes
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _SHOW_TEXT.pack(
                self.command,
            )
        except error:
            raise unfit(self, _SHOW_TEXT_LIMITS) from None
        return fixed + rest("ShowText", "text", self.text, 62)

    @classmethod
    def from_bytes(cls, payload: bytes) -> ShowText:
        if len(payload) < 2:
            raise short("ShowText", _SHOW_TEXT_ENDS, len(payload))
        v = _SHOW_TEXT.unpack_from(payload)
        return cls(
            bytes(payload[2:64]),
            v[0],
        )


_SET_LAMPS = Struct("<HH")
_SET_LAMPS_ENDS = (
    ("command", 2),
    ("lamps", 4),
)
_SET_LAMPS_LIMITS = (
    ("command", 0, 65535),
    ("lamps", 0, 65535),
)


@dataclass(frozen=True, slots=True)
class SetLamps:
    """Lamps; WARNING and FAULT are the board's own and stay as the board wants them."""

    code: ClassVar[int] = 0x2B
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    lamps: Lamps
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _SET_LAMPS.pack(
                self.command,
                self.lamps,
            )
        except error:
            raise unfit(self, _SET_LAMPS_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> SetLamps:
        if len(payload) < 4:
            raise short("SetLamps", _SET_LAMPS_ENDS, len(payload))
        v = _SET_LAMPS.unpack_from(payload)
        return cls(
            Lamps(v[1]),
            v[0],
        )


_SOUND_BEEP = Struct("<HB")
_SOUND_BEEP_ENDS = (
    ("command", 2),
    ("pattern", 3),
)
_SOUND_BEEP_LIMITS = (
    ("command", 0, 65535),
    ("pattern", 0, 255),
)


@dataclass(frozen=True, slots=True)
class SoundBeep:
    """Plays one pattern."""

    code: ClassVar[int] = 0x2C
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    pattern: Beep
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _SOUND_BEEP.pack(
                self.command,
                self.pattern,
            )
        except error:
            raise unfit(self, _SOUND_BEEP_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> SoundBeep:
        if len(payload) < 3:
            raise short("SoundBeep", _SOUND_BEEP_ENDS, len(payload))
        v = _SOUND_BEEP.unpack_from(payload)
        return cls(
            known("SoundBeep", "pattern", Beep, v[1]),
            v[0],
        )


_GET_COUNTERS = Struct("<H")
_GET_COUNTERS_ENDS = (("command", 2),)
_GET_COUNTERS_LIMITS = (("command", 0, 65535),)


@dataclass(frozen=True, slots=True)
class GetCounters:
    """Answered with Counters, one message per page."""

    code: ClassVar[int] = 0x30
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _GET_COUNTERS.pack(
                self.command,
            )
        except error:
            raise unfit(self, _GET_COUNTERS_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> GetCounters:
        if len(payload) < 2:
            raise short("GetCounters", _GET_COUNTERS_ENDS, len(payload))
        v = _GET_COUNTERS.unpack_from(payload)
        return cls(
            v[0],
        )


_GET_LEARNT = Struct("<H")
_GET_LEARNT_ENDS = (("command", 2),)
_GET_LEARNT_LIMITS = (("command", 0, 65535),)


@dataclass(frozen=True, slots=True)
class GetLearnt:
    """Answered with Learnt for every mechanism that has a travel time."""

    code: ClassVar[int] = 0x31
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _GET_LEARNT.pack(
                self.command,
            )
        except error:
            raise unfit(self, _GET_LEARNT_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> GetLearnt:
        if len(payload) < 2:
            raise short("GetLearnt", _GET_LEARNT_ENDS, len(payload))
        v = _GET_LEARNT.unpack_from(payload)
        return cls(
            v[0],
        )


_GET_SETTING = Struct("<HB")
_GET_SETTING_ENDS = (
    ("command", 2),
    ("setting", 3),
)
_GET_SETTING_LIMITS = (
    ("command", 0, 65535),
    ("setting", 0, 255),
)


@dataclass(frozen=True, slots=True)
class GetSetting:
    """Answered with SettingValue."""

    code: ClassVar[int] = 0x32
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    setting: Setting
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _GET_SETTING.pack(
                self.command,
                self.setting,
            )
        except error:
            raise unfit(self, _GET_SETTING_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> GetSetting:
        if len(payload) < 3:
            raise short("GetSetting", _GET_SETTING_ENDS, len(payload))
        v = _GET_SETTING.unpack_from(payload)
        return cls(
            known("GetSetting", "setting", Setting, v[1]),
            v[0],
        )


_PUT_SETTING = Struct("<HBH")
_PUT_SETTING_ENDS = (
    ("command", 2),
    ("setting", 3),
    ("value", 5),
)
_PUT_SETTING_LIMITS = (
    ("command", 0, 65535),
    ("setting", 0, 255),
    ("value", 0, 65535),
)


@dataclass(frozen=True, slots=True)
class PutSetting:
    """Writes a setting; answered with SettingValue as kept."""

    code: ClassVar[int] = 0x33
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    setting: Setting
    value: int
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _PUT_SETTING.pack(
                self.command,
                self.setting,
                self.value,
            )
        except error:
            raise unfit(self, _PUT_SETTING_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> PutSetting:
        if len(payload) < 5:
            raise short("PutSetting", _PUT_SETTING_ENDS, len(payload))
        v = _PUT_SETTING.unpack_from(payload)
        return cls(
            known("PutSetting", "setting", Setting, v[1]),
            v[2],
            v[0],
        )


_ENTER_BOOTLOADER = Struct("<HI")
_ENTER_BOOTLOADER_ENDS = (
    ("command", 2),
    ("magic", 6),
)
_ENTER_BOOTLOADER_LIMITS = (
    ("command", 0, 65535),
    ("magic", 0, 4294967295),
)


@dataclass(frozen=True, slots=True)
class EnterBootloader:
    """Outputs safe, then the bootloader. Refused unless everything is at home, nothing turns (the drum needs 0.3 s
    to run out) and magic is 0x4A414E54. Until the bootloader starts, 50 ms later, nothing that moves is
    accepted.
    """

    code: ClassVar[int] = 0x34
    way: ClassVar[Way] = Way.HOST
    lane: ClassVar[Lane] = Lane.RELIABLE
    magic: int
    command: int = 0

    def to_bytes(self) -> bytes:
        try:
            fixed = _ENTER_BOOTLOADER.pack(
                self.command,
                self.magic,
            )
        except error:
            raise unfit(self, _ENTER_BOOTLOADER_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> EnterBootloader:
        if len(payload) < 6:
            raise short("EnterBootloader", _ENTER_BOOTLOADER_ENDS, len(payload))
        v = _ENTER_BOOTLOADER.unpack_from(payload)
        return cls(
            v[1],
            v[0],
        )


_ANSWER = Struct("<HBB")
_ANSWER_ENDS = (
    ("command", 2),
    ("verdict", 3),
    ("detail", 4),
)
_ANSWER_LIMITS = (
    ("command", 0, 65535),
    ("verdict", 0, 255),
    ("detail", 0, 255),
)


@dataclass(frozen=True, slots=True)
class Answer:
    """Every command is answered at once, also when it is the repetition of one that was answered before."""

    code: ClassVar[int] = 0x80
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int
    verdict: Verdict
    detail: int

    def to_bytes(self) -> bytes:
        try:
            fixed = _ANSWER.pack(
                self.command,
                self.verdict,
                self.detail,
            )
        except error:
            raise unfit(self, _ANSWER_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Answer:
        if len(payload) < 4:
            raise short("Answer", _ANSWER_ENDS, len(payload))
        v = _ANSWER.unpack_from(payload)
        return cls(
            v[0],
            known("Answer", "verdict", Verdict, v[1]),
            v[2],
        )


_DONE = Struct("<HIH4B")
_DONE_ENDS = (
    ("command", 2),
    ("board_us", 6),
    ("elapsed_ms", 8),
    ("counts", 12),
)
_DONE_LIMITS = (
    ("command", 0, 65535),
    ("board_us", 0, 4294967295),
    ("elapsed_ms", 0, 65535),
    ("counts", 0, 255),
)


@dataclass(frozen=True, slots=True)
class Done:
    """A motion ended well. Done, Failed and Halted outlive their session: what the host has not acknowledged comes
    again in the next one, with the same command id.
    """

    code: ClassVar[int] = 0x81
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int
    board_us: int
    elapsed_ms: int
    counts: tuple[int, ...]

    def to_bytes(self) -> bytes:
        try:
            fixed = _DONE.pack(
                self.command,
                self.board_us,
                self.elapsed_ms,
                *sized("Done", "counts", self.counts, 4),
            )
        except error:
            raise unfit(self, _DONE_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Done:
        if len(payload) < 12:
            raise short("Done", _DONE_ENDS, len(payload))
        v = _DONE.unpack_from(payload)
        return cls(
            v[0],
            v[1],
            v[2],
            v[3:7],
        )


_FAILED = Struct("<HIBB")
_FAILED_ENDS = (
    ("command", 2),
    ("board_us", 6),
    ("fault", 7),
    ("side", 8),
)
_FAILED_LIMITS = (
    ("command", 0, 65535),
    ("board_us", 0, 4294967295),
    ("fault", 0, 255),
    ("side", 0, 255),
)


@dataclass(frozen=True, slots=True)
class Failed:
    """A motion ended with a fault, which FaultRaised reported before."""

    code: ClassVar[int] = 0x82
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int
    board_us: int
    fault: Fault
    side: int

    def to_bytes(self) -> bytes:
        try:
            fixed = _FAILED.pack(
                self.command,
                self.board_us,
                self.fault,
                self.side,
            )
        except error:
            raise unfit(self, _FAILED_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Failed:
        if len(payload) < 8:
            raise short("Failed", _FAILED_ENDS, len(payload))
        v = _FAILED.unpack_from(payload)
        return cls(
            v[0],
            v[1],
            known("Failed", "fault", Fault, v[2]),
            v[3],
        )


_HALTED = Struct("<HIB")
_HALTED_ENDS = (
    ("command", 2),
    ("board_us", 6),
    ("reason", 7),
)
_HALTED_LIMITS = (
    ("command", 0, 65535),
    ("board_us", 0, 4294967295),
    ("reason", 0, 255),
)


@dataclass(frozen=True, slots=True)
class Halted:
    """A motion was stopped and will not go on by itself."""

    code: ClassVar[int] = 0x83
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int
    board_us: int
    reason: StopReason

    def to_bytes(self) -> bytes:
        try:
            fixed = _HALTED.pack(
                self.command,
                self.board_us,
                self.reason,
            )
        except error:
            raise unfit(self, _HALTED_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Halted:
        if len(payload) < 7:
            raise short("Halted", _HALTED_ENDS, len(payload))
        v = _HALTED.unpack_from(payload)
        return cls(
            v[0],
            v[1],
            known("Halted", "reason", StopReason, v[2]),
        )


_FAULT_RAISED = Struct("<BBIIHBB")
_FAULT_RAISED_ENDS = (
    ("fault", 1),
    ("side", 2),
    ("board_us", 6),
    ("sensors", 10),
    ("waited_ms", 12),
    ("count", 13),
    ("current", 14),
)
_FAULT_RAISED_LIMITS = (
    ("fault", 0, 255),
    ("side", 0, 255),
    ("board_us", 0, 4294967295),
    ("sensors", 0, 4294967295),
    ("waited_ms", 0, 65535),
    ("count", 0, 255),
    ("current", 0, 255),
)


@dataclass(frozen=True, slots=True)
class FaultRaised:
    """A fault with its evidence: sensor bits, time waited, count and current when it was declared. side: 0-3, or
    the Mechanism where the catalogue says so, 255 when neither applies (also in Failed and FaultCleared).
    """

    code: ClassVar[int] = 0x84
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.RELIABLE
    fault: Fault
    side: int
    board_us: int
    sensors: Sensors
    waited_ms: int
    count: int
    current: int

    def to_bytes(self) -> bytes:
        try:
            fixed = _FAULT_RAISED.pack(
                self.fault,
                self.side,
                self.board_us,
                self.sensors,
                self.waited_ms,
                self.count,
                self.current,
            )
        except error:
            raise unfit(self, _FAULT_RAISED_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> FaultRaised:
        if len(payload) < 14:
            raise short("FaultRaised", _FAULT_RAISED_ENDS, len(payload))
        v = _FAULT_RAISED.unpack_from(payload)
        return cls(
            known("FaultRaised", "fault", Fault, v[0]),
            v[1],
            v[2],
            Sensors(v[3]),
            v[4],
            v[5],
            v[6],
        )


_FAULT_CLEARED = Struct("<BBI")
_FAULT_CLEARED_ENDS = (
    ("fault", 1),
    ("side", 2),
    ("board_us", 6),
)
_FAULT_CLEARED_LIMITS = (
    ("fault", 0, 255),
    ("side", 0, 255),
    ("board_us", 0, 4294967295),
)


@dataclass(frozen=True, slots=True)
class FaultCleared:
    """The fault is gone."""

    code: ClassVar[int] = 0x85
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.RELIABLE
    fault: Fault
    side: int
    board_us: int

    def to_bytes(self) -> bytes:
        try:
            fixed = _FAULT_CLEARED.pack(
                self.fault,
                self.side,
                self.board_us,
            )
        except error:
            raise unfit(self, _FAULT_CLEARED_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> FaultCleared:
        if len(payload) < 6:
            raise short("FaultCleared", _FAULT_CLEARED_ENDS, len(payload))
        v = _FAULT_CLEARED.unpack_from(payload)
        return cls(
            known("FaultCleared", "fault", Fault, v[0]),
            v[1],
            v[2],
        )


_KEY_CHANGED = Struct("<BBI")
_KEY_CHANGED_ENDS = (
    ("key", 1),
    ("pressed", 2),
    ("board_us", 6),
)
_KEY_CHANGED_LIMITS = (
    ("key", 0, 255),
    ("pressed", 0, 255),
    ("board_us", 0, 4294967295),
)


@dataclass(frozen=True, slots=True)
class KeyChanged:
    """A debounced key. BOTH: open and raise together; a build pauses by itself on it. Keys of a host that does not
    listen are kept, 89 events of them when nothing else waits; more are dropped and counted.
    """

    code: ClassVar[int] = 0x86
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.RELIABLE
    key: Key
    pressed: int
    board_us: int

    def to_bytes(self) -> bytes:
        try:
            fixed = _KEY_CHANGED.pack(
                self.key,
                self.pressed,
                self.board_us,
            )
        except error:
            raise unfit(self, _KEY_CHANGED_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> KeyChanged:
        if len(payload) < 6:
            raise short("KeyChanged", _KEY_CHANGED_ENDS, len(payload))
        v = _KEY_CHANGED.unpack_from(payload)
        return cls(
            known("KeyChanged", "key", Key, v[0]),
            v[1],
            v[2],
        )


_SENSOR_STATE = Struct("<HIIBBb14B14B")
_SENSOR_STATE_ENDS = (
    ("command", 2),
    ("board_us", 6),
    ("sensors", 10),
    ("keys", 11),
    ("gear", 12),
    ("temperature", 13),
    ("currents", 27),
    ("positions", 41),
)
_SENSOR_STATE_LIMITS = (
    ("command", 0, 65535),
    ("board_us", 0, 4294967295),
    ("sensors", 0, 4294967295),
    ("keys", 0, 255),
    ("gear", 0, 255),
    ("temperature", -128, 127),
    ("currents", 0, 255),
    ("positions", 0, 255),
)


@dataclass(frozen=True, slots=True)
class SensorState:
    """All sensors. Currents in tenths of an ampere (0 when not measured), temperature in degrees Celsius (-128: no
    sensor).
    """

    code: ClassVar[int] = 0x87
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int
    board_us: int
    sensors: Sensors
    keys: int
    gear: int
    temperature: int
    currents: tuple[int, ...]
    positions: tuple[Position, ...]

    def to_bytes(self) -> bytes:
        try:
            fixed = _SENSOR_STATE.pack(
                self.command,
                self.board_us,
                self.sensors,
                self.keys,
                self.gear,
                self.temperature,
                *sized("SensorState", "currents", self.currents, 14),
                *sized("SensorState", "positions", self.positions, 14),
            )
        except error:
            raise unfit(self, _SENSOR_STATE_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> SensorState:
        if len(payload) < 41:
            raise short("SensorState", _SENSOR_STATE_ENDS, len(payload))
        v = _SENSOR_STATE.unpack_from(payload)
        return cls(
            v[0],
            v[1],
            Sensors(v[2]),
            v[3],
            v[4],
            v[5],
            v[6:20],
            tuple(known("SensorState", "positions", Position, x) for x in v[20:34]),
        )


_BUILD_CHANGED = Struct("<BBI4B")
_BUILD_CHANGED_ENDS = (
    ("phase", 1),
    ("reason", 2),
    ("board_us", 6),
    ("counts", 10),
)
_BUILD_CHANGED_LIMITS = (
    ("phase", 0, 255),
    ("reason", 0, 255),
    ("board_us", 0, 4294967295),
    ("counts", 0, 255),
)


@dataclass(frozen=True, slots=True)
class BuildChanged:
    """The phase of the build changed."""

    code: ClassVar[int] = 0x89
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.RELIABLE
    phase: BuildPhase
    reason: StopReason
    board_us: int
    counts: tuple[int, ...]

    def to_bytes(self) -> bytes:
        try:
            fixed = _BUILD_CHANGED.pack(
                self.phase,
                self.reason,
                self.board_us,
                *sized("BuildChanged", "counts", self.counts, 4),
            )
        except error:
            raise unfit(self, _BUILD_CHANGED_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> BuildChanged:
        if len(payload) < 10:
            raise short("BuildChanged", _BUILD_CHANGED_ENDS, len(payload))
        v = _BUILD_CHANGED.unpack_from(payload)
        return cls(
            known("BuildChanged", "phase", BuildPhase, v[0]),
            known("BuildChanged", "reason", StopReason, v[1]),
            v[2],
            v[3:7],
        )


_LATCHES_CHANGED = Struct("<BI")
_LATCHES_CHANGED_ENDS = (
    ("latches", 1),
    ("board_us", 5),
)
_LATCHES_CHANGED_LIMITS = (
    ("latches", 0, 255),
    ("board_us", 0, 4294967295),
)


@dataclass(frozen=True, slots=True)
class LatchesChanged:
    """Emergency stop, cover, stop by the host, awaited key, silent link."""

    code: ClassVar[int] = 0x8A
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.RELIABLE
    latches: Latches
    board_us: int

    def to_bytes(self) -> bytes:
        try:
            fixed = _LATCHES_CHANGED.pack(
                self.latches,
                self.board_us,
            )
        except error:
            raise unfit(self, _LATCHES_CHANGED_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> LatchesChanged:
        if len(payload) < 5:
            raise short("LatchesChanged", _LATCHES_CHANGED_ENDS, len(payload))
        v = _LATCHES_CHANGED.unpack_from(payload)
        return cls(
            Latches(v[0]),
            v[1],
        )


_COUNTERS = Struct("<HB10I")
_COUNTERS_ENDS = (
    ("command", 2),
    ("page", 3),
    ("values", 43),
)
_COUNTERS_LIMITS = (
    ("command", 0, 65535),
    ("page", 0, 255),
    ("values", 0, 4294967295),
)


@dataclass(frozen=True, slots=True)
class Counters:
    """Page 0: builds, tiles counted, hatch cycles, lift cycles, pushes, disc seconds, faults, emergency stops,
    frames received, frames damaged. Page 1: watchdog resets, brown-outs, boots, frames repeated, commands
    repeated, bytes lost in the receiver, longest main loop in us, key events dropped, 0, 0.
    """

    code: ClassVar[int] = 0x8B
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int
    page: int
    values: tuple[int, ...]

    def to_bytes(self) -> bytes:
        try:
            fixed = _COUNTERS.pack(
                self.command,
                self.page,
                *sized("Counters", "values", self.values, 10),
            )
        except error:
            raise unfit(self, _COUNTERS_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Counters:
        if len(payload) < 43:
            raise short("Counters", _COUNTERS_ENDS, len(payload))
        v = _COUNTERS.unpack_from(payload)
        return cls(
            v[0],
            v[1],
            v[2:12],
        )


_LEARNT = Struct("<HBHHH")
_LEARNT_ENDS = (
    ("command", 2),
    ("mechanism", 3),
    ("mean_ms", 5),
    ("last_ms", 7),
    ("runs", 9),
)
_LEARNT_LIMITS = (
    ("command", 0, 65535),
    ("mechanism", 0, 255),
    ("mean_ms", 0, 65535),
    ("last_ms", 0, 65535),
    ("runs", 0, 65535),
)


@dataclass(frozen=True, slots=True)
class Learnt:
    """Travel time of one mechanism over good runs: mean and last. A run of more than twice what a new machine takes
    is told (SLOW) and never learnt.
    """

    code: ClassVar[int] = 0x8C
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int
    mechanism: Mechanism
    mean_ms: int
    last_ms: int
    runs: int

    def to_bytes(self) -> bytes:
        try:
            fixed = _LEARNT.pack(
                self.command,
                self.mechanism,
                self.mean_ms,
                self.last_ms,
                self.runs,
            )
        except error:
            raise unfit(self, _LEARNT_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Learnt:
        if len(payload) < 9:
            raise short("Learnt", _LEARNT_ENDS, len(payload))
        v = _LEARNT.unpack_from(payload)
        return cls(
            v[0],
            known("Learnt", "mechanism", Mechanism, v[1]),
            v[2],
            v[3],
            v[4],
        )


_SETTING_VALUE = Struct("<HBH")
_SETTING_VALUE_ENDS = (
    ("command", 2),
    ("setting", 3),
    ("value", 5),
)
_SETTING_VALUE_LIMITS = (
    ("command", 0, 65535),
    ("setting", 0, 255),
    ("value", 0, 65535),
)


@dataclass(frozen=True, slots=True)
class SettingValue:
    """A setting as it is kept."""

    code: ClassVar[int] = 0x8D
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int
    setting: Setting
    value: int

    def to_bytes(self) -> bytes:
        try:
            fixed = _SETTING_VALUE.pack(
                self.command,
                self.setting,
                self.value,
            )
        except error:
            raise unfit(self, _SETTING_VALUE_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> SettingValue:
        if len(payload) < 5:
            raise short("SettingValue", _SETTING_VALUE_ENDS, len(payload))
        v = _SETTING_VALUE.unpack_from(payload)
        return cls(
            v[0],
            known("SettingValue", "setting", Setting, v[1]),
            v[2],
        )


_TRACE = Struct("<HB")
_TRACE_ENDS = (
    ("command", 2),
    ("left", 3),
)
_TRACE_LIMITS = (
    ("command", 0, 65535),
    ("left", 0, 255),
)


@dataclass(frozen=True, slots=True)
class Trace:
    """Sensor edges, seven per message: milliseconds u32, then changed bit u8, then level u8, then two bytes 0.
    `left` counts the messages to come.
    """

    code: ClassVar[int] = 0x8E
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int
    left: int
    entries: bytes

    def to_bytes(self) -> bytes:
        try:
            fixed = _TRACE.pack(
                self.command,
                self.left,
            )
        except error:
            raise unfit(self, _TRACE_LIMITS) from None
        return fixed + rest("Trace", "entries", self.entries, 61)

    @classmethod
    def from_bytes(cls, payload: bytes) -> Trace:
        if len(payload) < 3:
            raise short("Trace", _TRACE_ENDS, len(payload))
        v = _TRACE.unpack_from(payload)
        return cls(
            v[0],
            v[1],
            bytes(payload[3:64]),
        )


_DICE_SHOWN = Struct("<HI3B")
_DICE_SHOWN_ENDS = (
    ("command", 2),
    ("board_us", 6),
    ("values", 9),
)
_DICE_SHOWN_LIMITS = (
    ("command", 0, 65535),
    ("board_us", 0, 4294967295),
    ("values", 0, 255),
)


@dataclass(frozen=True, slots=True)
class DiceShown:
    """The dice that the display was given for a ShowDice, as they stand in the memory that it is written from; 0 is
    dark. Only from boards with DICE_ECHO, once they are out. When several ShowDice come at once the last one
    alone is told. Since minor version 1.
    """

    code: ClassVar[int] = 0x8F
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.RELIABLE
    command: int
    board_us: int
    values: tuple[int, ...]

    def to_bytes(self) -> bytes:
        try:
            fixed = _DICE_SHOWN.pack(
                self.command,
                self.board_us,
                *sized("DiceShown", "values", self.values, 3),
            )
        except error:
            raise unfit(self, _DICE_SHOWN_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> DiceShown:
        if len(payload) < 9:
            raise short("DiceShown", _DICE_SHOWN_ENDS, len(payload))
        v = _DICE_SHOWN.unpack_from(payload)
        return cls(
            v[0],
            v[1],
            v[2:5],
        )


_TELEMETRY = Struct("<IIB4B4BH14BbBH")
_TELEMETRY_ENDS = (
    ("board_us", 4),
    ("sensors", 8),
    ("phase", 9),
    ("quota", 13),
    ("counts", 17),
    ("motors", 19),
    ("currents", 33),
    ("temperature", 34),
    ("latches", 35),
    ("damaged", 37),
)
_TELEMETRY_LIMITS = (
    ("board_us", 0, 4294967295),
    ("sensors", 0, 4294967295),
    ("phase", 0, 255),
    ("quota", 0, 255),
    ("counts", 0, 255),
    ("motors", 0, 65535),
    ("currents", 0, 255),
    ("temperature", -128, 127),
    ("latches", 0, 255),
    ("damaged", 0, 65535),
)


@dataclass(frozen=True, slots=True)
class Telemetry:
    """What the machine is doing, at the subscribed rate, as long as the line has nothing else to carry."""

    code: ClassVar[int] = 0xA0
    way: ClassVar[Way] = Way.BOARD
    lane: ClassVar[Lane] = Lane.LOOSE
    board_us: int
    sensors: Sensors
    phase: BuildPhase
    quota: tuple[int, ...]
    counts: tuple[int, ...]
    motors: int
    currents: tuple[int, ...]
    temperature: int
    latches: Latches
    damaged: int

    def to_bytes(self) -> bytes:
        try:
            fixed = _TELEMETRY.pack(
                self.board_us,
                self.sensors,
                self.phase,
                *sized("Telemetry", "quota", self.quota, 4),
                *sized("Telemetry", "counts", self.counts, 4),
                self.motors,
                *sized("Telemetry", "currents", self.currents, 14),
                self.temperature,
                self.latches,
                self.damaged,
            )
        except error:
            raise unfit(self, _TELEMETRY_LIMITS) from None
        return fixed

    @classmethod
    def from_bytes(cls, payload: bytes) -> Telemetry:
        if len(payload) < 37:
            raise short("Telemetry", _TELEMETRY_ENDS, len(payload))
        v = _TELEMETRY.unpack_from(payload)
        return cls(
            v[0],
            Sensors(v[1]),
            known("Telemetry", "phase", BuildPhase, v[2]),
            v[3:7],
            v[7:11],
            v[11],
            v[12:26],
            v[26],
            Latches(v[27]),
            v[28],
        )


Command = (
    Reset
    | OpenHatch
    | CloseHatch
    | RaiseLifts
    | LowerLifts
    | Build
    | Pause
    | Resume
    | Cancel
    | Home
    | Run
    | ClearFault
    | GetSensors
    | Subscribe
    | DumpTrace
    | ShowDice
    | ShowSeats
    | ShowText
    | SetLamps
    | SoundBeep
    | GetCounters
    | GetLearnt
    | GetSetting
    | PutSetting
    | EnterBootloader
)
FromHost = (
    Hello
    | Ack
    | Heartbeat
    | Goodbye
    | Stop
    | Reset
    | OpenHatch
    | CloseHatch
    | RaiseLifts
    | LowerLifts
    | Build
    | Pause
    | Resume
    | Cancel
    | Home
    | Run
    | ClearFault
    | GetSensors
    | Subscribe
    | DumpTrace
    | ShowDice
    | ShowSeats
    | ShowText
    | SetLamps
    | SoundBeep
    | GetCounters
    | GetLearnt
    | GetSetting
    | PutSetting
    | EnterBootloader
)
FromBoard = (
    Welcome
    | Ack
    | Pulse
    | Goodbye
    | Stopped
    | Answer
    | Done
    | Failed
    | Halted
    | FaultRaised
    | FaultCleared
    | KeyChanged
    | SensorState
    | BuildChanged
    | LatchesChanged
    | Counters
    | Learnt
    | SettingValue
    | Trace
    | DiceShown
    | Telemetry
)
Message = (
    Hello
    | Welcome
    | Ack
    | Heartbeat
    | Pulse
    | Goodbye
    | Stop
    | Stopped
    | Reset
    | OpenHatch
    | CloseHatch
    | RaiseLifts
    | LowerLifts
    | Build
    | Pause
    | Resume
    | Cancel
    | Home
    | Run
    | ClearFault
    | GetSensors
    | Subscribe
    | DumpTrace
    | ShowDice
    | ShowSeats
    | ShowText
    | SetLamps
    | SoundBeep
    | GetCounters
    | GetLearnt
    | GetSetting
    | PutSetting
    | EnterBootloader
    | Answer
    | Done
    | Failed
    | Halted
    | FaultRaised
    | FaultCleared
    | KeyChanged
    | SensorState
    | BuildChanged
    | LatchesChanged
    | Counters
    | Learnt
    | SettingValue
    | Trace
    | DiceShown
    | Telemetry
)

CODES: dict[int, type[Message]] = {
    0x01: Hello,
    0x02: Welcome,
    0x03: Ack,
    0x04: Heartbeat,
    0x05: Pulse,
    0x06: Goodbye,
    0x07: Stop,
    0x08: Stopped,
    0x10: Reset,
    0x11: OpenHatch,
    0x12: CloseHatch,
    0x13: RaiseLifts,
    0x14: LowerLifts,
    0x15: Build,
    0x16: Pause,
    0x17: Resume,
    0x18: Cancel,
    0x19: Home,
    0x1A: Run,
    0x1B: ClearFault,
    0x20: GetSensors,
    0x21: Subscribe,
    0x22: DumpTrace,
    0x28: ShowDice,
    0x29: ShowSeats,
    0x2A: ShowText,
    0x2B: SetLamps,
    0x2C: SoundBeep,
    0x30: GetCounters,
    0x31: GetLearnt,
    0x32: GetSetting,
    0x33: PutSetting,
    0x34: EnterBootloader,
    0x80: Answer,
    0x81: Done,
    0x82: Failed,
    0x83: Halted,
    0x84: FaultRaised,
    0x85: FaultCleared,
    0x86: KeyChanged,
    0x87: SensorState,
    0x89: BuildChanged,
    0x8A: LatchesChanged,
    0x8B: Counters,
    0x8C: Learnt,
    0x8D: SettingValue,
    0x8E: Trace,
    0x8F: DiceShown,
    0xA0: Telemetry,
}
FROM_HOST: dict[int, type[FromHost]] = {
    0x01: Hello,
    0x03: Ack,
    0x04: Heartbeat,
    0x06: Goodbye,
    0x07: Stop,
    0x10: Reset,
    0x11: OpenHatch,
    0x12: CloseHatch,
    0x13: RaiseLifts,
    0x14: LowerLifts,
    0x15: Build,
    0x16: Pause,
    0x17: Resume,
    0x18: Cancel,
    0x19: Home,
    0x1A: Run,
    0x1B: ClearFault,
    0x20: GetSensors,
    0x21: Subscribe,
    0x22: DumpTrace,
    0x28: ShowDice,
    0x29: ShowSeats,
    0x2A: ShowText,
    0x2B: SetLamps,
    0x2C: SoundBeep,
    0x30: GetCounters,
    0x31: GetLearnt,
    0x32: GetSetting,
    0x33: PutSetting,
    0x34: EnterBootloader,
}
FROM_BOARD: dict[int, type[FromBoard]] = {
    0x02: Welcome,
    0x03: Ack,
    0x05: Pulse,
    0x06: Goodbye,
    0x08: Stopped,
    0x80: Answer,
    0x81: Done,
    0x82: Failed,
    0x83: Halted,
    0x84: FaultRaised,
    0x85: FaultCleared,
    0x86: KeyChanged,
    0x87: SensorState,
    0x89: BuildChanged,
    0x8A: LatchesChanged,
    0x8B: Counters,
    0x8C: Learnt,
    0x8D: SettingValue,
    0x8E: Trace,
    0x8F: DiceShown,
    0xA0: Telemetry,
}

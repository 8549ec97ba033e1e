"""The board's microcontroller as an object: the real firmware core in a shared library.

:class:`BoardChip` is the seam. :class:`LibraryChip` drives any library with the interface of ``sim.h``, which is the
portable core built for the host or the flashed binary in an AVR simulator.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Final, Protocol

from .errors import SimulatorError
from .parts import MOTORS, Capability, Inputs, Lamp, Motors, Outputs, ResetCause

NVM_BYTES: Final = 1024
EVERYTHING: Final = (
    Capability.CURRENT_SENSING
    | Capability.LIFT_UP_SWITCHES
    | Capability.COLOUR_SENSORS
    | Capability.COVER_SWITCH
    | Capability.TEMPERATURE
    | Capability.DICE_ECHO
)


class BoardChip(Protocol):
    """A board that lives in virtual time."""

    @property
    def times_bytes(self) -> bool:
        """Whether its serial port takes the time of every byte, both ways; if not, the wire does."""

    def step(self, us: int) -> int:
        """Lets at most ``us`` microseconds pass, less when an output changes or a tick has left bytes for the host;
        returns how many passed."""

    def now_us(self) -> int: ...

    def apply(self, inputs: Inputs) -> None: ...

    def outputs(self) -> Outputs: ...

    def motors(self) -> Motors:
        """The motor outputs alone: what the plant needs after every step."""

    def receive(self, data: bytes) -> None:
        """Bytes from the host: the last has just arrived, or with ``times_bytes`` the first sets out now."""

    def transmit(self) -> bytes:
        """Bytes that the board has handed to its serial port since the last call, or with ``times_bytes`` those whose
        last bit has left."""

    def reset(self, cause: ResetCause) -> None: ...

    def power(self, on: bool) -> None: ...

    def nvm(self) -> bytes:
        """The non-volatile memory."""

    def load_nvm(self, content: bytes) -> None:
        """Puts non-volatile memory in place; effective with the next :meth:`power` or :meth:`reset`."""

    def close(self) -> None: ...


class ChipError(SimulatorError):
    """The library could not be loaded, or has no board to give, or the board does not run."""

    code = "board"


class _CInputs(ctypes.Structure):
    _fields_ = (
        ("sensors", ctypes.c_uint32),
        ("keys", ctypes.c_uint8),
        ("gear", ctypes.c_uint8),
        ("temperature", ctypes.c_int8),
        ("supply_low", ctypes.c_uint8),
        ("current", ctypes.c_uint8 * MOTORS),
    )


class _COutputs(ctypes.Structure):
    _fields_ = (
        ("motor", ctypes.c_uint8 * MOTORS),
        ("beeper", ctypes.c_uint8),
        ("dice", ctypes.c_uint8 * 3),
        ("seats", ctypes.c_uint8 * 4),
        ("watchdog", ctypes.c_uint8),
        ("lamps", ctypes.c_uint16),
        ("text", ctypes.c_char * 8),
    )


_SIGNATURES: Final = {
    "sim_new": (ctypes.c_void_p, [ctypes.c_uint64, ctypes.c_uint16]),
    "sim_free": (None, [ctypes.c_void_p]),
    "sim_step": (ctypes.c_uint32, [ctypes.c_void_p, ctypes.c_uint32]),
    "sim_now_us": (ctypes.c_uint64, [ctypes.c_void_p]),
    "sim_inputs": (None, [ctypes.c_void_p, ctypes.POINTER(_CInputs)]),
    "sim_outputs": (None, [ctypes.c_void_p, ctypes.POINTER(_COutputs)]),
    "sim_rx": (None, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32]),
    "sim_tx": (ctypes.c_uint32, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32]),
    "sim_reset": (None, [ctypes.c_void_p, ctypes.c_uint8]),
    "sim_power": (None, [ctypes.c_void_p, ctypes.c_uint8]),
    "sim_nvm": (ctypes.POINTER(ctypes.c_uint8), [ctypes.c_void_p]),
}


def _load(path: Path) -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(str(path))
        for name, (result, arguments) in _SIGNATURES.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        raise ChipError(f"{path} is not a simulated board: {error}") from error
    return library


class LibraryChip:
    """A board in a shared library with the interface of ``hardware/firmware/hal_sim/sim.h``.

    A library whose serial port takes the time of every byte says so by a symbol ``sim_times_bytes``.
    """

    def __init__(self, library: Path, serial: int = 1, capabilities: Capability = EVERYTHING) -> None:
        self._lib = _load(library)
        self._sim: int | None = self._lib.sim_new(serial, capabilities)
        if not self._sim:
            raise ChipError(f"{library} gave no board")
        self.times_bytes = hasattr(self._lib, "sim_times_bytes")
        self._c_inputs, self._c_outputs = _CInputs(), _COutputs()
        self._tx = ctypes.create_string_buffer(4096)

    def step(self, us: int) -> int:
        return int(self._lib.sim_step(self._sim, us))

    def now_us(self) -> int:
        return int(self._lib.sim_now_us(self._sim))

    def apply(self, inputs: Inputs) -> None:
        c = self._c_inputs
        c.sensors, c.keys, c.gear = inputs.sensors, inputs.keys, inputs.gear
        c.temperature, c.supply_low = inputs.temperature, inputs.supply_low
        ctypes.memmove(c.current, inputs.currents, MOTORS)
        self._lib.sim_inputs(self._sim, ctypes.byref(c))

    def motors(self) -> Motors:
        self._lib.sim_outputs(self._sim, ctypes.byref(self._c_outputs))
        return Motors(bytes(self._c_outputs.motor))

    def outputs(self) -> Outputs:
        motors, c = self.motors(), self._c_outputs
        return Outputs(
            motors,
            bool(c.beeper),
            tuple(c.dice),
            tuple(c.seats),
            Lamp(c.lamps & 0xFF),
            c.text.decode("ascii", "replace"),
        )

    def receive(self, data: bytes) -> None:
        self._lib.sim_rx(self._sim, data, len(data))

    def transmit(self) -> bytes:
        count = self._lib.sim_tx(self._sim, self._tx, len(self._tx))
        return self._tx.raw[:count] if count else b""

    def reset(self, cause: ResetCause) -> None:
        self._lib.sim_reset(self._sim, cause)

    def power(self, on: bool) -> None:
        self._lib.sim_power(self._sim, on)

    def nvm(self) -> bytes:
        return ctypes.string_at(self._lib.sim_nvm(self._sim), NVM_BYTES)

    def load_nvm(self, content: bytes) -> None:
        if len(content) != NVM_BYTES:
            raise ChipError(f"non-volatile memory has {NVM_BYTES} bytes, not {len(content)}")
        ctypes.memmove(self._lib.sim_nvm(self._sim), content, NVM_BYTES)

    def close(self) -> None:
        if self._sim:
            self._lib.sim_free(self._sim)
            self._sim = None

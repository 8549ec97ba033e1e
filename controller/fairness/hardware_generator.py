"""The hardware generator of the computer: tested with every read, and mixed into secrets while it is healthy.

It is a health signal and one more input. The kernel's 32 bytes are always in a secret; without a generator, or with one
that failed its tests, they are alone.
"""

from __future__ import annotations

import logging
import os
import threading
from enum import StrEnum
from pathlib import Path
from typing import Final

from controller.fairness.dice import Source
from controller.fairness.entropy import GENERATOR, SAMPLE_BYTES, Health, mixed

log = logging.getLogger("jantaku.dice")

MIXED_BYTES: Final = 32
_MOST_READS: Final = 16


class GeneratorState(StrEnum):
    """What is known of the hardware generator."""

    ABSENT = "absent"
    """This computer has none, or the service may not read it."""
    HEALTHY = "healthy"
    FAILED = "failed"
    """It failed a test: it is not used until a restart."""


class HardwareGenerator:
    """``sample`` now and then, so that a generator that breaks is noticed; ``source`` for secrets. May be called from
    any thread."""

    def __init__(self, path: Path = GENERATOR, kernel: Source = os.urandom) -> None:
        self._path, self._kernel = path, kernel
        self._health = Health()
        self._readable = True
        self._lock = threading.Lock()
        self.samples = 0

    @property
    def state(self) -> GeneratorState:
        if not self._health.healthy:
            return GeneratorState.FAILED
        return GeneratorState.HEALTHY if self._readable and self.samples else GeneratorState.ABSENT

    def sample(self, size: int = SAMPLE_BYTES) -> bytes:
        """So many tested bytes; none when there is no generator, or when it is not healthy."""
        with self._lock:
            read = self._read(size) if self._health.healthy else b""
            self._health = self._health.after(read)
            self.samples += len(read)
            if not self._health.healthy and read:
                log.error("the hardware generator failed the %s test: it is not used", self._health.failed)
            return read if self._health.healthy else b""

    def source(self, size: int) -> bytes:
        """Secret bytes for keys and seeds, at most 32 at once: the kernel's, with the generator's mixed in."""
        if size > MIXED_BYTES:
            raise ValueError(f"at most {MIXED_BYTES} bytes are made at once, not {size}")
        return mixed(self._kernel(MIXED_BYTES), (self.sample(),), b"jantaku secret", size)

    def _read(self, size: int) -> bytes:
        """Without waiting: a generator that gives nothing now is asked again later."""
        try:
            handle = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            self._readable = False
            return b""
        try:
            read = b""
            for _ in range(_MOST_READS):
                if len(read) >= size or not (more := _some(handle, size - len(read))):
                    break
                read += more
            self._readable = bool(read)
            return read
        finally:
            os.close(handle)


def _some(handle: int, size: int) -> bytes:
    try:
        return os.read(handle, size)
    except OSError:
        return b""

"""Where the secrets' randomness comes from, and how its health is watched.

The kernel's generator is the source; nothing is made before it is ready. The computer's hardware generator is watched
with the two continuous tests of NIST SP 800-90B section 4.4 and mixed in while it is healthy, never alone.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from math import ceil, comb
from pathlib import Path
from typing import Final

SERIAL_NUMBERS: Final = (
    Path("/sys/firmware/devicetree/base/serial-number"),
    Path("/proc/device-tree/serial-number"),
)
FALSE_ALARM_BITS: Final = 30
"""A healthy source fails a test with probability 2**-30 per window."""
BINARY_WINDOW: Final = 1024
BYTE_WINDOW: Final = 512
HARDWARE_BITS: Final = 4.0
"""The min-entropy per byte asked of the hardware generator: no maker publishes a figure, half of the best is modest."""


def kernel_ready(getrandom: Callable[[int, int], bytes] = os.getrandom) -> bool:
    """Whether the kernel's generator has been seeded since boot. Never waits."""
    try:
        getrandom(1, os.GRND_NONBLOCK)
    except BlockingIOError:
        return False
    return True


def serial_number(paths: Iterable[Path] = SERIAL_NUMBERS) -> str:
    """The serial number of this computer, "" where it has none: a Raspberry Pi's is burnt into the chip, so that a
    card that was copied notices that it runs elsewhere."""
    for path in paths:
        with suppress(OSError):
            return path.read_bytes().strip(b"\0 \n").decode("ascii", "replace")
    return ""


def mixed(kernel: bytes, others: Iterable[bytes], purpose: bytes, size: int = 32) -> bytes:
    """One secret out of all inputs, HKDF-SHA-256 (RFC 5869) over each with its length: others cannot weaken the
    kernel's 32 bytes. ``size`` at most 32."""
    material = b"".join(len(part).to_bytes(4) + part for part in (kernel, *others))
    extracted = hmac.digest(bytes(hashlib.sha256().digest_size), material, "sha256")
    return hmac.digest(extracted, purpose + b"\x01", "sha256")[:size]


def repetition_cutoff(bits: float) -> int:
    """So many equal samples in a row are too many, for ``bits`` of min-entropy per sample (4.4.1)."""
    return 1 + ceil(FALSE_ALARM_BITS / bits)


def proportion_cutoff(bits: float, window: int) -> int:
    """So many samples equal to the first of a window are too many (4.4.2): 1 + the critical binomial value."""
    p = 2.0**-bits
    tail, k = 0.0, window
    while k >= 0:
        tail += comb(window, k) * p**k * (1 - p) ** (window - k)
        if tail > 2.0**-FALSE_ALARM_BITS:
            return 1 + k
        k -= 1
    return 1


@dataclass(frozen=True, slots=True)
class Cutoffs:
    """From which count on the source is unhealthy, for a window of samples."""

    repetition: int
    proportion: int
    window: int

    @classmethod
    def of(cls, bits: float, window: int) -> Cutoffs:
        return cls(repetition_cutoff(bits), proportion_cutoff(bits, window), window)


GENERATOR: Final = Path("/dev/hwrng")
"""The computer's own: bcm2835-rng on a Raspberry Pi 3, iproc-rng200 on 4 and 5."""
SAMPLE_BYTES: Final = 512
"""A whole window of the tests."""
HARDWARE: Final = Cutoffs.of(HARDWARE_BITS, BYTE_WINDOW)


@dataclass(frozen=True, slots=True)
class Health:
    """Both tests over a stream of samples. Once unhealthy it stays so: the source is not used again until a restart.

    ``run``: equal samples in a row up to the last one; ``first`` and ``equal``: the sample that the window counts, and
    how often it came; ``seen``: samples of the window so far.
    """

    cutoffs: Cutoffs = HARDWARE
    last: int | None = None
    run: int = 0
    first: int = -1
    equal: int = 0
    seen: int = 0
    failed: str | None = None

    @property
    def healthy(self) -> bool:
        return self.failed is None

    def after(self, samples: Iterable[int]) -> Health:
        """The state after these samples; it stops at the first failure, named ``repetition`` or ``proportion``."""
        state = self
        for sample in samples:
            if not state.healthy:
                break
            state = state._after(sample)
        return state

    def _after(self, sample: int) -> Health:
        run = self.run + 1 if sample == self.last else 1
        fresh = self.seen in (0, self.cutoffs.window)
        first = sample if fresh else self.first
        equal = 1 if fresh else self.equal + (sample == first)
        failed = (
            "repetition" if run >= self.cutoffs.repetition
            else "proportion" if equal >= self.cutoffs.proportion
            else None
        )  # fmt: skip
        seen = 1 if fresh else self.seen + 1
        return replace(self, last=sample, run=run, first=first, equal=equal, seen=seen, failed=failed)

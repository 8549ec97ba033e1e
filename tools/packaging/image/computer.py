"""The computers that a card is made for: what of Debian is for them alone, and how each is emulated.

The product is the one of arm64, a Raspberry Pi. The one of amd64 is the same card for an emulator alone, above all for
one that need not emulate the processor (``user_mode``): the same packages, units, file systems and scripts, no loader.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SUITE: Final = "trixie"
"""Of Debian."""


@dataclass(frozen=True)
class Computer:
    """``debian``: its architecture, with which the names of its kernels end; ``linux``: what the kernel calls it.
    ``packages``: that only it has. ``emulator``: the program, and the package that brings it; ``machine``: its options.
    """

    debian: str
    kernels: Mapping[str, str]
    packages: tuple[str, ...]
    linux: str
    emulator: tuple[str, str]
    machine: tuple[str, ...]
    console: str

    def is_here(self) -> bool:
        """Whether this computer is one."""
        return platform.machine() == self.linux

    @property
    def binfmt(self) -> Path:
        """By which its programs run on a computer of another kind."""
        return Path(f"/proc/sys/fs/binfmt_misc/qemu-{self.linux}")


def _kernels(debian: str) -> Mapping[str, str]:
    """The kernel of Debian 13 itself knows no USB port of a Pi 5; that of its backports does."""
    return {"backports": f"linux-image-{debian}/{SUITE}-backports", "stable": f"linux-image-{debian}"}


COMPUTERS: Final = {
    one.debian: one
    for one in (
        Computer(
            "arm64", _kernels("arm64"), ("raspi-firmware", "firmware-brcm80211"), "aarch64",
            ("qemu-system-aarch64", "qemu-system-arm"), ("-M", "virt", "-cpu", "cortex-a53"), "ttyAMA0",
        ),
        Computer(
            "amd64", _kernels("amd64"), (), "x86_64",
            ("qemu-system-x86_64", "qemu-system-x86"), ("-M", "q35", "-cpu", "qemu64"), "ttyS0",
        ),
    )
}  # fmt: skip

"""Which computer a card is made for and emulated on, without an emulator. The long form with one:
``tools.packaging.image.trial``."""

from __future__ import annotations

import pytest

pytest.importorskip("shtab", reason="packages: enable with `make setup EXTRAS=packaging`")

from tools.packaging.image import emulator, system
from tools.packaging.image.computer import COMPUTERS


@pytest.mark.parametrize("name", ["::/vmlinuz-6.12.57+deb13-{}", "::/vmlinuz-6.17.8+deb13-{}"])
@pytest.mark.parametrize("debian", ["arm64", "amd64"])
def test_a_kernel_of_debian_names_its_computer(name: str, debian: str) -> None:
    assert emulator.computer_of(name.format(debian)).debian == debian


def test_what_only_a_raspberry_pi_needs_is_on_no_other_card() -> None:
    pi, pc = (set(system.Base(COMPUTERS[name]).packages()) for name in ("arm64", "amd64"))
    assert pi - pc == {"linux-image-arm64/trixie-backports", "raspi-firmware", "firmware-brcm80211"}
    assert pc - pi == {"linux-image-amd64/trixie-backports"}

"""The partitions of a card, made of a system of a few files. The long form, with a whole Debian that an emulator boots:
``tools.packaging.image.trial``."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

pytest.importorskip("shtab", reason="packages: enable with `make setup EXTRAS=packaging`")

from tools.packaging.image import disk

_TOOLS = ("sfdisk", "mkfs.vfat", "mkfs.ext4", "mcopy", "mdir", "debugfs")
PATH = f"{os.environ['PATH']}:/usr/sbin:/sbin"
pytestmark = [
    pytest.mark.skipif(
        any(shutil.which(tool, path=PATH) is None for tool in _TOOLS),
        reason="images: apt-get install fdisk dosfstools mtools e2fsprogs",
    ),
    pytest.mark.skipif(os.geteuid() != 0, reason="images: the owners of files are root's to give"),
]


def test_a_card_has_what_starts_the_system_and_what_the_table_keeps_on_partitions_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", PATH)
    monkeypatch.setattr(disk, "BOOT_BYTES", 64 << 20)
    monkeypatch.setattr(disk, "ROOM_BYTES", 16 << 20)
    monkeypatch.setattr(disk, "DATA_BYTES", 16 << 20)
    system = tmp_path / "system"
    for place in (*disk.KEPT, "boot/firmware/overlays", "dev"):
        (system / place).mkdir(parents=True)
    (system / "boot/firmware/overlays/a.dtbo").write_text("overlay")
    (system / "etc/jantaku/table.toml").write_text("settings")
    os.chown(system / "var/lib/jantaku", 4321, 4321)
    with tarfile.open(tmp_path / "system.tar", "w") as archive:
        archive.add(system, ".")
    image = tmp_path / "card.img"
    disk.make(tmp_path / "system.tar", image)
    parts = [
        [
            int(word.split("=")[1].strip(", ")) * 512
            for word in line.partition(": ")[2].replace("= ", "=").split(",")[:2]
        ]
        for line in _said("sfdisk", "--dump", str(image)).splitlines()
        if line.startswith(str(image))
    ]
    assert [begin % disk.FIRST for begin, _ in parts] == [0, 0, 0]
    assert sum(parts[-1]) == image.stat().st_size, "the last partition is the one that can grow"
    assert "overlays/a.dtbo" in _said("mdir", "-b", "-/", "-i", f"{image}@@{parts[0][0]}", "::/")
    assert _shown(image, parts[2], "stat /jantaku", tmp_path).count("4321") == 2
    assert _shown(image, parts[2], "cat /settings/table.toml", tmp_path) == "settings"
    assert "4321" in _shown(image, parts[1], "stat /var/lib/jantaku", tmp_path)
    assert "table.toml" not in _shown(image, parts[1], "ls /etc/jantaku", tmp_path)
    assert image.stat().st_blocks * 512 < image.stat().st_size // 2, "what is empty takes no room"


def _said(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


def _shown(image: Path, part: list[int], request: str, scratch: Path) -> str:
    """What debugfs answers about one partition."""
    alone = scratch / "part.fs"
    with image.open("rb") as file:
        file.seek(part[0])
        alone.write_bytes(file.read(part[1]))
    return _said("debugfs", "-R", request, str(alone))

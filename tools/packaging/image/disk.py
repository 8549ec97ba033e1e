"""A card image from the archive of its system: ``python -m tools.packaging.image.disk ARCHIVE IMAGE``.

Three partitions: what the Pi starts from (FAT), the system, and what this table keeps, which is the last one and grows.
No part of it is mounted, so that nothing needs the rights of root but the owners of the files (``system.unshared``).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.packaging.program import needed
from tools.packaging.tree import epoch

MIB: Final = 1 << 20
FIRST: Final = 4 * MIB
"""Erase blocks of cards are up to so long: a partition begins with one."""
BOOT_BYTES: Final = 512 * MIB
ROOM_BYTES: Final = 1024 * MIB
"""Free in the system, for upgrades."""
DATA_BYTES: Final = 256 * MIB
BLOCK: Final = 4 * MIB
TIMEOUT_S: Final = 3600
KEPT: Final = {
    "var/lib/jantaku": "jantaku",
    "etc/jantaku": "settings",
    "opt/jantaku": "releases",
    "var/lib/systemd": "systemd",
    "etc/NetworkManager/system-connections": "network",
    "var/lib/jantaku-display": "display",
}
"""What lies on the last partition: by its place in the system (``configure.sh`` mounts it there)."""
NAMESPACE: Final = "6a616e74-616b-4000-8000-0000000000"
"""Of the identifiers of partitions and file systems: the same commit makes the same."""


@dataclass(frozen=True)
class Part:
    label: str
    kind: str
    size: int
    content: Path
    number: int


def make(archive: Path, image: Path) -> None:
    """Raises ``ToolMissing``, ``CalledProcessError``."""
    with tempfile.TemporaryDirectory(dir=image.parent, prefix=".card-") as scratch:
        folder = Path(scratch)
        system, boot, data = folder / "system", folder / "boot", folder / "data"
        system.mkdir()
        tar = [needed("tar", "tar"), "--extract", "--numeric-owner", "--xattrs", "--xattrs-include=*"]
        _ran(*tar, f"--file={archive}", f"--directory={system}", "--exclude=./dev/*")
        (system / "boot/firmware").rename(boot)
        (system / "boot/firmware").mkdir(mode=0o755)
        data.mkdir()
        (system / "data").mkdir()
        for place, name in KEPT.items():
            _set_apart(system / place, data / name)
        used = _bytes_in(system)
        parts = (
            Part("JANTAKU", "c", BOOT_BYTES, boot, 1),
            Part("jantaku-root", "83", _rounded(used + used // 8 + ROOM_BYTES), system, 2),
            Part("jantaku-data", "83", DATA_BYTES, data, 3),
        )
        made = image.with_suffix(".part")
        _lay(parts, made, folder)
        made.replace(image)


def _set_apart(place: Path, target: Path) -> None:
    """An empty folder stays, with the owner and the mode of what was there."""
    found = place.stat()
    place.rename(target)
    place.mkdir()
    os.chown(place, found.st_uid, found.st_gid)
    place.chmod(found.st_mode & 0o7777)


def _bytes_in(tree: Path) -> int:
    return sum(max(4096, path.lstat().st_blocks * 512) for path in tree.rglob("*"))


def _rounded(size: int) -> int:
    return -(-size // BLOCK) * BLOCK


def _lay(parts: tuple[Part, ...], image: Path, scratch: Path) -> None:
    image.unlink(missing_ok=True)
    begin, lines = FIRST, ["label: dos", "label-id: 0x6a616e74", "unit: sectors"]
    with image.open("wb") as file:
        for part in parts:
            lines.append(f"start={begin // 512}, size={part.size // 512}, type={part.kind}")
            made = scratch / f"{part.label}.fs"
            with made.open("wb") as empty:
                empty.truncate(part.size)
            _fat(part, made) if part.kind == "c" else _ext4(part, made)
            shutil.rmtree(part.content)
            _copy(made, file, begin)
            made.unlink()
            begin += part.size
        file.truncate(begin)
    _ran(needed("sfdisk", "fdisk"), "--quiet", str(image), given="\n".join(lines) + "\n")


def _fat(part: Part, image: Path) -> None:
    _ran(needed("mkfs.vfat", "dosfstools"), "-F", "32", "-n", part.label, "-i", "6a616e74", "--invariant", str(image))
    environment = {"MTOOLS_SKIP_CHECK": "1"}
    names = sorted(str(path) for path in part.content.iterdir())
    _ran(needed("mcopy", "mtools"), "-s", "-p", "-m", "-Q", "-i", str(image), *names, "::/", environment=environment)


def _ext4(part: Part, image: Path) -> None:
    uuid = f"{NAMESPACE}{part.number:02d}"
    command = [needed("mkfs.ext4", "e2fsprogs"), "-q", "-F", "-L", part.label, "-U", uuid, "-E", f"hash_seed={uuid}"]
    _ran(*command, "-m", "1", "-d", str(part.content), str(image))


def _copy(source: Path, target: object, begin: int) -> None:
    """Without the empty blocks, so that the image takes no more room than what is in it."""
    with source.open("rb") as file:
        at = begin
        while block := file.read(BLOCK):
            if block.count(0) != len(block):
                target.seek(at)  # type: ignore[attr-defined]
                target.write(block)  # type: ignore[attr-defined]
            at += len(block)


def _ran(*command: str, given: str = "", environment: dict[str, str] | None = None) -> None:
    settled = {
        **os.environ,
        "SOURCE_DATE_EPOCH": str(epoch()),
        "E2FSPROGS_FAKE_TIME": str(epoch()),
        **(environment or {}),
    }
    subprocess.run(command, env=settled, input=given.encode(), check=True, timeout=TIMEOUT_S)


if __name__ == "__main__":
    make(Path(sys.argv[1]), Path(sys.argv[2]))

"""``make image``: ``dist/jantaku-card-VERSION.img``, from a release that ``make release`` laid out.

The same image is written to a card for a Raspberry Pi and booted by an emulator (``trial``). ``--arch amd64``: the same
card for an emulator alone, which need not emulate the processor.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.packaging.image import system
from tools.packaging.image.computer import COMPUTERS
from tools.packaging.program import ToolMissing, needed
from tools.packaging.repository import KEYRING
from tools.packaging.tree import ROOT, epoch, version_here

DIST: Final = ROOT / "dist"
KEPT: Final = ROOT / "build" / "image"


def main(words: Sequence[str] | None = None) -> int:
    version = version_here()
    parser = argparse.ArgumentParser(prog="python -m tools.packaging.image", description="Builds a card image.")
    add = parser.add_argument
    add("--release", type=Path, default=DIST / f"release-{version}", metavar="DIR", help="whose packages")
    add("--to", type=Path, metavar="FILE", help="the image (default dist/jantaku-card-VERSION.img)")
    add("--arch", default="arm64", choices=COMPUTERS, help="arm64 (a Raspberry Pi, default) or amd64 (for an emulator)")
    add("--address", default="", metavar="URL", help="where later releases are published (its folder apt)")
    add(
        "--kernel",
        default="backports",
        choices=COMPUTERS["arm64"].kernels,
        help="which of Debian's (default backports)",
    )
    add("--display", action="store_true", help="with cage and chromium")
    add("--mirror", default=system.Base.mirror, metavar="URL", help="of Debian")
    add("--fresh", action="store_true", help="Debian's packages anew, not those of the last image")
    add("--pack", action="store_true", help="compressed beside it (.img.zst), as imagers take it")
    asked = parser.parse_args(words)
    of_another = "" if asked.arch == "arm64" else f"-{asked.arch}"
    to: Path = asked.to or DIST / f"jantaku-card-{version}{of_another}.img"
    apt = asked.release / "apt"
    if not (apt / KEYRING).is_file():
        print(f"image: {apt} is no signed repository; run make release with its two keys first", file=sys.stderr)
        return 2
    try:
        image = build(apt.resolve(), to.resolve(), asked)
        print(f"{image}  {image.stat().st_size / 1e6:.0f} MB, {image.stat().st_blocks * 512 / 1e6:.0f} MB on disk")
        if asked.pack:
            packed = image.with_name(f"{image.name}.zst")
            _ran(needed("zstd", "zstd"), "--quiet", "--force", "-10", "--sparse", str(image), "-o", str(packed))
            print(f"{packed}  {packed.stat().st_size / 1e6:.0f} MB")
    except ToolMissing as error:
        print(f"image: {error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"image: {error}", file=sys.stderr)
        return 1
    return 0


def build(apt: Path, image: Path, asked: argparse.Namespace) -> Path:
    os.environ["SOURCE_DATE_EPOCH"] = str(epoch())
    base = system.Base(COMPUTERS[asked.arch], asked.kernel, asked.display, asked.mirror)
    debian = system.base_archive(base, KEPT, fresh=asked.fresh)
    image.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=KEPT) as scratch:
        whole = Path(scratch) / "card.tar"
        system.card_archive(base.computer, debian, apt, asked.address, whole)
        system.unshared([sys.executable, "-m", "tools.packaging.image.disk", str(whole), str(image)])
    return image


def _ran(*command: str) -> None:
    subprocess.run(command, check=True, timeout=system.TIMEOUT_S, stdin=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())

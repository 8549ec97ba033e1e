"""``make deb``: the packages in ``dist/``.

``python -m tools.packaging [--arch amd64 arm64] [--version V] [--pure] [--to DIR]``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hardware.firmware.build import FirmwareBuildError
from tools.manual import site as manual
from tools.packaging.dependencies import MACHINES
from tools.packaging.packages import build, fetched
from tools.packaging.program import ToolMissing
from tools.packaging.tree import ROOT, version_here

DIST: Final = ROOT / "dist"
WHEELS: Final = ROOT / "build" / "wheels"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.packaging", description="Builds the Debian packages.")
    parser.add_argument("--arch", nargs="+", choices=MACHINES, default=list(MACHINES), help="for which machines")
    parser.add_argument("--version", default=version_here(), help="instead of that in pyproject.toml")
    parser.add_argument("--pure", action="store_true", help="do not compile the rules engine, which takes long")
    parser.add_argument("--to", type=Path, default=DIST, metavar="DIR", help="where they go (default dist)")
    asked = parser.parse_args(words)
    try:
        pages = manual.build()
        for name in asked.arch:
            machine = MACHINES[name]
            for path in build(
                fetched(machine, WHEELS / name, pages, pure=asked.pure), machine, asked.version, asked.to
            ):
                print(f"{path}  {path.stat().st_size / 1e6:.1f} MB")
    except (ToolMissing, FirmwareBuildError) as error:
        print(f"packaging: {error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"packaging: {error}\n{(error.stderr or b'').decode()[-2000:]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

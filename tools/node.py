"""The Node tools of this checkout (``package.json``): they check the pages and make their types."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
MODULES: Final = ROOT / "node_modules"


def installed() -> bool:
    """Whether ``npm ci`` has put the tools of the lock file in place."""
    return (MODULES / ".installed").exists()


def skipped(what: str) -> int:
    """Say what was not done and how to make it possible. The exit status: a failure where nothing may be skipped."""
    print(f"{what}: skipped, because the Node tools are not here.", file=sys.stderr)
    print("    sudo apt-get install nodejs npm, then: make lint", file=sys.stderr)
    return 1 if os.environ.get("JANTAKU_NOTHING_SKIPPED") == "1" else 0


def output(*command: str) -> str:
    """What a tool of ``node_modules`` prints. Raises ``CalledProcessError`` when it fails; its errors are shown."""
    tool, *arguments = command
    done = subprocess.run(
        [MODULES / ".bin" / tool, *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, timeout=120
    )
    return done.stdout

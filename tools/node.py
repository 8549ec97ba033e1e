"""The Node tools of this checkout: they check the pages and make their types; nothing needs them to run a table.

They come from ``package-lock.json``, each package held to its hash, into ``node_modules``. Where Node is missing, what
needs it is left out and said aloud, unless nothing may be skipped (``JANTAKU_NOTHING_SKIPPED=1``).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
MODULES: Final = ROOT / "node_modules"
LOCK: Final = ROOT / "package-lock.json"
_STAMP: Final = MODULES / ".installed"
INSTALL_SECONDS: Final = 600.0
HOW_TO_GET_NODE: Final = "sudo apt install nodejs npm"


def installed() -> bool:
    """Whether the tools of the lock file are in place."""
    return _STAMP.exists() and _STAMP.read_bytes() == LOCK.read_bytes()


def install() -> bool:
    """Puts them in place where they are not. False where that cannot be: no Node, no network, a full disk."""
    if installed():
        return True
    if shutil.which("npm") is None:
        return False
    print("jantaku: installing the Node tools into node_modules (once) ...", file=sys.stderr)
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    if subprocess.run(command, cwd=ROOT, check=False, timeout=INSTALL_SECONDS).returncode:
        return False
    _STAMP.write_bytes(LOCK.read_bytes())
    return True


def skipped(what: str) -> int:
    """Says what was left out and how to have it done. The exit status: a failure where nothing may be skipped."""
    print(f"Node is missing or its tools could not be installed: {what}. Run: {HOW_TO_GET_NODE}", file=sys.stderr)
    return 1 if os.environ.get("JANTAKU_NOTHING_SKIPPED") == "1" else 0


def run(tool: str, *arguments: str) -> int:
    """The exit status of a tool; it prints for itself."""
    return subprocess.run([MODULES / ".bin" / tool, *arguments], cwd=ROOT, check=False).returncode


def output(tool: str, *arguments: str) -> str:
    """What a tool prints. Raises ``CalledProcessError``; its errors are shown."""
    command = [MODULES / ".bin" / tool, *arguments]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, timeout=120).stdout

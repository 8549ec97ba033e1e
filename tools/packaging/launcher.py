#!/usr/bin/python3 -sP
"""Runs the release that this computer uses: one put in by ``jantaku update``, else that of the package.

While an update is under way, or was cut off, the package ends it: the new release may not even start. The compiled
rules engine is used where it was made from the very source that the package has.
"""

import sys
from pathlib import Path

CURRENT, PACKAGED = Path("/opt/jantaku/current"), Path("/usr/lib/jantaku")
COMPILED, STAMP = Path("/usr/lib/jantaku-compiled"), "controller.sha256"


def program() -> list[str]:
    cut_off = sys.argv[1:2] == ["update"] and Path("/opt/jantaku/update.json").exists()
    if (CURRENT / "api/cli.py").is_file() and not cut_off:
        return [str(CURRENT.resolve())]
    try:
        fits = (COMPILED / STAMP).read_bytes() == (PACKAGED / STAMP).read_bytes()
    except OSError:
        fits = False
    return [str(COMPILED), str(PACKAGED)] if fits else [str(PACKAGED)]


sys.path[:0] = program()

from api.cli import main  # noqa: E402 - found by the line before

sys.exit(main())

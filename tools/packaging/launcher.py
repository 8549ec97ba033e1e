#!/usr/bin/python3 -sP
"""Runs the release that this computer uses: one put in by ``jantaku update``, else that of the package.

While an update is under way, or was cut off, the package ends it: the new release may not even start.
"""

import sys
from pathlib import Path

CURRENT, PACKAGED = Path("/opt/jantaku/current"), Path("/usr/lib/jantaku")
cut_off = sys.argv[1:2] == ["update"] and Path("/opt/jantaku/update.json").exists()
sys.path.insert(0, str(CURRENT.resolve() if (CURRENT / "api/cli.py").is_file() and not cut_off else PACKAGED))

from api.cli import main  # noqa: E402 - found by the line before

sys.exit(main())

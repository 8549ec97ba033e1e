#!/usr/bin/python3 -sP
"""Runs the release that this computer uses: one put in by ``jantaku update``, else that of the package."""

import sys
from pathlib import Path

CURRENT, PACKAGED = Path("/opt/jantaku/current"), Path("/usr/lib/jantaku")
sys.path.insert(0, str(CURRENT.resolve() if (CURRENT / "api/cli.py").is_file() else PACKAGED))

from api.cli import main  # noqa: E402 - found by the line before

sys.exit(main())

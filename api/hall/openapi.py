"""The HTTP contract of a hall as one committed file: ``python -m api.hall.openapi [--check]`` writes or compares it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from api.hall.app import create_app
from api.hall.runtime import HallRuntime
from api.http.problem_schema import with_problems
from hall.config import Config

FILE: Final = Path(__file__).with_name("openapi.json")


def contract() -> str:
    """OpenAPI 3.1, as the routes say it."""
    made = create_app(HallRuntime(Config())).openapi()
    return json.dumps(with_problems(made), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        return 0 if FILE.exists() and FILE.read_text(encoding="utf-8") == contract() else 1
    FILE.write_text(contract(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

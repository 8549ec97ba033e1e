"""The HTTP contract as one committed file: ``python -m api.table.openapi [--check]`` writes or compares it."""

from __future__ import annotations

import json
import sys

from api.table.app import create_app
from api.table.contract import FILE


def contract() -> str:
    """OpenAPI 3.1, as the routes say it."""
    return json.dumps(create_app().openapi(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        return 0 if FILE.exists() and FILE.read_text(encoding="utf-8") == contract() else 1
    FILE.write_text(contract(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

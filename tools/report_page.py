"""Writes ``docs/tournament-report.schema.json``, the JSON Schema of the open report: ``python -m tools.report_page``.

It is made from ``hall.tournament.report.Report``; ``--check`` only compares.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from hall.tournament.report import report_adapter

SCHEMA: Final = Path(__file__).parents[1] / "docs" / "tournament-report.schema.json"


def schema() -> dict[str, Any]:
    made = report_adapter().json_schema(mode="serialization")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **made,
        "title": "Open report of a mahjong tournament, version 1",
    }


def text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        return 0 if SCHEMA.exists() and SCHEMA.read_text(encoding="utf-8") == text() else 1
    SCHEMA.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

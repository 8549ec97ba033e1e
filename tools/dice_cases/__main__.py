"""``tests/cases/dice``, the vectors of both verifiers: ``python -m tools.dice_cases [--check]``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tools.dice_cases import broken, good, hostile
from tools.dice_cases.values import values

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "cases" / "dice"


def files() -> dict[str, str]:
    """Name to text."""
    cases = [*good.cases(), *hostile.cases(), *broken.cases()]
    texts = {f"{case.id}.json": case.as_text() for case in cases}
    if len(texts) != len(cases):
        raise ValueError("two vectors have one name")
    return {**texts, "values.json": json.dumps(values(), indent=1, ensure_ascii=False) + "\n"}


def main(arguments: list[str]) -> int:
    wanted = files()
    found = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json")}
    if "--check" in arguments:
        return int(found != wanted)
    FOLDER.mkdir(exist_ok=True)
    for name in found.keys() - wanted.keys():
        (FOLDER / name).unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

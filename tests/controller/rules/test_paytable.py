"""The table of payments of a ruleset."""

from __future__ import annotations

import json
from pathlib import Path

from controller.rules import configure
from controller.rules.questions.paytable import payment_table, payment_text

WORDS = Path(__file__).parents[3] / "api" / "locale" / "en" / "rules.json"


def test_the_payment_table_is_that_of_the_sheet() -> None:
    rows = payment_table(configure("hong-kong-old"), [1])
    assert [(row["winner"], row["discarder"], row["pays"], row["gets"]) for row in rows] == [
        ("E", None, {"S": 4, "W": 4, "N": 4}, 12),
        ("E", "S", {"S": 4, "W": 2, "N": 2}, 8),
        ("E", "W", {"S": 2, "W": 4, "N": 2}, 8),
        ("S", None, {"E": 4, "W": 2, "N": 2}, 8),
        ("S", "E", {"E": 4, "W": 1, "N": 1}, 6),
        ("S", "W", {"E": 2, "W": 2, "N": 1}, 5),
    ]
    text = payment_text(rows, json.loads(WORDS.read_text(encoding="utf-8")))
    assert text[0] == "Base 1, East wins by self-draw: South 4, West 4, North 4; gets 12"

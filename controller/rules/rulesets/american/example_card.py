"""The card that is played where a house has none of its own, made up for this ruleset. The yearly cards of the leagues
are protected: whoever owns one enters it."""

from __future__ import annotations

from typing import Any, Final

EXAMPLE_CARD: Final[dict[str, Any]] = {
    "card": "example",
    "title": "Example card",
    "lines": [
        {"id": "T1", "groups": ["R(F)", "K(2a)", "K(4a)", "K(6b)"], "exposure": "X", "value": 25},
        {"id": "T2", "groups": ["K(F)", "P(na)", "P(n+1a)", "K(n+2a)"], "n": [1, 7], "exposure": "X", "value": 30},
        {"id": "T3", "groups": ["K(1a)", "R(3a)", "R(5a)", "R(7a)", "K(9a)"], "exposure": "X", "value": 30},
        {"id": "T4", "groups": ["R(F)", "P(Da)", "P(3a)", "P(6a)", "P(9a)"], "exposure": "X", "value": 25},
        {"id": "T5", "groups": ["K(E)", "P(S)", "P(W)", "K(N)"], "exposure": "X", "value": 25},
        {
            "id": "T6", "groups": ["P(na)", "P(nb)", "P(nc)", "P(F)", "R(Da)"], "n": [1, 9], "exposure": "X",
            "value": 30,
        },
        {"id": "T7", "groups": ["Q(na)", "K(n+1b)", "Q(n+2a)"], "n": [1, 7], "exposure": "X", "value": 45},
        {"id": "T8", "groups": ["[2a 0 4a 8a]", "K(2b)", "K(8b)", "R(F)"], "exposure": "X", "value": 25},
        {"id": "T9", "groups": ["R(1a)", "P(2a)", "K(3a)", "P(4a)", "R(5a)"], "exposure": "X", "value": 30},
        {
            "id": "T10", "groups": ["P(na)", "P(n+1a)", "P(n+2b)", "P(n+3b)", "R(F)"], "n": [1, 6], "exposure": "C",
            "value": 35,
        },
        {
            "id": "T11", "groups": ["R(na)", "R(n+1a)", "R(n+2a)", "R(n+3a)", "R(n+4a)", "R(n+5a)", "R(n+6a)"],
            "n": [1, 3], "exposure": "C", "value": 50, "jokerless-bonus": False,
        },
        {"id": "T12", "groups": ["[N E W S]", "P(na)", "K(nb)", "P(nc)"], "n": [1, 9], "exposure": "C", "value": 35},
        {"id": "T13", "groups": ["X(F)", "K(na)", "K(nb)"], "n": [1, 9], "exposure": "X", "value": 40},
        {"id": "T14", "groups": ["R(Da)", "K(Db)", "K(Dc)", "K(E)"], "exposure": "X", "value": 30},
    ],
}  # fmt: skip

"""Steps of a match that several tests take."""

from __future__ import annotations

from typing import Any

NAMES = ("Ann", "Ben", "Cho", "Dee")
MATCH = {
    "ruleset": "hong-kong-old",
    "seats": [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)],
    "seating": "given",
    "first_dealer": 0,
}
QUICK = {"kind": "win", "wins": [{"winner": 0, "source": "discard", "discarder": 2, "total": 4}]}
TILES = {
    "hand": "44s888s99p",
    "melds": [
        {"kind": "pung", "tiles": "222m", "concealed": False},
        {"kind": "pung", "tiles": "777p", "concealed": False},
    ],
    "winning_tile": "4s", "flowers": "2f", "flags": [],
}  # fmt: skip


async def done(answer: Any, status: int = 202) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


async def start(house: Any) -> None:
    await done(await house.post("/matches", MATCH), 201)


async def play(house: Any) -> None:
    """A hand is being played: dice 3, 4, 1 broke the wall."""
    house.dice.faces = [3, 4, 1]
    await done(await house.post("/dice/rolls", {"purpose": "break"}))


async def finish(house: Any) -> None:
    await done(await house.post("/matches/current/hands/current/result", QUICK))

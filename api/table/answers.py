"""The shape of what the questions of a table are answered with."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Lock(BaseModel):
    """What bars a player from a discard, and what ends that (empty: the hand). ``tiles`` empty: every discard."""

    key: str
    ends: str
    tiles: list[str]
    text: str


class WayToWin(BaseModel):
    """Winning with a wait in one way: the result as ``/score`` gives it, and what it lacks to the minimum."""

    model_config = ConfigDict(extra="allow")

    win: Literal["self-draw", "discard"]
    discarder: Literal["E", "S", "W", "N"] | None
    legal: bool
    missing: int
    total: int | None = None
    payments: dict[str, int] | None = None


class Wait(BaseModel):
    """A tile that completes the hand; ``legal`` to ``missing`` are of the win that the record describes."""

    tile: str
    left: int = Field(description="copies that are not in the hand")
    unseen: int = Field(description="copies that lie open nowhere either")
    legal: bool
    total: int
    items: dict[str, int]
    missing: int
    bars: list[str] = Field(description="keys of the locks that keep the player from winning with a discarded one")
    claimable: bool = Field(description="may be won with when somebody discards it")
    wins: list[WayToWin]
    sentences: list[str]


class WaitsAnswer(BaseModel):
    id: Any
    unit: str
    minimum: int
    waits: list[Wait]
    locks: list[Lock]
    lacks: int | None = Field(None, description="what the hand with its winning tile lacks to the minimum")
    sentences: list[str]


class Granted(BaseModel):
    seat: int
    claim: Literal["win", "kong", "pung", "chow"]


class Bid(Granted):
    granted: bool
    key: str
    text: str


class ClaimsAnswer(BaseModel):
    id: Any
    granted: list[Granted]
    bids: list[Bid]

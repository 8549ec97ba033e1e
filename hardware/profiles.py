"""Kinds of simulated tables as data. Numbers: the sourced and assumed figures of four-port and Japanese machines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Profile:
    """``pick_rate`` r and ``pick_half`` K: a side picks r * B / (B + K) tiles per second from B that lie right.

    ``flip_rate``: turns per second of a tile that lies wrong. ``face_up``: chance to land wrong. ``memory``: share of
    the dropping order that survives the tumbling (0: ideal). ``layering``: chance that a wheel takes, of the two tiles
    that are next, the one that dropped in first for the lower place of a stack, last for the upper one; real machines
    have shown such an effect. Times in seconds: ``lift`` and ``hatch`` for one way, ``head`` for one push.
    ``fault_scale`` multiplies the fault rates.
    """

    name: str
    pick_rate: float = 2.0
    pick_half: float = 6.0
    flip_rate: float = 0.6
    face_up: float = 0.5
    memory: float = 0.3
    layering: float = 0.0
    lift: float = 1.2
    hatch: float = 2.0
    head: float = 0.35
    fault_scale: float = 1.0
    sets: int = 2


PROFILES: Final = {
    profile.name: profile
    for profile in (
        Profile("fast", pick_rate=2.2, fault_scale=0.1),
        Profile("normal"),
        Profile("tired", pick_rate=1.2, lift=1.4, hatch=2.3, head=0.4, fault_scale=5.0),
        Profile("slow", pick_rate=0.9),
        Profile("single-set", sets=1),
        Profile("layered", layering=0.1),
    )
}

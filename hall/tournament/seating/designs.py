"""Schedules in which no two players ever meet twice, from a few rounds that are shifted.

Known mathematics (resolvable designs with blocks of four), found again by search for this program. A design has orbits
``a``, ``b``, ... of as many players as its modulus, and players ``z0``, ``z1``, ... who stay. A round is written as its
tables, ``a5 b2 c2 z0 | ...``; the next one adds one to each number, modulo the modulus.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FIXED: Final = "z"


@dataclass(frozen=True, slots=True)
class Design:
    modulus: int
    orbits: int
    fixed: int
    """Players who stay while the others are shifted."""
    shifted: tuple[str, ...]
    """Rounds of which each stands for as many as the modulus."""
    still: tuple[str, ...] = ()
    """Rounds that a shift turns into themselves."""

    @property
    def players(self) -> int:
        return self.modulus * self.orbits + self.fixed

    def rounds(self) -> list[list[int]]:
        """Each round as its players, counted from 0, four by four."""
        shifted = [self._round(text, by) for text in self.shifted for by in range(self.modulus)]
        return shifted + [self._round(text, 0) for text in self.still]

    def _round(self, text: str, by: int) -> list[int]:
        return [self._player(point, by) for point in text.replace("|", " ").split()]

    def _player(self, point: str, by: int) -> int:
        orbit, number = point[0], int(point[1:])
        if orbit == FIXED:
            return self.modulus * self.orbits + number
        return (ord(orbit) - ord("a")) * self.modulus + (number + by) % self.modulus


DESIGNS: Final = (
    Design(5, 3, 1, ("z0 a0 b0 c0 | a1 a4 b2 b3 | a2 a3 c1 c4 | b1 b4 c2 c3",)),
    Design(7, 3, 3, ("a5 b2 c2 z0 | a4 b3 c4 z1 | a1 b1 c6 z2 | a0 a2 a3 b5 | b0 b4 b6 c3 | a6 c0 c1 c5",)),
    Design(
        9, 3, 1, ("a7 b1 c4 z0 | a1 a4 b5 b6 | b4 b7 c2 c6 | a6 a8 c1 c7 | b3 b8 c0 c8 | a0 a5 c3 c5 | a2 a3 b0 b2",)
    ),
    Design(
        5,
        6,
        2,
        (
            "a0 b0 f0 z0 | a1 c2 c4 f3 | a2 a3 d0 e4 | a4 b1 c1 d4 | b2 b3 c0 e1 | b4 d1 d3 f2 | c3 d2 e0 z1 | "
            "e2 e3 f1 f4",
            "a0 a3 d4 f4 | a1 b4 e1 e4 | a2 b3 f0 z1 | a4 c3 c4 e3 | b0 b2 c1 f1 | b1 d1 d2 e2 | c0 d0 f2 f3 | "
            "c2 d3 e0 z0",
        ),
    ),
    Design(
        11,
        3,
        3,
        (
            "a0 b8 c2 z0 | a2 b0 c8 z1 | a8 b2 c0 z2 | a1 a4 a6 b5 | b1 b4 b6 c5 | a5 c1 c4 c6 | b3 b7 c9 c10 | "
            "a9 a10 c3 c7 | a3 a7 b9 b10",
        ),
    ),
    Design(
        5,
        8,
        0,
        (
            "a0 h0 g2 a3 | b0 c1 f1 g1 | c0 b2 d2 d4 | d0 f0 f2 e3 | e0 b3 g3 e4 | g0 d3 a4 g4 | a1 d1 e1 h4 | "
            "b1 a2 h3 b4 | h1 e2 c3 c4 | c2 h2 f3 f4",
            "a0 f2 c3 a4 | b0 a2 c2 c4 | c0 d0 g3 h4 | e0 b1 h1 h2 | f0 e2 g2 g4 | g0 d1 b2 b3 | h0 g1 f3 h3 | "
            "a1 f1 d2 d3 | c1 e1 e3 d4 | a3 b4 e4 f4",
        ),
        (
            "a0 d3 e4 h4 | b0 c0 f3 g4 | d0 e1 h1 a2 | e0 h0 a1 d4 | f0 g1 b2 c2 | g0 b1 c1 f4 | d1 e2 h2 a3 | "
            "f1 g2 b3 c3 | d2 e3 h3 a4 | f2 g3 b4 c4",
            "a0 b0 e3 f4 | c0 d1 g1 h1 | d0 g0 h0 c4 | e0 f1 a2 b2 | f0 a1 b1 e4 | c1 d2 g2 h2 | e1 f2 a3 b3 | "
            "c2 d3 g3 h3 | e2 f3 a4 b4 | c3 d4 g4 h4",
            "a0 c1 e2 g3 | b0 d1 f2 h3 | c0 e1 g2 a4 | d0 f1 h2 b4 | e0 g1 a3 c4 | f0 h1 b3 d4 | g0 a2 c3 e4 | "
            "h0 b2 d3 f4 | a1 c2 e3 g4 | b1 d2 f3 h4",
        ),
    ),
)
"""16 players in 5 rounds (the affine plane of order 4), 24 in 7, 28 in 9, 32 in 10, 36 in 11, 40 in 13: as many rounds
as there can be."""

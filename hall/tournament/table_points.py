"""One game at one table: from the scores on the sheet to standings points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from hall.tournament.presets import POINTS_OF_STICK, PenaltyUnit, Preset, StickRule


@dataclass(frozen=True)
class GameSheet:
    """What was written down; all by seat, E S W N."""

    players: tuple[str, ...]
    scores: tuple[int, ...]
    sticks: int
    """Left on the table at the end, of 1,000 points each."""
    penalties: tuple[Fraction, ...]
    """None above 0; in the unit of the preset."""


@dataclass(frozen=True)
class GamePoints:
    """What the game is worth; both by seat, E S W N."""

    points: tuple[Fraction, ...]
    """Standings points, penalties included."""
    scores: tuple[int, ...]
    """With the sticks that went to the first, and the penalties that change the table."""


def game_points(sheet: GameSheet, preset: Preset, sticks: StickRule) -> GamePoints:
    """Places are those before the sticks, and after the penalties that change the table."""
    at_table = preset.penalties is PenaltyUnit.TABLE
    ranked = [
        score + int(fine) if at_table else score for score, fine in zip(sheet.scores, sheet.penalties, strict=True)
    ]
    shares = _stick_shares(ranked, sheet.sticks, preset) if sticks is StickRule.FIRST else [0] * len(ranked)
    scores = tuple(score + share for score, share in zip(ranked, shares, strict=True))
    uma = _uma(ranked, preset)
    points = tuple(
        (score - preset.zero) * preset.scale + extra + (0 if at_table else fine)
        for score, extra, fine in zip(scores, uma, sheet.penalties, strict=True)
    )
    return GamePoints(points, scores)


def _uma(ranked: Sequence[int], preset: Preset) -> list[Fraction]:
    by_place = preset.uma_by_floating[sum(score >= preset.zero for score in ranked)]
    uma = [Fraction(0)] * len(ranked)
    place = 0
    for tied in _tied(ranked):
        total = sum(by_place[place : place + len(tied)], Fraction(0))
        place += len(tied)
        unit = preset.tie_unit or total / len(tied) or Fraction(1)
        for seat, share in zip(tied, _shared(total, unit, len(tied), rest_to_nearest=True), strict=True):
            uma[seat] = share
    return uma


def _stick_shares(ranked: Sequence[int], sticks: int, preset: Preset) -> list[int]:
    firsts = next(_tied(ranked))
    total, unit = Fraction(sticks * POINTS_OF_STICK), Fraction(preset.stick_unit)
    shares = _shared(total, unit, len(firsts), rest_to_nearest=preset.stick_rest_to_nearest)
    by_seat = dict(zip(firsts, shares, strict=True))
    return [int(by_seat.get(seat, 0)) for seat in range(len(ranked))]


def _tied(ranked: Sequence[int]) -> Iterator[list[int]]:
    """The seats by place, best first; those that are equal together, the one nearest the first dealer first."""
    for score in sorted(set(ranked), reverse=True):
        yield [seat for seat, other in enumerate(ranked) if other == score]


def _shared(total: Fraction, unit: Fraction, among: int, *, rest_to_nearest: bool) -> list[Fraction]:
    """Equal shares in whole units; what remains is the first one's, or nobody's."""
    share = total / unit // among * unit
    shares = [share] * among
    if rest_to_nearest:
        shares[0] += total - share * among
    return shares

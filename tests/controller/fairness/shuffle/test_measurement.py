"""Reports: what a bad shuffle shows, how often a perfect one is accused, and what a file cannot say."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from controller.fairness.shuffle.cycle_file import read_cycles
from controller.fairness.shuffle.effects import EffectKind, TracedCycle, trace
from controller.fairness.shuffle.guessing import COUNTING_STRATEGY, right_guesses, shuffled
from controller.fairness.shuffle.measurement import ShuffleEffect, ShuffleReport, holm, measure
from tests.controller.fairness.shuffle.decks import Mix, cycle_lines, numbered


def report(cycles: int, seed: int, mix: Mix | None = None, *header: str) -> ShuffleReport:
    lines = cycle_lines(cycles, seed, mix) if mix else cycle_lines(cycles, seed)
    return measure(read_cycles([*header, *lines]), seed=seed)


def layered(tiles: list[str], random: Random) -> None:
    """Six pairs of tiles lie the wrong way for chance: what dropped in first is below."""
    random.shuffle(tiles)
    for stack in random.sample(range(68), 12):
        upper, lower = sorted(tiles[2 * stack : 2 * stack + 2], key=int, reverse=True)
        tiles[2 * stack : 2 * stack + 2] = upper, lower


def sided(tiles: list[str], random: Random) -> None:
    """What dropped in last favours the first wall."""
    keys = {tile: random.random() + (0.08 if int(tile) > 84 else 0) for tile in tiles}
    tiles.sort(key=keys.__getitem__, reverse=True)


def clumped(tiles: list[str], random: Random) -> None:
    """Some pairs stay together."""
    pairs, kept = [tiles[n : n + 2] for n in range(0, 136, 2)], []
    for pair in pairs:
        kept += [pair] if random.random() < 0.04 else [[tile] for tile in pair]
    random.shuffle(kept)
    tiles[:] = [tile for part in kept for tile in part]


@pytest.mark.parametrize(
    ("mix", "kinds"),
    [
        (layered, {EffectKind.LAYER, EffectKind.LAYERING}),
        (sided, {EffectKind.WALL}),
        (clumped, {EffectKind.KEPT}),
    ],
)
def test_a_shuffle_that_does_not_mix_is_shown_by_its_own_effect(mix: Mix, kinds: set[EffectKind]) -> None:
    shown = {effect.kind for effect in report(120, 5, mix).shown}
    assert kinds <= shown


def test_a_deck_that_comes_back_as_it_was_is_guessed() -> None:
    shown = {effect.kind: effect for effect in report(8, 1, lambda tiles, random: None).effects}
    assert shown[EffectKind.GUESSES].mean > 60


def test_a_perfect_shuffle_shows_nothing() -> None:
    found = report(60, 2)
    assert found.shown == ()
    assert len(found.effects) == 15
    assert found.missing == ()


def test_intervals_hold_the_perfect_value_as_often_as_they_promise() -> None:
    """60 files of 7 cycles with 14 intervals each: of 840, 99 % hold it; they hang together within a file."""
    effects = [effect for seed in range(60) for effect in report(7, seed).effects]
    assert len(effects) == 840
    assert sum(effect.low <= effect.fair <= effect.high for effect in effects) >= 810


def test_what_these_cycles_could_have_shown_is_stated() -> None:
    by_kind = {effect.kind: effect for effect in report(178, 3).effects}
    assert by_kind[EffectKind.LAYER].smallest == pytest.approx(1.0, abs=0.01)


def test_the_same_seed_gives_the_same_report() -> None:
    assert report(20, 4) == report(20, 4)


def test_tiles_that_cannot_be_told_apart_leave_neighbours_out() -> None:
    lines = cycle_lines(20, 1, before=["A"] * 52 + ["B"] * 32 + ["C"] * 52)
    found = measure(read_cycles(["zones: first=52 rest=84", *lines]), seed=1)
    assert found.missing == (EffectKind.KEPT,)


def test_equal_tiles_of_several_zones_leave_zones_out() -> None:
    before = [f"{kind}" for _ in range(4) for kind in "abcdefghij"]
    found = measure(read_cycles(cycle_lines(20, 1, before=before)), seed=1)
    assert found.missing == (EffectKind.LAYER, EffectKind.WALL, EffectKind.KEPT)


def test_few_cycles_are_too_few_to_learn_from() -> None:
    assert report(7, 1).missing == (EffectKind.GUESSES,)


def test_starting_orders_are_counted() -> None:
    one, two = cycle_lines(3, 1), cycle_lines(2, 2, before=numbered()[::-1])
    assert measure(read_cycles(["start: sorted", *one, "start: back", *two]), seed=1).starts == {"sorted": 3, "back": 2}


def test_holm_multiplies_the_smallest_by_all_and_never_turns_the_order() -> None:
    effects = [ShuffleEffect(EffectKind.KEPT, "", 0, 0, 0, 0, 0, 0, p) for p in (0.04, 0.01, 0.03, 0.9)]
    assert [round(each.adjusted, 6) for each in holm(effects)] == [0.09, 0.04, 0.09, 0.9]


def test_the_counting_guesser_is_right_as_often_as_known() -> None:
    """11.26 with a deviation of 2.54 for a set of 136; the mean of 600 games is within 4 of its own deviations."""
    random = Random(7)
    games = list(played(600, random))
    assert sum(games) / len(games) == pytest.approx(11.26, abs=4 * 2.54 / len(games) ** 0.5)


def played(games: int, random: Random) -> Iterator[int]:
    cycle: TracedCycle = trace(read_cycles(cycle_lines(2, 1))).cycles[0]
    return (right_guesses(shuffled(cycle, random), COUNTING_STRATEGY) for _ in range(games))

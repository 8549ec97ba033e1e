"""Which tiles people leave out of a full set for a game."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import configure, rulesets
from controller.rules.hand.left_out import FULL_COPIES, TilesNeeded, tiles_needed
from controller.rules.hand.tile_set import JOKER, Joker, tile_set

FULL = 144
WHOLE = {"flowers": 4, "seasons": 4}


def needed(ruleset: str, **options: Any) -> TilesNeeded:
    return tiles_needed(
        configure(ruleset, {name.replace("_", "-"): value for name, value in options.items()}).asks.tiles
    )


def told(ruleset: str, **options: Any) -> list[tuple[str, tuple[str, ...], int]]:
    return [(part.group, part.tiles, part.copies) for part in needed(ruleset, **options).left_out]


@pytest.mark.parametrize("ruleset", rulesets())
def test_what_is_left_out_and_added_makes_the_wall(ruleset: str) -> None:
    game = configure(ruleset)
    found = tiles_needed(game.asks.tiles)
    out = sum(len(part.tiles) * part.copies for part in found.left_out)
    assert FULL - out + sum(found.added.values()) - found.chosen + found.spare == found.total == game.wall.tiles


def test_a_game_with_all_tiles_leaves_nothing_out() -> None:
    assert told("hong-kong-old") == []


def test_a_game_without_bonus_tiles_leaves_out_both_series_whole() -> None:
    parts = needed("riichi").left_out
    assert [(part.group, part.whole) for part in parts] == [("flowers", True), ("seasons", True)]


def test_three_player_riichi_leaves_out_the_middle_characters() -> None:
    middle = tuple(f"{rank}m" for rank in range(2, 9))
    assert told("sanma")[0] == ("characters", middle, FULL_COPIES)
    assert needed("sanma").left_out[0].whole is False


def test_one_copy_of_a_kind_is_left_out_where_a_game_has_three() -> None:
    parts = needed("sanma", remove="3x34").left_out
    assert {part.copies for part in parts if part.group not in WHOLE} == {1}


def test_four_flowers_stay_where_a_game_has_four() -> None:
    groups = [part.group for part in needed("sanma", flowers=True).left_out]
    assert len({"flowers", "seasons"} & set(groups)) == 1


def test_red_fives_take_the_place_of_plain_ones() -> None:
    assert needed("riichi", red_fives=3).red == {"0m": 1, "0p": 1, "0s": 1}


def test_a_suit_that_the_players_choose_is_counted_and_not_named() -> None:
    found = needed("cantonese-old", players=3)
    assert (found.total, found.chosen, found.spare) == (100, 36, 0)


def test_tiles_of_the_house_are_spare() -> None:
    assert needed("hong-kong-old", tiles=148).spare == 4


def test_animals_and_jokers_are_added_to_a_full_set() -> None:
    tiles = tile_set(animals=4, jokers={JOKER: Joker(8)})
    assert tiles_needed(tiles).added == {"1a": 1, "2a": 1, "3a": 1, "4a": 1, "1j": 8}

"""What a result has to say, as it is recorded in a match and read back."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import configure, rulesets
from controller.rules.entry import Asks, CountField, Declaration, RowField, asks_from
from controller.rules.hand.tile_set import tile_set

GAMES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in rulesets()),
    ("hong-kong-old", {"tiles": 152}),
    ("cantonese-old", {"players": 3, "flowers": True}),
    ("riichi", {"red-fives": 4, "nagashi-mangan": "as-tsumo-mangan"}),
    ("sanma", {"remove": "3x34", "flowers": True, "red-fives": 8}),
]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_what_is_recorded_reads_back_as_it_was(name: str, options: dict[str, Any]) -> None:
    asks = configure(name, options).asks
    assert asks_from(asks.as_json()) == asks


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_the_walls_are_made_of_the_tiles_of_the_set(name: str, options: dict[str, Any]) -> None:
    game = configure(name, options)
    assert (game.wall.tiles, game.wall.players, game.wall.hand_tiles) == (
        game.tiles.total, game.tiles.players, game.tiles.hand,
    )  # fmt: skip


OF_SANMA_BEFORE = {
    "riichi": ["riichi", "double-riichi"], "ready": True, "nagashi": True, "abort": [], "least": 1, "presets": [1, 2],
    "flowers": False, "red": True, "indicators": True, "hidden": True, "copies": 4, "kita": 4,
    "absent": ["2m", "3m", "4m", "5m", "6m", "7m", "8m"], "seen": ["discards"],
}  # fmt: skip


def test_a_match_that_began_before_there_was_a_set_of_tiles_asks_for_the_same() -> None:
    asks = asks_from(OF_SANMA_BEFORE)
    assert asks.declared == (
        Declaration("riichi", ("win", "draw", "abort"), ("riichi", "double-riichi"), True),
        Declaration("nagashi", ("draw",)),
    )
    assert (asks.counts, asks.rows) == (
        (CountField("kita", 4, "4z"),),
        (RowField("dora_indicators", 5), RowField("ura_indicators", 5, ("riichi", "double-riichi"))),
    )
    assert (asks.pot, asks.counted_in) == (("deposits",), "honba")
    assert asks.tiles == tile_set(without=range(1, 8), red={"0p": 1})
    assert asks_from(asks.as_json()) == asks


def test_a_match_without_any_of_it_is_an_ordinary_one() -> None:
    assert asks_from({}) == Asks()


def test_the_set_of_tiles_is_published_without_numbers_that_a_page_has_to_know() -> None:
    tiles = configure("sanma", {"remove": "keep-5m", "flowers": True, "red-fives": 2}).tiles.as_json()
    assert tiles == {
        "players": 3, "hand": 13, "sets": 4, "total": 4 * 28 + 4, "copies": 4, "other_copies": {},
        "kinds": ["1m", "5m", "9m", *(f"{rank}{suit}" for suit in "ps" for rank in range(1, 10)),
                  *(f"{rank}z" for rank in range(1, 8))],
        "bonus": {"1f": 1, "2f": 1, "3f": 1, "4f": 1}, "red": {"0p": 1, "0s": 1},
        "jokers": {}, "strangers_are_too_many": False, "strangers_win_nothing": False,
        "strangers_count": False, "known": [], "laid": [], "thrown_wild": False, "exposures": False,
        "wild": {"kinds": [], "shown": "", "pointed": {}, "stands_for": []},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("ruleset", "options", "order"),
    [
        ("hong-kong-old", {}, "circle"),
        ("hong-kong-old", {"tiles": 136}, ""),
        ("cantonese-old", {"flowers": True}, "each"),
        ("cantonese-old", {}, ""),
        ("taiwanese", {}, "each"),
        ("taiwanese", {"opening-flowers": "round"}, "circle"),
        ("filipino", {}, "each"),
        ("american", {}, ""),
        ("riichi", {}, ""),
    ],
)
def test_bonus_tiles_of_the_deal_are_replaced_in_the_order_of_the_game(
    ruleset: str, options: dict[str, Any], order: str
) -> None:
    assert configure(ruleset, options).asks.bonus_after_deal == order


@pytest.mark.parametrize(
    ("ruleset", "options", "sources"),
    [
        ("cantonese-old", {"flowers": True}, ("self-draw", "discard")),
        ("cantonese-old", {}, ()),
        ("hong-kong-old", {}, ("self-draw", "discard")),
        ("hong-kong-old", {"eight-flowers-win": False}, ()),
        ("hong-kong-new", {}, ("self-draw", "discard")),
        ("taiwanese", {"eight-flowers": "added"}, ("discard",)),
        ("taiwanese", {"eight-flowers": "added", "seven-robs-one": False}, ()),
        ("singapore", {}, ("self-draw", "discard")),
        ("chinese-traditional", {"flowers": True}, ()),
        ("mcr", {}, ()),
        ("vietnamese", {}, ()),
    ],
)
def test_the_eighth_flower_may_be_the_winning_tile_where_it_wins(
    ruleset: str, options: dict[str, Any], sources: tuple[str, ...]
) -> None:
    assert configure(ruleset, options).asks.bonus_wins == sources

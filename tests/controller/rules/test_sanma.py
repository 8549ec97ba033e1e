"""Sanma: its set and dora, north set aside, payments among three, walls on four sides."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import OptionError, RecordError, configure, score
from controller.rules.game import End, MatchPosition, QuickWin
from controller.rules.rulesets.sanma.payments import SPLITS
from controller.walls import lay_out
from controller.walls.layout import broken_side
from controller.walls.sides import sides_by_rule
from tests.controller.rules.rule_records import record
from tests.controller.rules.settling import settle, settle_quick

PINFU = ("234p67p345s678s99s", "5p")


def sanma(hand: str, winning: str, source: str | None = None, **more: Any) -> dict[str, Any]:
    fields = {name: more.pop(name) for name in ("kita", "honba") if name in more}
    shown = {"dora_indicators": more.pop("dora", ""), "ura_indicators": more.pop("ura", "")}
    return score(record("sanma", hand, winning, source, **more) | fields | shown)


@pytest.mark.parametrize(
    ("remove", "indicator", "dora"),
    [
        ("2m-8m", "1m", "9m"),
        ("2m-8m", "9m", "1m"),
        ("keep-5m", "1m", "5m"),
        ("keep-5m", "5m", "9m"),
        ("2s-8s", "1s", "9s"),
        ("3x34", "1m", "2m"),
    ],
)
def test_indicators_pass_over_what_is_not_in_the_set(remove: str, indicator: str, dora: str) -> None:
    suit = "p" if remove != "2s-8s" else "m"
    hand = f"{dora[0] * 3}{dora[1]}234567{suit}123p9{suit}"
    result = sanma(hand, f"9{suit}", flags=("riichi",), dora=indicator, remove=remove)
    assert result["items"]["dora"] == 3


def test_the_circle_of_winds_stays_whole() -> None:
    assert sanma("111z234567p456s9p", "9p", flags=("riichi",), dora="4z")["items"]["dora"] == 3


def test_tiles_that_are_not_in_the_set_are_named() -> None:
    with pytest.raises(RecordError) as caught:
        sanma("234m67p345s678s99s", "5p")
    assert (caught.value.field, caught.value.tile) == ("hand", "2m")
    assert sanma("234m67p345s678s99s", "5p", remove="3x34")["legal"]
    with pytest.raises(RecordError, match="2s"):
        sanma("234s67p345p678p99p", "5p", remove="2s-8s")


def test_there_is_no_chi_except_with_the_full_set() -> None:
    hand = ("67p345s678s22s", "5p", "E")
    with pytest.raises(RecordError, match="chi"):
        sanma(*hand, melds="C234p")
    assert sanma(*hand, melds="C234p", remove="3x34")["items"] == {"tanyao": 1}
    assert sanma("1111p234567p999s", "9s", remove="3x34")["reason"] == "too-many-copies"


def test_norths_set_aside_are_dora_and_open_nothing() -> None:
    assert sanma(*PINFU, kita=3, flags=("riichi",))["items"] == {"riichi": 1, "menzen-tsumo": 1, "pinfu": 1, "kita": 3}
    assert sanma(*PINFU, kita=2, dora="3z", ura="3z", flags=("riichi",))["items"]["ura"] == 2
    assert sanma("67p345s678s44z", "5p", "E", melds="P777z", kita=2)["items"] == {"chun": 1, "kita": 2}
    assert sanma("67p345s678s44z", "5p", "E", melds="P777z", kita=3)["reason"] == "too-many-copies"


def test_kita_alone_is_no_yaku() -> None:
    assert sanma("234p67p999s99p", "5p", "E", melds="P111p", kita=2)["reason"] == "below-minimum"


@pytest.mark.parametrize(("north", "item"), [("yakuhai-all", "north"), ("always-dora", "kita"), ("guest", None)])
def test_north_may_be_something_else(north: str, item: str | None) -> None:
    items = sanma("234567p345s444z9s", "9s", "E", flags=("riichi",), north=north)["items"]
    assert items == {"riichi": 1} | ({} if item is None else {item: 1 if item == "north" else 3})
    if north != "always-dora":
        with pytest.raises(RecordError, match="north"):
            sanma(*PINFU, kita=1, north=north)


def test_a_pair_of_norths_that_score_for_all_has_fu() -> None:
    with_fu = sanma("67p345s678s44z", "5p", melds="A7777z", north="yakuhai-all")
    assert (with_fu["fu"], sanma("67p345s678s44z", "5p", melds="A7777z")["fu"]) == (60, 60)
    assert "pinfu" not in sanma("234p67p345s678s44z", "5p", north="yakuhai-all")["items"]
    assert "pinfu" in sanma("234p67p345s678s44z", "5p")["items"]


def test_the_draw_after_kita_is_rinshan_where_the_house_says_so() -> None:
    assert sanma(*PINFU, kita=1, flags=("kita",))["items"]["rinshan"] == 1
    assert "rinshan" not in sanma(*PINFU, kita=1, flags=("kita",), kita_rinshan=False)["items"]
    assert "rinshan" in sanma(*PINFU, kita=1, flags=("replacement",), kita_rinshan=False)["items"]


def test_a_north_set_aside_can_be_won_on_without_chankan() -> None:
    hand = ("19m19p19s1235567z", "4z", "robbed E")
    assert sanma(*hand, flags=("kita",))["items"] == {"kokushi": 13}
    assert sanma(*hand, flags=("kita",), kita_ron=False)["reason"] == "not-a-winning-hand"
    assert sanma("234p567p345s678s4z", "4z", "robbed E", flags=("kita", "riichi"))["items"] == {"riichi": 1}
    assert "chankan" in sanma("234p567p345s67s33z", "8s", "robbed E", flags=("riichi",))["items"]


def test_flowers_are_dora_where_they_are_in_play() -> None:
    assert sanma(*PINFU, flowers="13f", house={"flowers": True})["items"]["flower"] == 2
    assert "flower" not in sanma(*PINFU, flowers="13f")["items"]


def test_the_options_of_western_japan() -> None:
    kansai = {"fixed-fu": 30, "pinfu-tsumo": False, "round-to": 1000, "red-fives": 8, "open-tanyao": False}
    drawn = sanma("234p67p345s678s99s", "5p", flags=("riichi",), house=kansai)
    assert (drawn["items"], drawn["fu"]) == ({"riichi": 1, "menzen-tsumo": 1}, 30)
    assert drawn["payments"] == {"E": -1000, "S": 2000, "W": -1000, "N": 0}
    reds = sanma("234p000p340s678s9s", "9s", "E", flags=("riichi",), house=kansai)
    assert (reds["items"]["red"], reds["payments"]["S"]) == (4, 8000)
    two = {"red-fives": 2}
    assert sanma("234p000p345s678s9s", "9s", "E", flags=("riichi",), house=two)["reason"] == "too-many-copies"


@pytest.mark.parametrize(("seat", "won", "paid"), [("S", "W", 6000), ("E", "W", 8000)])
def test_a_discard_may_be_paid_less(seat: str, won: str, paid: int) -> None:
    """A mangan: three quarters of 8000 for a child, two thirds of 12000 for the dealer."""
    result = sanma("234567p345s678s9s", "9s", won, seat=seat, flags=("riichi", "ippatsu"), dora="8s2p",
                   tsumo_payment="ron-reduced")  # fmt: skip
    assert result["level"] == "mangan"
    assert result["payments"][won] == -paid


def test_counters_are_paid_by_both_opponents() -> None:
    assert sanma(*PINFU, "E", flags=("riichi",), honba=2)["payments"]["E"] == -2400
    assert sanma(*PINFU, flags=("riichi",), honba=2)["payments"] == {"E": -1500, "S": 2400, "W": -900, "N": 0}
    more = {"honba-value": 1000, "honba-each": 500}
    assert sanma(*PINFU, flags=("riichi",), honba=1, house=more)["payments"]["S"] == 3000


def test_nobody_is_north() -> None:
    with pytest.raises(RecordError) as caught:
        sanma(*PINFU, seat="N")
    assert caught.value.field == "seat_wind"


def test_without_honors_north_must_be_a_guest() -> None:
    with pytest.raises(OptionError) as caught:
        configure("sanma", {"remove": "honors"})
    assert caught.value.option == "north"
    assert configure("sanma", {"remove": "honors", "north": "guest"}).wall.tiles == 108


# the table


@pytest.mark.parametrize(
    ("options", "tiles"),
    [
        ({}, 108),
        ({"remove": "2s-8s"}, 108),
        ({"remove": "keep-5m"}, 112),
        ({"remove": "3x34"}, 102),
        ({"flowers": True}, 112),
    ],
)
def test_the_set_has_so_many_tiles(options: dict[str, Any], tiles: int) -> None:
    wall = configure("sanma", options).wall
    assert wall.tiles == tiles
    assert sum(sides_by_rule(wall, 0)) == tiles


def test_every_side_has_a_wall_and_the_neighbours_have_the_longer_ones() -> None:
    game = configure("sanma")
    assert sides_by_rule(game.wall, 0) == (26, 28, 26, 28)
    assert sides_by_rule(game.wall, 1) == (28, 26, 28, 26)
    assert sides_by_rule(configure("sanma", {"long-sides": "dealer"}).wall, 0) == (28, 26, 28, 26)


def test_the_dice_count_players_or_sides() -> None:
    players, sides = configure("sanma").wall, configure("sanma", {"count-over": "sides"}).wall
    assert [broken_side(players, 1, (1, face)) for face in (1, 2, 3)] == [2, 0, 1]
    assert [broken_side(sides, 1, (1, face)) for face in (1, 2, 3)] == [2, 3, 0]


def test_eight_replacement_tiles_lie_before_the_indicator() -> None:
    game = configure("sanma")
    layout = lay_out(game.wall, 0, (3, 4))
    left = layout.remaining()
    assert {chair: len(slots) for chair, slots in layout.deal.items()} == {0: 14, 1: 13, 2: 13}
    assert (left.live_left, len(left.dead)) == (54, 14)
    assert layout.indicators() == (layout.end_order[8],)
    assert layout.remaining(replaced=2).live_left == 52
    other = lay_out(configure("sanma", {"dead-wall": "without-kita"}).wall, 0, (3, 4))
    assert other.indicators(2) == (other.end_order[4], other.end_order[6])
    assert lay_out(configure("sanma", {"dead-wall": "none"}).wall, 0, (3, 4)).indicators() == ()
    fixed = lay_out(configure("sanma", {"kita-shortens-wall": False}).wall, 0, (3, 4))
    assert fixed.remaining(replaced=2).live_left == 54


# the match


def test_three_players_settle_and_go_on() -> None:
    game = configure("sanma", {"absent-seat": 1})
    assert game.seat_winds(MatchPosition(0, 0)) == ("E", None, "S", "W")
    won = settle_quick(game, MatchPosition(2, 0, extra_hands=1), QuickWin(2, "self-draw", None, 3, fu=40))
    assert won.net == (-2700, 0, 5400, -2700)
    drawn = settle(game, MatchPosition(2, 0), End("draw", ready=(2,)))
    assert drawn.net == (-1000, 0, 2000, -1000)
    assert game.advance(MatchPosition(0, 0), [End("win", winners=(3,))], (0, 0, 0, 0)) == MatchPosition(2, 0, number=2)


def test_six_hands_make_a_match_of_three() -> None:
    game = configure("sanma")
    position: MatchPosition | None = MatchPosition(1, 1)
    dealers = []
    while position is not None:
        dealers.append(position.dealer)
        position = game.advance(position, [End("win", winners=((position.dealer + 1) % 3,))], (35_000,) * 4)
    assert dealers == [1, 2, 0, 1, 2, 0]


def test_the_final_score_of_three() -> None:
    result = configure("sanma").final((45_000, 35_000, 25_000), MatchPosition(0, 0))
    assert result["points"] == [35.0, -5.0, -30.0]
    assert result["places"] == [1, 2, 3]


@pytest.mark.parametrize(("winner", "payer", "share"), [(1, 2, 990), (1, 0, 1630), (0, 1, 1930)])
def test_half_of_norths_share_is_added_before_rounding(winner: int, payer: int, share: int) -> None:
    """Base 640: North would have paid 700 to a child and 1300 to the dealer."""
    assert SPLITS["split-north"](640, winner, payer) == share

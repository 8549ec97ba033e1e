"""Chinese Official: what is left out and why, facts about the win, seats, table points and penalties."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import OptionError, configure, ruleset, score
from controller.rules.game import End, MatchPosition, QuickWin
from controller.rules.rulesets.mcr import fans as f
from tests.controller.rules.rule_records import record
from tests.controller.rules.settling import settle_quick, settle_scored

START = MatchPosition(dealer=0, first_dealer=0)


def mcr(*args: Any, **more: Any) -> dict[str, Any]:
    more.setdefault("min_points", 0)
    return score(record("mcr", *args, **more))


def dropped(*args: Any, **more: Any) -> set[tuple[str, str, int, str]]:
    answer = score({**record("mcr", *args, **{"min_points": 0, **more}), "explain": True})
    rows = answer["explain"]["exclusions"]
    return {(row["item"], row["by"], row["value"], row["key"].partition(".")[2]) for row in rows}


def tiles_of(name: str, *args: Any, **more: Any) -> list[str]:
    answer = score({**record("mcr", *args, **{"min_points": 0, **more}), "explain": True})
    found: list[str] = next(row["tiles"] for row in answer["explain"]["items"] if row["id"] == name)
    return found


# what is left out


def test_a_chow_that_is_no_part_of_a_fan_is_not_said_to_stand_in_it() -> None:
    rows = dropped("123456m456p1178s", "9s", "N", flowers="1f6f")
    assert ("short-straight", "mixed-double-chow", 1, "once") in rows
    assert not any(why == "inside" for _, _, _, why in rows)


def test_an_explanation_names_the_link_that_account_once_forbids() -> None:
    assert ("two-terminal-chows", "mixed-double-chow", 1, "once") in dropped("55789m12789s", "3s", melds="C123m")


def test_an_explanation_names_what_stands_inside_a_straight() -> None:
    rows = dropped("12789m111p5z5z", "3m", "W", melds="C456m")
    assert ("short-straight", "pure-straight", 2, "inside") in rows
    assert ("two-terminal-chows", "pure-straight", 1, "inside") in rows


def test_an_explanation_names_the_pung_that_a_wind_rewards() -> None:
    rows = dropped("78m99p234s", "9m", melds="P222z C567p", seat="S", round_wind="S")
    assert ("pung-of-terminals-or-honors", "prevalent-wind", 1, "instance") in rows
    assert not [row for row in rows if row[1] == "seat-wind"]


def test_an_explanation_says_that_seven_pairs_are_simply_self_drawn() -> None:
    rows = dropped("3355m335588s5p44z", "5p")
    assert ("fully-concealed-hand", "seven-pairs", 4, "concealed") in rows


def test_every_fan_shows_the_sets_that_made_it() -> None:
    hand = ("12334567p11z", "5p")
    assert tiles_of("pure-shifted-chows", *hand, melds="C234p", seat="S") in (
        ["123p", "234p", "345p"],
        ["123p", "345p", "567p"],
    )
    assert tiles_of("mixed-double-chow", "55789m12789s", "3s", melds="C123m") == ["123m", "123s", "789m", "789s"]
    assert tiles_of("tile-hog", "3345555s", "3s", melds="P111s C123s") == ["1111s", "3333s", "5555s"]
    assert tiles_of("knitted-straight", "258m1478s369p", "8s", "S", melds="C234p", seat="E") == ["258m369p147s"]
    assert tiles_of("pung-of-terminals-or-honors", "456s22p78s", "6s", melds="P111m P444z", round_wind="N") == ["111m"]


def test_the_same_fan_is_not_made_again_with_a_set_that_is_in_it() -> None:
    items = mcr("23p99s111z", "4p", "W", melds="C234m C234m")["items"]
    assert (items["pure-double-chow"], items["mixed-double-chow"]) == (1, 1)


# facts


@pytest.mark.parametrize(("edition", "points"), [("mil", 5), ("wmo2006", 6)])
def test_a_melded_and_a_concealed_kong_are_one_item(edition: str, points: int) -> None:
    items = mcr("345m67s33s", "5s", "W", melds="K7777z A8888p", edition=edition)["items"]
    assert items["concealed-kong-and-melded-kong"] == points
    assert not {"melded-kong", "concealed-kong"} & set(items)


def test_a_replacement_after_a_flower_is_no_replacement_after_a_kong() -> None:
    hand = ("66m78m111z", "9m")
    kong = {"melds": "K2222p C567s"}
    assert "out-with-replacement-tile" in mcr(*hand, **kong, flags=("replacement",))["items"]
    twice = mcr("66m78m", "9m", melds="K2222p A1111z C567s", flags=("double-replacement",))["items"]
    assert "out-with-replacement-tile" in twice
    after_flower = mcr(*hand, **kong, flags=("replacement", "flower-replacement"))["items"]
    assert "out-with-replacement-tile" not in after_flower


def test_a_tile_of_which_the_winner_holds_another_was_not_the_last() -> None:
    held = mcr("6678m111z", "6m", "W", melds="C234p C567s", flags=("last-of-kind",))["items"]
    assert "last-tile" not in held


def test_the_last_copy_is_seen_in_the_own_melds_without_a_flag() -> None:
    assert mcr("67m678s66z", "8m", melds="C123p P888m")["items"]["last-tile"] == 4


def test_a_discard_joins_a_chow_rather_than_a_pung_that_would_be_melded() -> None:
    both = mcr("333m45m555p99s", "3m", "W", melds="P777s")["items"]
    assert both["two-concealed-pungs"] == 2


def test_flowers_neither_help_to_the_minimum_nor_spoil_a_chicken_hand() -> None:
    chicken = score(record("mcr", "678m34s33z", "5s", "W", melds="C123m C567p", round_wind="N", flowers="12f"))
    assert chicken["items"] == {"chicken-hand": 8, "flower-tiles": 2}
    assert (chicken["total"], chicken["base"], chicken["payments"]["W"]) == (10, 8, -18)
    small = score(record("mcr", "66m11z", "6m", melds="P222m P555p P888s", round_wind="W", flowers="12345678f"))
    assert small == {"legal": False, "reason": "below-minimum"}


def test_a_wait_for_two_kinds_is_no_edge_wait() -> None:
    assert "edge-wait" in mcr("12s77m678s", "3s", melds="C345m P555p")["items"]
    assert "edge-wait" not in mcr("12345s77m", "3s", melds="C345m P555p")["items"]


def test_a_tile_that_the_player_holds_four_times_is_still_a_wait() -> None:
    """4567 of bamboos waits for 4 and 7, although all four sevens are in the hand."""
    assert "single-wait" not in mcr("4567s678p", "4s", melds="P777s C345m")["items"]
    assert "single-wait" in mcr("1567s678p", "1s", melds="P777s C345m")["items"]


@pytest.mark.parametrize(("edition", "wait"), [("mil", "edge-wait"), ("wmo2006", "single-wait")])
def test_the_pair_waits_where_an_edge_may_not_beside_a_knitted_straight(edition: str, wait: str) -> None:
    """7789 of dots: the 7 completes 89 or stands with the other 7."""
    items = mcr("147m258s3697789p", "7p", "W", edition=edition)["items"]
    assert {"edge-wait", "closed-wait", "single-wait"} & set(items) == {wait}


def test_the_nine_of_bamboos_is_a_reversible_tile() -> None:
    assert mcr("22244499988s55z", "8s", "W")["items"]["reversible-tiles"] == 8


def test_knitted_tiles_beside_two_equal_honors_are_no_win() -> None:
    assert mcr("147m258p369s1123z", "5z") == {"legal": False, "reason": "not-a-winning-hand"}


# match


def people(rule: str, first: int = 0) -> list[tuple[int, ...]]:
    game = configure("mcr", {"seat-change": rule})
    return [game.people(MatchPosition(dealer=first, first_dealer=first, round=number)) for number in range(4)]


def test_players_change_seats_as_on_the_competition_score_sheet() -> None:
    """Rows: rounds; columns: chairs East South West North; numbers: who started in East 0, South 1, West 2, North 3."""
    assert people("every-round") == [(0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 1, 0), (3, 2, 0, 1)]
    assert people("before-round-3") == [(0, 1, 2, 3), (0, 1, 2, 3), (1, 0, 3, 2), (1, 0, 3, 2)]
    assert people("none") == [(0, 1, 2, 3)] * 4


def test_seats_change_around_the_chair_of_the_first_dealer() -> None:
    turned = people("every-round", first=2)
    for number, row in enumerate(people("every-round")):
        assert turned[number] == tuple((row[(chair - 2) % 4] + 2) % 4 for chair in range(4))


def test_sixteen_hands_whoever_wins() -> None:
    game, hands, position = configure("mcr"), [], START
    while position is not None:
        hands.append(position)
        kind = ("win", "draw")[len(hands) % 2]
        position = game.advance(position, [End(kind, winners=(position.dealer,))], (0,) * 4)  # type: ignore[arg-type]
    assert [hand.dealer for hand in hands] == [0, 1, 2, 3] * 4
    assert [game.prevailing(hand) for hand in hands] == [wind for wind in "ESWN" for _ in range(4)]


def test_table_points_are_shared_by_those_who_share_a_place() -> None:
    game = configure("mcr")
    assert game.final((50, 10, -20, -40), START)["table_points"] == [4, 2, 1, 0]
    assert game.final((30, 30, -20, -40), START)["table_points"] == [3, 3, 1, 0]
    assert game.final((30, 0, -15, -15), START)["table_points"] == [4, 2, 0.5, 0.5]
    assert game.final((60, -20, -20, -20), START)["table_points"] == [4, 1, 1, 1]
    assert game.final((0, 0, 0, 0), START)["table_points"] == [1.75] * 4


def test_the_wall_is_whole_and_broken_by_two_throws() -> None:
    game = configure("mcr")
    assert (game.wall.tiles, game.wall.dead, game.dice.dice, game.dice.throws) == (144, "none", 2, 2)
    assert configure("mcr", {"dice-throws": 1}).dice.throws == 1


def test_a_quick_result_pays_like_the_same_hand_with_tiles() -> None:
    game = configure("mcr", {"min-points": 0})
    position = MatchPosition(dealer=2, first_dealer=0)
    hand = record("mcr", "345p56s11z", "4s", "E", melds="C234m P999s", seat="W", flowers="12f", min_points=0)
    total = game.score(hand)["total"]
    full = settle_scored(game, position, hand)
    assert full.net == settle_quick(game, position, QuickWin(0, "discard", 2, total)).net
    assert full.net[2] == -8 - total


def test_from_the_wall_everybody_pays_eight_and_the_hand() -> None:
    net = settle_quick(configure("mcr"), START, QuickWin(1, "self-draw", None, 13)).net
    assert net == (-21, 63, -21, -21)


@pytest.mark.parametrize(
    ("options", "net", "bank"),
    [
        ({}, (-30, 10, 10, 10), 0),
        ({"false-hu": "minus-only"}, (0, 0, 0, 0), 30),
        ({"false-hu": "referee"}, (0, 0, 0, 0), 0),
        ({"false-hu-points": 60}, (-60, 20, 20, 20), 0),
    ],
)
def test_a_false_win_costs_what_the_house_says(options: dict[str, Any], net: tuple[int, ...], bank: int) -> None:
    game = configure("mcr", options)
    assert game.settle_penalty(START, "false-win", 0).net == net
    assert next(row["pays_bank"] for row in game.penalties() if row["id"] == "false-win") == bank


def test_points_that_three_cannot_share_are_refused() -> None:
    with pytest.raises(OptionError) as caught:
        configure("mcr", {"false-hu-points": 20})
    assert {caught.value.option, caught.value.other} == {"false-hu-points", "false-hu"}
    configure("mcr", {"false-hu-points": 20, "false-hu": "minus-only"})


def test_the_profile_is_the_edition() -> None:
    assert configure("mcr", profile="wmo2006").options["edition"] == "wmo2006"
    assert configure("mcr").options["edition"] == "mil"


def test_the_list_has_a_row_for_each_edition_that_values_a_fan_otherwise() -> None:
    rows = [(row.id, row.value, dict(row.when)) for row in ruleset("mcr").items if row.when]
    assert rows == [
        ("two-concealed-kongs", 6, {"edition": "mil"}),
        ("two-concealed-kongs", 8, {"edition": "wmo2006"}),
        ("concealed-kong-and-melded-kong", 5, {"edition": "mil"}),
        ("concealed-kong-and-melded-kong", 6, {"edition": "wmo2006"}),
    ]


def test_flowers_stand_apart_in_the_list_with_a_point_each() -> None:
    assert [(row.id, row.value) for row in ruleset("mcr").items if row.group == "flowers"] == [("flower-tiles", 1)]
    assert {row.group for row in ruleset("mcr").items} == {"points", "flowers"}


SHEET = {
    1: "38 49 60 61 73", 2: "54 59", 3: "50 75", 4: "22 56 62 76 73", 5: "17 48 57 67 74 49 79", 6: "19 22 56 62 76 79",
    7: "18 52 56 62 79", 8: "18 49 55 65 73 76", 9: "38 73", 10: "54 59", 11: "18 49 55 73 75", 12: "33 66 49 56 62",
    13: "19 22 63 69 72 76", 14: "23 24 69 64 19", 15: "23 24 49", 16: "30 71 72", 17: "48 57 67 74", 18: "49 55 73",
    19: "56 62 79", 20: "34 52 56 62", 21: "49 68 76", 22: "76", 25: "36 76", 26: "68 76", 27: "37 76",
    29: "63 70 72 76", 31: "68 76", 33: "66", 34: "52 56 62", 36: "76", 37: "76", 40: "75", 44: "80", 46: "80",
    47: "58", 48: "66 67", 53: "79", 54: "59", 56: "80", 57: "74", 63: "76", 68: "76",
}  # fmt: skip
"""What a fan leaves out, by the numbers of section 5 of the sheet; beside it stand the sets inside a group."""


def test_what_a_fan_leaves_out_is_what_the_sheet_says() -> None:
    listed: dict[int, set[int]] = {}
    for rule in ruleset("mcr").exclusions:
        if rule.why in ("contains", "concealed") or rule.item == "nine-gates":
            listed.setdefault(f.NUMBER[rule.item], set()).update(f.NUMBER[drop] for drop in rule.drops)
    assert listed == {fan: set(map(int, drops.split())) for fan, drops in SHEET.items()}

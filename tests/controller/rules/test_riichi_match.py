"""Riichi at the table: settlement with counters and sticks, who deals next, when it is over, the final score."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import RecordError, configure, score
from controller.rules.game import End, MatchPosition, QuickWin, Settlement
from controller.walls import lay_out
from tests.controller.rules.rule_records import record
from tests.controller.rules.settling import settle, settle_quick, settle_scored

EVEN = (30_000,) * 4
LAST = MatchPosition(dealer=3, first_dealer=0, round=1, number=8)


def quick(winner: int, discarder: int | None, han: int, fu: int | None = None, **more: Any) -> QuickWin:
    return QuickWin(winner, "self-draw" if discarder is None else "discard", discarder, han, fu=fu, **more)


def settled(position: MatchPosition, *wins: QuickWin, riichi: tuple[int, ...] = (), **options: Any) -> Settlement:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return settle_quick(configure("riichi", named), position, *wins, riichi=riichi)


def moved(settlement: Settlement) -> int:
    """Points that came from the table."""
    return sum(settlement.net)


# settlement


def test_a_quick_win_is_paid_by_han_and_fu() -> None:
    assert settled(MatchPosition(0, 0), quick(1, 2, 3, 40)).net == (0, 5200, -5200, 0)
    assert settled(MatchPosition(0, 0), quick(0, None, 1, 30)).net == (1500, -500, -500, -500)
    assert settled(MatchPosition(0, 0), quick(1, 2, 6)).net == (0, 12_000, -12_000, 0)
    assert settled(MatchPosition(0, 0), quick(1, 2, 26, limit=True)).net == (0, 64_000, -64_000, 0)


@pytest.mark.parametrize(
    ("win", "field"), [(quick(1, 2, 3), "fu"), (quick(1, 2, 3, 33), "fu"), (quick(1, 2, 0, 30), "total")]
)
def test_a_quick_win_without_its_fu_is_refused(win: QuickWin, field: str) -> None:
    with pytest.raises(RecordError) as caught:
        settled(MatchPosition(0, 0), win)
    assert caught.value.field == field


def test_the_winner_takes_sticks_and_counters() -> None:
    position = MatchPosition(0, 0, extra_hands=2, pot={"deposits": 1})
    won = settled(position, quick(1, 2, 2, 30), riichi=(1, 3))
    assert won.net == (0, 2000 + 600 + 3000 - 1000, -2600, -1000)
    assert (won.pot, moved(won)) == ({"deposits": -1}, 1000)


def test_each_of_several_winners_takes_back_his_own_stick() -> None:
    position = MatchPosition(0, 0, extra_hands=1, pot={"deposits": 2})
    wins = (quick(2, 0, 2, 30), quick(1, 0, 2, 30))
    shared = settled(position, *wins, riichi=(2, 3))
    assert shared.net == (-4600, 2300 + 3000, 2300, -1000)
    first = settled(position, *wins, riichi=(2, 3), sticks_multi="first-only", honba_multi="first-only")
    assert first.net == (-4300, 2300 + 4000, 2000 - 1000, -1000)
    assert moved(shared) == moved(first) == 2000


def test_three_winners_may_be_a_draw() -> None:
    wins = [quick(seat, 0, 2, 30) for seat in (1, 2, 3)]
    assert settled(MatchPosition(0, 0), *wins).net == (-6000, 2000, 2000, 2000)
    for options in ({"sancha": True}, {"multiple_winners": "double-only"}):
        with pytest.raises(RecordError, match="abortive"):
            settled(MatchPosition(0, 0), *wins, **options)


def test_a_liable_player_pays_a_quick_yakuman() -> None:
    position = MatchPosition(0, 0, extra_hands=1)
    assert settled(position, quick(1, None, 13, limit=True, liable=3)).net == (0, 32_300, 0, -32_300)
    assert settled(position, quick(1, 2, 13, limit=True, liable=3)).net == (0, 32_300, -16_300, -16_000)


def test_full_results_are_settled_at_the_position_of_the_match() -> None:
    game = configure("riichi")
    position = MatchPosition(3, 0, round=0, number=4, extra_hands=1, pot={"deposits": 1})
    written = record("riichi", "345p2z", "2z", "W", melds="P555z P666z P777z", seat="S") | {"liable": "N"}
    written |= game.record_facts(position, End("win", (0,), 1, declared={"riichi": (2,)}), 0)
    assert (score(written)["pot"], written["honba"]) == (2000, 1)
    assert settle_scored(game, position, written, riichi=(2,)).net == (32_300 + 2000, -16_300, -1000 - 16_000, 0)


def test_scored_and_quick_results_pay_the_same() -> None:
    game = configure("riichi")
    written = record("riichi", "234m67m345p678s99s", "5m", flags=("riichi",))
    scored = settle_scored(game, MatchPosition(0, 0), written)
    assert scored.net == settled(MatchPosition(0, 0), quick(1, None, 3, 20)).net == (-1300, 2700, -700, -700)


@pytest.mark.parametrize(
    ("ready", "net"),
    [
        ((), (0, 0, 0, 0)),
        ((2,), (-1000, -1000, 3000, -1000)),
        ((0, 2), (1500, -1500, 1500, -1500)),
        ((0, 1, 3), (1000, 1000, -3000, 1000)),
        ((0, 1, 2, 3), (0, 0, 0, 0)),
    ],
)
def test_the_noten_players_pay_the_tenpai_ones(ready: tuple[int, ...], net: tuple[int, ...]) -> None:
    game = configure("riichi")
    assert settle(game, MatchPosition(0, 0), End("draw", ready=ready)).net == net


def test_sticks_of_a_drawn_or_aborted_hand_stay_on_the_table() -> None:
    game = configure("riichi")
    drawn = settle(game, MatchPosition(0, 0, pot={"deposits": 1}), End("draw", ready=(0, 2), declared={"riichi": (0,)}))
    assert (drawn.net, drawn.pot) == ((500, -1500, 1500, -1500), {"deposits": 1})
    aborted = settle(game, MatchPosition(0, 0), End("abort", reason="suucha", declared={"riichi": (0, 1, 2, 3)}))
    assert (aborted.net, aborted.pot) == ((-1000,) * 4, {"deposits": 4})


def test_nagashi_is_paid_like_a_drawn_mangan() -> None:
    outcome = End("draw", ready=(0,), declared={"nagashi": (1,)})
    on = configure("riichi", {"nagashi-mangan": "as-tsumo-mangan"})
    assert settle(on, MatchPosition(0, 0), outcome).net == (-4000, 8000, -2000, -2000)
    assert settle(on, MatchPosition(1, 0), outcome).net == (-4000, 12_000, -4000, -4000)
    assert settle(configure("riichi"), MatchPosition(0, 0), outcome).net == (3000, -1000, -1000, -1000)


# the course of a match


def after(
    position: MatchPosition, outcome: End, scores: tuple[int, ...] = EVEN, **options: Any
) -> MatchPosition | None:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return configure("riichi", named).advance(position, [outcome], scores)


def win(*winners: int) -> End:
    return End("win", winners=winners)


def test_the_dealer_stays_with_a_counter_when_he_wins_or_is_tenpai() -> None:
    start = MatchPosition(0, 0, extra_hands=1)
    assert after(start, win(0)) == MatchPosition(0, 0, streak=1, extra_hands=2)
    assert after(start, win(2, 0)) == MatchPosition(0, 0, streak=1, extra_hands=2)
    assert after(start, End("draw", ready=(0, 3))) == MatchPosition(0, 0, streak=1, extra_hands=2)
    assert after(start, End("draw", ready=(3,))) == MatchPosition(1, 0, number=2, extra_hands=2)
    assert after(start, win(2)) == MatchPosition(1, 0, number=2, extra_hands=0)


def test_the_dealer_stays_by_the_rule_of_the_house() -> None:
    tenpai, abort = End("draw", ready=(0,)), End("abort", reason="kyuushu")
    stays = {
        rule: [after(MatchPosition(0, 0), outcome, renchan=rule) == MatchPosition(0, 0, streak=1, extra_hands=1)
               for outcome in (win(0), tenpai, abort)]
        for rule in ("tenpai", "agari", "pass-on-draw")
    }  # fmt: skip
    assert stays == {
        "tenpai": [True, True, True], "agari": [True, False, True], "pass-on-draw": [True, False, False],
    }  # fmt: skip


@pytest.mark.parametrize(("length", "hands"), [("tonpuusen", 4), ("hanchan", 8), ("iichan", 16)])
def test_a_match_has_its_rounds(length: str, hands: int) -> None:
    position: MatchPosition | None = MatchPosition(2, 2)
    played = 0
    while position is not None:
        played += 1
        position = after(position, win((position.dealer + 1) % 4), match_length=length)
    assert played == hands


def test_the_last_dealer_may_stop_in_first_place() -> None:
    first, second = (20_000, 25_000, 25_000, 50_000), (51_000, 9_000, 20_000, 40_000)
    assert after(LAST, win(3), first) is not None
    assert after(LAST, win(3), first, agari_yame=True) is None
    assert after(LAST, win(3), second, agari_yame=True) is not None
    tenpai = End("draw", ready=(3,))
    assert after(LAST, tenpai, first, agari_yame=True) is not None
    assert after(LAST, tenpai, first, tenpai_yame=True) is None
    equal = (40_000, 10_000, 10_000, 40_000)
    assert after(LAST, win(3), equal, agari_yame=True) is not None


def test_a_broken_player_ends_the_match_where_the_house_says_so() -> None:
    broke, empty = (-100, 50_100, 35_000, 35_000), (0, 50_000, 35_000, 35_000)
    assert after(MatchPosition(0, 0), win(1), broke) is not None
    assert after(MatchPosition(0, 0), win(1), broke, tobi=True) is None
    assert after(MatchPosition(0, 0), win(1), empty, tobi=True) is not None
    assert after(MatchPosition(0, 0), win(1), empty, tobi=True, tobi_at_zero=True) is None


def test_a_match_without_a_winner_goes_into_another_round() -> None:
    low, high = (25_000,) * 4, (31_000, 23_000, 23_000, 23_000)
    more = {"extension": "next-round", "start_points": 25_000}
    west = after(LAST, win(0), low, **more)
    assert west == MatchPosition(0, 0, round=2, number=9)
    assert configure("riichi", {"extension": "next-round"}).prevailing(west) == "W"
    assert after(LAST, win(0), high, **more) is None
    assert after(west, win(1), low, **more) == MatchPosition(1, 0, round=2, number=10)
    assert after(west, win(0), high, **more) is None
    assert after(MatchPosition(3, 0, round=2, number=12), win(0), low, **more) is None


# the final score


def final(
    scores: tuple[int, ...], profile: str | None = None, deposits: int = 0, first: int = 0, **options: Any
) -> Any:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return configure("riichi", named, profile).final(scores, MatchPosition(3, first, pot={"deposits": deposits}))


def test_the_final_score_of_the_sheet() -> None:
    result = final((41_200, 33_000, 26_300, 19_500))
    assert result["points"] == [26.2, 8.0, -8.7, -25.5]
    assert result["ranking"] == [0, 1, 2, 3]


def test_what_is_paid_in_above_the_start_goes_to_the_first() -> None:
    assert final((10_000, 40_000, 20_000, 30_000), "mleague")["points"] == [-50.0, 60.0, -20.0, 10.0]


def test_equal_scores_share_their_places() -> None:
    assert final((35_000, 35_000, 30_000, 20_000))["points"] == [15.0, 15.0, -5.0, -25.0]
    assert final((35_000, 35_000, 30_000, 20_000))["places"] == [1, 1, 3, 4]
    three = final((20_000, 26_000, 27_000, 27_000), "mleague", first=2)
    assert sum(three["points"]) == pytest.approx(0)
    remainder = final((19_000, 27_000, 27_000, 27_000), "mleague", first=2)["points"]
    assert remainder == [-41.0, 13.6, 13.8, 13.6]
    first_seat = final((35_000, 35_000, 30_000, 20_000), first=1, ties="first-seat")
    assert first_seat["points"] == [10.0, 20.0, -5.0, -25.0]


def test_sticks_left_on_the_table_go_to_the_leader_or_are_lost() -> None:
    scores = (38_000, 30_000, 30_000, 20_000)
    assert final(scores, deposits=2)["points"][0] == 25.0
    assert final(scores, deposits=2, leftover_sticks="lost")["points"][0] == 23.0
    assert final((34_000, 34_000, 30_000, 20_000), deposits=2)["table_scores"][:2] == [35_000, 35_000]


@pytest.mark.parametrize(
    ("scores", "uma"),
    [
        ((60_000, 29_000, 20_000, 11_000), (12, -1, -3, -8)),
        ((40_000, 35_000, 31_000, 14_000), (8, 3, 1, -12)),
        ((45_000, 35_000, 25_000, 15_000), (8, 4, -4, -8)),
    ],
)
def test_a_floating_uma_asks_how_many_are_below_the_start(scores: tuple[int, ...], uma: tuple[int, ...]) -> None:
    points = final(scores, "jpml-a")["points"]
    assert points == [(score - 30_000) / 1000 + extra for score, extra in zip(scores, uma, strict=True)]


def test_final_points_sum_to_zero_with_any_start() -> None:
    """4900 points paid in by each of four are an oka of 19.6; 4850 by each are shared in hundreds."""
    odd = final((27_100, 25_100, 24_100, 24_100), start_points=25_100, ties="first-seat")
    assert odd["points"] == [31.7, 0.1, -10.9, -20.9]
    even = final((25_150,) * 4, start_points=25_150)
    assert even["points"] == [0.05, 0.05, -0.05, -0.05]
    single = final((25_130, 25_110, 25_110, 25_110), start_points=25_115)
    assert sum(single["points"]) == pytest.approx(0)


# penalties, walls


def test_a_chombo_is_taken_after_the_ranking_or_paid_like_a_mangan() -> None:
    rows = {row["id"]: row for row in configure("riichi").penalties()}
    assert rows["false-win"]["pays_bank"] == 20_000
    assert {rows[name]["settle"] for name in ("false-win", "noten-riichi")} == {"after-ranking"}
    paid = configure("riichi", {"chombo": "reverse-mangan"})
    assert paid.settle_penalty(MatchPosition(0, 0), "noten-riichi", 1).net == (4000, -8000, 2000, 2000)
    assert paid.settle_penalty(MatchPosition(0, 0), "noten-riichi", 0).net == (-12_000, 4000, 4000, 4000)


def test_the_indicator_lies_on_the_third_stack_from_the_break() -> None:
    layout = lay_out(configure("riichi").wall, 0, (3, 4))
    assert layout.first_stack == (2, 8)
    assert layout.end_order[:4] == ("2-7-top", "2-7-bottom", "2-6-top", "2-6-bottom")
    assert layout.indicators(5) == ("2-5-top", "2-4-top", "2-3-top", "2-2-top", "2-1-top")
    assert len(layout.remaining().dead) == 14
    assert layout.remaining().live_left == 69
    assert layout.remaining(replaced=1).live_left == 68

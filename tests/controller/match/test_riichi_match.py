"""A whole hanchan with the real ruleset; every score was worked out by hand from the sheet."""

from __future__ import annotations

from typing import Any

import pytest

from controller.match import CorrectHand, HandResult, Penalize, ScoredWin, match_summary, scores, wall_summary
from controller.match.sheet import sheet_csv, sheet_html, sheet_json
from controller.refusals import Refused
from controller.rules.game import MatchPosition, QuickWin
from tests.controller.match.book import DRAW, VOID, Book, started

WHOLE = {"kyuushu": True}
FIRST_DOUBLE_RON = 3


def ron(winner: int, discarder: int, han: int, fu: int | None = None, *riichi: int) -> HandResult:
    return HandResult("win", (QuickWin(winner, "discard", discarder, han, fu=fu),), declared={"riichi": riichi})


def sticks(position: MatchPosition) -> int:
    """Sticks on the table."""
    return position.pot.get("deposits", 0)


def tsumo(winner: int, han: int, fu: int | None = None) -> HandResult:
    return HandResult("win", (QuickWin(winner, "self-draw", None, han, fu=fu),))


def yakuman(winner: int, discarder: int | None, liable: int | None = None) -> HandResult:
    source: Any = "self-draw" if discarder is None else "discard"
    return HandResult("win", (QuickWin(winner, source, discarder, 13, True, liable=liable),))


def drawn(*ready: int, riichi: tuple[int, ...] = ()) -> HandResult:
    return HandResult("draw", ready=ready, declared={"riichi": riichi})


DOUBLE_RON = HandResult(
    "win", (QuickWin(0, "discard", 2, 5), QuickWin(3, "discard", 2, 2, fu=30)), declared={"riichi": (0, 2)}
)  # fmt: skip
KYUUSHU = HandResult("abort", reason="kyuushu", declared={"riichi": (1,)})

# result, points after it, then dealer, round, counters and sticks of the next hand
HANCHAN: list[tuple[HandResult, tuple[int, ...], tuple[int, ...] | None]] = [
    (ron(3, 2, 3, 40, 3), (30_000, 30_000, 24_800, 35_200), (1, 0, 0, 0)),
    (drawn(1, 3, riichi=(1,)), (28_500, 30_500, 23_300, 36_700), (1, 0, 1, 1)),
    (DOUBLE_RON, (36_800, 30_500, 11_700, 41_000), (2, 0, 0, 0)),
    (KYUUSHU, (36_800, 29_500, 11_700, 41_000), (2, 0, 1, 1)),
    (tsumo(2, 4, 30), (32_700, 25_400, 25_000, 36_900), (2, 0, 2, 0)),
    (ron(1, 2, 1, 30), (32_700, 27_000, 23_400, 36_900), (3, 0, 0, 0)),
    (DRAW, (32_700, 27_000, 23_400, 36_900), (0, 1, 1, 0)),
    (yakuman(1, None, liable=2), (32_700, 59_300, -8_900, 36_900), (1, 1, 0, 0)),
    (yakuman(3, 0, liable=2), (16_700, 59_300, -24_900, 68_900), (2, 1, 0, 0)),
    (drawn(2, 3, riichi=(2, 3)), (15_200, 57_800, -24_400, 69_400), (2, 1, 1, 2)),
    (tsumo(0, 2, 20), (19_000, 57_300, -25_200, 68_900), (3, 1, 0, 0)),
    (ron(3, 1, 2, 25), (19_000, 54_900, -25_200, 71_300), (3, 1, 1, 0)),
    (drawn(0, riichi=(0,)), (21_000, 53_900, -26_200, 70_300), None),
]


def hanchan() -> Book:
    book = started("riichi", WHOLE)
    for result, *_ in HANCHAN:
        book.play(result)
    return book


def final(book: Book) -> dict[str, tuple[int, int, float]]:
    assert book.match.ending is not None
    return {row["name"]: (row["place"], row["score"], row["points"]) for row in book.match.ending.final["ranking"]}


def test_a_whole_hanchan_pays_and_passes_the_deal_like_the_sheet() -> None:
    book = started("riichi", WHOLE)
    for result, points, then in HANCHAN:
        book.play(result)
        assert scores(book.match) == points
        position = book.match.standing.position if book.match.standing else None
        here = (
            None
            if position is None
            else (position.dealer, position.round, position.extra_hands, position.pot.get("deposits", 0))
        )
        assert here == then
        if position is not None:
            assert sum(points) + 1000 * position.pot.get("deposits", 0) == 120_000
    assert book.match.phase == "over"
    assert final(book) == {
        "Di": (1, 71_300, 56.3), "Bob": (2, 53_900, 28.9), "Ann": (3, 21_000, -14.0), "Cy": (4, -26_200, -71.2),
    }  # fmt: skip
    assert book.replayed() == book.match


def test_corrections_move_sticks_and_the_final_points() -> None:
    book = hanchan()
    only_one = HandResult("win", (QuickWin(3, "discard", 2, 2, fu=30),), declared={"riichi": (0, 2)})
    book.do(CorrectHand("referee", "furiten", FIRST_DOUBLE_RON, only_one))
    assert scores(book.match) == (11_700, 53_900, -17_900, 71_300)
    assert final(book) == {
        "Di": (1, 72_300, 57.3), "Bob": (2, 53_900, 28.9), "Ann": (3, 11_700, -23.3), "Cy": (4, -17_900, -62.9),
    }  # fmt: skip
    book.do(CorrectHand("referee", "the stick was taken back", 2, drawn(1, 3)))
    assert scores(book.match) == (11_700, 54_900, -17_900, 70_300)
    assert final(book)["Di"] == (1, 71_300, 56.3)
    assert book.replayed() == book.match


def test_a_chombo_of_a_tournament_counts_after_the_ranking() -> None:
    book = hanchan()
    book.do(Penalize("referee", "noten riichi", 3, "noten-riichi"))
    assert final(book)["Di"] == (1, 71_300, 36.3)
    assert scores(book.match) == HANCHAN[-1][1]


def test_the_sheet_shows_sticks_counters_fu_and_levels() -> None:
    book = hanchan()
    rows = sheet_json(book.match)["hands"]
    assert (rows[1]["result"]["riichi"], rows[1]["result"]["ready"]) == ([1], [1, 3])
    assert (rows[2]["carry"], rows[2]["deposits"]) == (1, 1)
    assert [(win["fu"], win["level"]) for win in rows[2]["result"]["winners"]] == [(30, ""), (None, "mangan")]
    assert rows[4]["result"]["winners"][0]["level"] == "mangan"
    assert (rows[7]["result"]["winners"][0]["level"], rows[7]["result"]["winners"][0]["liable"]) == ("yakuman", 2)
    from api.words.catalogue import catalogue

    page = sheet_html(book.match, catalogue("en"))
    for words in ("3 han 40 fu", "mangan", "riichi: Bob", "honba 1, riichi sticks 1", "liable: Cy", "nine terminals"):
        assert words in page
    assert "kyuushu" in sheet_csv(book.match)


@pytest.mark.parametrize(
    ("options", "results", "over"),
    [
        ({"tobi": True}, [yakuman(1, None, liable=2)], True),
        ({"tobi": False}, [yakuman(1, None, liable=2)], False),
        ({"tobi": True, "tobi-at-zero": True, "start-points": 32_000}, [yakuman(1, 2)], True),
        ({"tobi": True, "start-points": 32_000}, [yakuman(1, 2)], False),
        ({"match-length": "tonpuusen", "agari-yame": True}, [DRAW] * 3 + [ron(3, 0, 5)], True),
        ({"match-length": "tonpuusen"}, [DRAW] * 3 + [ron(3, 0, 5)], False),
        ({"match-length": "tonpuusen", "agari-yame": True}, [tsumo(0, 11)] + [DRAW] * 3 + [ron(3, 1, 1, 30)], False),
        ({"match-length": "tonpuusen", "tenpai-yame": True}, [DRAW] * 3 + [drawn(3)], True),
    ],
    ids=["below zero", "no tobi", "at zero", "zero is enough", "agari-yame", "renchan", "not in front", "tenpai-yame"],
)
def test_how_a_match_ends_early(options: dict[str, Any], results: list[HandResult], over: bool) -> None:
    book = started("riichi", options)
    book.play(*results)
    assert (book.match.phase == "over") is over


TANYAO = {
    "hand": "234567m345678p5s", "winning_tile": "5s", "melds": [], "flowers": "", "dora_indicators": "1z",
    "flags": ["riichi"],
}  # fmt: skip


def test_a_win_with_tiles_gets_counters_and_sticks_of_the_table() -> None:
    book = started("riichi")
    book.play(drawn(0, riichi=(0,)))
    book.play(HandResult("win", (ScoredWin(3, "discard", 2, TANYAO),), declared={"riichi": (3,)}))
    last = book.match.last
    assert last is not None
    assert last.result is not None
    win = last.result.wins[0]
    assert win.record is not None
    assert (win.total, win.fu) == (2, 40)
    assert (win.record["honba"], win.record["deposits"]) == (1, 2)
    # 2,600 and one counter; the stick of the hand before
    assert last.result.settlement.net == (0, 0, -2_900, 3_900)
    summary = match_summary(book.match)
    assert summary is not None
    assert (summary["carry"], summary["deposits"], summary["last"]["riichi"]) == (0, 0, [3])


def test_the_wall_names_the_dora_indicator() -> None:
    book = started("riichi")
    book.throw(3, 4)
    wall = wall_summary(book.match)
    assert wall is not None
    # 7 counted at the wall of chair 2; the third stack from the break is stack 5
    assert (wall["broken_wall_seat"], wall["stacks_counted"], wall["indicator"]) == (2, 7, "2-5-top")
    assert wall["indicator"] in wall["dead_wall"]


@pytest.mark.parametrize(
    ("result", "field"),
    [
        (drawn(1, riichi=(2,)), "ready"),
        (drawn(1, riichi=(1, 1)), "riichi"),
        (HandResult("draw", declared={"nagashi": (1,)}), "nagashi"),
        (HandResult("abort", reason="sancha"), "reason"),
        (HandResult("abort", reason="void", declared={"riichi": (1,)}), "riichi"),
        (HandResult("win", (QuickWin(0, "discard", 1, 3),)), "wins[0].fu"),
        (ron(0, 1, 3, 35), "wins[0].fu"),
        (ron(0, 1, 0, 30), "wins[0].total"),
        (yakuman(0, 1, liable=0), "wins[0].liable"),
        (HandResult("win", (ScoredWin(3, "discard", 2, TANYAO),)), "wins[0].tiles.flags"),
        (
            HandResult("win", (ScoredWin(3, "discard", 2, {**TANYAO, "flags": []}),), declared={"riichi": (3,)}),
            "wins[0].tiles.flags",
        ),
        (HandResult("win", (QuickWin(0, "discard", 1, 5),), ready=(0,)), "ready"),
    ],
)
def test_combinations_that_cannot_be_are_refused_by_their_field(result: HandResult, field: str) -> None:
    book = started("riichi", WHOLE)
    book.begin()
    with pytest.raises(Refused) as refused:
        book.end(result)
    assert (refused.value.code, refused.value.field) == ("bad-result", field)
    assert refused.value.remedy


@pytest.mark.parametrize(
    "result", [drawn(1), ron(0, 1, 5, 30), HandResult("draw", declared={"riichi": (1,)}), yakuman(0, 1, liable=2)]
)
def test_what_one_game_asks_another_refuses(result: HandResult) -> None:
    book = started("hong-kong-old")
    book.begin()
    with pytest.raises(Refused) as refused:
        book.end(result)
    assert refused.value.code == "bad-result"


def test_a_void_hand_gives_the_sticks_back() -> None:
    book = started("riichi")
    book.play(drawn(0, riichi=(0,)))
    before = book.match.standing
    book.play(VOID)
    assert book.match.standing == before


def test_three_winners_where_two_may_win_are_entered_as_the_abortive_draw_they_are() -> None:
    book = started("riichi", {"multiple-winners": "double-only"})
    book.begin()
    with pytest.raises(Refused, match="bad-record") as refused:
        book.end(HandResult("win", tuple(QuickWin(seat, "discard", 0, 2, fu=30) for seat in (1, 2, 3))))
    assert refused.value.remedy == "enter the hand as aborted: sancha"
    book.end(HandResult("abort", reason="sancha", declared={"riichi": (2,)}))
    assert scores(book.match) == (30_000, 30_000, 29_000, 30_000)
    position = book.match.standing.position if book.match.standing else None
    assert position is not None
    assert (position.dealer, position.extra_hands, position.pot.get("deposits", 0)) == (0, 1, 1)

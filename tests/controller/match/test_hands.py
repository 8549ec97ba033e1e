"""Hands: break, results in both forms, payments, dealer and rounds, the end."""

from __future__ import annotations

from typing import Any

import pytest

from controller.events import CATALOGUE
from controller.events.values import FirstStack
from controller.fairness.roll import Roll
from controller.match import EndHand, EndMatch, HandResult, ScoredWin, StartMatch, Throw, scores, wanted_roll
from controller.match.commands import Abandon, BeginHand
from controller.refusals import Refused
from controller.rules.game import QuickWin
from controller.rules.seats import WINDS
from controller.walls import machine_plan
from tests.controller.match.book import DRAW, NAMES, VOID, Book, started, win, wins


def standing(book: Book) -> tuple[int, int, int]:
    """Round, dealer and regular number of the next hand."""
    assert book.match.standing is not None
    position = book.match.standing.position
    return position.round, position.dealer, position.number


def test_the_eighteen_hand_example_of_the_sheet() -> None:
    """16 regular hands and two extra ones: hand 7 is drawn and repeated, hand 15 is won by East and repeated."""
    book = started()
    seen = []
    for _ in range(18):
        book.begin()
        running = book.match.running
        assert running is not None
        position = running.position
        seen.append((position.number, WINDS[position.round], [running.standing.winds[seat] for seat in range(4)]))
        first_try = position.streak == 0
        if position.number == 7 and first_try:
            book.end(DRAW)
        else:
            dealer_wins = position.number == 15 and first_try
            book.end(win(position.dealer if dealer_wins else (position.dealer + 1) % 4))
    assert book.match.phase == "over"
    regular = [*range(1, 8), 7, *range(8, 16), 15, 16]
    assert [number for number, _, _ in seen] == regular
    for number, prevailing, winds in seen:
        assert prevailing == WINDS[(number - 1) // 4]
        assert winds == [WINDS[(seat - (number - 1)) % 4] for seat in range(4)]


def test_a_throw_starts_the_hand_and_breaks_the_wall() -> None:
    book = started(dealer=2)
    events = book.throw(1, 1, 1)
    assert [event.type for event in events] == ["dice.rolled", "match.hand-started"]
    assert events[0].purpose == "break"
    assert CATALOGUE.to_json(events[1])["break"] == {
        "sides": None,
        "single_end": "left",
        "broken_wall_seat": 0,
        "stacks_counted": 3,
        "first_stack": {"seat": 0, "stack_from_right": 4},
    }


def test_with_two_throws_the_owner_of_the_wall_throws_second() -> None:
    book = started(options={"dice": 2, "throws": 2}, dealer=2)
    book.throw(3, 4)
    wanted = wanted_roll(book.match)
    assert wanted is not None
    assert (wanted.purpose, wanted.seats) == ("break-second", (0,))
    events = book.throw(2, 3)
    assert events[1].broken.first_stack == FirstStack(0, 13)


def test_a_break_at_the_empty_seat_is_thrown_again_and_nothing_starts() -> None:
    names = NAMES[:3]
    book = started("cantonese-old", {"players": 3, "absent-seat": 2}, names)
    events = book.throw(1, 2)
    assert [event.type for event in events] == ["dice.rolled"]
    assert events[0].rethrow is True
    assert book.match.phase == "roll"


def test_a_wall_of_another_size_does_not_start_a_hand() -> None:
    with pytest.raises(Refused, match="wrong-wall"):
        started().do(Throw("table", 0, Roll(1, "break", (1, 1, 1)), machine_plan(136).quota))


def test_an_own_wall_break_is_only_for_the_first_hand() -> None:
    book = started("cantonese-old", {"break": "own-wall"})
    first = book.throw(1, 2)[1].broken.broken_wall_seat
    book.end(win(1))
    later = book.throw(1, 2)[1].broken.broken_wall_seat
    assert (first, later) == (0, 3)


def test_payments_are_those_of_the_sheet() -> None:
    book = started(dealer=0)
    book.play(win(1, 2, 7))
    assert scores(book.match) == (-8, 20, -8, -4)
    assert standing(book) == (0, 1, 2)


def test_a_carry_is_paid_to_the_next_winner() -> None:
    book = started(options={"goulash-carry": 5})
    book.play(DRAW, DRAW, win(2, 1, 3))
    last = book.match.last
    assert last is not None
    assert last.result is not None
    assert sum(line.amount for line in last.result.settlement.lines if line.key == "line.carry") == 30


def test_a_void_hand_moves_nothing_and_is_played_again() -> None:
    book = started()
    book.play(DRAW)
    before = book.match.standing
    book.play(VOID)
    assert book.match.standing == before
    assert scores(book.match) == (0, 0, 0, 0)
    assert len(book.match.hands) == 2


FULL = ScoredWin(1, "discard", 2, {"hand": "234m567m22m345p99s", "winning_tile": "9s", "flowers": "", "melds": []})


def test_a_full_form_is_scored_with_winds_and_options_of_the_match() -> None:
    book = started(options={"min-faan": 0})
    book.begin()
    parts = {"hand": "111m222p333s11z44z", "winning_tile": "1z", "melds": [], "flowers": "", "flags": []}
    book.end(HandResult("win", (ScoredWin(1, "discard", 2, parts),)))
    last = book.match.last
    assert last is not None
    assert last.result is not None
    recorded = last.result.wins[0]
    assert recorded.record is not None
    assert recorded.result is not None
    assert (recorded.record["seat_wind"], recorded.record["discarder"]) == ("S", "W")
    assert recorded.record["round_wind"] == "E"
    assert recorded.result["legal"] is True
    assert recorded.total == sum(recorded.items.values())
    assert recorded.result["explain"]["items"]
    assert sum(scores(book.match)) == 0


def test_an_illegal_hand_is_refused_with_its_reason() -> None:
    book = started()
    book.begin()
    with pytest.raises(Refused) as refused:
        book.end(
            HandResult("win", (ScoredWin(1, "self-draw", None, {"hand": "1234567891234m", "winning_tile": "9p"}),))
        )
    assert refused.value.code in ("illegal-hand", "bad-record")
    assert (refused.value.field or "").startswith("wins[0]")
    assert book.match.phase == "play"


@pytest.mark.parametrize(
    ("options", "winners"),
    [({}, (2,)), ({"multiple-winners": "highest"}, (3,)), ({"multiple-winners": "all"}, (2, 3))],
)
def test_several_winners_on_one_discard(options: dict[str, Any], winners: tuple[int, ...]) -> None:
    book = started(options=options)
    book.begin()
    book.end(wins(1, seat3=9, seat2=4))
    last = book.match.last
    assert last is not None
    assert last.result is not None
    assert last.result.end.winners == winners
    assert last.result.passed_over == tuple(seat for seat in (2, 3) if seat not in winners)
    assert sum(scores(book.match)) == 0


def test_a_thirteen_terminals_hand_wins_before_a_nearer_one() -> None:
    book = started("cantonese-old")
    book.begin()
    near = ScoredWin(1, "discard", 0, {"hand": "234567m234p345s1m", "winning_tile": "1m", "melds": [], "flags": []})
    far = ScoredWin(3, "discard", 0, {"hand": "19m19p19s1234567z", "winning_tile": "1m", "melds": [], "flags": []})
    book.end(HandResult("win", (near, far)))
    last = book.match.last
    assert last is not None
    assert last.result is not None
    assert last.result.end.winners == (3,)
    assert last.result.passed_over == (1,)


def test_a_limit_hand_is_higher_than_more_faan() -> None:
    """Little winds with all pongs and one suit have 20 faan and pay less than thirteen orphans, shown as 13."""
    book = started(options={"multiple-winners": "highest"})
    book.begin()
    melds = [{"kind": "pung", "tiles": tiles} for tiles in ("111z", "222z")]
    winds = {"hand": "333z44z99m", "winning_tile": "9m", "melds": melds, "flags": []}
    orphans = {"hand": "19m19p19s1234567z", "winning_tile": "9m", "melds": [], "flags": []}
    book.end(HandResult("win", (ScoredWin(1, "discard", 0, winds), ScoredWin(3, "discard", 0, orphans))))
    last = book.match.last
    assert last is not None
    assert last.result is not None
    assert last.result.end.winners == (3,)


def test_nobody_robs_a_kong_where_the_house_has_no_robbing() -> None:
    robbed = HandResult("win", (quick(1, "robbed-kong", 0),))
    book = started("base-and-doubles")
    book.begin()
    with pytest.raises(Refused) as refused:
        book.end(robbed)
    assert refused.value.field == "wins[0].source"
    house = started("base-and-doubles", {"rob-kong": True})
    house.begin()
    house.end(robbed)
    assert scores(house.match) == (-64, 96, -16, -16)


@pytest.mark.parametrize(
    ("source", "discarder", "liable", "points"),
    [
        ("self-draw", None, 2, (0, 48, -48, 0)),
        ("discard", 2, 2, (0, 32, -32, 0)),
        ("discard", 0, 2, (-16, 32, -16, 0)),
    ],
)
def test_a_liable_player_can_be_named_without_the_tiles(
    source: Any, discarder: int | None, liable: int, points: tuple[int, ...]
) -> None:
    """Old Cantonese: three awards of 16 for a win from the wall, two for the own discard, one each with a discarder."""
    book = started("cantonese-old")
    book.begin()
    book.end(HandResult("win", (QuickWin(1, source, discarder, 4, liable=liable),)))
    assert scores(book.match) == points


@pytest.mark.parametrize(("source", "options"), [("robbed-kong", {}), ("discard", {"bao": False})])
def test_nobody_is_liable_where_the_rules_know_none(source: Any, options: dict[str, Any]) -> None:
    book = started("cantonese-old", options)
    book.begin()
    with pytest.raises(Refused) as refused:
        book.end(HandResult("win", (QuickWin(1, source, 0, 4, liable=2),)))
    assert refused.value.field == "wins[0].liable"


def quick(winner: int, source: Any, discarder: int | None, total: int = 4) -> QuickWin:
    return QuickWin(winner, source, discarder, total)


@pytest.mark.parametrize(
    ("result", "field"),
    [
        (HandResult("win"), "wins"),
        (HandResult("draw", (quick(0, "self-draw", None),)), "wins"),
        (HandResult("draw", ready=(0, 0)), "ready"),
        (HandResult("draw", ready=(7,)), "ready"),
        (HandResult("abort", reason="x" * 101), "reason"),
        (HandResult("win", (quick(4, "self-draw", None),)), "wins[0].winner"),
        (HandResult("win", (quick(0, "self-draw", 1),)), "wins[0].discarder"),
        (HandResult("win", (quick(0, "discard", None),)), "wins[0].discarder"),
        (HandResult("win", (quick(0, "discard", 0),)), "wins[0].discarder"),
        (HandResult("win", (quick(0, "robbed-kong", 9),)), "wins[0].discarder"),
        (HandResult("win", (quick(0, "discard", 1, -1),)), "wins[0].total"),
        (HandResult("win", (quick(0, "discard", 1), quick(0, "discard", 1))), "wins"),
        (HandResult("win", (quick(0, "discard", 1), quick(2, "discard", 3))), "wins"),
        (HandResult("win", (quick(0, "self-draw", None), quick(2, "self-draw", None))), "wins"),
        (HandResult("win", (quick(0, "discard", 2), FULL)), "wins"),
    ],
)
def test_a_result_that_cannot_be_right_is_refused_with_its_field(result: HandResult, field: str) -> None:
    book = started()
    book.begin()
    with pytest.raises(Refused) as refused:
        book.end(result)
    assert (refused.value.kind, refused.value.field) == ("invalid", field)
    assert book.match.phase == "play"


def test_the_same_result_twice_is_refused_and_says_what_happened() -> None:
    book = started()
    book.play(win(1))
    with pytest.raises(Refused) as refused:
        book.end(win(1), hand=1)
    assert (refused.value.kind, refused.value.code) == ("stale", "stale-hand")
    assert "win" in refused.value.detail
    book.begin()
    with pytest.raises(Refused, match="stale-hand"):
        book.end(win(1), hand=1)
    with pytest.raises(Refused, match="stale-hand"):
        book.end(win(1), hand=3)


def test_commands_out_of_their_time_are_refused() -> None:
    book = started()
    with pytest.raises(Refused, match="no-hand-running"):
        book.end(DRAW, hand=1)
    with pytest.raises(Refused, match="nothing-to-rank"):
        book.do(EndMatch("staff"))
    book.begin()
    with pytest.raises(Refused, match="no-hand-due"):
        book.begin()
    with pytest.raises(Refused, match="no-throw-wanted"):
        book.do(Throw("table", 0, Roll(1, "break", (1, 1, 1))))
    with pytest.raises(Refused, match="hand-running"):
        book.do(EndMatch("staff"))
    with pytest.raises(Refused, match="no-match"):
        Book().do(BeginHand("staff"))


def play_out(book: Book) -> None:
    while book.match.phase != "over":
        assert book.match.standing is not None
        book.play(win((book.match.standing.position.dealer + 1) % 4, total=3))


def test_the_last_hand_ends_the_match_with_a_ranking() -> None:
    book = started()
    play_out(book)
    assert len(book.match.hands) == 16
    ending = book.match.ending
    assert ending is not None
    assert ending.how == "played-out"
    ranking = ending.final["ranking"]
    assert [row["score"] for row in ranking] == sorted(scores(book.match), reverse=True)
    assert {row["name"] for row in ranking} == set(NAMES)
    with pytest.raises(Refused, match="match-over"):
        book.begin()


def test_a_new_match_may_follow_and_starts_clean() -> None:
    book = started()
    play_out(book)
    book.do(StartMatch("staff", "m2", "hong-kong-old", NAMES, {}, "given", 3))
    assert (book.match.id, book.match.hands, scores(book.match)) == ("m2", (), (0, 0, 0, 0))


def test_a_match_may_end_early_with_a_ranking_or_be_abandoned_without() -> None:
    book = started()
    book.play(win(2, 0))
    book.do(EndMatch("staff", "the hall closes"))
    assert book.match.ending is not None
    assert book.match.ending.how == "early"
    assert book.match.ending.final["ranking"][0]["name"] == "Cy"
    other = started()
    other.begin()
    other.do(Abandon("staff", "power cut"))
    assert other.match.ending is not None
    assert other.match.ending.how == "abandoned"
    assert not other.match.ending.final


def test_five_players_rotate_by_rounds_and_keep_their_own_points() -> None:
    """The table of the source: round 2 has P5 P2 P3 P4 with P1 outside, round 3 P5 P1 P3 P4 with P2 outside."""
    names = ("P1", "P2", "P3", "P4", "P5")
    book = started("cantonese-old", {"players": 5}, names)
    sitting = []
    while book.match.phase != "over":
        at_table = book.match.standing
        assert at_table is not None
        players = [names[player] for player in at_table.seats if player is not None]
        if len(sitting) <= at_table.position.round:
            sitting.append(players)
        book.play(win((at_table.position.dealer + 1) % 4, total=1))
        assert sum(scores(book.match)) == 0
    assert sitting == [
        ["P1", "P2", "P3", "P4"],
        ["P5", "P2", "P3", "P4"],
        ["P5", "P1", "P3", "P4"],
        ["P5", "P1", "P2", "P4"],
        ["P5", "P1", "P2", "P3"],
    ]
    assert book.match.ending is not None
    assert len(book.match.ending.final["ranking"]) == 5


def test_three_players_pay_each_other_round_the_empty_chair() -> None:
    book = started("cantonese-old", {"players": 3, "absent-seat": 1}, NAMES[:3])
    book.play(win(2, total=2))
    assert standing(book)[1] == 2
    assert scores(book.match) == (-4, 8, -4)
    assert book.match.standing is not None
    assert book.match.standing.winds == ("W", None, "E", "S")


def test_a_stale_end_after_the_match_is_over_says_so() -> None:
    book = started()
    play_out(book)
    with pytest.raises(Refused, match="stale-hand"):
        book.do(EndHand("tablet", 16, DRAW))


@pytest.mark.parametrize("who", ["", " ", "x" * 81, "a\x00b"])
def test_every_command_says_who_asks(who: str) -> None:
    with pytest.raises(Refused) as refused:
        started().do(BeginHand(who))
    assert (refused.value.code, refused.value.field) == ("bad-words", "who")

"""Scores in pieces: what is held, what is handed over with its change."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from controller.match import HandResult, Penalize
from controller.match.pieces import by_value, handed, held, pieces_json
from controller.rules import configure, rulesets
from tests.controller.match.book import NAMES, started, win

CLASSICAL = (500, 100, 10)
STICKS = (10_000, 5_000, 1_000, 100)
values = st.lists(st.integers(1, 1000), min_size=1, max_size=6).map(by_value)


def worth(pieces: tuple[int, ...], of: tuple[int, ...]) -> int:
    return sum(number * value for number, value in zip(pieces, of, strict=True))


def test_the_sets_at_the_start_are_those_that_are_handed_out_with_change() -> None:
    assert held(2_000, CLASSICAL) == ((3, 4, 10), 0)
    assert held(25_000, STICKS) == ((1, 2, 4, 10), 0)
    assert held(-480, CLASSICAL) == ((0, 3, 18), 0)
    assert held(7, CLASSICAL) == ((0, 0, 0), 7)


def test_as_few_pieces_as_possible_change_hands() -> None:
    assert handed(480, CLASSICAL) == ((1, 0, 0), (0, 0, 2), 0)
    assert handed(3_900, STICKS) == ((0, 1, 0, 0), (0, 0, 1, 1), 0)
    assert handed(250, CLASSICAL) == ((0, 2, 5), (0, 0, 0), 0)
    assert handed(64, CLASSICAL)[2] == 4


@given(st.integers(0, 200_000), values)
def test_what_is_held_and_handed_comes_to_the_amount(amount: int, of: tuple[int, ...]) -> None:
    pieces, rest = held(amount, of)
    assert worth(pieces, of) + rest == amount and 0 <= rest < of[-1] and min(pieces) >= 0
    gives, back, left = handed(amount, of)
    assert worth(gives, of) - worth(back, of) + left == amount
    assert not any(given and returned for given, returned in zip(gives, back, strict=True))


@given(st.integers(0, 2_000))
def test_no_other_way_of_paying_moves_fewer_pieces(tens: int) -> None:
    amount = 10 * tens
    gives, back, _ = handed(amount, CLASSICAL)
    moved = sum(gives) + sum(back)
    for fives in range(amount // 500 + 2):
        for hundreds in range(-5, 6):
            left = amount - 500 * fives - 100 * hundreds
            assert moved <= fives + abs(hundreds) + abs(left) // 10


def test_every_game_names_its_pieces_the_largest_first() -> None:
    for name in rulesets():
        pieces = configure(name).pieces
        assert pieces == by_value(pieces) and pieces[-1] >= 1


def test_the_payments_of_the_last_hand_are_handed_over_player_by_player() -> None:
    book = started("chinese-traditional")
    book.play(win(1, 0, 120))
    before = pieces_json(book.match, CLASSICAL)
    assert [row["held"] for row in before["players"]][2:] == [[3, 4, 10], [3, 4, 10]]
    assert before["handed"] == [
        {"payer": NAMES[0], "payee": NAMES[1], "amount": 480, "gives": [1, 0, 0], "back": [0, 0, 2], "rest": 0}
    ]
    book.do(Penalize("referee", "late", 1, None, 30, hand=1))
    after = pieces_json(book.match, CLASSICAL)
    assert [(row["payer"], row["payee"], row["amount"]) for row in after["handed"]] == [
        (NAMES[0], NAMES[1], 450), (NAMES[1], NAMES[2], 30), (NAMES[1], NAMES[3], 30),
    ]  # fmt: skip


def test_a_stick_that_was_laid_down_goes_to_the_table_and_comes_from_it() -> None:
    book = started("riichi")
    book.play(HandResult("draw", declared={"riichi": (2,)}, ready=(2,)))
    rows = {(row["payer"], row["payee"]): row["amount"] for row in pieces_json(book.match, STICKS)["handed"]}
    assert rows[NAMES[2], None] == 1_000 and rows[NAMES[0], NAMES[2]] == 1_000

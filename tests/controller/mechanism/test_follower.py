"""What people who follow the prompts do: something in every situation, and only what the table answers."""

from __future__ import annotations

import pytest

from controller.mechanism import Situation
from controller.mechanism.follower import NextAct, next_act
from controller.mechanism.moves import POSSIBLE_MOVES

S = Situation


KEYED = [here for here, way in POSSIBLE_MOVES.items() if way.open or way.raise_ or way.both]


@pytest.mark.parametrize("here", KEYED)
def test_where_keys_move_the_table_none_is_pressed_that_does_nothing(here: Situation) -> None:
    way = POSSIBLE_MOVES[here]
    dead = {NextAct.PRESS_OPEN: way.open, NextAct.PRESS_RAISE: way.raise_, NextAct.PRESS_BOTH: way.both}
    assert next_act(here) not in [act for act, move in dead.items() if move is None]


@pytest.mark.parametrize("here", [here for here in Situation if POSSIBLE_MOVES[here].passing])
def test_people_wait_for_what_passes(here: Situation) -> None:
    assert next_act(here) is NextAct.WAIT


def test_any_key_answers_a_table_that_awaits_one() -> None:
    assert next_act(S.KEY_AWAITED) is NextAct.PRESS_RAISE


def test_an_open_hatch_is_tended() -> None:
    assert next_act(S.HATCH_OPEN) is next_act(S.HATCH_OPEN_IN_BUILD) is NextAct.TEND_HATCH


@pytest.mark.parametrize(("inside", "act"), [(True, NextAct.PRESS_OPEN), (False, NextAct.PRESS_RAISE)])
def test_a_side_that_failed_is_opened_while_its_cause_may_still_be_inside(inside: bool, act: NextAct) -> None:
    assert next_act(S.SIDE_FAULT, look_inside=inside) is act

"""The arithmetic of ``bench.on_paper``; its measurement is for people."""

from __future__ import annotations

import pytest

from bench.on_paper import PIS, Start, on_paper, rating, table

SAID = """22:        129     4   3113    126  |       2508     6   3552    214
----------------------------------  | ------------------------------
Avr:       129     4   3113    126  |       2508     6   3552    214
Tot:               5   3332    170
"""
"""As 7zz 26.02 said it on a computer that others kept busy: five per cent of a processor were left to it."""


def test_the_rating_is_that_of_a_whole_processor_however_little_of_it_was_left() -> None:
    assert rating(SAID) == 3332
    with pytest.raises(ValueError, match="no rating"):
        rating("Break signaled")


def test_a_core_of_half_the_rating_takes_twice_as_long() -> None:
    assert on_paper(1.5, 2 * PIS[1].rating, PIS[1]) == 3.0


def test_the_table_takes_the_start_that_was_least_disturbed() -> None:
    told = table([Start(2.5, 2.6, 140), Start(1.5, 1.6, 141), Start(1.6, 1.7, 139)], 2 * PIS[1].rating)
    assert "median 1.60 of 3" in told and "141 MiB" in told
    assert f"| {PIS[1].name} | {PIS[1].rating} | 3.0 s | 3.2 s |" in told

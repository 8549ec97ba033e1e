"""The tests of dice: they know fair dice from bent ones, and the table's dice pass in their short form."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

import pytest

from bench.dice_rolls import counted
from bench.dice_stream import StreamCounts, blocks, stream
from bench.dice_tests import RollCounts, StatisticalTest, chi_square, chi_square_p, holm_p, table
from controller.fairness.draw import RollId, first_fair, throw
from controller.fairness.seeds import grow
from controller.fairness.statements import NOBODY


@pytest.mark.parametrize(
    ("value", "freedom", "p"),
    [(15.086, 5, 0.01), (57.342, 35, 0.01), (1.145, 5, 0.95), (11.070, 5, 0.05), (1416.4, 1295, 0.01), (0, 3, 1)],
)
def test_p_values_are_those_of_the_tables(value: float, freedom: int, p: float) -> None:
    assert chi_square_p(value, freedom) == pytest.approx(p, rel=0.02)


def test_what_lies_as_expected_has_no_distance() -> None:
    assert chi_square("walls", {0: 8, 1: 9, 2: 10, 3: 9}, {0: 8, 1: 9, 2: 10, 3: 9}).value == 0


def rolled(rolls: int, seed: int, second: int | None = None) -> list[StatisticalTest]:
    """Of a seeded generator; ``second``: of so many rolls, one repeats the die of the roll before it."""
    random, counts, last = Random(seed), RollCounts(), 1
    for _ in range(rolls):
        first = last if second and random.randrange(second) == 0 else random.randint(1, 6)
        counts.add((first, random.randint(1, 6)))
        last = first
    return list(counts.tests())


def test_fair_dice_pass() -> None:
    tests = rolled(20_000, 3)
    assert holm_p(tests) >= 0.01
    assert "as of fair dice" in table(tests)


def test_a_die_that_now_and_then_repeats_is_found_by_what_follows_it() -> None:
    failed = {test.name for test in rolled(20_000, 3, second=20) if test.p < 1e-6}
    assert "first dice 1 apart" in failed
    assert "faces" not in failed


def test_a_face_that_is_five_per_cent_too_likely_is_found() -> None:
    random, counts = Random(5), RollCounts()
    for _ in range(40_000):
        one, other = random.choices(range(1, 7), weights=(105, 99, 99, 99, 99, 99), k=2)
        counts.add((one, other))
    assert holm_p(list(counts.tests())) < 0.01


@pytest.mark.parametrize(("way", "rolls"), [("table", 250), ("draw", 9_000)])
def test_the_tables_own_dice_pass_in_the_short_form(way: str, rolls: int) -> None:
    """At 1e-5 instead of 1 %, as they are new each time; across an anchor in the second case."""
    counts = counted(way, rolls, 60)
    assert counts.rolls == rolls
    tests = [test for test in counts.tests() if test.name != "a roll and the next one" or rolls > 5_000]
    assert holm_p(tests) > 1e-5, table(tests)


@pytest.mark.parametrize("tables", [1, 64])
def test_the_bytes_of_the_dice_pass_in_the_short_form(tables: int) -> None:
    """At 1e-6, as they are new each time."""
    counts = StreamCounts()
    for block in islice(blocks(stream(tables), 1 << 16), 8):
        counts.add(block)
    tests = list(counts.tests())
    assert counts.bits == 8 << 19
    assert holm_p(tests) > 1e-6, table(tests)


def test_the_stream_begins_with_the_byte_of_the_first_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested is what the dice are made of."""
    monkeypatch.setattr("bench.dice_stream.os.urandom", bytes)
    seed = grow(bytes(8), bytes(8), bytes(32)).seeds[1]
    macs = list(islice(stream(1), 2))
    thrown = throw(seed, RollId(bytes(8), bytes(8), 1), NOBODY, 2)
    assert tuple(1 + residue_of for mac in macs if (residue_of := first_fair(mac)) is not None) == thrown


@pytest.mark.parametrize(
    ("bend", "name"),
    [
        (lambda block: bytes(byte & 0xFE if place % 8 == 0 else byte for place, byte in enumerate(block)), "bits"),
        (lambda block: bytes(b for byte in block[::2] for b in (byte, byte)), "bits 8 apart"),
    ],
    ids=["a bit that is off too often", "bytes that repeat"],
)
def test_bent_bytes_are_found(bend: Callable[[bytes], bytes], name: str) -> None:
    counts, random = StreamCounts(), Random(4)
    for _ in range(16):
        counts.add(bend(random.randbytes(1 << 13)))
    tests = {test.name: test.p for test in counts.tests()}
    assert tests[name] < 1e-6

"""Dice: exact uniformity by enumeration, and what happens with a source that does not behave."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from controller.events import CATALOGUE
from controller.fairness.dice import FAIR_BYTES, face, roll
from controller.fairness.roll import Roll
from controller.refusals import Refused


class Bytes:
    """A source that hands out given bytes in order."""

    def __init__(self, data: bytes) -> None:
        self.data, self.read = data, 0

    def __call__(self, n: int) -> bytes:
        self.read += n
        return self.data[self.read - n : self.read]


def test_every_face_comes_from_exactly_forty_two_of_the_256_bytes() -> None:
    counts = Counter(face(byte) for byte in range(256))
    assert counts == {None: 4, **dict.fromkeys(range(1, 7), 42)}


def test_every_pair_of_bytes_gives_every_pair_of_faces_equally_often() -> None:
    counts = Counter(roll(2, Bytes(bytes(pair))) for pair in product(range(FAIR_BYTES), repeat=2))
    assert len(counts) == 36
    assert set(counts.values()) == {42 * 42}


def test_a_rejected_byte_is_replaced_by_the_next_good_one_without_moving_the_others() -> None:
    for rejected in range(FAIR_BYTES, 256):
        for kept in range(FAIR_BYTES):
            assert roll(1, Bytes(bytes([rejected, kept]))) == (face(kept),)
    assert roll(3, Bytes(bytes([0, 255, 1, 2, 9, 9]))) == (1, 2, 3)


@pytest.mark.parametrize("n", [0, -1, 11])
def test_an_impossible_number_of_dice_is_refused(n: int) -> None:
    with pytest.raises(Refused) as refused:
        roll(n)
    assert (refused.value.code, refused.value.field) == ("bad-dice", "dice")


def test_a_source_that_never_gives_a_usable_byte_fails_instead_of_hanging() -> None:
    with pytest.raises(Refused, match="dice-source-failed"):
        roll(2, lambda n: b"\xff" * n)


def test_a_source_that_gives_too_few_bytes_fails() -> None:
    with pytest.raises(Refused, match="dice-source-failed"):
        roll(3, lambda n: b"\x01")


def test_the_kernel_source_gives_all_faces() -> None:
    assert {shown for _ in range(200) for shown in roll(3)} == set(range(1, 7))


def test_a_roll_becomes_an_event_that_names_how_it_came_about() -> None:
    event = Roll(7, "break", (3, 4, 1), by=2, hand=5).event()
    assert event.type == "dice.rolled"
    assert CATALOGUE.to_json(event) == {
        "roll": 7,
        "purpose": "break",
        "dice": [3, 4, 1],
        "algorithm": "kernel-reject-252",
        "by": 2,
        "hand": 5,
    }

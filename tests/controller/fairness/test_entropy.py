"""The start-up gate, the mixing of sources, and the health tests of SP 800-90B."""

from __future__ import annotations

import hashlib
import hmac
import random

import pytest

from controller.fairness.entropy import (
    BINARY_WINDOW,
    BYTE_WINDOW,
    Cutoffs,
    Health,
    kernel_ready,
    mixed,
    proportion_cutoff,
    repetition_cutoff,
)


def test_the_gate_is_open_when_the_kernel_answers_without_waiting() -> None:
    asked: list[tuple[int, int]] = []

    def answers(size: int, flags: int) -> bytes:
        asked.append((size, flags))
        return b"x"

    assert kernel_ready(answers)
    assert asked == [(1, 1)]  # GRND_NONBLOCK


def test_the_gate_is_closed_while_the_kernel_would_wait() -> None:
    def waits(size: int, flags: int) -> bytes:
        raise BlockingIOError

    assert not kernel_ready(waits)


@pytest.mark.parametrize(("bits", "cutoff"), [(1, 31), (0.5, 61), (7, 6), (4, 9)])
def test_cutoffs_of_the_repetition_count(bits: float, cutoff: int) -> None:
    assert repetition_cutoff(bits) == cutoff


@pytest.mark.parametrize(
    ("bits", "window", "cutoff"),
    [(1, BINARY_WINDOW, 609), (0.5, BINARY_WINDOW, 810), (7, BYTE_WINDOW, 22), (4, BYTE_WINDOW, 71)],
)
def test_cutoffs_of_the_adaptive_proportion(bits: float, window: int, cutoff: int) -> None:
    assert proportion_cutoff(bits, window) == cutoff


def test_a_good_source_stays_healthy() -> None:
    assert Health().after(random.Random(1).randbytes(20_000)).healthy


def test_a_stuck_source_fails_at_the_cutoff_and_not_before() -> None:
    assert Health().after(bytes(8)).healthy
    assert Health().after(bytes(9)).failed == "repetition"


def test_a_source_with_a_favourite_fails_within_a_window() -> None:
    cutoffs = Cutoffs.of(7, BYTE_WINDOW)
    favoured = [value for n in range(21) for value in (7, 100 + n)]
    assert Health(cutoffs).after(favoured).healthy
    assert Health(cutoffs).after([*favoured, 7]).failed == "proportion"


def test_a_new_window_counts_anew() -> None:
    cutoffs = Cutoffs(repetition=1000, proportion=4, window=6)
    spread = [1, 1, 1, 2, 3, 4, 1, 1, 1, 5, 6, 7]
    assert Health(cutoffs).after(spread).healthy
    assert Health(cutoffs).after([1, 1, 1, 2, 3, 1]).failed == "proportion"


def test_a_failure_is_not_forgotten() -> None:
    failed = Health().after(bytes(9))
    assert failed.after(range(100)) == failed


def test_samples_may_come_in_any_pieces() -> None:
    samples = random.Random(2).randbytes(1000)
    whole, pieces = Health().after(samples), Health()
    for at in range(0, 1000, 7):
        pieces = pieces.after(samples[at : at + 7])
    assert whole == pieces


def test_mixing_is_hkdf_over_each_part_with_its_length() -> None:
    material = b"\x00\x00\x00\x01a\x00\x00\x00\x02bc"
    extracted = hmac.digest(bytes(32), material, hashlib.sha256)
    assert mixed(b"a", [b"bc"], b"info") == hmac.digest(extracted, b"info\x01", hashlib.sha256)


def test_no_part_can_pass_for_the_end_of_another() -> None:
    parts = [(b"ab", [b"c"]), (b"a", [b"bc"]), (b"abc", []), (b"", [b"abc"])]
    assert len({mixed(kernel, others, b"") for kernel, others in parts}) == 4

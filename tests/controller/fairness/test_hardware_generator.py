"""The computer's own generator: tested with every read, mixed in while it is healthy, never alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from controller.fairness.hardware_generator import GeneratorState, HardwareGenerator


def generator(folder: Path, content: bytes | None) -> HardwareGenerator:
    """A generator that reads from a file, and a kernel that always gives the same."""
    path = folder / "hwrng"
    if content is not None:
        path.write_bytes(content)
    return HardwareGenerator(path, kernel=bytes)


def test_without_a_generator_the_kernel_is_enough(tmp_path: Path) -> None:
    absent = generator(tmp_path, None)
    assert len(absent.source(32)) == 32
    assert (absent.state, absent.sample()) == (GeneratorState.ABSENT, b"")


def test_what_it_gives_changes_the_secret(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, two = (generator(tmp_path / name, os.urandom(512)) for name in "ab")
    assert one.source(32) != two.source(32)
    assert (one.state, one.samples) == (GeneratorState.HEALTHY, 512)


def test_one_that_repeats_itself_is_not_used_again(tmp_path: Path) -> None:
    stuck = generator(tmp_path, bytes(512))
    assert stuck.source(32) == generator(tmp_path / "none", None).source(32), "as if there were none"
    assert stuck.state is GeneratorState.FAILED
    (tmp_path / "hwrng").write_bytes(os.urandom(512))
    assert (stuck.sample(), stuck.state) == (b"", GeneratorState.FAILED)


def test_more_than_a_hash_holds_is_never_made_at_once(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at most 32"):
        generator(tmp_path, None).source(33)

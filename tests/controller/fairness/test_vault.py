"""Secret files: made once, whole, for their owner alone, and only when there is randomness."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from controller.fairness.vault import (
    KEY_FILE,
    EntropyNotReady,
    SecretDamaged,
    SecretExposed,
    new_seeds,
    seeds_of,
    table_key,
)
from tools.dice_cases.book import KEY


def ready() -> bool:
    return True


def test_the_key_is_made_once_and_kept(tmp_path: Path) -> None:
    first = table_key(tmp_path, ready, os.urandom)
    assert table_key(tmp_path, ready, lambda n: pytest.fail("asked again")) == first
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]


def test_only_its_owner_may_read_it_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        table_key(tmp_path, ready, os.urandom)
    finally:
        os.umask(before)
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600


def test_nothing_is_made_before_the_generator_is_ready(tmp_path: Path) -> None:
    with pytest.raises(EntropyNotReady):
        table_key(tmp_path, lambda: False, os.urandom)
    with pytest.raises(EntropyNotReady):
        new_seeds(tmp_path, KEY.table, lambda: False, os.urandom)
    assert list(tmp_path.iterdir()) == []


def test_a_key_that_is_there_needs_no_generator(tmp_path: Path) -> None:
    made = table_key(tmp_path, ready, os.urandom)
    assert table_key(tmp_path, lambda: False, os.urandom) == made


def test_two_makers_at_once_have_one_key(tmp_path: Path) -> None:
    """The file of the one that comes second is dropped: what is there is never written over."""
    meanwhile: list[bytes] = []

    def slow(n: int) -> bytes:
        meanwhile.append(table_key(tmp_path, ready, os.urandom).secret)
        return os.urandom(n)

    assert table_key(tmp_path, ready, slow).secret == meanwhile[0]


def test_a_file_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    table_key(tmp_path, ready, os.urandom)
    (tmp_path / KEY_FILE).chmod(0o640)
    with pytest.raises(SecretExposed, match=KEY_FILE):
        table_key(tmp_path, ready, os.urandom)


@pytest.mark.parametrize("content", [b"", bytes(31), bytes(33)])
def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / KEY_FILE
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(SecretDamaged, match=KEY_FILE):
        table_key(tmp_path, ready, os.urandom)
    assert path.read_bytes() == content


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(bytes(32))
    elsewhere.chmod(0o600)
    (tmp_path / KEY_FILE).symlink_to(elsewhere)
    with pytest.raises(OSError, match="symbolic links"):
        table_key(tmp_path, ready, os.urandom)


def test_what_a_crash_left_half_written_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / f".{KEY_FILE}.{os.getpid()}").write_bytes(b"half")
    table_key(tmp_path, ready, os.urandom)
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]


def test_the_seeds_of_an_epoch_are_the_same_after_a_restart(tmp_path: Path) -> None:
    made = new_seeds(tmp_path, KEY.table, ready, os.urandom)
    assert seeds_of(tmp_path, KEY.table, made.epoch) == made
    assert seeds_of(tmp_path, KEY.table, b"no epoch") is None


def test_every_epoch_has_its_own(tmp_path: Path) -> None:
    anchors = {new_seeds(tmp_path, KEY.table, ready, os.urandom).anchor for _ in range(20)}
    assert len(anchors) == 20


def test_a_source_that_repeats_itself_is_noticed(tmp_path: Path) -> None:
    new_seeds(tmp_path, KEY.table, ready, bytes)
    with pytest.raises(SecretDamaged, match="repeats itself"):
        new_seeds(tmp_path, KEY.table, ready, bytes)

"""The computer's own checks, on folders that look like ones of a Pi."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.doctor import installation
from api.doctor.computer import fsync_time, supply, synchronised, wear

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def told(folder: Path, text: str) -> Path:
    place = folder / "sys/devices/platform/soc/soc:firmware"
    place.mkdir(parents=True)
    (place / "get_throttled").write_text(text, encoding="ascii")
    return folder


@pytest.mark.parametrize(
    ("text", "verdict", "words", "remedies"),
    [
        ("0\n", "ok", "enough", ()),
        ("50005", "bad", "too low", ("supply",)),
        ("50000", "warn", "throttled", ("supply",)),
        ("80000", "warn", "too hot", ("Cool",)),
        ("80008", "bad", "too hot", ("Cool",)),
        ("d000d", "bad", "too hot", ("supply", "Cool")),
        ("40000", "warn", "throttled", ("supply", "Cool")),
    ],
)
def test_the_supply_of_a_pi_is_told(
    tmp_path: Path, text: str, verdict: str, words: str, remedies: tuple[str, ...]
) -> None:
    found = supply(told(tmp_path, text), lambda command: None)
    assert found.verdict == verdict and words in found.detail
    assert tuple(word for word in ("supply", "Cool") if word in found.remedy) == remedies


def test_vcgencmd_is_asked_where_the_kernel_says_nothing(tmp_path: Path) -> None:
    assert supply(tmp_path, lambda command: "throttled=0x1\n").verdict == "bad"


@pytest.mark.parametrize("answer", [None, "", "throttled=?"])
def test_a_computer_without_the_word_is_no_fault(tmp_path: Path, answer: str | None) -> None:
    found = supply(tmp_path, lambda command: answer)
    assert found.verdict == "ok" and "does not tell" in found.detail


def test_a_worn_medium_is_told(tmp_path: Path) -> None:
    device = tmp_path.stat().st_dev
    place = tmp_path / "dev" / "block" / f"{os.major(device)}:{os.minor(device)}" / "device"
    place.mkdir(parents=True)
    (place / "life_time").write_text("0x02 0x09\n", encoding="ascii")
    assert wear(tmp_path, tmp_path).verdict == "warn"
    (place / "life_time").write_text("0x01 0x02\n", encoding="ascii")
    found = wear(tmp_path, tmp_path)
    assert found.verdict == "ok" and "20 %" in found.detail
    (place / "life_time").write_text("unknown\n", encoding="ascii")
    assert "does not know its wear" in wear(tmp_path, tmp_path).detail


def test_a_silent_medium_is_no_fault(tmp_path: Path) -> None:
    assert wear(tmp_path, tmp_path / "nothing").verdict == "ok"


class _Disk:
    """What the system says of a disk."""

    def __init__(self, free_mib: int) -> None:
        self.free = free_mib * 1024 * 1024


@pytest.mark.parametrize(("free_mib", "verdict"), [(1, "bad"), (100, "warn"), (1000, "ok")])
def test_a_full_disk_is_bad_and_a_filling_one_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free_mib: int, verdict: str
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: _Disk(free_mib))
    assert installation.disk(tmp_path).verdict == verdict


def test_a_disk_that_can_only_be_read_is_told_from_one_of_another_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert "sudo -u jantaku" in installation.disk(tmp_path).remedy
    monkeypatch.setattr("os.statvfs", lambda path: type("Mounted", (), {"f_flag": os.ST_RDONLY})())
    found = installation.disk(tmp_path)
    assert found.verdict == "bad" and "only be read" in found.detail and "dmesg" in found.remedy


def test_keeping_a_line_is_timed_and_leaves_nothing(tmp_path: Path) -> None:
    found = fsync_time(tmp_path / "not" / "yet")
    assert "ms" in found.detail and list(tmp_path.iterdir()) == []


def test_the_clock_is_judged_by_what_the_system_says(tmp_path: Path) -> None:
    assert installation.clock(NOW, True, tmp_path / "none").verdict == "ok"
    assert installation.clock(NOW, False, tmp_path / "none").verdict == "warn"
    assert installation.clock(NOW, None, tmp_path / "none").verdict == "warn"
    assert installation.clock(NOW, None, tmp_path / "away" / "none").verdict == "ok"


@pytest.mark.parametrize(("told_", "known"), [("yes\n", True), ("no\n", False), ("", None), (None, None)])
def test_any_time_program_may_set_the_clock(told_: str | None, known: bool | None) -> None:
    assert synchronised(lambda command: told_) is known

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest

from bench.link_damage import BrokenPromise, main, ordeal
from firmware_bridge import codec, lane, peer


@pytest.mark.parametrize("frames", [100_000, pytest.param(1_000_000, marks=pytest.mark.long)])
def test_damaged_frames_break_no_promise(frames: int) -> None:
    figures: dict[str, Any] = ordeal(frames, seed=1)
    assert figures["frames"] >= frames
    assert figures["harmed"] > 0.09 * frames
    assert figures["sessions"] > frames / 20_000
    assert figures["commands"] > 0.05 * frames
    assert figures["events"] > 0.05 * frames
    assert all(figures["dropped_by_host"][cause] for cause in ("crc", "cobs", "too_long", "too_short"))


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_a_very_bad_wire_breaks_no_promise_either(seed: int) -> None:
    assert ordeal(20_000, seed=seed, rate=0.35)["commands"]


def test_the_same_seed_is_the_same_ordeal() -> None:
    first, second = ordeal(5_000, seed=9), ordeal(5_000, seed=9)
    assert {**first, "cpu_seconds": 0} == {**second, "cpu_seconds": 0}


def test_it_would_notice_a_link_without_crc(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoCrc:
        @staticmethod
        def crc32(data: bytes, start: int = 0) -> int:
            return zlib.crc32(data) if len(data) == 8 and start == 0 else 0

    monkeypatch.setattr(codec, "zlib", NoCrc)
    with pytest.raises(BrokenPromise):
        ordeal(100_000)


def test_it_would_notice_frames_that_are_taken_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(self: lane.Inbox, number: int) -> bool:
        self.owed += 1
        self.expected = (number + 1) % 16
        return True

    monkeypatch.setattr(lane.Inbox, "accept", careless)
    with pytest.raises(BrokenPromise):
        ordeal(100_000)


def test_it_would_notice_a_board_that_forgets_its_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second Hello, sent before the Welcome was heard, must not undo what the board said since."""
    plain = peer.BoardSession._hello

    def forgetful(self: peer.BoardSession, hello: Any, now: float) -> None:
        self.nonce = -1
        plain(self, hello, now)

    monkeypatch.setattr(peer.BoardSession, "_hello", forgetful)
    with pytest.raises(BrokenPromise):
        ordeal(200_000)


def test_the_command_says_what_it_saw(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--frames", "2000", "--json"]) == 0
    assert '"frames": 20' in capsys.readouterr().out


def test_lines_that_share_the_frames_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--frames", "4000", "--seeds", "2", "--json"]) == 0
    both = json.loads(capsys.readouterr().out)
    alone = [ordeal(2000, seed) for seed in (1, 2)]
    assert both["frames"] == sum(one["frames"] for one in alone)
    assert both["dropped_by_host"]["crc"] == sum(one["dropped_by_host"]["crc"] for one in alone)

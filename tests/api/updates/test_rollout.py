"""The short form of ``python -m bench.rollout``: no table of a hall is out of play for more than a minute, whatever a
release does."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from api.updates import computer
from bench.rollout import FAULTS, Missed, Release, Trial, releases_of
from bench.rollout_played import PlayedService, content


def test_ten_tables_get_two_good_releases_and_one_of_them_takes_a_bad_one_back(tmp_path: Path) -> None:
    seed = random.SystemRandom().randrange(10**9)
    print("seed", seed)
    rng = random.Random(seed)
    trial = Trial(tmp_path, 10, content(tmp_path / "programs"), PlayedService)
    found = [trial.roll_out(release, rng) for release in releases_of(3, 1, rng)]
    assert sorted(map(len, found)) == [1, 10, 10]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_table_that_tried_a_bad_release_is_back_within_a_minute(fault: str, tmp_path: Path) -> None:
    trial = Trial(tmp_path, 2, content(tmp_path / "programs"), PlayedService)
    (away,) = trial.roll_out(Release("1.1", fault), random.Random(1))
    print(f"{fault}: {away.seconds} s, {away.outcome.why}")


def test_the_trial_would_notice_a_table_that_is_away_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "HEALTH_SECONDS", 60.0)
    trial = Trial(tmp_path, 1, content(tmp_path / "programs"), PlayedService)
    with pytest.raises(Missed, match="away for"):
        trial.roll_out(Release("1.1", "hangs"), random.Random(1))

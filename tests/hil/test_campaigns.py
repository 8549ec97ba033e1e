"""The short forms of the campaigns that stop a busy table at random moments."""

from __future__ import annotations

import importlib
import shutil
from pathlib import Path

import pytest

from bench.campaign import PARTS, CampaignPart, Ended, Night, main
from bench.campaign_stops import LIMITS, stops

pytestmark = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="needs a C compiler: apt-get install gcc"
)


@pytest.mark.parametrize("by", sorted(LIMITS))
def test_everything_is_off_in_time(by: str) -> None:
    figures = stops(by, 15, seed=2)
    assert figures["times"] >= 15
    assert figures["worst_ms"] * 1000 <= LIMITS[by]


def test_what_has_passed_is_not_run_again(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    again = ["--short", "--logs", str(tmp_path), "link-damage"]
    assert main(again) == 0
    assert '"crc"' in (tmp_path / "link-damage.log").read_text().replace("'", '"')
    assert main(again) == 0
    assert "passed earlier" in capfd.readouterr().out


def test_a_campaign_that_fails_says_so_and_fails_again(tmp_path: Path) -> None:
    bad = CampaignPart("bad", "it cannot be", "bench.link_damage", (), ("--no-such-option",))
    night = Night(short=True, logs=tmp_path)
    assert [night.run(bad), night.run(bad)] == [Ended.FAILED, Ended.FAILED]


@pytest.mark.parametrize("part", PARTS, ids=[part.name for part in PARTS])
def test_the_long_form_is_understood(part: CampaignPart) -> None:
    """The arguments of a night are read by the program they are for: a typing error would cost the night."""
    module = importlib.import_module(part.module)
    with pytest.raises(SystemExit) as ended:
        module.main([*part.long, "--help"])
    assert ended.value.code == 0


def test_a_campaign_runs_by_its_name(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--short", "stop-pin"]) == 0
    assert "p99.9_ms" in capfd.readouterr().out

"""The short form of ``python -m bench.kill_nine``: what was acknowledged survives ``kill -9`` at any moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.kill_nine import KillCampaign, Lost, campaign


def test_nothing_acknowledged_is_lost_or_written_twice(tmp_path: Path) -> None:
    done = campaign(kills=4, seed=11, folder=tmp_path)
    assert done.kills == 4
    assert len(done.acks) > 20
    assert done.resumed > 0


def test_the_campaign_would_notice_a_lost_event(tmp_path: Path) -> None:
    done = campaign(kills=1, seed=12, folder=tmp_path)
    done.acks["invented"] = {"seq": done.events + 1, "hash": "0"}
    with pytest.raises(Lost, match="invented"):
        KillCampaign.check(done)

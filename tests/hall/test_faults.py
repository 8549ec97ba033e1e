"""Each kind of fault between tables and their hall once; the long form is ``python -m bench.hall_faults``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bench.netlab import refused
from tests.conftest import KERNEL
from tests.hall.swarm.campaign import WEIGHTS, Campaign


@pytest.mark.timeout(600)
def test_whatever_goes_wrong_nothing_acknowledged_is_lost_and_nothing_is_doubled(tmp_path: Path) -> None:
    if (why := refused()) is not None:
        pytest.skip(f"{KERNEL}network namespaces ({why})")
    seed = int.from_bytes(os.urandom(4))
    print(f"seed {seed}")
    campaign = Campaign(tmp_path, seed, groups=1)
    with campaign.running():
        for kind in campaign.rng.sample(list(WEIGHTS), len(WEIGHTS)):
            campaign.fault(kind)
        assert campaign.finish() > 0
    assert len(campaign.seen) == 2

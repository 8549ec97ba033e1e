"""The short form of the local network: a paired tablet and a phone behind bad Wi-Fi, and an intruder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bench.lan import GUIDE, STRANGERS, Found, measured
from bench.netlab import refused
from tests.conftest import KERNEL

EVENTS = 5


@pytest.mark.timeout(240)
def test_paired_devices_are_served_over_a_bad_line_and_an_intruder_is_not(tmp_path: Path) -> None:
    if shutil.which("ip") is None:
        pytest.skip("local network: sudo apt-get install iproute2")
    if (why := refused()) is not None:
        pytest.skip(f"{KERNEL}network namespaces ({why})")
    found = measured(tmp_path, EVENTS)
    assert [row.what for row in found.rows() if not row.good] == []
    assert found.open_plain == GUIDE


def good() -> Found:
    return Found(live=1, phone_live=1, events=[0.1], back=1, revoked=0.1, after_revoke=401)


@pytest.mark.parametrize(
    "bad",
    [
        {"live": 10.0},
        {"events": [5.0]},
        {"missed": [7]},
        {"back": 60.0},
        {"revoked": 10.0},
        {"after_revoke": 200},
        {"open_plain": {"/api/v1/table"}},
        {"open_encrypted": {*STRANGERS, "/api/v1/live"}},
    ],
)
def test_each_promise_that_is_broken_is_seen(bad: dict[str, object]) -> None:
    found = good()
    assert all(row.good for row in found.rows())
    for name, value in bad.items():
        setattr(found, name, value)
    assert sum(not row.good for row in found.rows()) == 1

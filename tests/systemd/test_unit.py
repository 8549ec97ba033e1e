"""The unit as systemd itself reads it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
UNIT = ROOT / "systemd" / "jantaku.service"

pytestmark = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd unit checks: enable with `sudo apt install systemd`"
)


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """A copy whose program exists here: `verify` refuses a missing one."""
    text = UNIT.read_text().replace("/opt/jantaku/.venv/bin/jantaku", sys.executable)
    copy = tmp_path / "jantaku.service"
    copy.write_text(text)
    return copy


def analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False
    )


def test_the_unit_has_no_unknown_key_and_no_broken_value(unit: Path) -> None:
    result = analyze("verify", "--man=no", "--recursive-errors=yes", unit)
    assert result.returncode == 0, result.stderr
    assert "jantaku.service" not in result.stderr, result.stderr


def test_a_misspelt_key_would_be_found(unit: Path) -> None:
    unit.write_text(unit.read_text().replace("ProtectHome=", "ProtectHomee="))
    assert analyze("verify", "--man=no", "--recursive-errors=yes", unit).returncode != 0


def test_the_exposure_is_below_two_of_ten(unit: Path) -> None:
    result = analyze("security", "--offline=true", "--no-pager", "--threshold=20", unit)
    assert result.returncode == 0, result.stdout[-400:]


def test_no_capability_is_left(unit: Path) -> None:
    result = analyze("security", "--offline=true", "--json=short", "--no-pager", unit)
    rows = json.loads(result.stdout)
    exposed = [row["name"] for row in rows if row["name"].startswith("CapabilityBoundingSet") and row["set"] is False]
    assert exposed == []

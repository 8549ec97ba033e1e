"""The client in docs/api.md does what the page says: it is taken from the page, type-checked, and plays a match."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from controller.config import SIMULATE
from tests.api.service.test_service import Service

PAGE = Path(__file__).parents[3] / "docs" / "api.md"
PATIENCE = 120


@pytest.fixture
def client(tmp_path: Path) -> Path:
    (block,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    path = tmp_path / "client.py"
    path.write_text(block, encoding="utf-8")
    return path


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_the_client_is_typed(client: Path) -> None:
    checked = run("-m", "mypy", "--strict", "--python-version", "3.11", "--cache-dir", client.parent / "cache", client)
    assert checked.returncode == 0, checked.stdout


def test_the_client_plays_a_match_at_a_running_table(client: Path, tmp_path: Path) -> None:
    service = Service(tmp_path / "state", SIMULATE)
    try:
        played = run(client, f"http://127.0.0.1:{service.port}")
        assert played.returncode == 0, played.stderr + service.log()
        rows = [re.fullmatch(r"(\d)\. (\w+) ([+-]\d+)", line) for line in played.stdout.splitlines()]
        assert sorted(row[2] for row in rows if row) == ["Ann", "Ben", "Cho", "Dee"]
        assert sum(int(row[3]) for row in rows if row) == 0
        status, match = service.ask("/api/v1/matches/current")
        assert (status, match["phase"], len(match["hands"])) == (200, "over", 3)
        assert all(hand["who"] == "client.py" for hand in match["hands"])
    finally:
        service.end()

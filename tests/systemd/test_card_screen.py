"""Which of the two units of a card has its screen, as systemd itself decides."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import product
from pathlib import Path

import pytest

UNITS = Path(__file__).resolve().parents[2] / "tools/packaging/image/files/usr/lib/systemd/system"
STEPS, DISPLAY = "jantaku-card-screen.service", "jantaku-display.service"
PATHS = ("/etc/jantaku/display", "/usr/bin/cage", "/usr/bin/chromium")


def lines(unit: str, key: str) -> list[str]:
    return re.findall(rf"^{key}=.*$", (UNITS / unit).read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd unit checks: enable with `sudo apt install systemd`"
)
@pytest.mark.parametrize("there", list(product((False, True), repeat=3)), ids=lambda there: "-".join(map(str, there)))
def test_whatever_is_set_and_installed_one_of_them_has_the_screen(there: tuple[bool, ...], tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/tty1").touch()
    for path, exists in zip(PATHS, there, strict=True):
        (tmp_path / path.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
        if exists:
            (tmp_path / path.lstrip("/")).touch()

    def begins(unit: str) -> bool:
        conditions = [re.sub("=([|!]*)", rf"=\1{tmp_path}", one, count=1) for one in lines(unit, "ConditionPathExists")]
        assert conditions
        done = subprocess.run(["systemd-analyze", "condition", *conditions], capture_output=True, check=False)
        return done.returncode == 0

    assert (begins(STEPS), begins(DISPLAY)) == (not all(there), all(there))


def test_neither_is_stopped_for_the_other_before_its_conditions_are_looked_at() -> None:
    """Both are wanted at each start. A start of one that conflicts with the other takes the other away even where the
    first one then has no reason to begin: the screen was black."""
    for unit, other in ((STEPS, DISPLAY), (DISPLAY, STEPS)):
        assert not [line for line in lines(unit, "Conflicts") if other in line]
        assert any("getty@tty1.service" in line for line in lines(unit, "Conflicts")), "no other has the console"

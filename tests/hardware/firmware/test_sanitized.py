"""The library with address and undefined behaviour sanitizers, under rubbish, damage and a whole build."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.firmware import build

ROOT = Path(__file__).resolve().parents[3]

SCENE = """
import random, sys
from pathlib import Path
from tests.hardware.firmware.conftest import Rig, m
rig = Rig(Path(sys.argv[1])).ready()
dice = random.Random(1)
rig.do(m.OpenHatch())
rig.do(m.CloseHatch())
rig.accepted(m.Subscribe(period_ms=20))
rig.do(m.Build(quota=(7, 8, 0, 2), gap_ms=3000, shuffle_ms=300, options=m.BuildOptions(0)))
rig.accepted(m.DumpTrace())
rig.accepted(m.GetLearnt())
rig.accepted(m.GetCounters())
for _ in range(300):
    rig.chip.receive(bytes(dice.choice((0, 1, 2, 5, 72, 74, 255, dice.randrange(256))) for _ in range(90)))
    rig.run(1)
rig.talking = False
for n in range(120):
    rig.keys = n % 2
    rig.run(25)
rig.talking = True
rig.connect()
rig.reset()
rig.connect()
rig.chip.close()
print("clean")
"""


def _preload() -> str:
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("sanitized firmware: needs gcc with libasan (apt-get install gcc)")
    answer = subprocess.run(
        [compiler, "-print-file-name=libasan.so"], capture_output=True, text=True, timeout=20, check=True
    )
    if not Path(answer.stdout.strip()).is_absolute():
        pytest.skip("sanitized firmware: needs gcc with libasan (apt-get install libasan8)")
    return answer.stdout.strip()


def test_no_error_of_memory_or_arithmetic() -> None:
    preload = _preload()
    library = build.host_library(sanitize=True)
    environment = os.environ | {
        "LD_PRELOAD": preload,
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONPATH": str(ROOT),
    }
    result = subprocess.run(
        [sys.executable, "-c", SCENE, str(library)], capture_output=True, text=True, timeout=100, env=environment
    )
    assert (result.returncode, result.stdout.strip()) == (0, "clean"), result.stderr[-3000:]

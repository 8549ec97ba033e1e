"""A deadline tells a child that hangs from one that gets no processor."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from bench.deadline import Deadline, Late

SLEEPS = "import time; print(flush=True); time.sleep(600)"
TURNS = "print(flush=True)\nwhile True: pass"


def child_of(program: str) -> subprocess.Popen[bytes]:
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.readline()
    return child


@pytest.fixture
def sleeping() -> Iterator[subprocess.Popen[bytes]]:
    with child_of(SLEEPS) as child:
        yield child
        child.kill()


@pytest.mark.parametrize("program", [SLEEPS, TURNS])
def test_a_child_that_is_not_done_hangs(program: str) -> None:
    with child_of(program) as child, Deadline(child, 0.5) as deadline:
        assert child.wait(timeout=300) == -signal.SIGABRT
    assert deadline.late is Late.HANGS


def test_a_child_that_cannot_run_is_starved(sleeping: subprocess.Popen[bytes]) -> None:
    sleeping.send_signal(signal.SIGSTOP)
    with Deadline(sleeping, 0.5, longest=2.0) as deadline:
        assert sleeping.wait(timeout=300) == -signal.SIGKILL
    assert deadline.late is Late.STARVED


def test_a_deadline_that_is_met_kills_nobody(sleeping: subprocess.Popen[bytes]) -> None:
    with Deadline(sleeping, 600) as deadline:
        deadline.met()
    assert (deadline.late, sleeping.poll()) == (None, None)

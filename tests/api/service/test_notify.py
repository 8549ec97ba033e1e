"""What systemd hears from the service."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.service.notify import Notifier


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(2)
        yield line


@pytest.fixture
def notifier(manager: socket.socket) -> Notifier:
    return Notifier({"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": "10000000"})


def test_ready_carries_a_status_of_one_line(manager: socket.socket, notifier: Notifier) -> None:
    notifier.ready("board\naway")
    assert manager.recv(200) == b"READY=1\nSTATUS=board away"


def test_a_status_is_said_once(manager: socket.socket, notifier: Notifier) -> None:
    notifier.ready("one")
    notifier.status("one")
    notifier.status("two")
    notifier.stopping()
    assert [manager.recv(200) for _ in range(3)] == [b"READY=1\nSTATUS=one", b"STATUS=two", b"STOPPING=1"]


def test_the_watchdog_period_is_that_of_systemd(notifier: Notifier) -> None:
    assert notifier.watchdog_seconds == 10
    assert Notifier({}).watchdog_seconds is None


def test_an_abstract_address_is_understood() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind("\0jantaku-test-notify")
        line.settimeout(2)
        Notifier({"NOTIFY_SOCKET": "@jantaku-test-notify", "WATCHDOG_USEC": "5000000"}).watchdog()
        assert line.recv(200) == b"WATCHDOG=1"


def test_without_systemd_and_with_a_dead_one_nothing_fails(tmp_path: Path) -> None:
    Notifier({}).ready("x")
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready("x")

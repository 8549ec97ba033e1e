"""The first moments of the service."""

from __future__ import annotations

import gc
import socket

import pytest

from api.service.start import start, uncollected
from controller.config import Config
from controller.listening import HttpConfig


class Loading(Exception):
    """The program was about to be loaded."""


def test_who_connects_while_the_program_is_loaded_has_a_place_in_the_queue() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])

    def load() -> None:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
        raise Loading

    with pytest.raises(Loading):
        start(Config(http=HttpConfig(port=port)), load)  # type: ignore[arg-type]
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=5)


def test_nothing_is_loaded_for_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    def load() -> None:
        raise AssertionError("loaded")

    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert start(Config(http=HttpConfig(port=taken.getsockname()[1])), load) == 1  # type: ignore[arg-type]
    assert "cannot listen on" in capsys.readouterr().err


def test_nothing_is_collected_while_the_program_is_loaded_and_everything_after() -> None:
    with uncollected():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_the_collector_is_on_again_after_a_load_that_failed() -> None:
    with pytest.raises(ImportError), uncollected():
        raise ImportError
    assert gc.isenabled()

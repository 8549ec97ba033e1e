"""A server that hangs while another one leads: whoever waits on it is told, and goes on with the one that leads."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest
from sqlalchemy import text

from hall.store import StoreError, open_store
from tests.hall import postgresql
from tests.hall.cluster import children_of
from tests.hall.conftest import postgresql_server

__all__ = ["postgresql_server"]


@pytest.fixture
def other_server(postgresql_server: postgresql.Server) -> Iterator[postgresql.Server]:
    """It takes the place of the first, of which it knows nothing: who leads is all that is looked at here."""
    server = postgresql.Server()
    try:
        server.start()
        yield server
    finally:
        server.remove()


def test_a_connection_to_a_server_that_hangs_is_cut_when_another_one_leads(
    postgresql_server: postgresql.Server, other_server: postgresql.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("STALL_SECONDS", "LOOK_SECONDS"):
        monkeypatch.setattr(f"hall.store.stalls.{name}", 0.2)
    ports = [one.port for one in (other_server, postgresql_server)]
    url = f"postgresql://hall@127.0.0.1:{ports[0]},127.0.0.1:{ports[1]}/postgres?connect_timeout=2"
    own = other_server.pid
    with open_store(url) as store:
        with store.reading() as connection:  # takes its time, on the server that leads
            connection.execute(text("SELECT pg_sleep(1.5)"))
            assert connection.execute(text("SELECT inet_server_port()")).scalar_one() == ports[0]
        stopped = [own, *children_of(own)]
        try:
            began = time.monotonic()
            with pytest.raises(StoreError) as told, store.writing() as connection:
                for pid in stopped:
                    os.kill(pid, signal.SIGSTOP)
                connection.execute(text("SELECT 1"))
            assert told.value.code == "store-unavailable"
            with store.writing() as connection:
                assert connection.execute(text("SELECT inet_server_port()")).scalar_one() == ports[1]
            assert time.monotonic() - began < 30  # never, without the watch
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)

"""The service as a process: quick to answer, plain when it cannot start, orderly when it ends."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

from bench.ports import free_port
from controller.events import Catalogue, Event
from controller.journal.store import Journal
from tests.systemd.families import confining

PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class LampLit(Event):
    """An event of a release to come."""

    type: ClassVar = "table.lamp-lit"


LATER = Catalogue((LampLit,), {})


class Service:
    """One ``jantaku serve`` on a port of its own."""

    def __init__(
        self, folder: Path, board: str, notify: Path | None = None, speed: str = "1", words: tuple[str, ...] = (),
        port: int | None = None,
    ) -> None:  # fmt: skip
        self.port = port or free_port()
        environment = {**os.environ, "JANTAKU_STATE_DIR": str(folder), "PYTHONUNBUFFERED": "1"}
        if notify is not None:
            environment |= {"NOTIFY_SOCKET": str(notify), "WATCHDOG_USEC": "10000000"}
        command = ["serve", "--port", board, "--http-port", str(self.port), "--speed", speed, *words]
        self.began = time.monotonic()
        self._log = Path(f"{folder}-{self.port}.log")
        with self._log.open("w") as log:  # a pipe that nobody empties would stop a service that has much to say
            self.process = subprocess.Popen(
                [sys.executable, "-m", "api.cli", *command], env=environment, stdout=subprocess.DEVNULL, stderr=log
            )

    def ask(
        self, path: str, body: dict[str, Any] | None = None, token: str | None = None
    ) -> tuple[int, dict[str, Any]]:
        """Status and JSON; (0, {}) while nobody answers."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data)
        request.add_header("Content-Type", "application/json")
        if token is not None:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return 0, {}

    def until(self, path: str, status: int) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            got, body = self.ask(path)
            if got == status:
                return body
            time.sleep(0.05)
        raise AssertionError(f"{path} did not answer {status}: {self.end()}")

    def end(self, with_signal: int = signal.SIGTERM) -> tuple[int, str]:
        """Exit status and what was logged."""
        if self.process.poll() is None:
            self.process.send_signal(with_signal)
        return self.process.wait(PATIENCE), self.log()

    def log(self) -> str:
        """What was logged so far."""
        return self._log.read_text()


@contextmanager
def service(folder: Path, board: str = "simulate", **more: Any) -> Iterator[Service]:
    running = Service(folder, board, **more)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.wait(PATIENCE)


def test_without_a_board_it_serves_and_says_what_is_missing(tmp_path: Path) -> None:
    with service(tmp_path, "/dev/no-such-board") as running:
        problem = running.until("/readyz", 503)
        snapshot = running.until("/api/v1/table", 200)
        assert snapshot["board"]["state"] == "absent"
        assert snapshot["board"]["reason"] == "port-missing"
        assert "detail" in problem
        status, problem = running.ask("/api/v1/table/commands", {"command": "open"})
        assert (status, problem["code"]) == (503, "board-away")
        assert running.ask("/api/v1/dice/rolls", {"purpose": "free"})[0] in (201, 202)
        assert running.end()[0] == 0


def test_a_simulated_table_comes_up_rolls_dice_and_keeps_them_over_a_restart(tmp_path: Path) -> None:
    with service(tmp_path) as running:
        running.until("/readyz", 200)
        answer = running.ask("/api/v1/dice/rolls", {"purpose": "free", "id": "one"})[1]
        assert running.end(signal.SIGINT)[0] == 0
    with service(tmp_path) as running:
        running.until("/readyz", 200)
        again = running.ask("/api/v1/dice/rolls", {"purpose": "free", "id": "one"})[1]
        assert again == {**answer, "repeated": True}


def test_a_second_service_on_one_table_is_refused_in_one_plain_line(tmp_path: Path) -> None:
    with service(tmp_path) as first:
        first.until("/readyz", 200)
        with service(tmp_path) as second:
            status, log = second.process.wait(PATIENCE), second.log()
            assert status == 1
            line = json.loads(log.splitlines()[-1])
            assert line["code"] == "journal-locked"
            assert f"process {first.process.pid}" in line["what"]
        assert first.ask("/readyz")[0] == 200


def test_an_address_that_is_taken_is_refused_in_one_plain_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "api.cli", "serve", "--port", "simulate", "--http-port", str(port)]
        environment = {**os.environ, "JANTAKU_STATE_DIR": str(tmp_path)}
        ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)
        assert ended.returncode == 1
        assert json.loads(ended.stderr.splitlines()[-1])["code"] == "http-port"


def at_terminal(folder: Path, *words: str) -> str:
    """What a person sees who starts the service at a terminal, until its page is announced or it has ended. Its sockets
    are of the families that the units allow."""
    ours, its = pty.openpty()
    command = [sys.executable, "-m", "api.cli", "serve", "--port", "simulate", *words]
    environment = {**os.environ, "JANTAKU_STATE_DIR": str(folder)}
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=its, stderr=its, preexec_fn=confining()
    )
    os.close(its)
    seen = b""
    try:
        while b"Ctrl-C" not in seen:
            assert select.select([ours], [], [], PATIENCE)[0], f"nothing more than {seen!r}"
            seen += os.read(ours, 4096)
    except OSError:  # the other end is closed: it has ended
        pass
    finally:
        process.kill()
        process.wait(PATIENCE)
        os.close(ours)
    return seen.decode()


def test_a_terminal_shows_plain_lines_alone(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        seen = at_terminal(tmp_path, "--http-port", str(taken.getsockname()[1]))
    (line,) = seen.splitlines()
    assert re.fullmatch(r"\d\d:\d\d:\d\d critical: cannot listen on .* with --http-port\. \(code=http-port\)", line)


def test_a_table_for_the_network_is_announced_at_addresses_that_a_tablet_can_open(tmp_path: Path) -> None:
    seen = at_terminal(tmp_path, "--host", "0.0.0.0", "--http-port", "0")
    assert "the tablet page is https://" in seen
    assert "0.0.0.0" not in seen


def test_a_damaged_journal_is_shown_on_the_pages_and_nothing_is_overwritten(tmp_path: Path) -> None:
    damaged = tmp_path / "journal.db"
    damaged.write_bytes(b"no journal" * 1000)
    with service(tmp_path) as running:
        problem = running.until("/api/v1/table", 503)
        while problem["code"] == "starting":
            problem = running.until("/api/v1/table", 503)
        assert problem["code"] == "journal-corrupt"
        assert problem["remedy"]
        assert running.end()[0] == 0
    assert damaged.read_bytes() == b"no journal" * 1000


def test_an_event_that_this_release_does_not_know_is_named_on_the_pages_by_its_number(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db", now=lambda: datetime.now(UTC), catalogue=LATER) as journal:
        journal.append([LampLit()])
    with service(tmp_path) as running:
        problem = running.until("/api/v1/table", 503)
        while problem["code"] == "starting":
            problem = running.until("/api/v1/table", 503)
        assert problem["code"] == "event-unknown"
        assert "event 1 of" in problem["detail"] and "table.lamp-lit" in problem["detail"]
        assert "release" in problem["remedy"]
        assert running.end()[0] == 0


def test_systemd_hears_ready_signs_of_life_and_the_end(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE)
        with service(tmp_path / "state", notify=tmp_path / "notify") as running:
            heard = [manager.recv(500).decode()]
            while "WATCHDOG=1" not in heard or not any("board ready" in words for words in heard):
                heard.append(manager.recv(500).decode())
            assert any(words.startswith("READY=1") for words in heard)
            assert running.end()[0] == 0
            while "STOPPING=1" not in heard:
                heard.append(manager.recv(500).decode())


def test_events_are_logged_one_json_line_each(tmp_path: Path) -> None:
    with service(tmp_path) as running:
        running.until("/readyz", 200)
        running.ask("/api/v1/dice/rolls", {"purpose": "free"})
        lines = [json.loads(line) for line in running.end()[1].splitlines()]
        assert {"event machine.board-connected", "event dice.rolled"} <= {line["what"] for line in lines}


def test_the_journal_of_a_running_service_can_be_read(tmp_path: Path) -> None:
    with service(tmp_path) as running:
        running.until("/readyz", 200)
        running.ask("/api/v1/dice/rolls", {"purpose": "free"})  # an acknowledged event is in the file
        reader = sqlite3.connect(f"file:{tmp_path / 'journal.db'}?mode=ro", uri=True)
        assert reader.execute("SELECT count(*) FROM events").fetchone()[0] >= 1
        reader.close()

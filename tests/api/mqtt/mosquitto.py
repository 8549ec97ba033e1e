"""A real Mosquitto in a temporary folder, on a free port of this computer, and a reader of what it keeps."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from bench.ports import free_port

FOUND: Final = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
MISSING: Final = "Mosquitto is not installed: sudo apt install mosquitto"
PATIENCE: Final = 20.0
USER: Final = "table-1"
PASSWORD: Final = "a good one"


class Mosquitto:
    """``start``, ``kill`` (-9) and ``start`` again; ``pause`` and ``resume``; ``remove`` in the end. It keeps nothing
    over a kill. ``lines``: more of its configuration; ``password``: only ``USER`` with ``PASSWORD`` is let
    in; ``certificate``: of the last listener, with its key, PEM.

    Mosquitto that root starts becomes the user ``mosquitto`` or ``nobody``."""

    def __init__(self, *lines: str, password: bool = False, certificate: bytes = b"") -> None:
        assert FOUND is not None
        self.folder, self.port = Path(tempfile.mkdtemp(prefix="jantaku-mqtt-")), free_port()
        self._process: subprocess.Popen[bytes] | None = None
        allowed = ["allow_anonymous true"]
        if password:
            allowed = ["allow_anonymous false", f"password_file {self._password_file()}"]
        if certificate:
            file = self.folder / "certificate.pem"
            file.write_bytes(certificate)
            lines = (*lines, f"certfile {file}", f"keyfile {file}")
        settings = [f"listener {self.port} 127.0.0.1", *allowed, "persistence false", "log_dest stderr", *lines]
        self.configuration.write_text("\n".join(settings) + "\n")
        self.hand_over()

    @property
    def configuration(self) -> Path:
        return self.folder / "mosquitto.conf"

    @property
    def address(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def hand_over(self) -> None:
        """The files in its folder, to the user that it becomes."""
        if os.geteuid() == 0:
            user = next((each.pw_name for each in pwd.getpwall() if each.pw_name == "mosquitto"), "nobody")
            for path in (self.folder, *self.folder.iterdir()):
                shutil.chown(path, user)

    def start(self) -> None:
        """Until it takes connections."""
        assert FOUND is not None
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen([FOUND, "-c", str(self.configuration)], stdout=log, stderr=log)
        wait_for(lambda: " running" in self.log, "Mosquitto does not start")

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
            self._process = None
            (self.folder / "log").write_bytes(b"")

    def pause(self) -> None:
        """It reads and answers nothing, as over a line that has died."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def remove(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _password_file(self) -> Path:
        file = self.folder / "passwords"
        subprocess.run(["mosquitto_passwd", "-b", "-c", str(file), USER, PASSWORD], check=True, timeout=20)
        return file


class Reader:
    """Subscribes to everything. ``kept``: the newest payload by topic; ``heard``: every message in order, and whether
    the broker had kept it."""

    def __init__(self, broker: Mosquitto, user: str = "", password: str = "") -> None:
        self.kept: dict[str, str] = {}
        self.heard: list[tuple[str, str, bool]] = []
        self._there = threading.Event()
        self._client = Client(CallbackAPIVersion.VERSION2)
        if user:
            self._client.username_pw_set(user, password)
        self._client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self._client.on_subscribe = lambda *_: self._there.set()
        self._client.on_message = self._on_message
        self._client.connect("127.0.0.1", broker.port)
        self._client.loop_start()
        assert self._there.wait(PATIENCE), "the broker lets nobody read"

    def _on_message(self, _client: Client, _data: object, message: Any) -> None:
        text = message.payload.decode()
        self.heard.append((message.topic, text, bool(message.retain)))
        if text:
            self.kept[message.topic] = text
        else:
            self.kept.pop(message.topic, None)

    def until(self, topic: str, payload: str | None) -> None:
        """``payload`` None: until it is cleared."""
        wait_for(lambda: self.kept.get(topic) == payload, f"{topic} is {self.kept.get(topic)!r}, not {payload!r}")

    def close(self) -> None:
        self._client.disconnect()
        with suppress(AttributeError):  # its thread ends by itself, which may be between two looks of loop_stop
            self._client.loop_stop()

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def wait_for(true: Callable[[], bool], otherwise: str) -> None:
    """At most ``PATIENCE`` seconds."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, otherwise
        time.sleep(0.01)

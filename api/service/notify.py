"""What systemd wants to hear (sd_notify): ready, status, watchdog, stopping. Without systemd nothing is said."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping
from typing import Final

EXTENSION: Final = 20.0

log = logging.getLogger("jantaku.service")


class Notifier:
    """Datagrams to ``NOTIFY_SOCKET``. A name that begins with ``@`` is in the abstract namespace."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._watchdog_us = int(environment.get("WATCHDOG_USEC", "0") or 0)
        self._status = ""

    @property
    def watchdog_seconds(self) -> float | None:
        """How often systemd wants a sign of life; None when it does not."""
        return self._watchdog_us / 1_000_000 if self._watchdog_us > 0 else None

    def starting(self, status: str) -> None:
        """The start takes its time: systemd waits ``EXTENSION`` seconds from now."""
        self._send(f"EXTEND_TIMEOUT_USEC={int(EXTENSION * 1_000_000)}\nSTATUS={self._keep(status)}")

    def ready(self, status: str) -> None:
        self._send(f"READY=1\nSTATUS={self._keep(status)}")

    def status(self, status: str) -> None:
        """Says it only when it changed."""
        if status != self._status:
            self._send(f"STATUS={self._keep(status)}")

    def watchdog(self) -> None:
        """A sign of life, where systemd wants one."""
        if self.watchdog_seconds is not None:
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def _keep(self, status: str) -> str:
        self._status = status
        return status.replace("\n", " ")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.setblocking(False)
                line.sendto(message.encode(), self._address)
        except OSError as error:
            log.warning("systemd did not hear us: %s", error.strerror)

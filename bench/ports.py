"""Ports for the services that tests and measurements start."""

from __future__ import annotations

import random
import socket
from typing import Final

PORTS: Final = range(15_000, 32_000)
"""Below those that the kernel gives to clients (``ip_local_port_range``): such a one can be taken by a connection of
another test in the moment between being found free and being listened on."""
TRIES: Final = 100


def free_port() -> int:
    """A port on which nobody listens, at any address. Raises ``OSError``."""
    for _ in range(TRIES):
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("0.0.0.0", port))
            except OSError:
                continue
            return port
    raise OSError(f"no free port among {TRIES} of {PORTS.start} to {PORTS.stop - 1}")

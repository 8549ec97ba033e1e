"""Where the broker is and how it lets us in, from the section ``[mqtt]`` and the files that it names."""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from api.mqtt.errors import MqttError, MqttTrouble
from controller.mqtt import MqttConfig

PLAIN_PORT: Final = 1883
TLS_PORT: Final = 8883
_LONGEST_PASSWORD: Final = 1024


@dataclass(frozen=True, slots=True)
class Broker:
    """``tls``: None for plain MQTT. ``client``: the id of this connection, of 23 letters at most (MQTT 3.1.1, section
    3.1.3.1); a second connection with the same one ends the first."""

    host: str
    port: int
    client: str
    user: str = ""
    password: str = field(default="", repr=False)
    tls: ssl.SSLContext | None = None


def broker_of(config: MqttConfig, client: str) -> Broker:
    """Reads the files anew each time, so that a new password works without a restart. Raises ``MqttError``."""
    parts = urlsplit(config.address)
    encrypted = parts.scheme == "mqtts"
    port = parts.port or (TLS_PORT if encrypted else PLAIN_PORT)
    password = "" if config.password_file is None else _password(config.password_file)
    tls = _context(config.authority) if encrypted else None
    return Broker(parts.hostname or "", port, client, config.user, password, tls)


def _password(file: Path) -> str:
    try:
        with file.open(encoding="utf-8") as opened:
            return opened.readline(_LONGEST_PASSWORD).rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        detail = getattr(error, "strerror", None) or "it is no text"
        raise MqttError(MqttTrouble.BAD_FILE, f"{file} cannot be read: {detail}") from error


def _context(authority: Path | None) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=None if authority is None else str(authority))
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        raise MqttError(MqttTrouble.BAD_FILE, f"{authority}: no certificate authority: {error}") from error
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context

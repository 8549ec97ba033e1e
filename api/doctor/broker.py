"""Check of the broker that ``[mqtt]`` names: it is connected to as the service would, and told nothing."""

from __future__ import annotations

import secrets
import socket
from typing import Final
from urllib.parse import urlsplit

from api.doctor.finding import Finding, Verdict
from api.http.loopback import is_loopback
from api.mqtt.broker import broker_of
from api.mqtt.errors import MqttError, MqttTrouble
from api.mqtt.session import Session
from api.words.catalogue import DEFAULT, say
from controller.mqtt import MqttConfig

CHECK: Final = "mqtt"
_QUIET: Final = frozenset({MqttTrouble.UNREACHABLE, MqttTrouble.LOST})
"""The table does without: it may be switched off."""


def broker(config: MqttConfig) -> list[Finding]:
    """Nothing where nothing is published."""
    if not config.address:
        return []
    try:
        _connect(config)
    except MqttError as error:
        verdict: Verdict = "warn" if error.trouble in _QUIET else "bad"
        words, remedy = (say(DEFAULT, f"service.mqtt.{error.trouble.value}{part}") or "" for part in ("", ".do"))
        return [Finding(CHECK, verdict, f"{config.address}: {words} ({error.detail})", remedy)]
    if _in_the_open(config):
        remedy = "Let the broker listen with TLS, and write its address as mqtts://."
        return [Finding(CHECK, "warn", f"{config.address}: the password crosses the network in the open", remedy)]
    return [Finding(CHECK, "ok", f"{config.address}: lets us in")]


def _connect(config: MqttConfig) -> None:
    """With an id of its own, which does not end the connection of the service. Raises ``MqttError``."""
    never, wake = socket.socketpair()
    with never, wake:
        session = Session(broker_of(config, f"jantaku-doctor-{secrets.token_hex(4)}"), None, lambda _: None, wake)
        session.take_leave()
        session.close()


def _in_the_open(config: MqttConfig) -> bool:
    parts = urlsplit(config.address)
    return parts.scheme == "mqtt" and config.password_file is not None and not is_loopback(parts.hostname or "")

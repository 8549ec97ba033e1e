"""One connection to a broker, in the thread of its publisher: MQTT 3.1.1 by paho-mqtt, without its thread and queue.

Nothing is subscribed to: whoever may write to the broker cannot make a table do anything.
"""

from __future__ import annotations

import select
import socket
import ssl
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from api.mqtt.broker import Broker
from api.mqtt.errors import MqttError, MqttTrouble

if TYPE_CHECKING:
    from paho.mqtt.client import Client

CONNECT_SECONDS: Final = 10.0
KEEPALIVE_SECONDS: Final = 30
"""The broker publishes the last will one and a half times as long after a table has gone silent."""
_LOOK_SECONDS: Final = 1.0
_BAD_PASSWORD: Final = (134, 135)
"""Reason codes that paho makes of the return codes 4 and 5 of CONNACK."""
_LONGEST_DETAIL: Final = 200


class Session:
    """Open when it is made. ``on_acknowledged`` gets the numbers that ``publish`` answered. ``wake``: a socket that has
    something to read when there is news. Raises ``MqttError``."""

    def __init__(
        self, broker: Broker, will: tuple[str, str] | None, on_acknowledged: Callable[[int], None], wake: socket.socket
    ) -> None:
        self._wake = wake
        self._answer: int | None = None
        self._client = _client(broker, will)
        self._client.on_connect = self._on_connect
        self._client.on_publish = lambda _client, _data, number, _reason, _properties: on_acknowledged(number)
        try:
            self._connect(broker)
        except BaseException:
            self.close()
            raise

    def publish(self, topic: str, payload: str) -> int:
        """Retained, at least once."""
        info = self._client.publish(topic, payload.encode(), qos=1, retain=True)
        if info.rc:
            raise MqttError(MqttTrouble.LOST, f"the connection is gone ({info.rc})")
        return info.mid

    def turn(self, seconds: float = _LOOK_SECONDS) -> None:
        """Waits for the broker, for news or for ``seconds``, and does what is due on the connection."""
        there = self._client.socket()
        if there is None:
            raise MqttError(MqttTrouble.LOST, "the connection is gone")
        waiting = select.poll()
        waiting.register(there, select.POLLIN | (select.POLLOUT if self._client.want_write() else 0))
        waiting.register(self._wake, select.POLLIN)
        ready = [number for number, _ in waiting.poll(1000 * min(seconds, _LOOK_SECONDS))]
        if self._wake.fileno() in ready:
            self._wake.recv(4096)
        for done in (self._client.loop_read(), self._client.loop_write(), self._client.loop_misc()):
            if done:
                raise MqttError(MqttTrouble.LOST, f"the connection is gone ({int(done)})")

    def take_leave(self) -> None:
        """A broker that is told publishes no last will."""
        self._client.disconnect()

    def close(self) -> None:
        there = self._client.socket()
        if there is not None:
            there.close()

    # ------------------------------------------------------------ opening

    def _connect(self, broker: Broker) -> None:
        try:
            self._client.connect(broker.host, broker.port, KEEPALIVE_SECONDS)
        except ssl.SSLCertVerificationError as error:
            raise MqttError(MqttTrouble.OTHER_CERTIFICATE, error.verify_message) from error
        except (OSError, ValueError) as error:
            raise MqttError(MqttTrouble.UNREACHABLE, (str(error) or type(error).__name__)[:_LONGEST_DETAIL]) from error
        until = time.monotonic() + CONNECT_SECONDS
        while self._answer is None:
            left = until - time.monotonic()
            if left <= 0:
                raise MqttError(MqttTrouble.SILENT, f"no answer within {CONNECT_SECONDS:g} s")
            self._await_answer(left)
        if self._answer in _BAD_PASSWORD:
            raise MqttError(MqttTrouble.NOT_LET_IN, f"user {broker.user!r} is not let in")
        if self._answer:
            raise MqttError(MqttTrouble.REFUSED, f"refused with code {self._answer}")

    def _await_answer(self, seconds: float) -> None:
        """A broker that refuses hangs up at once, and what it said counts more."""
        try:
            self.turn(seconds)
        except MqttError:
            if self._answer is None:
                raise

    def _on_connect(self, _client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        self._answer = int(reason.value)


def _client(broker: Broker, will: tuple[str, str] | None) -> Client:
    try:
        from paho.mqtt import client as paho
        from paho.mqtt.enums import CallbackAPIVersion
    except ImportError as error:
        raise MqttError(MqttTrouble.NOT_INSTALLED, "pip install 'jantaku[mqtt]'") from error
    client = paho.Client(
        CallbackAPIVersion.VERSION2, broker.client, clean_session=True, protocol=paho.MQTTv311,
        reconnect_on_failure=False,
    )  # fmt: skip
    client.connect_timeout = CONNECT_SECONDS
    if broker.user or broker.password:
        client.username_pw_set(broker.user, broker.password or None)
    if broker.tls is not None:
        client.tls_set_context(broker.tls)
    if will is not None:
        client.will_set(will[0], will[1].encode(), qos=1, retain=True)
    return client

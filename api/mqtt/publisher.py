"""Keeps a broker told, in a thread of its own: whatever the broker does, nobody who publishes waits for it."""

from __future__ import annotations

import asyncio
import logging
import random
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from api.mqtt.broker import Broker
from api.mqtt.errors import MqttError, MqttTrouble
from api.mqtt.outbox import Outbox
from api.mqtt.session import Session
from api.mqtt.topic import OFFLINE, ONLINE

log = logging.getLogger("jantaku.mqtt")

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
SILENT_SECONDS: Final = 30.0
"""A broker that has not acknowledged a message for so long is given up, and connected to anew."""
GOODBYE_SECONDS: Final = 2.0
LOOK_SECONDS: Final = 1.0
"""How often it is looked whether there is news."""


def pause(failures: int, rng: random.Random) -> float:
    """Seconds before the next attempt after so many that failed: doubled each time, and spread over half of it, so that
    the tables of a hall do not all come back in the same moment."""
    whole = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(failures - 1, 16))
    return rng.uniform(whole / 2, whole)


class Publisher:
    """``start``, ``publish`` as often as there is news, ``close``; or ``keep_told``, which does it all. ``status``: the
    topic that says ``online`` and ``offline``. ``broker``: how to reach it, asked before each attempt; raises
    ``MqttError``."""

    def __init__(self, broker: Callable[[], Broker], status: str, rng: random.Random | None = None) -> None:
        self._broker, self._status, self._rng = broker, status, rng or random.Random()
        self._outbox, self._lock = Outbox(), threading.Lock()
        self._news, self._wake = socket.socketpair()
        self._news.setblocking(False)
        self._wake.setblocking(False)
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)
        self.connected = False
        """The broker has been told everything on this connection."""
        self.trouble: MqttTrouble | None = None

    def start(self) -> None:
        self._thread.start()

    async def keep_told(self, news: Callable[[], Mapping[str, str]], seconds: float) -> None:
        """For ever: ``news`` is asked so often, and what has changed is published. Starts, and closes in the end."""
        self.start()
        try:
            while True:
                self.publish(news())
                await asyncio.sleep(seconds)
        finally:
            await asyncio.shield(asyncio.get_running_loop().run_in_executor(None, self.close))

    def publish(self, messages: Mapping[str, str]) -> None:
        """Full topic to payload; returns at once."""
        with self._lock:
            self._outbox.put(messages)
        self._ring()

    def close(self) -> None:
        """Says goodbye where the broker can be told within a moment."""
        self._ending.set()
        self._ring()
        if self._thread.is_alive():
            self._thread.join(GOODBYE_SECONDS + 1.0)

    def _ring(self) -> None:
        with suppress(OSError):  # full: it is awake; closed: it has ended
            self._news.send(b"!")

    # ------------------------------------------------------------ in the thread

    def _run(self) -> None:
        failures = 0
        while not self._ending.is_set():
            try:
                self._serve()
            except MqttError as error:
                failures = 1 if self.connected else failures + 1
                self._note(error)
            except Exception:  # whatever a broker sends, the next connection is a new one
                failures += 1
                log.exception("the connection to the broker failed")
            finally:
                self.connected = False
            if failures:
                self._ending.wait(pause(failures, self._rng))
        self._news.close()
        self._wake.close()

    def _serve(self) -> None:
        """One connection, until the end or until it breaks. Raises ``MqttError``."""
        session = Session(self._broker(), (self._status, OFFLINE), self._acknowledged, self._wake)
        try:
            with self._lock:
                self._outbox.begin()
            while not self._ending.is_set():
                self._send(session)
                session.turn()
                self._look()
                if not self.connected and self._told:
                    self.connected, self.trouble = True, None  # before it is said: who hears it finds it so
                    self._publish(session, self._status, ONLINE)
                    log.info("the broker is told everything")
            self._say_goodbye(session)
        finally:
            session.close()

    def _send(self, session: Session) -> None:
        while True:
            with self._lock:
                found = self._outbox.next()
            if found is None:
                return
            self._publish(session, *found)

    def _publish(self, session: Session, topic: str, payload: str) -> None:
        number = session.publish(topic, payload)
        with self._lock:
            self._outbox.sent(number, topic, payload, time.monotonic())

    def _acknowledged(self, number: int) -> None:
        with self._lock:
            self._outbox.acknowledged(number)

    @property
    def _told(self) -> bool:
        with self._lock:
            return self._outbox.empty

    def _look(self) -> None:
        with self._lock:
            waited = self._outbox.waited(time.monotonic())
        if waited > SILENT_SECONDS:
            raise MqttError(MqttTrouble.SILENT, f"a message was not acknowledged within {SILENT_SECONDS:g} s")

    def _say_goodbye(self, session: Session) -> None:
        self._publish(session, self._status, OFFLINE)
        until = time.monotonic() + GOODBYE_SECONDS
        while not self._told and time.monotonic() < until:
            session.turn(until - time.monotonic())
        session.take_leave()

    def _note(self, error: MqttError) -> None:
        """Each kind once, until all is well again: a broker that is away for a night is one line."""
        if error.trouble is not self.trouble:
            log.warning("the broker: %s: %s", error.trouble.value, error.detail)
        self.trouble = error.trouble
